"""How the names of entities begin, in a database from before that was kept. SQLite calls the same from its SQL.

How a name is folded is ours to say, not the server's: so the rows are made here, inside the migration that adds them.
"""

from __future__ import annotations

import json

from perdure.store.postgres.connection import Connection
from perdure.types.naming import name_starts

STEP = 5
"""The migration after which this is done."""
ROWS = 1_000
"""Entities that are read and written together."""

# Without an agent even the owner sees no row, unless it lifts that for itself.
LIFT = (
    b"ALTER TABLE memory_items NO FORCE ROW LEVEL SECURITY",
    b"ALTER TABLE name_starts NO FORCE ROW LEVEL SECURITY",
)
ENTITIES = b"SELECT i.agent_id, i.id, CAST(i.value_json AS TEXT) FROM memory_items i WHERE i.type = 'entities'"
ADD = (
    b"INSERT INTO name_starts (agent_id, item_id, start) SELECT r.agent_id, r.item_id, r.start"
    b" FROM json_to_recordset(CAST(%(rows)s AS json)) AS r (agent_id text, item_id text, start text)"
)
PUT_BACK = (
    b"ALTER TABLE memory_items FORCE ROW LEVEL SECURITY",
    b"ALTER TABLE name_starts FORCE ROW LEVEL SECURITY",
)


def fill(connection: Connection) -> None:
    """Note how the names of all entities of all agents begin."""
    for statement in LIFT:
        connection.execute(statement)
    with connection.cursor("entities") as entities:
        entities.execute(ENTITIES)
        while some := entities.fetchmany(ROWS):
            rows = [
                {"agent_id": agent_id, "item_id": item_id, "start": start}
                for agent_id, item_id, value in some
                for start in name_starts(json.loads(value))
            ]
            connection.execute(ADD, {"rows": json.dumps(rows, ensure_ascii=False)})
    for statement in PUT_BACK:
        connection.execute(statement)

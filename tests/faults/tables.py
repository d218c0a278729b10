"""Looking into the tables themselves: whether what is derived from the archive and the items agrees with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import psycopg

from perdure.folders import folder_name
from perdure.store.sqlite.files import DATABASE

WITHOUT_CHUNK = (
    "SELECT COUNT(*) FROM archival_records r WHERE r.content <> ''"
    " AND NOT EXISTS (SELECT 1 FROM record_chunks c WHERE c.record_id = r.id)"
)
# A text of n words has n - 1 spaces.
COUNTED = (
    "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
    " FROM {chunks} c"
)
TOTALS = "SELECT COALESCE(SUM(t.chunks), 0), COALESCE(SUM(t.words), 0) FROM index_totals t WHERE t.mem_type = '{kind}'"
INDEXES = {"recall": "memory_chunks", "archival": "record_chunks"}


def query(home: str | Path, agent_id: str, statement: str) -> list[tuple[Any, ...]]:
    """Rows of one agent's file, or of everybody in a PostgreSQL database."""
    if str(home).startswith("postgresql:"):
        with psycopg.connect(str(home), options="-c search_path=perdure") as connection:
            return connection.execute(statement).fetchall()  # type: ignore[call-overload, no-any-return]
    file = apsw.Connection(str(Path(home) / folder_name(agent_id) / DATABASE))
    try:
        return list(file.execute(statement))
    finally:
        file.close()


def disagreements(home: str | Path, agent_id: str) -> list[str]:
    """What the word indexes and their totals say otherwise than the archive and the items."""
    ((without,),) = query(home, agent_id, WITHOUT_CHUNK)
    problems = [f"index: {without} records cannot be found"] if without else []
    for kind, chunks in INDEXES.items():
        counted = query(home, agent_id, COUNTED.format(chunks=chunks))
        totals = query(home, agent_id, TOTALS.format(kind=kind))
        if [tuple(map(int, row)) for row in counted] != [tuple(map(int, row)) for row in totals]:
            problems.append(f"index: the totals of `{kind}` are {totals}, counted are {counted}")
    return problems

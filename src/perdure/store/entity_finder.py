"""Entities as the read path asks for them: which there are, when that changes, and what mentions them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from perdure.clock import from_micros
from perdure.store.chunks import RECALL
from perdure.store.contract import Cursor
from perdure.store.rows import dumps
from perdure.store.statements import ACTIVE_ITEM, CURRENT_ITEM, VISIBLE_ITEM

RECORD_MENTIONS = (
    "SELECT m.entity_key, m.mem_id FROM entity_mentions m WHERE OWNED(m) AND m.scope IN (:scope, 'shared')"
    " AND m.mem_type = 'archival' AND m.entity_key IN EACH(:ids) ORDER BY m.entity_key, m.mem_id LIMIT :limit"
)
ITEM_MENTIONS = (
    "SELECT m.entity_key, m.mem_id FROM entity_mentions m THEN JOIN memory_items i ON i.id = m.mem_id AND "
    + CURRENT_ITEM
    + " WHERE OWNED(m) AND m.scope IN (:scope, 'shared') AND m.mem_type = 'recall' AND m.entity_key IN EACH(:ids)"
    " ORDER BY m.entity_key, m.mem_id LIMIT :limit"
)
ENTITIES = (
    "SELECT i.key, i.value_json FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND i.type = 'entities' ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ENTITIES_CHANGED = (
    "SELECT c.sequence FROM changes c WHERE OWNED(c) AND c.sequence > :after AND c.scope IN (:scope, 'shared')"
    " AND (c.key LIKE 'entity:%' OR c.action = 'erased') LIMIT 1"
)
# The next moment at which another entity begins to hold, or one ceases to.
ENTITIES_UNTIL = (
    "SELECT MIN(CASE WHEN i.valid_from > :now THEN i.valid_from END),"
    " MIN(CASE WHEN i.valid_to > :now THEN i.valid_to END),"
    " MIN(CASE WHEN i.expires_at > :now AND NOT i.pinned THEN i.expires_at END)"
    " FROM memory_items i WHERE " + VISIBLE_ITEM + " AND i.type = 'entities' AND i.status = 'active'"
)


class EntityFinder:
    """The entities that a transaction can see, and their mentions."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = dict(params)

    def entities(self, limit: int) -> list[tuple[str, str]]:
        """(key, value as JSON) of the agent's entities that this scope can see."""
        return [(row[0], row[1]) for row in self._cursor.all(ENTITIES, self._params | {"limit": limit})]

    def entities_changed(self, after: int) -> bool:
        """Whether any entity that this scope can see changed since a sequence."""
        return bool(self._cursor.all(ENTITIES_CHANGED, self._params | {"after": after}))

    def entities_hold_until(self) -> datetime | None:
        """When time alone changes next which entities there are."""
        ends = [end for end in self._cursor.all(ENTITIES_UNTIL, self._params)[0] if end is not None]
        return from_micros(min(ends)) if ends else None

    def mentions(self, mem_type: str, entity_keys: Sequence[str], limit: int) -> list[tuple[str, str]]:
        """(entity key, item or record id) for every record, or item that holds now, that mentions these entities."""
        params = self._params | {"ids": dumps(entity_keys), "limit": limit}
        statement = ITEM_MENTIONS if mem_type == RECALL else RECORD_MENTIONS
        return [(row[0], row[1]) for row in self._cursor.all(statement, params)] if entity_keys else []

"""Entities as the read path asks for them: which there are, when that changes, and what mentions them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

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
_ENTITIES = (
    "SELECT i.key, i.value_json, i.importance, i.sequence FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND i.type = 'entities'"
)
ENTITIES = _ENTITIES + " ORDER BY -i.importance, -i.sequence LIMIT :limit"
ENTITIES_OF_KEYS = _ENTITIES + " AND i.key IN EACH(:ids)"
ENTITIES_CHANGED = (
    "SELECT DISTINCT c.key FROM changes c WHERE OWNED(c) AND c.sequence > :after AND c.scope IN (:scope, 'shared')"
    " AND (c.key LIKE 'entity:%' OR c.action = 'erased') LIMIT :limit"
)
# The next moment at which another entity begins to hold, or one ceases to.
ENTITIES_UNTIL = (
    "SELECT MIN(CASE WHEN i.valid_from > :now THEN i.valid_from END),"
    " MIN(CASE WHEN i.valid_to > :now THEN i.valid_to END),"
    " MIN(CASE WHEN i.expires_at > :now AND NOT i.pinned THEN i.expires_at END)"
    " FROM memory_items i WHERE " + VISIBLE_ITEM + " AND i.type = 'entities' AND i.status = 'active'"
)
ENTITIES_OF_KEYS_UNTIL = ENTITIES_UNTIL + " AND i.key IN EACH(:ids)"


class EntityRow(NamedTuple):
    """An entity, and what its place among the others depends on."""

    key: str
    value_json: str
    importance: float
    sequence: int


class EntityFinder:
    """The entities that a transaction can see, and their mentions."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = dict(params)

    def entities(self, limit: int) -> list[EntityRow]:
        """The agent's entities that this scope can see, the most important and newest first."""
        return [EntityRow(*row) for row in self._cursor.all(ENTITIES, self._params | {"limit": limit})]

    def entities_of(self, keys: Sequence[str]) -> list[EntityRow]:
        """The same, of some keys, in no order."""
        return [EntityRow(*row) for row in self._cursor.all(ENTITIES_OF_KEYS, self._params | {"ids": dumps(keys)})]

    def entities_changed(self, after: int, limit: int) -> list[str]:
        """The keys of entities that this scope can see which changed since a sequence, and of all that was erased."""
        rows = self._cursor.all(ENTITIES_CHANGED, self._params | {"after": after, "limit": limit})
        return [row[0] for row in rows]

    def entities_hold_until(self, keys: Sequence[str] | None = None) -> datetime | None:
        """When time alone changes next which entities there are, of some keys or of all."""
        statement = ENTITIES_UNTIL if keys is None else ENTITIES_OF_KEYS_UNTIL
        params = self._params if keys is None else self._params | {"ids": dumps(keys)}
        ends = [end for end in self._cursor.all(statement, params)[0] if end is not None]
        return from_micros(min(ends)) if ends else None

    def mentions(self, mem_type: str, entity_keys: Sequence[str], limit: int) -> list[tuple[str, str]]:
        """(entity key, item or record id) for every record, or item that holds now, that mentions these entities."""
        params = self._params | {"ids": dumps(entity_keys), "limit": limit}
        statement = ITEM_MENTIONS if mem_type == RECALL else RECORD_MENTIONS
        return [(row[0], row[1]) for row in self._cursor.all(statement, params)] if entity_keys else []

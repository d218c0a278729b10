"""Reading what was done over a whole scope, for whoever takes some of it back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from perdure.clock import to_micros
from perdure.store.contract import Cursor
from perdure.store.rows import change_of
from perdure.values import Change, Item

CHANGES = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') ORDER BY c.sequence"
)
SAID_IN = (
    "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.scope IN (:scope, 'shared')"
    " AND r.session_id = :session_id AND r.timestamp >= :since"
)
SAID_BY_TOOL = (
    "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.scope IN (:scope, 'shared')"
    " AND r.role = 'tool' AND r.name = :name AND r.timestamp >= :since"
)
EVIDENCE_DROP = "DELETE FROM evidence AS e WHERE OWNED(e) AND e.item_id = :item_id"
RAISE = (
    "UPDATE vector_id_map AS v SET is_deleted = FALSE WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id)"
)


class ScopeLog:
    """The log of a scope, and the records of one of its sources."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = params

    def changes(self) -> list[Change]:
        """Every change that this scope may see, in order."""
        return [change_of(row) for row in self._cursor.all(CHANGES, {**self._params})]

    def records_in(self, session_id: str, since: datetime | None) -> frozenset[str]:
        """The records of a session since a moment."""
        return self._ids(SAID_IN, session_id=session_id, since=_micros(since))

    def records_of_tool(self, name: str, since: datetime | None) -> frozenset[str]:
        """What a tool said since a moment."""
        return self._ids(SAID_BY_TOOL, name=name, since=_micros(since))

    def drop_evidence(self, item: Item) -> None:
        self._cursor.run(EVIDENCE_DROP, {**self._params, "item_id": item.id})

    def raise_vectors(self, item: Item) -> None:
        """The vectors of an item that holds again count again."""
        self._cursor.run(RAISE, {**self._params, "item_id": item.id})

    def _ids(self, statement: str, **more: Any) -> frozenset[str]:
        return frozenset(row[0] for row in self._cursor.all(statement, {**self._params, **more}))


def _micros(since: datetime | None) -> int:
    return 0 if since is None else to_micros(since)

"""Reading what was done over a whole scope, for whoever takes some of it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Cursor
from perdure.store.rows import change_of, dumps
from perdure.store.unit import ALL
from perdure.values import Change, Item

_CHANGES = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c WHERE OWNED(c) AND c.scope IN (:scope, 'shared')"
)
CHANGES = _CHANGES + " ORDER BY c.sequence"
CHANGES_AFTER = _CHANGES + " AND c.sequence > :after ORDER BY c.sequence DESC LIMIT :limit"
CHANGES_BEFORE = _CHANGES + " AND c.sequence < :before ORDER BY c.sequence DESC LIMIT :limit"
CHANGES_OF_ITEMS = _CHANGES + " AND c.item_id IN EACH(:ids) AND c.sequence > :since ORDER BY c.sequence DESC"
# Numbers only, over all scopes: where on the number line a moment or a write lies.
LAST_BY_TIME = (
    "SELECT c.sequence, c.revision FROM changes c WHERE OWNED(c) AND c.changed_at <= :moment"
    " ORDER BY c.sequence DESC LIMIT 1"
)
LAST_BY_REVISION = (
    "SELECT c.sequence, c.changed_at FROM changes c WHERE OWNED(c) AND c.revision <= :revision"
    " ORDER BY c.revision DESC, c.sequence DESC LIMIT 1"
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


class ScopeLog:
    """The log of a scope, and the records of one of its sources."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = params

    def changes(self) -> list[Change]:
        """Every change that this scope may see, in order."""
        return [change_of(row) for row in self._cursor.all(CHANGES, {**self._params})]

    def changes_after(self, sequence: int) -> list[Change]:
        """Every change since a number, the newest first."""
        return [
            change_of(row) for row in self._cursor.all(CHANGES_AFTER, {**self._params, "after": sequence, "limit": ALL})
        ]

    def changes_before(self, sequence: int, limit: int) -> list[Change]:
        """The last changes before a number, the newest first."""
        given = {**self._params, "before": sequence, "limit": limit}
        return [change_of(row) for row in self._cursor.all(CHANGES_BEFORE, given)]

    def changes_of(self, item_ids: Sequence[str], since: int = 0) -> dict[str, list[Change]]:
        """The changes of items since a number, by item, the newest first. Items that have none are left out."""
        found: dict[str, list[Change]] = {}
        if item_ids:
            given = {**self._params, "ids": dumps(list(item_ids)), "since": since}
            for row in self._cursor.all(CHANGES_OF_ITEMS, given):
                change = change_of(row)
                found.setdefault(change.item_id, []).append(change)
        return found

    def number_at(self, moment: datetime) -> tuple[int, int]:
        """(sequence, revision) of the last change up to a moment; zeros if there was none yet."""
        rows = self._cursor.all(LAST_BY_TIME, {**self._params, "moment": to_micros(moment)})
        return (rows[0][0], rows[0][1]) if rows else (0, 0)

    def number_of(self, revision: int) -> tuple[int, datetime | None]:
        """(sequence, moment) of the last change up to a revision; zero and None if there was none yet."""
        rows = self._cursor.all(LAST_BY_REVISION, {**self._params, "revision": revision})
        return (rows[0][0], from_micros(rows[0][1])) if rows else (0, None)

    def records_in(self, session_id: str, since: datetime | None) -> frozenset[str]:
        """The records of a session since a moment."""
        return self._ids(SAID_IN, session_id=session_id, since=_micros(since))

    def records_of_tool(self, name: str, since: datetime | None) -> frozenset[str]:
        """What a tool said since a moment."""
        return self._ids(SAID_BY_TOOL, name=name, since=_micros(since))

    def drop_evidence(self, item: Item) -> None:
        self._cursor.run(EVIDENCE_DROP, {**self._params, "item_id": item.id})

    def _ids(self, statement: str, **more: Any) -> frozenset[str]:
        return frozenset(row[0] for row in self._cursor.all(statement, {**self._params, **more}))


def _micros(since: datetime | None) -> int:
    return 0 if since is None else to_micros(since)

"""All that an agent holds, over every scope, to be written into files; and the same put back into an empty store.

Only the ledger of a workspace reads and writes this way. Items come back through `intake.restore`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import to_micros
from perdure.store.contract import Cursor
from perdure.store.rows import dumps, micros, session_of
from perdure.store.sessions import SESSION_COLUMNS
from perdure.store.statements import ITEM_COLUMNS
from perdure.store.unit import LAST
from perdure.values import JSON, Item, Session

# A session that was written to, ended or is open since then; what only moves its own row has no number of its own.
SESSIONS_SINCE = (
    "SELECT "
    + SESSION_COLUMNS
    + ", s.compacted FROM sessions s WHERE OWNED(s) AND (s.sequence > :after OR s.alive_at >= :since"
    " OR s.completed_at >= :since) ORDER BY s.sequence"
)
ITEMS_SINCE = (
    "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE OWNED(i) AND i.id IN"
    " (SELECT c.item_id FROM changes c WHERE OWNED(c) AND c.sequence > :after) ORDER BY i.sequence"
)
DELETED_SINCE = (
    "SELECT c.scope, c.key FROM changes c WHERE OWNED(c) AND c.sequence > :after AND c.action = 'deleted'"
    " ORDER BY c.sequence"
)
EVERY_HELD = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.status IN ('active', 'pending') ORDER BY i.sequence"
)
EVERY_SPAN = (
    "SELECT w.record_id, w.span_start, w.span_end, w.item_id, w.scope FROM withheld w WHERE OWNED(w)"
    " ORDER BY w.sequence"
)
EVERY_LINK = (
    "SELECT l.item_a, l.item_b, l.kind, l.scope FROM links l WHERE OWNED(l) AND l.settled_at IS NULL"
    " ORDER BY l.sequence"
)
ANYTHING_HELD = (
    "SELECT (SELECT COUNT(*) FROM sessions s WHERE OWNED(s)) + (SELECT COUNT(*) FROM memory_items i WHERE OWNED(i))"
)
SESSION_PUT = (
    "INSERT INTO sessions (id, scope, kind, started_at, completed_at, message_count, turn_count, total_tokens,"
    " sequence, alive_at, watermark, compacted)"
    " VALUES (:id, :own, :kind, :started_at, :completed_at, 0, 0, 0, :sequence, :alive_at, :watermark, :compacted)"
)
SESSION_TOTALS = (
    "UPDATE sessions AS s SET message_count = :messages, turn_count = :turns, total_tokens = :tokens,"
    " alive_at = :alive_at WHERE OWNED(s) AND s.id = :id"
)


@dataclass(frozen=True, slots=True)
class HiddenSpan:
    """A stretch of a record that forgetting hides."""

    record_id: str
    start: int
    end: int
    item_id: str
    scope: str


@dataclass(frozen=True, slots=True)
class OpenLink:
    """Two items that may disagree."""

    item_a: str
    item_b: str
    kind: str
    scope: str


class WholeAgent:
    """Everything of an agent, whatever the scope."""

    def __init__(
        self,
        cursor: Cursor,
        params: Mapping[str, Any],
        next_number: Callable[[], int],
        items: Callable[..., list[Item]],
    ) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number
        self._items = items

    def sessions(self, after: int = -1, since: datetime | None = None) -> list[tuple[Session, JSON]]:
        """Sessions in the order they began, each with what its past was compacted into: all, or those touched since."""
        params = {**self._params, "after": after, "since": LAST if since is None else to_micros(since)}
        rows = self._cursor.all(SESSIONS_SINCE, params)
        return [(session_of(row[:-1]), None if row[-1] is None else json.loads(row[-1])) for row in rows]

    def changed(self, after: int) -> list[Item]:
        """Every version that was written or changed since, whatever was decided of it."""
        return self._items(ITEMS_SINCE, after=after)

    def deleted(self, after: int) -> list[tuple[str, str]]:
        """(scope, key) of what was deleted with all its versions since."""
        return [(row[0], row[1]) for row in self._cursor.all(DELETED_SINCE, {**self._params, "after": after})]

    def held(self) -> list[Item]:
        """Every item that was decided for, or waits for a decision."""
        return self._items(EVERY_HELD)

    def spans(self) -> list[HiddenSpan]:
        return [HiddenSpan(*row) for row in self._cursor.all(EVERY_SPAN, self._params)]

    def links(self) -> list[OpenLink]:
        return [OpenLink(*row) for row in self._cursor.all(EVERY_LINK, self._params)]

    def is_empty(self) -> bool:
        """Whether nothing was ever kept here."""
        return int(self._cursor.all(ANYTHING_HELD, self._params)[0][0]) == 0

    def put_session(self, session: Session, compacted: JSON) -> None:
        """A session as it was, still without its records."""
        self._cursor.run(
            SESSION_PUT,
            {
                "id": session.id,
                "own": session.scope,
                "kind": session.kind,
                "started_at": to_micros(session.started_at),
                "completed_at": micros(session.completed_at),
                "alive_at": to_micros(session.started_at),
                "watermark": session.watermark,
                "compacted": None if compacted is None else dumps(compacted),
                "sequence": self._next(),
            },
        )

    def put_totals(self, session: Session) -> None:
        """What a session counts, once its records are there."""
        self._cursor.run(
            SESSION_TOTALS,
            {
                **self._params,
                "id": session.id,
                "messages": session.message_count,
                "turns": session.turn_count,
                "tokens": session.total_tokens,
                "alive_at": to_micros(session.completed_at or session.started_at),
            },
        )

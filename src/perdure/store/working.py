"""What a session has in hand: its working memory, its compacted past and its last sign of life."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.store.statements import KEPT_ITEM, VISIBLE_ITEM
from perdure.values import JSON

WORKING_COLUMNS = (
    "w.session_id, w.scope, w.current_task, w.context, w.temporary_files, w.thought_chain, w.temporary_state,"
    " w.recently_completed, w.last_updated"
)
# Never across scopes, not even from `shared`: it belongs to one session.
WORKING = (
    "SELECT "
    + WORKING_COLUMNS
    + " FROM working_memory w WHERE OWNED(w) AND w.session_id = :session_id AND w.scope = :scope"
)
WORKING_LAST = (
    "SELECT "
    + WORKING_COLUMNS
    + " FROM working_memory w WHERE OWNED(w) AND w.scope = :scope AND w.session_id <> :session_id"
    " ORDER BY w.last_updated DESC, w.session_id DESC LIMIT 1"
)
WORKING_PUT = (
    "INSERT INTO working_memory (session_id, scope, current_task, context, temporary_files, thought_chain,"
    " temporary_state, recently_completed, last_updated)"
    " VALUES (:session_id, :scope, :current_task, :context, :temporary_files, :thought_chain, :temporary_state,"
    " :recently_completed, :last_updated)"
)
WORKING_CHANGE = (
    "UPDATE working_memory AS w SET current_task = :current_task, context = :context,"
    " temporary_files = :temporary_files, thought_chain = :thought_chain, temporary_state = :temporary_state,"
    " recently_completed = :recently_completed, last_updated = :last_updated"
    " WHERE OWNED(w) AND w.session_id = :session_id AND w.scope = :scope"
)
COMPACTED = "SELECT s.watermark, s.compacted FROM sessions s WHERE OWNED(s) AND s.id = :session_id AND s.scope = :scope"
# The watermark only grows: of two that compact the same past, the later one finds that it is done.
COMPACT = (
    "UPDATE sessions AS s SET watermark = :watermark, compacted = :compacted"
    " WHERE OWNED(s) AND s.id = :session_id AND s.scope = :scope AND s.watermark = :before"
)
SESSIONS_IDLE = (
    "SELECT s.id FROM sessions s WHERE OWNED(s) AND s.scope = :scope AND s.completed_at IS NULL"
    " AND s.kind <> 'direct' AND s.alive_at <= :idle_since ORDER BY s.sequence"
)
SESSIONS_ALIVE = (
    "UPDATE sessions AS s SET alive_at = :now"
    " WHERE OWNED(s) AND s.id IN EACH(:ids) AND s.scope = :scope AND s.completed_at IS NULL AND s.alive_at < :now"
)
# How far a session was consolidated: the job of its end (turn 0) covers all of it.
CONSOLIDATED = (
    "SELECT COUNT(*), MIN(q.turn_id), MAX(q.turn_id) FROM extraction_queue q WHERE OWNED(q) AND q.scope = :scope"
    " AND q.kind = 'consolidate' AND q.session_id = :session_id AND q.status = 'done'"
)
ITEMS_OF_SESSION = (
    "SELECT i.id FROM memory_items i WHERE i.session_id = :session_id AND "
    + VISIBLE_ITEM
    + " AND "
    + KEPT_ITEM
    + " ORDER BY i.importance DESC, i.sequence DESC LIMIT :limit"
)


@dataclass(frozen=True, slots=True)
class WorkingRow:
    """The working memory of a session as it is kept: JSON, whose shape `mind.working` knows."""

    session_id: str
    scope: str
    current_task: JSON = None
    context: JSON = field(default_factory=dict)
    temporary_files: JSON = field(default_factory=list)
    thought_chain: JSON = None
    temporary_state: JSON = field(default_factory=dict)
    recently_completed: JSON = field(default_factory=list)
    last_updated: datetime | None = None


@intact
def working_of(row: Row) -> WorkingRow:
    session_id, scope, *texts, updated = row
    task, context, files, chain, state, past = (None if text is None else json.loads(text) for text in texts)
    return WorkingRow(session_id, scope, task, context, files, chain, state, past, from_micros(updated))


@intact
def compacted_of(row: Row) -> tuple[int, JSON]:
    return int(row[0]), None if row[1] is None else json.loads(row[1])


class WorkingTable:
    """Working memory and compacted past of the sessions of one scope. No item changes by it: the revision stays."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = params

    def of(self, session_id: str) -> WorkingRow | None:
        rows = self._cursor.all(WORKING, {**self._params, "session_id": session_id})
        return working_of(rows[0]) if rows else None

    def last_before(self, session_id: str) -> WorkingRow | None:
        """The working memory of this scope that was changed last, other than this session's."""
        rows = self._cursor.all(WORKING_LAST, {**self._params, "session_id": session_id})
        return working_of(rows[0]) if rows else None

    def put(self, row: WorkingRow) -> None:
        """Keep a session's working memory, and count that as a sign of life."""
        params = {
            **self._params,
            "session_id": row.session_id,
            "scope": row.scope,
            "current_task": None if row.current_task is None else dumps(row.current_task),
            "context": dumps(row.context),
            "temporary_files": dumps(row.temporary_files),
            "thought_chain": None if row.thought_chain is None else dumps(row.thought_chain),
            "temporary_state": dumps(row.temporary_state),
            "recently_completed": dumps(row.recently_completed),
            "last_updated": self._params["now"],
        }
        if not self._cursor.run(WORKING_CHANGE, params):
            self._cursor.run(WORKING_PUT, params)
        self.touch([row.session_id])

    def compacted(self, session_id: str) -> tuple[int, JSON]:
        """Up to which position a session is compacted, and into what."""
        rows = self._cursor.all(COMPACTED, {**self._params, "session_id": session_id})
        return compacted_of(rows[0]) if rows else (0, None)

    def compact(self, session_id: str, before: int, watermark: int, compacted: JSON) -> bool:
        """Move the watermark from `before`. False when somebody else has moved it."""
        given = {"session_id": session_id, "before": before, "watermark": watermark, "compacted": dumps(compacted)}
        return watermark >= before and bool(self._cursor.run(COMPACT, {**self._params, **given}))

    def idle(self, since: datetime) -> list[str]:
        """Open sessions of this scope without a sign of life since then, the oldest first."""
        rows = self._cursor.all(SESSIONS_IDLE, {**self._params, "idle_since": to_micros(since)})
        return [row[0] for row in rows]

    def touch(self, session_ids: Sequence[str]) -> None:
        """These sessions are in use."""
        if session_ids:
            self._cursor.run(SESSIONS_ALIVE, {**self._params, "ids": dumps(list(session_ids))})

    def concluded_in(self, session_id: str, limit: int) -> list[str]:
        """Ids of the items of this session that are kept, past and future ones too, the most important first."""
        rows = self._cursor.all(ITEMS_OF_SESSION, {**self._params, "session_id": session_id, "limit": limit})
        return [row[0] for row in rows]

    def unconsolidated(self, session_id: str, turn_count: int) -> int:
        """How many turns of a session were said since it was consolidated."""
        count, first, last = self._cursor.all(CONSOLIDATED, {**self._params, "session_id": session_id})[0]
        return turn_count if not count else 0 if first == 0 else max(0, turn_count - last)

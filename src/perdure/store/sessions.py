"""Sessions: started in a scope, counted, ended once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from perdure.clock import to_micros
from perdure.store.rows import session_of
from perdure.store.statements import VISIBLE_SESSION
from perdure.store.unit import Unit
from perdure.values import Session

SESSION_COLUMNS = (
    "s.id, s.scope, s.kind, s.started_at, s.completed_at, s.message_count, s.turn_count, s.total_tokens, s.watermark"
)
SESSION = "SELECT " + SESSION_COLUMNS + " FROM sessions s WHERE s.id = :id AND " + VISIBLE_SESSION
# Over all scopes: holding a session's id is what lets a caller act in its scope.
SESSION_SCOPE = "SELECT s.scope FROM sessions s WHERE OWNED(s) AND s.id = :id"
SESSIONS = (
    "SELECT " + SESSION_COLUMNS + " FROM sessions s WHERE " + VISIBLE_SESSION + " ORDER BY s.sequence DESC LIMIT :limit"
)
SESSION_ADD = (
    "INSERT INTO sessions (id, scope, kind, started_at, message_count, turn_count, total_tokens, sequence, alive_at)"
    " VALUES (:id, :scope, :kind, :started_at, 0, 0, 0, :sequence, :started_at)"
)
SESSION_COUNT = (
    "UPDATE sessions AS s SET message_count = s.message_count + :messages, turn_count = :turn_count,"
    " total_tokens = s.total_tokens + :tokens, alive_at = :now WHERE s.id = :id AND OWNED(s)"
)
SESSION_END = "UPDATE sessions AS s SET completed_at = :completed_at WHERE s.id = :id AND OWNED(s)"


class SessionTable(Unit):
    """The sessions that a unit of work sees and writes."""

    def session(self, session_id: str) -> Session | None:
        rows = self._cursor.all(SESSION, self._params | {"id": session_id})
        return session_of(rows[0]) if rows else None

    def scope_of(self, session_id: str) -> str | None:
        """The scope in which a session was started: whoever holds its id may act there."""
        rows = self._cursor.all(SESSION_SCOPE, self._params | {"id": session_id})
        return str(rows[0][0]) if rows else None

    def sessions(self, limit: int) -> list[Session]:
        return [session_of(row) for row in self._cursor.all(SESSIONS, self._params | {"limit": limit})]

    def add_session(self, session_id: str, kind: str, *, started_at: datetime | None = None) -> Session:
        """Open a session in this transaction's scope; one that was held elsewhere began when it began."""
        session = Session(session_id, self.scope, kind, started_at or self.now)
        self._cursor.later(
            SESSION_ADD,
            {
                "id": session_id,
                "scope": self.scope,
                "kind": kind,
                "started_at": to_micros(session.started_at),
                "sequence": self._next(),
            },
        )
        return session

    def end_session(self, session: Session, *, at: datetime | None = None) -> Session:
        """Close a session now, or as of when it was closed elsewhere."""
        self._touched = True
        ended = at or self.now
        self._cursor.later(SESSION_END, self._params | {"id": session.id, "completed_at": to_micros(ended)})
        return replace(session, completed_at=ended)

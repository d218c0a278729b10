"""Which patches were applied where, and what came of it. What a patch says is an item; this is only the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from perdure.clock import from_micros, iso
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.values import JSON

Result = Literal["success", "partial", "failed"]
RESULTS: tuple[Result, ...] = ("success", "partial", "failed")

APPLICATION_ADD = (
    "INSERT INTO patch_history (sequence, patch_id, patch_key, scope, session_id, model, applied_at, outcome, feedback)"
    " VALUES (:sequence, :patch_id, :patch_key, :scope, :session_id, :model, :applied_at, :outcome, :feedback)"
)
_COLUMNS = "h.sequence, h.patch_id, h.patch_key, h.scope, h.session_id, h.model, h.applied_at, h.outcome, h.feedback"
_VISIBLE = "OWNED(h) AND h.scope IN (:scope, 'shared')"
APPLICATIONS = (
    "SELECT " + _COLUMNS + " FROM patch_history h WHERE " + _VISIBLE + " ORDER BY h.sequence DESC LIMIT :limit"
)
APPLICATIONS_OF_KEY = (
    "SELECT "
    + _COLUMNS
    + " FROM patch_history h WHERE h.patch_key = :key AND "
    + _VISIBLE
    + " ORDER BY h.sequence DESC LIMIT :limit"
)
# The last word on each patch in one session, for one model: by the index on the key, patch by patch.
APPLICATIONS_IN_SESSION = (
    "SELECT h.patch_id, h.outcome FROM patch_history h WHERE h.patch_key IN EACH(:ids) AND h.session_id = :session_id"
    " AND h.model = :model AND " + _VISIBLE + " ORDER BY h.sequence"
)


@dataclass(frozen=True, slots=True)
class Application:
    """One time that a patch was applied: in which session, for which model, and what came of it."""

    sequence: int
    patch_id: str
    patch_key: str
    scope: str
    session_id: str | None
    model: str
    applied_at: datetime
    outcome: Result
    feedback: str | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "sequence": self.sequence,
            "patch_id": self.patch_id,
            "key": self.patch_key,
            "scope": self.scope,
            "session": self.session_id,
            "model": self.model,
            "applied_at": iso(self.applied_at),
            "outcome": self.outcome,
            "feedback": self.feedback,
        }


@intact
def application_of(row: Row) -> Application:
    if row[7] not in RESULTS:
        raise ValueError("no such outcome")
    return Application(row[0], row[1], row[2], row[3], row[4], row[5], from_micros(row[6]), row[7], row[8])


class PatchLog:
    """The log of applications, within one scope."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number

    def add(
        self,
        patch_id: str,
        patch_key: str,
        *,
        session_id: str | None,
        model: str,
        outcome: Result,
        feedback: str | None = None,
    ) -> None:
        """Log that a patch was applied just now."""
        self._cursor.run(
            APPLICATION_ADD,
            {
                "sequence": self._next(),
                "patch_id": patch_id,
                "patch_key": patch_key,
                "scope": self._params["scope"],
                "session_id": session_id,
                "model": model,
                "applied_at": self._params["now"],
                "outcome": outcome,
                "feedback": feedback,
            },
        )

    def history(self, key: str | None, limit: int) -> list[Application]:
        """Applications, newest first; of one patch, or of all."""
        statement = APPLICATIONS if key is None else APPLICATIONS_OF_KEY
        rows = self._cursor.all(statement, {**self._params, "key": key, "limit": limit})
        return [application_of(row) for row in rows]

    def in_session(self, session_id: str, model: str, keys: Sequence[str]) -> dict[str, str]:
        """For each patch (by id) the outcome that was logged last in a session."""
        given = {**self._params, "ids": dumps(keys), "session_id": session_id, "model": model}
        return {str(row[0]): str(row[1]) for row in self._cursor.all(APPLICATIONS_IN_SESSION, given)}

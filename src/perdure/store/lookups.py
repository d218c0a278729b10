"""Looks into the archive: when, for which reason, and how much came back. Never what was asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Row
from perdure.store.rows import intact
from perdure.store.unit import Unit

LOOKUP_ADD = (
    "INSERT INTO lookups (sequence, looked_at, scope, session_id, reason, hits)"
    " VALUES (:sequence, :looked_at, :scope, :session_id, :reason, :hits)"
)
LOOKUPS = (
    "SELECT l.sequence, l.looked_at, l.scope, l.session_id, l.reason, l.hits FROM lookups l"
    " WHERE OWNED(l) AND l.scope IN (:scope, 'shared') ORDER BY l.sequence DESC LIMIT :limit"
)


@dataclass(frozen=True, slots=True)
class Lookup:
    """One look into the archive."""

    sequence: int
    at: datetime
    scope: str
    session_id: str | None
    reason: str
    hits: int


@intact
def lookup_of(row: Row) -> Lookup:
    return Lookup(row[0], from_micros(row[1]), row[2], row[3], row[4], row[5])


class LookupTable(Unit):
    """The looks into the archive that a unit of work logs."""

    def add_lookup(self, session_id: str | None, reason: str, hits: int, *, at: datetime | None = None) -> None:
        """Log a look into the archive: when (now, unless it is said) and why, never what was asked."""
        self._cursor.later(
            LOOKUP_ADD,
            {
                "sequence": self._next(),
                "looked_at": to_micros(at or self.now),
                "scope": self.scope,
                "session_id": session_id,
                "reason": reason,
                "hits": hits,
            },
        )

"""What models cost: tokens and calls per day, purpose, model and session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Cursor, Row
from perdure.store.rows import intact
from perdure.store.settings import AgentSettings
from perdure.values import JSON

USAGE_RAISE = (
    "UPDATE usage AS u SET calls = u.calls + :calls, failures = u.failures + :failures,"
    " tokens_in = u.tokens_in + :tokens_in, tokens_out = u.tokens_out + :tokens_out"
    " WHERE OWNED(u) AND u.day = :day AND u.purpose = :purpose AND u.model = :model AND u.session_id = :session_id"
)
USAGE_ADD = (
    "INSERT INTO usage (day, purpose, model, session_id, scope, calls, failures, tokens_in, tokens_out)"
    " VALUES (:day, :purpose, :model, :session_id, :scope, :calls, :failures, :tokens_in, :tokens_out)"
)
# Over all scopes: the cap is the agent's, and a sum of tokens tells nothing of what was said.
USAGE_OF_DAY = (
    "SELECT COALESCE(SUM(u.calls), 0), COALESCE(SUM(u.failures), 0), COALESCE(SUM(u.tokens_in), 0),"
    " COALESCE(SUM(u.tokens_out), 0) FROM usage u WHERE OWNED(u) AND u.day = :day"
)
USAGE = (
    "SELECT u.day, u.purpose, u.model, u.session_id, u.calls, u.failures, u.tokens_in, u.tokens_out FROM usage u"
    " WHERE OWNED(u) AND u.scope IN (:scope, 'shared') ORDER BY u.day DESC, u.purpose, u.model, u.session_id"
    " LIMIT :limit"
)


RESERVED = "reserved"
"""What the settings of an agent call the tokens that calls under way may cost, in whichever process."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls and tokens of a day."""

    calls: int
    failures: int
    tokens_in: int
    tokens_out: int

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Usage:
    """What one purpose cost with one model on one day in one session (`` outside any)."""

    day: str
    purpose: str
    model: str
    session_id: str
    calls: int
    failures: int
    tokens_in: int
    tokens_out: int

    def as_json(self) -> dict[str, JSON]:
        return {
            "day": self.day,
            "purpose": self.purpose,
            "model": self.model,
            "session": self.session_id,
            "calls": self.calls,
            "failures": self.failures,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
        }


@intact
def usage_of(row: Row) -> Usage:
    return Usage(row[0], row[1], row[2], row[3], int(row[4]), int(row[5]), int(row[6]), int(row[7]))


class Ledger:
    """The ledger of one agent. Days are those of UTC. No item changes by it, so the revision stays."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = params
        self._settings = AgentSettings(cursor, params, lambda: None)

    @property
    def day(self) -> str:
        """Today, as the ledger writes it."""
        return from_micros(self._params["now"]).date().isoformat()

    def add(
        self,
        purpose: str,
        model: str,
        session_id: str = "",
        *,
        tokens_in: int,
        tokens_out: int,
        failed: bool = False,
    ) -> None:
        """One call, whether or not it brought an answer."""
        row = {
            **self._params,
            "day": self.day,
            "purpose": purpose,
            "model": model,
            "session_id": session_id,
            "calls": 1,
            "failures": int(failed),
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
        }
        if not self._cursor.run(USAGE_RAISE, row):
            self._cursor.run(USAGE_ADD, row)

    def reserved(self) -> int:
        """What calls under way may cost. One whose time is over was cut short, and counts no more."""
        return sum(tokens for tokens, _ in self._under_way().values())

    def reserve(self, name: str, tokens: int, until: datetime) -> None:
        """Set tokens aside for a call, until it is settled, or for so long."""
        self._settings.set(RESERVED, {**self._under_way(), name: [tokens, to_micros(until)]})

    def settle(self, name: str) -> None:
        """A call is over."""
        left = {other: kept for other, kept in self._under_way().items() if other != name}
        self._settings.set(RESERVED, left or None)

    def _under_way(self) -> dict[str, list[int]]:
        held: dict[str, list[int]] = self._settings.get(RESERVED) or {}
        return {name: kept for name, kept in held.items() if kept[1] > self._params["now"]}

    def today(self) -> Spent:
        """What was spent today, over all scopes."""
        calls, failures, tokens_in, tokens_out = self._cursor.all(USAGE_OF_DAY, {**self._params, "day": self.day})[0]
        return Spent(int(calls), int(failures), int(tokens_in), int(tokens_out))

    def rows(self, limit: int) -> list[Usage]:
        """The entries of this scope, the latest day first."""
        return [usage_of(row) for row in self._cursor.all(USAGE, {**self._params, "limit": limit})]

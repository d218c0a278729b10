"""What every table of a transaction stands on: the driver, one scope, one moment, and the agent's counters."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.errors import StoreDamaged
from perdure.ids import Ids
from perdure.messages import say
from perdure.store.contract import Blobs, Cursor, Row
from perdure.store.rows import blob, dumps, intact

AGENT_HEAD = "SELECT a.revision, a.sequence, a.chain_head, a.clock_high FROM agents a WHERE OWNED(a)"
AGENT_MOVE = (
    "UPDATE agents AS a SET revision = :revision, sequence = :sequence, chain_head = :chain_head,"
    " clock_high = :clock_high WHERE OWNED(a)"
)
AGENT_SECRET = "SELECT a.secret FROM agent_secrets a WHERE OWNED(a)"
AGENT_ROW = "SELECT a.agent_id, a.name, a.created_at, a.revision FROM agents a WHERE OWNED(a)"

ALL = 1 << 31
"""A limit that is none."""
LAST = (1 << 63) - 1
"""The largest sequence there can be."""


@dataclass(slots=True)
class Counters:
    """The agent's counters, read when the transaction begins and written back when it ends."""

    revision: int
    sequence: int
    chain: bytes
    clock_high: int
    is_touched: bool = False
    """Whether anything was written since."""


@intact
def agent_of(row: Row) -> Counters:
    revision, sequence, chain, clock_high = row
    return Counters(int(revision), int(sequence), blob(chain), int(clock_high))


def move_counters(cursor: Cursor, to: Counters) -> None:
    cursor.later(
        AGENT_MOVE,
        {"revision": to.revision, "sequence": to.sequence, "chain_head": to.chain, "clock_high": to.clock_high},
    )


def by_owner(rows: Iterable[Row], owner: int) -> dict[str, list[Row]]:
    """Rows by the column that names whom they belong to."""
    gathered: dict[str, list[Row]] = {}
    for row in rows:
        gathered.setdefault(row[owner], []).append(row)
    return gathered


class Unit:
    """One unit of work: it sees one scope and `shared`, at one moment."""

    def __init__(
        self, cursor: Cursor, blobs: Blobs, ids: Ids, *, scope: str, now: datetime, head: Counters | None = None
    ) -> None:
        """`head` are the counters of the same transaction in another scope; else they are read."""
        self._cursor = cursor
        self._blobs = blobs
        self.ids = ids
        self.scope = scope
        self.now = now
        self._params: dict[str, Any] = {"scope": scope, "now": to_micros(now)}
        self._head = self._read_head() if head is None else head
        self._secret: bytes | None = None

    def _read_head(self) -> Counters:
        rows = self._cursor.all(AGENT_HEAD, self._params)
        if not rows:
            raise StoreDamaged("the agent's own row is missing from its store", hint=say("hint.restore_store"))
        return agent_of(rows[0])

    @property
    def _touched(self) -> bool:
        return self._head.is_touched

    @_touched.setter
    def _touched(self, is_touched: bool) -> None:
        self._head.is_touched = is_touched

    @property
    def revision(self) -> int:
        """The revision this transaction reads, or is going to write."""
        return self._head.revision + self._touched

    @property
    def sequence(self) -> int:
        """The last number given out on the agent's number line."""
        return self._head.sequence

    @property
    def chain_head(self) -> bytes:
        """The last link, as the agent's row remembers it."""
        return self._head.chain

    @property
    def clock_high(self) -> datetime:
        """The latest time at which anything was written."""
        return from_micros(self._head.clock_high)

    @property
    def clock_went_back_by(self) -> float:
        """Seconds by which the clock is behind the latest write; 0.0 when it runs forward."""
        return max(0, self._head.clock_high - to_micros(self.now)) / 1e6

    def keyed(self, purpose: str, data: bytes) -> bytes:
        """A hash of data that only this store can make: different for each purpose."""
        if self._secret is None:
            rows = self._cursor.all(AGENT_SECRET, self._params)
            if not rows:
                raise StoreDamaged("the secret of this store is missing", hint=say("hint.restore_store"))
            self._secret = blob(rows[0][0])
        return hmac.digest(self._secret, purpose.encode() + b"\0" + data, "sha256")

    def finish(self) -> None:
        """Write the counters back. The engine calls this just before it commits."""
        if self._touched:
            move_counters(self._cursor, self.reached())

    def reached(self) -> Counters:
        """The counters as they are after this unit: whoever writes next in the same transaction goes on from them."""
        head = self._head
        high = max(head.clock_high, to_micros(self.now)) if head.is_touched else head.clock_high
        return Counters(self.revision, head.sequence, head.chain, high)

    def _move(self, *, revision: int, sequence: int, chain: bytes, clock_high: int) -> None:
        """Let the counters go on from what was put in as it is; they never go back."""
        head = self._head
        head.is_touched = True
        head.revision, head.sequence = max(head.revision, revision), max(head.sequence, sequence)
        head.chain, head.clock_high = chain, max(head.clock_high, clock_high)

    def _next(self) -> int:
        """The next number on the agent's number line. Taking one moves the revision."""
        self._touched = True
        self._head.sequence += 1
        return self._head.sequence

    def _by_owner(self, statement: str, owners: Sequence[str], *, owner: int) -> dict[str, list[Row]]:
        """Rows that belong to any of the owners, in one query, gathered by owner."""
        if not all(isinstance(name, str) for name in owners):
            raise StoreDamaged("the id of a row is not what was stored", hint=say("hint.run_doctor"))
        return by_owner(self._cursor.all(statement, self._params | {"ids": dumps(owners)}), owner) if owners else {}

"""What a search reads: chunks of items and of records, and what narrows or widens a look at them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Row
from perdure.store.rows import intact

RECALL = "recall"
ARCHIVAL = "archival"


class View(StrEnum):
    """Which versions a search may return."""

    CURRENT = "current"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Totals:
    """The size of a word index."""

    chunks: int
    words: int


class Worth(NamedTuple):
    """What an item's place in an order depends on besides the question."""

    item_id: str
    type: str
    sequence: int
    confidence: float
    importance: float
    trust: float
    use_count: int
    confirmed_at: int
    """Microseconds since 1970: when it was last confirmed, or else concluded."""


class ItemChunk(NamedTuple):
    """A piece of an item's text, as search words, and what the item is worth."""

    item_id: str
    type: str
    sequence: int
    confidence: float
    importance: float
    trust: float
    use_count: int
    confirmed_at: int
    id: int
    search_text: str


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """A piece of a record's text, as search words, with its place in the conversation."""

    id: int
    record_id: str
    session_id: str
    position: int
    ordinal: int
    search_text: str
    timestamp: datetime
    role: str
    speaker: str | None
    name: str | None
    ends_with: str | None


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrows a look into the archive. It can never widen the scope: that is the transaction's."""

    session_id: str | None = None
    role: str | None = None
    name: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def admits(self, chunk: RecordChunk) -> bool:
        """The same rule for a record that came along as a neighbour."""
        return (
            self.session_id in (None, chunk.session_id)
            and self.role in (None, chunk.role)
            and self.name in (None, chunk.name)
            and (self.since is None or chunk.timestamp >= self.since)
            and (self.until is None or chunk.timestamp < self.until)
        )

    def params(self) -> dict[str, Any]:
        return {
            "session_id": self.session_id,
            "role": self.role,
            "name": self.name,
            "since": None if self.since is None else to_micros(self.since),
            "until": None if self.until is None else to_micros(self.until),
        }


@intact
def record_chunk_of(row: Row) -> RecordChunk:
    return RecordChunk(
        row[0], row[1], row[2], row[3], row[4], row[5], from_micros(row[6]), row[7], row[8], row[9], row[10]
    )

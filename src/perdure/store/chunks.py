"""What a search reads: chunks of items and of records, and what narrows or widens a look at them."""

from __future__ import annotations

from collections.abc import Iterable
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
    holds_from: int
    holds_until: int
    """Within this time only a write can change that a scope sees it; of what hangs on others it is no time at all."""


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


class Pieces(NamedTuple):
    """Pieces of records without their words, as arrays: how long each is, who said it, where and when."""

    ids: Any
    record_ids: tuple[str, ...]
    positions: Any
    ordinals: Any
    lengths: Any
    timestamps: Any
    """Microseconds since 1970."""
    roles: tuple[str, ...]
    speakers: tuple[str | None, ...]
    names: tuple[str | None, ...]
    ends: tuple[str | None, ...]
    """The last character of a record, with its first piece."""


class PiecePlace(NamedTuple):
    """Where a piece of a record stands, how many words it has, and what a filter asks of it."""

    id: int
    session_id: str
    position: int
    ordinal: int
    length: float
    timestamp: int
    """Microseconds since 1970."""
    role: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrows a look into the archive. It can never widen the scope: that is the transaction's."""

    session_id: str | None = None
    role: str | None = None
    name: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def admitted(self, places: Iterable[PiecePlace]) -> list[PiecePlace]:
        """The same rule as that of the statements, for what was read before."""
        since = None if self.since is None else to_micros(self.since)
        until = None if self.until is None else to_micros(self.until)
        return [
            place
            for place in places
            if self.session_id in (None, place.session_id)
            and self.role in (None, place.role)
            and self.name in (None, place.name)
            and (since is None or place.timestamp >= since)
            and (until is None or place.timestamp < until)
        ]

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


@intact
def pieces_of(rows: tuple[Row, ...]) -> Pieces:
    """There may be thousands, so that they are not looked at one by one."""
    import numpy as np

    columns = list(zip(*rows, strict=True)) if rows else [()] * len(Pieces._fields)
    ids, record_ids, *numbers = columns[:6]
    positions, ordinals, lengths, timestamps = (np.array(column, np.int64) for column in numbers)
    roles, speakers, names, ends = columns[6:10]
    return Pieces(
        np.array(ids, np.int64),
        record_ids,
        positions,
        ordinals,
        lengths.astype(np.float64),
        timestamps,
        roles,
        speakers,
        names,
        ends,
    )


@intact
def place_of(row: Row) -> PiecePlace:
    return PiecePlace(
        int(row[0]), str(row[1]), int(row[2]), int(row[3]), float(row[4]), int(row[5]), str(row[6]), row[7]
    )

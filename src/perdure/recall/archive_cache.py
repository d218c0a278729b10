"""What look-ups keep of the archive: who said how much where and when. No text, and no words: those are in the index.

A session is kept in stretches. Records are only ever appended, so what was read stays right; the store says where
something was added, and its totals say whether anything is gone. Then all of it is read again at need.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from perdure.store.finder import ARCHIVAL, Filters, Finder, Piece, PiecePlace
from perdure.store.transaction import Transaction

STRETCH = 128
"""Records to a stretch, by their places in the session."""
HELD = 50_000
"""Pieces of records that are kept for one scope, at some 300 bytes each; those used longest ago go first."""
SCOPES = 8

Key = tuple[str, int]
"""A session, and the number of a stretch in it."""


@dataclass(slots=True)
class RecordRun:
    """Neighbouring records of a session and their pieces, in order."""

    session_id: str
    # of each piece
    ids: Any
    record: Any
    """Which record of the stretch it is of."""
    ordinal: Any
    length: Any
    # of each record
    position: Any
    timestamp: Any
    record_ids: list[str]
    roles: list[str]
    speakers: list[str | None]
    names: list[str | None]
    asks: Any
    """Whether it ends with a question mark."""

    @classmethod
    def of(cls, session_id: str, pieces: Sequence[Piece]) -> RecordRun:
        import numpy as np

        firsts: dict[int, Piece] = {}
        for piece in pieces:
            firsts.setdefault(piece.position, piece)
        index = {position: number for number, position in enumerate(firsts)}
        records = list(firsts.values())
        return cls(
            session_id,
            np.array([piece.id for piece in pieces], np.int64),
            np.array([index[piece.position] for piece in pieces], np.int64),
            np.array([piece.ordinal for piece in pieces], np.int64),
            np.array([piece.length for piece in pieces], np.float64),
            np.array([first.position for first in records], np.int64),
            np.array([first.timestamp for first in records], np.int64),
            [first.record_id for first in records],
            [first.role for first in records],
            [first.speaker for first in records],
            [first.name for first in records],
            np.array([first.ends_with in ("?", "？") for first in records], np.float64),
        )

    def places(self) -> dict[int, PiecePlace]:
        """Where each piece stands."""
        positions, timestamps = self.position.tolist(), self.timestamp.tolist()
        pieces = zip(self.ids.tolist(), self.record.tolist(), self.ordinal.tolist(), self.length.tolist(), strict=True)
        return {
            id: PiecePlace(
                id, self.session_id, positions[at], ordinal, length, timestamps[at], self.roles[at], self.names[at]
            )
            for id, at, ordinal, length in pieces
        }


@dataclass(slots=True)
class HeldArchive:
    """What is kept of the archive as one scope sees it."""

    revision: int
    sequence: int
    chunks: int
    """How many pieces the whole archive had."""
    stretches: dict[Key, RecordRun] = field(default_factory=dict)
    places: dict[int, PiecePlace] = field(default_factory=dict)
    pieces: int = 0

    def follow(self, tx: Transaction) -> None:
        """Let go of what is no longer so: where something was added, or all of it if something is gone."""
        grown = tx.finder.grown_sessions(self.sequence)
        live = tx.finder.totals(ARCHIVAL).chunks
        if self.chunks + sum(count for _, _, count in grown) != live:
            self.stretches, self.places, self.pieces = {}, {}, 0
        first = {session_id: position // STRETCH for session_id, position, _ in grown}
        for key in [key for key in self.stretches if key[1] >= first.get(key[0], key[1] + 1)]:
            self.let_go(key)
        self.revision, self.sequence, self.chunks = tx.revision, tx.sequence, live

    def keep(self, key: Key, stretch: RecordRun) -> None:
        if key in self.stretches:
            return
        self.stretches[key] = stretch
        self.places.update(stretch.places())
        self.pieces += len(stretch.ids)
        while self.pieces > HELD and len(self.stretches) > 1:
            self.let_go(next(iter(self.stretches)))
        if len(self.places) > 2 * HELD:  # those that were looked up one by one
            self.places = {id: place for one in self.stretches.values() for id, place in one.places().items()}

    def let_go(self, key: Key) -> None:
        stretch = self.stretches.pop(key)
        self.pieces -= len(stretch.ids)
        for chunk_id in stretch.ids.tolist():
            self.places.pop(chunk_id, None)


class ArchiveCache:
    """What one agent's look-ups keep, by scope. The store decides whether it holds."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._scopes: dict[str, HeldArchive] = {}

    def reader(self, tx: Transaction) -> ArchiveReader:
        """The archive as this unit of work sees it."""
        with self._guard:
            held = self._scopes.pop(tx.scope, None)
            if held is None:
                held = HeldArchive(tx.revision, tx.sequence, tx.finder.totals(ARCHIVAL).chunks)
            if held.revision < tx.revision:
                held.follow(tx)
            self._scopes[tx.scope] = held
            while len(self._scopes) > SCOPES:
                self._scopes.pop(next(iter(self._scopes)))
            # A reader that began before the last write must not see what came after it.
            known = held if held.revision == tx.revision else HeldArchive(tx.revision, tx.sequence, 0)
        return ArchiveReader(tx.finder, known, self._guard, tx.revision)


@dataclass(slots=True)
class ArchiveReader:
    """Stretches and places, from memory or else from the store."""

    find: Finder
    _held: HeldArchive
    _guard: threading.Lock
    _revision: int

    def stretch(self, session_id: str, number: int, *, pieces: int, limit: int) -> RecordRun | None:
        """A stretch of a session; None if it has more pieces than the limit."""
        key = session_id, number
        with self._guard:
            known = self._held.stretches.pop(key, None) if self._held.revision == self._revision else None
            if known is not None:
                self._held.stretches[key] = known  # used last
        if known is None:
            first = number * STRETCH
            found = self.find.pieces(session_id, first, first + STRETCH - 1, pieces=pieces, limit=limit + 1)
            if len(found) > limit:
                return None
            known = RecordRun.of(session_id, found)
            with self._guard:
                if self._held.revision == self._revision:
                    self._held.keep(key, known)
        return known if len(known.ids) <= limit else None

    def close_by(self, session_id: str, positions: Sequence[int], *, wide: int, pieces: int) -> RecordRun:
        """What stands beside the hits of a session, and is not kept."""
        found: dict[int, Piece] = {}
        for position in sorted(set(positions)):
            most = (2 * wide + 1) * pieces
            beside = self.find.pieces(session_id, position - wide, position + wide, pieces=pieces, limit=most)
            found |= {piece.id: piece for piece in beside}
        return RecordRun.of(session_id, sorted(found.values(), key=lambda piece: (piece.position, piece.ordinal)))

    def placed(self, ids: Sequence[int], filters: Filters) -> list[PiecePlace]:
        """Where pieces stand that this scope may see and a filter admits."""
        known = self._held.places if self._held.revision == self._revision else {}
        found = {chunk_id: place for chunk_id in ids if (place := known.get(chunk_id)) is not None}
        if rest := [chunk_id for chunk_id in ids if chunk_id not in found]:
            read = {place.id: place for place in self.find.piece_places(rest, Filters())}
            found |= read
            with self._guard:
                if self._held.revision == self._revision and len(self._held.places) + len(read) <= 2 * HELD:
                    self._held.places.update(read)
        return filters.admitted(found.values()) if filters != Filters() else list(found.values())

"""What look-ups keep of the archive: who said how much where and when. No words: those are in the index.

A session is kept in stretches. Records are only ever appended, so what was read stays right; the store says where
something was added, and its totals say whether anything is gone. Then all of it is read again at need. A small archive
is kept whole, as one table, and every record of it is a candidate: that is cheaper than to choose some first.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from perdure.recall.ideas import PieceIdeas
from perdure.recall.surroundings import RecordRun, Surroundings
from perdure.store.contract import Row
from perdure.store.finder import ARCHIVAL, Filters, Finder, PiecePlace
from perdure.store.transaction import LAST, Transaction

STRETCH = 128
"""Records to a stretch, by their places in the session."""
HELD = 50_000
"""Pieces of records that are kept for one scope, at some 300 bytes each; those used longest ago go first."""
SCOPES = 8
WHOLE = 4_096
"""An archive of no more pieces is kept whole."""

Key = tuple[str, int]
"""A session, and the number of a stretch in it."""


@dataclass(slots=True)
class WholeArchive:
    """All that one scope sees of a small archive, as one table."""

    stretches: dict[Key, RecordRun]
    grown: dict[str, int] = field(default_factory=dict)
    """Sessions to which something was added since, and from which stretch on they are to be read again."""
    table: Surroundings | None = None
    is_made: bool = False

    def add(self, session_id: str, rows: Sequence[Row]) -> None:
        """Take in what was read of a session, from the beginning of a stretch on."""
        places = [row[2] for row in rows]
        while rows:
            number = places[0] // STRETCH
            end = bisect_left(places, (number + 1) * STRETCH)
            self.stretches[session_id, number] = RecordRun.of(session_id, rows[:end])
            places, rows = places[end:], rows[end:]

    def grow(self, session_id: str, position: int) -> None:
        """Something was added there: what is kept of it is no longer all."""
        number = position // STRETCH
        number = self.grown[session_id] = min(number, self.grown.get(session_id, number))
        for key in [key for key in self.stretches if key[0] == session_id and key[1] >= number]:
            del self.stretches[key]
        self.table, self.is_made = None, False

    def make(self, find: Finder) -> None:
        stretches = list(self.stretches.values())
        read_ideas(find, stretches)
        self.table, self.is_made = Surroundings.of(stretches), True
        self.grown.clear()


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
    whole: WholeArchive | None = None

    def follow(self, tx: Transaction) -> None:
        """Let go of what is no longer so: where something was added, or all of it if something is gone."""
        grown = tx.finder.grown_sessions(self.sequence)
        live = tx.finder.totals(ARCHIVAL).chunks
        if self.chunks + sum(count for _, _, count in grown) != live:
            self.stretches, self.places, self.pieces, self.whole = {}, {}, 0, None
        if self.whole is not None:
            for session_id, position, _ in grown:
                self.whole.grow(session_id, position)
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


def read_ideas(find: Finder, stretches: Sequence[RecordRun]) -> None:
    """What the pieces are about, of stretches of which it is not known yet."""
    unread = [one for one in stretches if one.ideas is None]
    if not unread:
        return
    words = dict(find.words_of_pieces([chunk_id for one in unread for chunk_id in one.ids.tolist()]))
    for one in unread:
        one.ideas = PieceIdeas.of([words.get(chunk_id, "") for chunk_id in one.ids.tolist()])


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
                held = _nothing(tx)
            if held.revision < tx.revision:
                held.follow(tx)
            self._scopes[tx.scope] = held
            while len(self._scopes) > SCOPES:
                self._scopes.pop(next(iter(self._scopes)))
            # A reader that began before the last write must not see what came after it.
            known = held if held.revision == tx.revision else _nothing(tx)
        return ArchiveReader(tx.finder, known, self._guard, tx.revision)


def _nothing(tx: Transaction) -> HeldArchive:
    """What is kept before anything was read."""
    return HeldArchive(tx.revision, tx.sequence, tx.finder.totals(ARCHIVAL).chunks)


@dataclass(slots=True)
class ArchiveReader:
    """Stretches and places, from memory or else from the store."""

    find: Finder
    _held: HeldArchive
    _guard: threading.Lock
    _revision: int

    @property
    def is_small(self) -> bool:
        """Whether the archive is small enough to be kept whole."""
        return self._held.chunks <= WHOLE

    def whole(self) -> Surroundings | None:
        """All of a small archive; None if nothing was said."""
        with self._guard:
            held = self._held if self._held.revision == self._revision else None
            whole = None if held is None else held.whole
            if whole is not None and whole.is_made:
                return whole.table
            if whole is None:
                whole = WholeArchive({})
                for session_id, rows in self.find.all_pieces():
                    whole.add(session_id, rows)
            else:
                for session_id, number in whole.grown.items():
                    most = self._held.chunks
                    first, last = number * STRETCH, LAST
                    whole.add(session_id, self.find.pieces(session_id, first, last, pieces=most, limit=most))
            whole.make(self.find)
            if held is not None:
                held.whole = whole
            return whole.table

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
        found: dict[int, Row] = {}
        for position in sorted(set(positions)):
            most = (2 * wide + 1) * pieces
            beside = self.find.pieces(session_id, position - wide, position + wide, pieces=pieces, limit=most)
            found |= {row[0]: row for row in beside}
        return RecordRun.of(session_id, sorted(found.values(), key=itemgetter(2, 3)))

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

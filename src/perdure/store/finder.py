"""What the read path asks of a store: which chunks hold these words, which are near a vector, what stands beside them.

An engine only proposes chunks (`Cursor.propose`, `Cursor.nearest`); what a scope may see and what holds now is decided
here, by the one visibility rule and the one meaning of "active", before anything is handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from perdure.clock import to_micros
from perdure.store.chunks import (
    ARCHIVAL,
    RECALL,
    Filters,
    ItemChunk,
    PiecePlace,
    RecordChunk,
    Totals,
    View,
    Worth,
    place_of,
    record_chunk_of,
)
from perdure.store.contract import Cursor, Row
from perdure.store.entity_finder import EntityFinder
from perdure.store.held_chunks import HeldChunks
from perdure.store.lookups import LOOKUPS, Lookup, lookup_of
from perdure.store.rows import dumps
from perdure.store.statements import CURRENT_ITEM, HOLDS_BETWEEN, VISIBLE_ITEM, VISIBLE_RECORD

__all__ = [
    "ARCHIVAL",
    "RECALL",
    "Filters",
    "Finder",
    "ItemChunk",
    "Lookup",
    "PiecePlace",
    "RecordChunk",
    "Totals",
    "View",
    "Worth",
]

# `THEN JOIN` is read in that order: the few chunks first, then what they are of. Ordering by `-x` says that the index
# on `x` is not the way in: the few rows that fit are found by what they are, and then sorted.

EVER_HELD = "i.version > 0 AND i.restricted_at IS NULL"  # a candidate that nobody accepted never had a version

# What an order is made of, so that only what is shown has to be read in full.
_WORTH = (
    "i.id, i.type, i.sequence, i.confidence, i.importance, i.trust, i.use_count,"
    " COALESCE(i.last_confirmed_at, i.created_at)"
)
_ITEM_CHUNKS = (
    "SELECT " + _WORTH + ", c.id, c.search_text, " + HOLDS_BETWEEN + " FROM memory_chunks c"
    " THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids) AND "
)
CURRENT_CHUNKS = _ITEM_CHUNKS + CURRENT_ITEM
HISTORY_CHUNKS = _ITEM_CHUNKS + VISIBLE_ITEM + " AND " + EVER_HELD

CURRENT_WORTH = "SELECT " + _WORTH + " FROM memory_items i WHERE i.id IN EACH(:ids) AND " + CURRENT_ITEM

# The end of a record is looked up once, with its first piece: to find it the whole text is gone through.
RECORD_CHUNK_COLUMNS = (
    "c.id, c.record_id, c.session_id, c.position, c.ordinal, c.search_text, r.timestamp, r.role, r.speaker, r.name,"
    " CASE WHEN c.ordinal = 0 THEN SUBSTR(r.content, LENGTH(r.content), 1) END"
)
_OF_RECORDS = (
    " FROM record_chunks c THEN JOIN archival_records r ON r.id = c.record_id AND "
    + VISIBLE_RECORD
    + " WHERE OWNED(c) AND "
)
_FILTERED = (
    _OF_RECORDS + "c.id IN NUMBERS(:ids)"
    " AND (CAST(:session_id AS TEXT) IS NULL OR r.session_id = :session_id)"
    " AND (CAST(:role AS TEXT) IS NULL OR r.role = :role)"
    " AND (CAST(:name AS TEXT) IS NULL OR r.name = :name)"
    " AND (CAST(:since AS BIGINT) IS NULL OR r.timestamp >= :since)"
    " AND (CAST(:until AS BIGINT) IS NULL OR r.timestamp < :until)"
)
RECORD_CHUNKS = "SELECT " + RECORD_CHUNK_COLUMNS + _FILTERED
# A text of n words has n - 1 spaces.
_LENGTH = "LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1"
PLACES = "SELECT c.id, c.session_id, c.position, c.ordinal, " + _LENGTH + ", r.timestamp, r.role, r.name" + _FILTERED
_PIECE = (
    "SELECT c.id, c.record_id, c.position, c.ordinal, "
    + _LENGTH
    + ", r.timestamp, r.role, r.speaker, r.name,"
    + " CASE WHEN c.ordinal = 0 THEN SUBSTR(r.content, LENGTH(r.content), 1) END"
)
WORDS_OF_PIECES = "SELECT c.id, c.search_text" + _OF_RECORDS + "c.id IN NUMBERS(:ids)"
ALL_PIECES = _PIECE + ", c.session_id" + _OF_RECORDS + "TRUE ORDER BY c.session_id, c.position, c.ordinal"
PIECES = (
    _PIECE + _OF_RECORDS + "c.session_id = :session_id AND c.position BETWEEN :first AND :last"
    " AND c.ordinal < :pieces ORDER BY c.position, c.ordinal LIMIT :limit"
)
# Over all scopes, and nothing of it is shown: where what is kept in memory may be out of date.
GROWN = (
    "SELECT c.session_id, MIN(c.position), COUNT(*) FROM record_chunks c WHERE OWNED(c) AND c.id > :after"
    " GROUP BY c.session_id"
)
TOTALS = "SELECT t.chunks, t.words FROM index_totals t WHERE OWNED(t) AND t.mem_type = :mem_type"

ITEMS_OF_TYPE = (
    "SELECT i.id FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.type = :type ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ITEMS_LIKE_KEY = (
    "SELECT i.id FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.key >= :first AND i.key < :last ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ITEMS_IN_TIME = (
    "SELECT i.id FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.event_from IS NOT NULL AND i.event_from < :until AND i.event_to > :since"
    " ORDER BY -i.event_from, -i.sequence LIMIT :limit"
)

_ITEM_CHUNK: Callable[[Row], ItemChunk] = partial(tuple.__new__, ItemChunk)  # there are hundreds to a question

_BY_CHUNK = {View.CURRENT: CURRENT_CHUNKS, View.HISTORY: HISTORY_CHUNKS}


class Finder(EntityFinder):
    """The read path's side of a transaction."""

    def __init__(
        self,
        cursor: Cursor,
        params: Mapping[str, Any],
        only: Callable[[Sequence[str]], set[str]] | None = None,
        held: HeldChunks | None = None,
    ) -> None:
        """What is `held` in memory is not read again."""
        super().__init__(cursor, params)
        self._only = only
        self._held = held

    def only(self, allowed: Callable[[Sequence[str]], set[str]]) -> Finder:
        """The same, among items that are allowed: it is given ids and answers which of them are."""
        return Finder(self._cursor, self._params, allowed)

    # words and vectors

    def totals(self, mem_type: str) -> Totals:
        rows = self._cursor.all(TOTALS, self._params | {"mem_type": mem_type})
        return Totals(*rows[0]) if rows else Totals(0, 0)

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        """In how many chunks each word stands."""
        return self._cursor.frequencies(mem_type, words) if words else {}

    def item_chunks(
        self, weights: Mapping[str, float], totals: Totals, *, pool: int, at_least: int, view: View
    ) -> tuple[list[ItemChunk], dict[int, float]]:
        """The chunks of visible items that score best by these words, as many as the pool gives, and their scores."""
        scores: dict[int, float] = {}

        def propose(size: int) -> list[int]:
            scores.update(self._cursor.propose(RECALL, weights, totals, size))
            return list(scores)

        return self._widening(propose, lambda ids: self._chunks(view, ids), pool, at_least), scores

    def near_items(
        self, model: str, vector: bytes, *, pool: int, at_least: int, view: View, read: Mapping[int, ItemChunk]
    ) -> tuple[list[ItemChunk], dict[int, float]]:
        """The chunks of visible items nearest to a vector, and how near each is. Those in `read` are not read again."""
        near: dict[int, float] = {}

        def propose(size: int) -> list[int]:
            near.update(self._cursor.nearest(RECALL, model, vector, size))
            return list(near)

        def keep(ids: Sequence[int]) -> list[ItemChunk]:
            new = [chunk_id for chunk_id in ids if chunk_id not in read]
            fresh = self._chunks(view, new) if new else []
            return [*fresh, *(read[chunk_id] for chunk_id in ids if chunk_id in read)]

        return self._widening(propose, keep, pool, at_least), near

    def _chunks(self, view: View, ids: Sequence[int]) -> list[ItemChunk]:
        if self._held is None or view is not View.CURRENT:
            return self._items(_BY_CHUNK[view], ids)
        return self._held.read(ids, lambda missing: self._items(CURRENT_CHUNKS, missing))

    def _items(self, statement: str, ids: Sequence[object]) -> list[ItemChunk]:
        rows = self._cursor.all(statement, self._params | {"ids": dumps(ids)})
        found = list(map(_ITEM_CHUNK, rows))
        if self._only is None:
            return found
        allowed = self._only(list({chunk.item_id for chunk in found}))
        return [chunk for chunk in found if chunk.item_id in allowed]

    def worth(self, item_ids: Sequence[str]) -> list[Worth]:
        """Of items that hold now and may be seen."""
        params = self._params | {"ids": dumps(item_ids)}
        return [Worth(*row) for row in self._cursor.all(CURRENT_WORTH, params)] if item_ids else []

    def record_chunks(
        self, weights: Mapping[str, float], *, pool: int, at_least: int, filters: Filters
    ) -> list[RecordChunk]:
        return self._widening(
            lambda size: list(self._cursor.propose(ARCHIVAL, weights, self.totals(ARCHIVAL), size)),
            lambda ids: self._records(ids, filters),
            pool,
            at_least,
        )

    def near_records(
        self, model: str, vector: bytes, *, pool: int, at_least: int, keep: Callable[[Sequence[int]], list[PiecePlace]]
    ) -> list[PiecePlace]:
        """The pieces nearest to a vector of those that `keep` keeps."""
        return self._widening(
            lambda size: list(self._cursor.nearest(ARCHIVAL, model, vector, size)), keep, pool, at_least
        )

    def worded_records(
        self,
        weights: Mapping[str, float],
        *,
        pool: int,
        at_least: int,
        keep: Callable[[Sequence[int]], list[PiecePlace]],
    ) -> list[PiecePlace]:
        """The pieces that score best by these words, of those that `keep` keeps."""
        totals = self.totals(ARCHIVAL)
        return self._widening(
            lambda size: list(self._cursor.propose(ARCHIVAL, weights, totals, size)), keep, pool, at_least
        )

    def _records(self, ids: Sequence[object], filters: Filters) -> list[RecordChunk]:
        params = self._params | filters.params() | {"ids": dumps(ids)}
        return [record_chunk_of(row) for row in self._cursor.all(RECORD_CHUNKS, params)]

    def piece_places(self, ids: Sequence[int], filters: Filters) -> list[PiecePlace]:
        """Where pieces stand, of those that may be seen and that a filter admits."""
        params = self._params | filters.params() | {"ids": dumps(ids)}
        return [place_of(row) for row in self._cursor.all(PLACES, params)]

    def occurrences(self, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]) -> dict[str, tuple[Any, Any]]:
        """(chunks, how often) of each word: at least in these chunks, and of any others it does not matter."""
        return self._cursor.occurrences(mem_type, words, chunk_ids) if words and len(chunk_ids) else {}

    def grown_sessions(self, after: int) -> list[tuple[str, int, int]]:
        """(session, first place, how many) of the pieces that were added since a number of the agent's line."""
        return [(row[0], row[1], row[2]) for row in self._cursor.all(GROWN, self._params | {"after": after})]

    def is_pending(self, mem_type: str, model: str) -> bool:
        """Whether meaning cannot be asked yet because its index is still being made."""
        return self._cursor.is_pending(mem_type, model)

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        """How near each of these chunks is to a vector, as an array; NaN for one without a vector of this model."""
        return self._cursor.closeness(mem_type, model, vector, chunk_ids)

    def pieces(self, session_id: str, first: int, last: int, *, pieces: int, limit: int) -> list[Row]:
        """A session from one place to another: the first `pieces` of each record, at most `limit` in all, as rows of
        `pieces_of`."""
        params = self._params | {
            "session_id": session_id,
            "first": first,
            "last": last,
            "pieces": pieces,
            "limit": limit,
        }
        return self._cursor.all(PIECES, params)

    def all_pieces(self) -> list[tuple[str, list[Row]]]:
        """Everything that a scope sees of the archive, by session."""
        rows = self._cursor.all(ALL_PIECES, self._params)
        return [(name, list(group)) for name, group in groupby(rows, key=itemgetter(-1))]

    def words_of_pieces(self, ids: Sequence[int]) -> list[tuple[int, str]]:
        """The search words of pieces of records."""
        rows = self._cursor.all(WORDS_OF_PIECES, self._params | {"ids": dumps(ids)})
        return [(row[0], row[1]) for row in rows]

    def _widening(self, propose: Any, keep: Any, pool: int, at_least: int) -> list[Any]:
        """Ask for more proposals while too many of them turn out not to be ours to show."""
        while True:
            ids = propose(pool)
            kept: list[Any] = keep(ids) if ids else []
            if len(kept) >= at_least or len(ids) < pool:
                return kept
            pool *= 4

    # keys and time

    def items_of_type(self, type: str, limit: int) -> list[str]:
        return self._ids(ITEMS_OF_TYPE, type=type, limit=limit)

    def items_with_prefix(self, prefix: str, limit: int) -> list[str]:
        return self._ids(ITEMS_LIKE_KEY, first=prefix, last=prefix + "\U0010ffff", limit=limit)

    def items_in_time(self, since: datetime | None, until: datetime | None, limit: int) -> list[str]:
        return self._ids(
            ITEMS_IN_TIME,
            since=-(1 << 62) if since is None else to_micros(since),
            until=(1 << 62) if until is None else to_micros(until),
            limit=limit,
        )

    def _ids(self, statement: str, **params: Any) -> list[str]:
        return [row[0] for row in self._cursor.all(statement, self._params | params)]

    def lookups(self, limit: int) -> list[Lookup]:
        rows = self._cursor.all(LOOKUPS, self._params | {"limit": limit})
        return [lookup_of(row) for row in rows]

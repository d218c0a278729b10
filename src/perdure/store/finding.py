"""What the read path asks of a store: which chunks hold these words, which are near a vector, what stands beside them.

An engine only proposes chunks (`Cursor.propose`, `Cursor.nearest`); what a scope may see and what holds now is decided
here, by the one visibility rule and the one meaning of "active", before anything is handed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from perdure.clock import from_micros, to_micros
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.store.statements import ACTIVE_ITEM, NOT_HIDDEN, VISIBLE_ITEM, VISIBLE_RECORD

# `THEN JOIN` is read in that order: the few chunks first, then what they are of. Ordering by `-x` says that the index
# on `x` is not the way in: the few rows that fit are found by what they are, and then sorted.

RECALL = "recall"
ARCHIVAL = "archival"

# What was held on a day: written by then, and not yet superseded, retracted or forgotten.
HELD_AT = (
    "i.version > 0 AND i.created_at <= :now"
    " AND (i.valid_from IS NULL OR i.valid_from <= :now) AND (i.valid_to IS NULL OR i.valid_to > :now)"
    " AND NOT EXISTS (SELECT 1 FROM changes g WHERE OWNED(g) AND g.item_id = i.id AND g.changed_at <= :now"
    " AND g.action IN ('superseded', 'retracted', 'forgotten', 'lapsed'))"
)
EVER_HELD = "i.version > 0"  # a candidate that nobody accepted never had a version

# What an order is made of, so that only what is shown has to be read in full.
_WORTH = (
    "i.id, i.type, i.sequence, i.confidence, i.importance, i.trust, i.use_count,"
    " COALESCE(i.last_confirmed_at, i.created_at)"
)
_ITEM_CHUNKS = (
    "SELECT " + _WORTH + ", c.id, c.search_text FROM memory_chunks c"
    " THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids) AND " + VISIBLE_ITEM + " AND "
)
CURRENT_CHUNKS = _ITEM_CHUNKS + ACTIVE_ITEM + " AND " + NOT_HIDDEN
AS_OF_CHUNKS = _ITEM_CHUNKS + HELD_AT
HISTORY_CHUNKS = _ITEM_CHUNKS + EVER_HELD

CURRENT_WORTH = (
    "SELECT "
    + _WORTH
    + " FROM memory_items i WHERE i.id IN EACH(:ids) AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
)

# The end of a record is looked up once, with its first piece: to find it the whole text is gone through.
RECORD_CHUNK_COLUMNS = (
    "c.id, c.record_id, c.session_id, c.position, c.ordinal, c.search_text, r.timestamp, r.role, r.speaker, r.name,"
    " CASE WHEN c.ordinal = 0 THEN SUBSTR(r.content, LENGTH(r.content), 1) END"
)
RECORD_CHUNKS = (
    "SELECT "
    + RECORD_CHUNK_COLUMNS
    + " FROM record_chunks c THEN JOIN archival_records r ON r.id = c.record_id AND "
    + VISIBLE_RECORD
    + " WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
    " AND (CAST(:session_id AS TEXT) IS NULL OR r.session_id = :session_id)"
    " AND (CAST(:role AS TEXT) IS NULL OR r.role = :role)"
    " AND (CAST(:name AS TEXT) IS NULL OR r.name = :name)"
    " AND (CAST(:since AS BIGINT) IS NULL OR r.timestamp >= :since)"
    " AND (CAST(:until AS BIGINT) IS NULL OR r.timestamp < :until)"
)
NEIGHBOURS = (
    "SELECT "
    + RECORD_CHUNK_COLUMNS
    + " FROM record_chunks c THEN JOIN archival_records r ON r.id = c.record_id AND "
    + VISIBLE_RECORD
    + " WHERE OWNED(c) AND c.session_id = :session_id AND c.position BETWEEN :first AND :last"
    " AND c.ordinal < :pieces ORDER BY c.position, c.ordinal LIMIT :limit"
)
TOTALS = "SELECT t.chunks, t.words FROM index_totals t WHERE OWNED(t) AND t.mem_type = :mem_type"

ITEMS_OF_TYPE = (
    "SELECT i.id FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " AND i.type = :type ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ITEMS_LIKE_KEY = (
    "SELECT i.id FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " AND i.key >= :first AND i.key < :last ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ITEMS_IN_TIME = (
    "SELECT i.id FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " AND i.event_from IS NOT NULL AND i.event_from < :until AND i.event_to > :since"
    " ORDER BY -i.event_from, -i.sequence LIMIT :limit"
)

RECORD_MENTIONS = (
    "SELECT m.entity_key, m.mem_id FROM entity_mentions m WHERE OWNED(m) AND m.scope IN (:scope, 'shared')"
    " AND m.mem_type = 'archival' AND m.entity_key IN EACH(:ids) ORDER BY m.entity_key, m.mem_id LIMIT :limit"
)
ITEM_MENTIONS = (
    "SELECT m.entity_key, m.mem_id FROM entity_mentions m THEN JOIN memory_items i ON i.id = m.mem_id AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " WHERE OWNED(m) AND m.scope IN (:scope, 'shared') AND m.mem_type = 'recall' AND m.entity_key IN EACH(:ids)"
    " ORDER BY m.entity_key, m.mem_id LIMIT :limit"
)
ENTITIES = (
    "SELECT i.key, i.value_json FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND i.type = 'entities' ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ENTITIES_CHANGED = (
    "SELECT c.sequence FROM changes c WHERE OWNED(c) AND c.sequence > :after AND c.scope IN (:scope, 'shared')"
    " AND c.key LIKE 'entity:%' LIMIT 1"
)
# The next moment at which another entity begins to hold, or one ceases to.
ENTITIES_UNTIL = (
    "SELECT MIN(CASE WHEN i.valid_from > :now THEN i.valid_from END),"
    " MIN(CASE WHEN i.valid_to > :now THEN i.valid_to END),"
    " MIN(CASE WHEN i.expires_at > :now AND NOT i.pinned THEN i.expires_at END)"
    " FROM memory_items i WHERE " + VISIBLE_ITEM + " AND i.type = 'entities' AND i.status = 'active'"
)

LOOKUP_ADD = (
    "INSERT INTO lookups (sequence, looked_at, scope, session_id, reason, hits)"
    " VALUES (:sequence, :looked_at, :scope, :session_id, :reason, :hits)"
)
LOOKUPS = (
    "SELECT l.sequence, l.looked_at, l.scope, l.session_id, l.reason, l.hits FROM lookups l"
    " WHERE OWNED(l) AND l.scope IN (:scope, 'shared') ORDER BY l.sequence DESC LIMIT :limit"
)


class View(StrEnum):
    """Which versions a search may return."""

    CURRENT = "current"
    AS_OF = "as_of"
    HISTORY = "history"


_BY_CHUNK = {View.CURRENT: CURRENT_CHUNKS, View.AS_OF: AS_OF_CHUNKS, View.HISTORY: HISTORY_CHUNKS}


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
    """The last character of the record; only its first piece has it."""


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


@dataclass(frozen=True, slots=True)
class Lookup:
    """A look into the archive: when, for which reason, and how much came back. Never what was asked."""

    sequence: int
    at: datetime
    scope: str
    session_id: str | None
    reason: str
    hits: int


class Finder:
    """The read path's side of a transaction."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = dict(params)

    def at(self, moment: datetime) -> Finder:
        """The same, as if it were another time."""
        return Finder(self._cursor, self._params | {"now": to_micros(moment)})

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

        return self._widening(propose, lambda ids: self._items(_BY_CHUNK[view], ids), pool, at_least), scores

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
            fresh = self._items(_BY_CHUNK[view], new) if new else []
            return [*fresh, *(read[chunk_id] for chunk_id in ids if chunk_id in read)]

        return self._widening(propose, keep, pool, at_least), near

    def _items(self, statement: str, ids: Sequence[object]) -> list[ItemChunk]:
        rows = self._cursor.all(statement, self._params | {"ids": dumps(ids)})
        return [ItemChunk._make(row) for row in rows]

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
        self, model: str, vector: bytes, *, pool: int, at_least: int, filters: Filters
    ) -> tuple[list[RecordChunk], dict[int, float]]:
        near: dict[int, float] = {}

        def propose(size: int) -> list[int]:
            near.update(self._cursor.nearest(ARCHIVAL, model, vector, size))
            return list(near)

        return self._widening(propose, lambda ids: self._records(ids, filters), pool, at_least), near

    def _records(self, ids: Sequence[object], filters: Filters) -> list[RecordChunk]:
        params = self._params | filters.params() | {"ids": dumps(ids)}
        return [record_chunk_of(row) for row in self._cursor.all(RECORD_CHUNKS, params)]

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Sequence[int]) -> dict[int, float]:
        """How near these chunks are to a vector; those without one of this model are left out."""
        return self._cursor.closeness(mem_type, model, vector, chunk_ids) if chunk_ids else {}

    def neighbours(self, session_id: str, first: int, last: int, *, pieces: int, limit: int) -> list[RecordChunk]:
        """Chunks of a session from one place to another: the first `pieces` of each record, at most `limit` in all."""
        params = self._params | {
            "session_id": session_id,
            "first": first,
            "last": last,
            "pieces": pieces,
            "limit": limit,
        }
        return [record_chunk_of(row) for row in self._cursor.all(NEIGHBOURS, params)]

    def _widening(self, propose: Any, keep: Any, pool: int, at_least: int) -> list[Any]:
        """Ask for more proposals while too many of them turn out not to be ours to show."""
        while True:
            ids = propose(pool)
            kept: list[Any] = keep(ids) if ids else []
            if len(kept) >= at_least or len(ids) < pool:
                return kept
            pool *= 4

    # keys, entities, time

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

    def entities(self, limit: int) -> list[tuple[str, str]]:
        """(key, value as JSON) of the agent's entities that this scope can see."""
        return [(row[0], row[1]) for row in self._cursor.all(ENTITIES, self._params | {"limit": limit})]

    def entities_changed(self, after: int) -> bool:
        """Whether any entity that this scope can see changed since a sequence."""
        return bool(self._cursor.all(ENTITIES_CHANGED, self._params | {"after": after}))

    def entities_hold_until(self) -> datetime | None:
        """When time alone changes next which entities there are."""
        ends = [end for end in self._cursor.all(ENTITIES_UNTIL, self._params)[0] if end is not None]
        return from_micros(min(ends)) if ends else None

    def mentions(self, mem_type: str, entity_keys: Sequence[str], limit: int) -> list[tuple[str, str]]:
        """(entity key, item or record id) for every record, or item that holds now, that mentions these entities."""
        params = self._params | {"ids": dumps(entity_keys), "limit": limit}
        statement = ITEM_MENTIONS if mem_type == RECALL else RECORD_MENTIONS
        return [(row[0], row[1]) for row in self._cursor.all(statement, params)] if entity_keys else []

    def lookups(self, limit: int) -> list[Lookup]:
        rows = self._cursor.all(LOOKUPS, self._params | {"limit": limit})
        return [Lookup(row[0], from_micros(row[1]), *row[2:]) for row in rows]


@intact
def record_chunk_of(row: Row) -> RecordChunk:
    return RecordChunk(
        row[0], row[1], row[2], row[3], row[4], row[5], from_micros(row[6]), row[7], row[8], row[9], row[10]
    )

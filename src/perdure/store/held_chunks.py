"""Chunks of items as a search has read them, kept while a scope still sees them so.

A cache: the statement with the one visibility rule decides, and only what it gave is kept. It gave each with the
stretch of time in which nothing but a write can change that it holds. A write is noticed by the store's revision, and
the log tells of which items; where chunks are gone, as the index's own total tells, all are read again at need.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

from perdure.store.chunks import ItemChunk
from perdure.store.contract import Cursor
from perdure.store.statements import EVER, NEVER

MOST = 20_000
"""How many chunks stay in memory, those of all scopes together: some 700 bytes each."""
MANY = 500
"""More chunks of changed items than this, and all are read again at need."""

CHUNKS_CHANGED = (
    "SELECT m.id FROM changes c THEN JOIN memory_chunks m ON m.item_id = c.item_id AND OWNED(m)"
    " WHERE OWNED(c) AND c.sequence > :after AND c.scope IN (:scope, 'shared') LIMIT :limit"
)
CHUNKS_ADDED = "SELECT COUNT(*) FROM memory_chunks c WHERE OWNED(c) AND c.id > :after"
CHUNKS_COUNTED = "SELECT t.chunks FROM index_totals t WHERE OWNED(t) AND t.mem_type = 'recall'"

_caches: WeakSet[ChunkCache] = WeakSet()


def forget_chunks() -> None:
    """What was deleted does not stay in memory either."""
    for cache in list(_caches):
        cache.forget()


@dataclass(slots=True)
class ScopeChunks:
    """What is kept of one scope, as the store was at a revision."""

    revision: int
    sequence: int
    count: int
    """How many chunks the index had."""
    chunks: dict[int, ItemChunk] = field(default_factory=dict)
    since: int = EVER
    until: int = NEVER
    """Within this time all of them hold."""

    def hold_at(self, now: int) -> None:
        """Let go of those that do not hold at a moment."""
        if not self.since <= now < self.until:
            held = [chunk for chunk in self.chunks.values() if chunk.holds_from <= now < chunk.holds_until]
            self.chunks, self.since, self.until = {}, EVER, NEVER
            self.add(held)

    def add(self, chunks: Sequence[ItemChunk]) -> None:
        for chunk in chunks:
            if chunk.holds_from < chunk.holds_until:
                self.chunks[chunk.id] = chunk
                self.since, self.until = max(self.since, chunk.holds_from), min(self.until, chunk.holds_until)


class ChunkCache:
    """The chunks of one agent, shared by all who read. Units that write have none of it."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self._scopes: dict[str, ScopeChunks] = {}
        _caches.add(self)

    def forget(self) -> None:
        with self.guard:
            self._scopes.clear()

    def get(self, scope: str) -> ScopeChunks | None:
        return self._scopes.get(scope)

    def put(self, scope: str, kept: ScopeChunks) -> None:
        """As the scope used last."""
        self._scopes.pop(scope, None)
        self._scopes[scope] = kept

    def make_room(self) -> None:
        """The scopes used longest ago go first, then what was read longest ago."""
        spare = sum(len(kept.chunks) for kept in self._scopes.values()) - MOST
        while spare > 0:
            scope, kept = next(iter(self._scopes.items()))
            if len(self._scopes) > 1:
                spare -= len(self._scopes.pop(scope).chunks)
                continue
            for chunk_id in list(kept.chunks)[:spare]:
                del kept.chunks[chunk_id]
            return


class HeldChunks:
    """The cache as one unit of reading sees it. Each look is at the unit's own revision, or finds nothing."""

    def __init__(self, cache: ChunkCache, cursor: Cursor, params: Mapping[str, Any], revision: int, sequence: int):
        self._cache = cache
        self._cursor = cursor
        self._params = params
        self._scope: str = params["scope"]
        self._now: int = params["now"]
        self._revision = revision
        self._sequence = sequence

    def read(self, ids: Sequence[int], fresh: Callable[[Sequence[int]], list[ItemChunk]]) -> list[ItemChunk]:
        """Those of the chunks that the scope sees now, in the order of their ids. What is not kept is read `fresh`."""
        found = self._known(ids)
        if missing := [chunk_id for chunk_id in ids if chunk_id not in found]:
            read = fresh(missing)
            self._keep(read)
            found.update([(chunk.id, chunk) for chunk in read])
        return [found[chunk_id] for chunk_id in sorted(found)]

    def _known(self, ids: Sequence[int]) -> dict[int, ItemChunk]:
        with self._cache.guard:
            kept = self._followed(self._cache.get(self._scope))
            if kept is None:
                return {}
            kept.hold_at(self._now)
            self._cache.put(self._scope, kept)
            chunks = kept.chunks
            return {chunk_id: chunks[chunk_id] for chunk_id in ids if chunk_id in chunks}

    def _keep(self, chunks: Sequence[ItemChunk]) -> None:
        with self._cache.guard:
            kept = self._cache.get(self._scope)
            if kept is not None and kept.revision == self._revision:  # else somebody has gone on meanwhile
                kept.add(chunks)
                self._cache.make_room()

    def _followed(self, kept: ScopeChunks | None) -> ScopeChunks | None:
        """What is kept, as of this unit's revision; None where it is newer than that."""
        if kept is not None and kept.revision >= self._revision:
            return kept if kept.revision == self._revision else None
        counted = self._cursor.all(CHUNKS_COUNTED, self._params)
        count = int(counted[0][0]) if counted else 0
        if kept is None:
            return ScopeChunks(self._revision, self._sequence, count)
        which = {**self._params, "after": kept.sequence, "limit": MANY + 1}
        changed, added = self._cursor.together([(CHUNKS_CHANGED, which), (CHUNKS_ADDED, which)])
        if len(changed) > MANY or kept.count + added[0][0] != count:
            return ScopeChunks(self._revision, self._sequence, count)
        for row in changed:
            kept.chunks.pop(row[0], None)
        kept.revision, kept.sequence, kept.count = self._revision, self._sequence, count
        return kept

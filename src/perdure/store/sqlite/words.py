"""Which chunks hold a word, and how well: the postings of FTS5, scored here.

FTS5's own `rank` reads each list three times and looks up the length of every text in a table. Here a list is read
once, as one JSON array, and the lengths are held in memory. The formula is the one of `recall/bm25.py` and of the other
engine, so that what is proposed first is what scores best.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from perdure.store.contract import Row
from perdure.store.rows import blob, intact

if TYPE_CHECKING:
    import apsw

    from perdure.store.finding import Totals

K1, B = 1.2, 0.75
COMMON = 1_000
"""Of a word that stands in more places the list is read only when it is known to be wanted."""

PLACES = {
    "recall": "SELECT json_group_array(doc) FROM (SELECT doc FROM memory_places WHERE term = ? LIMIT ?)",
    "archival": "SELECT json_group_array(doc) FROM (SELECT doc FROM record_places WHERE term = ? LIMIT ?)",
}
HOLDING = {
    "recall": "SELECT doc FROM memory_words WHERE term = ?",
    "archival": "SELECT doc FROM record_words WHERE term = ?",
}
# The lengths as FTS5 keeps them: one number in as few bytes as it needs.
LENGTHS = {
    "recall": "SELECT id, sz FROM memory_chunks_fts_docsize WHERE id > ?",
    "archival": "SELECT id, sz FROM record_chunks_fts_docsize WHERE id > ?",
}
ALL = -1


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many words each chunk has, by ascending id. Deleted ones may still be listed: no word leads to them."""

    ids: Any
    words: Any
    last: int = 0


class WordCache:
    """The lengths of an agent's chunks, shared by all its connections. Ids only grow, so that it only grows too."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held: dict[str, Lengths] = {}

    def lengths(self, connection: apsw.Connection, mem_type: str, totals: Totals) -> Lengths:
        import numpy as np

        with self._guard:
            held = self._held.get(mem_type)
            if held is None or len(held.ids) > 2 * totals.chunks + COMMON:
                held = Lengths(np.empty(0, np.int64), np.empty(0, np.float64))
            rows = connection.execute(LENGTHS[mem_type], (held.last,)).fetchall()
            if rows:
                ids, words = zip(*map(_length_of, rows), strict=True)
                held = Lengths(
                    np.concatenate((held.ids, np.array(ids, np.int64))),
                    np.concatenate((held.words, np.array(words, np.float64))),
                    ids[-1],
                )
            self._held[mem_type] = held
            return held


@dataclass(slots=True)
class Postings:
    """What one unit of work has read of the word index so far."""

    connection: apsw.Connection
    cache: WordCache
    _places: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def forget(self) -> None:
        """After a write of this unit."""
        self._places.clear()

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        """In how many chunks each word stands. The places of rare words are kept for `best`."""
        found: dict[str, int] = {}
        for word in words:
            places = self._read(mem_type, word, COMMON)
            if len(places) < COMMON:
                self._places[mem_type, word] = places
                count = len(set(places))
            else:
                count = int(self.connection.execute(HOLDING[mem_type], (word,)).get)
            if count:
                found[word] = count
        return found

    def best(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        """The chunks with the best scores, best first; of equal ones the newest."""
        import numpy as np

        lists = [self._of(mem_type, word) for word in weights]
        places = np.array(list(chain.from_iterable(lists)), np.int64)
        if not len(places):
            return {}
        which = np.repeat(np.arange(len(lists)), [len(one) for one in lists])
        pairs, times = np.unique(places * len(lists) + which, return_counts=True)
        chunks, which = np.divmod(pairs, len(lists))
        lengths = self.cache.lengths(self.connection, mem_type, totals)
        at = np.minimum(np.searchsorted(lengths.ids, chunks), len(lengths.ids) - 1)
        norm = K1 * (1 - B + B * lengths.words[at] / (totals.words / max(1, totals.chunks) or 1.0))
        shares = np.array(list(weights.values()))[which] * times * (K1 + 1) / (times + norm)
        starts = np.flatnonzero(np.diff(chunks, prepend=-1))
        chunks, scores = chunks[starts], np.add.reduceat(shares, starts).round(9)
        if len(chunks) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            chunks, scores = chunks[scores >= least], scores[scores >= least]
        order = np.lexsort((-chunks, -scores))[:limit]
        return dict(zip(chunks[order].tolist(), scores[order].tolist(), strict=True))

    def _of(self, mem_type: str, word: str) -> list[int]:
        places = self._places.get((mem_type, word))
        if places is None:
            places = self._places[mem_type, word] = self._read(mem_type, word, ALL)
        return places

    def _read(self, mem_type: str, word: str, limit: int) -> list[int]:
        """The chunk of every place where a word stands, ascending."""
        places: list[int] = json.loads(self.connection.execute(PLACES[mem_type], (word, limit)).get)
        return places


@intact
def _length_of(row: Row) -> tuple[int, int]:
    """A chunk and how many words it has: seven bits to a byte, the highest first."""
    words = 0
    for byte in blob(row[1]):
        words = words << 7 | byte & 0x7F
    return int(row[0]), words

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
from typing import TYPE_CHECKING, Any


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
                ids = np.array([row[0] for row in rows], np.int64)
                words = np.array([_number(row[1]) for row in rows], np.float64)
                held = Lengths(np.concatenate((held.ids, ids)), np.concatenate((held.words, words)), rows[-1][0])
            self._held[mem_type] = held
            return held


@dataclass(slots=True)
class Postings:
    """What one unit of work has read of the word index so far."""

    connection: apsw.Connection
    cache: WordCache
    _places: dict[tuple[str, str], Any] = field(default_factory=dict)

    def forget(self) -> None:
        """After a write of this unit."""
        self._places.clear()

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        """In how many chunks each word stands. The places of rare words are kept for `best`."""
        import numpy as np

        found: dict[str, int] = {}
        for word in words:
            places = self._read(mem_type, word, COMMON)
            if len(places) < COMMON:
                self._places[mem_type, word] = places
                count = int(np.count_nonzero(np.diff(places))) + 1 if len(places) else 0
            else:
                count = int(self.connection.execute(HOLDING[mem_type], (word,)).get)
            if count:
                found[word] = count
        return found

    def best(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> list[int]:
        """The chunks with the best scores, best first; of equal ones the newest."""
        import numpy as np

        lengths = self.cache.lengths(self.connection, mem_type, totals)
        average = totals.words / max(1, totals.chunks) or 1.0
        ids, shares = [], []
        for word, weight in weights.items():
            chunks, times = np.unique(self._of(mem_type, word), return_counts=True)
            norm = K1 * (1 - B + B * lengths.words[np.searchsorted(lengths.ids, chunks)] / average)
            ids.append(chunks)
            shares.append(weight * times * (K1 + 1) / (times + norm))
        every = np.concatenate(ids)
        order = np.argsort(every, kind="stable")
        every = every[order]
        starts = np.flatnonzero(np.diff(every, prepend=-1))
        if not len(starts):
            return []
        chunks, scores = every[starts], np.add.reduceat(np.concatenate(shares)[order], starts).round(9)
        if len(chunks) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            chunks, scores = chunks[scores >= least], scores[scores >= least]
        return [int(chunk) for chunk in chunks[np.lexsort((-chunks, -scores))][:limit]]

    def _of(self, mem_type: str, word: str) -> Any:
        places = self._places.get((mem_type, word))
        if places is None:
            places = self._places[mem_type, word] = self._read(mem_type, word, ALL)
        return places

    def _read(self, mem_type: str, word: str, limit: int) -> Any:
        """The chunk of every place where a word stands, ascending."""
        import numpy as np

        return np.array(json.loads(self.connection.execute(PLACES[mem_type], (word, limit)).get), np.int64)


def _number(data: bytes) -> int:
    """A whole number in groups of seven bits, the highest first."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
    return value

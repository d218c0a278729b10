"""Which chunks hold a word, and how well: the postings of FTS5, scored here.

FTS5's own `rank` reads each list three times and looks up the length of every text in a table. Here a list is read
once, and stays in memory with the lengths; what is written later is appended to it. The formula is
the one of `recall/bm25.py` and of the other engine, so that what is proposed first is what scores best.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from perdure.errors import StoreDamaged
from perdure.messages import say
from perdure.store.contract import Row
from perdure.store.rows import blob, dumps, intact

if TYPE_CHECKING:
    import apsw

    from perdure.store.chunks import Totals

K1, B = 1.2, 0.75
COMMON = 1_000
"""Of a word that stands in more places the list is read only when it is known to be wanted."""
WHOLE = 2_000
"""Of an index of no more chunks all lists are made from its texts, once `OFTEN` of them were read one by one."""
OFTEN = 50
HELD = 2_000_000
"""How many entries of lists stay in memory, at twelve bytes each; the words read longest ago go first."""

REVISION = "SELECT revision FROM agents"
LIVE = "SELECT chunks FROM index_totals WHERE mem_type = ?"
# The words of a question at once: opening the list of lists takes longer than reading most of them.
PLACES = {
    "recall": "SELECT w.key,"
    " (SELECT group_concat(doc) FROM (SELECT doc FROM memory_places WHERE term = w.value LIMIT ?2))"
    " FROM json_each(?1) w",
    "archival": "SELECT w.key,"
    " (SELECT group_concat(doc) FROM (SELECT doc FROM record_places WHERE term = w.value LIMIT ?2))"
    " FROM json_each(?1) w",
}
HOLDING = {
    "recall": "SELECT doc FROM memory_words WHERE term = ?",
    "archival": "SELECT doc FROM record_words WHERE term = ?",
}
HOLDERS = {
    "recall": "SELECT DISTINCT doc FROM memory_places WHERE term = ? LIMIT ?",
    "archival": "SELECT DISTINCT doc FROM record_places WHERE term = ? LIMIT ?",
}
# The lengths as FTS5 keeps them: one number in as few bytes as it needs.
LENGTHS = {
    "recall": "SELECT id, sz FROM memory_chunks_fts_docsize WHERE id > ?",
    "archival": "SELECT id, sz FROM record_chunks_fts_docsize WHERE id > ?",
}
TEXTS = {
    "recall": "SELECT id, search_text FROM memory_chunks WHERE id > ? ORDER BY id",
    "archival": "SELECT id, search_text FROM record_chunks WHERE id > ? ORDER BY id",
}
ALL = -1


class Listed(NamedTuple):
    """One word: in how many chunks it stands and, once that was wanted, in which and how often."""

    holding: int
    chunks: Any = None
    times: Any = None


class Table:
    """What is in memory of one word index. Ids only grow, and so do `ids` and `lengths`; deleted ones stay listed.

    Several threads read it while one brings it up to date.
    """

    def __init__(self) -> None:
        import numpy as np

        self.revision = -1
        self.live = 0
        self.ids: Any = np.empty(0, np.int64)
        self.lengths: Any = np.empty(0, np.float64)
        self.words: dict[str, Listed] = {}
        self.entries = 0
        self.read = 0
        """How many lists were read from FTS5 so far."""
        self.whole: defaultdict[str, list[int]] | None = None
        """Of a small index the places of every word, one for each time it stands there."""

    @property
    def last(self) -> int:
        return int(self.ids[-1]) if len(self.ids) else 0

    def let_go(self) -> None:
        """Forget the lists that were read."""
        self.words, self.entries = {}, 0

    def keep(self, word: str, listed: Listed) -> None:
        known = self.words.pop(word, None)
        self.entries += _entries(listed) - _entries(known)
        self.words[word] = listed
        while self.entries > HELD:
            oldest = next(iter(self.words))
            self.entries -= _entries(self.words.pop(oldest))

    def add(self, chunks: Sequence[tuple[int, int]], texts: Sequence[str]) -> None:
        """Take in new chunks: (id, length), and their words."""
        import numpy as np

        ids, lengths = zip(*chunks, strict=True)
        # Lengths first: whoever reads meanwhile finds one for every id.
        self.lengths = np.concatenate((self.lengths, np.array(lengths, np.float64)))
        self.ids = np.concatenate((self.ids, np.array(ids, np.int64)))
        fresh = _by_word(ids, texts) if texts else {}
        if self.whole is not None:
            for word, places in fresh.items():
                self.whole[word] += places
        for word in fresh.keys() & self.words.keys():
            known, more = self.words[word], _counted(fresh[word])
            if known.chunks is None:
                self.words[word] = Listed(known.holding + more.holding)
            else:
                listed = np.concatenate((known.chunks, more.chunks)), np.concatenate((known.times, more.times))
                self.words[word] = Listed(known.holding + more.holding, *listed)
                self.entries += more.holding


def _by_word(ids: Sequence[int], texts: Sequence[str]) -> defaultdict[str, list[int]]:
    """The chunks of every word, once for each time it stands there."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for chunk_id, text in zip(ids, texts, strict=True):
        for word in text.split(" "):
            places[word].append(chunk_id)
    return places


def _counted(places: Sequence[int]) -> Listed:
    """From the chunk of every time a word stands somewhere, in their order. Most words stand in a text once."""
    import numpy as np

    chunks, held = np.array(places, np.int64), len(set(places))
    if held == len(places):
        return Listed(held, chunks, np.ones(held, np.float32))
    starts = np.flatnonzero(np.append(True, chunks[1:] != chunks[:-1]))
    return Listed(held, chunks[starts], np.diff(starts, append=len(places)).astype(np.float32))


def _entries(listed: Listed | None) -> int:
    return 0 if listed is None or listed.chunks is None else len(listed.chunks)


class WordCache:
    """The word indexes of an agent in memory, shared by all its connections. The store decides: its revision tells
    when to look what is new, and its totals whether anything is gone."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: dict[str, Table] = {}

    def table(self, connection: apsw.Connection, mem_type: str) -> tuple[Table, int]:
        """What is known, no older than what this connection sees, and the revision of that."""
        revision: Any = connection.execute(REVISION).get
        table = self._tables.get(mem_type)
        if table is None or table.revision < revision:
            with self._guard:
                table = self._tables.get(mem_type)
                if table is None or table.revision < revision:
                    table = self._tables[mem_type] = _followed(connection, mem_type, table)
                    table.revision = revision
        return table, revision

    def whole(self, connection: apsw.Connection, mem_type: str, table: Table, revision: int) -> None:
        """Make all the lists of a small table from its texts, if this connection sees them as the table does."""
        with self._guard:
            if table.whole is None and table.revision == revision:
                ids = table.ids.tolist()
                table.whole = _by_word(ids, _texts(connection, mem_type, 0, ids))

    def keep(self, table: Table, revision: int, lists: Mapping[str, Listed]) -> None:
        """Lists that were read at a revision; what another thread has learned since is not undone by them."""
        with self._guard:
            if table.revision == revision:
                for word, listed in lists.items():
                    table.keep(word, listed)


def _followed(connection: apsw.Connection, mem_type: str, table: Table | None) -> Table:
    """The table with what was written since. After a deletion its lists are read again at need."""
    live: Any = connection.execute(LIVE, (mem_type,)).get or 0
    table = table or Table()
    chunks = _lengths(connection, mem_type, table)
    if table.live + len(chunks) != live or len(chunks) > COMMON:
        if live <= WHOLE or len(table.ids) > 2 * live:
            table = Table()
            chunks = _lengths(connection, mem_type, table)
        table.let_go()
    if chunks:
        wanted = table.words or table.whole is not None
        table.add(chunks, _texts(connection, mem_type, table.last, [id for id, _ in chunks]) if wanted else [])
    if live > WHOLE:
        table.whole = None
    table.live = live
    return table


def _texts(connection: apsw.Connection, mem_type: str, after: int, ids: Sequence[int]) -> list[str]:
    rows = connection.execute(TEXTS[mem_type], (after,)).fetchall()
    if [row[0] for row in rows] != ids:
        raise StoreDamaged("the word index does not match the texts", hint=say("hint.rebuild_index"))
    return [str(row[1]) for row in rows]


def _lengths(connection: apsw.Connection, mem_type: str, table: Table) -> list[tuple[int, int]]:
    """(id, length) of the chunks that a table does not have yet."""
    return [_length_of(row) for row in connection.execute(LENGTHS[mem_type], (table.last,))]


@dataclass(slots=True)
class Postings:
    """The word index as one unit of work sees it."""

    connection: apsw.Connection
    cache: WordCache
    _tables: dict[str, tuple[Table, int]] = field(default_factory=dict)

    def forget(self) -> None:
        """After a write of this unit, whose cache is its own."""
        if self._tables:
            self.cache = WordCache()
            self._tables.clear()

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        """In how many chunks each word stands."""
        known = self._table(mem_type)[0].words
        lists = {word: listed for word in words if (listed := known.get(word)) is not None}
        lists |= self._read(mem_type, [word for word in words if word not in lists], COMMON)
        return {word: holding for word in words if (holding := lists[word].holding)}

    def best(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        """The chunks with the best scores, best first; of equal ones the newest."""
        import numpy as np

        lists = list(self._whole(mem_type, list(weights)).values())
        chunks = np.concatenate([listed.chunks for listed in lists])
        table, _ = self._table(mem_type)
        ids, lengths = table.ids, table.lengths
        if not len(chunks) or not len(ids):
            return {}
        times = np.concatenate([listed.times for listed in lists])
        worth = np.repeat(np.fromiter(weights.values(), np.float64), [len(listed.chunks) for listed in lists])
        at = np.minimum(np.searchsorted(ids, chunks), len(ids) - 1)
        known = ids[at] == chunks  # a table newer than this unit may have let go of what was deleted since
        if not known.all():
            at, times, worth = at[known], times[known], worth[known]
        norm = K1 * (1 - B + B * lengths[at] / (totals.words / max(1, totals.chunks) or 1.0))
        scores = np.bincount(at, worth * times * (K1 + 1) / (times + norm)).round(9)
        places = np.flatnonzero(scores)
        chunks, scores = ids[places], scores[places]
        if len(chunks) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            chunks, scores = chunks[scores >= least], scores[scores >= least]
        order = np.lexsort((-chunks, -scores))[:limit]
        return dict(zip(chunks[order].tolist(), scores[order].tolist(), strict=True))

    def holding(self, mem_type: str, words: Sequence[str], most: int) -> list[int] | None:
        """The chunks that hold any of the words; None if they are more than `most`. No length is read for it."""
        found: set[int] = set()
        for word in words:
            found.update(row[0] for row in self.connection.execute(HOLDERS[mem_type], (word, most + 1)))
            if len(found) > most:
                return None
        return sorted(found)

    def occurrences(self, mem_type: str, words: Sequence[str]) -> dict[str, tuple[Any, Any]]:
        """The chunks of each word, and how often it stands in each."""
        return {word: (listed.chunks, listed.times) for word, listed in self._whole(mem_type, words).items()}

    def _table(self, mem_type: str) -> tuple[Table, int]:
        known = self._tables.get(mem_type)
        if known is None:
            known = self._tables[mem_type] = self.cache.table(self.connection, mem_type)
        return known

    def _whole(self, mem_type: str, words: Sequence[str]) -> dict[str, Listed]:
        """The lists of some words, in their order."""
        known = self._table(mem_type)[0].words
        lists = {word: kept for word in words if (kept := known.get(word)) is not None and kept.chunks is not None}
        lists |= self._read(mem_type, [word for word in words if word not in lists], ALL)
        return {word: lists[word] for word in words}

    def _read(self, mem_type: str, words: Sequence[str], limit: int) -> dict[str, Listed]:
        """From FTS5: the list of each word, or only its length if it has as many places as the limit."""
        if not words:
            return {}
        table, revision = self._table(mem_type)
        if table.whole is None and table.read >= OFTEN and table.live <= WHOLE:
            self.cache.whole(self.connection, mem_type, table, revision)
        whole = table.whole
        if whole is not None:
            lists = {word: _counted(whole.get(word, ())) for word in words}
        else:
            table.read += len(words)
            rows = self.connection.execute(PLACES[mem_type], (dumps(words), limit))
            lists = {words[row[0]]: self._listed(mem_type, words[row[0]], _places_of(row), limit) for row in rows}
        self.cache.keep(table, revision, lists)
        return lists

    def _listed(self, mem_type: str, word: str, places: Sequence[int], limit: int) -> Listed:
        if len(places) != limit:
            return _counted(places)
        return Listed(_count_of((self.connection.execute(HOLDING[mem_type], (word,)).get,)))


@intact
def _places_of(row: Row) -> list[int]:
    return [] if row[1] is None else list(map(int, row[1].split(",")))


@intact
def _count_of(row: Row) -> int:
    return int(row[0])


@intact
def _length_of(row: Row) -> tuple[int, int]:
    """A chunk and how many words it has: seven bits to a byte, the highest first."""
    words = 0
    for byte in blob(row[1]):
        words = words << 7 | byte & 0x7F
    return int(row[0]), words

"""Vectors beside SQLite: FAISS in memory, filled from `vector_id_map`. A cache: the table is the truth.

Exact up to `EXACT_LIMIT` vectors, at four bytes a number; clustered (IVF) above, at two, as in the table. What was
deleted since is left out of every answer; when too large a share is dead, or the clusters have become too large, the
cache is made again. Clusters are made in a thread of their own: whoever asks meanwhile is answered from the index
before, or by words alone where there is none, and is told so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perdure.store.rows import dumps
from perdure.store.sqlite.clusters import OUTGROWN, cluster_file, keep, kept, learned

if TYPE_CHECKING:
    import apsw


EXACT_LIMIT = 20_000
"""Reading them all takes 2 ms for 10,000 of 512 numbers; `docs/benchmarks.md` has what clusters miss."""
DEAD_SHARE = 0.3
LEARNED_FROM = 40
"""Vectors per cluster to learn the clusters from, spread over all there are."""
_PAGE = 20_000

REVISION = "SELECT revision FROM agents"
ERASED = "SELECT COALESCE(MAX(sequence), 0) FROM erasures"
LIVE = "SELECT COUNT(*) FROM vector_id_map WHERE mem_type = :mem_type AND model = :model AND is_deleted = 0"
THESE = (
    "SELECT mem_id, embedding FROM vector_id_map INDEXED BY vectors_by_chunk"
    " WHERE mem_type = :mem_type AND model = :model AND mem_id IN (SELECT value FROM json_each(:ids))"
)
LIVING = (
    "SELECT mem_id FROM vector_id_map INDEXED BY vectors_by_chunk"
    " WHERE mem_type = :mem_type AND model = :model AND is_deleted = 0"
    " AND mem_id IN (SELECT value FROM json_each(:ids))"
)
ENDS = (
    "SELECT MIN(faiss_id), MAX(faiss_id) FROM vector_id_map"
    " WHERE mem_type = :mem_type AND model = :model AND is_deleted = 0"
)
NEXT = (
    "SELECT embedding FROM vector_id_map WHERE faiss_id >= :at"
    " AND mem_type = :mem_type AND model = :model AND is_deleted = 0 ORDER BY faiss_id LIMIT 1"
)
FRESH = (
    "SELECT faiss_id, mem_id, embedding FROM vector_id_map"
    " WHERE mem_type = :mem_type AND model = :model AND is_deleted = 0 AND faiss_id > :after"
    " ORDER BY faiss_id LIMIT :limit"
)


@dataclass(slots=True)
class VectorPlaces:
    """Where the vectors of chunks stand in an exact index."""

    count: int = 0
    ids: Any = None
    order: Any = None

    def of(self, index: Any, wanted: Any) -> tuple[Any, Any]:
        """The places of chunks, and which of them are there at all."""
        import faiss
        import numpy as np

        if self.count != index.ntotal:
            ids = faiss.vector_to_array(index.id_map)
            self.order = np.argsort(ids, kind="stable")
            self.ids, self.count = ids[self.order], index.ntotal
        if not self.count:
            return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
        at = np.searchsorted(self.ids, wanted, side="right") - 1  # of one that was added again the last counts
        return self.order[at], (at >= 0) & (self.ids[at] == wanted)


@dataclass(slots=True)
class CachedVectors:
    """What is in memory for one kind of memory and one model."""

    index: Any = None
    guard: threading.Lock = field(default_factory=threading.Lock)
    """An index that grows cannot be searched at the same time."""
    last: int = 0
    revision: int = -1
    dead: int = 0
    """How many of them no longer stand for anything, as far as was counted."""
    counted: int = -1
    """At which revision."""
    places: VectorPlaces | None = None
    """Of an exact index: where the vector of a chunk stands in it."""
    erased: int = 0
    """The last erasure that it knows of: what was erased does not stay in memory as a dead one either."""
    made_for: int = 0
    """How many vectors there were when the clusters were learned; 0 for an exact index."""
    making: bool = False
    """Whether clusters are being made for it."""
    failure: BaseException | None = None
    """What kept them from being made: whoever asks next hears of it, and they are tried again."""


class VectorCache:
    """The vectors of one agent, shared by all its connections."""

    def __init__(self, connect: Callable[[], apsw.Connection] | None = None, folder: Path | None = None) -> None:
        """With a way to `connect`, clusters are made in the background, and learned ones are kept in the folder."""
        self._connect = connect
        self._folder = folder
        self._closed = False
        self._making = threading.Lock()
        self._held: dict[tuple[str, str], CachedVectors] = {}

    def close(self) -> None:
        """Let what is being made come to an end of its own."""
        self._closed = True

    def is_pending(self, mem_type: str, model: str) -> bool:
        """Whether there is no index yet because its clusters are still being made."""
        held = self._held.get((mem_type, model))
        return held is not None and held.making and held.index is None

    def nearest(
        self, connection: apsw.Connection, mem_type: str, model: str, vector: bytes, count: int
    ) -> dict[int, float]:
        """Chunk ids with their cosine, best first."""
        import numpy as np

        held = self._held.setdefault((mem_type, model), CachedVectors())
        which: dict[str, Any] = {"mem_type": mem_type, "model": model}
        self._follow(connection, held, which)
        query = _asked(vector).reshape(1, -1)
        wanted = count + 1
        while True:
            with held.guard:
                index, dead = held.index, held.dead
                if index is None or index.ntotal == 0 or query.shape[1] != index.d:
                    return {}
                _alone()
                scores, ids = index.search(query, min(wanted, index.ntotal))
            near, cosines = ids[0][ids[0] >= 0], scores[0][ids[0] >= 0].astype(np.float64).round(6)
            least = cosines.min(initial=1.0)
            if dead:  # they must not take the places of the living
                living = _living(connection, which, near)
                near, cosines = near[living], cosines[living]
            order = np.lexsort((near, -cosines))
            # Of equally near ones it is not for FAISS to choose: it takes whichever came first.
            if wanted >= index.ntotal or (len(order) > count and cosines[order[count - 1]] > least):
                return dict(zip(near[order[:count]].tolist(), cosines[order[:count]].tolist(), strict=True))
            wanted *= 2

    def closeness(self, connection: apsw.Connection, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        """The cosine of each of some chunks, from memory or else from the table; NaN for one without a vector."""
        import numpy as np

        held = self._held.setdefault((mem_type, model), CachedVectors())
        which: dict[str, Any] = {"mem_type": mem_type, "model": model}
        self._follow(connection, held, which)
        query, ids = _asked(vector), np.asarray(chunk_ids, np.int64)
        near = np.full(len(ids), np.nan)
        with held.guard:
            if len(ids) and held.places is not None and held.index is not None and held.index.d == len(query):
                at, there = held.places.of(held.index, ids)
                near[there] = _measured(held.index, at[there], query)
        rest = ids[np.isnan(near)].tolist()
        found = list(connection.execute(THESE, {**which, "ids": dumps(rest)})) if rest else []
        matrix = _matrix([row[1] for row in found]) if found else None
        if matrix is not None and matrix.shape[1] == len(query):
            more = dict(zip([row[0] for row in found], _cosines(matrix, query).tolist(), strict=True))
            for place in np.flatnonzero(np.isnan(near)).tolist():
                near[place] = more.get(int(ids[place]), np.nan)
        return near

    def _follow(self, connection: apsw.Connection, held: CachedVectors, which: dict[str, Any]) -> None:
        """Take in what was committed by now, by whichever process. While another thread is at it, the index stays as
        it was, unless there is none."""
        if held.failure is not None:
            failure, held.failure = held.failure, None
            raise failure
        revision: Any = connection.execute(REVISION).get
        if held.revision == revision or not self._making.acquire(blocking=held.index is None):
            return
        try:
            if held.revision != revision:
                held.revision = revision
                self._catch_up(connection, held, which, revision)
        finally:
            self._making.release()

    def _catch_up(self, connection: apsw.Connection, held: CachedVectors, which: dict[str, Any], revision: int) -> None:
        erased: Any = connection.execute(ERASED).get
        if held.index is not None and held.erased == erased and _size(connection, which) in (held.index.d, None):
            # Counting takes time where there are many; until a hundredth has changed, it would tell nothing new.
            if held.made_for and revision - held.counted < held.index.ntotal // 100:
                with held.guard:
                    held.last = _add(connection, held.index, which, held.last)
                    held.dead = max(1, held.dead)  # there may be some
                return
            live: Any = connection.execute(LIVE, which).get
            too_dead = held.index.ntotal - live > DEAD_SHARE * held.index.ntotal
            is_fit = not too_dead and live <= (OUTGROWN * held.made_for or EXACT_LIMIT)
            if is_fit or self._make_later(held, which, live):
                with held.guard:
                    held.last = _add(connection, held.index, which, held.last)
                    held.dead, held.counted = held.index.ntotal - live, revision
                return
        live = connection.execute(LIVE, which).get
        if held.erased != erased:  # what was erased answers no question, not even until the next index is there
            with held.guard:
                held.index, held.places = None, None
        if not self._make_later(held, which, live):
            self._make(connection, held, which, live, revision)

    def _make_later(self, held: CachedVectors, which: dict[str, Any], live: int) -> bool:
        """Have clusters made in a thread of its own. Answers whether they are, or were on their way already."""
        if live <= EXACT_LIMIT or self._connect is None:
            return False
        if not held.making:
            held.making = True
            threading.Thread(target=self._make_alone, args=(held, which), name="perdure-clusters", daemon=True).start()
        return True

    def _make_alone(self, held: CachedVectors, which: dict[str, Any]) -> None:
        assert self._connect is not None
        try:
            connection = self._connect()
            try:
                connection.execute("BEGIN")
                revision: Any = connection.execute(REVISION).get
                live: Any = connection.execute(LIVE, which).get
                self._make(connection, held, which, live, revision)
                held.revision = -1  # what was written meanwhile is taken in by the next question
            finally:
                connection.close(force=True)
        except BaseException as failure:  # noqa: BLE001 - the top of a thread: it is handed to whoever asks next
            held.failure = None if self._closed else failure
        finally:
            held.making = False

    def _make(
        self, connection: apsw.Connection, held: CachedVectors, which: dict[str, Any], live: int, revision: int
    ) -> None:
        """An index of all the vectors of a model, in the place of the one before."""
        erased: Any = connection.execute(ERASED).get
        path = None if self._folder is None else cluster_file(self._folder, which["mem_type"], which["model"])
        if live > EXACT_LIMIT:
            index, made_for = _clusters(connection, which, live, path, erased)
            places: VectorPlaces | None = None
        else:
            index, made_for, places = _exact(connection, which), 0, VectorPlaces()
            if path is not None:
                path.unlink(missing_ok=True)
        last = 0 if index is None else _add(connection, index, which, 0, lambda: self._closed)
        with held.guard:
            held.index, held.last, held.dead, held.places, held.counted = index, last, 0, places, revision
            held.made_for, held.erased = made_for, erased


def _clusters(
    connection: apsw.Connection, which: dict[str, Any], live: int, path: Path | None, erased: int
) -> tuple[Any, int]:
    """An empty index with clusters, from their file or else learned, and for how many vectors they were made.

    Those that were learned before an erasure hold something of what was erased, and are learned anew.
    """
    model, size = which["model"], _size(connection, which)
    if path is not None and size is not None:
        known = kept(path, model=model, dimension=size, live=live, erased=erased)
        if known is not None:
            return known
    index = learned(_sample(connection, which, int(live**0.5)), int(live**0.5))
    if path is not None:
        keep(path, index, model=model, made_for=live, erased=erased)
    return index, live


def _add(
    connection: apsw.Connection,
    index: Any,
    which: dict[str, Any],
    after: int,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Take in the vectors after a number. Answers the number of the last one."""
    import numpy as np

    page: dict[str, Any] = {**which, "limit": _PAGE}
    while not stop() and (rows := list(connection.execute(FRESH, page | {"after": after}))):
        index.add_with_ids(_matrix([row[2] for row in rows]), np.array([row[1] for row in rows], dtype=np.int64))
        after = int(rows[-1][0])
    return after


def _exact(connection: apsw.Connection, which: dict[str, Any]) -> Any:
    import faiss

    size = _size(connection, which)
    return None if size is None else faiss.IndexIDMap(faiss.IndexFlatIP(size))


def _size(connection: apsw.Connection, which: dict[str, Any]) -> int | None:
    """How many numbers a vector of this model has: it may have become another model under the same name."""
    first: Any = connection.execute(NEXT, {**which, "at": 0}).get
    return None if first is None else len(first) // 2


def _living(connection: apsw.Connection, which: dict[str, Any], near: Any) -> list[int]:
    """Which of them, by their places, still stand for something."""
    ids = near.tolist()
    living = {row[0] for row in connection.execute(LIVING, {**which, "ids": dumps(ids)})}
    return [place for place, chunk_id in enumerate(ids) if chunk_id in living]


def _sample(connection: apsw.Connection, which: dict[str, Any], cells: int) -> Any:
    """Vectors of all ages to learn clusters from."""
    ends: Any = connection.execute(ENDS, which).fetchone()
    first, last = ends
    places = {first + (last - first) * n // (LEARNED_FROM * cells) for n in range(LEARNED_FROM * cells)}
    return _matrix([connection.execute(NEXT, {**which, "at": place}).get for place in sorted(places)])


def _matrix(vectors: Sequence[Any]) -> Any:
    import numpy as np

    return np.frombuffer(b"".join(vectors), dtype="<f2").reshape(len(vectors), -1).astype(np.float32)


def halved(vector: bytes) -> bytes:
    """A vector as it is kept: two bytes a number, which no ranking has been seen to notice."""
    import numpy as np

    return np.frombuffer(vector, dtype="<f4").astype("<f2").tobytes()


def _asked(vector: bytes) -> Any:
    """The vector of a question, rounded as those that are kept, so that both engines measure alike."""
    import numpy as np

    return np.frombuffer(halved(vector), dtype="<f2").astype(np.float32)


def _measured(index: Any, places: Any, query: Any) -> Any:
    """The cosines of vectors of an exact index by their places. Where most are wanted, taking them out costs more than
    measuring all of them where they stand."""
    import faiss

    flat: Any = faiss.downcast_index(index.index)
    held = faiss.rev_swig_ptr(flat.get_xb(), index.ntotal * index.d).reshape(index.ntotal, index.d)
    return _cosines(held, query)[places] if 2 * len(places) > index.ntotal else _cosines(held[places], query)


def _cosines(vectors: Any, query: Any) -> Any:
    import numpy as np

    near = np.einsum("ij,j->i", vectors, query)  # not `@`: that wakes other threads, which costs more than it gains
    return near.astype(np.float64).round(6)


def _alone() -> None:
    """FAISS in this thread alone (each has to say so): for one query, waking others costs more than it gains.

    Learning and filling clusters may use them all.
    """
    import faiss

    if faiss.omp_get_max_threads() != 1:
        faiss.omp_set_num_threads(1)

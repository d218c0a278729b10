"""Vectors beside SQLite: FAISS in memory, filled from `vector_id_map`. A cache: the table is the truth.

Exact up to `EXACT_LIMIT` vectors, at four bytes a number; clustered (IVF) above, at two, as in the table. What was
deleted since is left out of every answer; when too large a share is dead, or the clusters have become too large, the
cache is made again, and whoever asks meanwhile is answered from the one before.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from perdure.store.rows import dumps

if TYPE_CHECKING:
    import apsw


EXACT_LIMIT = 20_000
"""Reading them all takes 2 ms for 10,000 of 512 numbers; `docs/benchmarks.md` has what clusters miss."""
DEAD_SHARE = 0.3
OUTGROWN = 4
"""So many times as many vectors as the clusters were made for, and they are made anew."""
PROBES = 64
LEARNED_FROM = 40
"""Vectors per cluster to learn the clusters from, spread over all there are."""
ROUNDS = 8
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
    places: dict[int, int] | None = None
    """Of an exact index: where the vector of a chunk stands in it."""
    erased: int = 0
    """The last erasure that it knows of: what was erased does not stay in memory as a dead one either."""
    made_for: int = 0
    """How many vectors there were when the clusters were learned; 0 for an exact index."""


class VectorCache:
    """The vectors of one agent, shared by all its connections."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._held: dict[tuple[str, str], CachedVectors] = {}

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

    def closeness(
        self, connection: apsw.Connection, mem_type: str, model: str, vector: bytes, chunk_ids: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of the few chunks that are candidates already, from memory or else from the table."""
        held = self._held.get((mem_type, model))
        query = _asked(vector)
        near: dict[int, float] = {}
        if held is not None and held.places is not None:
            with held.guard:
                places = held.places
                known = [chunk_id for chunk_id in chunk_ids if chunk_id in places]
                if known and held.index.d == len(query):
                    _alone()
                    near = _cosines(known, held.index.index.reconstruct_batch([places[c] for c in known]), query)
        rest = [chunk_id for chunk_id in chunk_ids if chunk_id not in near]
        rows = connection.execute(THESE, {"mem_type": mem_type, "model": model, "ids": dumps(rest)}) if rest else ()
        found = list(rows)
        matrix = _matrix([row[1] for row in found]) if found else None
        if matrix is not None and matrix.shape[1] == len(query):
            near |= _cosines([row[0] for row in found], matrix, query)
        return near

    def _follow(self, connection: apsw.Connection, held: CachedVectors, which: dict[str, Any]) -> None:
        """Take in what was committed by now, by whichever process. While another thread is at it, the index stays as
        it was, unless there is none."""
        revision: Any = connection.execute(REVISION).get
        if held.revision == revision or not self._making.acquire(blocking=held.index is None):
            return
        try:
            if held.revision != revision:
                self._catch_up(connection, held, which, revision)
                held.revision = revision
        finally:
            self._making.release()

    def _catch_up(self, connection: apsw.Connection, held: CachedVectors, which: dict[str, Any], revision: int) -> None:
        erased: Any = connection.execute(ERASED).get
        if held.index is not None and held.erased == erased and _size(connection, which) in (held.index.d, None):
            # Counting takes time where there are many; until a hundredth has changed, it would tell nothing new.
            if held.made_for and revision - held.counted < held.index.ntotal // 100:
                with held.guard:
                    held.last = _add(connection, held.index, which, held.last, None)
                    held.dead = max(1, held.dead)  # there may be some
                return
            live: Any = connection.execute(LIVE, which).get
            too_dead = held.index.ntotal - live > DEAD_SHARE * held.index.ntotal
            if not too_dead and live <= (OUTGROWN * held.made_for or EXACT_LIMIT):
                with held.guard:
                    held.last = _add(connection, held.index, which, held.last, held.places)
                    held.dead, held.counted = held.index.ntotal - live, revision
                return
        live = connection.execute(LIVE, which).get
        index = _clustered(connection, which, live) if live > EXACT_LIMIT else _exact(connection, which)
        places: dict[int, int] | None = None if live > EXACT_LIMIT else {}
        last = 0 if index is None else _add(connection, index, which, 0, places)
        with held.guard:
            held.index, held.last, held.dead, held.places, held.counted = index, last, 0, places, revision
            held.made_for, held.erased = live if live > EXACT_LIMIT else 0, erased


def _add(
    connection: apsw.Connection, index: Any, which: dict[str, Any], after: int, places: dict[int, int] | None
) -> int:
    """Take in the vectors after a number, and their places. Answers the number of the last one."""
    import numpy as np

    page: dict[str, Any] = {**which, "limit": _PAGE}
    while rows := list(connection.execute(FRESH, page | {"after": after})):
        if places is not None:
            places.update((row[1], place) for place, row in enumerate(rows, index.ntotal))
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


def _clustered(connection: apsw.Connection, which: dict[str, Any], live: int) -> Any:
    """An empty index whose clusters were learned from vectors of all ages."""
    import faiss

    cells = int(live**0.5)
    ends: Any = connection.execute(ENDS, which).fetchone()
    first, last = ends
    places = {first + (last - first) * n // (LEARNED_FROM * cells) for n in range(LEARNED_FROM * cells)}
    sample = _matrix([connection.execute(NEXT, {**which, "at": place}).get for place in sorted(places)])
    dimension = sample.shape[1]
    index = faiss.IndexIVFScalarQuantizer(
        faiss.IndexFlatIP(dimension),
        dimension,
        cells,
        faiss.ScalarQuantizer.QT_fp16,
        faiss.METRIC_INNER_PRODUCT,
        False,
    )
    index.cp.niter = ROUNDS
    index.train(sample)
    index.nprobe = PROBES
    return index


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


def _cosines(chunk_ids: Sequence[int], vectors: Any, query: Any) -> dict[int, float]:
    import numpy as np

    near = np.einsum("ij,j->i", vectors, query)  # not `@`: that wakes other threads, which costs more than it gains
    return dict(zip(chunk_ids, near.astype(np.float64).round(6).tolist(), strict=True))


def _alone() -> None:
    """FAISS in this thread alone (each has to say so): for one query, waking others costs more than it gains.

    Learning and filling clusters may use them all.
    """
    import faiss

    if faiss.omp_get_max_threads() != 1:
        faiss.omp_set_num_threads(1)

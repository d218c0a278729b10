"""Vectors beside SQLite: FAISS in memory, filled from `vector_id_map`. A cache: the table is the truth.

Exact up to `EXACT_LIMIT` vectors, clustered (IVF) above. What was deleted since is left out of every answer; when
too large a share is dead, the cache is made again.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perdure.store.rows import dumps

if TYPE_CHECKING:
    import apsw

    from perdure.store.sqlite.connection import SQLiteCursor

EXACT_LIMIT = 100_000
DEAD_SHARE = 0.3
PROBES = 32
_PAGE = 20_000

REVISION = "SELECT revision FROM agents"
LIVE = "SELECT COUNT(*) FROM vector_id_map WHERE mem_type = :mem_type AND model = :model AND NOT is_deleted"
THESE = (
    "SELECT mem_id, embedding FROM vector_id_map"
    " WHERE mem_type = :mem_type AND model = :model AND mem_id IN NUMBERS(:ids)"
)
LIVING = (
    "SELECT mem_id FROM vector_id_map"
    " WHERE mem_type = :mem_type AND model = :model AND NOT is_deleted"
    " AND mem_id IN (SELECT value FROM json_each(:ids))"
)
FRESH = (
    "SELECT faiss_id, mem_id, embedding FROM vector_id_map"
    " WHERE mem_type = :mem_type AND model = :model AND NOT is_deleted AND faiss_id > :after"
    " ORDER BY faiss_id LIMIT :limit"
)


@dataclass(slots=True)
class Held:
    """What is in memory for one kind of memory and one model."""

    index: Any = None
    last: int = 0
    revision: int = -1
    dead: int = 0
    """How many of them no longer stand for anything."""


class VectorCache:
    """The vectors of one agent, shared by all its connections."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held: dict[tuple[str, str], Held] = {}

    def nearest(
        self, connection: apsw.Connection, mem_type: str, model: str, vector: bytes, count: int
    ) -> dict[int, float]:
        """Chunk ids with their cosine, best first."""
        import numpy as np

        held = self._fresh(connection, mem_type, model)
        index = held.index
        if index is None or index.ntotal == 0:
            return {}
        query = np.frombuffer(vector, dtype=np.float32).reshape(1, -1)
        if query.shape[1] != index.d:
            return {}
        wanted = count + 1
        while True:
            scores, ids = index.search(query, min(wanted, index.ntotal))
            near = {int(i): round(float(s), 6) for i, s in zip(ids[0], scores[0], strict=True) if i >= 0}
            least = min(near.values(), default=0.0)
            if held.dead:  # they must not take the places of the living
                near = self._living(connection, {"mem_type": mem_type, "model": model}, near)
            best = sorted(near.items(), key=lambda pair: (-pair[1], pair[0]))
            # Of equally near ones it is not for FAISS to choose: it takes whichever came first.
            if wanted >= index.ntotal or (len(best) > count and best[count - 1][1] > least):
                return dict(best[:count])
            wanted *= 2

    @staticmethod
    def _living(connection: apsw.Connection, which: dict[str, str], near: dict[int, float]) -> dict[int, float]:
        living = {row[0] for row in connection.execute(LIVING, {**which, "ids": dumps(list(near))})}
        return {chunk_id: cosine for chunk_id, cosine in near.items() if chunk_id in living}

    def forget(self) -> None:
        """Drop everything; it is read again when somebody asks."""
        with self._guard:
            self._held.clear()

    def _fresh(self, connection: apsw.Connection, mem_type: str, model: str) -> Held:
        """The index with everything that was committed by now, by whichever process."""
        revision = connection.execute(REVISION).get
        with self._guard:
            held = self._held.setdefault((mem_type, model), Held())
            if held.revision != revision:
                self._catch_up(connection, held, mem_type, model)
                held.revision = revision
            return held

    def _catch_up(self, connection: apsw.Connection, held: Held, mem_type: str, model: str) -> None:
        which = {"mem_type": mem_type, "model": model}
        live = connection.execute(LIVE, which).get
        self._add(connection, held, which)
        if held.index is None:
            return
        too_dead = held.index.ntotal - live > DEAD_SHARE * held.index.ntotal
        outgrown = live > EXACT_LIMIT and not hasattr(_inner(held.index), "nlist")
        if too_dead or outgrown:
            held.index, held.last = None, 0
            self._add(connection, held, which, clustered=live > EXACT_LIMIT)
        held.dead = held.index.ntotal - live if held.index is not None else 0

    def _add(self, connection: apsw.Connection, held: Held, which: dict[str, Any], *, clustered: bool = False) -> None:
        import numpy as np

        while rows := list(connection.execute(FRESH, {**which, "after": held.last, "limit": _PAGE})):
            vectors = np.frombuffer(b"".join(row[2] for row in rows), dtype=np.float32).reshape(len(rows), -1)
            if held.index is None or held.index.d != vectors.shape[1]:  # a model may change the size of its vectors
                held.index = _new_index(vectors, clustered=clustered)
            held.index.add_with_ids(vectors, np.array([row[1] for row in rows], dtype=np.int64))
            held.last = rows[-1][0]


def closeness(
    cursor: SQLiteCursor, mem_type: str, model: str, vector: bytes, chunk_ids: Sequence[int]
) -> dict[int, float]:
    """The cosine of the given chunks, from the table: for the few that are already candidates."""
    import numpy as np

    rows = cursor.all(THESE, {"mem_type": mem_type, "model": model, "ids": dumps(list(chunk_ids))})
    if not rows:
        return {}
    query = np.frombuffer(vector, dtype=np.float32)
    vectors = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float32).reshape(len(rows), -1)
    if vectors.shape[1] != len(query):
        return {}
    return {row[0]: round(float(near), 6) for row, near in zip(rows, vectors @ query, strict=True)}


def _inner(index: Any) -> Any:
    return getattr(index, "index", index)


def _new_index(sample: Any, *, clustered: bool) -> Any:
    import faiss

    faiss.omp_set_num_threads(1)  # a query is small; waking other threads costs more than it gains
    dimension = sample.shape[1]
    if not clustered:
        return faiss.IndexIDMap(faiss.IndexFlatIP(dimension))
    cells = max(64, int(4 * (len(sample) ** 0.5)))
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(dimension), dimension, cells, faiss.METRIC_INNER_PRODUCT)
    index.train(sample)
    index.nprobe = PROBES
    return index

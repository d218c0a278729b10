"""The vectors in memory follow the table: exact while they are few, in clusters when they are many."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perdure import AgentMemory, Runtime
from perdure.store.chunks import RECALL
from perdure.store.sqlite import vectors
from perdure.store.transaction import Transaction
from perdure.store.vector_index import VECTOR_ADD

DIMENSION = 32


def some(count: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSION)).astype("<f4")
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


async def keep(memory: AgentMemory, first: int, some: np.ndarray) -> None:
    """Vectors as they stand in the table; what they are of does not matter here."""

    def work(tx: Transaction) -> None:
        rows = [
            {
                "faiss_id": tx._next(),
                "mem_type": RECALL,
                "mem_id": n,
                "model": "m",
                "embedding": vectors.halved(vector.tobytes()),
            }
            for n, vector in enumerate(some, start=first)
        ]
        tx._cursor.many(VECTOR_ADD, rows)

    await memory.port.write("main", work)


async def nearest(memory: AgentMemory, query: bytes, count: int) -> dict[int, float]:
    return await memory.port.read("main", lambda tx: tx.finder._cursor.nearest(RECALL, "m", query, count))


@pytest.mark.parametrize("limit", [vectors.EXACT_LIMIT, 100])
async def test_the_nearest_are_found_in_either_index_and_as_it_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(vectors, "EXACT_LIMIT", limit)
    every = np.concatenate([some(300, 1), some(40, 2), some(1_200, 3)])
    query = some(1, 4)[0]
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        assert await nearest(luna, query.tobytes(), 10) == {}
        for first, last in ((0, 300), (300, 340), (340, 1_540)):  # begin, take in more, outgrow the clusters
            await keep(luna, first, every[first:last])
            cosines = every[:last].astype("<f2").astype("<f4") @ query.astype("<f2").astype("<f4")
            want = sorted(range(last), key=lambda n: -cosines[n])[:10]
            got = await nearest(luna, query.tobytes(), 10)
            assert list(got) == want
            assert list(got.values()) == pytest.approx([float(cosines[n]) for n in want], abs=1e-3)


async def test_a_vector_of_another_length_is_like_nothing(tmp_path: Path) -> None:
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await keep(luna, 0, some(5, 1))
        assert await nearest(luna, some(1, 2)[0][:8].tobytes(), 3) == {}

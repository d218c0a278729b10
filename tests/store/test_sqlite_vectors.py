"""The vectors in memory follow the table: exact while they are few, in clusters when they are many."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from pathlib import Path

import numpy as np
import pytest

from perdure import AgentMemory, Runtime
from perdure.errors import StoreDamaged
from perdure.store.chunks import RECALL
from perdure.store.sqlite import clusters, vectors
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
                "checksum": None,
            }
            for n, vector in enumerate(some, start=first)
        ]
        tx._cursor.many(VECTOR_ADD, rows)

    await memory.port.write("main", work)


async def nearest(memory: AgentMemory, query: bytes, count: int) -> dict[int, float]:
    return await memory.port.read("main", lambda tx: tx.finder._cursor.nearest(RECALL, "m", query, count))


async def made(memory: AgentMemory, query: bytes) -> None:
    """Wait until clusters that are on their way are there."""
    await nearest(memory, query, 1)
    for thread in threading.enumerate():
        if thread.name == "perdure-clusters":
            await asyncio.to_thread(thread.join)


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
            await made(luna, query.tobytes())
            got = await nearest(luna, query.tobytes(), 10)
            assert list(got) == want
            assert list(got.values()) == pytest.approx([float(cosines[n]) for n in want], abs=1e-3)


async def test_a_question_never_waits_for_clusters_and_what_was_learned_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "EXACT_LIMIT", 100)
    every, query = some(400, 1), some(1, 4)[0].tobytes()
    want = sorted(range(400), key=lambda n: -float(every[n] @ np.frombuffer(query, "<f4")))[:5]
    go_on, learned = threading.Event(), 0

    def slowly(sample: np.ndarray, cells: int) -> object:
        nonlocal learned
        go_on.wait(60)
        learned += 1
        return clusters.learned(sample, cells)

    monkeypatch.setattr(vectors, "learned", slowly)

    def pending(luna: AgentMemory) -> Awaitable[bool]:
        return luna.port.read("main", lambda tx: tx.finder.is_pending(RECALL, "m"))

    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await keep(luna, 0, every)
        assert await nearest(luna, query, 5) == {}
        assert await pending(luna)
        go_on.set()
        await made(luna, query)
        assert not await pending(luna)
        assert list(await nearest(luna, query, 5)) == want
    (file,) = tmp_path.glob("*/clusters-recall-*.cache")  # noqa: ASYNC240 - a test may wait for its disk
    assert file.stat().st_mode & 0o777 == 0o600
    for damage, times in ((False, 1), (True, 2)):
        if damage:
            file.write_bytes(file.read_bytes()[:-1] + b"?")
        async with Runtime(tmp_path, embedder="none") as runtime:
            luna = await runtime.agent("luna")
            await made(luna, query)
            assert list(await nearest(luna, query, 5)) == want
        assert learned == times


async def test_what_keeps_clusters_from_being_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "EXACT_LIMIT", 100)

    def fails(*_: object) -> object:
        raise StoreDamaged("no clusters today")

    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await keep(luna, 0, some(200, 1))
        monkeypatch.setattr(vectors, "learned", fails)
        query = some(1, 4)[0].tobytes()
        await made(luna, query)
        with pytest.raises(StoreDamaged, match="today"):
            await nearest(luna, query, 5)
        monkeypatch.undo()
        monkeypatch.setattr(vectors, "EXACT_LIMIT", 100)
        await keep(luna, 200, some(1, 2))
        await made(luna, query)
        assert len(await nearest(luna, query, 5)) == 5


async def test_a_vector_of_another_length_is_like_nothing(tmp_path: Path) -> None:
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await keep(luna, 0, some(5, 1))
        assert await nearest(luna, some(1, 2)[0][:8].tobytes(), 3) == {}

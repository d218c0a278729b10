"""What fails in the background is kept for `doctor` and `progress`; nothing of it is printed by the event loop."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import apsw

from perdure import Candidate, PerdureError, Runtime
from perdure.folders import folder_name
from perdure.testing import FakeEmbedder


def fact(n: int) -> Candidate:
    return Candidate("facts", {"predicate": f"p{n}", "value": f"v{n}"})


async def unheard(home: Path) -> list[str]:
    """What the loop would print while vectors are made from a damaged table, again and again."""
    told: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(str(context.get("message"))))
    async with Runtime(home, embedder=FakeEmbedder()) as runtime:
        luna = await runtime.agent("luna")
        for n in range(10, 14):
            try:
                await luna.upsert_recall(fact(n))
                await luna.index.catch_up()
            except PerdureError:  # it may also be told to whoever waits
                continue
        assert (await luna.index.progress()).missing > 0
    gc.collect()
    await asyncio.sleep(0)
    return told


def test_a_damaged_store_prints_no_stray_traceback(tmp_path: Path) -> None:
    async def fill() -> None:
        async with Runtime(tmp_path, embedder="none") as runtime:
            luna = await runtime.agent("luna")
            for n in range(3):
                await luna.upsert_recall(fact(n))

    asyncio.run(fill())
    with apsw.Connection(str(tmp_path / folder_name("luna") / "memory.db")) as connection:
        connection.execute("UPDATE memory_chunks SET text = CAST(x'ff41' AS TEXT)")  # no text that can be read
    assert asyncio.run(unheard(tmp_path)) == []


async def test_a_task_that_nobody_asks_is_seen_by_the_test() -> None:
    """The red control."""
    told: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(str(context.get("message"))))

    async def fails() -> None:
        raise ValueError("nobody hears this")

    task = asyncio.create_task(fails())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert told == ["Task exception was never retrieved"]

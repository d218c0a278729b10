"""Killed while it is made again, an index answers as before, is sound, and is finished when the agent is opened."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from perdure import Candidate, Config, Event, ManualClock, PerdureError, Runtime
from perdure.agent import AgentMemory
from perdure.folders import folder_name
from perdure.store.postgres import connection
from tests import postgres
from tests.faults.child import Cycle, nurseries, run
from tests.faults.ledger import Ledger
from tests.faults.tables import disagreements
from tests.faults.test_kill_minus_nine import killed, patiently

SQLITE_POINTS = 40
POSTGRES_POINTS = 12
KINDS = ("old", "some of each", "new")
CHUNK_IDS = "SELECT id FROM memory_chunks UNION ALL SELECT id FROM record_chunks"
WORDS = ("tea", "绿茶", "river", "钢琴", "Zephyr", "letter")


async def fill(memory: AgentMemory) -> None:
    session = await memory.start_session("s")
    chance = random.Random(1)
    await memory.upsert_recall(Candidate("entities", {"kind": "person", "canonical": "Zephyr"}))
    turns = [[Event.user(" ".join(chance.choices(WORDS, k=6)))] for _ in range(60)]
    await memory.commit_turns(session, turns, learn=False)
    for n in range(60):
        text = " ".join(chance.choices(WORDS, k=5))
        await memory.upsert_recall(Candidate("preferences", {"name": f"thing {n}", "value": text}))


async def answers(memory: AgentMemory) -> list[object]:
    hits = [await memory.search_memory(word, k=20) for word in WORDS]
    return [[(hit.item.id, hit.score) for hit in found] for found in hits]


def which(before: set[int], after: set[int]) -> str:
    """Which index it is. The numbers of chunks are never given out twice, and none may be missing."""
    assert len(after) == len(before), "some are gone"
    if after == before:
        return "old"
    return "some of each" if after & before else "new"


def sqlite_chunks(home: Path) -> set[int]:
    opened = apsw.Connection(str(home / folder_name("luna") / "memory.db"))
    try:
        return {row[0] for row in opened.execute(CHUNK_IDS)}
    finally:
        opened.close()


async def looked_at(home: Path, clock: ManualClock) -> tuple[list[object], list[str]]:
    async with Runtime(home, clock=clock) as runtime:
        memory = await runtime.agent("luna")
        wrong = [finding.detail for finding in await memory.check() if not finding.ok]
        return await answers(memory), [*wrong, *disagreements(home, "luna")]


@pytest.mark.requirement("R239")
def test_a_killed_sqlite_process_leaves_an_index_that_answers_and_goes_on(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    clock = ManualClock()

    async def prepare() -> list[object]:
        async with Runtime(tmp_path, clock=clock) as runtime:
            memory = await runtime.agent("luna")
            await fill(memory)
            return await answers(memory)

    want = asyncio.run(prepare())
    chance = random.Random("rebuild")
    seen: list[str] = []
    with nurseries(1) as [nursery]:
        for n in range(SQLITE_POINTS):
            before = sqlite_chunks(tmp_path)
            point, most = chance.choice(
                [("inside", 320), ("inside", 320), ("file operation", 80), ("before commit", 1), ("after commit", 1)]
            )
            cycle = Cycle(str(tmp_path), "luna", f"c{n}", n, point, chance.randint(1, most), rebuilds=True)
            run(nursery, cycle, Ledger(), None)
            seen.append(which(before, sqlite_chunks(tmp_path)))
            assert disagreements(tmp_path, "luna") == []
            assert asyncio.run(looked_at(tmp_path, clock)) == (want, []), f"{point=} {n=}"
    told = ", ".join(f"{seen.count(kind)} {kind}" for kind in KINDS)
    record_property("measured", f"kill -9 of a SQLite process while rebuilding: {told}")
    assert set(seen) == set(KINDS)


@pytest.mark.requirement("R239")
def test_a_killed_postgres_backend_leaves_an_index_that_answers_and_goes_on(
    record_property: Callable[[str, object], None],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level("CRITICAL", "psycopg.pool")  # that connections break is the point
    monkeypatch.setattr(connection, "SLICE", 0.1)
    chance = random.Random("rebuild")
    seen: list[str] = []

    def chunks(url: str) -> set[int]:
        return {row[0] for row in postgres.execute_patiently(url, CHUNK_IDS.replace("FROM ", "FROM perdure."))}

    async def life(url: str) -> None:
        async with Runtime(url, clock=ManualClock(), config=Config(pool_size=4)) as runtime:
            memory = await runtime.agent("luna")
            await fill(memory)
            want = await answers(memory)
            for n in range(POSTGRES_POINTS):
                before = await asyncio.to_thread(chunks, url)
                point = ("inside", "inside", "before commit", "during commit", "after commit")[n % 5]
                at = chance.randint(1, 120) if point == "inside" else 1
                # The caller is told that the server is gone.
                with killed(point, at, 0.05), contextlib.suppress(PerdureError):
                    await memory.rebuild_index()
                assert await patiently(lambda: answers(memory), url) == want
                seen.append(which(before, await asyncio.to_thread(chunks, url)))
                assert [finding for finding in await memory.check() if not finding.ok] == []
            await memory.index.refresh()
            assert which(before, await asyncio.to_thread(chunks, url)) == "new"
            assert await answers(memory) == want

    with postgres.private_server() as server, postgres.fresh_database(server) as url:
        asyncio.run(life(url))
    told = ", ".join(f"{seen.count(kind)} {kind}" for kind in KINDS)
    record_property("measured", f"kill -9 of a PostgreSQL backend while rebuilding: {told}")
    assert {"old", "some of each"} <= set(seen)


def test_a_planted_loss_is_seen() -> None:
    """The control."""
    with pytest.raises(AssertionError, match="some are gone"):
        which({1, 2, 3}, {3, 4})
    assert which({1, 2, 3}, {3, 4, 5}) == "some of each"

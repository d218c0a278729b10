"""A runtime opens, shares and closes what it hands out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Event, InvalidInput, Runtime, StoreUnavailable
from tests.homes import busy_database, busy_home, clock, fresh_id, home, luna, runtime

__all__ = ["busy_database", "busy_home", "clock", "home", "luna", "runtime"]


async def test_many_agents_work_at_once_and_the_same_id_is_the_same_memory(runtime: Runtime) -> None:
    names = [fresh_id() for _ in range(6)]

    async def live(name: str) -> list[str | None]:
        memory = await runtime.agent(name)
        await memory.start_session("s")
        await asyncio.gather(*(memory.commit_turn("s", [Event.user(f"{name} {n}")]) for n in range(5)))
        return sorted(record.content or "" for record in await memory.archive.records("s"))

    lives = await asyncio.gather(*map(live, names))
    assert lives == [[f"{name} {n}" for n in range(5)] for name in names]
    assert await runtime.agent(names[0]) is await runtime.agent(names[0])
    assert set(names) <= {row.id for row in await runtime.agents()}
    assert all(finding.ok for finding in await runtime.check())


@pytest.mark.requirement("R325")
async def test_closing_keeps_what_was_written_and_refuses_the_rest(home: str) -> None:
    async with Runtime(home) as first:
        memory = await first.agent("luna")
        await memory.start_session("s")
        await memory.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Berlin"}))
    await first.close()
    for call in (
        lambda: memory.items(),
        lambda: memory.check(),
        lambda: memory.start_session("t"),
        lambda: memory.commit_turn("s", [Event.user("x")]),
        lambda: memory.upsert_recall(Candidate("facts", {"predicate": "a", "value": "b"})),
        lambda: memory.retrieve_recall("Berlin"),
        lambda: first.agent("luna"),
        lambda: first.agents(),
        lambda: first.check(),
    ):
        with pytest.raises(StoreUnavailable):
            await call()
    async with Runtime(home) as second:
        assert [item.content for item in await (await second.agent("luna")).items()] == ["city: Berlin"]
        assert [hit.score > 0 for hit in await (await second.agent("luna")).retrieve_recall("berlin")] == [True]


async def test_concurrent_writes_of_one_agent_take_turns(luna: AgentMemory) -> None:
    facts = [Candidate("facts", {"predicate": "city", "value": f"city {n}"}) for n in range(20)]
    await asyncio.gather(*(luna.upsert_recall(fact) for fact in facts))
    history = await luna.history.of("fact:user:city")
    assert [item.version for item in history.versions] == list(range(1, 21))
    assert [item.is_active for item in history.versions] == [False] * 19 + [True]
    assert [finding for finding in await luna.check() if not finding.ok] == []


def test_a_runtime_may_be_made_outside_a_loop(tmp_path: Path) -> None:
    async def use(runtime: Runtime) -> str:
        async with runtime:
            return (await runtime.agent("luna")).id

    assert asyncio.run(use(Runtime(tmp_path))) == "luna"


async def test_a_home_that_is_a_file_is_said_to_be_none(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("not a folder")
    async with Runtime(home) as runtime:
        with pytest.raises(StoreUnavailable, match="home"):
            await runtime.agents()
    async with Runtime(tmp_path / "nowhere") as runtime:
        assert await runtime.agents() == []


@pytest.mark.parametrize("home", ["", "  ", "mysql://here/it", "sqlite:///x.db"])
def test_a_home_is_a_folder_or_a_postgresql_url(home: str) -> None:
    with pytest.raises(InvalidInput, match="postgresql://"):
        Runtime(home)


async def test_a_damaged_agent_is_listed_as_such_beside_the_others(tmp_path: Path) -> None:
    async with Runtime(tmp_path) as runtime:
        await runtime.agent("luna")
        await runtime.agent("nova")
    [broken] = tmp_path.glob("luna-*/memory.db")  # noqa: ASYNC240 - a test may wait for its disk
    broken.write_bytes(b"not a database at all" * 400)
    async with Runtime(tmp_path) as runtime:
        rows = await runtime.agents()
    assert [(row.id, row.problem is None) for row in rows] == [(broken.parent.name, False), ("nova", True)]

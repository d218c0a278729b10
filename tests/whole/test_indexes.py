"""Each question is answered through an index: by type, day, name, session and words, never by reading everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock, Runtime
from perdure.store.sqlite.connection import SQLiteCursor, compiled
from tests.homes import fresh_id

DAY = timedelta(days=1)
FILLED = 400


@pytest.fixture
async def luna(sqlite_runtime: Runtime, clock: ManualClock) -> AgentMemory:
    """An agent with enough in it that a plan matters."""
    luna = await sqlite_runtime.agent("luna")
    for n in range(12):
        await luna.start_session(f"s{n}")
        turns = [[Event.user(f"the price of item {k} is {n}")] for k in range(FILLED // 12)]
        await luna.commit_turns(f"s{n}", turns, learn=False)
        for k in range(FILLED // 40):
            value = {"predicate": f"price {n} {k}", "value": str(k)}
            await luna.upsert_recall(Candidate("facts", value), session=f"s{n}")
        await luna.end_session(f"s{n}")
        clock.advance(DAY)
    for n in range(20):
        await luna.experience.record(
            {"description": f"写爬虫 crawler {n}", "type": "coding"}, outcome={"success": True}
        )
        await luna.skills.practise(f"skill {n}", category=f"c{n % 3}", minutes=60 * n)
        await luna.patches.add("event", f"news {n}", event_date=f"2025-{n % 12 + 1:02}-01")
    return luna


@pytest.fixture
def plans(luna: AgentMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[list[str]]]:
    """How SQLite reads a table while a verb runs: the lines of every plan that are about it."""
    asked: list[tuple[str, dict[str, Any]]] = []
    run = SQLiteCursor.all

    def noted(self: SQLiteCursor, statement: str, params: Any = {}) -> Any:  # noqa: B006 - never changed
        asked.append((statement, dict(params)))
        return run(self, statement, params)

    async def explain(verb: Awaitable[object], alias: str) -> list[str]:
        with monkeypatch.context() as patched:
            patched.setattr(SQLiteCursor, "all", noted)
            await verb
        [path] = (tmp_path / "home").glob("*/memory.db")
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        lines = [
            str(row[3])
            for statement, params in asked
            for row in connection.execute("EXPLAIN QUERY PLAN " + compiled(statement), params)
        ]
        connection.close()
        asked.clear()
        found = [line for line in lines if line.split()[:2] in (["SEARCH", alias], ["SCAN", alias])]
        assert found, lines
        return found

    return explain


def through(lines: list[str], *names: str) -> bool:
    """Whether nothing is read from end to end, and every one of these indexes has its part."""
    read = [line for line in lines if line.startswith("SCAN") or "items_by_worth (status=?)" in line]
    return not read and all(any(name in line for line in lines) for name in names)


Plans = Callable[..., Awaitable[list[str]]]


@pytest.mark.requirement("R103")
async def test_experiences_are_found_by_type_time_and_words(luna: AgentMemory, plans: Plans) -> None:
    assert through(await plans(luna.items("cases"), "i"), "items_by_type")
    # What happened when: by the number line that orders everything, and by the day it speaks of.
    assert through(await plans(luna.search_memory("what happened last May?"), "i"), "items_by_event")
    lines = await plans(luna.experience.retrieve("爬虫 crawler", task_type="coding"), "i")
    assert through(lines)
    found = await luna.experience.retrieve("爬虫 crawler", task_type="coding")
    assert found
    assert {one.item.value["task"]["type"] for one in found} == {"coding"}
    assert await luna.experience.retrieve("爬虫 crawler", task_type="cooking") == []


@pytest.mark.requirement("R112")
async def test_a_skill_is_one_and_is_found_by_its_type(luna: AgentMemory, plans: Plans) -> None:
    assert through(await plans(luna.skills.list(), "i"), "items_by_type")
    assert through(await plans(luna.skills.list("c1"), "i"), "items_by_type")
    assert through(await plans(luna.items("skills", "skill:c1:skill_1"), "i"), "items_by_")
    [one] = [skill for skill in await luna.skills.list() if skill.name == "skill 7"]
    assert one.category == "c1"
    assert {skill.category for skill in await luna.skills.list("c1")} == {"c1"}
    levels = [skill.level for skill in await luna.skills.list()]
    assert levels == sorted(levels, reverse=True)


@pytest.mark.requirement("R112")
async def test_a_skill_of_a_name_is_unique_on_both_engines(busy_home: str) -> None:
    import asyncio

    async with Runtime(busy_home) as runtime:
        luna = await runtime.agent(fresh_id())
        names = ["Go", "go", "GO", "围棋", "围棋"]
        await asyncio.gather(*(luna.skills.practise(name, minutes=60) for name in names for _ in range(3)))
        held = await luna.items("skills")
        assert sorted(item.value["skill_name"].casefold() for item in held) == ["go", "围棋"]
        assert {item.value["total_practice_time"] for item in held} == {9 * 60, 6 * 60}
        versions = await luna.items("skills", status=None)
        assert len({(item.scope, item.key, item.version) for item in versions}) == len(versions)


@pytest.mark.requirement("R161")
async def test_patches_are_found_by_type_and_day(luna: AgentMemory, plans: Plans) -> None:
    assert through(await plans(luna.patches.list(), "i"), "items_by_type")
    lines = await plans(luna.patches.preview(cutoff="2025-06"), "i")
    assert through(lines, "items_by_type")
    block = await luna.patches.preview(cutoff="2025-06")
    days = {str(line.day) for line in block.lines}
    assert days
    assert min(days) > "2025-06"
    # Those that are switched off, and each application, by its patch.
    [first, *_] = await luna.patches.list()
    await luna.patches.switch(first.key, False)
    assert len((await luna.patches.preview(cutoff="2025-06")).lines) <= len(block.lines)
    await luna.patches.apply_on_activate(cutoff="2025-06")
    assert through(await plans(luna.patches.history(first.key), "h"), "patch_history_by_patch")


@pytest.mark.requirement("R123")
async def test_sessions_are_found_by_start_and_by_whether_they_are_open(luna: AgentMemory, plans: Plans) -> None:
    assert through(await plans(luna.archive.sessions(limit=5), "s"), "sessions_by_start")
    assert [s.id for s in await luna.archive.sessions(limit=50) if s.kind != "direct"] == [
        f"s{n}" for n in range(11, -1, -1)
    ]
    # Those that were left open are looked for whenever one starts.
    assert through(await plans(luna.start_session("new"), "s"), "sessions_open")
    assert through(await plans(luna.archive.records("s3"), "r"), "records_by_")


@pytest.mark.requirement("R122")
@pytest.mark.parametrize("said", ["Please write the report. It is due on Friday.", "帮我写报告。周五之前要交。"])
async def test_a_session_is_kept_with_its_messages_summary_times_and_counts(
    busy_home: str, clock: ManualClock, said: str
) -> None:
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        assert (session.started_at, session.completed_at, session.message_count) == (clock.now(), None, 0)
        assert session.total_tokens == 0
        again = await luna.start_session("s")  # one session per id
        assert again.id == session.id
        clock.advance(DAY / 48)
        await luna.commit_turn(session, [Event.user(said), Event.assistant("OK.")])
        clock.advance(DAY / 48)
        await luna.end_session(session)
        [kept] = await luna.archive.sessions()
        assert (kept.id, kept.message_count, kept.turn_count) == ("s", 2, 1)
        assert kept.total_tokens > 0
        assert kept.completed_at == clock.now() == kept.started_at + DAY / 24
        # Messages and summary stand beside it: records of the archive, and its episode.
        assert [record.content for record in await luna.archive.records("s")] == [said, "OK."]
        [episode] = await luna.items("episodes")
        assert episode.value["session_id"] == "s"
        assert episode.value["summary"]

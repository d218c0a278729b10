"""The daily run: in its order, again without effect, page by page, and seen when it fails."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Attachment, Candidate, Config, Event, ManualClock, NotFound, Runtime, Source
from perdure.models.contract import Prompt, Reply
from perdure.testing import ScriptedLLM
from perdure.upkeep.steps import BATCH, Steps
from tests.homes import everything, fresh_id

DAY = timedelta(days=1)
NOTHING = {"candidates": [], "items": []}
WORDS = {"en": ("the printer", "floor", "second floor"), "zh": ("打印机", "楼层", "二楼")}
languages = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)


def fact(subject: str, predicate: str, value: str, **more: object) -> Candidate:
    given = {"subject": subject, "predicate": predicate, "value": value}
    return Candidate("facts", given, **more)  # type: ignore[arg-type]


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock, tmp_path: Path) -> AsyncIterator[AgentMemory]:
    """An agent with a folder on either engine."""
    config = Config(workspace=str(tmp_path / "workspace"), background=False)
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        yield await runtime.agent(fresh_id())


async def fill(luna: AgentMemory, words: tuple[str, str, str]) -> None:
    """Something for every step to do, a month from now."""
    subject, predicate, value = words
    session = await luna.start_session("s")
    await luna.commit_turn(session, [Event.user("I live in York. 我喜欢乌龙茶。"), Event.assistant("OK.")])
    await luna.upsert_recall(fact(subject, predicate, value, source=Source.TOOL))
    await luna.upsert_recall(fact(subject, f"{predicate} now", value, content=f"{subject} {predicate}: {value}."))
    await luna.upsert_recall(fact(subject, f"{predicate} then", value, content=f"{subject} {predicate}: {value}"))
    await luna.upsert_recall(fact(subject, "brief", value, priority="short_term"))
    await luna.upsert_recall(fact(subject, "slow", value, keep=400 * DAY, importance=0.4))
    file = Attachment("a.txt", value.encode(), expires_at=luna.port.store.read("main", lambda tx: tx.now) + DAY)
    await luna.commit_turn(session, [Event.user("see this", attachments=[file])])
    await luna.end_session(session)


@pytest.mark.requirement("R215")
@languages
async def test_it_does_all_that_is_due_in_order_and_nothing_the_second_time(
    luna: AgentMemory, clock: ManualClock, words: tuple[str, str, str]
) -> None:
    await fill(luna, words)
    clock.advance(31 * DAY)
    seen: list[str] = []
    foreseen = await luna.upkeep.run_daily(dry_run=True)
    before = await everything(luna)
    assert foreseen.dry_run
    assert await luna.upkeep.last_run() == []  # a dry run leaves no trace
    report = await luna.upkeep.run_daily(on_step=lambda step: seen.append(step.name))
    assert seen == [*Steps.NAMES] == [step.name for step in report.steps]
    assert seen[:6] == ["extract", "merge", "decay", "forget", "expire", "attachments"]
    done = {step.name: [change.action for change in step.changes] for step in report.steps if step.changes}
    assert done == {
        "merge": ["merged", "proposed"],
        "decay": ["weakened"],
        "forget": ["demoted"],
        "expire": ["lapsed"] * 2,
    }
    assert {change.item.type for change in report.step("expire").changes} == {"facts", "episodes"}
    assert report.step("attachments").changed == 1
    assert "MEMORY.md" in report.step("files").notes[0]
    assert report.failed == ()
    # What was foreseen is what was done, with the same reasons.
    for name in done:
        told = [(c.action, c.item.key, c.reason) for c in foreseen.step(name).changes]
        assert told == [(c.action, c.item.key, c.reason) for c in report.step(name).changes]
    after = await everything(luna)
    assert after != before
    # Again: nothing.
    again = await luna.upkeep.run_daily()
    assert (again.changed, await everything(luna)) == (0, after)
    assert [row.state for row in await luna.upkeep.last_run()] == [step.state for step in again.steps]
    assert all(finding.ok for finding in await luna.check())


@languages
async def test_a_dry_run_changes_nothing_and_says_why(
    luna: AgentMemory, clock: ManualClock, words: tuple[str, str, str]
) -> None:
    await fill(luna, words)
    clock.advance(31 * DAY)
    before, folder = await everything(luna), luna.port.workspace
    assert folder is not None
    files = sorted(folder.rglob("*.md"))
    report = await luna.upkeep.run_daily(dry_run=True)
    assert report.changed >= 4
    assert all(change.reason for step in report.steps for change in step.changes)
    assert await everything(luna) == before
    assert sorted(folder.rglob("*.md")) == files


async def test_each_scope_is_kept_apart_and_all_are_counted(luna: AgentMemory, clock: ManualClock) -> None:
    for scope in ("main", "peer:a", "shared"):
        for name in ("one", "two"):
            text = f"the desk of {scope} is oak"
            await luna.upsert_recall(fact("desk", name, "oak", content=text), scope=scope)
    report = await luna.upkeep.run_daily(scope="peer:a")
    step = report.step("merge")
    assert step.changed == 3
    assert {change.item.scope for change in step.changes} == {"peer:a", "shared"}
    assert "of main" not in str(report.as_json())


@pytest.mark.requirement("R189")
@pytest.mark.parametrize(
    "said", ["The boiler code is 4711 now, please use it.", "锅炉的代码现在是四七一一，请用这个，谢谢。"]
)
async def test_turns_that_no_model_has_read_are_read_in_the_night(
    busy_home: str, clock: ManualClock, said: str
) -> None:
    llm = ScriptedLLM(NOTHING)
    config = Config(background=False, extract_per_session=1)
    async with Runtime(busy_home, clock=clock, config=config, llm=llm) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session()
        for n in range(3):
            await luna.commit_turn(session, [Event.user(f"{n} {said}")])
        told = await luna.upkeep.run_daily(dry_run=True)
        assert (llm.asked, told.step("extract").changed) == ([], 0)
        assert told.step("extract").notes
        report = await luna.upkeep.run_daily()
        assert len(llm.asked) == 3
        assert report.step("extract").changed >= 3
        assert (await luna.upkeep.run_daily()).step("extract").changed == 0
        assert len(llm.asked) == 3


async def test_no_lock_is_held_while_a_model_thinks(tmp_path: Path, clock: ManualClock) -> None:
    class Slow(ScriptedLLM):
        async def generate(self, prompt: Prompt) -> Reply:
            # Another process would wait for the lock; this one would never come back.
            await asyncio.wait_for(other.upsert_recall(fact("clock", f"hand {len(self.asked)}", "moves")), 5)
            return await super().generate(prompt)

    config = Config(background=False, busy_timeout=1)
    llm = Slow(NOTHING)
    async with (
        Runtime(tmp_path, clock=clock, config=config, llm=llm) as runtime,
        Runtime(tmp_path, clock=clock, config=config) as elsewhere,
    ):
        luna, other = await runtime.agent("luna"), await elsewhere.agent("luna")
        await luna.commit_turn(await luna.start_session(), [Event.user("a turn that is long enough to be read")])
        report = await luna.upkeep.run_daily()
        assert report.failed == ()
        assert len(await luna.items("facts")) == len(llm.asked) == 1


async def test_a_step_that_fails_is_seen_and_stops_no_other(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(fact("lamp", "state", "on", priority="short_term"))
    folder = luna.port.workspace
    assert folder is not None
    (folder / "MEMORY.md").mkdir(mode=0o700, parents=True)
    clock.advance(4 * DAY)
    report = await luna.upkeep.run_daily()
    [failed] = report.failed
    assert (failed.name, failed.problem) == ("files", "`MEMORY.md` is not a plain file of its own")
    assert report.step("expire").changed == 1
    assert report.step("summary").state == "done"
    assert {row.step: row.state for row in await luna.upkeep.last_run()}["files"] == "failed"
    [finding, *others] = [finding for finding in await luna.check() if not finding.ok]
    assert others == []
    assert finding.check == "upkeep"
    assert "`files` failed" in finding.detail
    (folder / "MEMORY.md").rmdir()
    assert (await luna.upkeep.run_daily()).failed == ()
    assert all(finding.ok for finding in await luna.check())


async def test_a_step_that_takes_too_long_goes_on_next_time(tmp_path: Path, clock: ManualClock) -> None:
    class Never(ScriptedLLM):
        async def generate(self, prompt: Prompt) -> Reply:
            await asyncio.Event().wait()
            raise AssertionError

    config = Config(background=False, daily_step_seconds=0.5)
    async with Runtime(tmp_path, clock=clock, config=config, llm=Never(NOTHING)) as runtime:
        luna = await runtime.agent("luna")
        await luna.commit_turn(await luna.start_session(), [Event.user("a turn that is long enough to be read")])
        report = await luna.upkeep.run_daily()
        assert report.step("extract").state == "unfinished"
        assert report.step("expire").state == "done"
    async with Runtime(tmp_path, clock=clock, config=config, llm=ScriptedLLM(NOTHING)) as runtime:
        luna = await runtime.agent("luna")
        clock.advance(DAY)
        report = await luna.upkeep.run_daily()
        assert (report.step("extract").state, report.step("extract").changed) == ("done", 1)


CHILD = """
import asyncio, os, signal, sys
from datetime import UTC, datetime
from perdure import Config, ManualClock, Runtime

async def main(home, die_after):
    clock = ManualClock(datetime(2026, 3, 1, tzinfo=UTC))
    async with Runtime(home, clock=clock, config=Config(background=False), embedder="none") as runtime:
        luna = await runtime.agent("luna")
        def step(report):
            if report.name == die_after:
                os.kill(os.getpid(), signal.SIGKILL)
        await luna.upkeep.run_daily(on_step=step)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_a_run_that_was_killed_is_seen_and_taken_up_again(tmp_path: Path) -> None:
    ends, die_after = [], "forget"
    for home, victim in ((tmp_path / "killed", True), (tmp_path / "whole", False)):
        clock = ManualClock()
        async with Runtime(home, clock=clock, config=Config(background=False)) as runtime:
            luna = await runtime.agent("luna")
            await fill(luna, WORDS["en"])
            for n in range(2 * BATCH + 1):
                await luna.upsert_recall(fact("shelf", f"book {n}", "red", priority="short_term"))
        if victim:
            command = [sys.executable, "-c", CHILD, str(home), die_after]
            done = await asyncio.to_thread(subprocess.run, command, env={**os.environ}, check=False)
            assert done.returncode == -9
        clock.advance(59 * DAY)
        async with Runtime(home, clock=clock, config=Config(background=False)) as runtime:
            luna = await runtime.agent("luna")
            if victim:
                states = {row.step: row.state for row in await luna.upkeep.last_run()}
                assert "feeds" not in states
                assert states[die_after] == "done"
            report = await luna.upkeep.run_daily()
            assert report.failed == ()
            assert all(finding.ok for finding in await luna.check())
            assert (await luna.upkeep.run_daily()).changed == 0
            ends.append({(i.key, i.status, i.priority) for i in await luna.items(status=None)})
    assert ends[0] == ends[1]


async def test_attachments_go_with_their_time_and_no_sooner(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    soon, later = clock.now() + DAY, clock.now() + 9 * DAY
    files = [Attachment("a", b"gone", expires_at=soon), Attachment("b", b"shared", expires_at=soon)]
    files += [Attachment("c", b"shared", expires_at=later), Attachment("d", b"kept")]
    receipt = await luna.commit_turn(session, [Event.user("files", attachments=files)])
    clock.advance(2 * DAY)
    assert (await luna.upkeep.run_daily(dry_run=True)).step("attachments").changed == 1
    assert (await luna.upkeep.run_daily()).step("attachments").changed == 1
    stored = (await luna.archive.record(receipt.records[0])).attachments
    for file, text in zip(stored[2:], (b"shared", b"kept"), strict=True):
        assert (await luna.archive.attachment(file.id))[1] == text
    for file in stored[:2]:
        with pytest.raises(NotFound):
            await luna.archive.attachment(file.id)
    assert all(finding.ok for finding in await luna.check())  # the hash chain, too
    assert (await luna.upkeep.run_daily()).step("attachments").changed == 0


WHO = {"en": ("I live in York.", "York"), "zh": ("我住在杭州。", "杭州")}


@pytest.mark.requirement("R045", "R046", "R287", "R288")
@pytest.mark.parametrize(("said", "city"), WHO.values(), ids=WHO)
async def test_what_is_said_becomes_an_item_an_episode_and_a_line_in_both_files(
    luna: AgentMemory, clock: ManualClock, said: str, city: str
) -> None:
    """Messages → semantic memory and its index; session end → episode; daily → MEMORY.md and USER.md."""
    await luna.files.prepare()
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said), Event.assistant("OK.")])
    await luna.commit_turn(
        session, [Event.user("From now on answer briefly. 以后回答简短一点。"), Event.assistant("OK.")]
    )
    await luna.working.start_task(session, "find a flat")
    assert city in (await luna.search_memory(city))[0].item.content
    await luna.end_session(session)
    assert len(await luna.items("episodes")) == 1
    assert city not in str(await luna.files.user())
    report = await luna.upkeep.run_daily()
    assert report.step("files").notes == ["wrote `MEMORY.md`", "wrote `USER.md`"]
    assert city in str(await luna.files.user())
    assert "briefly" in str(await luna.files.memory())
    assert (await luna.upkeep.run_daily()).step("files").changed == 0
    # What somebody edited is left alone, and said so.
    folder = luna.port.workspace
    assert folder is not None
    text = (folder / "USER.md").read_text(encoding="utf-8").replace(city, "Rome")
    (folder / "USER.md").write_text(text, encoding="utf-8")
    await luna.upsert_recall(Candidate("profile", {"facts": [{"k": "name", "v": "Ada"}]}))
    report = await luna.upkeep.run_daily()
    assert any("`USER.md` was edited by hand" in note for note in report.step("files").notes)
    assert (folder / "USER.md").read_text(encoding="utf-8") == text

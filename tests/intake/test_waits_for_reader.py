"""A turn that was said while the reader was loading is read by it as soon as it is there, in whichever process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from perdure import AgentMemory, Config, Event, ManualClock, Runtime, Unsupported
from perdure.cli.daily import STEPS
from perdure.intake.llm_queue import LEARN, READ_BY_RULES, READER_WAITS
from perdure.values import Receipt
from tests.homes import fresh_id

SAID = {"en": "My passport is in the study drawer.", "zh": "护照在书房的抽屉里。"}
"""What the reader finds and rules do not."""
Open = Callable[..., Any]


@pytest.fixture
def opened(busy_home: str, clock: ManualClock) -> Open:
    agent = fresh_id()

    @asynccontextmanager
    async def open_it(**config: Any) -> AsyncIterator[AgentMemory]:
        settings = Config(**{"background": False, "reader": True} | config)
        async with Runtime(busy_home, clock=clock, config=settings, embedder="none") as runtime:
            yield await runtime.agent(agent)

    return open_it


@pytest.fixture
async def waiting(opened: Open) -> str:
    """A process said something, and was over before it had a reader."""
    async with opened() as luna:
        session = await luna.start_session("s")
        await luna.commit_turn(session, [Event.user(SAID["en"])])
        assert await jobs(luna) == [("waiting", READER_WAITS)]
        assert await luna.items("facts") == []
    return "s"


async def jobs(luna: AgentMemory) -> list[tuple[str, str | None]]:
    return [(job.status, job.last_error) for job in await luna.jobs.list() if job.kind == LEARN]


async def told(luna: AgentMemory) -> str:
    [found] = [found.detail for found in await luna.check() if found.check == "jobs"]
    return found


@pytest.mark.parametrize("language", SAID)
async def test_the_next_process_reads_it_with_the_reader(opened: Open, language: str) -> None:
    async with opened() as luna:
        await luna.start_session("s")
        await luna.commit_turn("s", [Event.user(SAID[language])])
        assert await jobs(luna) == [("waiting", READER_WAITS)]
        assert await luna.items() == []
    async with opened() as luna:
        assert await luna.jobs.run_pending() == 1
        assert [item.evidence[0].quote for item in await luna.items()] == [SAID[language]]
        assert await jobs(luna) == [("done", None)]


async def test_a_process_that_works_in_the_background_takes_it_up_by_itself(opened: Open, waiting: str) -> None:
    async with opened(background=True) as luna:
        assert await luna.jobs.finish(LEARN, within=60)
        assert len(await luna.items("facts")) == 1


async def test_warming_up_reads_what_waited_before_anything_else_is_said(busy_home: str, clock: ManualClock) -> None:
    agent, config = fresh_id(), Config(background=False, reader=True)
    async with Runtime(busy_home, clock=clock, config=config, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        await luna.start_session("s")
        await luna.commit_turn("s", [Event.user(SAID["en"])])
    async with Runtime(busy_home, clock=clock, config=config, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        await runtime.warm()
        assert len(await luna.items("facts")) == 1


async def test_where_the_reader_is_off_it_is_done_by_rules_and_that_is_told(opened: Open, waiting: str) -> None:
    async with opened(reader=False) as luna:
        report = await luna.upkeep.run_daily()
        assert len(report.steps) == STEPS
        assert [note.code for note in report.steps[0].notes] == ["upkeep.no_model", "upkeep.read_by_rules"]
        assert await jobs(luna) == [("done", READ_BY_RULES)]
        assert f"1 turn {READ_BY_RULES}" in await told(luna)
        assert "refused" not in await told(luna)


async def test_a_reader_that_cannot_be_loaded_is_told_as_well(
    opened: Open, waiting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(cache: object) -> object:
        raise Unsupported("planted", hint="none")

    monkeypatch.setattr("perdure.intake.read.reader.load_reader", broken)
    async with opened() as luna:
        await luna.jobs.run_pending()
        assert await jobs(luna) == [("done", READ_BY_RULES)]


async def test_who_waits_for_it_waits_no_longer_than_said_and_nothing_is_lost(opened: Open, waiting: str) -> None:
    async with opened() as luna:
        assert not await luna.jobs.finish(LEARN, within=0)
    async with opened() as luna:
        assert await luna.jobs.finish(LEARN, within=60)
        assert await jobs(luna) == [("done", None)]
        assert await luna.jobs.finish(LEARN, within=0)  # nothing is left


async def test_who_listens_hears_what_came_of_it(opened: Open, waiting: str) -> None:
    heard: list[Receipt] = []
    async with opened() as luna:
        luna.jobs.listen(lambda job, receipt: heard.append(receipt))
        await luna.jobs.run_pending()
        [item] = await luna.items("facts")
    assert [(one.session, [o.outcome for o in one.outcomes], one.outcomes[0].item_id) for one in heard] == [
        (waiting, ["stored"], item.id)
    ]

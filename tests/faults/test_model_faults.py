"""An LLM that refuses, hangs, lies or floods, and workers that are killed: no write waits, nothing is lost.

The server is real and on loopback. What `commit_turn` does is the same whatever the server does, since it never asks.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Config, Event, Item, ManualClock, Receipt, Runtime
from perdure.models import Limits, ManualPace
from perdure.models.openai import OpenAIClient
from tests.faults.worker import POINTS, START
from tests.homes import fresh_id
from tests.models.server import (
    Behaviour,
    Server,
    black_hole,
    broken_off,
    drip,
    free_port,
    hangs_up,
    pours,
    replies,
    running,
    truncated,
)

TEXT = "I live in York, and whenever I work late I drink oolong."
QUOTE = "whenever I work late I drink oolong"
KEY = "fact:user:late_drink"
QUICK = Limits(deadline=2, timeout=0.2, tries=2, backoff=0.1, failures=100)
DAY = timedelta(days=1)


def says(content: object) -> Behaviour:
    """A whole reply of the OpenAI shape."""
    text = content if isinstance(content, str) else json.dumps(content)
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 90, "completion_tokens": 10}
    return replies(200, {"id": "x", "model": "m-1", "choices": [choice], "usage": usage})


def found(quote: str = QUOTE) -> dict[str, Any]:
    value = {"predicate": "late drink", "value": "oolong"}
    return {"candidates": [{"type": "facts", "value": value, "message": 0, "quote": quote, "confidence": 0.9}]}


WELL = says(found())
# What the server does → what `doctor` says of it.
FAULTS: dict[str, tuple[Callable[[Server], Behaviour], str]] = {
    "black hole": (lambda server: black_hole, "no whole answer within|ReadTimeout"),
    "one byte a second": (lambda server: drip, "no whole answer within|ReadTimeout"),
    "429": (lambda server: replies(429, b"{}", Retry_After="7200"), "429"),
    "500": (lambda server: replies(500, b"{}"), "500"),
    "truncated JSON": (lambda server: truncated, "not whole JSON"),
    "broken off": (lambda server: broken_off, "no connection"),
    "hangs up": (lambda server: hangs_up, "no connection"),
    "wrong schema": (lambda server: says({"candidates": "many"}), "does not fit the schema"),
    "no JSON": (lambda server: says("I would rather not"), "does not fit the schema"),
    "100 MB": (lambda server: pours(server, 100 << 20), "larger than 1,048,576 bytes"),
    "an endless stream": (lambda server: pours(server, None), "larger than 1,048,576 bytes"),
}


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as opened:
        yield opened


@pytest.fixture
def agent() -> str:
    return fresh_id()


def client(url: str, **more: Any) -> OpenAIClient:
    return OpenAIClient("m", base_url=f"{url}/v1", limits=more.pop("limits", QUICK), pace=ManualPace(), **more)


async def say(luna: AgentMemory) -> Receipt:
    await luna.start_session("s")
    return await luna.commit_turn("s", [Event.user(TEXT)])


def same_work(receipt: Receipt) -> list[tuple[str, str | None, str]]:
    return [(outcome.outcome, outcome.key, outcome.reason) for outcome in receipt.outcomes]


async def told(luna: AgentMemory) -> str:
    [detail] = [finding.detail for finding in await luna.check() if finding.check == "jobs"]
    return detail


async def once(luna: AgentMemory) -> Item:
    """What the model found is there, once."""
    [item] = await luna.items(key=KEY, status=None)
    assert (item.status, item.version, len(item.evidence)) == ("active", 1, 1)
    assert item.evidence[0].quote == QUOTE
    assert [(job.kind, job.status) for job in await luna.jobs.list()] == [("extract", "done")]
    return item


async def healthy_work(tmp_path: Path, clock: ManualClock) -> list[tuple[str, str | None, str]]:
    """What `commit_turn` does with a server that is well."""
    async with running() as server:
        server.plays(WELL)
        config = Config(background=False)
        async with Runtime(
            tmp_path / "well", clock=clock, llm=client(server.url), config=config, embedder="none"
        ) as runtime:
            receipt = await say(await runtime.agent("luna"))
            assert server.requests == []
            return same_work(receipt)


@pytest.mark.requirement("R330")
@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_a_server_in_trouble_costs_nothing_but_time(
    tmp_path: Path, clock: ManualClock, server: Server, fault: str
) -> None:
    behaviour, reason = FAULTS[fault]
    server.plays(behaviour(server))
    config = Config(background=False)
    small = Limits(deadline=60, timeout=20, tries=1, max_reply_bytes=1 << 20, failures=100)
    patient = Limits(deadline=60, timeout=20, tries=2, backoff=0.1, failures=100)
    limits = small if "larger" in reason else QUICK if "within" in reason else patient
    llm = client(server.url, limits=limits)
    async with Runtime(tmp_path / "home", clock=clock, llm=llm, config=config, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        receipt = await say(luna)
        assert server.requests == []  # a turn is committed without a word to the model
        assert same_work(receipt) == await healthy_work(tmp_path, clock)
        learned = await luna.items()
        await luna.jobs.run_pending()
        assert server.requests != []
        [job] = await luna.jobs.list()
        assert (job.status, job.retry_count) == ("waiting", 1)
        assert re.search(reason, job.last_error or "")
        assert re.search(reason, await told(luna))
        assert "York" not in await told(luna)
        assert await luna.items() == learned
        if fault == "429":
            assert job.not_before == clock.now() + timedelta(hours=2)  # as was asked for
        spent = await luna.usage.today()
        assert (spent.calls, spent.failures) == (1, 1)
        server.plays(WELL)
        clock.advance(DAY)
        await luna.jobs.run_pending()
        await once(luna)
        clock.advance(DAY)
        assert await luna.jobs.run_pending() == 0
        assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_a_server_that_is_not_there_is_given_up_on_with_the_reason(
    tmp_path: Path, clock: ManualClock, server: Server
) -> None:
    config = Config(background=False, job_retries=2)
    llm = client(f"http://127.0.0.1:{free_port()}")
    async with Runtime(tmp_path / "home", clock=clock, llm=llm, config=config, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        assert same_work(await say(luna)) == await healthy_work(tmp_path, clock)
        for _ in range(3):
            await luna.jobs.run_pending()
            clock.advance(DAY)
        assert (await told(luna)).startswith("1 dead (")
        assert "connect" in (await told(luna)).lower()
    # Another process, a server that is well: one word of a person and it is done.
    server.plays(WELL)
    async with Runtime(
        tmp_path / "home", clock=clock, llm=client(server.url), config=config, embedder="none"
    ) as runtime:
        luna = await runtime.agent("luna")
        [job] = await luna.jobs.list("dead")
        await luna.jobs.retry(job)
        await luna.jobs.run_pending()
        await once(luna)


async def test_invented_quotes_change_nothing_and_are_seen(tmp_path: Path, clock: ManualClock, server: Server) -> None:
    server.plays(says(found("I have always loved oolong more than life")))
    config = Config(background=False)
    async with Runtime(tmp_path, clock=clock, llm=client(server.url), config=config, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await say(luna)
        before = await luna.items()
        await luna.jobs.run_pending()
        assert await luna.items() == before
        assert await told(luna) == "0 waiting; done, but refused: the quote is not in the message ×1"
        assert [job.status for job in await luna.jobs.list()] == ["done"]


async def test_the_spending_cap_is_seen_and_lifted_the_next_day(
    tmp_path: Path, clock: ManualClock, server: Server
) -> None:
    server.plays(says({"candidates": []}), WELL)
    config = Config(background=False, daily_tokens=100, jobs_at_once=1)
    async with Runtime(tmp_path, clock=clock, llm=client(server.url), config=config, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await luna.start_session("first")
        await luna.commit_turn("first", [Event.user("Nothing much happened over here today, all is well.")])
        receipt = await say(luna)
        await luna.jobs.run_pending()
        assert same_work(receipt)
        assert len(server.requests) == 1
        assert await told(luna) == "1 waiting (the daily cap of 100 tokens is reached ×1)"
        clock.advance(DAY)
        await luna.jobs.run_pending()
        assert len(await luna.items(key=KEY, status=None)) == 1


async def test_the_background_goes_on_while_turns_are_committed(
    tmp_path: Path, clock: ManualClock, server: Server
) -> None:
    """A worker that hangs on a black hole keeps no turn waiting, and closing does not wait for it either."""
    server.plays(black_hole)
    slow = client(server.url, limits=Limits(deadline=600, timeout=600, tries=1))
    async with Runtime(tmp_path, clock=clock, llm=slow, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await say(luna)
        await server.asked.wait()
        for _ in range(3):
            await luna.commit_turn("s", [Event.user(TEXT)])
        assert [job.status for job in await luna.jobs.list("leased")] != []
        assert len(await luna.archive.records("s")) == 4
    async with Runtime(tmp_path, clock=clock, config=Config(background=False), embedder="none") as runtime:
        jobs = await (await runtime.agent("luna")).jobs.list()
        assert [(job.status, job.retry_count) for job in jobs] == [("waiting", 0)] * 4


# --- kill -9 ------------------------------------------------------------------------------------------------------


Killed = Callable[[str, str, str, str], Awaitable[int]]


@pytest.fixture(scope="module")
def killed() -> Iterator[Killed]:
    """Runs a worker that dies at a point. Answers how it ended."""
    command = [sys.executable, "-m", "tests.faults.worker"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        ask, hear = parent.stdin, parent.stdout

        async def kill(*what: str) -> int:
            ask.write("\t".join(what) + "\n")
            ask.flush()
            return int(await asyncio.to_thread(hear.readline))

        yield kill
        ask.close()


# What is different on PostgreSQL is what a transaction leaves behind.
IN_A_TRANSACTION = [point for point in POINTS if "transaction" in point or "commit" in point]
CASES = [*(("sqlite", point) for point in POINTS), *(("postgres", point) for point in IN_A_TRANSACTION)]


@pytest.mark.parametrize(("busy_home", "point"), CASES, indirect=["busy_home"])
async def test_a_worker_killed_between_any_two_steps_leaves_one_effect(
    busy_home: str, agent: str, server: Server, killed: Killed, point: str
) -> None:
    server.plays(WELL)
    config = Config(background=False)
    async with Runtime(
        busy_home, clock=ManualClock(START), llm=client(server.url), config=config, embedder="none"
    ) as runtime:
        await say(await runtime.agent(agent))
    assert await killed(busy_home, agent, server.url, point) == -9
    later = ManualClock(START + timedelta(seconds=config.job_lease))
    async with Runtime(busy_home, clock=later, llm=client(server.url), config=config, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        tried = await luna.jobs.run_pending()
        assert tried == (0 if point == "after the commit" else 1)
        await once(luna)
        assert await luna.jobs.run_pending() == 0
        # A call whose worker died before it could write it down is the one thing that may be missing.
        spent = await luna.usage.today()
        assert 1 <= spent.calls <= len(server.requests) <= 2
        assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_a_job_whose_workers_keep_dying_is_put_aside_with_the_reason(
    tmp_path: Path, agent: str, server: Server, killed: Killed
) -> None:
    """The red control: with nobody left to finish it, the effect is missing, and `doctor` says why."""
    server.plays(WELL)
    home = str(tmp_path)
    config = Config(background=False, job_retries=0)
    async with Runtime(
        home, clock=ManualClock(START), llm=client(server.url), config=config, embedder="none"
    ) as runtime:
        await say(await runtime.agent(agent))
    assert await killed(home, agent, server.url, "when the answer has come") == -9
    later = ManualClock(START + timedelta(seconds=config.job_lease))
    async with Runtime(home, clock=later, llm=client(server.url), config=config, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        assert await luna.jobs.run_pending() == 0
        assert await told(luna) == "1 dead (its worker stopped before it was done ×1); 0 waiting"
        assert await luna.items(key=KEY) == []

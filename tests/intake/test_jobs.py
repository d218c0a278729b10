"""The background worker: what it does appears once, what fails is tried again and says why, closing gives back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from perdure import AgentMemory, Config, ManualClock, Runtime
from perdure.errors import Conflict, InvalidInput, ModelUnavailable, NotFound
from perdure.intake.jobs_front import Effect
from perdure.port import NotNow
from perdure.store.queue import Job
from perdure.store.transaction import Transaction
from tests.homes import fresh_id

DAY = timedelta(days=1)


def nothing(tx: Transaction) -> None:
    """An effect that is none."""


def opens_session(job: Job) -> Effect:
    """An effect that would fail if it came twice."""
    return lambda tx: tx.add_session(f"made by {job.turn_id}", "conversation") and None


async def put(luna: AgentMemory, *turns: int, scope: str = "main", retries: int = 1) -> None:
    await luna.port.write(scope, lambda tx: [tx.queue.add("learn", "s", n, max_retries=retries) for n in turns])


def failing(failure: BaseException) -> Callable[[Job], object]:
    async def work(job: Job) -> Effect:
        raise failure

    return work


async def finding(luna: AgentMemory) -> str:
    [told] = [found.detail for found in await luna.check() if found.check == "jobs"]
    return told


async def test_a_job_is_done_once_in_its_own_scope(luna: AgentMemory) -> None:
    async def work(job: Job) -> Effect:
        return opens_session(job)

    luna.jobs.register("learn", work, needs_llm=False)
    await put(luna, 1, 2, 3, scope="peer:a")
    await luna.jobs.run_pending()
    assert sorted(s.id for s in await luna.archive.sessions(scope="peer:a")) == ["made by 1", "made by 2", "made by 3"]
    assert await luna.archive.sessions() == []
    assert [job.status for job in await luna.jobs.list(scope="peer:a")] == ["done"] * 3
    assert await luna.jobs.run_pending() == 0


async def test_the_worker_wakes_after_a_write(luna: AgentMemory) -> None:
    seen = asyncio.Event()

    async def work(job: Job) -> Effect:
        seen.set()
        return nothing

    luna.jobs.register("learn", work, needs_llm=False)
    await put(luna, 1)
    await asyncio.wait_for(seen.wait(), 30)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ModelUnavailable("no", reason="connection refused"), "connection refused"),
        (ValueError("what was said"), "ValueError"),
        (Conflict("somebody was first"), "conflict"),
    ],
)
async def test_what_fails_is_tried_again_then_kept_with_its_reason(
    luna: AgentMemory, clock: ManualClock, failure: BaseException, reason: str
) -> None:
    luna.jobs.register("learn", failing(failure), needs_llm=False)  # type: ignore[arg-type]
    await put(luna, 1, retries=2)
    await luna.jobs.run_pending()
    assert f"1 waiting ({reason} ×1)" in await finding(luna)
    for _ in range(2):
        clock.advance(DAY)
        await luna.jobs.run_pending()
    [job] = await luna.jobs.list("dead")
    assert (job.retry_count, job.last_error) == (3, reason)
    assert await finding(luna) == f"1 dead ({reason} ×1); 0 waiting"
    clock.advance(DAY)
    assert await luna.jobs.run_pending() == 0
    with pytest.raises(NotFound):
        await luna.jobs.retry(job, scope="peer:a")

    async def well(job: Job) -> Effect:
        return nothing

    luna.jobs.register("learn", well, needs_llm=False)
    assert (await luna.jobs.retry(job)).status == "waiting"
    await luna.jobs.run_pending()
    assert await finding(luna) == "0 waiting"
    with pytest.raises(Conflict):
        await luna.jobs.retry(job)


async def test_a_server_that_names_a_time_is_left_alone_until_then(luna: AgentMemory, clock: ManualClock) -> None:
    luna.jobs.register("learn", failing(ModelUnavailable("no", reason="busy", retry_after=900)), needs_llm=False)  # type: ignore[arg-type]
    await put(luna, 1)
    await luna.jobs.run_pending()
    [job] = await luna.jobs.list("waiting")
    assert job.not_before == clock.now() + timedelta(seconds=900)


async def test_what_is_put_off_waits_and_counts_no_try(luna: AgentMemory, clock: ManualClock) -> None:
    luna.jobs.register("learn", failing(NotNow("tomorrow", clock.now() + DAY)), needs_llm=False)  # type: ignore[arg-type]
    await put(luna, 1)
    await luna.jobs.run_pending()
    [job] = await luna.jobs.list("waiting")
    assert (job.not_before, job.retry_count, job.last_error) == (clock.now() + DAY, 0, "tomorrow")


async def test_without_a_worker_or_an_llm_jobs_wait(luna: AgentMemory) -> None:
    async def work(job: Job) -> Effect:
        return nothing

    await luna.port.write("main", lambda tx: tx.queue.add("episode", "s", max_retries=1))
    assert await luna.jobs.run_pending() == 0
    luna.jobs.register("episode", work)
    assert "episode" not in luna.jobs.kinds
    assert await luna.jobs.run_pending() == 0
    assert await finding(luna) == "1 waiting; no worker here for `episode` (no LLM is configured)"
    with pytest.raises(InvalidInput):
        luna.jobs.register("bake", work)
    with pytest.raises(InvalidInput):
        await luna.jobs.list("eaten")


async def test_an_effect_that_fails_leaves_nothing_behind(luna: AgentMemory, clock: ManualClock) -> None:
    async def work(job: Job) -> Effect:
        def effect(tx: Transaction) -> None:
            tx.add_session("half", "conversation")
            raise KeyError("after writing")

        return effect

    luna.jobs.register("learn", work, needs_llm=False)
    await put(luna, 1)
    await luna.jobs.run_pending()
    assert await luna.archive.sessions() == []
    assert [(job.status, job.last_error) for job in await luna.jobs.list()] == [("waiting", "KeyError")]


async def test_only_so_many_are_under_way_at_once(luna: AgentMemory) -> None:
    under_way, most = 0, 0

    async def work(job: Job) -> Effect:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await luna.jobs.list()
        under_way -= 1
        return nothing

    luna.jobs.register("learn", work, needs_llm=False)
    await put(luna, *range(1, 9))
    await luna.jobs.run_pending()
    assert most == luna.port.config.jobs_at_once == 2


async def test_closing_in_the_middle_gives_the_job_back(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(agent)
        begun = asyncio.Event()

        async def work(job: Job) -> Effect:
            begun.set()
            await asyncio.Event().wait()
            return nothing

        luna.jobs.register("learn", work, needs_llm=False)
        await put(luna, 1)
        await begun.wait()
    async with Runtime(busy_home, clock=clock) as runtime:
        [job] = await (await runtime.agent(agent)).jobs.list()
        assert (job.status, job.retry_count) == ("waiting", 0)


@pytest.mark.parametrize("steps", range(12))
async def test_closing_at_any_moment_leaves_no_lease_behind(busy_home: str, clock: ManualClock, steps: int) -> None:
    agent = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(agent)

        async def work(job: Job) -> Effect:
            await asyncio.Event().wait()
            return nothing

        luna.jobs.register("learn", work, needs_llm=False)
        await put(luna, 1, 2)
        for _ in range(steps):  # the lease is asked for, on its way, given, or just taken up
            await asyncio.sleep(0)
    async with Runtime(busy_home, clock=clock) as runtime:
        jobs = await (await runtime.agent(agent)).jobs.list()
        assert [(job.status, job.retry_count) for job in jobs] == [("waiting", 0)] * 2


async def test_closing_while_a_lease_is_given_leaves_none_behind(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    async with Runtime(busy_home, clock=clock, config=Config(background=False)) as runtime:
        luna = await runtime.agent(agent)

        async def work(job: Job) -> Effect:
            return nothing

        luna.jobs.register("learn", work, needs_llm=False)
        await put(luna, 1)
        lease, asked = luna.jobs.lease, asyncio.Event()

        async def slow(kinds: Sequence[str], limit: int = 8) -> list[Job]:
            found = await lease(kinds, limit)
            asked.set()
            for _ in range(3):
                await asyncio.sleep(0)
            return found

        luna.jobs.lease = slow  # type: ignore[method-assign]  # an answer that is on its way for a while
        running = asyncio.create_task(luna.jobs.run_pending())
        await asked.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        [job] = await luna.jobs.list()
        assert (job.status, job.retry_count) == ("waiting", 0)


async def test_a_worker_that_lost_its_lease_changes_nothing(luna: AgentMemory, clock: ManualClock) -> None:
    async def work(job: Job) -> Effect:
        clock.advance(DAY)
        await luna.port.write("main", lambda tx: tx.queue.lease("another", tx.now + DAY))
        return opens_session(job)

    luna.jobs.register("learn", work, needs_llm=False)
    await put(luna, 1)
    await luna.jobs.run_pending()
    assert await luna.archive.sessions() == []
    assert [job.lease_owner for job in await luna.jobs.list("leased")] == ["another"]

"""The queue: each piece of work once, one worker at a time, and what fails for good says why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, ManualClock
from perdure.errors import Conflict
from perdure.store.queue import STOPPED, Job
from perdure.store.transaction import Transaction

MINUTE = timedelta(minutes=1)


def put(tx: Transaction, *, turn: int = 1, retries: int = 1, kind: str = "extract") -> bool:
    return tx.queue.add(kind, "s", turn, max_retries=retries)


async def lease(luna: AgentMemory, owner: str = "one", limit: int = 9) -> list[Job]:
    return await luna.port.write("main", lambda tx: tx.queue.lease(owner, tx.now + MINUTE, limit=limit))


@pytest.mark.requirement("R191")
async def test_a_turn_is_put_up_once_whatever_became_of_it(luna: AgentMemory) -> None:
    assert await luna.port.write("peer:a", lambda tx: (put(tx), put(tx), put(tx, kind="episode", turn=0))) == (
        True,
        False,
        True,
    )
    jobs = await lease(luna)
    assert [(job.kind, job.session_id, job.turn_id, job.scope) for job in jobs] == [
        ("extract", "s", 1, "peer:a"),
        ("episode", "s", 0, "peer:a"),
    ]
    revision = await luna.port.read("main", lambda tx: tx.revision)
    await luna.port.write("main", lambda tx: [tx.queue.finish(job) for job in jobs])
    assert await luna.port.write("peer:a", put) is False
    assert await luna.port.read("main", lambda tx: (tx.queue.counts(), tx.revision)) == (
        {("extract", "done"): 1, ("episode", "done"): 1},
        revision,
    )


async def test_one_worker_at_a_time_has_a_job_until_its_lease_is_over(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.port.write("main", put)
    [mine] = await lease(luna)
    assert await lease(luna, "two") == []
    assert await luna.port.read("main", lambda tx: tx.queue.next_due()) == mine.lease_until
    clock.advance(2 * MINUTE)
    [taken] = await lease(luna, "two")
    assert (taken.id, taken.retry_count, taken.last_error) == (mine.id, 1, STOPPED)
    with pytest.raises(Conflict):
        await luna.port.write("main", lambda tx: tx.queue.finish(mine))
    assert await luna.port.write("main", lambda tx: tx.queue.fail(mine, "late", None)) is False
    await luna.port.write("main", lambda tx: tx.queue.finish(taken))
    assert await luna.port.read("main", lambda tx: tx.queue.next_due()) is None


async def test_a_job_that_kills_its_workers_ends_among_the_dead(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.port.write("main", lambda tx: [put(tx), put(tx, turn=2)])
    for tries in (0, 1):
        assert [job.retry_count for job in await lease(luna)] == [tries, tries]
        clock.advance(2 * MINUTE)
    assert await lease(luna) == []
    dead = await luna.port.read("main", lambda tx: tx.queue.dead())
    assert [(job.turn_id, job.last_error) for job in dead] == [(1, STOPPED), (2, STOPPED)]


async def test_what_failed_waits_its_time_and_dies_with_its_reason(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.port.write("main", put)
    [job] = await lease(luna)
    assert await luna.port.write("main", lambda tx: tx.queue.fail(job, "refused", tx.now + MINUTE))
    assert await lease(luna) == []
    clock.advance(MINUTE)
    [again] = await lease(luna)
    assert (again.retry_count, again.last_error) == (1, "refused")
    assert await luna.port.write("main", lambda tx: tx.queue.fail(again, "refused again", None))
    assert await luna.port.read("main", lambda tx: tx.queue.reasons("dead")) == [("refused again", 1)]
    assert await luna.port.write("peer:a", lambda tx: tx.queue.retry(job.id)) is False  # not of this scope
    assert await luna.port.write("main", lambda tx: tx.queue.retry(job.id))
    [revived] = await lease(luna)
    assert (revived.retry_count, revived.last_error) == (0, "refused again")


async def test_jobs_are_seen_in_their_own_scope(luna: AgentMemory) -> None:
    await luna.port.write("peer:a", put)
    [job] = await luna.jobs.list(scope="peer:a")
    assert await luna.jobs.list(scope="peer:b") == []
    assert await luna.port.read("peer:b", lambda tx: tx.queue.job(job.id)) is None

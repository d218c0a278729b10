"""Killed at any moment, a store keeps every write it acknowledged, exactly once, and agrees with itself afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import apsw
import psycopg
import pytest

from perdure import Config, PerdureError, Runtime
from perdure.folders import folder_name
from perdure.store.postgres import connection
from perdure.store.postgres.connection import Connections
from perdure.store.postgres.cursor import PostgresCursor
from tests import postgres
from tests.faults.child import POINTS, Cycle, nurseries, run
from tests.faults.ledger import Ledger
from tests.faults.long import CYCLES, Progress
from tests.faults.tables import disagreements
from tests.faults.workload import Operation, Stream, is_trouble, perform
from tests.faults.writing import write_until_trouble

T = TypeVar("T")

PARTS = 4
"""Tests that share the cycles of an engine, so that they can run side by side."""
LIVES = 10
"""Cycles of one agent; then the next one begins, so that checking everything stays quick."""
LONGEST_LIFE = 0.3
REOPEN = 2.0
PATIENCE = 60.0


class Tally:
    """What a loop has seen, for the line at the end of the test run."""

    def __init__(self) -> None:
        self.cycles = self.acknowledged = self.unknown = self.kept = 0
        self.slowest = 0.0
        self.problems: list[str] = []

    def add(self, ledger: Ledger) -> None:
        self.acknowledged += ledger.acknowledged
        self.unknown += ledger.unknown
        self.kept += ledger.kept

    def __str__(self) -> str:
        lost = sum(problem.startswith("lost") for problem in self.problems)
        return (
            f"{self.cycles} cycles, {self.acknowledged} acknowledged, {lost} lost, {self.unknown} unknown"
            f" ({self.kept} of them kept), slowest return {self.slowest:.3f} s"
        )


# --- SQLite: the process dies ---------------------------------------------------------------------------------------


async def examine(home: Path, agent_id: str, ledger: Ledger, unknown: list[Operation]) -> tuple[list[str], float]:
    """Open the store again, settle what is unknown, compare everything. Answers what is wrong, and the time to open."""
    began = time.monotonic()
    async with Runtime(home) as runtime:
        agent = await runtime.agent(agent_id)
        await agent.items()
        took = time.monotonic() - began
        await ledger.settle(agent, unknown)
        return [*await ledger.compare(agent), *disagreements(home, agent_id)], took


def a_death(chance: random.Random) -> tuple[str | None, int]:
    """Where to die: half of the time at any moment, else the n-th time that a named point is reached."""
    if chance.random() < 0.5:
        return None, 0
    point = chance.choice(POINTS)
    most = {"inside": 400, "file operation": 300, "before attachment": 3, "after attachment": 3}.get(point, 25)
    return point, chance.randint(1, most)


@pytest.mark.requirement("R239")
@pytest.mark.parametrize("part", range(PARTS))
def test_sqlite_keeps_what_it_acknowledged_when_its_process_is_killed(
    part: int, tmp_path: Path, record_property: Callable[[str, object], None], say: Callable[[str], None]
) -> None:
    chance = random.Random(f"sqlite {part}")
    tally = Tally()
    progress = Progress(say, f"kills of a SQLite process, part {part + 1} of {PARTS}", CYCLES // PARTS)
    with nurseries(1) as [nursery]:
        ledger, agent_id = Ledger(), "luna"
        for n in range(CYCLES // PARTS):
            if n % LIVES == 0:
                tally.add(ledger)
                ledger, agent_id = Ledger(), f"luna {n}"
            point, nth = a_death(chance)
            cycle = Cycle(str(tmp_path), agent_id, f"c{n}", chance.randrange(1 << 30), point, nth)
            unknown = run(nursery, cycle, ledger, None if point else lambda: chance.uniform(0, LONGEST_LIFE))
            problems, took = asyncio.run(examine(tmp_path, agent_id, ledger, unknown))
            tally.cycles += 1
            tally.slowest = max(tally.slowest, took)
            tally.problems += problems
            assert problems == [], f"cycle {n}, {point=}, {nth=}"
            progress.reached(n + 1)
    tally.add(ledger)
    record_property("measured", f"kill -9 of a SQLite process, part {part}: {tally}")
    assert tally.acknowledged > 0
    assert tally.slowest < REOPEN


def test_a_child_that_answers_before_it_has_written_is_caught(tmp_path: Path) -> None:
    """The control: the same loop must see acknowledged writes that are not there."""
    chance = random.Random("early")
    problems: list[str] = []
    with nurseries(1) as [nursery]:
        ledger = Ledger()
        for n in range(12):
            cycle = Cycle(
                str(tmp_path), "luna", f"c{n}", chance.randrange(1 << 30), "before commit", 3 + n, promise_early=True
            )
            unknown = run(nursery, cycle, ledger, None)
            problems += asyncio.run(examine(tmp_path, "luna", ledger, unknown))[0]
    assert any(problem.startswith("lost: ") for problem in problems)


LOSSES = {
    "record": "DELETE FROM archival_records WHERE sequence = (SELECT MAX(sequence) FROM archival_records)",
    "text": "UPDATE archival_records SET content = content || '!' WHERE role = 'user'",
    "session": "UPDATE sessions SET completed_at = 1",
    "version": "DELETE FROM memory_items WHERE version = 1",
    "head": "UPDATE memory_items SET status = 'retracted' WHERE status = 'active'",
    "second head": "UPDATE memory_items SET status = 'active', superseded_by = NULL WHERE status = 'superseded'",
    "evidence": "DELETE FROM evidence",
    "chunk": "DELETE FROM memory_chunks",
    "chunk of a record": "DELETE FROM record_chunks WHERE id = (SELECT MAX(id) FROM record_chunks)",
    "words of a chunk": "UPDATE record_chunks SET search_text = search_text || ' more'",
    "totals": "UPDATE index_totals SET words = words + 1",
    "log": "DELETE FROM changes",
    "attachment": "DELETE FROM attachments",
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_planted_loss_is_seen(loss: str, tmp_path: Path) -> None:
    """The control: whatever an acknowledged write left in a table, its absence is noticed."""

    async def fill() -> Ledger:
        ledger = Ledger()
        async with Runtime(tmp_path) as runtime:
            agent = await runtime.agent("luna")
            for n, batch in enumerate(Stream("c", 5)):
                for op in batch:
                    ledger.acknowledge(op, await perform(agent, op))
                if n == 60:
                    return ledger
        raise AssertionError("a stream does not end")

    ledger = asyncio.run(fill())
    assert asyncio.run(examine(tmp_path, "luna", ledger, []))[0] == []
    connection = apsw.Connection(str(tmp_path / folder_name("luna") / "memory.db"))
    connection.execute(LOSSES[loss])
    assert connection.changes() > 0
    connection.close()
    seen: list[str] = []
    with contextlib.suppress(PerdureError):  # some are so bad that reading is refused
        seen = asyncio.run(examine(tmp_path, "luna", ledger, []))[0]
        assert seen != []


# --- PostgreSQL: the backend dies, the client lives on --------------------------------------------------------------


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Death:
    """When a backend was killed."""

    def __init__(self) -> None:
        self.at: float | None = None

    def come(self, pid: int) -> None:
        kill(pid)
        self.at = time.monotonic()

    def is_past(self) -> bool:
        """So long ago that whoever was in the middle of something has felt it."""
        return self.at is not None and time.monotonic() > self.at + FELT


@contextlib.contextmanager
def killed(point: str, nth: int, seconds: float) -> Iterator[Death]:
    """Kill the backend that serves the writer: the n-th time that a point is reached, or some time after a commit."""
    death = Death()
    genuine_commit, genuine_later = Connections.commit, PostgresCursor.later
    left = nth
    timers: list[threading.Timer] = []

    def reached(name: str, connection: psycopg.Connection[Any], after: float = 0.0) -> None:
        nonlocal left
        if name != point:
            return
        left -= 1
        if left == 0:
            pid = connection.info.backend_pid
            if after:
                timers.append(threading.Timer(after, death.come, (pid,)))
                timers[-1].start()
            else:
                death.come(pid)

    def commit(self: Connections, connection: psycopg.Connection[Any], *send: Callable[[], None]) -> None:
        reached("before commit", connection)
        reached("during commit", connection, seconds / 100)
        genuine_commit(self, connection, *send)
        reached("after commit", connection)
        reached("any moment", connection, seconds)

    def later(self: PostgresCursor, statement: str, params: Any = {}) -> None:  # noqa: B006 - never changed
        reached("inside", self._connection)
        genuine_later(self, statement, params)

    Connections.commit, PostgresCursor.later = commit, later  # type: ignore[method-assign]
    try:
        yield death
    finally:
        Connections.commit, PostgresCursor.later = genuine_commit, genuine_later  # type: ignore[method-assign]
        for timer in timers:
            timer.join()


async def patiently(verb: Callable[[], Awaitable[T]], url: str) -> T:
    """Ask until the server has recovered; until then the caller hears of it in our words."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await verb()
        except PerdureError as error:
            if not is_trouble(error) or time.monotonic() > deadline:
                raise
        await asyncio.to_thread(postgres.execute_patiently, url, "SELECT 1")


FELT = 1.0
"""Seconds after a kill in which a writer that goes on has not felt it: its line was found dead, and replaced."""
UNNOTICED = 10.0
"""Seconds after which a kill that did not come counts as one."""


async def kill_backends(url: str, part: int, tally: Tally, progress: Progress) -> None:
    chance = random.Random(f"postgres {part}")
    points = {
        "any moment": (1, 1),
        "inside": (1, 60),
        "before commit": (1, 20),
        "during commit": (1, 20),
        "after commit": (1, 20),
    }
    async with Runtime(url, config=Config(pool_size=4)) as runtime:
        ledger, unnoticed = Ledger(), 0
        for n in range(CYCLES // PARTS):
            if n % LIVES == 0:
                tally.add(ledger)
                ledger, agent = Ledger(), await runtime.agent(f"luna {n}")
            # A backend that only read, or served the background, may die unnoticed by those who write.
            until = time.monotonic() + UNNOTICED
            point = chance.choices(list(points), (4, 1, 1, 1, 1))[0]
            nth = chance.randint(*points[point])
            with killed(point, nth, chance.uniform(0.001, LONGEST_LIFE)) as death:
                stream = Stream(f"c{n}", chance.randrange(1 << 30))
                unknown = await write_until_trouble(
                    agent, stream, ledger, lambda d=death, u=until: d.is_past() or time.monotonic() > u
                )
            unnoticed += not unknown
            began = time.monotonic()
            await patiently(lambda a=agent: a.items(limit=1), url)
            tally.slowest = max(tally.slowest, time.monotonic() - began)
            tally.cycles += 1
            await patiently(lambda a=agent, b=ledger, u=unknown: b.settle(a, u), url)
            problems = await patiently(lambda a=agent, b=ledger: b.compare(a), url)
            problems += disagreements(url, agent.id)
            tally.problems += problems
            assert problems == [], f"cycle {n}, {point=}, {nth=}"
            progress.reached(n + 1)
        tally.add(ledger)
        assert unnoticed <= CYCLES // PARTS // 5


@pytest.mark.requirement("R239")
@pytest.mark.parametrize("part", range(PARTS))
def test_postgres_keeps_what_it_acknowledged_when_a_backend_is_killed(
    part: int,
    record_property: Callable[[str, object], None],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    say: Callable[[str], None],
) -> None:
    caplog.set_level("CRITICAL", "psycopg.pool")  # that connections break is the point
    monkeypatch.setattr(connection, "SLICE", 0.1)  # spend the time on killing, not on waiting for the next attempt
    tally = Tally()
    with postgres.private_server() as server, postgres.fresh_database(server) as url:
        progress = Progress(say, f"kills of a PostgreSQL backend, part {part + 1} of {PARTS}", CYCLES // PARTS)
        asyncio.run(kill_backends(url, part, tally, progress))
    record_property("measured", f"kill -9 of a PostgreSQL backend, part {part}: {tally}")
    assert tally.acknowledged > 0

"""A process that writes until it is killed. One warm process forks a child per cycle, so that a cycle is cheap.

    parent ── one line of JSON per cycle ──▶ nursery ── fork ──▶ child
    parent ◀── "begin", "ack" … of the child and "ended" of the nursery, a line of JSON each ──

A line is at most PIPE_BUF long and written with one call, so a killed child leaves whole lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import apsw

from perdure import Config, PerdureError, Runtime
from perdure.agent import AgentMemory
from perdure.store.sqlite import files
from perdure.types.registry import load
from tests.faults.vfs import faulty_disk
from tests.faults.workload import Answer, Operation, Stream, perform

PATIENCE = 60.0

POINTS = (
    "before begin",
    "after begin",
    "inside",
    "before commit",
    "after commit",
    "before attachment",
    "after attachment",
    "file operation",
)
"""Where a child can be told to die by its own hand, the n-th time it gets there."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """What one child is to do."""

    home: str
    agent: str
    name: str
    seed: int
    point: str | None = None
    nth: int = 1
    promise_early: bool = False
    """The planted fault: acknowledge before it is written."""
    forgets: bool = True
    batches: int | None = None
    """End by itself after so many."""
    rebuilds: bool = False
    """Make the index again instead of writing."""
    statements: tuple[str, ...] = ()
    """Statements that each connection runs first; for the control that lowers durability."""


# --- in the child -------------------------------------------------------------------------------------------------


def say(**line: Any) -> None:
    os.write(1, json.dumps(line).encode() + b"\n")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def write(cycle: Cycle) -> None:
    async with Runtime(cycle.home, config=Config(busy_timeout=PATIENCE)) as runtime:
        agent = await runtime.agent(cycle.agent)
        if cycle.rebuilds:
            await agent.rebuild_index()
            return
        stream = Stream(cycle.name, cycle.seed, forgets=cycle.forgets)
        for n, batch in enumerate(stream):
            if n == cycle.batches:
                return
            say(begin=len(batch))
            await asyncio.gather(*(acknowledged(agent, op, early=cycle.promise_early) for op in batch))


async def acknowledged(agent: AgentMemory, op: Operation, *, early: bool) -> None:
    if early and op.texts:
        say(ack=op.name, answer={})
    answer = await perform(agent, op)
    if not (early and op.texts):
        say(ack=op.name, answer=answer)


for_good = contextlib.ExitStack()
"""What stays planted until this process ends, and it ends by dying."""


def plant(cycle: Cycle) -> None:
    """Arrange for this process to die at a named point. Nothing of the library knows about it."""
    if cycle.point == "file operation":
        for_good.enter_context(faulty_disk()).arm(None, cycle.nth, die)
        return
    left = cycle.nth

    def reached(point: str) -> None:
        nonlocal left
        if point == cycle.point:
            left -= 1
            if left == 0:
                die()

    genuine = apsw.Connection

    class Watched(genuine):  # type: ignore[misc, valid-type]
        def execute(self, statement: str, *args: Any, **kwargs: Any) -> Any:
            named = {"BEGIN IMMEDIATE": "begin", "COMMIT": "commit"}.get(statement)
            reached(f"before {named}" if named else "inside")
            answer = super().execute(statement, *args, **kwargs)
            if named:
                reached(f"after {named}")
            return answer

    apsw.Connection = Watched  # type: ignore[misc]
    put = files.FileBlobs.put

    def watched_put(self: files.FileBlobs, sha256: str, data: bytes) -> None:
        reached("before attachment")
        put(self, sha256, data)
        reached("after attachment")

    files.FileBlobs.put = watched_put  # type: ignore[method-assign]


def lower(statements: tuple[str, ...]) -> None:
    """Run statements on each new connection once it is set up."""
    from perdure.store.sqlite import engine

    connect = engine.connect

    def lowered(path: Path, **options: Any) -> apsw.Connection:
        connection = connect(path, **options)
        for statement in statements:
            connection.execute(statement)
        return connection

    engine.connect = lowered


def live(cycle: Cycle) -> None:
    say(pid=os.getpid())
    if cycle.point is not None:
        plant(cycle)
    if cycle.statements:
        lower(cycle.statements)
    asyncio.run(write(cycle))


def nursery() -> None:
    load()  # the types, so that a child does not have to
    for line in sys.stdin:
        cycle = Cycle(**{name: tuple(v) if isinstance(v, list) else v for name, v in json.loads(line).items()})
        pid = os.fork()
        if pid == 0:
            try:
                live(cycle)
            except BaseException as error:  # noqa: BLE001 - the top of the child: the parent has to hear of it
                say(failed=f"{type(error).__name__}: {error}", ours=isinstance(error, PerdureError))
                os._exit(1)
            os._exit(0)
        os.waitpid(pid, 0)
        say(ended=pid)


# --- in the parent ------------------------------------------------------------------------------------------------


class Nursery:
    """A warm process from which children are forked, seen from the test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        self._held = b""
        self._child: int | None = None

    def start(self, cycle: Cycle) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(cycle)).encode() + b"\n")
        self._process.stdin.flush()
        self._child = self.hear(time.monotonic() + PATIENCE)["pid"]

    def kill(self) -> None:
        """Kill the child. Its lines up to that moment can still be heard."""
        assert self._child is not None
        with contextlib.suppress(ProcessLookupError):  # it died at its point
            os.kill(self._child, signal.SIGKILL)

    def hear(self, until: float) -> dict[str, Any]:
        """The next line, or an empty one when the time has come."""
        assert self._process.stdout is not None
        while b"\n" not in self._held:
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return {}
            heard = os.read(self._process.stdout.fileno(), 1 << 16)
            if not heard:
                raise RuntimeError("the nursery ended")
            self._held += heard
        line, _, self._held = self._held.partition(b"\n")
        return dict(json.loads(line))

    def close(self) -> None:
        if self._child is not None:
            self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


@contextlib.contextmanager
def nurseries(count: int) -> Iterator[list[Nursery]]:
    """Warm processes, gone when the block ends."""
    opened = [Nursery() for _ in range(count)]
    try:
        yield opened
    finally:
        for nursery in opened:
            nursery.close()


class Listener(Protocol):
    """Whoever keeps account of what was acknowledged."""

    def acknowledge(self, op: Operation, answer: Answer) -> None: ...


def run(
    nursery: Nursery,
    cycle: Cycle,
    ledger: Listener,
    kill_after: Callable[[], float] | None,
    *,
    may_fail: bool = False,
) -> list[Operation]:
    """One life of a child. Keeps the ledger, kills after some time from the first answer, returns what is unknown.

    A child that fails in words of ours is in order only where `may_fail` says so; any other failure never is.
    """
    batches = iter(Stream(cycle.name, cycle.seed, forgets=cycle.forgets))
    pending: dict[str, Operation] = {}
    nursery.start(cycle)
    give_up = time.monotonic() + PATIENCE
    until, killed = give_up, False
    while True:
        line = nursery.hear(until)
        if not line:
            if killed:
                raise RuntimeError("a killed child did not end")
            nursery.kill()
            killed, until = True, time.monotonic() + PATIENCE
        elif "begin" in line:
            pending |= {op.name: op for op in next(batches)}
        elif "ack" in line:
            ledger.acknowledge(pending.pop(line["ack"]), line["answer"])
            if kill_after is not None and until == give_up:
                until = time.monotonic() + kill_after()
        elif "failed" in line and not (may_fail and line["ours"]):
            raise AssertionError(f"the child failed: {line['failed']}")
        elif "ended" in line:
            return list(pending.values())


if __name__ == "__main__":
    nursery()

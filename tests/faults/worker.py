"""A worker in a process of its own that is killed, with no chance to say goodbye, at a named point of a job.

One process imports everything and waits; each line it reads (home, agent, server, point) makes it fork a worker.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from perdure import Config, ManualClock, Runtime
from perdure.intake import jobs_front as jobs
from perdure.intake.extraction import Extraction
from perdure.intake.learn import Learning
from perdure.models import Limits
from perdure.models.openai import OpenAIClient
from perdure.store.queue import Queue
from perdure.store.usage import Ledger

START = datetime(2026, 1, 1, tzinfo=UTC)
POINTS = {
    "before the lease": (Queue, "lease", "before"),
    "in the lease's transaction": (Queue, "lease", "after"),
    "before the model is asked": (Extraction, "ask", "before"),
    "when the answer has come": (OpenAIClient, "generate", "after"),
    "in the ledger's transaction": (Ledger, "add", "after"),
    "after the ledger": (Extraction, "ask", "after"),
    "when the job is marked finished": (Queue, "finish", "after"),
    "when items are written, not committed": (Learning, "take", "after"),
    "after the commit": (jobs.JobsFront, "do", "after"),
}


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def plant(owner: Any, name: str, when: str) -> None:
    real: Callable[..., Any] = getattr(owner, name)

    def sync(*args: Any, **kwargs: Any) -> Any:
        if when == "before":
            die()
        real(*args, **kwargs)
        die()

    async def coroutine(*args: Any, **kwargs: Any) -> Any:
        if when == "before":
            die()
        await real(*args, **kwargs)
        die()

    setattr(owner, name, coroutine if asyncio.iscoroutinefunction(real) else sync)


async def work(home: str, agent: str, url: str) -> None:
    llm = OpenAIClient("m", base_url=f"{url}/v1", limits=Limits(tries=1))
    clock = ManualClock(START)
    async with Runtime(home, clock=clock, llm=llm, config=Config(background=False), embedder="none") as runtime:
        await (await runtime.agent(agent)).jobs.run_pending()


def forked(home: str, agent: str, url: str, point: str) -> int:
    """Let a worker die. Answers the signal that ended it, 0 if none did."""
    child = os.fork()
    if child == 0:
        plant(*POINTS[point])
        asyncio.run(work(home, agent, url))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    # What every worker needs is there before the first is made: importing it takes longer than its work.
    from importlib import import_module

    for name in ("openai.resources.chat", "perdure.store.postgres.engine", "perdure.store.sqlite.engine"):
        import_module(name)
    import_module("perdure.segment").segment("一次热身 a first go")
    for line in sys.stdin:
        sys.stdout.write(f"{forked(*line.rstrip().split(chr(9)))}\n")
        sys.stdout.flush()

"""How long an export and an import take, and how much memory: `python benchmarks/export.py --records 100000`.

Each step runs in a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from perdure import Config, Event, Runtime

TURNS = 500


async def fill(home: Path, records: int) -> None:
    async with Runtime(home, embedder="none", config=Config(background=False)) as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        for start in range(0, records, TURNS):
            turns = [
                [Event.user(f"message {n}: 今天聊了第 {n} 件事 and some more words of it")]
                for n in range(start, start + TURNS)
            ]
            await luna.commit_turns(session, turns, learn=False)


async def export(home: Path, records: int) -> None:
    async with Runtime(home, embedder="none") as runtime:
        await (await runtime.agent("luna")).export_agent(home / "luna.zip", force=True)


async def load(home: Path, records: int) -> None:
    async with Runtime(home / "copy", embedder="none") as runtime:
        await (await runtime.agent("luna")).import_agent(home / "luna.zip")


def _run(step: Callable[[Path, int], Coroutine[Any, Any, None]], home: Path, records: int, out: Any) -> None:
    began = time.perf_counter()
    asyncio.run(step(home, records))
    out.put((time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024))


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=100_000)
    records = parser.parse_args(words).records
    with tempfile.TemporaryDirectory() as folder:
        for step in (fill, export, load):
            out: Any = multiprocessing.Queue()
            child = multiprocessing.Process(target=_run, args=(step, Path(folder), records, out))
            child.start()
            seconds, megabytes = out.get()
            child.join()
            print(f"{step.__name__:7} {records:>9,} records {seconds:8.1f} s {megabytes:6,} MB")
        print(f"file    {Path(folder, 'luna.zip').stat().st_size / 1e6:,.1f} MB")


if __name__ == "__main__":
    main()

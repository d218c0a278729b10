"""How long it takes to fork, compare, merge and roll back a large memory.

python benchmarks/branches.py                  # 100,000 items in a SQLite file
python benchmarks/branches.py --items 10000 --json
python benchmarks/branches.py --home postgresql://…
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

import numpy as np

from perdure import Candidate, Runtime
from perdure.store.transaction import Transaction
from perdure.testing.stores import add_item, add_record
from perdure.values import Evidence

BATCH = 2_000
SIZE = 512
TEXT = "The {n}th thing to know is kept on shelf {m}, 第{n}件事放在第{m}层。"


RANDOM = np.random.default_rng(0)


def vector() -> bytes:
    """A vector of length one, as a model gives it."""
    given = RANDOM.standard_normal(SIZE, dtype=np.float32)
    return (given / np.linalg.norm(given)).astype("<f4").tobytes()


async def fill(runtime: Runtime, name: str, items: int, *, vectors: bool) -> None:
    """Items with a record, evidence, chunks and a vector each."""
    memory = await runtime.agent(name)
    for first in range(0, items, BATCH):

        def work(tx: Transaction, first: int = first) -> None:
            for n in range(first, min(first + BATCH, items)):
                text = TEXT.format(n=n, m=n % 97)
                record = add_record(tx, text, f"s{n // 200}")
                add_item(
                    tx,
                    f"note:2026-01-01:{n}",
                    text,
                    [Evidence(record, 0, len(text))],
                    type="notes",
                    value={"text": text},
                )
            if vectors:
                found = tx.index.unembedded_items("bench", BATCH)
                tx.index.add_vectors("recall", "bench", {chunk: vector() for chunk, _ in found})

        await memory.port.note("main", work)


async def timed(work: Awaitable[object]) -> float:
    start = time.perf_counter()
    await work
    return round(time.perf_counter() - start, 2)


def megabytes(home: Path) -> float:
    """The size of one of the two files."""
    return round(sum(file.stat().st_size for file in home.rglob("memory.db*")) / 2 / 1e6, 1)


async def measure(home: str, items: int, *, vectors: bool) -> dict[str, float]:
    name, found = secrets.token_hex(4), {}
    async with Runtime(home, embedder="none") as runtime:
        found["fill"] = await timed(fill(runtime, name, items, vectors=vectors))
        luna = await runtime.agent(name)
        await luna.history.snapshot("before")
        found["fork"] = await timed(runtime.fork(name, f"{name}-fork"))
        if "://" not in home:
            found["megabytes"] = await asyncio.to_thread(megabytes, Path(home))
        twin = await runtime.agent(f"{name}-fork")
        for n in range(100):
            await twin.upsert_recall(Candidate("facts", {"subject": f"new {n}", "predicate": "state", "value": "on"}))
        found["diff"] = await timed(runtime.diff(name, twin.id))
        found["merge of 100"] = await timed(runtime.merge(twin.id, name))
        found["rollback of 100"] = await timed(luna.history.rollback("before"))
        found["as of"] = await timed(luna.items(as_of="before", limit=10))
    return found


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--home", help="a folder or a PostgreSQL URL (default: a folder of its own)")
    parser.add_argument("--without-vectors", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        seconds = asyncio.run(measure(given.home or folder, given.items, vectors=not given.without_vectors))
    if given.json:
        print(json.dumps({"items": given.items, **seconds}))
        return
    print(f"{given.items:,} items")
    for name, value in seconds.items():
        print(f"  {name:16} {value:10.2f}{' s' if name != 'megabytes' else ''}")


if __name__ == "__main__":
    main()

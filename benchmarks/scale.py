"""How recall grows with the store: p50 and p95 of `search_memory`, write rate, open time, memory and disk.

    python -m benchmarks.scale                             # 1k, 10k and 100k items in one agent on SQLite
    python -m benchmarks.scale --sizes 1000,1000000        # other sizes
    python -m benchmarks.scale --postgres                  # the same on a PostgreSQL of its own
    python -m benchmarks.scale --agents 10000              # many agents of 200 items: the first recall of any of them
    python -m benchmarks.scale --learn --sizes 10000       # what turns cost that are learned from
    python -m benchmarks.scale --home DIR                  # keep the stores there, and go on with what is there
    python -m benchmarks.scale --json --chart scale.svg

The embedding of the question is not part of a recall here: see `loading.py` for the text and its vectors. With
`--embed` the local embedder reads the questions, and what it costs is shown beside. A bare FTS5 table with the same
texts answers the same questions in the same run; what counts is the ratio.

With `--learn` short turns are told instead, over a store of each size: what one costs in CPU, its vectors included.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from benchmarks.growth import chart
from benchmarks.loading import HashEmbedder, Language, candidate, load_items
from benchmarks.machine import memory_mb, server_cpu
from perdure import Event, Runtime
from perdure.agent import AgentMemory
from perdure.folders import folder_name
from perdure.segment import segment
from perdure.store.sqlite.files import DATABASE
from perdure.store.sqlite.search import match_expression

AGENT = "grown"
WRITTEN = 1_000
"""So many items go through `upsert_recall`, which gives the write rate; the rest is loaded."""
TOGETHER = 100
QUERIES = 200
AFTER_WRITES = 30
SHOWN = 16
BUDGET = 2_000
POSTGRES_LIMIT = 500_000
TARGETS = {1_000: 3.0, 10_000: 8.0, 100_000: 30.0, 1_000_000: 100.0}
LEARN_TARGET = 25.0
WARM = 100
"""Turns before those that are measured: patterns are compiled when they are first met."""
TOLD = Path(__file__).parent / "reading" / "second" / "reading.jsonl"
BARE = "SELECT rowid FROM memory_chunks_fts WHERE memory_chunks_fts MATCH ? ORDER BY rank LIMIT ?"


async def write_some(agent: AgentMemory, language: Language, first: int, last: int) -> None:
    """Through the public verb, many at a time, so that they share the wait for the disk."""
    for start in range(first, last, TOGETHER):
        batch = [candidate(language, n) for n in range(start, min(last, start + TOGETHER))]
        await asyncio.gather(*(agent.upsert_recall(one) for one in batch))


class Timer:
    """Milliseconds on the clock and of this process's CPU, one pair per question: on a busy machine they differ.

    With the URL of a server, also that server's CPU, which is counted in hundredths of a second: only the mean counts.
    """

    def __init__(self, home: str = "") -> None:
        self.clock: list[float] = []
        self.cpu: list[float] = []
        self.server: list[float] = []
        self._url = home if "://" in home else None

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        there = server_cpu(self._url) if self._url else 0.0
        start, cpu = time.perf_counter(), time.process_time()
        yield
        self.clock.append((time.perf_counter() - start) * 1e3)
        self.cpu.append((time.process_time() - cpu) * 1e3)
        if self._url:
            self.server.append((server_cpu(self._url) - there) * 1e3)

    def mean_cpu(self) -> float:
        """Of this process and of the server."""
        return round(statistics.mean(self.cpu) + (statistics.mean(self.server) if self.server else 0.0), 2)

    def spread(self, name: str = "") -> dict[str, float]:
        return {
            f"{name}{kind}p{part}_ms": round(sorted(times)[int(len(times) * part / 100)], 2)
            for kind, times in (("", self.clock), ("cpu_", self.cpu))
            for part in (50, 95)
        }


async def ask(agent: AgentMemory, queries: Sequence[str], home: str = "") -> Timer:
    timer = Timer(home)
    for query in queries:
        with timer.one():
            await agent.search_memory(query, k=SHOWN)
    return timer


async def ask_after_writes(agent: AgentMemory, queries: Sequence[str], home: str) -> tuple[Timer, Timer]:
    """Each question right after something was written and has its vector: what is held in memory has to follow.

    Answers what the questions took, and what the writes.
    """
    timer, writes, language = Timer(), Timer(home), Language(seed=len(queries))
    for query in queries:
        with writes.one():
            await agent.upsert_recall(candidate(language, time.time_ns()))
        await agent.index.catch_up()
        with timer.one():
            await agent.search_memory(query, k=SHOWN)
    return timer, writes


async def compose_all(agent: AgentMemory, queries: Sequence[str], home: str) -> Timer:
    timer, session = Timer(home), await agent.start_session()
    await agent.compose(session, queries[0], budget=BUDGET)
    for query in queries:
        with timer.one():
            await agent.compose(session, query, budget=BUDGET)
    return timer


def ask_bare(home: str, queries: Sequence[str]) -> Timer:
    """The same questions to the word index alone, by FTS5's own rank."""
    connection = apsw.Connection(str(Path(home) / folder_name(AGENT) / DATABASE), flags=apsw.SQLITE_OPEN_READONLY)
    timer = Timer()
    for query in queries:
        with timer.one():
            words = match_expression(segment(query), every=False)
            connection.execute(BARE, (words, SHOWN)).fetchall()
    connection.close()
    return timer


async def embedding(queries: Sequence[str]) -> Timer:
    """What the local embedder takes for a question."""
    from perdure.models.build import embedder
    from perdure.models.settings import ModelSettings

    model, timer = embedder(ModelSettings(provider="local")), Timer()
    assert model is not None
    await model.embed(["warm up"])
    for query in queries:
        with timer.one():
            await model.embed([query])
    await model.close()
    return timer


def disk_mb(home: Path) -> float:
    return round(sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1e6, 1)


async def fill(home: str, size: int, *, vectors: bool) -> dict[str, Any]:
    """Bring the agent to a size. Answers how fast items were written one by one, and loaded."""
    language, embedder = Language(seed=size), HashEmbedder()
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(AGENT)
        before = (await agent.port.read("main", lambda tx: tx.finder.totals("recall"))).chunks
        rates: dict[str, Any] = {"writes_per_s": None, "loads_per_s": None}
        if before < WRITTEN:
            start = time.perf_counter()
            await write_some(agent, language, before, min(size, WRITTEN))
            rates["writes_per_s"] = round((min(size, WRITTEN) - before) / (time.perf_counter() - start))
        if size > max(before, WRITTEN):
            start = time.perf_counter()
            await load_items(agent, language, max(before, WRITTEN), size, embedder if vectors else None)
            rates["loads_per_s"] = round((size - max(before, WRITTEN)) / (time.perf_counter() - start))
    if vectors:
        async with Runtime(home, embedder=embedder) as runtime:  # type: ignore[arg-type]
            await (await runtime.agent(AGENT)).index.catch_up()
    return rates


async def measure(home: str, size: int, *, vectors: bool, queries: int) -> dict[str, Any]:
    """What opening and asking cost at a size."""
    language = Language(seed=2)
    texts = [language.question() for _ in range(queries + 20)]
    chosen: Any = HashEmbedder() if vectors else "none"
    if vectors:
        chosen.prepare(texts)
    start = time.perf_counter()
    async with Runtime(home, embedder=chosen) as runtime:
        agent = await runtime.agent(AGENT)
        opened = time.perf_counter() - start
        first = await ask(agent, texts[:1])
        await ask(agent, texts[1:20])
        warm = await ask(agent, texts[20:])
        both = await ask(agent, texts[20 : 20 + AFTER_WRITES], home)
        composed = await compose_all(agent, texts[20 : 20 + AFTER_WRITES], home)
        after, writes = await ask_after_writes(agent, texts[20 : 20 + AFTER_WRITES], home)
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(AGENT)
        await ask(agent, texts[:20])
        words = await ask(agent, texts[20:])
    row: dict[str, Any] = {"items": size, **warm.spread(), **after.spread("after_write_"), **words.spread("words_")}
    row |= {"search_cpu_ms": both.mean_cpu(), "compose_cpu_ms": composed.mean_cpu(), "write_cpu_ms": writes.mean_cpu()}
    row |= {**composed.spread("compose_"), **writes.spread("write_")}
    if "://" not in home:
        bare = ask_bare(home, texts[:20]) and ask_bare(home, texts[20:])
        row |= bare.spread("fts5_")
        row["cpu_ratio"] = round(statistics.median(warm.cpu) / statistics.median(bare.cpu), 2)
        row["words_cpu_ratio"] = round(statistics.median(words.cpu) / statistics.median(bare.cpu), 2)
    return row | {
        "first_ms": round(first.clock[0], 1),
        "first_cpu_ms": round(first.cpu[0], 1),
        "open_ms": round(opened * 1e3, 1),
        "target_ms": TARGETS.get(size),
    }


async def grow(home: str, sizes: Sequence[int], *, vectors: bool, queries: int) -> list[dict[str, Any]]:
    """One agent that grows from size to size, measured at each."""
    rows: list[dict[str, Any]] = []
    for size in sizes:
        print(f"{size:,} items", file=sys.stderr, flush=True)
        rates = await fill(home, size, vectors=vectors)
        row = await measure(home, size, vectors=vectors, queries=queries)
        disk = None if "://" in home else disk_mb(Path(home))
        rows.append({**row, **rates, "memory_mb": memory_mb(), "disk_mb": disk})
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    return rows


def told_turns(count: int) -> list[list[Event]]:
    """What people tell, in both languages: about 60 characters each, with a short answer."""
    lines = TOLD.read_text(encoding="utf-8").splitlines()[:count]
    return [[Event.user(json.loads(line)["text"]), Event.assistant("ok, noted.")] for line in lines]


async def learn(home: str, size: int, turns: int) -> dict[str, Any]:
    """What turns cost that are learned from, once everything is loaded, with the vectors that are made meanwhile.

    The items that are there have vectors by a hash in the name of the encoder, so that it is not asked for them.
    """
    from perdure.models.local import LocalEmbedder

    language, embedder = Language(seed=size), HashEmbedder(LocalEmbedder().name)
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(f"{AGENT} {size}")
        await write_some(agent, language, 0, 1)
        await load_items(agent, language, 1, size, embedder)
    told, timer = told_turns(WARM + turns), Timer(home)
    async with Runtime(home, embedder="local") as runtime:
        agent = await runtime.agent(f"{AGENT} {size}")
        session = await agent.start_session()
        await runtime.warm()
        for turn in told[: len(told) - turns]:
            await agent.commit_turn(session, turn)
        await agent.index.catch_up()
        for turn in told[-turns:]:
            with timer.one():
                await agent.commit_turn(session, turn)
    row: dict[str, Any] = {"items": size, "turns": len(timer.cpu), **timer.spread("learn_")}
    return row | {"learn_cpu_ms": timer.mean_cpu(), "target_cpu_p95_ms": LEARN_TARGET}


async def many(home: str, count: int, each: int) -> dict[str, Any]:
    """Many small agents: what the first recall of one costs, opening included."""
    language, embedder = Language(), HashEmbedder()
    start = time.perf_counter()
    for first in range(0, count, 500):
        async with Runtime(home, embedder="none") as runtime:
            for n in range(first, min(count, first + 500)):
                agent = await runtime.agent(f"agent {n}")
                await write_some(agent, language, 0, 1)
                await load_items(agent, language, 1, each, embedder)
        print(f"  {min(count, first + 500):,} of {count:,} agents", file=sys.stderr, flush=True)
    made = time.perf_counter() - start
    timer = Timer()
    for n in random.Random(3).sample(range(count), min(count, 101)):
        async with Runtime(home, embedder=embedder) as runtime:  # type: ignore[arg-type]
            with timer.one():
                await (await runtime.agent(f"agent {n}")).search_memory(language.question(), k=SHOWN)
    timer.clock, timer.cpu = timer.clock[1:], timer.cpu[1:]  # the first of all loads the libraries
    size = None if "://" in home else disk_mb(Path(home))
    return {"agents": count, "items_each": each, "made_s": round(made, 1), **timer.spread(), "disk_mb": size}


@contextlib.contextmanager
def place(options: argparse.Namespace) -> Iterator[str]:
    """Where the stores are: a folder that is removed afterwards, one that is kept, or a server of our own."""
    if options.postgres:
        from tests.postgres import fresh_database, private_server

        with private_server() as server, fresh_database(server) as url:
            yield url
    elif options.home:
        yield options.home
    else:
        with tempfile.TemporaryDirectory(prefix="perdure-scale-") as folder:
            yield folder


async def run(options: argparse.Namespace, home: str) -> dict[str, Any]:
    if options.agents:
        return {"many": await many(home, options.agents, options.each)}
    sizes = sorted(int(size) for size in options.sizes.split(","))
    if options.postgres:
        sizes = [size for size in sizes if size <= POSTGRES_LIMIT]
    result: dict[str, Any] = {}
    if options.learn:
        return {"rows": [await learn(home, size, options.queries) for size in sizes]}
    if options.embed:
        language = Language(seed=2)
        result["embedding"] = (await embedding([language.question() for _ in range(100)])).spread()
    return result | {"rows": await grow(home, sizes, vectors=not options.words_only, queries=options.queries)}


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--queries", type=int, default=QUERIES, help="questions, or turns with --learn")
    parser.add_argument("--learn", action="store_true", help="turns that are learned from, instead of questions")
    parser.add_argument("--words-only", action="store_true", help="no vectors")
    parser.add_argument("--embed", action="store_true", help="measure the local embedder too")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--agents", type=int, help="many agents instead of one")
    parser.add_argument("--each", type=int, default=200, help="items of each of many agents")
    parser.add_argument("--home", help="a folder, or the URL of a PostgreSQL database")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chart", type=Path)
    options = parser.parse_args(words)
    with place(options) as home:
        result = asyncio.run(run(options, home))
    if options.chart and "rows" in result and not options.learn:
        options.chart.write_text(chart(result["rows"]), encoding="utf-8")
    if options.json or "rows" not in result:
        print(json.dumps(result))
        return
    names = list(result["rows"][0])
    for row in ({name: name for name in names}, *result["rows"]):
        print(" | ".join("" if row[name] is None else str(row[name]) for name in names))


if __name__ == "__main__":
    main()

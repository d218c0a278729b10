"""What a look into the archive costs beside a bare FTS5 that answers the same questions over the same texts.

    python -m benchmarks.archive --data DIR                # the LoCoMo conversations, words and vectors
    python -m benchmarks.archive --data DIR --embedder none --questions 40

CPU of the process for each question, p50 and p95; the question's vector is made before. What counts is the ratio.
`after` is a question right after something was said.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw

from benchmarks.loading import Language
from perdure import Event, Runtime
from perdure.agent import AgentMemory
from perdure.bench.datasets import DATASETS, Corpus, DatasetTurn, Query
from perdure.bench.run import model_of, take_in
from perdure.clock import ManualClock
from perdure.config import Config
from perdure.folders import folder_name
from perdure.segment import segment
from perdure.store.sqlite.files import DATABASE
from perdure.store.sqlite.search import match_expression

SHOWN = 10
BARE = "SELECT rowid FROM record_chunks_fts WHERE record_chunks_fts MATCH ? ORDER BY rank LIMIT ?"


def spread(times: Sequence[float]) -> dict[str, float]:
    return {f"p{part}_ms": round(sorted(times)[int(len(times) * part / 100)], 2) for part in (50, 95)}


def ask_bare(home: str, agent: str, queries: Sequence[str]) -> list[float]:
    connection = apsw.Connection(str(Path(home) / folder_name(agent) / DATABASE), flags=apsw.SQLITE_OPEN_READONLY)
    times = []
    for query in queries:
        before = time.process_time()
        connection.execute(BARE, (match_expression(segment(query), every=False), SHOWN)).fetchall()
        times.append((time.process_time() - before) * 1e3)
    connection.close()
    return times


async def ask(agent: AgentMemory, queries: Sequence[str]) -> list[float]:
    times = []
    for query in queries:
        before = time.process_time()
        await agent.retrieve_archival(query, reason="maintenance", k=SHOWN)
        times.append((time.process_time() - before) * 1e3)
    return times


async def ask_after_writes(agent: AgentMemory, queries: Sequence[str]) -> list[float]:
    """Each question right after something was said and has its vector: what is kept in memory has to follow."""
    session, times = await agent.start_session("written meanwhile"), list[float]()
    for query in queries:
        await agent.commit_turn(session, [Event.user(f"By the way: {query}")], learn=False)
        await agent.index.catch_up()
        times += await ask(agent, [query])
    return times


async def measure(corpus: Corpus, home: str, embedder: str, cache: Path | None, most: int) -> dict[str, list[float]]:
    model = model_of(embedder, cache)
    queries = [query.text for query in corpus.queries[:most]]
    config, clock = Config(record_vectors=model is not None), ManualClock(corpus.queries[0].now)
    async with Runtime(home, config=config, clock=clock, embedder=model or "none") as runtime:
        agent = await runtime.agent(corpus.name)
        await take_in(agent, corpus)
        await agent.index.catch_up()
        for query in queries:  # makes its vector, which stays in memory
            await agent.index.ask(query)
        first, asked = await ask(agent, queries[:1]), await ask(agent, queries)
        bare = ask_bare(home, corpus.name, queries)
        return {"first": first, "perdure": asked, "bare": bare, "after": await ask_after_writes(agent, queries[:30])}


def made_up(sessions: int) -> Iterator[Corpus]:
    """Sessions of twenty records of made-up text, so that the benchmark runs without data."""
    language, at = Language(), datetime(2026, 1, 1, tzinfo=UTC)
    records = tuple(
        DatasetTurn(f"{n}-{m}", f"session-{n}", language.sentence(12), at + timedelta(days=n))
        for n in range(sessions)
        for m in range(20)
    )
    queries = tuple(
        Query(language.sentence(5), at + timedelta(days=sessions), "", {}, number=n) for n in range(sessions)
    )
    yield Corpus("made-up", queries, records)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="made-up text without it")
    parser.add_argument("--sessions", type=int, default=30, help="of made-up text")
    parser.add_argument("--only", default="locomo", choices=sorted(DATASETS))
    parser.add_argument("--agents", type=int, default=5)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--embedder", default="local")
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(argv)
    gathered: dict[str, list[float]] = {}
    corpora = DATASETS[given.only].load(given.data) if given.data else made_up(given.sessions)
    for corpus in list(corpora)[: given.agents]:
        with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
            found = asyncio.run(measure(corpus, home, given.embedder, given.cache, given.questions))
        for name, times in found.items():
            gathered.setdefault(name, []).extend(times)
    figures = {name: spread(times) for name, times in gathered.items()}
    ratio = round(figures["perdure"]["p50_ms"] / figures["bare"]["p50_ms"], 2)
    print(json.dumps({"questions": len(gathered["bare"]), **figures, "ratio_p50": ratio}))


if __name__ == "__main__":
    main()

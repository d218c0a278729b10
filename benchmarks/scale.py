"""How recall grows with the store: p50 and p95 of `search_memory`, write rate, open time, memory and disk.

    python benchmarks/scale.py                          # 1k, 10k and 100k items in one agent on SQLite
    python benchmarks/scale.py --sizes 1000,1000000     # other sizes
    python benchmarks/scale.py --postgres URL           # the same on PostgreSQL, to 100k
    python benchmarks/scale.py --agents 10000           # many agents of 200 items: the first recall of any of them
    python benchmarks/scale.py --json --chart scale.svg

The embedding of the question is not measured: an embedder that makes a unit vector of 512 numbers out of the hash of a
text stands in, with vectors of one topic near each other. The text is drawn from a vocabulary in which few words are
common and most are rare, as in language.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import math
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from perdure import Candidate, Runtime
from perdure.agent import AgentMemory
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts
from perdure.types.registry import load

DIMENSION = 512
TOPICS = 500
VOCABULARY = 40_000
UNIT = 2_000
WRITTEN = 1_000
"""So many items go through `upsert_recall`, which gives the write rate; the rest is loaded."""
TOGETHER = 100
QUERIES = 200
SHOWN = 16
TARGETS = {1_000: 3.0, 10_000: 8.0, 100_000: 30.0, 1_000_000: 100.0}
LETTERS = "bcdfghjklmnprstvwz"
VOWELS = "aeiou"


class HashEmbedder:
    """A vector from the hash of a text: its topic, which is its first word, and something of its own."""

    name = "hash:512"
    dimension = DIMENSION

    def __init__(self) -> None:
        made = np.random.default_rng(7).standard_normal((TOPICS, DIMENSION)).astype("<f4")
        self._topics = made / np.linalg.norm(made, axis=1, keepdims=True)

    async def embed(self, texts: Sequence[str]) -> Any:
        return self.rows(texts)

    def rows(self, texts: Sequence[str]) -> Any:
        seeds = [hashlib.blake2b(text.encode(), digest_size=8).digest() for text in texts]
        rng = np.random.default_rng(int.from_bytes(seeds[0])) if seeds else np.random.default_rng(0)
        topics = self._topics[[topic_of(text) for text in texts]]
        rows = topics + rng.standard_normal((len(texts), DIMENSION)).astype("<f4") / math.sqrt(DIMENSION)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")

    async def close(self) -> None:
        """Holds nothing."""


def topic_of(text: str) -> int:
    return hashlib.blake2b(text.split(" ", 1)[0].encode(), digest_size=4).digest()[0] * 7 % TOPICS


class Language:
    """Made-up words, the n-th of them about 1/n as frequent as the first."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        words: dict[str, None] = {}
        while len(words) < VOCABULARY:
            syllables = self.random.randint(2, 4)
            word = "".join(self.random.choice(LETTERS) + self.random.choice(VOWELS) for _ in range(syllables))
            words[word] = None
        self.words = list(words)
        self._weights = np.cumsum(1 / (np.arange(VOCABULARY) + 20.0))

    def sentence(self, length: int) -> str:
        draws = [self.random.random() * float(self._weights[-1]) for _ in range(length)]
        return " ".join(self.words[int(at)] for at in np.searchsorted(self._weights, draws))


def candidate(language: Language, n: int) -> Candidate:
    value = {
        "subject": language.sentence(1),
        "predicate": f"{language.sentence(1)} n{n}",
        "value": language.sentence(12),
    }
    return Candidate("facts", value)


async def write_some(agent: AgentMemory, language: Language, first: int, last: int) -> None:
    """Through the public verb, many at a time, so that they share the wait for the disk."""
    for start in range(first, last, TOGETHER):
        batch = [candidate(language, n) for n in range(start, min(last, start + TOGETHER))]
        await asyncio.gather(*(agent.upsert_recall(one) for one in batch))


async def load_rest(agent: AgentMemory, language: Language, first: int, last: int) -> None:
    """Copies of a written item with other words, straight into the store: large stores in minutes, not hours."""
    registry = load()
    pattern = (await agent.items(limit=1))[0]
    for start in range(first, last, UNIT):

        def work(tx: Transaction, start: int = start) -> None:
            for n in range(start, min(last, start + UNIT)):
                value = candidate(language, n).value
                content = f"{value['subject']} / {value['predicate']}: {value['value']}"
                key = f"fact:{value['subject']}:n{n}"
                item = replace(pattern, id=tx.ids.new(), key=key, value=value, content=content)
                tx.add_item(item, chunk_texts(registry.get("facts"), item), action="created", reason="scale")

        await agent._write("main", work)


async def ask(agent: AgentMemory, queries: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds on the clock and of this process's CPU time: on a busy machine the two differ."""
    times, work = [], []
    for query in queries:
        start, cpu = time.perf_counter(), time.process_time()
        await agent.search_memory(query, k=SHOWN)
        times.append((time.perf_counter() - start) * 1e3)
        work.append((time.process_time() - cpu) * 1e3)
    return times, work


def spread(times: list[float], name: str = "") -> dict[str, float]:
    ordered = sorted(times)
    return {
        f"{name}p50_ms": round(statistics.median(ordered), 2),
        f"{name}p95_ms": round(ordered[int(len(ordered) * 0.95)], 2),
    }


def memory_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0)


def disk_mb(home: Path) -> float:
    return round(sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1e6, 1)


async def grow(home: str, sizes: Sequence[int], *, vectors: bool, queries: int) -> list[dict[str, Any]]:
    """One agent that grows from size to size, measured at each."""
    language, embedder = Language(), HashEmbedder()
    chosen: Any = embedder if vectors else "none"
    rows: list[dict[str, Any]] = []
    before = 0
    for size in sizes:
        async with Runtime(home, embedder="none") as runtime:
            agent = await runtime.agent("grown")
            start = time.perf_counter()
            await write_some(agent, language, before, max(before, min(size, WRITTEN)))
            wrote = time.perf_counter() - start
            await load_rest(agent, language, max(before, WRITTEN), size)
        embedding = 0.0
        if vectors:
            async with Runtime(home, embedder=chosen) as runtime:
                start = time.perf_counter()
                await (await runtime.agent("grown")).index.catch_up()
                embedding = time.perf_counter() - start
        start = time.perf_counter()
        async with Runtime(home, embedder=chosen) as runtime:
            agent = await runtime.agent("grown")
            opened = time.perf_counter() - start
            asked = Language(seed=2)
            asked.words = language.words
            texts = [asked.sentence(asked.random.randint(3, 8)) for _ in range(queries + 20)]
            first = (await ask(agent, texts[:1]))[0][0]
            await ask(agent, texts[1:20])
            times, work = await ask(agent, texts[20:])
        rows.append(
            {
                "items": size,
                **spread(times),
                **spread(work, "cpu_"),
                "first_ms": round(first, 1),
                "open_ms": round(opened * 1e3, 1),
                "writes_per_s": round((min(size, WRITTEN) - before) / wrote) if before < WRITTEN else None,
                "vectors_per_s": round((size - before) / embedding) if embedding else None,
                "memory_mb": memory_mb(),
                "disk_mb": None if "://" in home else disk_mb(Path(home)),
                "target_ms": TARGETS.get(size),
            }
        )
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        before = size
    return rows


async def many(home: str, count: int, each: int) -> dict[str, Any]:
    """Many small agents: what the first recall of one costs, opening included."""
    language, embedder = Language(), HashEmbedder()
    start = time.perf_counter()
    for first in range(0, count, 500):
        async with Runtime(home, embedder="none") as runtime:
            for n in range(first, min(count, first + 500)):
                agent = await runtime.agent(f"agent {n}")
                await write_some(agent, language, 0, 1)
                await load_rest(agent, language, 1, each)
    made = time.perf_counter() - start
    times = []
    for n in random.Random(3).sample(range(count), min(count, 100)):
        async with Runtime(home, embedder=embedder) as runtime:  # type: ignore[arg-type]
            start = time.perf_counter()
            await (await runtime.agent(f"agent {n}")).search_memory(language.sentence(5), k=SHOWN)
            times.append((time.perf_counter() - start) * 1e3)
    return {
        "agents": count,
        "items_each": each,
        "made_s": round(made, 1),
        **spread(times),
        "disk_mb": disk_mb(Path(home)),
    }


def chart(rows: Sequence[dict[str, Any]]) -> str:
    """p50, p95 (on the clock) and the target over the number of items, both axes by powers of ten."""
    width, height, left, top, bottom = 640, 360, 60, 40, 300
    low, high = min(row["items"] for row in rows), max(row["items"] for row in rows)
    span = math.log10(high / low) or 1.0

    def x(items: float) -> float:
        return round(left + (width - left - 30) * math.log10(items / low) / span, 1)

    def y(ms: float) -> float:
        return round(bottom - (bottom - top) * (math.log10(max(ms, 0.1)) + 1) / 4, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="22" font-size="14">search_memory, milliseconds by items in one agent</text>',
    ]
    for ms in (0.1, 1, 10, 100, 1000):
        parts.append(f'<line x1="{left}" x2="{width - 20}" y1="{y(ms)}" y2="{y(ms)}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(ms) + 4}" text-anchor="end">{ms:g}</text>')
    for row in rows:
        parts.append(f'<text x="{x(row["items"])}" y="{bottom + 18}" text-anchor="middle">{row["items"]:,}</text>')
    for n, (name, colour, dashes) in enumerate(
        (("p50_ms", "#4c8c6a", ""), ("p95_ms", "#1f5c8a", ""), ("target_ms", "#b04a4a", "4 4"))
    ):
        points = [(x(row["items"]), y(row[name])) for row in rows if row[name]]
        line = " ".join(f"{a},{b}" for a, b in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        parts += [f'<circle cx="{a}" cy="{b}" r="3" fill="{colour}"/>' for a, b in points]
        parts.append(f'<rect x="{left + 100 * n}" y="{height - 24}" width="12" height="4" fill="{colour}"/>')
        parts.append(f'<text x="{left + 100 * n + 17}" y="{height - 18}">{name.removesuffix("_ms")}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--words-only", action="store_true", help="no vectors")
    parser.add_argument("--postgres", metavar="URL")
    parser.add_argument("--agents", type=int, help="many agents instead of one")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chart", type=Path)
    options = parser.parse_args()
    sizes = sorted(int(size) for size in options.sizes.split(","))
    with tempfile.TemporaryDirectory(prefix="perdure-scale-") as home:
        if options.agents:
            print(json.dumps(asyncio.run(many(home, options.agents, 200))))
            return
        if options.postgres:
            sizes = [size for size in sizes if size <= 100_000]
        place = options.postgres or home
        rows = asyncio.run(grow(place, sizes, vectors=not options.words_only, queries=options.queries))
    if options.chart:
        options.chart.write_text(chart(rows), encoding="utf-8")
    if options.json:
        print(json.dumps({"rows": rows}))
        return
    names = (
        "items",
        "p50_ms",
        "p95_ms",
        "target_ms",
        "cpu_p50_ms",
        "cpu_p95_ms",
        "first_ms",
        "open_ms",
        "writes_per_s",
    )
    for row in ({name: name for name in rows[0]}, *rows):
        print(" ".join(f"{'' if row[n] is None else row[n]:>12}" for n in (*names, "memory_mb", "disk_mb")))


if __name__ == "__main__":
    main()

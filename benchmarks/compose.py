"""How long `compose` takes beside a bare search, at 10,000 items, without the embedding. CPU time of the whole process.

python benchmarks/compose.py [--items 10000] [--questions 200] [--postgres URL]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median, quantiles

from perdure import AgentMemory, Candidate, Event, Runtime

TOPICS = ["tea", "coffee", "bread", "garden", "bicycle", "train", "piano", "novel", "camera", "kitchen"]
TOPICS += ["绿茶", "咖啡", "面包", "花园", "自行车", "火车", "钢琴", "小说", "相机", "厨房"]
VERBS = ["likes", "avoids", "bought", "sold", "repaired", "喜欢", "讨厌", "买了", "卖了", "修好了"]
BATCH = 500
"""Items that are written together, so that they share the wait for the disk: filling is not what is measured."""


def items(count: int, chance: random.Random) -> list[Candidate]:
    """A life in facts, with some preferences and rules, in both languages."""
    made = []
    for n in range(count):
        text = " ".join((chance.choice(VERBS), *chance.choices(TOPICS, k=3), str(n)))
        kind = n % 20
        if kind == 0:
            made.append(Candidate("preferences", {"name": f"habit {n}", "value": text}, importance=chance.random()))
        elif kind == 1:
            made.append(Candidate("events", {"title": text, "date": f"2025-{n % 12 + 1:02d}-{n % 28 + 1:02d}"}))
        else:
            made.append(Candidate("facts", {"predicate": f"matter {n}", "value": text}))
    return made


async def timed(calls: list[Callable[[], Awaitable[object]]]) -> tuple[float, float]:
    """Median and p95 in milliseconds of CPU."""
    taken = []
    for call in calls:
        start = time.process_time()
        await call()
        taken.append(1_000 * (time.process_time() - start))
    return median(taken), quantiles(taken, n=20)[-1]


async def fill(luna: AgentMemory, count: int, chance: random.Random) -> None:
    await luna.upsert_recall(Candidate("identity", {"name": "Luna", "role": "assistant", "persona": "calm and short"}))
    for n in range(30):
        await luna.upsert_recall(Candidate("rules", {"rule": f"always mind matter {n}"}))
    made = items(count, chance)
    for start in range(0, count, BATCH):
        await asyncio.gather(*(luna.upsert_recall(one) for one in made[start : start + BATCH]))
    for text in ("the supplier calls on Friday", "周五下午供应商回电"):
        await luna.memory_append(text)
    await luna.patches.add("technology", "Python 3.14", add=["Python 3.14 is current"], event_date="2025-10-07")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--postgres")
    asyncio.run(run(parser.parse_args(words)))


async def run(given: argparse.Namespace) -> None:
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        async with Runtime(given.postgres or folder, embedder="none") as runtime:
            luna = await runtime.agent(f"bench-{chance.random()}")
            await fill(luna, given.items, chance)
            session = await luna.start_session()
            for n in range(12):
                await luna.commit_turn(session, [Event.user(f"turn {n} 第{n}轮"), Event.assistant("ok")], learn=False)
            questions = [
                f"{chance.choice(VERBS)} {' '.join(chance.choices(TOPICS, k=3))}?" for _ in range(given.questions)
            ]
            await luna.compose(session, "warm up", budget=2_000)
            asked = {
                "search": lambda q: luna.retrieve_recall(q),
                "compose": lambda q: luna.compose(session, q, budget=2_000),
                "on_demand": lambda q: luna.compose(session, q, budget=2_000, mode="on_demand"),
            }
            print(f"{given.items:,} items, {given.questions} questions, budget 2,000; ms of CPU")
            for name, ask in asked.items():
                middle, high = await timed([lambda q=q, ask=ask: ask(q) for q in questions])  # type: ignore[misc]
                print(f"{name:10} median {middle:6.2f}  p95 {high:6.2f}")


if __name__ == "__main__":
    main()

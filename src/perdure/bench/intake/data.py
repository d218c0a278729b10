"""Data sets on disk, taken in through `commit_turns`: RealMem's memory points, FactConsolidation in order."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from perdure.bench.datasets import lines
from perdure.bench.run import Step
from perdure.clock import ManualClock
from perdure.intake.extract.known import likeness, words
from perdure.runtime import Runtime
from perdure.values import Event

MEMORIES, SESSIONS, FACTS = (
    "realmem_memories.jsonl.gz",
    "realmem_sessions.jsonl.gz",
    "factconsolidation.jsonl.gz",
)
NEAR = 0.5
"""The share of common words from which on an item and a memory point speak of the same."""


async def realmem(folder: Path, limit: int | None, step: Step) -> dict[str, Any]:
    """Which of the memory points that rest on a user's words have an item of their session, and how many items none."""
    points: dict[tuple[str, int], list[str]] = defaultdict(list)
    for row in lines(folder / MEMORIES):
        if row["source_role_snapshot"] == "User":
            points[row["person"], row["session"]].append(row["content"].partition("】")[2] or row["content"])
    sessions = list(lines(folder / SESSIONS))[:limit]
    met = of = items = aimed = 0
    missed: list[str] = []
    for n, row in enumerate(sessions):
        step("RealMem", n, len(sessions))
        said = await _items(row)
        wanted = points.get((row["person"], row["session"]), [])
        found = [point for point in wanted if any(_near(text, point) for text in said)]
        of, met = of + len(wanted), met + len(found)
        items += len(said)
        aimed += sum(any(_near(text, point) for point in wanted) for text in said)
        missed += [point for point in wanted if point not in found][:1]
    step("RealMem", len(sessions), len(sessions))
    return {
        "sessions": len(sessions),
        "points": of,
        "points_met": round(met / of, 4) if of else None,
        "items": items,
        "items_on_a_point": round(aimed / items, 4) if items else None,
        "missed": missed[:20],
    }


async def _items(row: dict[str, Any]) -> list[str]:
    day = datetime.strptime(row["time"][:10], "%Y-%m-%d").replace(tzinfo=UTC)
    with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
        async with Runtime(home, clock=ManualClock(day), embedder="none") as runtime:
            agent = await runtime.agent("bench")
            turns = [[Event(turn["role"].lower(), turn["content"])] for turn in row["turns"] if turn["content"].strip()]
            await agent.commit_turns(await agent.start_session("s"), turns)
            return [item.content for item in await agent.items(limit=10_000)]


def _near(one: str, other: str) -> bool:
    return len(words(one)) > 1 and likeness(one, other) >= NEAR


async def consolidation(folder: Path, step: Step) -> list[dict[str, Any]]:
    """FactConsolidation, single-hop, told in order by a user: is the current fact first, and none stale?"""
    told = []
    rows = [row for row in lines(folder / FACTS) if "_sh_" in row["subset"]]
    for n, row in enumerate(rows):
        step("FactConsolidation", n, len(rows))
        told.append(await _told(row))
    step("FactConsolidation", len(rows), len(rows))
    return told


async def _told(row: dict[str, Any]) -> dict[str, Any]:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
        async with Runtime(home, clock=clock) as runtime:
            agent = await runtime.agent("bench")
            session = await agent.start_session("s")
            facts: list[str] = row["facts"]
            for first in range(0, len(facts), 500):
                await agent.commit_turns(session, [[Event.user(fact)] for fact in facts[first : first + 500]])
                clock.advance(timedelta(minutes=1))
            await agent.index.catch_up()
            active = {_unmarked(item.content) for item in await agent.items(limit=100_000)}
            asked = [q for q in row["questions"] if q["gold_fact"]]
            right, wrong = 0, []
            for question in asked:
                hits = await agent.search_memory(question["question"], k=1)
                gold = {_unmarked(facts[place]) for place in question["gold_fact"]}
                if hits and _unmarked(hits[0].item.content) in gold:
                    right += 1
                else:
                    wrong.append({"asked": question["question"], "found": hits[0].item.content if hits else None})
            stale = {_unmarked(facts[place]) for q in asked for place in q.get("stale_facts", ())}
            gold_all = {_unmarked(facts[place]) for q in asked for place in q["gold_fact"]}
    return {
        "set": row["subset"],
        "facts": len(facts),
        "questions": len(asked),
        "current_first": right,
        "stale_active": len((stale - gold_all) & active),
        "errors": wrong[:10],
    }


def _unmarked(fact: str) -> str:
    """A fact without the mark at its end: of "…Apple Inc.." an item holds the statement, which ends before the mark."""
    return fact.rstrip(" .")

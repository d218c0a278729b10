"""Everything derived can be dropped and made again: the same answers, on both engines, by words, meaning and names."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id

QUERIES = 500
LOOKS = 30
ENGLISH = ("tea", "coffee", "piano", "river", "garden", "bread", "winter", "train", "letter", "window", "market")
CHINESE = ("绿茶", "咖啡", "钢琴", "河边", "花园", "面包", "冬天", "火车", "书信", "窗户", "市场")
NAMES = {"Zephyr": "老泽", "Marlow": "马洛", "Quill": "奎尔"}
SCOPES = ("main", "main", "peer:a", "shared")


def phrase(chance: random.Random, most: int) -> str:
    words = [*ENGLISH, *CHINESE, *NAMES, *NAMES.values()]
    return " ".join(chance.choices(words, k=chance.randint(1, most)))


async def live(memory: AgentMemory, clock: ManualClock, chance: random.Random) -> None:
    """Items of several kinds, some of them replaced or forgotten, entities named before and after they were known."""
    session = {scope: await memory.start_session(scope=scope) for scope in set(SCOPES)}
    for n in range(160):
        scope = chance.choice(SCOPES)
        clock.advance(timedelta(hours=7))
        match n % 8:
            case 0:
                await memory.commit_turn(session[scope], [Event.user(phrase(chance, 9)), Event.assistant("好的 sure")])
            case 1:
                day = (datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=n)).date().isoformat()
                await memory.upsert_recall(
                    Candidate("events", {"date": day, "title": f"{phrase(chance, 4)} {n}"}), scope=scope
                )
            case 2:
                name = chance.choice(list(NAMES))
                await memory.upsert_recall(
                    Candidate("entities", {"kind": "person", "canonical": name, "aliases": [NAMES[name]]}), scope=scope
                )
            case _:
                subject = f"{chance.choice(ENGLISH)} {chance.randint(0, 9)}"
                value = {"name": subject, "value": f"{phrase(chance, 6)} {n}"}
                await memory.upsert_recall(Candidate("preferences", value), scope=scope)
        if n % 20 == 19:
            for item in (await memory.items(scope=scope))[:1]:
                await memory.forget_recall(item.id, scope=item.scope, mode=chance.choice(["deactivate", "delete"]))


async def answers(memory: AgentMemory, queries: list[tuple[str, str]]) -> list[Any]:
    """The top 20 of each question; scores to four places, those that are equal in the order of their ids."""
    found: list[Any] = []
    for query, scope in queries:
        hits = await memory.search_memory(query, k=20, scope=scope)
        found.append(sorted((-round(hit.score, 4), hit.item.id) for hit in hits))
    for query, scope in queries[:LOOKS]:
        traces = await memory.retrieve_archival(query, reason="maintenance", k=20, scope=scope)
        found.append(sorted((-round(trace.score, 4), trace.record.id) for trace in traces))
    return found


@pytest.mark.requirement("R007", "R239", "R311")
async def test_what_is_derived_is_made_again_and_answers_500_questions_alike(
    busy_home: str, clock: ManualClock
) -> None:
    chance = random.Random(3)
    embedder = FakeEmbedder(same=dict(zip(ENGLISH, CHINESE, strict=True)))
    async with Runtime(busy_home, clock=clock, embedder=embedder, config=Config(record_vectors=True)) as runtime:
        memory = await runtime.agent(fresh_id())
        await live(memory, clock, chance)
        assert (await memory.index.catch_up()).missing == 0
        queries = [(phrase(chance, 4), chance.choice(SCOPES)) for _ in range(QUERIES - 3)]
        queries += [("before Zephyr", "main"), ("my preferences", "peer:a"), ("2024年3月", "main")]
        before = await answers(memory, queries)
        assert sum(map(bool, before)) > 0.9 * QUERIES
        await memory.port.write("main", lambda tx: tx.index.drop_all())
        assert await memory.search_memory("tea") == []
        await memory.rebuild_index()
        assert (await memory.index.catch_up()).missing == 0
        assert await answers(memory, queries) == before
        assert [finding for finding in await memory.check() if not finding.ok] == []


@pytest.mark.requirement("R261")
async def test_what_names_a_thing_is_found_by_any_of_its_names_and_only_while_it_holds(luna: AgentMemory) -> None:
    def likes(value: str) -> Candidate:
        return Candidate("preferences", {"name": "gift", "value": value})

    await luna.upsert_recall(likes("whatever Zephyr brings"))  # named before it is known
    await luna.upsert_recall(
        Candidate("entities", {"kind": "person", "canonical": "Zephyr", "aliases": ["老泽", "the west wind"]})
    )
    for query in ("what about 老泽?", "the west wind", "Zephyr"):
        hit = next(hit for hit in await luna.search_memory(query) if hit.item.type == "preferences")
        assert "entities" in hit.why.arms
    assert await luna.search_memory("老泽", scope="peer:a") == []
    await luna.upsert_recall(likes("only books"))
    found = await luna.search_memory("老泽")
    assert [hit.item.type for hit in found] == ["entities"]  # the old version named it, and holds no longer
    await luna.forget_recall("entity:person:zephyr", mode="delete")
    assert await luna.port.read("main", lambda tx: tx.finder.mentions("archival", ["entity:person:zephyr"], 9)) == []

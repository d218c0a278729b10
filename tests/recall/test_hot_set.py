"""The hot set: there when an agent is opened, never behind the store, whoever writes; the rest is found by search."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading
from datetime import timedelta
from typing import Any

import pytest

import perdure.recall.hot_front
from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, ManualClock, Runtime, Source
from perdure.store.hot import HotSet
from perdure.store.transaction import Transaction
from tests.homes import fresh_id

SCOPES = ("main", "peer:a", "shared")


def fact(predicate: str, value: str = "x", **more: Any) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value}, **more)


@pytest.mark.requirement("R322", "R323")
async def test_it_is_read_when_the_agent_is_opened_and_the_archive_is_not(
    busy_home: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent_id = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        memory = await runtime.agent(agent_id)
        session = await memory.start_session()
        await memory.commit_turn(session, [Event.user("I live in York."), Event.user("我喜欢绿茶")])
        held = await memory.items()

    def closed(*_: object, **__: object) -> object:
        raise AssertionError("the archive is not read at start")

    for name in ("_records", "all_records", "texts_of_records"):
        monkeypatch.setattr(Transaction, name, closed)
    async with Runtime(busy_home, clock=clock, config=Config(recall_load_budget=60.0)) as runtime:
        memory = await runtime.agent(agent_id)
        assert [*memory.hot._sets._values["main"].items] == held != []
        assert await memory.hot.items() == held
    async with Runtime(busy_home, clock=clock, config=Config(recall_load_on_start="none")) as runtime:
        memory = await runtime.agent(agent_id)
        assert memory.hot._sets._values == {}
        assert await memory.hot.items() == held


@pytest.mark.requirement("R322", "R341", "R342")
async def test_what_does_not_fit_goes_by_importance_and_recency_and_is_found_by_search(
    busy_home: str, clock: ManualClock
) -> None:
    async with Runtime(busy_home, clock=clock, config=Config(recall_max_items=5)) as runtime:
        memory = await runtime.agent(fresh_id())
        for n in range(8):
            await memory.upsert_recall(fact(f"city {n}", f"town{n}", importance=0.9 if n == 0 else 0.5))
        hot = [item.value["value"] for item in await memory.hot.items()]
        assert hot == ["town0", "town7", "town6", "town5", "town4"]
        assert (await memory.search_memory("town1"))[0].item.value["value"] == "town1"
    assert (Config().recall_load_on_start, Config().recall_max_items) == ("all", 200)


@pytest.mark.requirement("R349")
async def test_opening_waits_for_it_no_longer_than_its_budget(
    busy_home: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, genuine = threading.Event(), perdure.recall.hot_front.follow

    def slow(tx: Transaction, held: HotSet | None, limit: int) -> HotSet:
        assert go_on.wait(60)
        return genuine(tx, held, limit)

    monkeypatch.setattr(perdure.recall.hot_front, "follow", slow)
    async with Runtime(busy_home, clock=clock, config=Config(recall_load_budget=0.01)) as runtime:
        memory = await runtime.agent(fresh_id())  # comes back although nothing is loaded yet
        assert memory.hot._sets._values == {}
        await memory.upsert_recall(fact("city", "York"))  # and works
        asked = asyncio.ensure_future(memory.hot.items())
        go_on.set()
        assert [item.value["value"] for item in await asked] == ["York"]
    assert Config().recall_load_budget == 0.2


async def step(memory: AgentMemory, clock: ManualClock, chance: random.Random) -> None:
    """One thing that may change what matters most."""
    scope, name = chance.choice(SCOPES), f"thing {chance.randint(0, 11)}"
    day = timedelta(days=chance.randint(1, 9))
    match chance.randint(0, 7):
        case 0 | 1 | 2:
            more: dict[str, Any] = {"importance": chance.choice([None, 0.2, 0.5, 0.9])}
            if chance.random() < 0.3:
                more["keep"] = day
            if chance.random() < 0.3:
                more["valid_from"] = clock.now() + day
            if chance.random() < 0.2:
                more["source"] = Source.OUTSIDE
            await memory.upsert_recall(fact(name, f"value {chance.randint(0, 3)}", **more), scope=scope)
        case 3:
            for item in (await memory.items(scope=scope))[:1]:
                await memory.forget_recall(item.id, scope=item.scope, mode=chance.choice(["deactivate", "delete"]))
        case 4:
            session = await memory.start_session(scope=scope)
            await memory.commit_turn(session, [Event.user(chance.choice(["I live in York.", "叫我阿哲", "hello"]))])
        case 5 | 6:
            clock.advance(day / chance.choice([1, 10, -3]))
        case 7:
            pending = [entry.item for entry in await memory.review.list(scope=scope)]
            for item in pending[:1]:
                await memory.review.accept(item.id, scope=item.scope)


@pytest.mark.parametrize("limit", [4, 200])
async def test_it_is_always_what_the_store_would_answer(busy_home: str, clock: ManualClock, limit: int) -> None:
    """The query is the reference; the cache follows it, through this runtime's writes and another's."""
    chance = random.Random(limit)
    agent_id, config = fresh_id(), Config(recall_max_items=limit)
    async with (
        Runtime(busy_home, clock=clock, config=config) as here,
        Runtime(busy_home, clock=clock, config=config) as there,
    ):
        mine, theirs = await here.agent(agent_id), await there.agent(agent_id)
        for n in range(60):
            await step(chance.choice([mine, theirs]), clock, chance)
            scope = SCOPES[n % 3]
            for memory in (mine, theirs):
                hot = await memory.hot.items(scope=scope)
                assert hot == await memory.items(limit=limit, scope=scope), f"step {n}"


WRITER = """
import sys
from perdure import Candidate, Memory
with Memory.open(sys.argv[2], sys.argv[1]) as luna:
    luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Oslo"}))
    luna.upsert_recall(Candidate("facts", {"predicate": "pet", "value": "cat"}), scope="peer:a")
"""


@pytest.mark.requirement("R322")
async def test_what_another_process_writes_is_seen_at_once(busy_home: str) -> None:
    async with Runtime(busy_home) as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.upsert_recall(fact("city", "York"))
        assert [item.value["value"] for item in await memory.hot.items()] == ["York"]
        writing = [sys.executable, "-c", WRITER, busy_home, memory.id]
        await asyncio.to_thread(subprocess.run, writing, check=True, timeout=120)
        assert [item.value["value"] for item in await memory.hot.items()] == ["Oslo"]
        assert {item.value["value"] for item in await memory.hot.items(scope="peer:a")} == {"cat"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"recall_load_on_start": "some"},
        {"recall_max_items": 0},
        {"recall_load_budget": -1.0},
        {"archival_lookup_triggers": ("curiosity",)},
        {"low_confidence": 1.5},
        {"recall_miss_hits": -1},
        {"recall_miss_closeness": 2.0},
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        Config(**wrong)

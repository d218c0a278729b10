"""Chunks that stay in memory are what the statement would give, whatever was written, deleted, rebuilt or ran out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, ManualClock, Runtime
from perdure.store import held_chunks as module
from perdure.store.finder import CURRENT_CHUNKS, ItemChunk, View
from perdure.store.transaction import Transaction
from tests.homes import fresh_id
from tests.recall.test_hot_set import SCOPES, fact, step

LIMITS: dict[str, dict[str, int]] = {"all in memory": {}, "room for few": {"MOST": 5}, "few may change": {"MANY": 1}}


def kept(tx: Transaction) -> list[ItemChunk]:
    return tx.finder._chunks(View.CURRENT, ids(tx))


def read(tx: Transaction) -> list[ItemChunk]:
    """The statement itself."""
    return sorted(tx.finder._items(CURRENT_CHUNKS, ids(tx)), key=lambda chunk: chunk.id)


def ids(tx: Transaction) -> list[int]:
    """Of all chunks that ever were, gone ones too, in no order."""
    return random.Random(tx.sequence).sample(range(1, tx.sequence + 1), min(tx.sequence, 200))


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
async def test_they_are_always_what_the_statement_gives(
    busy_home: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    for name, value in limits.items():
        monkeypatch.setattr(module, name, value)
    chance, agent_id = random.Random(len(limits)), fresh_id()
    seen = 0
    async with Runtime(busy_home, clock=clock) as here, Runtime(busy_home, clock=clock) as there:
        mine, theirs = await here.agent(agent_id), await there.agent(agent_id)
        for n in range(80):
            writer = chance.choice([mine, theirs])
            if n % 20 == 19:
                await writer.index.rebuild(at_once=n % 40 == 19)
            else:
                await step(writer, clock, chance)
            for memory in (mine, theirs) if n % 4 == 0 else (mine,):
                for scope in SCOPES:
                    one, other = await memory.port.read(scope, lambda tx: (kept(tx), read(tx)))
                    assert one == other, f"step {n}"
                    seen += len(one)
    assert seen > 500


async def test_what_does_not_follow_is_noticed(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    await luna.upsert_recall(fact("city", "York", importance=0.2))
    await luna.port.read("main", kept)
    genuine = module.HeldChunks._followed
    monkeypatch.setattr(module.HeldChunks, "_followed", lambda self, old: old or genuine(self, old))
    await luna.upsert_recall(fact("city", "Oslo"))
    one, other = await luna.port.read("main", lambda tx: (kept(tx), read(tx)))
    assert one != other


async def test_a_reader_that_is_behind_sees_its_own_snapshot(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("city", "York"))
    await luna.port.read("main", kept)
    store: Any = luna.port.store

    def behind(tx: Transaction) -> None:
        before = read(tx)  # the snapshot is taken here
        store.submit("main", lambda other: other.delete_key("main", city.key, like=city, reason="test")).result()
        assert store.read("main", kept) == store.read("main", read) == []
        assert kept(tx) == before != []
        assert store.read("main", kept) == []

    [city] = await luna.items()
    await luna.port.run(lambda: store.read("main", behind))


async def test_what_is_deleted_does_not_stay_in_memory(busy_home: str) -> None:
    async with Runtime(busy_home, config=Config(), embedder="none") as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.upsert_recall(Candidate("facts", {"predicate": "city", "value": "York"}))
        await memory.search_memory("York")
        caches = [cache for cache in module._caches if cache.get("main") is not None]
        assert any("york" in chunk.search_text for cache in caches for chunk in held(cache))
        await memory.forget_recall((await memory.items())[0].id, mode="delete")
        assert not any("york" in chunk.search_text for cache in caches for chunk in held(cache))


def held(cache: module.ChunkCache) -> list[ItemChunk]:
    found = cache.get("main")
    return [] if found is None else list(found.chunks.values())

"""The names that a question may use are those of its scope, as the store has them now, whoever wrote them."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, ManualClock, NotFound, Runtime
from perdure.recall import vocabulary
from perdure.recall.vocabulary import Vocabularies
from tests.homes import fresh_id


def person(name: str, *aliases: str) -> Candidate:
    return Candidate("entities", {"kind": "person", "canonical": name, "aliases": list(aliases)})


def fact(predicate: str, value: str) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value})


async def known(memory: AgentMemory, scope: str = "main") -> set[str]:
    """The entities of a scope, from what is kept in memory between questions."""
    found = await memory.port.read(scope, memory._recall.names.of)
    assert found.aliases == (await memory.port.read(scope, Vocabularies().of)).aliases
    return set(found.aliases)


async def test_a_new_name_counts_at_once_and_other_writes_change_nothing(luna: AgentMemory) -> None:
    await luna.upsert_recall(person("Anna", "小安"))
    assert await known(luna) == {"entity:person:anna"}
    held = luna._recall.names._known.get("main")
    await luna.upsert_recall(fact("tea", "green"))
    assert await known(luna) == {"entity:person:anna"}
    assert luna._recall.names._known.get("main").vocabulary is held.vocabulary
    await luna.upsert_recall(person("小明"))
    assert await known(luna) == {"entity:person:anna", "entity:person:小明"}
    await luna.forget_recall("entity:person:anna", mode="delete")
    assert await known(luna) == {"entity:person:小明"}


@pytest.mark.parametrize("room", [3, 2_000])
async def test_names_that_follow_every_write_are_those_of_a_fresh_look(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Only what changed is read: with room for all, and where the most important of more are known."""
    monkeypatch.setattr(vocabulary, "ENTITIES", room)
    dice = random.Random(room)
    for _ in range(30):
        name = dice.choice(["Anna", "Bo", "小明", "Cleo", "阿宝", "Dee"])
        if dice.random() < 0.3:
            with suppress(NotFound):
                await luna.forget_recall(f"entity:person:{name.lower()}", mode=dice.choice(["deactivate", "delete"]))
        else:
            value = person(name, f"{name} {dice.randrange(9)}")
            await luna.upsert_recall(replace(value, importance=dice.choice([0.2, 0.5, 0.9])))
        await known(luna)


async def test_a_write_that_names_a_thing_does_not_read_all_names_again(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await luna.upsert_recall(person("Anna"))
    await luna.port.read("main", luna._recall.names.of)
    monkeypatch.setattr(vocabulary, "read_names", lambda tx: pytest.fail("all names were read"))
    await luna.upsert_recall(person("Bo"))
    found = await luna.port.read("main", luna._recall.names.of)
    assert set(found.aliases) == {"entity:person:anna", "entity:person:bo"}


async def test_a_name_of_another_scope_is_not_known(luna: AgentMemory) -> None:
    await luna.upsert_recall(person("Anna"), scope="peer:bo")
    assert await known(luna) == set()
    assert await known(luna, "peer:bo") == {"entity:person:anna"}
    assert await known(luna, "group:x") == set()


async def test_a_name_that_another_process_writes_is_known(busy_home: str, clock: ManualClock) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as ours, Runtime(busy_home, clock=clock) as theirs:
        mine, other = await ours.agent(name), await theirs.agent(name)
        assert await known(mine) == set()
        await other.upsert_recall(person("Anna"))
        assert await known(mine) == {"entity:person:anna"}


async def test_a_name_lapses_with_its_entity(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(person("Anna"))
    assert await known(luna) == {"entity:person:anna"}
    clock.advance(timedelta(days=400))
    assert await known(luna) == set()
    clock.advance(timedelta(days=-400))
    assert await known(luna) == {"entity:person:anna"}


async def test_what_no_longer_holds_is_not_found_by_a_name_in_it(luna: AgentMemory) -> None:
    await luna.upsert_recall(person("Anna"))
    await luna.upsert_recall(fact("home of Anna", "Berlin"))
    await luna.rebuild_index()  # notes who is named where
    await luna.upsert_recall(fact("home of Anna", "Rome"))
    assert [h.item.value["value"] for h in await luna.search_memory("Anna") if h.item.type == "facts"] == ["Rome"]

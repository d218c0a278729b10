"""The names that a question may use are those of its scope, as the store has them now, whoever wrote them."""

from __future__ import annotations

from datetime import timedelta

from perdure import AgentMemory, Candidate, ManualClock, Runtime
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

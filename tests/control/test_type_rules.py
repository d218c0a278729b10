"""A breaking change of a type is followed by what is stored: in place on both engines, and by exports of before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perdure import Candidate, ManualClock, Runtime, Unsupported
from perdure.types.base import Formerly, KeyContext, MemoryType, OnConflict, Part, Value
from perdure.types.registry import Registry, _registry, builtin
from tests.homes import fresh_id


class Pet(Value):
    """As the first release of a package had it."""

    name: str
    sort: str = "animal"


class Animal(Value):
    """As its second release has it: another name, another field, and keys that tell cats from dogs."""

    name: str
    species: str


def pet_parts(value: Pet, _: KeyContext) -> tuple[str, ...]:
    return (value.name,)


def animal_parts(value: Animal, _: KeyContext) -> tuple[str, ...]:
    return value.species, value.name


def renewed(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"name": value["name"], "species": value.get("sort", "animal")}


PETS = MemoryType(
    name="pets",
    prefix="pet",
    value=Pet,
    parts=pet_parts,
    shape=(Part("name"),),
    on_conflict=OnConflict.OVERWRITE,
    describe=lambda pet: f"{pet.name} ({pet.sort})",
)
ANIMALS = MemoryType(
    name="animals",
    prefix="animal",
    value=Animal,
    parts=animal_parts,
    shape=(Part("species"), Part("name")),
    on_conflict=OnConflict.OVERWRITE,
    describe=lambda animal: f"{animal.name} the {animal.species}",
    rules=2,
    formerly=(Formerly("pets", "pet", renewed),),
)


def types(kind: MemoryType) -> Registry:
    return _registry([*(("perdure", known) for known in builtin()), ("zoo", kind)])


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Install a release of the package."""
    return lambda kind: monkeypatch.setattr("perdure.runtime.load", lambda: types(kind))


async def before_the_change(runtime: Runtime, name: str) -> None:
    luna = await runtime.agent(name)
    await luna.upsert_recall(Candidate("pets", {"name": "Rex", "sort": "cat"}))
    await luna.upsert_recall(Candidate("pets", {"name": "Rex", "sort": "dog"}))
    await luna.upsert_recall(Candidate("pets", {"name": "旺财", "sort": "dog"}), scope="peer:a")
    await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "York"}))


@pytest.mark.requirement("R356")
async def test_what_is_stored_follows_a_new_name_and_a_new_key_rule(
    busy_home: str, clock: ManualClock, release: Any
) -> None:
    name = fresh_id()
    release(PETS)
    async with Runtime(busy_home, clock=clock) as runtime:
        await before_the_change(runtime, name)
    release(ANIMALS)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        [rex] = await luna.items("animals")
        assert (rex.key, rex.value) == ("animal:dog:rex", {"name": "Rex", "species": "dog"})
        assert rex.evidence[0].quote == "Rex (dog)"
        [other] = [item for item in await luna.items("animals", scope="peer:a") if item.scope == "peer:a"]
        assert other.key == "animal:dog:旺财"
        assert [hit.item.id for hit in await luna.search_memory("Rex dog")][:1] == [rex.id]
        story = await luna.history.of("animal:dog:rex")
        assert [change.action for change in story.changes] == ["renamed"]
        assert "pet:rex" in story.changes[0].reason
        past = [item for item in await luna.items(status="superseded") if item.type == "pets"]
        assert {item.value["sort"] for item in past} == {"cat", "dog"}
        assert [item.type for item in await luna.items()].count("facts") == 1
        assert [check for check in await luna.check() if not check.ok] == []
        await luna.rebuild_index()
        receipt = await luna.upsert_recall(Candidate("animals", {"name": "Rex", "species": "dog"}))
        assert receipt.outcomes[0].key == "animal:dog:rex"
        revision = luna.port.store.revision()
    async with Runtime(busy_home, clock=clock) as runtime:  # once, and not again
        again = await runtime.agent(name)
        assert again.port.store.revision() == revision


@pytest.mark.requirement("R356")
async def test_an_export_of_before_follows_too(
    busy_home: str, tmp_path: Path, clock: ManualClock, release: Any
) -> None:
    release(PETS)
    async with Runtime(busy_home, clock=clock) as runtime:
        name = fresh_id()
        await before_the_change(runtime, name)
        await (await runtime.agent(name)).export_agent(tmp_path / "before.zip")
    release(ANIMALS)
    async with Runtime(busy_home, clock=clock) as runtime:
        loaded, merged = await runtime.agent(fresh_id()), await runtime.agent(fresh_id())
        await merged.memory_append("something of its own")
        for luna in (loaded, merged):
            await luna.import_agent(tmp_path / "before.zip", as_mine=True)
            assert [item.key for item in await luna.items("animals")] == ["animal:dog:rex"]
            assert [check for check in await luna.check() if not check.ok] == []
        await loaded.export_agent(tmp_path / "after.zip")
        back = await runtime.agent(fresh_id())
        await back.import_agent(tmp_path / "after.zip")
        assert (await back.export_agent()).counts == (await loaded.export_agent()).counts


async def test_without_the_type_the_export_is_refused_and_says_what_is_missing(
    sqlite_runtime: Runtime, tmp_path: Path, clock: ManualClock, release: Any
) -> None:
    release(PETS)
    async with Runtime(tmp_path / "zoo", clock=clock) as runtime:
        await before_the_change(runtime, "luna")
        await (await runtime.agent("luna")).export_agent(tmp_path / "zoo.zip")
    release(replace(PETS, name="plants", prefix="plant"))
    target = await sqlite_runtime.agent(fresh_id())
    with pytest.raises(Unsupported, match="pets"):
        await target.import_agent(tmp_path / "zoo.zip")


def test_a_breaking_change_without_a_way_from_before_is_refused() -> None:
    with pytest.raises(Unsupported, match="formerly"):
        types(replace(ANIMALS, formerly=()))
    assert types(ANIMALS).get("pets").name == "animals"


def test_a_chain_of_changes_is_followed_step_by_step() -> None:
    third = replace(
        ANIMALS,
        rules=3,
        formerly=(*ANIMALS.formerly, Formerly("animals", "animal", lambda v: {**v, "species": "big " + v["species"]})),
        prefix="beast",
        name="beasts",
    )
    assert third.of_today("pets", "pet:rex", {"name": "Rex", "sort": "dog"}) == {"name": "Rex", "species": "big dog"}
    assert third.of_today("beasts", "beast:dog:rex", {"name": "Rex", "species": "dog"})["species"] == "dog"

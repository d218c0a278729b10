"""Which names a text can hold is looked up; what is found is what going through all names would find."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress

import pytest

from perdure import AgentMemory, Candidate, Conflict, ErasureTarget, InvalidInput, Item, ManualClock, NotFound, Runtime
from perdure.control.erasure import remove
from perdure.intake import conclude, restore
from perdure.store import mentions
from perdure.store.mentions import Entities, entities_in, known_entities
from perdure.store.transaction import Transaction
from perdure.testing.stores import add_item
from tests.homes import fresh_id

NAMES = [
    "Ann",
    "Ann Lee",
    "ANN LEE of Oslo",
    "小明",
    "小明同学",
    "李",
    "项目 A",
    "项目 AB",
    "C++",
    ".NET",
    "Straße",
    "Bo",
]
BETWEEN = [" ", "", "，", "和", " and ", "s ", "-", "ß", " 今天 ", ". "]
SCOPES = ["main", "shared", "peer:bo", "group:x"]
MENTIONS = "SELECT m.entity_key, m.scope, m.mem_type, m.mem_id FROM entity_mentions m WHERE OWNED(m)"
STARTS = "SELECT n.start, n.item_id FROM name_starts n WHERE OWNED(n)"
TEXT_OF = (
    "SELECT i.id, i.scope, i.content FROM memory_items i WHERE OWNED(i)"
    " UNION ALL SELECT r.id, r.scope, r.content FROM archival_records r WHERE OWNED(r)"
)


def person(name: str, *aliases: str) -> Candidate:
    return Candidate("entities", {"kind": "person", "canonical": name, "aliases": list(aliases)})


def fact(predicate: str, value: str) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value})


def sentence(dice: random.Random) -> str:
    spelled = [dice.choice((name, name.upper(), name.lower())) for name in dice.choices(NAMES, k=dice.randint(1, 4))]
    return "".join(part for name in spelled for part in (dice.choice(BETWEEN), name)) + dice.choice(BETWEEN)


def differ(tx: Transaction, texts: Iterable[str]) -> list[str]:
    """The texts in which the names that were looked up are not all that stand there."""
    all_names = known_entities(tx)
    return [
        text
        for text in texts
        for scope in (tx.scope, "shared")
        if sorted(entities_in(tx, [text]).named_in(text, scope)) != sorted(all_names.named_in(text, scope))
    ]


async def differences(memory: AgentMemory, texts: list[str]) -> list[str]:
    return [text for scope in SCOPES for text in await memory.port.read(scope, lambda tx: differ(tx, texts))]


async def live(memory: AgentMemory, dice: random.Random, steps: int) -> None:
    """Things get names, new names and aliases, are forgotten, erased, brought back; and are spoken of."""
    for _ in range(steps):
        scope, name, chance = dice.choice(SCOPES), dice.choice(NAMES), dice.random()
        others, text, mode = (
            dice.sample(NAMES, dice.randrange(3)),
            sentence(dice),
            dice.choice(("deactivate", "delete")),
        )
        known = sorted({item.key for item in await memory.items(type="entities", status=None, scope=scope, limit=100)})
        key = dice.choice(known or ["none"])
        with suppress(NotFound, Conflict, InvalidInput):
            if chance < 0.45:
                await memory.upsert_recall(person(name, *others), scope=scope)
            elif chance < 0.75:
                await memory.upsert_recall(fact(f"p{dice.randrange(5)}", text), scope=scope)
            elif chance < 0.85:
                await memory.forget_recall(key, mode=mode, scope=scope)
            elif chance < 0.88:
                await memory.erase(ErasureTarget(key=key), scope=scope)
            else:
                last = await memory.port.read(scope, lambda tx: tx.revision)
                await memory.history.undo(last - dice.randrange(3), scope=scope, dry_run=chance < 0.92)


async def noted(memory: AgentMemory) -> list[tuple[str, ...]]:
    """Every mention, by what mentions it instead of by its id."""

    def read(tx: Transaction) -> list[tuple[str, ...]]:
        said = {row[0]: (row[1], row[2]) for row in tx._cursor.all(TEXT_OF, tx._params)}
        return sorted((*row[:3], *said[row[3]]) for row in tx._cursor.all(MENTIONS, tx._params))

    return await memory.port.read("main", read)


@pytest.mark.parametrize("seed", range(3))
async def test_names_that_are_looked_up_are_those_of_going_through_all(
    busy_home: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The same life twice: one looks up how names begin, the other one reads all of them."""
    async with Runtime(busy_home, clock=clock, embedder="none") as runtime:
        memory, plain = await runtime.agent(fresh_id()), await runtime.agent(fresh_id())
        await live(memory, random.Random(seed), 60)
        dice = random.Random(seed + 100)
        assert await differences(memory, [sentence(dice) for _ in range(60)]) == []
        for place in (conclude, restore, remove):
            monkeypatch.setattr(place, "entities_in", lambda tx, texts: known_entities(tx))
        await live(plain, random.Random(seed), 60)
        assert len(await noted(memory)) > 20
        assert await noted(memory) == await noted(plain)


async def test_a_start_that_is_missing_is_noticed_and_made_again(luna: AgentMemory) -> None:
    """The red control, and what doctor says of it."""
    await luna.upsert_recall(person("Ann Lee", "小明同学"))
    texts = ["I met ANN LEE today.", "今天见到小明同学了"]
    assert await differences(luna, texts) == []
    gone = "DELETE FROM name_starts AS n WHERE OWNED(n) AND n.start = '小明同'"
    assert await luna.port.write("main", lambda tx: tx._cursor.run(gone, tx._params)) == 1
    assert set(await differences(luna, texts)) == {texts[1]}
    assert [finding.check for finding in await luna.check() if not finding.ok] == ["index"]
    await luna.rebuild_index()
    assert await differences(luna, texts) == []
    assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_a_write_does_not_read_all_names(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    await luna.upsert_recall(person("Ann Lee", "小明"))
    monkeypatch.setattr(mentions, "known_entities", lambda tx: pytest.fail("all names were read"))
    await luna.upsert_recall(fact("friend", "小明 and Ann Lee"))
    await luna.upsert_recall(person("Bo"))
    found = await luna.port.read("main", lambda tx: tx.finder.mentions("recall", ["entity:person:ann_lee"], 9))
    assert len(found) == 1


async def test_a_long_text_is_looked_through_for_all_names(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    await luna.upsert_recall(person("Ann Lee"))
    monkeypatch.setattr(mentions, "PLACES", 3)
    assert await differences(luna, ["one two three four five six Ann Lee"]) == []
    read = await luna.port.read("main", lambda tx: entities_in(tx, ["one two three four five"]))
    assert list(read.names["main"].keys) == ["ann lee"]


async def test_names_that_are_gone_or_were_never_kept_leave_no_start(luna: AgentMemory) -> None:
    def put(tx: Transaction) -> Item:
        return add_item(
            tx, text="Ann Lee", type="entities", key="entity:person:ann_lee", value={"canonical": "Ann Lee"}
        )

    await luna.port.write("main", put, dry_run=True)
    assert await luna.port.read("main", lambda tx: tx._cursor.all(STARTS, tx._params)) == []
    await luna.upsert_recall(person("Ann Lee", "小明"))
    await luna.upsert_recall(person("Ann Lee", "安"))
    assert await differences(luna, ["小明, 安, Ann Lee"]) == []
    await luna.forget_recall("entity:person:ann_lee", mode="delete")
    assert await luna.port.read("main", lambda tx: tx._cursor.all(STARTS, tx._params)) == []


async def test_another_process_is_seen_at_once(busy_home: str, clock: ManualClock) -> None:
    name = fresh_id()
    async with (
        Runtime(busy_home, clock=clock, embedder="none") as one,
        Runtime(busy_home, clock=clock, embedder="none") as other,
    ):
        here, there = await one.agent(name), await other.agent(name)
        await here.upsert_recall(person("Ann Lee"))
        await there.upsert_recall(person("Bo"))
        await here.upsert_recall(fact("met", "Bo"))
        await there.upsert_recall(fact("saw", "Ann Lee"))
        keys = ["entity:person:ann_lee", "entity:person:bo"]
        found = await here.port.read("main", lambda tx: tx.finder.mentions("recall", keys, 9))
        assert sorted(key for key, _ in found) == keys
        assert isinstance(await here.port.read("main", lambda tx: entities_in(tx, ["Bo"])), Entities)

"""Items that say the same become one. Whatever else may be the same is for a person to say."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime, Source, Status
from tests.homes import fresh_id

SAID = {"en": "The boiler is in the cellar", "zh": "锅炉在地下室"}
languages = pytest.mark.parametrize("said", SAID.values(), ids=SAID)


def fact(predicate: str, content: str, *, value: str = "cellar", subject: str = "boiler", **more: object) -> Candidate:
    given = {"subject": subject, "predicate": predicate, "value": value}
    return Candidate("facts", given, content=content, **more)  # type: ignore[arg-type]


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock) -> AsyncIterator[AgentMemory]:
    async with Runtime(busy_home, clock=clock, config=Config(background=False)) as runtime:
        yield await runtime.agent(fresh_id())


@languages
async def test_equal_text_becomes_one_item_with_the_evidence_of_all(luna: AgentMemory, said: str) -> None:
    await luna.upsert_recall(fact("place", f"{said}.", source=Source.TOOL, importance=0.9))
    await luna.upsert_recall(fact("where", f" {said.upper()} ", keep="permanent"))
    await luna.upsert_recall(fact("location", f"{said}。", source=Source.TOOL))
    foreseen = (await luna.upkeep.run_daily(dry_run=True)).step("merge")
    assert len(await luna.items("facts")) == 3
    step = (await luna.upkeep.run_daily()).step("merge")
    assert [c.as_json() for c in step.changes] == [c.as_json() for c in foreseen.changes]
    [item] = await luna.items("facts")
    assert item.value["predicate"] == "where"  # the user's word
    assert (len(item.evidence), item.importance, item.trust) == (3, 0.9, 1.0)
    assert {change.into for change in step.changes} == {item.id}
    gone = [one for one in await luna.items("facts", status=None) if one.id != item.id]
    assert {(one.status, one.superseded_by) for one in gone} == {(Status.SUPERSEDED, item.id)}
    assert all(finding.ok for finding in await luna.check())
    assert len(await luna.search_memory(said)) == 1


@languages
async def test_equal_subject_attribute_and_value_become_one(luna: AgentMemory, said: str) -> None:
    """As a reader leaves them that was not sure of the key: the statement is part of it."""
    first = fact("place", said)
    await luna.upsert_recall(first)
    [item] = await luna.items("facts")
    session = await luna.start_session()
    receipt = await luna.commit_turn(session, [Event.user(f"as I said, {said}")], learn=False)
    key = f"{item.key}~0123456789ab"
    again = Candidate("facts", item.value, key=key, content=f"as I said, {said}")
    criteria = luna._intake.criteria

    def write(tx: object) -> None:
        from dataclasses import replace

        from perdure.intake.conclude import conclude
        from perdure.intake.origin import Origin

        origin = Origin(session, receipt.turn_id, receipt.records[0])
        conclude(tx, criteria, replace(again, replaces=False), origin)  # type: ignore[arg-type]

    await luna.port.write("main", write)
    assert len(await luna.items("facts")) == 2
    assert (await luna.upkeep.run_daily()).step("merge").changed == 1
    [kept] = await luna.items("facts")
    assert kept.id == item.id


@languages
async def test_what_may_be_two_things_stays_two(luna: AgentMemory, said: str) -> None:
    pairs = [
        (fact("a", said, subject="boiler"), fact("b", said, subject="old boiler")),
        (fact("c", f"c {said}", value="cellar"), fact("d", f"c {said}", value="attic")),
        (
            Candidate("events", {"title": said, "date": "2026-05-01"}),
            Candidate("events", {"title": said, "date": "2026-06-01"}),
        ),
        (Candidate("notes", {"text": said}), Candidate("notes", {"text": said})),
        (Candidate("tasks", {"title": said, "project": "a"}), Candidate("tasks", {"title": said, "project": "b"})),
    ]
    for pair in pairs:
        for candidate in pair:
            await luna.upsert_recall(candidate)
    before = await luna.items()
    assert len(before) == 10
    assert (await luna.upkeep.run_daily()).step("merge").changed == 0
    assert await luna.items() == before


@languages
async def test_what_a_person_takes_apart_stays_apart(luna: AgentMemory, said: str) -> None:
    for name in ("place", "where"):
        await luna.upsert_recall(fact(name, said))
    [change] = (await luna.upkeep.run_daily()).step("merge").changes
    [told] = await luna.upkeep.forgotten()
    assert (told.item.id, told.action) == (change.item.id, "merged")
    await luna.upkeep.restore(change.item.id)
    assert len(await luna.items("facts")) == 2
    assert (await luna.upkeep.run_daily()).step("merge").changed == 0
    assert len(await luna.items("facts")) == 2
    assert await luna.review.list() == []


async def test_what_was_merged_is_deleted_with_what_took_it_in(luna: AgentMemory) -> None:
    for name in ("place", "where"):
        await luna.upsert_recall(fact(name, "The boiler is in the cellar"))
    await luna.upkeep.run_daily()
    [item] = await luna.items("facts")
    await luna.forget_recall(item.id, mode="delete")
    assert await luna.items("facts", status=None) == []
    assert await luna.upkeep.forgotten() == []


async def test_scopes_never_meet(luna: AgentMemory) -> None:
    for scope in ("main", "peer:a", "group:g", "shared"):
        await luna.upsert_recall(fact(f"in {scope}", "The boiler is in the cellar"), scope=scope)
    assert (await luna.upkeep.run_daily()).step("merge").changed == 0

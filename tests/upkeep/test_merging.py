"""Items that say the same become one. Whatever else may be the same is for a person to say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime, Source, Status
from perdure.testing import FakeEmbedder
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


@pytest.fixture
async def sqlite_luna(tmp_path: Path, clock: ManualClock) -> AsyncIterator[AgentMemory]:
    async with Runtime(tmp_path, clock=clock, config=Config(background=False)) as runtime:
        yield await runtime.agent("luna")


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
async def test_what_may_be_two_things_stays_two(sqlite_luna: AgentMemory, said: str) -> None:
    luna = sqlite_luna
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


async def test_a_doubt_about_one_is_a_doubt_about_what_took_it_in(luna: AgentMemory) -> None:
    for name, text in (("place", "The boiler is in the cellar"), ("where", "The boiler is in the cellar"), ("x", "?!")):
        await luna.upsert_recall(fact(name, text, value=text))
    items = {str(item.value["predicate"]): item for item in await luna.items("facts")}
    await luna.port.write("main", lambda tx: tx.links.add(items["where"].id, items["x"].id))
    [change] = (await luna.upkeep.run_daily()).step("merge").changes
    assert change.item.id == items["where"].id
    [waiting] = await luna.review.list()
    assert {waiting.item.id, *(one.id for one in waiting.held)} == {items["place"].id, items["x"].id}


async def test_what_was_merged_is_deleted_with_what_took_it_in(luna: AgentMemory) -> None:
    for name in ("place", "where"):
        await luna.upsert_recall(fact(name, "The boiler is in the cellar"))
    await luna.upkeep.run_daily()
    [item] = await luna.items("facts")
    await luna.forget_recall(item.id, mode="delete")
    assert await luna.items("facts", status=None) == []
    assert await luna.upkeep.forgotten() == []


async def test_scopes_never_meet(sqlite_luna: AgentMemory) -> None:
    luna = sqlite_luna
    for scope in ("main", "peer:a", "group:g", "shared"):
        await luna.upsert_recall(fact(f"in {scope}", "The boiler is in the cellar"), scope=scope)
    assert (await luna.upkeep.run_daily()).step("merge").changed == 0


LIKE = {
    "en": ("The boiler stands in the old cellar", "The boiler now stands in the old cellar"),
    "zh": ("锅炉放在旧地下室的角落里", "锅炉现在放在旧地下室的角落里"),
}
UNLIKE = [
    ("Ann waters the plants on Friday", "Ann waters the plants on Monday"),
    ("The gate opens at 7 in the morning", "The gate opens at 8 in the morning"),
    ("The cat may go on the sofa", "The cat may not go on the sofa"),
    ("猫可以上沙发睡觉", "猫不可以上沙发睡觉"),
    ("会议室在 3 楼的东边", "会议室在 4 楼的东边"),
]


@pytest.mark.parametrize("pair", LIKE.values(), ids=LIKE)
@pytest.mark.parametrize("decision", ["accept", "reject", "keep_both"])
async def test_what_may_say_the_same_is_proposed_and_a_person_decides(
    sqlite_luna: AgentMemory, pair: tuple[str, str], decision: str
) -> None:
    luna = sqlite_luna
    for n, said in enumerate(pair):
        await luna.upsert_recall(fact(f"n{n}", said, value=said))
    foreseen = (await luna.upkeep.run_daily(dry_run=True)).step("merge")
    assert (foreseen.changed, foreseen.proposed) == (0, 1)
    assert await luna.review.list() == []
    step = (await luna.upkeep.run_daily()).step("merge")
    assert (step.changed, step.proposed) == (0, 1)
    assert len(await luna.items("facts")) == 2  # nothing was done
    assert "may disagree" not in (await luna.compose(None, pair[0], budget=2_000)).text
    [waiting] = await luna.review.list()
    assert waiting.reason.startswith("this and an earlier statement may say the same")
    assert (waiting.item.content, waiting.held[0].content) == (pair[1], pair[0])
    await getattr(luna.review, decision)(waiting.item.id)
    left = {"accept": [pair[1]], "reject": [pair[0]], "keep_both": [*pair]}[decision]
    assert sorted(item.content for item in await luna.items("facts")) == sorted(left)
    assert (await luna.upkeep.run_daily()).step("merge").proposed == 0  # nobody is asked again
    assert await luna.review.list() == []


@pytest.mark.parametrize("pair", UNLIKE)
async def test_a_name_a_number_or_a_denial_makes_two_things(sqlite_luna: AgentMemory, pair: tuple[str, str]) -> None:
    for n, said in enumerate(pair):
        await sqlite_luna.upsert_recall(fact(f"n{n}", said, value=said))
    step = (await sqlite_luna.upkeep.run_daily()).step("merge")
    assert (step.changed, step.proposed) == (0, 0)


async def test_meaning_proposes_what_shares_no_word(tmp_path: Path, clock: ManualClock) -> None:
    same = FakeEmbedder(same={"bicycle": "bike", "shed": "hut"})
    async with Runtime(tmp_path, clock=clock, config=Config(background=False), embedder=same) as runtime:
        luna = await runtime.agent("luna")
        for n, said in enumerate(("bike hut", "bicycle shed", "piano lid")):
            await luna.upsert_recall(fact(f"n{n}", said, value="x", subject="yard"))
        await luna.index.catch_up()
        step = (await luna.upkeep.run_daily()).step("merge")
        assert [(change.item.content, step.proposed) for change in step.changes] == [("bicycle shed", 1)]

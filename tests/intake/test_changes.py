"""What a turn changes, in people's own words: replaced where that is sure, marked where it is likely."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, Receipt, Runtime, Status
from perdure.intake.changes import changed, is_another, may_replace
from perdure.intake.extract.contract import Finding, Known, KnownItem, Turn
from perdure.intake.meant import Thing, things_of
from perdure.intake.read.goes_on import names_more
from perdure.intake.read_ahead import Changed, ReadClause, Readings, ReadRequest
from perdure.intake.reader_statements import as_finding
from perdure.values import Grade

OTHERS = (
    "I play the cello on Sundays",
    "我妹妹在成都读研",
    "We deploy on Fridays only",
    "我每天早上跑五公里",
    "My daughter starts school in September",
    "The staging database is on port 5433",
)


async def told(runtime: Runtime, name: str, *turns: str) -> tuple[AgentMemory, list[Receipt]]:
    agent = await runtime.agent(name)
    session = await agent.start_session()
    await agent.commit_turns(session, [[Event.user(text)] for text in OTHERS])
    return agent, [await agent.commit_turn(session, [Event.user(turn)]) for turn in turns]


async def marked(agent: AgentMemory) -> set[str]:
    return {item.content for entry in await agent.review.list() for item in (entry.item, *entry.held)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Claire runs our team.", "Claire left, Tom's running our team now"),
        ("We decided to use Redis for messaging.", "actually scrap Redis, we're going with NATS instead"),
        ("我在字节跳动上班。", "跳槽了，现在在蚂蚁"),
        ("我住在杭州。", "已经搬到上海了"),
        ("I have a dentist appointment on Tuesday", "The dentist moved me to Thursday"),
        ("I'm training for the Berlin marathon.", "knee's gone, had to drop out of Berlin"),
    ],
)
async def test_a_change_of_mind_never_leaves_the_old_standing_unmarked(tmp_path: Path, old: str, new: str) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent, _ = await told(runtime, "luna", old, new)
        texts = [item.content for item in await agent.items(limit=100)]
        assert any(new in text for text in texts)
        stands = [text for text in texts if old.rstrip(".。") in text]
        assert not stands or await marked(agent) & set(stands) or old in await marked(agent)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My sister lives in Oslo", "My brother moved to Bergen"),
        ("我对青霉素过敏", "我现在不吃海鲜了"),
        ("Bob owns the gateway", "Ann took over the billing service"),
        ("PR 12 needs a review", "PR 13 is merged now"),
        ("我们 team 的 PM 是 Iris", "隔壁 team 的 PM 走了，换成一个叫 Hugo 的"),
        ("My flight is on the 20th", "my parents' flight got moved to the 23rd"),
    ],
)
async def test_what_is_about_another_thing_replaces_nothing(tmp_path: Path, old: str, new: str) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent, (first, second) = await told(runtime, "luna", old, new)
        before = {outcome.item_id for outcome in first.outcomes}
        assert not before & {outcome.replaces for outcome in second.outcomes}
        for item_id in before:
            if item_id is not None:
                [now] = [item for item in await agent.items(limit=100) if item.id == item_id] or [None]
                assert now is None or now.status is Status.ACTIVE


async def test_a_statement_ends_only_what_its_source_may_change(luna: AgentMemory) -> None:
    """`conclude` decides: who proposes a change has no more authority than anybody else."""
    held = Candidate("facts", {"subject": "user", "predicate": "lead", "value": "Claire"}, content="Claire leads us.")
    [kept] = (await luna.upsert_recall(held)).outcomes
    said = {"subject": "user", "predicate": "new lead", "value": "Tom"}
    weak = Candidate("facts", said, content="Tom leads.", source="tool", takes_place_of=kept.key)
    await luna.upsert_recall(weak)
    assert [(e.item.content, [h.content for h in e.held]) for e in await luna.review.list()] == [
        ("Tom leads.", ["Claire leads us."])
    ]
    [entry] = await luna.review.list()
    await luna.review.keep_both(entry.item.id)
    strong = Candidate("facts", {**said, "predicate": "our lead"}, content="Tom it is.", takes_place_of=kept.key)
    [outcome] = (await luna.upsert_recall(strong)).outcomes
    assert (outcome.outcome, outcome.replaces) == ("superseded", kept.item_id)
    assert "Claire leads us." not in {item.content for item in await luna.items()}


async def test_rivals_stand_side_by_side_until_somebody_decides(luna: AgentMemory) -> None:
    first = Candidate("facts", {"subject": "user", "predicate": "queue", "value": "Kafka"}, content="我们用 Kafka。")
    [kept] = (await luna.upsert_recall(first)).outcomes
    second = {"subject": "user", "predicate": "bus", "value": "Pulsar"}
    await luna.upsert_recall(Candidate("facts", second, content="换成 Pulsar 吧。", rivals=(str(kept.key),)))
    assert {item.content for item in await luna.items()} == {"我们用 Kafka。", "换成 Pulsar 吧。"}
    [entry] = await luna.review.list()
    assert entry.doubtful
    await luna.review.accept(entry.item.id)
    assert {item.content for item in await luna.items()} == {"换成 Pulsar 吧。"}


async def test_a_turn_that_comes_before_the_reader_is_read_by_it_later(tmp_path: Path) -> None:
    said = "honestly mornings are a write-off for me, never book anything before ten"
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        agent = await runtime.agent("luna")
        session = await agent.start_session("s")
        receipt = await agent.commit_turn(session, [Event.user(said)])
        await agent.jobs.run_pending()
        kept = [item for item in await agent.items() if said in item.content]
        assert kept
        assert [evidence.record_id for evidence in kept[0].evidence] == list(receipt.records)
        assert not [finding for finding in await agent.check() if not finding.ok]


@pytest.mark.parametrize(
    ("said", "moved"),
    [("My flight to Lisbon is on May 3rd.", "My flight got moved to the 5th"), ("我的航班是5月3号", "航班改到5号了")],
)
async def test_an_event_that_moves_to_another_day_stays_in_its_month(luna: AgentMemory, said: str, moved: str) -> None:
    session = await luna.start_session("s")
    await luna.commit_turn(session, [Event.user(said)])
    await luna.commit_turn(session, [Event.user(moved)])
    assert {str(item.value["date"])[5:] for item in await luna.items("events")} == {"05-05"}


async def test_what_is_asked_about_is_not_changed_in_the_same_turn(tmp_path: Path) -> None:
    turns = (
        "hey, I'm Nora, I teach cello in Galway",
        "I can't have anything with sesame, ends badly",
        "stick this somewhere safe: the spare key hangs behind the blue boiler",
        "cello's out, it's the viola from september on",
        "what I said about those seeds — turns out the test was wrong, all clear",
    )
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        receipt = [await agent.commit_turn(session, [Event.user(turn)]) for turn in turns][-1]
        is_held = any(turns[1] in item.content for item in await agent.items(limit=100))
        # It is either asked about and stands, perhaps beside what was said of it, or understood and gone; never both.
        outcomes = {outcome.outcome for outcome in receipt.outcomes}
        assert outcomes - {"stored"}
        assert outcomes <= ({"pending", "refused", "stored"} if is_held else {"retracted"})


@pytest.mark.parametrize(
    ("held", "said"), [("I live in Leeds", "we are in Whitby now"), ("我住在杭州", "我们搬到上海了")]
)
def test_a_sure_change_of_what_is_asked_about_is_only_proposed(held: str, said: str) -> None:
    item = KnownItem("facts", "fact:user:home", {"subject": "user", "predicate": held, "value": held}, held)
    turn, known = Turn((Event.user(said),), date(2026, 3, 2)), Known((item,))
    clause = ReadClause(0, 0, len(said), {"facts": 1.0}, "update", "user", Grade.SURE, said)
    for asked, is_made in ((), True), (things_of([item]), False):
        found = changed(
            turn, Readings((clause,)), [], known, lambda text, things: Changed(0, True, replaces=1.0, told=1.0), asked
        )
        assert any(finding.candidate.takes_place_of for finding in found) is is_made


def made_of(said: str, *, act: str, single: float, turn: Turn | None = None, **read: object) -> list[Finding]:
    """What comes of a clause that is not worth keeping, where match is sure that it changes something."""
    held = "I live in Leeds"
    item = KnownItem("facts", "fact:user:home", {"subject": "user", "predicate": held, "value": held}, held)
    turn = Turn((Event.user(said),), date(2026, 3, 2)) if turn is None else turn
    aside = ReadClause(0, 0, len(said), {"facts": 1.0}, act, "user", None, said)
    readings = Readings(asides=(aside,), **read)  # type: ignore[arg-type]
    return changed(turn, readings, [], Known((item,)), lambda text, things: Changed(0, True, single, replaces=1.0))


@pytest.mark.parametrize(
    ("said", "act", "single", "is_made"),
    [
        ("the commute from Whitby is murder", "state", 0.9, True),
        ("the commute from Whitby is murder", "state", 0.2, False),
        ("moved to Whitby", "update", 0.2, True),
        ("从惠特比上班要一个半小时", "state", 0.9, True),
        ("惠特比那边也租了一间", "state", 0.9, False),
        ("家具都搬到惠特比了", "update", 0.2, True),
        ("got a second place in Whitby", "update", 0.9, False),
        ("my sister moved to Whitby", "update", 0.9, False),
    ],
)
def test_what_is_told_by_the_way_replaces_what_can_be_so_in_one_way_only(
    said: str, act: str, single: float, is_made: bool
) -> None:
    [finding] = made_of(said, act=act, single=single)
    assert (finding.candidate.takes_place_of is not None) is is_made
    assert bool(finding.candidate.rivals) is not is_made


@pytest.mark.parametrize("said", ["what I told you about Leeds, wipe it", "利兹那条别留了"])
def test_the_words_of_a_request_and_what_memory_put_there_change_nothing(said: str) -> None:
    request = ReadRequest(0, 0, len(said), "forget", is_sure=False)
    assert made_of(said, act="retract", single=0.9, requests=(request,)) == []
    shown = Turn((Event.user(said),), date(2026, 3, 2), injected={0: ((0, len(said)),)})
    assert made_of(said, act="retract", single=0.9, turn=shown) == []


@pytest.mark.parametrize(("chance", "ends", "is_made"), [(0.9, 0.9, True), (0.2, 0.9, False), (0.9, 0.1, False)])
def test_who_says_that_it_is_over_says_so_unless_it_is_hardly_worth_keeping(
    chance: float, ends: float, is_made: bool
) -> None:
    said, held = "the freeze on payments is lifted", "There is a freeze on payments"
    clause = ReadClause(0, 0, len(said), {"facts": 1.0}, "state", "user", None, said, chance)
    thing = Thing(KnownItem("facts", "fact:user:freeze", {"value": held}, held))
    assert may_replace(clause, thing, Changed(0, True, ends=ends)) is is_made


@pytest.mark.parametrize(
    ("name", "act", "single", "is_made"),
    [
        ("car", "update", 0.1, True),
        ("car", "state", 0.9, False),
        ("city", "state", 0.1, True),
        ("statement", "state", 0.9, True),
        ("allergy (bees)", "update", 0.9, False),
        ("过敏 (蜂蜜)", "retract", 0.9, False),
    ],
)
def test_a_field_gives_way_where_somebody_says_so_or_it_has_one_value_and_never_an_allergy(
    name: str, act: str, single: float, is_made: bool
) -> None:
    profile = KnownItem("profile", "profile:user", {"subject": "user", "facts": []}, "")
    thing = Thing(profile, {"k": name, "v": "so", "said": "it is so"})
    clause = ReadClause(0, 0, 9, {"facts": 1.0}, act, "user", None, "it is not")
    assert may_replace(clause, thing, Changed(0, True, single, replaces=1.0)) is is_made


@pytest.mark.parametrize(
    ("held", "said", "is_other"),
    [
        ("PR 12 needs a review", "PR 13 is merged now", True),
        ("工单 12 还没关", "工单 13 关了", True),
        ("I fly to Bergen on the 9th", "Bergen is the 10th now", False),
        ("面试是 8 月 3 号", "面试改到 9 月 14 了", False),
        ("budget 12k", "budget 15k it is", False),
        ("Rent is 890", "the rent is 960 from May", False),
        ("房租是890", "房租是960了", False),
    ],
)
def test_a_number_of_its_own_is_another_thing_and_a_day_or_an_amount_is_not(
    held: str, said: str, is_other: bool
) -> None:
    assert is_another(said, held) is is_other


@pytest.mark.parametrize(
    ("first", "second"), [("Got the letter.", "It is 960 from May."), ("房东来信了。", "五月起九百六。")]
)
def test_a_message_changes_as_a_whole_what_no_clause_of_it_changes_alone(first: str, second: str) -> None:
    held = "Rent is 890 a month"
    item = KnownItem("facts", "fact:user:rent", {"subject": "user", "predicate": held, "value": held}, held)
    said = f"{first} {second}"
    turn, known = Turn((Event.user(said),), date(2026, 3, 2)), Known((item,))
    at = said.index(second)
    part = ReadClause(0, at, len(said), {"facts": 1.0}, "state", "user", None, second)
    whole = ReadClause(0, 0, len(said), {"facts": 1.0}, "state", "user", None, said)
    readings = Readings(asides=(part,), wholes=(whole,))

    def sure_of(*texts: str) -> list[Finding]:
        return changed(
            turn,
            readings,
            [],
            known,
            lambda text, things: Changed(0, True, 0.9, replaces=1.0) if text in texts else None,
        )

    assert [finding.candidate.content for finding in sure_of(said)] == [said]
    assert [finding.candidate.takes_place_of for finding in sure_of(said)] == ["fact:user:rent"]
    assert [finding.candidate.content for finding in sure_of(second, said)] == [second]
    assert sure_of() == []


def test_what_was_found_in_the_clauses_of_a_message_stays_when_it_changes_something_as_a_whole() -> None:
    held, said = "Rent is 890 a month", "I am Nora. It is 960 from May."
    item = KnownItem("facts", "fact:user:rent", {"subject": "user", "predicate": held, "value": held}, held)
    turn = Turn((Event.user(said),), date(2026, 3, 2))
    read = [
        ReadClause(0, 0, 10, {"profile": 1.0}, "state", "user", Grade.SURE, said[:10]),
        ReadClause(0, 11, len(said), {"facts": 1.0}, "state", "user", Grade.SURE, said[11:]),
    ]
    whole = ReadClause(0, 0, len(said), {"facts": 1.0}, "state", "user", Grade.SURE, said)
    readings = Readings(tuple(read), wholes=(whole,))
    found = changed(
        turn, readings, [as_finding(turn, clause) for clause in read], Known((item,)),
        lambda text, things: Changed(0, True, 0.9, replaces=1.0) if text == said else None,
    )  # fmt: skip
    assert {finding.candidate.content for finding in found} == {said[:10], said[11:]}
    assert [f.candidate.content for f in found if f.candidate.takes_place_of] == [said[11:]]


@pytest.mark.parametrize(
    ("held", "said", "is_more"),
    [
        ("we get our pots from Vasco, he delivers on thursdays", "thursdays are out for him, it's mondays now", True),
        ("我们的花盆是 Vasco 供的，他每周四送货", "他周四来不了了，改成周一送货", True),
        ("we get our pots from Vasco, he delivers on thursdays", "Vasco delivers on mondays now", False),
        ("I live in Hexham, above the chip shop", "we've moved to York", False),
        ("My flight to Oslo is on Friday", "it's on Monday now", False),
        ("我住在利兹，楼下是炸鱼店", "已经搬到约克了", False),
    ],
)
def test_who_is_named_beside_what_changes_is_not_lost(held: str, said: str, is_more: bool) -> None:
    assert names_more(held, said) is is_more


@pytest.mark.parametrize(
    ("held", "said", "replaces", "told", "is_made"),
    [
        ("I drive a blue Fiesta", "Traded the Fiesta in for a Skoda estate", 0.98, 0.9, True),
        ("我早上一般吃热干面", "早饭改吃水煮蛋配豆浆了，热干面只能闻闻", 0.99, 0.9, True),
        ("I drive a blue Fiesta", "Being a Fiesta driver I know that noise", 0.5, 0.9, False),
        ("My sister drives a Fiesta", "My sister works at Acme", 0.98, 0.2, False),
        ("我画画用的是SAI", "转 Procreate 三周了，SAI 已经卸了", 0.99, 0.9, True),
    ],
)
def test_who_names_the_old_one_beside_the_new_one_has_said_what_takes_its_place(
    held: str, said: str, replaces: float, told: float, is_made: bool
) -> None:
    thing = Thing(KnownItem("facts", "fact:user:x", {"subject": "user", "predicate": held, "value": held}, held))
    clause = ReadClause(0, 0, len(said), {"facts": 1.0}, "state", "user", Grade.SURE, said)
    assert may_replace(clause, thing, Changed(0, True, single=0.5, replaces=replaces, told=told)) is is_made


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("我欠表哥三万块钱。", "表哥那笔账昨天结清了，无债一身轻"),
        (
            "Our choir rehearses on Wednesdays.",
            "the church needs the hall midweek so choir's been shifted to Thursdays for good",
        ),
        ("我在学古筝。", "古筝课早就不上了，琴也送人了"),
    ],
)
async def test_what_is_hardly_a_request_changes_what_it_tells_of(tmp_path: Path, held: str, said: str) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user(held)])
        receipt = await agent.commit_turn(session, [Event.user(said)])
        kept = [item.content for item in await agent.items(limit=100)]
        assert not any(held.rstrip("。.") in text for text in kept)
        assert "refused" not in {outcome.outcome for outcome in receipt.outcomes}


async def test_of_a_profile_only_what_may_have_ended_is_asked_about(luna: AgentMemory) -> None:
    facts = [
        {"k": "city", "v": "Leeds", "said": "I live in Leeds"},
        {"k": "diet", "v": "vegetarian", "said": "no meat for me"},
    ]
    await luna.upsert_recall(Candidate("profile", {"facts": facts}))
    await luna.upsert_recall(Candidate("profile", {"facts": facts[:1]}, retract=True, asks=True))
    [entry] = await luna.review.list()
    assert "I live in Leeds" in entry.question
    assert "meat" not in entry.question

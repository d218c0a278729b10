"""What the reader found becomes an item of the type that it most likely has, in the words that were said."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from perdure import AgentMemory, Config, Event, Runtime
from perdure.intake.extract.contract import Finding, Turn
from perdure.intake.read_ahead import MOST, ReadClause, Readings, question_in
from perdure.intake.reader_statements import STATEMENT, statements
from perdure.types.registry import builtin
from perdure.types.retention import own_day
from perdure.values import Grade

TODAY = date(2026, 3, 2)


def found(
    said: str, act: str = "state", whose: str = "user", grade: Grade | None = Grade.SURE, **types: float
) -> list[Finding]:
    turn = Turn((Event.user(said),), TODAY)
    clause = ReadClause(0, 0, len(said), types, act, whose, grade, said)
    return statements(turn, Readings((clause,)), [])


@pytest.mark.parametrize(
    ("said", "types", "kind"),
    [
        ("I'm on nights at the harbour", {"profile": 0.6, "facts": 0.3}, "profile"),
        ("跟香菜势不两立", {"preferences": 0.7, "profile": 0.2}, "preferences"),
        ("don't ever cc my ex", {"rules": 0.7, "preferences": 0.2}, "rules"),
        ("周报别用表格", {"rules": 0.35, "preferences": 0.25, "facts": 0.4}, "preferences"),
        ("Odile's my therapist", {"relationships": 0.5, "facts": 0.2, "profile": 0.3}, "facts"),
        ("the twins turn 4 on May 9th", {"events": 0.6, "facts": 0.2}, "events"),
        ("we closed on the house", {"events": 0.6, "tasks": 0.3}, "facts"),
        ("报告周五要交", {"tasks": 0.45, "events": 0.2, "decisions": 0.35}, "facts"),
        ("saving up for a van", {"goals": 0.8}, "goals"),
        ("be my grumpy innkeeper", {"identity": 0.8}, "rules"),
    ],
)
def test_the_likeliest_type_that_the_statement_can_have(said: str, types: dict[str, float], kind: str) -> None:
    [finding] = found(said, **types)
    assert finding.candidate.type == kind
    assert finding.candidate.content == said
    builtin().get(kind).value.model_validate(finding.candidate.value)


def test_what_is_only_likely_enters_no_profile_and_gives_no_orders() -> None:
    assert found("I'm a nurse", grade=Grade.PROVISIONAL, profile=0.9)[0].candidate.type == "facts"
    assert found("never call me Max", grade=Grade.PROVISIONAL, rules=0.9)[0].candidate.type == "preferences"
    assert found("my brother's been sober for years", profile=0.9)[0].candidate.type == "facts"
    assert found("馒头今年六岁了", whose="other", profile=0.9)[0].candidate.type == "facts"
    assert found("我奶奶今年九十了", profile=0.9)[0].candidate.type == "facts"
    assert found("我喝牛奶就拉肚子", profile=0.9)[0].candidate.type == "profile"


def test_tasks_say_how_far_they_are_and_a_plan_that_is_off_is_a_fact() -> None:
    assert found("passport's stuck", act="blocked", tasks=0.9)[0].candidate.value["status"] == "blocked"
    assert found("车险续好了", act="done", tasks=0.9)[0].candidate.value["status"] == "done"
    assert found("the van is off", act="retract", goals=0.9)[0].candidate.type == "facts"
    assert found("not at the dive shop any more", act="retract", profile=0.9)[0].candidate.type == "profile"
    assert found("yes, both", act="confirm", facts=0.9) == []
    assert found("hm", grade=None, facts=0.9) == []


async def test_statements_about_somebody_are_fields_of_one_profile_beside_each_other(luna: AgentMemory) -> None:
    for said in ("I'm on nights at the harbour", "我这人沾酒就红"):
        await luna.upsert_recall(found(said, profile=0.9)[0].candidate)
    [profile] = await luna.items("profile")
    assert [(f["k"], f["said"]) for f in profile.value["facts"]] == [
        (STATEMENT, "I'm on nights at the harbour"),
        (STATEMENT, "我这人沾酒就红"),
    ]


async def test_a_question_without_its_mark_is_no_statement(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        for asked in ("where's the spare key", "备用钥匙放哪儿了来着", "我的 wifi 叫什么来着"):
            await agent.commit_turn(session, [Event.user(asked)])
        assert await agent.items() == []
        await agent.commit_turn(session, [Event.user("I'm allergic to penicillin.")])
        assert len(await agent.items()) == 1


def test_only_what_was_read_and_says_nothing_is_idle() -> None:
    said = Readings(chances=((0, 0, 20, 0.01), (0, 21, 40, 0.02), (1, 0, 10, 0.9)))
    assert said.is_idle(0, 0, 40)
    assert not said.is_idle(1, 0, 10)
    assert not said.is_idle(0, 30, 90)  # the rest of it was not read
    assert not said.is_idle(2, 0, 10)


@pytest.mark.parametrize(
    "said",
    [
        "Ready? Always. Stop asking and just push the plan for the parser class.",
    ],
)
async def test_rules_keep_nothing_of_what_the_reader_takes_for_idle(tmp_path: Path, said: str) -> None:
    kept = {}
    for reader in (True, False):
        async with Runtime(tmp_path / str(reader), config=Config(reader=reader), embedder="none") as runtime:
            if reader:
                await runtime.warm()
            agent = await runtime.agent("luna")
            await agent.commit_turn(await agent.start_session(), [Event.user(said)])
            kept[reader] = [item.content for item in await agent.items()]
    assert kept[True] == []
    assert kept[False], "rules alone keep it, so that this shows something"


async def test_what_is_asked_for_is_kept_as_what_it_is_however_idle_it_sounds(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user("Remember: make it concise.")])
        assert any("concise" in str(item.content) for item in await agent.items())


async def test_a_turn_that_is_read_again_is_not_held_twice(tmp_path: Path) -> None:
    said = "我女儿叫小满，今年上二年级"
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        agent = await runtime.agent("luna")
        await agent.commit_turn(await agent.start_session(), [Event.user(said)])  # by rules alone: nobody waited
        await runtime.warm()
        await agent.jobs.run_pending()
        assert [item.content for item in await agent.items() if item.type != "entities"] == [said]


@pytest.mark.parametrize(
    ("said", "types", "grade", "day"),
    [
        ("Mum turns 80 on November 8", {"facts": 0.9}, Grade.PROVISIONAL, date(2026, 11, 8)),
        ("我护照11月14号到期，去之前得换", {"tasks": 0.9}, Grade.SURE, date(2026, 11, 14)),
        ("want the novel done by June 1", {"goals": 0.9}, Grade.SURE, date(2026, 6, 1)),
        ("visa 的 biometrics 9月底才有号", {"facts": 0.9}, Grade.PROVISIONAL, date(2026, 9, 30)),
        ("I moved here on January 9", {"facts": 0.9}, Grade.SURE, None),
    ],
)
def test_what_speaks_of_a_day_to_come_is_kept_until_that_is_over(
    said: str, types: dict[str, float], grade: Grade, day: date | None
) -> None:
    candidate = found(said, grade=grade, **types)[0].candidate
    kind = builtin().get(candidate.type)
    assert own_day(kind, candidate.value) == day


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("we got our kitten on Friday", date(2026, 2, 27)),
        ("the vet is coming on Friday", date(2026, 3, 6)),
        ("我们周五刚领的证", date(2026, 2, 27)),
        ("ran my first half marathon on February 20", date(2026, 2, 20)),
        ("they've given me June 22 for the knee surgery", date(2026, 6, 22)),
        ("硕士答辩时间出了，6月5号下午", date(2026, 6, 5)),
    ],
)
def test_the_day_of_what_has_happened_lies_behind(said: str, day: date) -> None:
    assert found(said, events=0.9)[0].candidate.value["date"] == day.isoformat()


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ("妞妞是6月1号生的，正好儿童节", "yearly"),
        ("我 bestie Romy 的生日是 5月4号", "yearly"),
        ("our anniversary is on May 9", "yearly"),
        ("Tom's birthday party is on May 9", None),
        ("5月4号给小雨办生日会", None),
    ],
)
def test_birthdays_come_again_and_their_parties_do_not(said: str, again: str | None) -> None:
    assert found(said, events=0.9)[0].candidate.value.get("recurs") == again


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Before I plan the menu: is there anything you're allergic to?", "yeah, shellfish and kiwi"),
        ("Which nights do you work at the clinic?", "Tuesdays and every other Thursday"),
        ("好的，您有几个孩子？", "两个，都是女儿"),
    ],
)
async def test_a_short_answer_is_kept_with_the_question_of_the_turn_before(
    tmp_path: Path, question: str, answer: str
) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user("hi"), Event.assistant(question)])
        await agent.commit_turn(session, [Event.user(answer)])
        [item] = await agent.items()
        asked = question_in(question)
        assert item.content == f"{asked} {answer}"
        assert [evidence.quote for evidence in item.evidence] == [answer, asked]


def test_only_a_question_at_the_end_is_answered() -> None:
    assert question_in("Nice. Where do you live?") == "Where do you live?"
    assert question_in("你喜欢吃辣吗？") == "你喜欢吃辣吗？"
    assert question_in("Where do you live? Just asking.") == ""
    assert question_in("") == ""


async def test_the_rest_of_a_long_turn_is_read_from_the_queue(tmp_path: Path) -> None:
    told = "I'm allergic to the dye in antihistamine syrup, so tablets only."
    long = " ".join([*["Hm."] * MOST, told])
    config = Config(reader=True, background=False)
    async with Runtime(tmp_path, config=config, embedder="none", extractor=lambda turn, known: []) as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user(long)])
        assert not any(told in item.content for item in await agent.items())
        await agent.jobs.run_pending()
        assert [item.content for item in await agent.items() if "syrup" in item.content] == [told]

"""What time does to items: they decay, fade and lapse, never before their time, and can be put back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import (
    AgentMemory,
    Candidate,
    Config,
    Conflict,
    Event,
    InvalidInput,
    Item,
    ManualClock,
    NotFound,
    Runtime,
    Source,
    Status,
)
from perdure.intake.policy import DefaultPolicy, ForgetAction
from perdure.types.decay import decayed
from perdure.types.registry import load
from tests.homes import everything, fresh_id

DAY = timedelta(days=1)
GRACE = Config().forget_grace
RATES = Config().decay_rates
VALUES = {"en": "on the second floor", "zh": "在二楼"}
languages = pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)


def fact(predicate: str, value: str, **more: object) -> Candidate:
    given = {"subject": "printer", "predicate": predicate, "value": value}
    return Candidate("facts", given, **more)  # type: ignore[arg-type]


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock, tmp_path: Path) -> AsyncIterator[AgentMemory]:
    config = Config(workspace=str(tmp_path / "workspace"), background=False)
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        yield await runtime.agent(fresh_id())


@pytest.fixture
async def sqlite_luna(tmp_path: Path, clock: ManualClock) -> AsyncIterator[AgentMemory]:
    async with Runtime(tmp_path, clock=clock, config=Config(background=False)) as runtime:
        yield await runtime.agent("luna")


async def held(luna: AgentMemory, predicate: str) -> Item:
    [item] = [item for item in await luna.items("facts", status=None) if item.value["predicate"] == predicate]
    return item


async def in_use(luna: AgentMemory) -> set[str]:
    return {str(item.value["predicate"]) for item in await luna.items("facts")}


@pytest.mark.requirement("R212", "R314")
@languages
async def test_importance_decays_with_the_days_and_only_of_what_is_not_kept_for_good(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    for name, more in {
        "long": {"priority": "long_term"},
        "short": {"priority": "short_term"},
        "good": {"priority": "permanent"},
        "pinned": {"priority": "long_term", "pinned": True},
    }.items():
        await luna.upsert_recall(fact(name, value, importance=0.5, **more))
    short = await held(luna, "short")
    assert short.expires_at == clock.now() + 3 * DAY
    clock.advance(2 * DAY)
    left = {str(one.item.value["predicate"]): one for one in await luna.upkeep.compute_decay()}
    assert {name: one.importance for name, one in left.items()} == {
        "long": pytest.approx(0.5 * 0.98**2),
        "short": pytest.approx(0.5 * 0.9**2),
    }
    assert [one.action for one in left.values()] == ["keep", "keep"]
    # The same again on the same day, and from an earlier day nothing.
    now = clock.now()
    assert decayed(short, now, RATES) == decayed(short, now + 0.9 * DAY, RATES)
    assert decayed(short, now - 9 * DAY, RATES) == 0.5
    # At the end of its time a low score takes it out at once; it is not made transient first.
    clock.advance(1 * DAY)
    report = await luna.upkeep.cleanup_expired()
    assert [(change.action, change.item.id) for change in report.changes] == [("lapsed", short.id)]
    assert await in_use(luna) == {"long", "good", "pinned"}


@languages
async def test_what_decayed_becomes_transient_and_still_keeps_its_date(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    await luna.start_session("s")
    await luna.upsert_recall(fact("slow", value, importance=0.4, keep=100 * DAY), session="s")
    until = clock.now() + 100 * DAY
    clock.advance(10 * DAY)
    assert (await luna.upkeep.run_daily()).step("forget").changed == 0
    clock.advance(10 * DAY)
    [change] = (await luna.upkeep.run_daily()).step("forget").changes
    assert change.action == "demoted"
    item = await held(luna, "slow")
    assert (item.priority.value, item.expires_at, item.status) == ("transient", until, Status.ACTIVE)
    assert item.importance == pytest.approx(0.4 * 0.98**20, abs=1e-4)
    # Its session was no limit when it was said, and is none now.
    await luna.end_session("s")
    assert await in_use(luna) == {"slow"}
    clock.advance(79 * DAY)
    await luna.upkeep.run_daily()
    assert await in_use(luna) == {"slow"}
    clock.advance(DAY)
    assert await in_use(luna) == set()


async def test_what_faded_is_what_it_was_once_it_is_said_again(sqlite_luna: AgentMemory, clock: ManualClock) -> None:
    luna = sqlite_luna
    await luna.upsert_recall(fact("slow", "blue", importance=0.4, priority="long_term"))
    clock.advance(20 * DAY)
    assert (await luna.upkeep.run_daily()).step("forget").changed == 1
    await luna.upsert_recall(fact("slow", "blue", importance=0.4, priority="long_term"))
    item = await held(luna, "slow")
    assert (item.priority.value, item.importance, item.expires_at) == ("long_term", 0.4, clock.now() + 30 * DAY)


@pytest.mark.requirement("R217")
@languages
async def test_what_lapsed_goes_softly_and_is_deleted_after_its_grace(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    session = await luna.start_session()
    await luna.upsert_recall(fact("brief", value, priority="short_term"), session=session)
    archive = await luna.archive.records(session)
    clock.advance(3 * DAY)
    assert await in_use(luna) == set()  # on no path, even before upkeep comes
    [lapsed] = (await luna.upkeep.run_daily()).step("expire").changes
    [told] = await luna.upkeep.forgotten()
    assert (told.item.id, told.action, told.until) == (lapsed.item.id, "lapsed", clock.now() + GRACE)
    assert told.reason == "expired by policy"
    clock.advance(GRACE - DAY)
    assert (await luna.upkeep.run_daily()).step("expire").changed == 0
    clock.advance(DAY)
    [change] = (await luna.upkeep.run_daily()).step("expire").changes
    assert change.action == "deleted"
    assert await luna.upkeep.forgotten() == []
    assert await luna.items("facts", status=None) == []
    assert await luna.archive.records(session) == archive
    assert all(finding.ok for finding in await luna.check())


async def test_what_was_said_anew_is_not_deleted_with_what_lapsed(sqlite_luna: AgentMemory, clock: ManualClock) -> None:
    luna = sqlite_luna
    await luna.upsert_recall(fact("brief", "old", priority="short_term"))
    clock.advance(4 * DAY)
    await luna.upkeep.run_daily()
    await luna.upsert_recall(fact("brief", "new"))
    clock.advance(GRACE + DAY)
    await luna.upkeep.run_daily()
    assert [item.value["value"] for item in await luna.items("facts")] == ["new"]
    # What a person withdrew stays in history, too.
    await luna.forget_recall("fact:printer:brief")
    clock.advance(GRACE + DAY)
    assert (await luna.upkeep.run_daily()).changed == 0
    assert {one.item.value["value"] for one in await luna.upkeep.forgotten()} == {"old", "new"}


@pytest.mark.parametrize("name", ["events", "tasks"])
async def test_nothing_goes_before_its_own_day(sqlite_luna: AgentMemory, clock: ManualClock, name: str) -> None:
    luna = sqlite_luna
    day = clock.now() + timedelta(days=400)
    value = {"title": "trip", "date" if name == "events" else "due": day.date().isoformat()}
    await luna.upsert_recall(Candidate(name, value, importance=0.05))
    for days in (1, 89, 300):
        clock.advance(days * DAY)
        await luna.upkeep.run_daily()
    [item] = await luna.items(name)
    assert item.expires_at is not None
    assert item.expires_at > day
    clock.advance(12 * DAY)
    assert (await luna.upkeep.run_daily()).step("forget").changed == 1  # a control: afterwards it fades
    assert len(await luna.items(name)) == 1


async def test_a_whole_year_takes_nothing_before_the_date_its_receipt_named(
    sqlite_luna: AgentMemory, clock: ManualClock
) -> None:
    luna = sqlite_luna
    promised = {}
    for n, (importance, more) in enumerate(
        (share, kept)
        for share in (0.01, 0.2, 0.5)
        for kept in ({"priority": "long_term"}, {"keep": 200 * DAY}, {"duration": "7d"}, {})
    ):
        receipt = await luna.upsert_recall(fact(f"n{n}", "x", importance=importance, source=Source.TOOL, **more))
        promised[f"n{n}"] = receipt.outcomes[0].expires_at
    for days in (1, 5, 2, 12, 9, 2, 68, 99, 3, 164):
        clock.advance(days * DAY)
        await luna.upkeep.run_daily()
        due = {name for name, until in promised.items() if until is None or until > clock.now()}
        assert await in_use(luna) == due


@pytest.mark.requirement("R218")
@languages
async def test_unverified_knowledge_is_believed_less_once_a_month(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    await luna.upsert_recall(fact("heard", value, source=Source.TOOL, confidence=0.8))
    await luna.upsert_recall(fact("told", value, confidence=0.8))
    clock.advance(29 * DAY)
    assert (await luna.upkeep.run_daily()).step("decay").changed == 0
    clock.advance(DAY)
    for _ in range(2):
        await luna.upkeep.run_daily()
        assert ((await held(luna, "heard")).confidence, (await held(luna, "told")).confidence) == (0.72, 0.8)
    clock.advance(29 * DAY)
    await luna.upkeep.run_daily()
    assert (await held(luna, "heard")).confidence == 0.72
    clock.advance(DAY)
    await luna.upkeep.run_daily()
    assert (await held(luna, "heard")).confidence == 0.648


class Hoarder(DefaultPolicy):
    """A host that never forgets, but for what it calls junk."""

    def forget_policy(self, item: Item, *, now: object) -> ForgetAction:
        return ForgetAction.DEACTIVATE if item.value.get("predicate") == "junk" else ForgetAction.KEEP


async def test_a_policy_of_ones_own_decides_what_upkeep_forgets(busy_home: str, clock: ManualClock) -> None:
    policy = Hoarder(Config(), load())
    async with Runtime(busy_home, clock=clock, policy=policy, config=Config(background=False)) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.upsert_recall(fact("junk", "x", pinned=True))
        await luna.upsert_recall(fact("brief", "x", priority="short_term"))
        clock.advance(200 * DAY)
        report = await luna.upkeep.run_daily()
        assert [change.item.value["predicate"] for change in report.step("forget").changes] == ["junk"]
        assert report.step("expire").changed == 0
        assert (await held(luna, "brief")).status is Status.ACTIVE


@languages
async def test_what_lapsed_or_was_withdrawn_is_listed_and_put_back(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    await luna.upsert_recall(fact("brief", value, priority="short_term"))
    await luna.upsert_recall(fact("lasting", value))
    await luna.forget_recall("fact:printer:lasting")
    clock.advance(4 * DAY)
    told = {str(one.item.value["predicate"]): one for one in await luna.upkeep.forgotten()}
    assert {name: one.action for name, one in told.items()} == {"brief": "expired", "lasting": "forgotten"}
    await luna.upkeep.run_daily()
    for name in ("brief", "lasting"):
        item = await luna.upkeep.restore(told[name].item.id)
        assert item.status is Status.ACTIVE
    assert await in_use(luna) == {"brief", "lasting"}
    assert (await held(luna, "brief")).expires_at == clock.now() + 3 * DAY  # its time begins anew
    assert await luna.upkeep.forgotten() == []
    [hit, *_] = await luna.search_memory(f"printer lasting {value}")
    assert hit.item.id in {one.item.id for one in told.values()}
    history = await luna.history.of("fact:printer:lasting")
    assert [change.action for change in history.changes] == ["stored", "forgotten", "restored"]
    assert (await luna.upkeep.run_daily()).step("expire").changed == 0
    assert all(finding.ok for finding in await luna.check())


async def test_what_is_put_back_may_be_shown_again(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I love oolong tea.")])
    [item] = await luna.items("preferences")
    await luna.forget_recall(item.id)
    await luna.upkeep.restore(item.id)
    pack = await luna.compose(None, "what tea do I love?", budget=2_000)
    assert "oolong" in pack.text


async def test_only_what_ended_here_can_be_put_back(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(fact("a", "old"))
    first = await held(luna, "a")
    await luna.forget_recall(first.id)
    await luna.upsert_recall(fact("a", "new"))
    await luna.upsert_recall(fact("b", "x"), scope="shared")
    [shared] = await luna.items("facts", scope="shared")
    await luna.forget_recall(shared.id)
    before = await everything(luna)
    newer = (await luna.items("facts"))[0]
    for call, error in (
        (luna.upkeep.restore(first.id), Conflict),  # something newer holds
        (luna.upkeep.restore(newer.id), Conflict),  # it was never forgotten
        (luna.upkeep.restore(first.id, scope="peer:a"), NotFound),
        (luna.upkeep.restore(shared.id, scope="peer:a"), InvalidInput),
        (luna.upkeep.restore("nobody"), NotFound),
    ):
        with pytest.raises(error):
            await call
    assert await everything(luna) == before
    assert [one.item.id for one in await luna.upkeep.forgotten(scope="peer:a")] == [shared.id]


FIELDS = {
    "en": (
        ["I live in Leeds.", "I am allergic to peanuts.", "I am allergic to kiwi."],
        "city",
        "Leeds",
        "Where do I live?",
    ),
    "zh": (["我住在利兹。", "我对花生过敏。", "我对猕猴桃过敏。"], "city", "利兹", "我住在哪里？"),
}


@pytest.mark.parametrize(("lines", "field", "value", "asked"), FIELDS.values(), ids=FIELDS)
async def test_a_field_of_a_profile_is_listed_and_put_back_alone(
    luna: AgentMemory, lines: list[str], field: str, value: str, asked: str
) -> None:
    session = await luna.start_session()
    for line in lines:
        await luna.commit_turn(session, [Event.user(line)])
    await luna.forget_recall(f"profile:user#{field}")
    assert value not in (await luna.compose(None, asked, budget=2_000)).text
    [told] = await luna.upkeep.forgotten()
    assert (told.field, value in told.text, told.reason) == (field, True, "forgotten on request")
    item = await luna.upkeep.restore(told.target)
    assert {fact["v"] for fact in item.value["facts"]} >= {value}
    assert len(item.value["facts"]) == 3
    assert await luna.upkeep.forgotten() == []
    assert value in (await luna.compose(None, asked, budget=2_000)).text
    with pytest.raises(Conflict):
        await luna.upkeep.restore(told.target)
    assert all(finding.ok for finding in await luna.check())


async def test_a_field_that_has_a_newer_value_is_not_put_back(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I live in Leeds.")])
    await luna.commit_turn(session, [Event.user("I am allergic to peanuts.")])
    await luna.forget_recall("profile:user#city")
    [told] = await luna.upkeep.forgotten()
    await luna.commit_turn(session, [Event.user("I live in York.")])
    with pytest.raises(Conflict) as caught:
        await luna.upkeep.restore(told.target)
    assert "profile:user#city" in caught.value.message


@languages
async def test_what_a_rollback_retracted_is_listed_and_can_be_put_back(
    luna: AgentMemory, clock: ManualClock, value: str
) -> None:
    await luna.upsert_recall(fact("kept", "before"))
    await luna.history.snapshot("before")
    clock.advance(DAY)
    await luna.upsert_recall(fact("kept", value))
    await luna.upsert_recall(fact("lasting", "replaced"))
    await luna.upsert_recall(fact("lasting", value))
    await luna.upsert_recall(fact("lasting", "a rumour", source=Source.TOOL))
    assert len(await luna.review.list()) == 1  # what was only proposed never was
    clock.advance(DAY)
    await luna.history.rollback("before")
    told = {str(one.item.value["predicate"]): one for one in await luna.upkeep.forgotten()}
    assert len(await luna.upkeep.forgotten()) == 2
    assert {name: (one.action, one.item.value["value"]) for name, one in told.items()} == {
        "kept": ("rolled_back", value),
        "lasting": ("rolled_back", value),
    }
    await luna.upkeep.restore(told["lasting"].target)
    assert {str(item.value["value"]) for item in await luna.items("facts")} == {"before", value}
    assert [str(one.item.value["predicate"]) for one in await luna.upkeep.forgotten()] == ["kept"]

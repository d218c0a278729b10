"""What is kept, learned, resolved, embedded and forgotten is decided by one object, and a host may bring its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, Item, ManualClock, Runtime, Stored
from perdure.intake.admit import Admitted
from perdure.intake.policy import DefaultPolicy, ForgetAction, Route
from perdure.intake.resolve import Add, Refuse, Step
from perdure.testing import FakeEmbedder
from perdure.types.registry import builtin
from perdure.values import Priority, Session, Source, Status


class Stubborn(DefaultPolicy):
    """Whispers are not kept, tea is not learned, the first word stands, rules get no vector, jazz is forgotten."""

    def __init__(self) -> None:
        super().__init__(Config(), builtin())
        self.asked: list[str] = []

    def route(self, event: Event) -> Route:
        self.asked.append("route")
        return Route(to_archival="whisper" not in event.content, to_recall="tea" not in event.content)

    def update_or_create_recall(
        self, candidate: Admitted, existing: Sequence[Item], *, now: datetime
    ) -> tuple[Step, ...]:
        self.asked.append("update_or_create_recall")
        return (Refuse("the first word stands"),) if existing else (Add(candidate.plain, "new"),)

    def should_embed_recall(self, item: Item) -> bool:
        self.asked.append("should_embed_recall")
        return item.type != "rules"

    def should_consolidate(self, agent_id: str, session: Session) -> bool:
        return session.turn_count >= 3

    def forget_policy(self, item: Item, *, now: datetime) -> ForgetAction:
        if "jazz" in item.key:
            return ForgetAction.DELETE
        return ForgetAction.DECAY if item.type == "rules" else ForgetAction.KEEP


@pytest.fixture
def stubborn() -> Stubborn:
    return Stubborn()


@pytest.fixture
async def bent(tmp_path: Path, clock: ManualClock, stubborn: Stubborn) -> AgentMemory:
    runtime = Runtime(tmp_path / "home", clock=clock, embedder=FakeEmbedder(), policy=stubborn)
    return await runtime.agent("luna")


@pytest.mark.requirement("R042", "R173", "R203")
async def test_a_policy_of_ones_own_decides_the_whole_write(bent: AgentMemory, stubborn: Stubborn) -> None:
    session = await bent.start_session("s")
    first = await bent.commit_turn(session, [Event.user("My favourite colour is green.")])
    assert [type(o) for o in first.outcomes] == [Stored]
    second = await bent.commit_turn(session, [Event.user("My favourite colour is blue.")])
    assert [(o.outcome, o.reason.endswith("(the first word stands)")) for o in second.outcomes] == [("refused", True)]
    third = await bent.upsert_recall(Candidate("facts", {"subject": "a", "predicate": "b", "value": "c"}))
    again = await bent.upsert_recall(Candidate("facts", {"subject": "a", "predicate": "b", "value": "d"}))
    assert [o.outcome for receipt in (third, again) for o in receipt.outcomes] == ["stored", "refused"]
    tea = await bent.commit_turn(session, [Event.user("I love tea.")])
    assert (tea.outcomes, len(tea.records)) == ((), 1)
    assert set(stubborn.asked) == {"route", "update_or_create_recall", "should_embed_recall"}


@pytest.mark.parametrize(
    ("idle", "telling"), [("a whisper", "a whisper: I like jazz."), ("whisper 今天好累", "我喜欢爵士乐 whisper。")]
)
async def test_what_is_not_archived_is_kept_only_as_evidence(bent: AgentMemory, idle: str, telling: str) -> None:
    session = await bent.start_session("s")
    nothing = await bent.commit_turn(session, [Event.user(idle), Event.assistant("OK.")])
    assert len(nothing.records) == 1
    assert nothing.notices
    told = await bent.commit_turn(session, [Event.user(telling)])
    assert (len(told.records), told.notices) == (1, ())
    [item] = await bent.items("preferences")
    assert [evidence.record_id for evidence in item.evidence] == list(told.records)
    assert not [finding for finding in await bent.check() if not finding.ok]


@pytest.mark.requirement("R238")
async def test_only_what_the_policy_names_gets_a_vector(bent: AgentMemory) -> None:
    session = await bent.start_session("s")
    await bent.commit_turn(session, [Event.user("Never book flights without asking me. I like jazz.")])
    await bent.index.set_record_vectors(False)  # of items alone
    progress = await bent.index.catch_up()
    assert (progress.vectors, progress.missing) == (1, 0)
    await bent.rebuild_index()
    assert (await bent.index.catch_up()).vectors == 1
    assert "rules" in {hit.item.type for hit in await bent.search_memory("book flights")}


@pytest.mark.requirement("R223")
async def test_upkeep_does_what_the_policy_says(bent: AgentMemory) -> None:
    session = await bent.start_session("s")
    await bent.commit_turn(session, [Event.user("Never book flights without asking me. I like jazz. I live in Leeds.")])
    [rule] = await bent.items("rules")
    done = {item.type: action for item, action in await bent.review.forget_due()}
    assert done == {"preferences": ForgetAction.DELETE, "rules": ForgetAction.DECAY}
    assert await bent.items("preferences", status=None) == []
    [faded] = await bent.items("rules")
    assert faded.importance == pytest.approx(rule.importance * 0.8)
    assert len(await bent.items("profile")) == 1
    assert len(await bent.archive.records(session)) == 1  # the archive is kept


def _item(clock: ManualClock) -> Item:
    now = clock.now()
    return Item(
        "i",
        "facts",
        "fact:a:b",
        "main",
        {},
        "c",
        0.9,
        0.5,
        Priority.LONG_TERM,
        Status.ACTIVE,
        1,
        Source.USER,
        1.0,
        now,
        now,
        1,
    )


async def test_by_default_what_lapsed_goes_and_what_is_pinned_stays(clock: ManualClock) -> None:
    policy, item, now = DefaultPolicy(Config(), builtin()), _item(clock), clock.now()
    lapsed = replace(item, expires_at=now - timedelta(days=1))
    assert policy.forget_policy(item, now=now) is ForgetAction.KEEP
    assert policy.forget_policy(lapsed, now=now) is ForgetAction.DEACTIVATE
    assert policy.forget_policy(replace(lapsed, pinned=True), now=now) is ForgetAction.KEEP
    # Soft first, however long ago it lapsed; deleted once it has been gone for a while.
    assert policy.forget_policy(lapsed, now=now + timedelta(days=100)) is ForgetAction.DEACTIVATE
    gone = replace(lapsed, status=Status.RETRACTED)
    assert policy.forget_policy(gone, now=now + timedelta(days=89)) is ForgetAction.KEEP
    assert policy.forget_policy(gone, now=now + timedelta(days=90)) is ForgetAction.DELETE
    # Unused and of little importance: it fades as long as a date keeps it, and goes where none does.
    later = now + timedelta(days=60)
    faint = replace(item, importance=0.2, expires_at=later + timedelta(days=1))
    assert policy.forget_policy(faint, now=later) is ForgetAction.DECAY
    assert policy.forget_policy(replace(faint, last_used_at=later, importance=0.3), now=later) is ForgetAction.KEEP
    assert policy.forget_policy(replace(faint, priority=Priority.TRANSIENT), now=later) is ForgetAction.KEEP
    assert policy.forget_policy(replace(faint, priority=Priority.PERMANENT), now=later) is ForgetAction.KEEP
    assert policy.forget_policy(replace(faint, expires_at=None), now=later) is ForgetAction.DEACTIVATE


@pytest.mark.requirement("R183", "R344")
async def test_routing_is_a_matter_of_settings(tmp_path: Path, clock: ManualClock) -> None:
    assert (Config().archival_enabled, Config().archival_default_write) == (True, True)
    config = Config(
        archival_default_write=False, quiet_tools=frozenset({"render"}), recall_roles=frozenset({"user", "tool"})
    )
    async with Runtime(tmp_path / "home", config=config, clock=clock, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        made = Event.tool("render", {}, {"file": "out/chart.png"})
        told = await luna.commit_turn(session, [Event.user("I like jazz."), made, Event.assistant("Done.")])
        assert len(told.records) == 1
        assert [o.type for o in told.outcomes] == ["preferences"]
        kept = await luna.commit_turn(session, [Event.user("hello")], learn=False)  # asked for, so kept
        assert len(kept.records) == 1


async def test_a_session_is_worth_consolidating_at_its_end_and_now_and_then(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    assert not luna.policy.should_consolidate(luna.id, session)
    await luna.commit_turn(session, [Event.user("hello")])
    ended = await luna.end_session(session)
    assert luna.policy.should_consolidate(luna.id, ended)
    assert luna.policy.should_consolidate(luna.id, replace(session, turn_count=Config().consolidate_every))
    assert not luna.policy.should_consolidate(luna.id, replace(session, turn_count=Config().consolidate_every + 1))


@pytest.mark.parametrize("name", ["events", "tasks"])
async def test_nothing_is_forgotten_before_its_own_day(luna: AgentMemory, clock: ManualClock, name: str) -> None:
    day = clock.now() + timedelta(days=400)
    value = {"title": "trip", "date" if name == "events" else "due": day.date().isoformat()}
    await luna.upsert_recall(Candidate(name, value, importance=0.05))
    [item] = await luna.items(name)
    # As an earlier release wrote it: long over before its day.
    old = replace(item, expires_at=item.created_at + timedelta(days=30))
    policy = DefaultPolicy(Config(), builtin())
    for one in (item, old):
        for days in (31, 200, 399):
            assert policy.forget_policy(one, now=clock.now() + timedelta(days=days)) is ForgetAction.KEEP
    assert policy.forget_policy(old, now=day + timedelta(days=2)) is ForgetAction.DEACTIVATE
    gone = replace(old, status=Status.RETRACTED, updated_at=day + timedelta(days=2))
    assert policy.forget_policy(gone, now=day + timedelta(days=92)) is ForgetAction.DELETE

"""Items through the verbs: versions, evidence, retention, scopes, and where each came from."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import (
    AgentMemory,
    Candidate,
    Config,
    Event,
    Evidence,
    ManualClock,
    NotFound,
    Priority,
    Role,
    Runtime,
    Source,
    Status,
)
from perdure.types.registry import builtin
from tests.homes import fresh_id

DAY = timedelta(days=1)


def city(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)


@pytest.mark.requirement("R199", "R064", "R204", "R205")
async def test_a_new_value_takes_the_place_of_the_old_which_stays_in_history(
    luna: AgentMemory, clock: ManualClock
) -> None:
    for kind, field in (("preferences", "name"), ("goals", "name"), ("tasks", "task_id")):
        said = "title" if kind == "tasks" else "description" if kind == "goals" else "value"
        value = {field: "x", said: "old"}
        [stored] = (await luna.upsert_recall(Candidate(kind, value, importance=0.4))).outcomes
        clock.advance(DAY)
        [superseded] = (await luna.upsert_recall(Candidate(kind, {**value, said: "new"}))).outcomes
        assert (stored.outcome, superseded.outcome, superseded.replaces) == ("stored", "superseded", stored.item_id)
        [held] = await luna.items(kind)
        history = await luna.history.of(held)
        old, new = history.versions
        assert (old.status, old.valid_to, old.superseded_by) == (Status.SUPERSEDED, clock.now(), new.id)
        assert (new.status, new.version, new.importance, new.value[said]) == (Status.ACTIVE, 2, 0.6, "new")
        change = history.changes[-1]
        assert (change.action, change.item_id, change.before["status"], change.after["status"]) == (
            "superseded",
            old.id,
            "active",
            "superseded",
        )


@pytest.mark.requirement("R200")
async def test_versions_are_numbered_and_the_newest_that_holds_is_shown(luna: AgentMemory) -> None:
    for decision in ("A", "B", "C"):
        await luna.upsert_recall(Candidate("decisions", {"topic": "engine", "decision": decision}))
    history = await luna.history.of("decision:general:engine")
    assert [(item.version, item.value["decision"]) for item in history.versions] == [(1, "A"), (2, "B"), (3, "C")]
    assert [item.value["decision"] for item in await luna.items("decisions")] == ["C"]


@pytest.mark.requirement("R202")
async def test_a_denied_fact_is_retracted_and_a_corrected_one_may_follow(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("Berlin"))
    await luna.upsert_recall(city("Berlin", retract=True, reason="the user said no"))
    await luna.upsert_recall(city("Bern"))
    history = await luna.history.of("fact:user:city")
    assert [(item.status.value, item.version) for item in history.versions] == [("retracted", 1), ("active", 2)]
    assert [change.reason for change in history.changes if change.action == "retracted"] == ["the user said no"]


@pytest.mark.requirement("R208")
async def test_every_source_that_is_too_low_waits_and_shows_both_sides(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("Berlin"))
    for source in (s for s in Source if s is not Source.USER):
        [outcome] = (await luna.upsert_recall(city(f"of {source}", source=source))).outcomes
        shape = outcome.as_json()
        assert (shape["outcome"], shape["held"], shape["proposed"]) == ("pending", "city: Berlin", f"city: of {source}")
    assert [item.content for item in await luna.items()] == ["city: Berlin"]
    assert len(await luna.items(status="pending")) == 5
    # Said again it does not queue up twice.
    await luna.upsert_recall(city("of tool", source=Source.TOOL))
    assert len(await luna.items(status="pending")) == 5


@pytest.mark.requirement("R207")
async def test_agreement_raises_confidence_and_never_above_one(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(city("Berlin", confidence=0.85))
    seen = []
    for source in (Source.TOOL, Source.OUTSIDE, Source.USER):
        clock.advance(DAY)
        await luna.upsert_recall(city("berlin", source=source))
        [item] = await luna.items()
        seen.append((round(item.confidence, 2), item.last_confirmed_at == clock.now(), item.source))
    assert seen == [(0.95, True, Source.USER), (1.0, True, Source.USER), (1.0, True, Source.USER)]


async def test_merged_contents_keep_what_both_said_and_are_trusted_like_the_least(luna: AgentMemory) -> None:
    org = {"kind": "org", "canonical": "Acme"}
    await luna.upsert_recall(Candidate("entities", {**org, "attrs": {"seat": "Rome"}}))
    [outcome] = (
        await luna.upsert_recall(Candidate("entities", {**org, "attrs": {"staff": 9}}, source=Source.TOOL))
    ).outcomes
    [item] = await luna.items("entities")
    assert (outcome.outcome, item.value["attrs"]) == ("merged", {"seat": "Rome", "staff": 9})
    assert (item.trust, len(item.evidence)) == (Source.TOOL.trust, 2)


@pytest.mark.requirement("R005", "R083", "R337", "R056")
async def test_every_item_says_which_turn_and_words_it_rests_on(luna: AgentMemory) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user("before")])
    [record] = (await luna.commit_turn("s", [Event.user("我住在柏林，喜欢绿茶")], learn=False)).records
    evidence = [
        Evidence(record, quote="住在柏林"),
        Evidence(record, start=0, end=1),
        Evidence(document_id="d", section_id="2"),
        Evidence(url="https://example.org/"),
    ]
    await luna.upsert_recall(city("柏林", evidence=evidence), session="s")
    [item] = await luna.items(session="s")
    assert (item.session_id, item.source_turn_id, item.source_message_id) == ("s", 2, record)
    assert item.evidence == (
        Evidence(record, 1, 5, "住在柏林"),
        Evidence(record, 0, 1, "我"),
        Evidence(document_id="d", section_id="2"),
        Evidence(url="https://example.org/"),
    )
    assert item.as_json()["evidence"] == [
        {"record_id": record, "start": 1, "end": 5, "quote": "住在柏林"},
        {"record_id": record, "start": 0, "end": 1, "quote": "我"},
        {"record_id": None, "start": None, "end": None, "quote": None, "document_id": "d", "section_id": "2"},
        {"record_id": None, "start": None, "end": None, "quote": None, "url": "https://example.org/"},
    ]


@pytest.mark.requirement("R005")
async def test_a_direct_write_is_archived_and_is_its_own_evidence(luna: AgentMemory) -> None:
    for source, role in ((Source.USER, Role.USER), (Source.TOOL, Role.TOOL), (Source.INFERENCE, Role.SYSTEM)):
        candidate = Candidate("facts", {"predicate": source.value, "value": "v"}, source=source)
        [record_id] = (await luna.upsert_recall(candidate)).records
        record = await luna.archive.record(record_id)
        [item] = await luna.items(key=f"fact:user:{source.value}")
        assert (record.role, record.content, record.session_id) == (role, f"{source.value}: v", "direct:main")
        assert item.evidence == (Evidence(record_id, 0, len(record.content or ""), record.content),)


@pytest.mark.requirement("R087", "R088", "R094", "R081")
async def test_documents_names_for_types_and_retention_are_understood(luna: AgentMemory) -> None:
    for name, kind in (
        *(
            ("FACT", "facts"),
            ("PREFERENCE", "preferences"),
            ("SKILL", "patterns"),
            ("ERROR", "lessons"),
            ("RULE", "rules"),
        ),
        *(("relationship", "relationships"), ("goal", "goals"), ("summary", "episodes")),
    ):
        assert builtin().get(name).name == kind
    for priority, kept in (
        *(("TRANSIENT", DAY), ("SHORT_TERM", 3 * DAY), ("LONG_TERM", 30 * DAY), ("PERMANENT", None)),
    ):
        [outcome] = (
            await luna.upsert_recall(
                Candidate("FACT", {"subject": "user", "predicate": priority, "value": "v"}, priority=priority)
            )
        ).outcomes
        item = await luna.item(outcome.item_id or "")
        assert (item.type, item.priority, item.keep_for) == ("facts", Priority(priority.lower()), kept)
        assert item.expires_at == (None if kept is None else item.created_at + kept)
        assert (item.value["subject"], item.value["predicate"]) == ("user", priority)
        assert (item.content, item.confidence, item.importance) == (f"{priority}: v", 0.9, 0.5)
        assert item.created_at == item.updated_at


@pytest.mark.requirement("R089", "R090", "R092", "R093")
async def test_how_long_a_type_is_kept(luna: AgentMemory) -> None:
    for candidate, kept in (
        (Candidate("facts", {"predicate": "a", "value": "v"}), None),
        (Candidate("facts", {"predicate": "b", "value": "v"}, duration="7d"), 7 * DAY),
        (Candidate("preferences", {"name": "a", "value": "v"}, duration="24h"), None),
        (Candidate("preferences", {"name": "b", "value": "v"}, keep=DAY), DAY),
        (Candidate("patterns", {"rule": "v"}), None),
        (Candidate("lessons", {"lesson": "v"}), 7 * DAY),
        (Candidate("rules", {"rule": "v", "kind": "task"}), DAY),
        (Candidate("rules", {"rule": "w"}), None),
        (Candidate("lessons", {"lesson": "w"}, pinned=True), None),
    ):
        [outcome] = (await luna.upsert_recall(candidate)).outcomes
        item = await luna.item(outcome.item_id or "")
        assert item.expires_at == (None if kept is None else item.created_at + kept), candidate


async def test_being_said_again_renews_what_lapses(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(city("Berlin", keep=2 * DAY))
    clock.advance(DAY)
    await luna.upsert_recall(city("Berlin"))
    [item] = await luna.items()
    assert item.expires_at == clock.now() + 2 * DAY


async def test_what_was_for_the_session_ends_with_it_and_the_rest_stays(luna: AgentMemory, clock: ManualClock) -> None:
    for session in ("a", "b"):
        await luna.start_session(session)
        await luna.upsert_recall(city(session, duration="session"), session=session) if session == "a" else None
        candidate = Candidate("facts", {"predicate": session, "value": "v"}, duration="session")
        await luna.upsert_recall(candidate, session=session)
    clock.advance(timedelta(hours=1))
    await luna.end_session("a")
    assert [item.key for item in await luna.items()] == ["fact:user:b"]
    history = await luna.history.of("fact:user:a")
    assert [(change.action, change.reason) for change in history.changes][-1] == ("lapsed", "its session ended")


@pytest.mark.requirement("R034")
async def test_identity_and_patches_belong_to_the_agent_as_a_whole(luna: AgentMemory) -> None:
    await luna.start_session("s")
    await luna.upsert_recall(Candidate("identity", {"name": "Luna"}), session="s")
    for scope in ("main", "peer:a", "group:g"):
        assert [(item.type, item.scope) for item in await luna.items(scope=scope)] == [("identity", "shared")]
    # The words it rests on were said in private: others see that there is evidence, not what it says.
    [item] = await luna.items(scope="peer:a")
    assert [(e.record_id is not None, e.quote) for e in item.evidence] == [(True, None)]


async def test_confidence_follows_the_source_unless_it_is_given(busy_home: str, clock: ManualClock) -> None:
    confidence = dict(zip(Source, (0.9, 0.8, 0.7, 0.6, 0.5, 0.4), strict=True))
    async with Runtime(busy_home, clock=clock, config=Config(confidence=confidence)) as runtime:
        memory = await runtime.agent(fresh_id())
        for source in Source:
            candidate = Candidate("facts", {"predicate": source.value, "value": "v"}, source=source)
            await memory.upsert_recall(candidate)
        got = {item.source: item.confidence for item in await memory.items()}
        assert got == confidence
        await memory.upsert_recall(city("x", confidence=0, importance=1))
        [item] = await memory.items(key="fact:user:city")
        assert (item.confidence, item.importance) == (0.0, 1.0)


@pytest.mark.requirement("R075", "R003")
async def test_the_same_fact_in_other_dress_has_the_same_key(luna: AgentMemory) -> None:
    for predicate in ("Home City", "home_city", "ＨＯＭＥ　ＣＩＴＹ", "home-city."):
        await luna.upsert_recall(Candidate("facts", {"predicate": predicate, "value": predicate}))
    assert [item.key for item in await luna.items()] == ["fact:user:home_city"]
    assert len(await luna.items(key="Fact：USER：home city")) == 1
    with pytest.raises(NotFound):
        await luna.history.of("fact:user:city")

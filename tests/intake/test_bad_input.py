"""Bad input gets an error that names the field, and changes nothing, on either engine."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any

import pytest

from perdure import (
    AgentMemory,
    Attachment,
    Candidate,
    Config,
    Conflict,
    Event,
    Evidence,
    InvalidInput,
    ManualClock,
    NotFound,
    Runtime,
    Target,
)
from tests.homes import everything, fresh_id, refused

FACT = Candidate("facts", {"predicate": "city", "value": "Berlin"})
NAIVE = datetime(2026, 1, 1)  # noqa: DTZ001 - that is what is wrong with it
BEFORE_TIME = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))
LIMIT = 2_000


def file(**more: Any) -> Attachment:
    return Attachment(**{"name": "a.txt", "data": b"abc", **more})


BAD_EVENTS = {
    "empty": (Event.user(""), "events[1].content"),
    "whitespace": (Event.user(" \t\n　"), "events[1].content"),
    "not text": (Event.user(5), "events[1].content"),  # type: ignore[arg-type]
    "no event": ({"role": "user", "content": "x"}, "events[1]"),
    "too long": (Event.user("x" * (LIMIT + 1)), "events[1].content"),
    "too long in bytes": (Event.user("你" * (LIMIT // 3 + 1)), "events[1].content"),
    "nul": (Event.user("a\x00b"), "events[1].content"),
    "lone surrogate": (Event.user("a\ud800b"), "events[1].content"),
    "unknown role": (Event("robot", "x"), "events[1].role"),
    "nul in speaker": (Event.user("x", speaker="a\x00"), "events[1].speaker"),
    "surrogate in speaker": (Event.user("x", speaker="\udfff"), "events[1].speaker"),
    "long speaker": (Event.user("x", speaker="x" * 257), "events[1].speaker"),
    "blank tool name": (Event.tool(" "), "events[1].name"),
    "arguments no json": (Event.tool("t", {"a": object()}), "events[1].arguments"),
    "arguments nan": (Event.tool("t", {"a": math.nan}), "events[1].arguments"),
    "arguments surrogate": (Event.tool("t", {"a": "\ud800"}), "events[1].arguments"),
    "result infinite": (Event.tool("t", None, [math.inf]), "events[1].result"),
    "result too long": (Event.tool("t", None, "x" * (LIMIT + 1)), "events[1].result"),
    "naive time": (Event.user("x", timestamp=NAIVE), "events[1].timestamp"),
    "time before time": (Event.user("x", timestamp=BEFORE_TIME), "events[1].timestamp"),
    "time as text": (Event.user("x", timestamp="2026"), "events[1].timestamp"),
    "tags as text": (Event.user("x", tags="a"), "events[1].tags"),
    "nul in tag": (Event.user("x", tags=["\x00"]), "events[1].tags"),
    "nul in reference": (Event.user("x", content_ref="\x00"), "events[1].content_ref"),
    "wrong hash": (Event.user("x", attachments=[file(sha256="0" * 64)]), "events[1].attachments[0].sha256"),
    "hash no text": (Event.user("x", attachments=[file(sha256=5)]), "events[1].attachments[0].sha256"),
    "attachment no bytes": (Event.user("x", attachments=[file(data="abc")]), "events[1].attachments[0]"),
    "attachment too large": (Event.user("x", attachments=[file(data=b"x" * 101)]), "events[1].attachments[0]"),
    "attachments no list": (Event.user("x", attachments=file()), "events[1].attachments"),
    "attachment expiry naive": (
        Event.user("x", attachments=[file(expires_at=NAIVE)]),
        "events[1].attachments[0].expires_at",
    ),
    "attachment name nul": (Event.user("x", attachments=[file(name="\x00")]), "events[1].attachments[0].name"),
}

BAD_CANDIDATES = {
    "no candidate": ({"type": "facts"}, "candidate"),
    "unknown type": (replace(FACT, type="wishes"), "type"),
    "type no text": (replace(FACT, type=5), "type"),
    "value no object": (replace(FACT, value=["a"]), "value"),
    "value lacks a field": (replace(FACT, value={"predicate": "city"}), "value.value"),
    "value has one too many": (replace(FACT, value={**FACT.value, "mood": "good"}), "value.mood"),
    "value blank": (replace(FACT, value={"predicate": "city", "value": "  "}), "value.value"),
    "value nul": (replace(FACT, value={"predicate": "city", "value": "\x00"}), "value.value"),
    "value surrogate": (replace(FACT, content="x", value={"predicate": "city", "value": "\ud800"}), "value.value"),
    "surrogate deep in a value": (
        Candidate("entities", {"kind": "org", "canonical": "a", "attrs": {"x": ["\ud800"]}}, content="x"),
        "value.attrs.x.list.0.str",
    ),
    "surrogate in a name in a value": (
        Candidate("entities", {"kind": "org", "canonical": "a", "attrs": {"\ud800": 1}}, content="x"),
        "value.attrs.\ufffd\ufffd\ufffd.[key]",
    ),
    "value nan": (Candidate("patterns", {"rule": "r", "confidence": math.nan}), "value.confidence"),
    "value too long": (replace(FACT, value={"predicate": "city", "value": "x" * (LIMIT + 1)}), "value"),
    "value without a key": (replace(FACT, value={"predicate": "!?", "value": "x"}), "value.predicate"),
    "value that has no end": (Candidate("entities", {"kind": "org", "canonical": "a", "attrs": {"x": None}}), "value"),
    "key against the rule": (replace(FACT, key="fact:user"), "key"),
    "key of another type": (replace(FACT, key="pref:other:city"), "key"),
    "key against the value": (replace(FACT, key="fact:user:country"), "key"),
    "key nul": (replace(FACT, key="fact:user:\x00"), "key"),
    "key surrogate": (replace(FACT, key="fact:user:\ud800"), "key"),
    "content blank": (replace(FACT, content=" "), "content"),
    "content too long": (replace(FACT, content="x" * (LIMIT + 1)), "content"),
    "content nul": (replace(FACT, content="\x00"), "content"),
    "content surrogate": (replace(FACT, content="\ud800"), "content"),
    "confidence above": (replace(FACT, confidence=1.01), "confidence"),
    "confidence below": (replace(FACT, confidence=-0.01), "confidence"),
    "confidence nan": (replace(FACT, confidence=math.nan), "confidence"),
    "confidence no number": (replace(FACT, confidence="high"), "confidence"),
    "importance above": (replace(FACT, importance=2), "importance"),
    "importance nan": (replace(FACT, importance=math.nan), "importance"),
    "source unknown": (replace(FACT, source="rumour"), "source"),
    "duration unknown": (replace(FACT, duration="a while"), "duration"),
    "priority unknown": (replace(FACT, priority="high"), "priority"),
    "keep nothing": (replace(FACT, keep=timedelta(0)), "keep"),
    "keep beyond time": (replace(FACT, keep=timedelta(days=999_999_999)), "keep"),
    "keep in words": (replace(FACT, keep="long"), "keep"),
    "valid_from naive": (replace(FACT, valid_from=NAIVE), "valid_from"),
    "valid_from before time": (replace(FACT, valid_from=BEFORE_TIME), "valid_from"),
    "valid_to naive": (replace(FACT, valid_to=NAIVE), "valid_to"),
    "valid_to as text": (replace(FACT, valid_to="2026"), "valid_to"),
    "ends before it begins": (
        replace(FACT, valid_from=datetime(2026, 2, 1, tzinfo=UTC), valid_to=datetime(2026, 1, 1, tzinfo=UTC)),
        "valid_to",
    ),
    "reason nul": (replace(FACT, retract=True, reason="\x00"), "reason"),
    "reason no text": (replace(FACT, retract=True, reason=5), "reason"),
    "evidence of nothing": (replace(FACT, evidence=[Evidence()]), "evidence[0]"),
    "evidence of another kind": (replace(FACT, evidence=["here"]), "evidence[0]"),
    "evidence url nul": (replace(FACT, evidence=[Evidence(url="\x00")]), "evidence[0].url"),
    "evidence url surrogate": (replace(FACT, evidence=[Evidence(url="\ud800")]), "evidence[0].url"),
    "evidence document no text": (replace(FACT, evidence=[Evidence(document_id=5)]), "evidence[0].document_id"),
    "evidence section nul": (
        replace(FACT, evidence=[Evidence(document_id="d", section_id="\x00")]),
        "evidence[0].section_id",
    ),
    "evidence record surrogate": (replace(FACT, evidence=[Evidence("\ud800")]), "evidence[0].record_id"),
}


def endless() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["x"] = value
    return value


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock):  # type: ignore[no-untyped-def]
    """One who holds a little, under small limits."""
    config = Config(max_content_bytes=LIMIT, max_attachment_bytes=100)
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.start_session("s")
        await memory.commit_turn("s", [Event.user("I live in Berlin")], learn=False)
        await memory.upsert_recall(FACT)
        yield memory


async def test_a_bad_event_is_named_and_nothing_of_its_turn_is_kept(luna: AgentMemory) -> None:
    before = await everything(luna)
    got = {}
    for name, (event, _) in BAD_EVENTS.items():
        for key in (None, "k"):
            with pytest.raises(InvalidInput) as caught:
                await luna.commit_turns("s", [[Event.user("good")], [Event.user("good"), event]], idempotency_key=key)
            got[name] = caught.value.field
    assert got == {name: field for name, (_, field) in BAD_EVENTS.items()}
    assert await everything(luna) == before


async def test_a_bad_candidate_is_named_and_nothing_of_it_is_kept(luna: AgentMemory) -> None:
    before = await everything(luna)
    got = {}
    for name, (candidate, _) in BAD_CANDIDATES.items():
        if name == "value that has no end":
            candidate = replace(candidate, value={**candidate.value, "attrs": endless()})
        for key in (None, "k"):
            with pytest.raises(InvalidInput) as caught:
                await luna.upsert_recall(candidate, idempotency_key=key)
            got[name] = caught.value.field
    assert got == {name: field for name, (_, field) in BAD_CANDIDATES.items()}
    assert await everything(luna) == before


async def test_messages_hold_no_memory_text(luna: AgentMemory) -> None:
    secret = "my PIN is 4711"
    for candidate in (
        replace(FACT, value={"predicate": "city", "value": secret, "more": secret}),
        replace(FACT, content=secret + "\x00"),
        replace(FACT, key=f"fact:user:{secret}:x"),
    ):
        error = await refused(luna, luna.upsert_recall(candidate))
        assert secret not in f"{error!r} {error.hint} {error.as_json()}"


async def test_evidence_must_say_what_is_claimed(luna: AgentMemory) -> None:
    [record] = await luna.archive.records("s")
    for evidence, field in (
        (Evidence(record.id, quote="I live in Paris"), "evidence[0].quote"),
        (Evidence(record.id, quote=""), "evidence[0].quote"),
        (Evidence(record.id, start=0, end=99), "evidence[0]"),
        (Evidence(record.id, start=5, end=5), "evidence[0]"),
        (Evidence(record.id, start=-1, end=5), "evidence[0].start"),
        (Evidence(record.id, start=3), "evidence[0]"),
        (Evidence(record.id, start="0", end="5"), "evidence[0].start"),  # type: ignore[arg-type]
        (Evidence(record.id, start=0, end=1, quote="J"), "evidence[0].quote"),
        (Evidence(record.id, quote=5), "evidence[0].quote"),  # type: ignore[arg-type]
    ):
        error = await refused(luna, luna.upsert_recall(replace(FACT, evidence=[evidence])))
        assert (type(error), error.field) == (InvalidInput, field)
    error = await refused(luna, luna.upsert_recall(replace(FACT, evidence=[Evidence("no-such-record")])))
    assert (type(error), str(error)) == (NotFound, "`evidence[0].record_id` names no record in this scope")


async def test_unknown_ended_and_foreign_sessions_are_refused(luna: AgentMemory) -> None:
    turn = [Event.user("hello")]
    for call in (
        lambda: luna.commit_turn("nobody", turn),
        lambda: luna.upsert_recall(FACT, session="nobody"),
        lambda: luna.forget_recall(Target(type="facts"), session="nobody"),
        lambda: luna.end_session("nobody"),
        lambda: luna.items(session="nobody"),
        lambda: luna.archive.records("nobody"),
    ):
        error = await refused(luna, call())
        assert (type(error), str(error)) == (NotFound, "no session `nobody`")
    await luna.end_session("s")
    for call in (
        lambda: luna.commit_turn("s", turn),
        lambda: luna.add_event("s", turn[0]),
        lambda: luna.upsert_recall(FACT, session="s"),
        lambda: luna.forget_recall(Target(type="facts"), session="s"),
        lambda: luna.start_session("s"),
    ):
        error = await refused(luna, call())
        assert (type(error), str(error)) == (Conflict, "session `s` has ended")


async def test_a_wrong_scope_is_refused(luna: AgentMemory) -> None:
    for scope in (
        "",
        " ",
        "peer",
        "peer:",
        "peer: ",
        "team:x",
        "Main",
        "main ",
        "peer:\x00",
        "group:\ud800",
        5,
        "x" * 300,
    ):
        for call in (
            lambda scope=scope: luna.start_session(scope=scope),
            lambda scope=scope: luna.items(scope=scope),
            lambda scope=scope: luna.upsert_recall(FACT, scope=scope),
            lambda scope=scope: luna.archive.sessions(scope=scope),
        ):
            error = await refused(luna, call())
            assert (type(error), error.field) == (InvalidInput, "scope")
    error = await refused(luna, luna.upsert_recall(FACT, session="s", scope="peer:a"))
    assert (type(error), error.field) == (InvalidInput, "scope")
    error = await refused(luna, luna.start_session("s", scope="peer:a"))
    assert (type(error), str(error)) == (Conflict, "a session with this id was started in another scope")


async def test_bad_names_are_refused_alike_on_both_engines(luna: AgentMemory) -> None:
    for bad in ("", " ", "a\x00", "\ud800", "x" * 257, 5):
        for call, field in (
            (lambda bad=bad: luna.start_session(bad), "session_id"),
            (lambda bad=bad: luna.start_session(kind=bad), "kind"),
            (lambda bad=bad: luna.end_session(bad), "session"),
            (lambda bad=bad: luna.item(bad), "name"),
            (lambda bad=bad: luna.archive.record(bad), "record_id"),
            (lambda bad=bad: luna.archive.attachment(bad), "attachment_id"),
            (lambda bad=bad: luna.commit_turn("s", [Event.user("x")], idempotency_key=bad), "idempotency_key"),
            (lambda bad=bad: luna.forget_recall(Target(id=bad)), "target.id"),
            (lambda bad=bad: luna.history.of(Target(id=bad)), "target.id"),
        ):
            error = await refused(luna, call())
            assert (type(error), error.field) == (InvalidInput, field)


async def test_targets_name_exactly_one_thing(luna: AgentMemory) -> None:
    for target, field in (
        (Target(), "target"),
        (Target(key="fact:user:city", type="facts"), "target"),
        ("", "target"),
        (5, "target"),
        (Target(key=5), "target.key"),  # type: ignore[arg-type]
        (Target(type="wishes"), "type"),
        (Target(query="?!"), "target.query"),
        (Target(query=5), "target.query"),  # type: ignore[arg-type]
        (Target(query=" ".join(map(str, range(300)))), "target.query"),
        ("wish:user:city", "key"),
    ):
        for mode in ("deactivate", "delete"):
            error = await refused(luna, luna.forget_recall(target, mode=mode))
            assert (type(error), error.field) == (InvalidInput, field)
    error = await refused(luna, luna.forget_recall("fact:user:city", mode="burn"))
    assert (type(error), error.field) == (InvalidInput, "mode")
    for target in (Target(type="facts"), Target(query="Berlin")):
        error = await refused(luna, luna.history.of(target))
        assert (type(error), error.field) == (InvalidInput, "target")


async def test_questions_need_words_and_a_sensible_count(luna: AgentMemory) -> None:
    for query in ("", " ", "?!…", "\x00", "\ud800", 5, None):
        error = await refused(luna, luna.retrieve_recall(query))
        assert (type(error), error.field) == (InvalidInput, "query")
    for k in (0, -1, 1_001, 10**30, 1.5, True, "5"):
        error = await refused(luna, luna.retrieve_recall("Berlin", k=k))
        assert (type(error), error.field) == (InvalidInput, "k")
    for limit in (0, -1, 10**30, "5", None):
        for call in (
            lambda limit=limit: luna.items(limit=limit),
            lambda limit=limit: luna.archive.sessions(limit=limit),
            lambda limit=limit: luna.archive.records("s", limit=limit),
        ):
            error = await refused(luna, call())
            assert (type(error), error.field) == (InvalidInput, "limit")
    for after in (-1, "5", 10**30):
        error = await refused(luna, luna.archive.records("s", after=after))
        assert (type(error), error.field) == (InvalidInput, "after")
    error = await refused(luna, luna.items(status="lost"))
    assert (type(error), error.field) == (InvalidInput, "status")


async def test_a_turn_needs_events(luna: AgentMemory) -> None:
    for events in ([], None, "hello"):
        error = await refused(luna, luna.commit_turn("s", events))
        assert type(error) is InvalidInput
    with pytest.raises(InvalidInput):
        await luna.commit_turn("s", [Event.user("x")] * 10_001)


async def test_a_value_of_any_mapping_may_carry_an_idempotency_key(luna: AgentMemory) -> None:
    frozen = replace(FACT, value=MappingProxyType({"predicate": "city", "value": "Paris"}))
    first = await luna.upsert_recall(frozen, idempotency_key="frozen")
    assert await luna.upsert_recall(frozen, idempotency_key="frozen") == replace(first, replayed=True)


async def test_a_clock_that_runs_backwards_is_told_and_order_is_kept(luna: AgentMemory, clock: ManualClock) -> None:
    clock.advance(timedelta(hours=-2))
    receipt = await luna.commit_turn("s", [Event.user("later")])
    assert receipt.notices == ("the clock is 2:00:00 behind the last write; the order is still correct",)
    records = await luna.archive.records("s")
    assert [record.content for record in records] == ["I live in Berlin", "later"]
    assert records[0].sequence < records[1].sequence
    assert records[0].timestamp > records[1].timestamp
    assert records[0].id < records[1].id
    superseding = await luna.upsert_recall(replace(FACT, value={"predicate": "city", "value": "Paris"}))
    assert [outcome.outcome for outcome in superseding.outcomes] == ["superseded"]
    assert [item.content for item in await luna.items()] == ["city: Paris"]
    assert [finding for finding in await luna.check() if not finding.ok] == []
    clock.advance(timedelta(hours=3))
    assert (await luna.commit_turn("s", [Event.user("on time")])).notices == ()

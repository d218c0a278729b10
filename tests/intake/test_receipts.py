"""Every write answers with a receipt, and a retried write changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import (
    AgentMemory,
    Attachment,
    Candidate,
    Conflict,
    Event,
    Evidence,
    ManualClock,
    Merged,
    Pending,
    Receipt,
    Refused,
    Retracted,
    Source,
    Stored,
    Superseded,
    Target,
)
from perdure.errors import PerdureError
from perdure.messages import render
from tests.homes import everything, refused


def city(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)


@pytest.mark.requirement("R207", "R303")
async def test_a_receipt_says_what_became_of_each_candidate(luna: AgentMemory, clock: ManualClock) -> None:
    stored = await luna.upsert_recall(city("Berlin", keep=timedelta(days=2)))
    [berlin] = await luna.items()
    assert stored == Receipt(
        "direct:main",
        1,
        (berlin.source_message_id,),
        (Stored("facts", "fact:user:city", "new", "main", berlin.id, None, clock.now() + timedelta(days=2)),),
    )
    merged = await luna.upsert_recall(city("berlin"))
    assert merged.outcomes == (
        Merged("facts", "fact:user:city", "said before", "main", berlin.id, None, clock.now() + timedelta(days=2)),
    )
    pending = await luna.upsert_recall(city("Rome", source=Source.TOOL))
    [rome] = await luna.items(status="pending")
    assert pending.outcomes == (
        Pending(
            "facts",
            "fact:user:city",
            "`tool` contradicts what `user` said",
            "main",
            rome.id,
            berlin.id,
            None,
            held="city: Berlin",
            proposed="city: Rome",
        ),
    )
    superseded = await luna.upsert_recall(city("Paris", pinned=True, keep=timedelta(days=1)))
    [paris] = await luna.items()
    assert superseded.outcomes == (
        Superseded("facts", "fact:user:city", "more recent", "main", paris.id, berlin.id, None),
    )
    retracted = await luna.upsert_recall(city("Paris", retract=True, reason="left"))
    assert retracted.outcomes == (Retracted("facts", "fact:user:city", "left", "main", paris.id, None, None),)
    refusal = await luna.upsert_recall(city("Paris", retract=True))
    reason = "no item with this key to retract"
    assert refusal.outcomes == (Refused("facts", "fact:user:city", reason, "main"),)
    assert [item.status.value for item in await luna.items()] == []


async def test_the_same_payload_gets_the_same_receipt_and_nothing_is_written(
    luna: AgentMemory, clock: ManualClock
) -> None:
    await luna.start_session("s")
    turn = [Event.user("hi", attachments=[Attachment("a", b"1")]), Event.tool("t", {"a": 1}, [1.5])]
    [first] = (await luna.commit_turn("s", turn)).records[:1]
    await luna.upsert_recall(city("Rome", source=Source.USER))
    calls = {
        "commit_turn": lambda key: luna.commit_turn("s", turn, idempotency_key=key),
        "commit_turns": lambda key: luna.commit_turns("s", [turn, turn[:1]], idempotency_key=key),
        "add_event": lambda key: luna.add_event("s", turn[0], idempotency_key=key),
        "upsert": lambda key: luna.upsert_recall(city("Berlin"), idempotency_key=key),
        "evidence": lambda key: luna.upsert_recall(
            city("Berlin", evidence=[Evidence(first, quote="hi")]), session="s", idempotency_key=key
        ),
        "pending": lambda key: luna.upsert_recall(city("Oslo", source="outside"), session="s", idempotency_key=key),
        "forget": lambda key: luna.forget_recall(Target(type="facts"), session="s", idempotency_key=key),
    }
    for name, call in calls.items():
        answer = await call(name)
        state = await everything(luna)
        clock.advance(timedelta(seconds=1))
        again = await call(name)
        assert await everything(luna) == state
        clock.advance(timedelta(hours=-1))
        for one, other in zip(*([a] if isinstance(a, Receipt) else a for a in (answer, again)), strict=True):
            assert other == replace(one, replayed=True)
            assert not one.replayed
        clock.advance(timedelta(hours=1))


async def test_a_key_stands_for_one_payload(luna: AgentMemory) -> None:
    await luna.start_session("s")
    one, two, three = ([Event.user(text)] for text in ("one", "two", "three"))
    await luna.commit_turns("s", [one, two], idempotency_key="k")
    for call in (
        luna.commit_turn("s", one, idempotency_key="k"),
        luna.commit_turns("s", [one], idempotency_key="k"),
        luna.commit_turns("s", [one, three], idempotency_key="k"),
        luna.commit_turns("s", [one, two, three], idempotency_key="k"),
        luna.commit_turns("s", [three, one, two], idempotency_key="k"),
        luna.upsert_recall(city("Berlin"), session="s", idempotency_key="k"),
        luna.forget_recall(Target(type="facts"), session="s", idempotency_key="k"),
    ):
        error = await refused(luna, call)
        assert (type(error), str(error)) == (Conflict, "this idempotency key was used for another payload")
    again = await luna.commit_turns("s", [one, two], idempotency_key="k")
    assert [receipt.replayed for receipt in again] == [True, True]


async def test_a_key_belongs_to_its_session(luna: AgentMemory) -> None:
    for session in ("a", "b"):
        await luna.start_session(session)
        receipt = await luna.commit_turn(session, [Event.user(session)], idempotency_key="k")
        assert (receipt.session, receipt.replayed) == (session, False)


async def test_a_retry_is_answered_also_when_the_session_has_ended_meanwhile(luna: AgentMemory) -> None:
    await luna.start_session("s")
    first = await luna.commit_turn("s", [Event.user("bye")], idempotency_key="k")
    second = await luna.upsert_recall(city("Berlin"), session="s", idempotency_key="l")
    await luna.end_session("s")
    assert await luna.commit_turn("s", [Event.user("bye")], idempotency_key="k") == replace(first, replayed=True)
    again = await luna.upsert_recall(city("Berlin"), session="s", idempotency_key="l")
    assert again == replace(second, replayed=True)
    assert type(await refused(luna, luna.commit_turn("s", [Event.user("bye")], idempotency_key="m"))) is Conflict


async def test_a_refused_write_leaves_its_key_free(luna: AgentMemory) -> None:
    with pytest.raises(PerdureError):
        await luna.upsert_recall(city(" "), idempotency_key="k")
    assert not (await luna.upsert_recall(city("Berlin"), idempotency_key="k")).replayed


async def test_without_a_key_records_are_appended_and_items_do_not_double(luna: AgentMemory) -> None:
    await luna.start_session("s")
    for _ in range(2):
        await luna.commit_turn("s", [Event.user("yes")])
        await luna.upsert_recall(city("Berlin"), session="s")
    assert [record.content for record in await luna.archive.records("s")] == ["yes", "city: Berlin"] * 2
    [item] = await luna.items(status=None)
    assert (item.version, len(item.evidence)) == (1, 2)


async def test_the_same_evidence_twice_changes_nothing(luna: AgentMemory) -> None:
    await luna.start_session("s")
    [record] = (await luna.commit_turn("s", [Event.user("I live in Berlin")])).records
    pointing = city("Berlin", evidence=[Evidence(record, quote="Berlin")])
    await luna.upsert_recall(pointing, session="s")
    state = await everything(luna)
    receipt = await luna.upsert_recall(pointing, session="s")
    assert [outcome.outcome for outcome in receipt.outcomes] == ["merged"]
    assert await everything(luna) == state


async def test_a_receipt_has_code_and_parameters_beside_every_reason_also_when_it_is_replayed(
    luna: AgentMemory,
) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user("我住在成都。")])
    events = [Event.user("我现在住在杭州，邮箱是 bob@example.com。")]
    first = await luna.commit_turn("s", events, idempotency_key="k")
    again = await luna.commit_turn("s", events, idempotency_key="k")
    assert {**again.as_json(), "replayed": False} == first.as_json()
    outcome = next(o for o in again.as_json()["outcomes"] if o["outcome"] == "superseded")
    assert (outcome["code"], outcome["language"]) == ("write.heard", "zh")
    assert outcome["params"]["decided"] == {
        "text": "changed: city",
        "code": "write.changed",
        "params": {"fields": ["city"]},
        "language": "en",
    }
    [notice] = again.as_json()["notice_codes"]
    assert (notice["code"], notice["params"]["allow"], notice["language"]) == ("notice.masked", ["email"], "zh")
    [english] = [render(o.reason, language="en") for o in again.outcomes if isinstance(o, Superseded)]
    assert english == "a fact about the person: “我现在住在杭州” (changed: city)"


async def test_history_and_review_keep_the_code_of_a_reason_and_show_prose_as_it_is(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("Berlin"))
    await luna.upsert_recall(city("Rome", source=Source.TOOL))
    await luna.upsert_recall(city("Berlin", retract=True, reason="the user said no"))
    [waits] = await luna.review.list()
    assert render(waits.reason, language="zh") == "工具与用户的说法矛盾，需要确认"
    assert waits.as_json()["params"] == {"source": "tool", "held": "user"}
    changes = [change.as_json() for change in (await luna.history.of("fact:user:city")).changes]
    assert [(change["action"], change["reason"], change["code"]) for change in changes] == [
        ("stored", "new", "write.new"),
        ("pending", "`tool` contradicts what `user` said", "write.contradicts"),
        ("retracted", "the user said no", None),
    ]
    assert [sorted(change["after"]) for change in changes[:2]] == [["status", "version"]] * 2


async def test_a_log_entry_of_an_older_release_is_shown_as_it_was_written(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("Berlin"))
    [item] = await luna.items()
    pinned = replace(item, pinned=True)
    await luna.port.write(
        "main", lambda tx: tx.change_item(item, pinned, action="confirmed", reason="said before", source=Source.USER)
    )
    reason = (await luna.history.of(item.key)).changes[-1].reason
    assert (reason, render(reason, language="zh")) == ("said before", "said before")

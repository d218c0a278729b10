"""What is only likely is kept for a while: a person lists it, and makes it last, puts it otherwise or ends it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Conflict, Event, InvalidInput, ManualClock, NotFound, Source
from perdure.intake.admit import PROVISIONALLY
from perdure.intake.conclude import conclude
from perdure.intake.origin import Origin
from perdure.values import Evidence, Grade, Item, Status
from tests.homes import everything, refused
from tests.likely import SAID, hear, read, turn_of

EDITED = {
    "en": "Pistachio is the only ice cream I buy",
    "zh": "下雨天我只想吃牛油火锅",
}


async def listed(luna: AgentMemory) -> list[str]:
    return [one.item.content for one in await luna.review.list(provisional=True)]


async def sound(luna: AgentMemory) -> bool:
    return [finding for finding in await luna.check() if not finding.ok] == []


@pytest.mark.parametrize("language", SAID)
async def test_what_is_provisional_is_listed_only_on_request(luna: AgentMemory, language: str) -> None:
    text, type = SAID[language]
    item = await hear(luna, text, type)
    assert (item.type, item.grade, item.keep_for) == (type, Grade.PROVISIONAL, PROVISIONALLY)
    assert await luna.review.list() == []
    [entry] = await luna.review.list(provisional=True)
    assert (entry.item, entry.held, entry.doubtful, entry.retracts) == (item, (), False, False)
    assert entry.as_json()["code"] == "review.provisional"
    assert entry == await luna.review.show(item.id) == await luna.review.show(item.id[-8:])
    assert await luna.review.list(provisional=True, scope="peer:a") == []


async def test_they_are_listed_oldest_first_without_what_is_sure_or_lapsed(
    luna: AgentMemory, clock: ManualClock
) -> None:
    lapsed = await hear(luna, "the ferry was late again")
    clock.advance(PROVISIONALLY + timedelta(seconds=1))
    await hear(luna, "I could live on pistachio ice cream")
    await luna.remember("I grew up in Hull.")
    await hear(luna, "我一到雨天就想吃火锅")
    assert await listed(luna) == ["I could live on pistachio ice cream", "我一到雨天就想吃火锅"]
    assert isinstance(await refused(luna, luna.review.accept(lapsed.id)), NotFound)


@pytest.mark.parametrize("language", SAID)
async def test_accepting_makes_it_sure_and_lasting_as_saying_it_again_would(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    text, type = SAID[language]
    item = await hear(luna, text, type)
    clock.advance(timedelta(days=2))
    [outcome] = (await luna.review.accept(item.id)).outcomes
    assert (outcome.outcome, outcome.item_id, outcome.key) == ("merged", item.id, item.key)
    accepted = await luna.item(item.id)
    assert (accepted.grade, accepted.expires_at, accepted.version) == (Grade.SURE, None, item.version)
    assert (accepted.content, accepted.evidence) == (text, item.evidence)
    assert accepted.confidence > item.confidence
    assert accepted.importance > item.importance
    assert [one.id for one in await luna.items(type)] == [item.id]
    assert await listed(luna) == []
    [*_, last] = (await luna.history.of(item)).changes
    assert (last.action, last.source) == ("accepted", Source.USER)
    clock.advance(timedelta(days=60))
    assert [one.id for one in await luna.items(type)] == [item.id]
    assert isinstance(await refused(luna, luna.review.accept(item.id)), Conflict)
    assert await sound(luna)


async def test_what_was_relayed_is_the_users_own_once_it_is_accepted(luna: AgentMemory) -> None:
    value = {"subject": "user", "predicate": "likes tea", "value": "likes tea"}
    likely = Candidate("facts", value, source=Source.RELAYED, grade=Grade.PROVISIONAL)
    [first] = (await luna.upsert_recall(likely)).outcomes
    [outcome] = (await luna.review.accept(first.item_id or "")).outcomes
    [item] = await luna.items("facts")
    assert (item.key, item.version, item.source, item.grade) == (first.key, 2, Source.USER, Grade.SURE)
    assert (outcome.item_id, outcome.replaces, item.expires_at) == (item.id, first.item_id, None)
    assert len(item.evidence) == 1
    assert await sound(luna)


@pytest.mark.parametrize("language", SAID)
async def test_what_is_rejected_does_not_come_back_when_its_turn_is_read_again(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    text, type = SAID[language]
    item = await hear(luna, text, type)
    kept = await turn_of(luna, item)
    clock.advance(timedelta(hours=1))
    [outcome] = (await luna.review.reject(item.id)).outcomes
    assert (outcome.outcome, outcome.item_id) == ("retracted", item.id)
    assert (await luna.item(item.id)).status is Status.RETRACTED
    assert (await listed(luna), await luna.items(type)) == ([], [])
    for other, grade in ((type, Grade.PROVISIONAL), (type, Grade.SURE), ("goals", Grade.SURE)):
        [again] = await read(luna, kept, other, grade=grade, again=True)
        assert again.outcome == "refused"
        assert ("already reviewed" if language == "en" else "已由人决定") in again.reason
    assert await luna.items() == []
    assert await sound(luna)


@pytest.mark.parametrize("language", SAID)
async def test_what_was_rejected_may_be_said_anew(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    text, type = SAID[language]
    await luna.review.reject((await hear(luna, text, type)).id)
    clock.advance(timedelta(days=1))
    item = await hear(luna, text, type, session="t")
    assert [one.id for one in await luna.items(type)] == [item.id]


@pytest.mark.parametrize("language", SAID)
async def test_other_words_take_the_place_of_what_was_heard(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    text, type = SAID[language]
    item = await hear(luna, text, type)
    clock.advance(timedelta(days=1))
    receipt = await luna.review.edit(item.id, EDITED[language])
    [made] = await luna.items(type)
    assert [outcome.item_id for outcome in receipt.outcomes] == [made.id]
    assert (made.content, made.grade, made.source, made.expires_at) == (
        EDITED[language],
        Grade.SURE,
        Source.USER,
        None,
    )
    assert [proof.quote for proof in made.evidence] == [EDITED[language]]
    [record] = [one for one in await luna.archive.records("direct:main") if one.id in receipt.records]
    assert (record.role, record.content) == ("user", EDITED[language])
    old = await luna.item(item.id)
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, made.id)
    assert (await listed(luna), await luna.review.list()) == ([], [])
    [again] = await read(luna, await turn_of(luna, item), type, again=True)
    assert again.outcome == "refused"
    assert await sound(luna)


async def test_the_same_words_written_better_are_kept_as_they_are_written(luna: AgentMemory) -> None:
    item = await hear(luna, "i could live on pistachio ice cream")
    await luna.review.edit(item.id, "I could live on Pistachio ice cream")
    assert [(one.content, one.grade) for one in await luna.items("facts")] == [
        ("I could live on Pistachio ice cream", Grade.SURE)
    ]


async def test_other_words_are_read_by_the_rules_and_masked_like_any_others(luna: AgentMemory) -> None:
    item = await hear(luna, "the place by the Ouse is home now")
    await luna.review.edit(item.id, "I live in York")
    [profile] = await luna.items("profile")
    assert [(fact["k"], fact["v"]) for fact in profile.value["facts"]] == [("city", "York")]
    item = await hear(luna, "write to me at home", session="t")
    receipt = await luna.review.edit(item.id, "My mail is bob@example.com")
    assert receipt.notices
    assert "bob@example.com" not in await everything(luna)


async def test_what_cannot_be_put_in_other_words_stays_as_it_is(luna: AgentMemory) -> None:
    item = await hear(luna, "I could live on pistachio ice cream")
    for text in ("", "   "):
        assert isinstance(await refused(luna, luna.review.edit(item.id, text)), InvalidInput)
    assert isinstance(await refused(luna, luna.review.edit("no-such-id", "I like tea")), NotFound)
    [sure] = (await luna.remember("I grew up in Hull.")).outcomes
    assert isinstance(await refused(luna, luna.review.edit(sure.item_id or "", "I grew up in Leeds.")), Conflict)


async def test_many_are_decided_on_at_once_and_each_is_told(luna: AgentMemory) -> None:
    texts = [f"pistachio ice cream number {n} was my favourite" for n in range(4)] + ["我一到雨天就想吃火锅"]
    items = [await hear(luna, text) for text in texts]
    before = (await luna.history.changes())[0].revision
    receipt = await luna.review.accept(items[0].id, "no-such-id", items[1].id[-8:], items[4].id, items[0].id)
    assert [outcome.outcome for outcome in receipt.outcomes] == ["merged", "refused", "merged", "merged"]
    assert (receipt.outcomes[1].item_id, receipt.outcomes[1].as_json()["code"]) == ("no-such-id", "review.gone")
    assert (await luna.history.changes())[0].revision == before + 1
    receipt = await luna.review.reject(items[0].id, items[2].id, items[3].id)
    assert [outcome.outcome for outcome in receipt.outcomes] == ["refused", "retracted", "retracted"]
    assert (receipt.outcomes[0].item_id, receipt.outcomes[0].as_json()["code"]) == (items[0].id, "review.decided")
    assert {item.content for item in await luna.items()} == {texts[0], texts[1], texts[4]}
    with pytest.raises(InvalidInput):
        await luna.review.accept()
    assert await sound(luna)


async def test_all_of_a_scope_are_accepted_or_rejected_and_no_others(luna: AgentMemory) -> None:
    waits = Candidate("rules", {"rule": "no emoji"}, source=Source.TOOL)
    await luna.upsert_recall(waits)
    first, second = await hear(luna, "I could live on pistachio ice cream"), await hear(luna, "我一到雨天就想吃火锅")
    receipt = await luna.review.accept_provisional()
    assert [outcome.item_id for outcome in receipt.outcomes] == [first.id, second.id]
    await hear(luna, "the ferry was late again")
    receipt = await luna.review.reject_provisional()
    assert [outcome.outcome for outcome in receipt.outcomes] == ["retracted"]
    assert {(item.content, item.grade) for item in await luna.items()} == {
        (first.content, Grade.SURE),
        (second.content, Grade.SURE),
    }
    assert (await luna.review.accept_provisional()).outcomes == ()
    assert [one.item.key for one in await luna.review.list()] != []


async def likely_rivals(luna: AgentMemory) -> tuple[Item, Item]:
    """A sure preference, and one that may disagree with it and is only likely."""
    session = await luna.start_session("s")
    for text, grade in (("I prefer window seats", Grade.SURE), ("I prefer aisle seats", Grade.PROVISIONAL)):
        kept = await luna.commit_turn(session, [Event.user(text)], learn=False)
        value = {"scope": "other", "name": "seat", "value": text}
        proof = [Evidence(kept.records[0], 0, len(text))]
        candidate = Candidate("preferences", value, content=text, evidence=proof, replaces=False, grade=grade)
        origin = Origin(session, kept.turn_id, kept.records[0])
        await luna.port.write("main", lambda tx, c=candidate, o=origin: conclude(tx, luna._intake.criteria, c, o))
    older, newer = sorted(await luna.items("preferences"), key=lambda item: item.sequence)
    return older, newer


async def test_of_a_doubtful_pair_the_one_that_is_accepted_lasts(luna: AgentMemory) -> None:
    _, newer = await likely_rivals(luna)
    [entry] = await luna.review.list(provisional=True)
    assert (entry.item.id, entry.doubtful) == (newer.id, True)
    await luna.review.accept(newer.id)
    [item] = await luna.items("preferences")
    assert (item.id, item.grade, item.expires_at) == (newer.id, Grade.SURE, None)


async def test_both_of_a_doubtful_pair_last_when_both_are_kept(luna: AgentMemory) -> None:
    await likely_rivals(luna)
    [entry] = await luna.review.list()
    await luna.review.keep_both(entry.item.id)
    assert [item.grade for item in await luna.items("preferences")] == [Grade.SURE, Grade.SURE]


async def test_accepting_all_ends_nothing_that_may_disagree(luna: AgentMemory) -> None:
    older, newer = await likely_rivals(luna)
    await luna.review.accept_provisional()
    assert {item.id: item.grade for item in await luna.items("preferences")} == {
        older.id: Grade.SURE,
        newer.id: Grade.SURE,
    }
    assert [(one.item.id, one.doubtful) for one in await luna.review.list()] == [(newer.id, True)]


async def test_a_decision_can_be_undone(luna: AgentMemory) -> None:
    text = "I could live on pistachio ice cream"
    item = await hear(luna, text)
    for decide in (
        lambda: luna.review.accept(item.id),
        lambda: luna.review.reject(item.id),
        lambda: luna.review.edit(item.id, "Pistachio is the only ice cream I buy"),
    ):
        await decide()
        await luna.history.undo((await luna.history.changes())[0].revision, dry_run=False)
        again = await luna.item(item.id)
        assert (again.status, again.grade, again.expires_at) == (Status.ACTIVE, Grade.PROVISIONAL, item.expires_at)
        assert await listed(luna) == [text]


@pytest.mark.parametrize(("language", "answer"), [("en", "yes please"), ("zh", "好的"), ("en", "no"), ("zh", "不要")])
async def test_the_users_next_message_answers_the_question(luna: AgentMemory, language: str, answer: str) -> None:
    text, type = SAID[language]
    item = await hear(luna, text, type)
    [entry] = await luna.review.list(provisional=True)
    await luna.commit_turn("s", [Event.assistant(entry.question)])
    await luna.commit_turn("s", [Event.user(answer)])
    decided = await luna.item(item.id)
    is_kept = answer in ("yes please", "好的")
    assert (decided.status, decided.grade) == (
        (Status.ACTIVE, Grade.SURE) if is_kept else (Status.RETRACTED, Grade.PROVISIONAL)
    )


async def test_a_peer_decides_nothing_about_what_is_shared(luna: AgentMemory) -> None:
    changed = {"type": "event", "description": "X is called Y"}
    [outcome] = (await luna.upsert_recall(Candidate("patches", changed, grade=Grade.PROVISIONAL))).outcomes
    before = (await luna.item(outcome.item_id or "")).grade
    receipts = [
        await luna.review.accept(outcome.item_id or "", scope="peer:a"),
        await luna.review.reject(outcome.item_id or "", scope="peer:a"),
        await luna.review.edit(outcome.item_id or "", "X is called Z", scope="peer:a"),
        await luna.review.accept_provisional(scope="peer:a"),
        await luna.review.reject_provisional(scope="peer:a"),
    ]
    assert [one.outcome for receipt in receipts for one in receipt.outcomes] == ["refused"] * 5
    assert (await luna.item(outcome.item_id or "")).grade is before

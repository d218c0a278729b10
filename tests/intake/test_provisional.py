"""What is only likely is kept for a while: a person lists it, and makes it last, puts it otherwise or ends it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Conflict, Event, InvalidInput, ManualClock, NotFound, Source
from perdure.intake import review
from perdure.intake.admit import PROVISIONALLY
from perdure.intake.conclude import conclude
from perdure.intake.origin import Origin
from perdure.store.links import LinkKind
from perdure.store.transaction import Transaction
from perdure.values import Change, Evidence, Grade, Item, Outcome, Receipt, ReviewEntry, Status
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


async def doubted(luna: AgentMemory, grade: Grade, alike: bool = False) -> tuple[Item, Receipt]:
    """What a reader heard in a turn, of one grade, linked with what was held before; and the receipt of its turn."""
    [outcome] = (await luna.remember("My bike is blue.")).outcomes
    newer = await hear(luna, "the bicycle is a green one these days")
    if grade is Grade.SURE:
        await luna.review.accept(newer.id)
    kind = LinkKind.ALIKE if alike else LinkKind.DOUBTFUL
    await luna.port.write("main", lambda tx: tx.links.add(outcome.item_id or "", newer.id, kind))
    return newer, await turn_of(luna, newer)


async def last_change(luna: AgentMemory, item: Item) -> Change:
    return (await luna.history.of(await luna.item(item.id))).changes[-1]


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize("alike", [False, True])
async def test_what_is_rejected_stays_away_however_it_was_asked_about(
    luna: AgentMemory, grade: Grade, alike: bool
) -> None:
    item, kept = await doubted(luna, grade, alike)
    [outcome] = (await luna.review.reject(item.id)).outcomes
    assert (outcome.outcome, outcome.item_id, await luna.review.list()) == ("retracted", item.id, [])
    change = await last_change(luna, item)
    assert (change.action, change.source) == ("rejected", Source.USER)
    for type, again in (("facts", Grade.PROVISIONAL), ("goals", Grade.SURE)):
        [told] = await read(luna, kept, type, grade=again, again=True)
        assert (told.outcome, "already reviewed" in told.reason) == ("refused", True)
    assert [one.content for one in await luna.items()] == ["My bike is blue."]
    assert await sound(luna)


async def test_what_is_rejected_with_all_the_others_stays_away(luna: AgentMemory) -> None:
    item, kept = await doubted(luna, Grade.PROVISIONAL)
    other = await hear(luna, "我一到雨天就想吃火锅", "preferences", session="t")
    await luna.review.reject_provisional()
    for one, turn in ((item, kept), (other, await turn_of(luna, other))):
        assert (await last_change(luna, one)).action == "rejected"
        [told] = await read(luna, turn, "goals", grade=Grade.SURE, again=True)
        assert told.outcome == "refused"
    assert await luna.review.list() == []


async def test_what_a_person_rejected_can_be_put_back(luna: AgentMemory) -> None:
    item, kept = await doubted(luna, Grade.PROVISIONAL)
    await luna.review.reject(item.id)
    assert [(one.item.id, one.action) for one in await luna.upkeep.forgotten()] == [(item.id, "rejected")]
    await luna.upkeep.restore(item.id)
    assert {one.id for one in await luna.items("facts")} >= {item.id}
    await luna.forget_recall(item.id)
    [told] = await read(luna, kept, "goals", grade=Grade.SURE, again=True)
    assert "already reviewed" not in told.reason


async def test_whoever_rejects_a_denial_stands_by_the_thing_and_not_against_the_words(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await luna.remember("I own a canoe.")
    [item] = await luna.items("facts")
    kept = await luna.commit_turn(session, [Event.user("someone paid cash for it")], learn=False)
    denial = Candidate(item.type, item.value, key=item.key, retract=True, asks=True, evidence=proofs(kept, 24))
    origin = Origin(session, kept.turn_id, kept.records[0])
    [outcome] = (await luna.port.write("main", lambda tx: conclude(tx, luna._intake.criteria, denial, origin))).outcomes
    assert outcome.outcome == "pending"
    await luna.review.reject(outcome.item_id or "")
    assert [one.content for one in await luna.items("facts")] == [item.content]
    [told] = await read(luna, kept, "goals", grade=Grade.SURE, again=True)
    assert told.outcome == "stored"


def proofs(kept: Receipt, end: int) -> list[Evidence]:
    return [Evidence(kept.records[0], 0, end)]


@pytest.mark.parametrize("kind", LinkKind)
async def test_what_is_put_otherwise_is_still_asked_about(luna: AgentMemory, kind: LinkKind) -> None:
    item, _ = await doubted(luna, Grade.PROVISIONAL, alike=kind is LinkKind.ALIKE)
    [outcome] = (await luna.review.edit(item.id, "My bike is green now.")).outcomes
    [entry] = await luna.review.list()
    assert (entry.item.id, entry.doubtful, entry.item.grade) == (outcome.item_id, True, Grade.SURE)
    assert [one.content for one in entry.held] == ["My bike is blue."]
    assert (await luna.item(item.id)).superseded_by == outcome.item_id
    await luna.review.accept(entry.item.id)
    assert [one.content for one in await luna.items("facts")] == ["My bike is green now"]
    assert (await luna.review.list(), await sound(luna)) == ([], True)


async def test_the_earlier_one_put_otherwise_is_still_asked_about(luna: AgentMemory) -> None:
    first = await hear(luna, "the bicycle is a green one these days")
    [outcome] = (await luna.remember("My bike is blue.")).outcomes
    await luna.port.write("main", lambda tx: tx.links.add(first.id, outcome.item_id or ""))
    await luna.review.edit(first.id, "My bike is green now.")
    [entry] = await luna.review.list()
    assert {entry.item.content, *(one.content for one in entry.held)} == {"My bike is blue.", "My bike is green now"}


async def test_other_words_that_settle_the_question_leave_none(luna: AgentMemory) -> None:
    item, _ = await doubted(luna, Grade.PROVISIONAL)
    await luna.review.edit(item.id, "My bike is blue.")
    assert [one.content for one in await luna.items("facts")] == ["My bike is blue."]
    [held] = await luna.items("facts")
    assert ((await luna.item(item.id)).superseded_by, await luna.review.list()) == (held.id, [])


async def test_an_edit_that_is_undone_asks_as_before(luna: AgentMemory) -> None:
    item, _ = await doubted(luna, Grade.PROVISIONAL)
    await luna.review.edit(item.id, "My bike is green now.")
    await luna.history.undo((await luna.history.changes())[0].revision, dry_run=False)
    [entry] = await luna.review.list()
    assert (entry.item.id, [one.content for one in entry.held]) == (item.id, ["My bike is blue."])
    assert await sound(luna)


@pytest.mark.parametrize(
    ("heard", "text", "takes_over"),
    [
        ("the bicycle is a green one", "I grew up in Hull. My bicycle is green.", "My bicycle is green"),
        ("mlopez does the cakes", "My colleague Maria Lopez bakes cakes. See https://a.example/x", "Maria Lopez bakes"),
        ("自行车是绿色的那辆", "我在苏州长大。我的自行车是绿色的。", "我的自行车是绿色的"),
    ],
)
async def test_of_several_things_that_were_said_the_one_that_says_it_again_takes_its_place(
    luna: AgentMemory, heard: str, text: str, takes_over: str
) -> None:
    item = await hear(luna, heard)
    await luna.review.edit(item.id, text)
    heir = await luna.item((await luna.item(item.id)).superseded_by or "")
    assert takes_over in heir.content
    assert heir.type != "entities"


async def test_a_version_with_the_users_authority_is_still_asked_about(luna: AgentMemory) -> None:
    [held] = (await luna.remember("My bike is blue.")).outcomes
    value = {"subject": "user", "predicate": "has a green bike", "value": "has a green bike"}
    [first] = (
        await luna.upsert_recall(Candidate("facts", value, source=Source.RELAYED, grade=Grade.PROVISIONAL))
    ).outcomes
    await luna.port.write("main", lambda tx: tx.links.add(held.item_id or "", first.item_id or ""))
    [outcome] = (await luna.review.accept_provisional()).outcomes
    assert outcome.replaces == first.item_id
    [entry] = await luna.review.list()
    assert (entry.item.id, [one.id for one in entry.held]) == (outcome.item_id, [held.item_id])


async def test_all_that_was_shown_is_decided_on_and_nothing_that_came_since(luna: AgentMemory) -> None:
    shown = [await hear(luna, text) for text in ("two sugars and I am happy", "nights are when I come alive")]
    ids = [item.id for item in shown]
    later = await hear(luna, "我一到雨天就想吃火锅", session="t")
    await luna.review.accept(ids[0])
    receipt = await luna.review.reject_provisional(only=[*ids, ids[1], "no-such-id"])
    assert [(one.outcome, one.item_id) for one in receipt.outcomes] == [
        ("refused", ids[0]),
        ("retracted", ids[1]),
        ("refused", "no-such-id"),
    ]
    assert [receipt.outcomes[n].as_json()["code"] for n in (0, 2)] == ["review.decided", "review.gone"]
    assert [one.item.id for one in await luna.review.list(provisional=True)] == [later.id]
    assert (await luna.review.accept_provisional(only=[])).outcomes == ()
    assert (await luna.review.reject_provisional(only=[])).outcomes == ()
    [outcome] = (await luna.review.accept_provisional(only=[later.id])).outcomes
    assert (outcome.outcome, outcome.item_id) == ("merged", later.id)


async def test_what_fails_half_way_is_raised_and_nothing_of_it_stays(luna: AgentMemory) -> None:
    items = [await hear(luna, text) for text in ("two sugars and I am happy", "nights are when I come alive")]
    session = await luna.start_session("t")
    before = await everything(luna)

    def work(tx: Transaction) -> Receipt:
        def decide(one: ReviewEntry) -> list[Outcome]:
            done = review.reject(tx, session, [one.item.id]).outcomes
            if one.item.id == items[1].id:
                raise Conflict("this was erased")
            return list(done)

        return review._each(tx, session, [item.id for item in items], decide)

    with pytest.raises(Conflict):
        await luna.port.write("main", work)
    assert await everything(luna) == before


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

"""A short answer is told with the assistant's question, as the archive shows it, and rests on the question as well."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, ErasureTarget, Event, Target
from perdure.intake.asked import said_before
from perdure.intake.extraction import page_of
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.store.transaction import Transaction
from perdure.values import Evidence, Grade, Item, Receipt, Record
from tests.likely import hear

CASES = {
    "en": (
        "I'm allergic to Zanzibar cashews.",
        "Besides Zanzibar cashews, are you allergic to anything?",
        "shellfish and kiwi",
        "Zanzibar",
    ),
    "zh": ("我对腰果过敏。", "除了腰果过敏，你还有什么忌口吗？", "虾和猕猴桃", "腰果"),
    "mixed": ("我对 cashew 过敏。", "除了 cashew 过敏，你还有什么要忌口的吗？", "虾和 kiwi", "cashew"),
}
"""What somebody said, a question that repeats it, the answer to that, and the word that is not to come back."""
PLAIN = {"en": ("Which nights do you work?", "tuesdays"), "zh": ("你哪几天上班？", "周二和周五")}


async def heard(luna: AgentMemory, turn: Receipt, answer: str, question: str, kind: str = "facts") -> Receipt:
    """A turn that was kept, as the reader reads it who takes its words for the answer to a question."""

    def work(tx: Transaction) -> Receipt:
        session = tx.session(turn.session)
        assert session is not None
        records = tx.records_of_turn(turn.session, turn.turn_id or 0)
        events = [Event(record.role, record.content or "", timestamp=record.timestamp) for record in records]
        clause = ReadClause(
            len(events) - 1, 0, len(answer), {kind: 1.0}, "state", "user", Grade.SURE, answer, answers=question
        )
        plain = Receipt(turn.session, turn.turn_id, turn.records)
        return luna._intake.learning(tx).from_turn(session, events, plain, None, Readings((clause,)))

    return await luna.port.write("main", work)


async def kept(luna: AgentMemory, *events: Event, session: str = "s") -> Receipt:
    await luna.start_session(session)
    return await luna.commit_turn(session, list(events), learn=False)


async def answered(luna: AgentMemory, question: str, answer: str, kind: str = "facts", *, session: str = "s") -> Item:
    """What is kept of an answer in a session in which the question was just asked."""
    await kept(luna, Event.assistant(question), session=session)
    turn = await heard(luna, await kept(luna, Event.user(answer), session=session), answer, question, kind)
    return await luna.item(next(outcome.item_id for outcome in turn.outcomes if outcome.item_id))


async def contents(luna: AgentMemory) -> list[str]:
    return [item.content for item in await luna.items()]


async def records(luna: AgentMemory) -> list[Record]:
    return await luna.archive.records("s")


@pytest.mark.parametrize(("question", "answer"), PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize("kind", ["facts", "profile", "preferences", "tasks"])
async def test_an_answer_rests_on_its_own_words_and_behind_them_on_the_question(
    luna: AgentMemory, question: str, answer: str, kind: str
) -> None:
    turn = await kept(luna, Event.user("hi"), Event.assistant(f"Good. {question}"))
    said = await kept(luna, Event.user(answer))
    await heard(luna, said, answer, question, kind)
    [item] = await luna.items()
    first = len("Good. ")
    assert item.evidence == (
        Evidence(said.records[0], 0, len(answer), answer),
        Evidence(turn.records[1], first, first + len(question), question),
    )
    assert item.source_message_id == said.records[0]


async def test_a_question_of_the_same_turn_is_rested_on_too(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    turn = await kept(luna, Event.assistant(question), Event.user(answer))
    await heard(luna, turn, answer, question)
    [item] = await luna.items()
    assert [proof.record_id for proof in item.evidence] == [turn.records[1], turn.records[0]]


async def test_a_question_that_nobody_asked_is_told_with_nothing(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    await kept(luna, Event.assistant("Good."))
    await heard(luna, await kept(luna, Event.user(answer)), answer, question)
    [item] = await luna.items()
    assert (item.content, len(item.evidence)) == (answer, 1)


@pytest.mark.parametrize(("said", "question", "answer", "word"), CASES.values(), ids=CASES)
async def test_what_was_forgotten_does_not_come_back_with_the_question(
    luna: AgentMemory, said: str, question: str, answer: str, word: str
) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user(said), Event.assistant(f"Noted. {question}")])
    for item in await luna.items():
        await luna.forget_recall(Target(id=item.id))
    before = await luna.port.read("main", lambda tx: said_before(tx, "s", 2))
    assert word not in before
    turn = await kept(luna, Event.user(answer))
    await heard(luna, turn, answer, question)  # as it was read before it was forgotten
    assert await contents(luna) == [answer]
    pack = await luna.compose("s", answer, budget=2000)
    assert word not in pack.text


@pytest.mark.parametrize("kind", ["facts", "profile"])
@pytest.mark.parametrize(("said", "question", "answer", "word"), CASES.values(), ids=CASES)
async def test_an_answer_loses_its_question_once_that_tells_what_is_forgotten(
    luna: AgentMemory, said: str, question: str, answer: str, word: str, kind: str
) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user(said)])
    [first] = [item for item in await luna.items() if item.type != "entities"]
    await kept(luna, Event.assistant(question))
    turn = await kept(luna, Event.user(answer))
    await heard(luna, turn, answer, question, kind)
    held = [item.content for item in await luna.items()]
    assert any(question in content for content in held)
    target = f"{first.key}#{first.value['facts'][0]['k']}" if first.type == "profile" else first.key
    await luna.forget_recall(target)
    assert not any(word in str((item.key, item.content, item.value)) for item in await luna.items())
    [item] = [item for item in await luna.items() if answer in item.content]
    assert [proof.record_id for proof in item.evidence if proof.quote == answer] == [turn.records[0]]
    assert word not in (await luna.compose("s", answer, budget=2000)).text


async def test_forgetting_an_answer_hides_its_question_there_and_nowhere_else(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    item = await answered(luna, question, answer)
    other = await answered(luna, question, "mondays and sundays", session="t")
    await luna.forget_recall(Target(id=item.id))
    spans = await luna.port.read("main", lambda tx: tx.withheld.everything())
    assert {span[:3] for span in spans} == {(e.record_id, e.start, e.end) for e in item.evidence}
    assert await contents(luna) == [other.content]


@pytest.mark.parametrize("kind", ["facts", "profile"])
@pytest.mark.parametrize(("said", "question", "answer", "word"), CASES.values(), ids=CASES)
async def test_erasing_the_question_takes_what_is_told_with_it_and_has_the_answer_read_again(
    luna: AgentMemory, said: str, question: str, answer: str, word: str, kind: str
) -> None:
    item = await answered(luna, question, answer, kind)
    certificate = await luna.erase(ErasureTarget(id=item.evidence[1].record_id))
    assert item.id in certificate.items
    assert certificate.counts["read_again"] == 1
    assert (certificate.leftovers, certificate.elsewhere) == ({}, ())
    everything = [str((one.key, one.content, one.value)) for one in await luna.items(status=None)]
    assert not any(word in text for text in everything)
    assert answer in [record.content for record in await records(luna)]


@pytest.mark.parametrize("kind", ["facts", "profile"])
async def test_a_question_alone_holds_no_item(luna: AgentMemory, kind: str) -> None:
    """Erasing the answer takes the item, though all of its words may stand in the question."""
    question = "Do you work on tuesdays or on fridays?"
    item = await answered(luna, question, "on fridays", kind)
    await luna.erase(ErasureTarget(id=item.evidence[0].record_id))
    assert await luna.items(status=None) == []
    assert question in [record.content for record in await records(luna)]


async def test_of_a_profile_only_the_field_goes_that_is_told_with_an_erased_question(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user("I live in Leeds.")])
    item = await answered(luna, question, answer, "profile")
    assert len(item.value["facts"]) == 2
    proof = next(one for one in item.evidence if one.quote == question)
    await luna.erase(ErasureTarget(id=proof.record_id))
    [left] = [one for one in await luna.items() if one.type == "profile"]
    assert [fact["v"] for fact in left.value["facts"]] == ["Leeds"]


async def test_undoing_what_the_assistant_said_leaves_the_answer_as_it_is(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    item = await answered(luna, question, answer)
    await luna.review.undo_source(f"record:{item.evidence[1].record_id}", dry_run=False)
    assert await luna.items() == [item]
    await luna.review.undo_source(f"record:{item.evidence[0].record_id}", dry_run=False)
    assert await luna.items() == []


async def test_an_answer_whose_question_is_hidden_gives_no_line_to_learn_from(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    item = await hear(luna, answer, asked=question)
    await luna.review.accept(item.id)
    assert len((await luna.review.training_lines()).sentences) == 1
    proof = item.evidence[1]

    def hide(tx: Transaction) -> bool:
        return tx.withheld.add(proof.record_id or "", proof.start or 0, proof.end or 0)

    await luna.port.write("main", hide)
    assert (await luna.review.training_lines()).sentences == ()


@pytest.mark.parametrize("between", [0, 1, 3])
async def test_a_turn_is_read_with_the_same_word_before_it_at_once_and_from_the_queue(
    luna: AgentMemory, between: int
) -> None:
    question, answer = PLAIN["en"]
    seen: list[str] = []
    await kept(luna, Event.user("hi"), Event.assistant(question))
    for _ in range(between):
        await kept(luna, Event.user("one sec"))
    place = await luna.port.place("s", None)
    near = await luna._intake._said_near(place)
    turn = await kept(luna, Event.user(answer))
    await kept(luna, Event.assistant("Thanks. And when do you sleep?"))

    def read(tx: Transaction) -> None:
        page = page_of(tx, "s", turn.turn_id or 0)
        assert page is not None
        seen.append(page.before)

    await luna.port.read("main", read)
    assert seen == [question]
    assert [text for role, text in near if role == "assistant"] == [question]


async def test_what_is_far_back_is_answered_no_more(luna: AgentMemory) -> None:
    question, answer = PLAIN["en"]
    await kept(luna, Event.assistant(question))
    for _ in range(8):
        await kept(luna, Event.user("one sec"))
    turn = await kept(luna, Event.user(answer))
    assert await luna.port.read("main", lambda tx: said_before(tx, "s", turn.turn_id or 0)) == ""

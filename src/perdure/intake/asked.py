"""The assistant's question that a short answer is told with: what was said before a turn, and where that stands.

`shellfish and kiwi` says too little by itself, so its statement begins with the question. Such an item rests on the
question as well, behind the words of its own: what becomes of the question is told of the item. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perdure.archive.withheld import masked
from perdure.intake.extract.contract import Turn
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.spans import Span
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.values import JSON, Candidate, Evidence, Item, Record, Role

SAID_WITHIN = 8
"""How many records back the assistant's last word is looked for."""
_MARKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A question of the assistant's, and where it stands."""

    text: str
    start: int
    end: int
    record_id: str | None = None
    event: int | None = None
    """The event of the turn that it stands in, where it was not asked before it."""

    def evidence(self, records: Mapping[int, str]) -> tuple[Evidence, ...]:
        """Its place. `records` are those of the events of the turn."""
        record_id = self.record_id if self.event is None else records.get(self.event)
        return () if record_id is None else (Evidence(record_id, self.start, self.end),)


Said = tuple[Role | str, str]
"""Who spoke, and the words."""


def said_near(tx: Transaction, session_id: str, turn_id: int) -> list[Said]:
    """What was said before a turn, within reach, as the archive shows it."""
    return [(record.role, record.content or "") for record in masked(tx, _near(tx, session_id, turn_id))]


def said_last(said: Sequence[Said]) -> str:
    """What the assistant said last, within reach. Turns that are not kept yet stand behind those that are."""
    return next((text for role, text in reversed(said[-SAID_WITHIN:]) if role == Role.ASSISTANT), "")


def said_before(tx: Transaction, session_id: str, turn_id: int) -> str:
    """What the assistant said last before a turn: whoever reads it asks this, at once or from the queue."""
    return said_last(said_near(tx, session_id, turn_id))


def _near(tx: Transaction, session_id: str, turn_id: int) -> list[Record]:
    return tx.records_before(session_id, turn_id, SAID_WITHIN)


def questions_in(tx: Transaction, session_id: str, turn_id: int, turn: Turn, read: Readings) -> dict[int, AskedBefore]:
    """By event, the question that its first words answer, where it stands as it was read and none of it is hidden."""
    answered = {
        clause.event: clause.answers for clause in (*read.clauses, *read.asides, *read.wholes) if clause.answers
    }
    found = {number: _place(tx, session_id, turn_id, turn, number, text) for number, text in answered.items()}
    return {number: asked for number, asked in found.items() if asked is not None}


def _place(tx: Transaction, session_id: str, turn_id: int, turn: Turn, number: int, text: str) -> AskedBefore | None:
    spoken = [n for n in range(number) if turn.events[n].role == Role.ASSISTANT]
    record: Record | None
    if spoken:
        kept = tx.records_of_turn(session_id, turn_id)
        # A turn that the policy archives only in part is read before that, and nothing of it is hidden yet.
        record = kept[spoken[-1]] if len(kept) == len(turn.events) else None
        content = turn.events[spoken[-1]].content if record is None else record.content or ""
    else:
        near = reversed(_near(tx, session_id, turn_id))
        record = next((one for one in near if one.role is Role.ASSISTANT), None)
        content = "" if record is None else record.content or ""
    start = content.rfind(text)
    end = start + len(text)
    if start < 0 or (record is not None and _is_hidden(tx, record.id, (start, end))):
        return None
    if spoken:
        return AskedBefore(text, start, end, event=spoken[-1])
    return None if record is None else AskedBefore(text, start, end, record.id)


def _is_hidden(tx: Transaction, record_id: str, span: Span) -> bool:
    return any(a < span[1] and span[0] < b for a, b in tx.withheld.of([record_id]).get(record_id, ()))


def answering(read: Readings, asked: Mapping[int, AskedBefore]) -> Readings:
    """The readings of a turn with those questions alone that were found where they were asked."""
    clauses, asides = (tuple(_answering(one, asked) for one in some) for some in (read.clauses, read.asides))
    return replace(read, clauses=clauses, asides=asides)


def _answering(clause: ReadClause, asked: Mapping[int, AskedBefore]) -> ReadClause:
    found = asked.get(clause.event)
    is_there = not clause.answers or (found is not None and found.text == clause.answers)
    return clause if is_there else replace(clause, answers="")


# the form of a statement that begins with its question


def told_with(question: str, said: str) -> str:
    """An answer, told with its question."""
    return f"{question} {said}"


def is_question_of(quote: str | None, said: str) -> bool:
    """Whether these words are the question that a statement begins with."""
    return bool(quote) and str(quote).endswith(_MARKS) and said.startswith(told_with(str(quote), ""))


def is_answer_in(quote: str | None, said: str) -> bool:
    """Whether these words are the answer in a statement that begins with its question."""
    return bool(quote) and said.endswith(f" {quote}") and said[: -len(str(quote)) - 1].endswith(_MARKS)


def tells_field(quote: str, fact: Mapping[str, JSON]) -> bool:
    """Whether words are those that a field was said in, its answer alone included, or hold its value."""
    said, folded = str(fact.get("said") or ""), fold_name(quote)
    return (
        bool(said and fold_name(said) in folded) or fold_name(str(fact.get("v"))) in folded or is_answer_in(quote, said)
    )


def holds(candidate: Candidate, question: str) -> bool:
    """Whether a candidate says a question."""
    return any(is_question_of(question, text) for text in texts_of([candidate.content, candidate.value]))


def questions_of(item: Item, quote: Callable[[Evidence], str | None] = lambda proof: proof.quote) -> list[Evidence]:
    """What an item rests on that is no proof of it, but a question that it is told with."""
    facts = item.value.get("facts")
    fields = [str(fact.get("said") or "") for fact in facts if isinstance(fact, Mapping)] if facts else []
    said = [text for text in (item.content, *fields) if any(mark in text for mark in _MARKS)]
    return [proof for proof in item.evidence if any(is_question_of(quote(proof), text) for text in said)]


def proofs_of(item: Item) -> list[Evidence]:
    """What an item rests on without the questions that it is told with."""
    asked = questions_of(item)
    return [proof for proof in item.evidence if proof not in asked]


def unasked(value: Any, question: str) -> Any:
    """A value in which no text begins with a question any more."""
    if isinstance(value, str):
        return value.removeprefix(told_with(question, ""))
    if isinstance(value, Mapping):
        return {name: unasked(inner, question) for name, inner in value.items()}
    return [unasked(inner, question) for inner in value] if isinstance(value, list | tuple) else value


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from texts_of(inner)

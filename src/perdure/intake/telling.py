"""What tells a forgotten thing again: sentences of the archive, summaries, notes, and what a session has in hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perdure.intake.asked import is_answer_in, is_question_of, questions_of
from perdure.intake.extract.contract import KnownItem
from perdure.intake.extract.known import words
from perdure.intake.meant import Thing
from perdure.language import sentences
from perdure.regex import regex
from perdure.segment import segment
from perdure.spans import Span
from perdure.store.finder import Filters
from perdure.store.transaction import Transaction
from perdure.store.working import WorkingRow
from perdure.types.keys import fold_name
from perdure.values import Choice, Evidence, Item, Record, Role, Source

RETOLD = frozenset({"episodes", "notes"})
"""What is written down of a conversation as a whole, and so tells of many things at once."""
POOL, MAX_WORDS, SESSIONS = 200, 64, 200
"""How many records and items are looked at for one thing, by how many words, and how many sessions' tasks."""
SHORTEST = 3
"""Characters that a statement has at least, folded, before another is searched for it."""
_OTHERS = regex(
    "朋友|同事|他|她|[哥姐弟妹妈爸爷奶叔姨]|老婆|老公|孩子|儿子|女儿|室友|同学"
    r"|\b(?:he|she|they|his|her|their|friend|sister|brother|mom|mum|dad|wife|husband|son|daughter|boss|colleague)\b",
    re.IGNORECASE,
)
"""Words of somebody else than the speaker."""


@dataclass(frozen=True, slots=True)
class Told:
    """A forgotten thing, by the ways in which it is told."""

    item: Item | None
    """None where no item was made of it."""
    statements: tuple[str, ...]
    value: frozenset[str] = frozenset()
    """Of a field the words of its value; a sentence that has them and one of `about` tells it."""
    about: frozenset[str] = frozenset()

    def is_told_by(self, sentence: str) -> bool:
        """Whether a sentence says it: in the words in which it was said, or all it comes down to."""
        if self.repeats(sentence):
            return True
        said = words(sentence)
        if self.value and self.value <= said and self.about & (said - self.value):
            return self.about_other or not _OTHERS.search(sentence)
        return not self.value and any(len(w) > 1 and w <= said for w in map(words, self.statements))

    def repeats(self, sentence: str) -> bool:
        """Whether a sentence has the words in which it was said."""
        folded = fold_name(sentence)
        return any(statement in folded for statement in map(fold_name, self.statements) if len(statement) >= SHORTEST)

    def answers(self, proof: Evidence) -> bool:
        """Whether words are the question that it is told with."""
        return any(is_question_of(proof.quote, statement) for statement in self.statements)

    @property
    def about_other(self) -> bool:
        """Whether the thing itself is about somebody else than the speaker."""
        return any(_OTHERS.search(statement) for statement in self.statements)


def told_of(choice: Choice) -> Told:
    """The ways in which a thing is told."""
    item, fact = choice.item, choice.fact
    # A question alone tells nothing of what was answered.
    asked = questions_of(item)
    quotes = [proof.quote for proof in item.evidence if proof.quote and proof not in asked]
    if fact is None:
        return Told(item, tuple(dict.fromkeys(text for text in (item.content, *quotes) if text)))
    value, own = words(str(fact["v"])), words(Thing(KnownItem(item.type, item.key, item.value), dict(fact)).own)
    alone = Told(item, (choice.said,), value, own - value)
    telling = (quote for quote in quotes if alone.is_told_by(quote) or is_answer_in(quote, choice.said))
    return replace(alone, statements=(choice.said, *telling))


def said_in(tx: Transaction, told: Told, extra: Sequence[Evidence] = ()) -> Iterator[tuple[str, int, int]]:
    """Where in the archive of this scope it is said: the spans it rests on, those that say the same, and `extra`."""
    rests_on = () if told.item is None else told.item.evidence
    proofs = [proof for proof in rests_on if not proof.quote or told.is_told_by(proof.quote) or told.answers(proof)]
    mine = {proof.record_id for proof in (*proofs, *extra) if proof.record_id}
    records = tx.records_by_id(sorted({*mine, *_near(tx, told)}))
    for proof in (*proofs, *extra):
        record = records.get(proof.record_id or "")
        if record is not None and proof.start is not None and proof.end is not None and proof.start < proof.end:
            yield record.id, proof.start, proof.end
    for record in records.values():
        for start, end in _spans(record, told):
            yield record.id, start, end


def _near(tx: Transaction, told: Told) -> list[str]:
    """Records that have words of it."""
    asked = dict.fromkeys(word for statement in told.statements for word in segment(statement))
    weights = dict.fromkeys(list(asked)[:MAX_WORDS], 1.0)
    if not weights:
        return []
    return [chunk.record_id for chunk in tx.finder.record_chunks(weights, pool=POOL, at_least=1, filters=Filters())]


def _spans(record: Record, told: Told) -> Iterator[Span]:
    """The sentences of a record that tell it; of what a tool answered only those that repeat it word for word."""
    text = record.content or ""
    tells = told.repeats if record.role is Role.TOOL else told.is_told_by
    for start, end, mark in sentences(text, 0, len(text)):
        if tells(text[start:end]):
            yield start, end + len(mark.split("\n")[0].rstrip())


def retelling(tx: Transaction, told: Sequence[Told]) -> list[Item]:
    """What memory itself wrote down that tells it: an episode or a note must not bring back what was forgotten."""
    # What an episode tells of was said by others, and stands without it.
    told = [one for one in told if one.item is None or one.item.type != "episodes"]
    asked = [word for one in told for statement in one.statements for word in segment(statement)]
    found = tx.find(list(dict.fromkeys(asked))[:MAX_WORDS], every=False, limit=POOL) if asked else []
    written = {item.id: item for item in tx.items_by_id([one.item_id for one in found]).values()}
    items = [one.item for one in told if one.item is not None]
    sessions = {item.session_id for item in items if item.session_id}
    for name in sorted(sessions):
        written |= {item.id: item for item in tx.held(tx.scope, f"episode:{name}")}
    forgotten = {item.id for item in items}
    return [item for item in written.values() if item.is_active and item.id not in forgotten and _tells(item, told)]


def _tells(item: Item, told: Sequence[Told]) -> bool:
    """Whether an episode, a note or the entry of a name tells a forgotten thing; the latter quotes what it was in."""
    if item.type == "entities":
        return any(one.repeats(item.content) for one in told)
    if item.type not in RETOLD or item.source is Source.USER:
        return False
    return any(one.is_told_by(line) for one in told for line in _lines(item))


def _lines(item: Item) -> Iterator[str]:
    for text in _texts(item.value):
        for start, end, _ in sentences(text, 0, len(text)):
            yield text[start:end]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _texts(inner)


def scrub_tasks(tx: Transaction, told: Sequence[Told]) -> None:
    """Take it out of what the sessions of this scope have in hand. What was in hand last stays so."""
    rows = [row for session in tx.sessions(SESSIONS) if (row := tx.working.of(session.id)) is not None]
    last = max(rows, key=lambda row: (row.last_updated is not None, row.last_updated), default=None)
    changed = {row.session_id: scrubbed for row in rows if (scrubbed := _scrubbed(row, told)) != row}
    for scrubbed in changed.values():
        tx.working.put(scrubbed)
    if changed and last is not None:
        tx.working.put(changed.get(last.session_id, last))


def _scrubbed(row: WorkingRow, told: Sequence[Told]) -> WorkingRow:
    def tells(value: Any) -> bool:
        return any(one.is_told_by(text) for text in _texts(value) for one in told)

    def without(parts: Iterable[Any]) -> list[Any]:
        return [part for part in parts if not tells(part)]

    task = row.current_task
    if task is not None:
        steps = without(task.get("steps") or ())
        place = min(int(task.get("currentStep") or 0), max(0, len(steps) - 1))
        task = None if tells(task.get("goal")) else {**task, "steps": steps, "currentStep": place}
    if task is not None and tells(task.get("focus")):
        task = {**task, "focus": None}
    chain = row.thought_chain
    if chain is not None:
        thoughts = without(chain.get("steps") or ())
        chain = {**chain, "steps": thoughts, "current": len(thoughts) - 1}
    return replace(
        row,
        current_task=task,
        context={name: part for name, part in row.context.items() if not tells([name, part])},
        thought_chain=chain,
        temporary_state={name: part for name, part in row.temporary_state.items() if not tells([name, part])},
        recently_completed=without(row.recently_completed),
    )

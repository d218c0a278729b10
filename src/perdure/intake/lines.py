"""Lines that a person wrote into a file: each is archived as it stands there and concluded like any other statement.

Rules, identity, denials and what reads like an order to the model wait for a person's word, unless it was given at a
terminal. A line that says nothing the rules know is kept as a note, word for word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from perdure.intake.archive_turns import append_turns
from perdure.intake.choose import fields_of
from perdure.intake.cleaning import labelled
from perdure.intake.conclude import conclude
from perdure.intake.extract import Finding
from perdure.intake.forget import ForgetRequest, take_back
from perdure.intake.injection import LABEL
from perdure.intake.learn import Learning
from perdure.intake.origin import Criteria, Origin
from perdure.intake.statement import alone, as_statement
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import (
    JSON,
    UNLEARNED,
    Candidate,
    Choice,
    Event,
    Evidence,
    Item,
    Merged,
    Outcome,
    Pending,
    Receipt,
    Role,
    Session,
    Source,
    Stored,
    Superseded,
)

FILE = "file"
"""The tag of a record that is a line of a file; `content_ref` says of which."""
GUARDED = ("rules", "identity")
TEXT_FIELD = {
    "rules": "rule",
    "preferences": "value",
    "goals": "description",
    "tasks": "title",
    "facts": "value",
    "decisions": "decision",
    "notes": "text",
}
"""The field of a value that is its text."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line, cleaned, and where it stands."""

    text: str
    file: str
    day: date
    """The day that it is a note of, if it becomes one."""
    note_id: str
    """The same line of the same file is the same note."""
    source: Source = Source.USER
    is_confirmed: bool = False
    """Somebody at a terminal has agreed to it."""
    is_note: bool = False
    """It stands among notes, and is one whatever it says."""
    waits_because: str | None = None
    """Why a person has to agree to it in any case."""


class LineReader:
    """Takes lines in, inside one unit of work."""

    def __init__(self, tx: Transaction, criteria: Criteria, learning: Learning, session: Session) -> None:
        self._tx = tx
        self._criteria = criteria
        self._learning = learning
        self._session = session

    def take(self, line: WrittenLine) -> Receipt:
        """A new line: what it states, or a note."""
        kept, origin = self._archive(line)
        outcomes = [] if line.is_note else self._stated(line, origin)
        if not any(isinstance(one, Stored | Superseded | Merged | Pending) for one in outcomes):
            outcomes.append(self._note(line, origin))
        return replace(kept, outcomes=tuple(outcomes))

    def correct(
        self,
        line: WrittenLine,
        item: Item,
        field: Choice | None,
        is_done: bool | None = None,
        *,
        is_reworded: bool = True,
    ) -> Receipt:
        """An edited line of ours: the user's correction of the item, or of the one field, that it stood for."""
        kept, origin = self._archive(line)
        read = self._candidates(line, origin) if is_reworded and is_done is None else []
        candidates = [one for one in read if _is_about(one, item, field)]
        if not candidates:
            candidates = [self._rewritten(line, item, field, origin, is_done)]
        outcomes: list[Outcome] = []
        for candidate in candidates:
            if candidate.type != "profile":
                candidate = replace(candidate, key=item.key, replaces=True)
            outcomes += self._conclude(candidate, line, replace(origin, is_direct=True, scope=item.scope))
        written = any(isinstance(one, Stored | Superseded | Merged) for one in outcomes)
        if written and field is not None and field.fact is not None and field.fact.get("many"):
            outcomes += self._without(item, field, line, origin)
        return replace(kept, outcomes=tuple(outcomes))

    def _archive(self, line: WrittenLine) -> tuple[Receipt, Origin]:
        role = Role.USER if line.source is Source.USER else Role.SYSTEM
        # Nothing reads it again as if it had been said in a conversation.
        event = Event(role, line.text, tags=(FILE, UNLEARNED), content_ref=line.file)
        session = self._tx.session(self._session.id) or self._session
        kept = append_turns(self._tx, session, [[labelled(event)]])[0]
        return kept, Origin(session, kept.turn_id, kept.records[0], line.source, today=line.day)

    def _candidates(self, line: WrittenLine, origin: Origin) -> list[Candidate]:
        event = Event.user(line.text)
        read = self._learning.read(self._session, [event], origin.turn_id or 0)
        by_itself = alone([line.text], read.findings)
        return [self._candidate(line, origin, *found) for found in zip(read.findings, by_itself, strict=True)]

    def _candidate(self, line: WrittenLine, origin: Origin, finding: Finding, is_alone: bool) -> Candidate:
        statement, (start, end) = as_statement(finding, line.text, is_alone=is_alone)
        # What somebody writes down is to be known for good.
        keep = statement.keep if statement.retract or statement.duration else "permanent"
        proof = Evidence(origin.record_id, start, end)
        return replace(statement, source=line.source, evidence=(proof,), reason=None, keep=keep)

    def _stated(self, line: WrittenLine, origin: Origin) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for candidate in self._candidates(line, origin):
            outcomes += self._conclude(candidate, line, origin)
        return outcomes

    def _conclude(self, candidate: Candidate, line: WrittenLine, origin: Origin) -> Sequence[Outcome]:
        waits = line.waits_because or (None if line.is_confirmed else _waits(candidate, line))
        return conclude(self._tx, self._criteria, candidate, replace(origin, waits_because=waits)).outcomes

    def _note(self, line: WrittenLine, origin: Origin) -> Outcome:
        value = {"text": line.text, "id": line.note_id}
        evidence = (Evidence(origin.record_id, 0, len(line.text)),)
        candidate = Candidate("notes", value, source=line.source, evidence=evidence)
        return self._conclude(candidate, line, replace(origin, is_direct=True))[0]

    def _rewritten(
        self, line: WrittenLine, item: Item, field: Choice | None, origin: Origin, is_done: bool | None
    ) -> Candidate:
        """The item with the words of the line in the place of its own."""
        evidence = (Evidence(origin.record_id, 0, len(line.text)),)
        value, content = _with_text(item, field, line.text, is_done)
        return Candidate(item.type, value, key=item.key, content=content, source=line.source, evidence=evidence)

    def _without(self, item: Item, field: Choice, line: WrittenLine, origin: Origin) -> list[Outcome]:
        """Of a field that has several values the one that was corrected goes."""
        held = self._tx.held(item.scope, item.key)
        same = [one for now in held for one in fields_of(now) if one.field == field.field]
        return take_back(self._tx, self._criteria, same, ForgetRequest(origin.session, line.source))


def _waits(candidate: Candidate, line: WrittenLine) -> str | None:
    """Why a candidate of a line has to wait for a person, or None."""
    if LABEL in labelled(Event.user(line.text)).tags:
        return say("file.reads_like_order")
    if candidate.retract:
        return say("file.denies")
    return say("file.guarded", type=candidate.type) if candidate.type in GUARDED else None


def _is_about(candidate: Candidate, item: Item, field: Choice | None) -> bool:
    """Whether what was read in an edited line is of the thing that the line stood for."""
    if candidate.type != item.type or candidate.retract:
        return False
    if field is None or field.fact is None:
        return True
    return [fact.get("k") for fact in candidate.value.get("facts", ())] == [field.fact.get("k")]


def _with_text(
    item: Item, field: Choice | None, text: str, is_done: bool | None
) -> tuple[Mapping[str, JSON], str | None]:
    """The value of an item with other words, and its wording."""
    if field is not None and field.fact is not None:
        name = str(field.fact["k"])
        before, colon, after = text.partition(":" if ":" in text else "：")
        is_named = bool(colon) and before.strip() == name and bool(after.strip())
        fact = {key: field.fact[key] for key in ("k", "many") if key in field.fact}
        told = {"v": after.strip()} if is_named else {"v": text, "said": text}
        return {**item.value, "facts": [{**fact, **told}]}, None
    name = TEXT_FIELD.get(item.type, "")
    value = {**item.value, name: text} if name else dict(item.value)
    if item.type == "tasks":
        state = {} if is_done is None else {"status": "done" if is_done else "todo"}
        due = str(item.value.get("due") or "")
        title = text.removesuffix(f" ({due})") if due else text
        return {**value, "title": title, **state}, None
    return value, text

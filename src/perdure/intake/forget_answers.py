"""The user's answer to what a request to forget was answered with: which of these things is meant, or is this one.

Nothing is kept of the question. When a message is nothing but an answer, the request right before it is understood
again, against what is held now; what the answer names of the things that it may mean is then asked to be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from perdure.intake.asked import SAID_WITHIN, AskedBefore
from perdure.intake.extract.contract import Finding, KnownItem, Turn
from perdure.intake.known_items import KINDS
from perdure.intake.meant import Thing, touched_by
from perdure.intake.moment import Moment
from perdure.intake.obey import FORGET, Obeyed, RequestAnswer, listed, taken_back
from perdure.intake.origin import authority_of
from perdure.intake.read_ahead import question_in
from perdure.intake.which import UNCLEAR, ChosenThings, WhichAnswer, answer_to_which, chosen, once
from perdure.intake.words import regex
from perdure.language import language_of
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import UNLEARNED, WISH, Event, Role, Source

BETWEEN = 2
"""How many answers that settled nothing may stand between a request and the one that settles it."""
_SPEAKS_OF_IT = regex(r"\b(?:forget|delet|remov|eras|drop|which|mean|memory)|忘|删|哪|指的|记忆", re.IGNORECASE)


# what was said before


@dataclass(frozen=True, slots=True)
class Earlier:
    """A message before an answer, and where it stands."""

    event: Event
    turn_id: int
    record_id: str | None = None
    place: int | None = None
    """Which event of the answer's own turn it is, if it is one."""
    moment: Moment | None = None


def said_earlier(tx: Transaction, session_id: str, turn_id: int) -> list[Earlier]:
    """What was said in a session before a turn, within reach, as it was said: a request that was obeyed is hidden."""
    return [
        Earlier(
            Event(one.role, one.content or "", speaker=one.speaker, timestamp=one.timestamp, tags=one.tags),
            one.turn_id,
            one.id,
            moment=Moment(one.sequence, one.timestamp),
        )
        for one in tx.records_before(session_id, turn_id, SAID_WITHIN)
    ]


def said_in_turn(events: Sequence[Event], turn_id: int) -> list[Earlier]:
    """The events of a turn that is not archived yet."""
    return [Earlier(event, turn_id, place=n) for n, event in enumerate(events)]


def before_answer(tx: Transaction, session_id: str) -> tuple[list[Event], list[KnownItem]]:
    """What was said in a session before the turn that comes in, and what is held no more because of it."""
    session = tx.session(session_id)
    said = [] if session is None else said_earlier(tx, session.id, session.turn_count + 1)
    first = next((one.moment.sequence for one in said if one.moment is not None), 0)
    return [one.event for one in said], taken_by(tx, [one.record_id for one in said if one.record_id], first)


def may_answer(events: Sequence[Event]) -> bool:
    """Whether the last message of a turn may be nothing but an answer."""
    at = last_said(events)
    return at is not None and answer_to_which(events[at].content) is not None


def to_be_read(events: Sequence[Event], before: Sequence[Event]) -> list[Event]:
    """The messages that the last one of a turn may answer, latest first."""
    at = last_said(events)
    asked: list[Event] = []
    for event in reversed([*before, *events[:at]][-SAID_WITHIN:]):
        if event.role != Role.USER:
            continue
        asked.append(event)
        if len(asked) > BETWEEN or answer_to_which(event.content) is None:
            break
    return asked


def last_said(events: Sequence[Event]) -> int | None:
    return next((n for n in reversed(range(len(events))) if events[n].role == Role.USER), None)


def taken_by(tx: Transaction, record_ids: Iterable[str], since: int) -> list[KnownItem]:
    """What is held no more because these records asked for it, as it was: the question was put with it in view."""
    wanted = set(record_ids)
    changes = tx.past.changes_after(since) if wanted else []
    ids = [change.item_id for change in changes if change.after.get("by") in wanted]
    gone = tx.items_by_id(list(dict.fromkeys(ids))).values()
    return [KnownItem(item.type, item.key, item.value, item.content) for item in gone if item.type in KINDS]


# what it settles


@dataclass(frozen=True, slots=True)
class ForgetReply:
    """What came of an answer: what is to be forgotten, and what is said of it. It states nothing besides."""

    event: int
    request: AskedBefore
    """The words of the request that it completes, and where they stand."""
    findings: tuple[Finding, ...] = ()
    answers: tuple[RequestAnswer, ...] = ()


Understand = Callable[[Earlier, Sequence[KnownItem]], Obeyed]
"""What comes of an earlier message against what is held now, and what is held no more because it was asked for."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A request that was only asked about, and what was said since."""

    asked: Earlier
    questions: tuple[RequestAnswer, ...]
    since: tuple[tuple[WhichAnswer, str], ...] = ()
    """The answers to it, the last one included, each with the assistant's words before it."""

    @property
    def things(self) -> tuple[Thing, ...]:
        """What it was asked of."""
        return once(thing for one in self.questions for thing in one.candidates)

    def chosen(self) -> ChosenThings | None:
        """What the last answer means, where none before it has settled the question."""
        *before, last = (self._by(answer, line) for answer, line in self.since)
        return last if all(one == UNCLEAR for one in before) else None

    def _by(self, answer: WhichAnswer, line: str) -> ChosenThings | None:
        found = chosen(answer, self.things)
        # A bare yes answers what the assistant has asked, and that may be something else.
        is_named = found is None or not found.things or not answer.is_bare
        return found if is_named or self._is_asked_in(line) else UNCLEAR

    def _is_asked_in(self, line: str) -> bool:
        if not line or _SPEAKS_OF_IT.search(line) or touched_by(line, self.things):
            return True
        return not question_in(line) and not any(one.is_stated for one in self.questions)


def reply_in(
    tx: Transaction, session_id: str, turn_id: int, turn: Turn, understand: Understand, *, is_past: bool = False
) -> ForgetReply | None:
    """What the last message of a turn answers to the request before it; None where it is no such answer.

    A turn of the past was answered when it was said: nothing comes of it again, and it states nothing either.
    """
    at = last_said(turn.events)
    if at is None or _is_no_talk(turn.events[at]):
        return None
    question = _question(tx, session_id, turn_id, turn.events[: at + 1], understand, is_past=is_past)
    found = None if question is None else question.chosen()
    if question is None or found is None:
        return None
    first = min(one.start for one in question.questions), max(one.end for one in question.questions)
    content = question.asked.event.content
    request = AskedBefore(content[slice(*first)], *first, question.asked.record_id, question.asked.place)
    return ForgetReply(at, request) if is_past else _carried(question, request, found, turn.events[at], at)


def _question(
    tx: Transaction, session_id: str, turn_id: int, events: Sequence[Event], understand: Understand, *, is_past: bool
) -> _Question | None:
    """The request that the last of these events may answer, where it is right before it and was only asked about."""
    answer = answer_to_which(events[-1].content)
    if answer is None:
        return None
    own = tx.records_of_turn(session_id, turn_id)
    by = [own[len(events) - 1].id] if len(own) >= len(events) else []
    since: list[tuple[WhichAnswer, str]] = []
    line = ""
    said = [*said_earlier(tx, session_id, turn_id), *said_in_turn(events[:-1], turn_id)]
    for one in reversed(said[-SAID_WITHIN:]):
        if one.event.role == Role.ASSISTANT:
            line = line or one.event.content
        if one.event.role != Role.USER:
            continue
        if not _is_same_speaker(tx, one.event, events[-1]) or _is_no_talk(one.event):
            return None
        since.insert(0, (answer, line))
        by += [one.record_id] if one.record_id is not None else []
        gone = [] if one.moment is None else taken_by(tx, by, one.moment.sequence)
        questions = _only_asked(tx, one, understand(one, gone), is_obeyed=not gone and not is_past)
        if questions:
            return _Question(one, questions, tuple(since))
        before = answer_to_which(one.event.content)
        if before is None or len(since) > BETWEEN:
            return None
        answer, line = before, ""
    return None


def _only_asked(tx: Transaction, one: Earlier, came: Obeyed, *, is_obeyed: bool) -> tuple[RequestAnswer, ...]:
    """What of a request was asked about. `is_obeyed` says that one whose words are hidden was obeyed, and not asked."""
    asked = [answer for answer in came.answers if answer.candidates]
    if not asked or one.record_id is None:
        return tuple(asked)
    hidden = tx.withheld.of([one.record_id]).get(one.record_id, ()) if is_obeyed else ()
    # What is hardly a request was understood as a statement where something was made of it.
    is_kept = any(answer.is_faint for answer in asked) and bool(tx.items_resting_on([one.record_id]))
    return tuple(
        answer
        for answer in asked
        if not (answer.is_faint and is_kept) and not any(a < answer.end and answer.start < b for a, b in hidden)
    )


def _is_no_talk(event: Event) -> bool:
    """Whether a message was put into memory by itself, or only kept."""
    is_spoken = authority_of(event.role, event.tags) in (Source.USER, Source.RELAYED)
    return WISH in event.tags or UNLEARNED in event.tags or not is_spoken


def _is_same_speaker(tx: Transaction, one: Event, other: Event) -> bool:
    """Whether two messages are of one person: in a group nobody answers for others."""
    if not tx.scope.startswith("group:"):
        return True
    return one.speaker is not None and one.speaker == other.speaker


def _carried(question: _Question, request: AskedBefore, found: ChosenThings, event: Event, at: int) -> ForgetReply:
    """What is to be done about what was chosen, on the word of whoever asked and answered."""
    span = (0, len(event.content))
    language = language_of(question.asked.event.content)
    if not found.is_clear:
        again = (RequestAnswer(at, *span, one.reason, one.candidates) for one in question.questions)
        return ForgetReply(at, request, answers=tuple(again))
    if not found.things:
        return ForgetReply(
            at, request, answers=(RequestAnswer(at, *span, say("request.kept", language_of(event.content))),)
        )
    source = authority_of(Role.USER, question.asked.event.tags)
    reason = say("request.forget", language, said=request.text)
    going = [taken_back(FORGET, thing, at, event, span) for thing in found.things if thing.line is None]
    findings = [replace(one, reason=reason, candidate=replace(one.candidate, source=source)) for one in going]
    hides = tuple(thing for thing in found.things if thing.line is not None)
    told = say("request.only_said", language, things=listed(hides))
    is_own = source is Source.USER and authority_of(event.role, event.tags) is Source.USER
    hidden = RequestAnswer(at, *span, told, hides=hides) if is_own else _again(question, at, span, hides)
    return ForgetReply(at, request, tuple(findings), (hidden,) if hides else ())


def _again(question: _Question, at: int, span: tuple[int, int], things: tuple[Thing, ...]) -> RequestAnswer:
    """The question once more, of what only the user's own words can hide."""
    return RequestAnswer(at, *span, question.questions[0].reason, things)

"""Learning from a turn inside the transaction that keeps it: read it, conclude what was found, each with its reason.

Nothing here can cost the turn its records: an extractor that fails is mentioned in the receipt, and that is all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial

from perdure.intake.answers import answer_in, settle
from perdure.intake.asked import AskedBefore, answering, holds, questions_in, said_before
from perdure.intake.changes import Match, changed, is_settled
from perdure.intake.conclude import conclude
from perdure.intake.extract import Finding, Known, KnownItem, Turn
from perdure.intake.extract.llm import FORGETS
from perdure.intake.extract.sentences import language_of
from perdure.intake.forget import ForgetRequest, hide_said, in_turn
from perdure.intake.forget_answers import Earlier, ForgetReply, reply_in
from perdure.intake.injected import injected_in, outside
from perdure.intake.known_items import KINDS, KnownItems, read_again
from perdure.intake.known_items import follow as follow_known
from perdure.intake.llm_queue import LEARN, LEARN_RETRIES, LONG_TURN, READER_WAITS, is_worth_reading, put_up
from perdure.intake.misread import ReadAsForgetting, forgetting_in, withdraw_misread
from perdure.intake.moment import Moment
from perdure.intake.obey import DENY, FORGET, NamedBy, Obeyed, RequestAnswer, obey
from perdure.intake.orders import not_own
from perdure.intake.origin import Criteria, Origin, authority_of
from perdure.intake.policy import Route
from perdure.intake.read_ahead import NOT_READ, Readings
from perdure.intake.reader_statements import statements
from perdure.intake.said_lines import said_lines
from perdure.intake.statement import alone, as_statement
from perdure.intake.wishes import with_wishes
from perdure.messages import say
from perdure.segment import segment
from perdure.simplified import simplified
from perdure.store.finder import ARCHIVAL
from perdure.store.mentions import note
from perdure.store.transaction import Transaction
from perdure.types.retention import renew
from perdure.values import (
    JSON,
    WISH,
    Candidate,
    Event,
    Evidence,
    Merged,
    Outcome,
    Receipt,
    Record,
    Refused,
    Retracted,
    Role,
    Session,
    Source,
    Stored,
    Superseded,
)

Extractor = Callable[[Turn, Known], Sequence[Finding]]
Notice = Callable[[Turn, Sequence[Finding], Callable[[], str]], Sequence[Finding]]
"""Finds more in a turn, given what was found and, on asking, what the assistant said last before it."""
TAKES_BACK = re.compile(
    r"\b(?:forget|delete|erase|remove|scratch|not true|no longer|any ?more|never said)\b"
    "|忘|删|别再记|不要记|取消|不再|已经不|没有说过",
    re.IGNORECASE,
)
"""How people take something back; only then is it worth looking beyond the hot set."""
REACH, MAX_WORDS, FAR = 400, 64, 200
RENEW_AFTER = timedelta(days=1)
"""An entity that is named again is renewed at most this often, so that the log stays readable."""


@dataclass(frozen=True, slots=True)
class RuleReader:
    """How the turns of an agent are read, and what is found judged."""

    extract: Extractor
    criteria: Criteria
    notice: Notice | None = None
    refined: bool = False
    """Whether an LLM reads turns later, in the background."""
    match: Match | None = None
    """Says which of what is held a statement changes."""
    named: NamedBy | None = None
    """Says which of what is held a request to forget names."""
    has_reader: Callable[[], bool] = lambda: False
    """Whether the packaged reader reads turns, too."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """A turn as it was read: what was found in it, and which of its events are learned from."""

    turn: Turn
    findings: tuple[Finding, ...] = ()
    learned: tuple[int, ...] = ()
    answers: tuple[RequestAnswer, ...] = ()
    """The requests in it that change nothing, and why."""
    failure: str | None = None
    """The kind of error that an extractor raised, if one did."""
    waits: str | None = None
    """Why the reader is to read it later, or the rest of it."""
    is_for_llm: bool = False
    """Whether an LLM is to read it as well."""
    asked: Mapping[int, AskedBefore] = field(default_factory=dict)
    """By event, the assistant's question that its first words answer."""
    forgets: tuple[ReadAsForgetting, ...] = ()
    """The requests to forget in it."""
    reply: ForgetReply | None = None
    """What its last message answers to a request to forget that was only asked about."""

    def request_of(self, event: int, records: Mapping[int, str]) -> tuple[Evidence, ...]:
        """Where the request stands that an event answers."""
        is_answer = self.reply is not None and self.reply.event == event
        return self.reply.request.evidence(records) if self.reply is not None and is_answer else ()

    @property
    def proves(self) -> frozenset[int]:
        """The events that something was found in, and those of the questions that it is told with."""
        told = {one.event for one in map(self.question_of, self.findings) if one is not None and one.event is not None}
        return frozenset(told).union(finding.event for finding in self.findings)

    def question_of(self, finding: Finding) -> AskedBefore | None:
        """The question that what was found is told with, or the request that it answers, if it is."""
        if self.reply is not None and self.reply.event == finding.event:
            return self.reply.request
        asked = self.asked.get(finding.event)
        return asked if asked is not None and holds(finding.candidate, asked.text) else None


class Learning:
    """One unit of work that learns. `hot` is what the scope holds after what was learned so far."""

    def __init__(self, tx: Transaction, reader: RuleReader, hot: KnownItems | None) -> None:
        self._tx = tx
        self._reader = reader
        self._criteria = reader.criteria
        self.hot = follow_known(tx, hot, reader.criteria.config.recall_max_items)

    def routes(self, events: Sequence[Event]) -> list[Route]:
        """Where the policy sends each event of a turn."""
        return [self._criteria.policy.route(event) for event in events]

    def from_turn(
        self,
        session: Session,
        events: Sequence[Event],
        receipt: Receipt,
        moment: Moment | None = None,
        readings: Readings | None = NOT_READ,
    ) -> Receipt:
        """Learn from a turn that was just archived, or from one of old. Answers its receipt with what came of it.

        Without `readings` (None) the reader is still loading: rules read the turn, and the reader does later.
        """
        read = self.read(session, events, receipt.turn_id or 0, moment, readings)
        return self.learn(session, read, receipt, range(len(events)), moment)

    def read(
        self,
        session: Session,
        events: Sequence[Event],
        turn_id: int,
        moment: Moment | None = None,
        readings: Readings | None = NOT_READ,
    ) -> TurnReading:
        """What the extractor finds in a turn, less what it must not be found in. Nothing is written."""
        turn = turn_of(self._tx, session.id, events)
        known = self.hot.known(session.id, turn_id, self._tx.now, self._tx.scope)
        known = self._reach(turn, known)
        routes = self.routes(events)
        try:
            findings = self._reader.extract(turn, known)
            if self._reader.notice is not None:
                before = partial(said_before, self._tx, session.id, turn_id)
                findings = [*findings, *self._reader.notice(turn, findings, before)]
        except Exception as failure:  # an extractor may raise anything, and the turn is kept all the same
            if moment is not None:
                raise
            return TurnReading(turn, failure=type(failure).__name__, is_for_llm=is_worth_reading(turn, None, ()))
        kept = [
            f for f in findings if routes[f.event].to_recall and not _is_injected(f, turn) and not _is_quoted(f, turn)
        ]
        learned = tuple(n for n, route in enumerate(routes) if route.to_recall)
        read = NOT_READ if readings is None else readings
        asked = questions_in(self._tx, session.id, turn_id, turn, read)
        read = answering(read, asked)
        then = known if moment is None else self._known_by(known, moment)
        obeyed = obey(
            turn,
            then,
            [*kept, *statements(turn, read, kept, known.items)],
            read.requests,
            self._reader.named,
            lambda held: said_lines(self._tx, _said_by_users(events), held, moment, (session.id, turn_id)),
        )
        found = with_wishes(turn, known, obeyed.findings, self._reader.extract)
        made = [finding for finding in found if finding.event in learned and not _is_idle(finding, read, turn, known)]
        answers = list(obeyed.answers)
        if self._reader.match is not None:
            # What is hardly a request is understood as a statement where it changes what was asked about.
            unsettled = [thing for answer in answers if not answer.is_faint for thing in answer.candidates]
            free = read.free_of(lambda one: any(answer.takes(one) for answer in obeyed.answers))
            made = changed(turn, free, made, known, self._reader.match, unsettled)
            made = [finding for finding in made if finding.event in learned]
            answers = [answer for answer in answers if not (answer.is_faint and is_settled(answer.candidates, made))]
        reply = self._reply(session, turn_id, turn, read, is_past=moment is not None)
        if reply is not None:  # an answer says nothing besides
            made = [*(finding for finding in made if finding.event != reply.event), *reply.findings]
            answers = [*(answer for answer in answers if answer.event != reply.event), *reply.answers]
        waits = _waits(readings) if learned else None
        # What the reader has not read yet it chooses from later.
        by_reader = readings if self._reader.has_reader() else None
        is_for_llm = bool(learned) and waits is None and is_worth_reading(turn, by_reader, made)
        is_for_llm = is_for_llm and reply is None
        return TurnReading(
            turn,
            tuple(together(made)),
            learned,
            tuple(answers),
            waits=waits,
            is_for_llm=is_for_llm,
            asked=asked,
            forgets=forgetting_in(turn, read.requests, obeyed),
            reply=reply,
        )

    def _reply(
        self, session: Session, turn_id: int, turn: Turn, read: Readings, *, is_past: bool
    ) -> ForgetReply | None:
        """What the turn answers to a request to forget that was only asked about."""
        understand = partial(self._understood, session, read)
        return reply_in(self._tx, session.id, turn_id, turn, understand, is_past=is_past)

    def _understood(self, session: Session, read: Readings, one: Earlier, gone: Sequence[KnownItem]) -> Obeyed:
        """What an earlier message asks to be forgotten, of what is held now and what is `gone` because of it."""
        if not self.routes([one.event])[0].to_recall:
            return Obeyed(())
        turn = turn_of(self._tx, session.id, [one.event])
        known = self._reach(turn, self.hot.known(session.id, one.turn_id, self._tx.now, self._tx.scope))
        place, content = (session.id, one.turn_id), one.event.content
        return obey(
            turn,
            replace(known, items=(*known.items, *gone)),
            (),
            read.before.get(content, ()),
            self._reader.named,
            lambda held: said_lines(self._tx, [content], held, one.moment, place),
        )

    def _known_by(self, known: Known, moment: Moment) -> Known:
        """What was held already when a turn of the past was said: only that can it have asked to forget."""
        items = [entry.item for entry in self.hot.entries.values()]
        since = {item.key for item in items if moment.is_before(item.sequence, item.updated_at)}
        return replace(known, items=tuple(held for held in known.items if held.key not in since))

    def _reach(self, turn: Turn, known: Known) -> Known:
        """What is known, and for `forget that …` also what only a search finds: the hot set does not hold all."""
        said = [event.content[:REACH] for event in turn.events if event.role is Role.USER]
        said = [text for text in said if TAKES_BACK.search(simplified(text))]
        if not said:
            return known
        words = [word for word in segment(" ".join(said)) if len(word) > 1][:MAX_WORDS]
        ids = list(dict.fromkeys(found.item_id for found in self._tx.find(words, every=False, limit=FAR)))
        here = {item.key for item in known.items}
        far = [item for item in self._tx.items_by_id(ids).values() if item.holds_at(self._tx.now)]
        further = [KnownItem(i.type, i.key, i.value, i.content) for i in far if i.type in KINDS and i.key not in here]
        return replace(known, items=(*further, *known.items)) if further else known

    def learn(
        self, session: Session, read: TurnReading, receipt: Receipt, kept: Sequence[int], moment: Moment | None = None
    ) -> Receipt:
        """Write what was found. `kept` says which events of the turn the receipt's records are."""
        turn_id = receipt.turn_id or 0
        if moment is None:
            self.put_up(session, turn_id, read)
        if read.failure is not None:
            put_aside(self._tx, session.id, turn_id, read.failure)
            return replace(receipt, notices=(*receipt.notices, not_learned(read.turn.events)))
        if read.waits is not None:
            put_aside(self._tx, session.id, turn_id, read.waits)
        records = dict(zip(kept, receipt.records, strict=True))
        settled = self._settle(session, turn_id, read.turn) if moment is None else None
        findings = read.findings if settled is None else ()  # an answer says nothing besides
        gone = () if moment is None else self._misread(read, records)
        learned = self.take(session, read.turn, findings, receipt, moment, records, read.question_of)
        learned = replace(learned, outcomes=(*gone, *learned.outcomes, *(settled or ())))
        answers = read.answers if settled is None else ()
        answered = [outcome for answer in answers for outcome in self._answered(session, read, answer, records)]
        learned = replace(learned, outcomes=(*learned.outcomes, *answered))
        if moment is None:
            self._follow_names(read, records, learned.outcomes)
        return learned

    def _answered(
        self, session: Session, read: TurnReading, answer: RequestAnswer, records: Mapping[int, str]
    ) -> list[Outcome]:
        """What came of a request that changes no item: what was only said is hidden; nothing else changes."""
        event = read.turn.events[answer.event]
        if not answer.hides or authority_of(event.role, event.tags) is not Source.USER:
            return [Refused("requests", None, answer.reason, self._tx.scope)]
        said = (Evidence(records[answer.event], answer.start, answer.end), *read.request_of(answer.event, records))
        lines = {thing.line: thing.said for thing in answer.hides if thing.line is not None}
        outcomes = hide_said(self._tx, self._criteria, lines, ForgetRequest(session, said=said))
        return [Retracted("requests", None, answer.reason, self._tx.scope), *outcomes]

    def _misread(self, read: TurnReading, records: Mapping[int, str]) -> tuple[Outcome, ...]:
        """What an earlier reading of the turn had made of the words of a request to forget: it is taken away."""
        gone = [o for one in read.forgets for o in withdraw_misread(self._tx, self._criteria, records[one.event], one)]
        self.refresh([(outcome.scope, outcome.key) for outcome in gone if outcome.key is not None])
        return tuple(gone)

    def _settle(self, session: Session, turn_id: int, turn: Turn) -> tuple[Outcome, ...] | None:
        """What the user's answer to a question of memory's own came to; None where the turn is no such answer."""
        if not any(answer_in(event.content) for event in turn.events if event.role is Role.USER):
            return None
        settled = settle(self._tx, self._criteria, session, turn.events, said_before(self._tx, session.id, turn_id))
        if settled:
            self.hot = read_again(self._tx, self.hot, [(o.scope, o.key) for o in settled if o.key is not None])
        return settled

    @property
    def match(self) -> Match | None:
        """Says which of what is held a statement changes."""
        return self._reader.match

    def refresh(self, keys: Iterable[tuple[str, str]]) -> None:
        """Read these keys from the store again: somebody else changed them in this unit."""
        self.hot = read_again(self._tx, self.hot, keys)

    def put_up(self, session: Session, turn_id: int, read: TurnReading) -> None:
        """Leave the turn to an LLM as well, if there is one and it is worth that."""
        if self._reader.refined and read.is_for_llm:
            put_up(self._tx, session.id, turn_id, read.turn, self._criteria.config)

    def take(
        self,
        session: Session,
        turn: Turn,
        findings: Iterable[Finding],
        receipt: Receipt,
        moment: Moment | None = None,
        records: Mapping[int, str] | None = None,
        question_of: Callable[[Finding], AskedBefore | None] = lambda finding: None,
    ) -> Receipt:
        """What was found in a turn, one after the other. `records` are those of its events, if not all were kept.

        `question_of` says which question of the assistant's a finding is told with.
        """
        records = dict(enumerate(receipt.records)) if records is None else records
        outcomes: list[Outcome] = []
        fresh: list[KnownItem] = []
        said = list(findings)
        by_itself = alone([event.content for event in turn.events], said)
        for finding, is_alone in zip(said, by_itself, strict=True):
            asked = question_of(finding)
            proofs = () if asked is None else asked.evidence(records)
            authority = authority_of(turn.events[finding.event].role, turn.events[finding.event].tags)
            origin = Origin(session, receipt.turn_id, records[finding.event], authority, today=turn.today)
            origin = replace(origin, moment=moment, asked=proofs)
            came = self._conclude(turn, finding, records[finding.event], origin, is_alone=is_alone)
            outcomes += came
            self.hot = read_again(self._tx, self.hot, [(o.scope, o.key) for o in came if o.key is not None])
            stored = [o.item_id for o in came if isinstance(o, Stored | Superseded | Merged) and o.item_id]
            fresh += [entry.held for item_id in stored if (entry := self.hot.entries.get(item_id)) is not None]
        self.hot = replace(self.hot, latest=(session.id, receipt.turn_id or 0, tuple(fresh)))
        return replace(receipt, outcomes=(*receipt.outcomes, *outcomes))

    def done(self) -> KnownItems:
        """The hot set as it is once this unit is committed."""
        return replace(self.hot, revision=self._tx.revision, sequence=self._tx.sequence)

    def _conclude(
        self, turn: Turn, finding: Finding, record_id: str, origin: Origin, *, is_alone: bool
    ) -> list[Outcome]:
        """One finding, concluded. Every outcome says what was heard."""
        event, moment = turn.events[finding.event], origin.moment
        statement, (start, end) = as_statement(finding, event.content, is_alone=is_alone)
        candidate = replace(statement, evidence=(Evidence(record_id, start, end),), reason=None)
        if finding.rule in (FORGET, FORGETS) or (finding.rule == DENY and moment is None):
            said = (*candidate.evidence, *origin.asked)
            # A model may say late what was asked; what was said since then stands.
            since = moment if finding.rule == FORGETS else None
            by = _authority(turn, event, candidate)
            # What was asked on another's word is not the user's own because the user answers.
            by = min(by, Source(candidate.source), key=lambda one: one.trust) if finding.rule == FORGET else by
            asked = ForgetRequest(origin.session, by, said=said, moment=since)
            outcomes = tuple(in_turn(self._tx, self._criteria, candidate, asked))
        else:
            outcomes = conclude(self._tx, self._criteria, candidate, origin, entities=self.hot.entities).outcomes
        language = language_of(event.content)
        # A candidate that is no candidate has no key; its error says all there is to say.
        return [
            o
            if o.key is None
            else replace(o, reason=say("write.heard", language, heard=finding.reason, decided=o.reason))
            for o in outcomes
        ]

    def _follow_names(self, read: TurnReading, records: Mapping[int, str], outcomes: Sequence[Outcome]) -> None:
        """Note which records of this turn name an entity, and renew what was named."""
        turn = read.turn
        by_people: set[str] = set()
        for n, record_id in records.items():
            text = outside(turn.events[n].content, turn.injected.get(n, ()))
            named = note(self._tx, ARCHIVAL, [(record_id, self._tx.scope, text)], self.hot.entities)
            by_people.update(named if turn.events[n].role is Role.USER else ())
        self._renew(by_people - {outcome.key for outcome in outcomes})

    def _renew(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            item = self.hot.entity(key)
            until = None if item is None else renew(item, self._tx.now)
            if item is None or until is None or item.expires_at is None or until - item.expires_at < RENEW_AFTER:
                continue
            renewed = replace(item, expires_at=until, last_confirmed_at=self._tx.now, updated_at=self._tx.now)
            self._tx.change_item(item, renewed, action="confirmed", reason=say("log.named_again"), source=Source.USER)
            self.hot = read_again(self._tx, self.hot, [(item.scope, item.key)])


def _authority(turn: Turn, event: Event, candidate: Candidate) -> Source:
    """Whose word a request to forget is: in a group nobody alone speaks for others, nor undoes rules."""
    source = authority_of(event.role, event.tags)
    is_own = candidate.value.get("subject", turn.subject(event)) == turn.subject(event)
    if turn.kind != "group" or (is_own and candidate.type != "rules"):
        return source
    return min(source, Source.RELAYED, key=lambda one: one.trust)


def together(findings: Sequence[Finding]) -> list[Finding]:
    """Facts of one profile from the same words are one candidate: apart, the second would bring no new evidence."""
    kept: dict[object, Finding] = {}
    for n, finding in enumerate(findings):
        said = finding.candidate
        place = (finding.event, finding.start, finding.end, said.source, said.retract, said.value.get("subject"))
        first = kept.get(place)
        if said.type != "profile" or first is None:
            kept[place if said.type == "profile" else n] = finding
            continue
        facts = [*first.candidate.value["facts"], *said.value["facts"]]
        texts = [text for text in (first.candidate.content, said.content) if text]
        both = replace(
            first.candidate, value={**first.candidate.value, "facts": facts}, content=" ".join(texts) or None
        )
        kept[place] = replace(first, candidate=both)
    return list(kept.values())


def _waits(readings: Readings | None) -> str | None:
    """Why the reader is to read a turn later, or the rest of it; None where it has read all."""
    if readings is None:
        return READER_WAITS
    return LONG_TURN if readings.is_partial else None


def _said_by_users(events: Sequence[Event]) -> list[str]:
    return [event.content for event in events if event.role is Role.USER]


def _is_idle(finding: Finding, read: Readings, turn: Turn, known: Known) -> bool:
    """Whether rules found it in words that state nothing worth keeping: `make it concise` is said of one answer.

    What somebody asked for is kept, and what speaks of something that is held hangs on that: neither is judged by its
    own words.
    """
    candidate = finding.candidate
    is_asked_for = candidate.keep == "permanent" or candidate.retract or WISH in turn.events[finding.event].tags
    if candidate.type == "entities" or is_asked_for or not read.is_idle(finding.event, finding.start, finding.end):
        return False
    names = _names_in(candidate.value)
    return not any(
        held.type == candidate.type and (held.key == candidate.key or names & _names_in(held.value))
        for held in known.items
    )


def _names_in(value: Mapping[str, JSON]) -> frozenset[str]:
    """What a value calls the thing that it speaks of: the name of a preference, a field of a profile, a topic."""
    facts = value.get("facts")
    names = [str(fact.get("k")) for fact in facts if isinstance(fact, Mapping)] if isinstance(facts, list) else []
    names += [str(value[name]) for name in ("name", "topic", "predicate", "title") if value.get(name)]
    return frozenset(names)


def _is_injected(finding: Finding, turn: Turn) -> bool:
    """Whether a finding rests on words that memory itself put into the prompt, whichever extractor made it."""
    return any(start < finding.end and finding.start < end for start, end in turn.injected.get(finding.event, ()))


def _is_quoted(finding: Finding, turn: Turn) -> bool:
    """Whether a finding rests on nothing but the words of others: quoted, in code, or given to be worked on."""
    event = turn.events[finding.event]
    if event.role is not Role.USER:
        return False
    return any(a <= finding.start and finding.end <= b for a, b in not_own(event.content))


def not_learned(events: Sequence[Event]) -> str:
    """Told when learning failed: in the language of the turn, without what went wrong inside."""
    return say("notice.not_learned", language_of(events[0].content))


def put_aside(tx: Transaction, session_id: str, turn_id: int, reason: str) -> None:
    """Learning failed on this turn: it is tried again later, and `doctor` shows why it failed."""
    tx.queue.add(LEARN, session_id, turn_id, max_retries=LEARN_RETRIES, reason=reason)


def turn_of(tx: Transaction, session_id: str, events: Sequence[Event]) -> Turn:
    """A turn as extractors see it."""
    kind, _, name = tx.scope.partition(":")
    assert kind in ("main", "peer", "group", "shared")
    injected = injected_in(tx, session_id, events)
    return Turn(tuple(events), _day(events, tx), kind, injected, name)  # type: ignore[arg-type]  # the line above


def event_of(record: Record) -> Event:
    """A record as the event that it was kept from."""
    return Event(
        role=record.role,
        content=record.content or "",
        timestamp=record.timestamp,
        speaker=record.speaker,
        name=record.name,
        arguments=record.arguments,
        result=record.result,
        tags=record.tags,
    )


def _day(events: Sequence[Event], tx: Transaction) -> date:
    """The day of the turn, against which `tomorrow` is read."""
    return next((event.timestamp for event in events if event.timestamp is not None), tx.now).date()

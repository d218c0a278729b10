"""Learning from a turn inside the transaction that keeps it: extract, gate, resolve, commit; each with its reason.

Nothing here can cost the turn its records: an extractor that fails is mentioned in the receipt, and that is all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.intake.admit import admit
from perdure.intake.commit import Origin, carry_out
from perdure.intake.extract import Finding, Held, Known, Turn, names_in
from perdure.intake.extract.sentences import language_of
from perdure.intake.gate import refusal
from perdure.intake.hot import KINDS, Hot, follow, read_again
from perdure.intake.injected import injected_in, outside
from perdure.intake.late import Late, is_known, lapsed, objection
from perdure.intake.later import LEARN, LEARN_RETRIES, put_up
from perdure.intake.policy import Route, planned, policy_of
from perdure.intake.reasons import said
from perdure.segment import segment
from perdure.store.contract import Draft
from perdure.store.finder import ARCHIVAL
from perdure.store.mentions import Entities, known_entities, note, note_items, note_name
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.registry import Registry
from perdure.types.retention import renew
from perdure.values import (
    RELAYED,
    Candidate,
    Event,
    Evidence,
    Merged,
    Outcome,
    Receipt,
    Refused,
    Role,
    Session,
    Source,
    Status,
    Stored,
    Superseded,
)

Extractor = Callable[[Turn, Known], Sequence[Finding]]
Notice = Callable[[Turn, Sequence[Finding], Callable[[], str]], Sequence[Finding]]
"""Finds more in a turn, given what was found and, on asking, what the assistant said last before it."""
SAID_WITHIN = 8
"""How many records back the assistant's last word is looked for."""
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
class Rules:
    """What learning needs besides the store."""

    extract: Extractor
    registry: Registry
    config: Config
    agent_id: str
    notice: Notice | None = None
    refined: bool = False
    """Whether an LLM reads turns later, in the background."""


@dataclass(frozen=True, slots=True)
class Read:
    """A turn as it was read: what was found in it, and which of its events are learned from."""

    turn: Turn
    findings: tuple[Finding, ...] = ()
    learned: tuple[int, ...] = ()
    failure: str | None = None
    """The kind of error that an extractor raised, if one did."""

    @property
    def proves(self) -> frozenset[int]:
        """The events that something was found in."""
        return frozenset(finding.event for finding in self.findings)


class Learning:
    """One unit of work that learns. `hot` is what the scope holds after what was learned so far."""

    def __init__(self, tx: Transaction, rules: Rules, hot: Hot | None) -> None:
        self._tx = tx
        self._rules = rules
        self._policy = policy_of(rules.config, rules.registry)
        self.hot = follow(tx, hot, rules.config.recall_max_items)
        self._said: str | None = None

    def routes(self, drafts: Sequence[Draft]) -> list[Route]:
        """Where the policy sends each event of a turn."""
        return [self._policy.route(event) for event in _events(drafts)]

    def from_turn(
        self, session: Session, drafts: Sequence[Draft], receipt: Receipt, late: Late | None = None
    ) -> Receipt:
        """Learn from a turn that was just archived, or from one of old. Answers its receipt with what came of it."""
        read = self.read(session, drafts, receipt.turn_id or 0, late)
        return self.learn(session, read, receipt, range(len(drafts)), late)

    def read(self, session: Session, drafts: Sequence[Draft], turn_id: int, late: Late | None = None) -> Read:
        """What the extractor finds in a turn, less what it must not be found in. Nothing is written."""
        turn = turn_of(self._tx, session.id, drafts)
        known = self.hot.known(session.id, turn_id, self._tx.now, self._tx.scope)
        known = self._reach(turn, known)
        if late is not None:
            known = replace(known, mentions={})  # how often a name had come up by then is not known any more
        routes = self.routes(drafts)
        try:
            findings = self._rules.extract(turn, known)
            if self._rules.notice is not None:
                findings = [*findings, *self._rules.notice(turn, findings, lambda: self._said_before(session))]
        except Exception as failure:  # an extractor may raise anything, and the turn is kept all the same
            if late is not None:
                raise
            return Read(turn, failure=type(failure).__name__)
        kept = [f for f in findings if routes[f.event].to_recall and not _is_injected(f, turn)]
        return Read(turn, tuple(together(kept)), tuple(n for n, route in enumerate(routes) if route.to_recall))

    def _reach(self, turn: Turn, known: Known) -> Known:
        """What is known, and for `forget that …` also what only a search finds: the hot set does not hold all."""
        said = [event.content[:REACH] for event in turn.events if event.role is Role.USER]
        said = [text for text in said if TAKES_BACK.search(text)]
        if not said:
            return known
        words = [word for word in segment(" ".join(said)) if len(word) > 1][:MAX_WORDS]
        ids = list(dict.fromkeys(found.item_id for found in self._tx.find(words, every=False, limit=FAR)))
        here = {item.key for item in known.items}
        far = [item for item in self._tx.items_by_id(ids).values() if item.holds_at(self._tx.now)]
        further = [Held(i.type, i.key, i.value, i.content) for i in far if i.type in KINDS and i.key not in here]
        return replace(known, items=(*further, *known.items)) if further else known

    def learn(
        self, session: Session, read: Read, receipt: Receipt, kept: Sequence[int], late: Late | None = None
    ) -> Receipt:
        """Write what was found. `kept` says which events of the turn the receipt's records are."""
        turn_id = receipt.turn_id or 0
        if late is None and self._rules.refined:
            put_up(self._tx, session.id, turn_id, read.turn.events, self._rules.config)
        if read.failure is not None:
            put_aside(self._tx, session.id, turn_id, read.failure)
            return replace(receipt, notices=(*receipt.notices, not_learned(read.turn.events)))
        records = dict(zip(kept, receipt.records, strict=True))
        learned = self.take(session, read.turn, read.findings, receipt, late, records)
        if late is None:
            self._follow_names(read, records, learned.outcomes)
        return learned

    def take(
        self,
        session: Session,
        turn: Turn,
        findings: Iterable[Finding],
        receipt: Receipt,
        late: Late | None = None,
        records: Mapping[int, str] | None = None,
    ) -> Receipt:
        """What was found in a turn, one after the other. `records` are those of its events, if not all were kept."""
        records = dict(enumerate(receipt.records)) if records is None else records
        outcomes: list[Outcome] = []
        fresh: list[Held] = []
        for finding in findings:
            came = self._take(session, turn, finding, Origin(session.id, receipt.turn_id, records[finding.event]), late)
            outcomes += came
            if any(isinstance(outcome, Stored | Superseded | Merged) for outcome in came) and came[0].key:
                fresh.append(Held(came[0].type, came[0].key, finding.candidate.value))
        self.hot = read_again(self._tx, self.hot, [(o.scope, o.key) for o in outcomes if o.key is not None])
        self.hot = replace(self.hot, latest=(session.id, receipt.turn_id or 0, tuple(fresh)))
        spoken = [event.content for event in turn.events if event.role is Role.ASSISTANT]
        self._said = spoken[-1] if spoken else self._said
        return replace(receipt, outcomes=(*receipt.outcomes, *outcomes))

    def _said_before(self, session: Session) -> str:
        """What the assistant said last before this turn, within reach."""
        if self._said is None:
            last = session.message_count  # as it was before this unit: its first turn asks, the others remember
            records = self._tx.records_between(session.id, last - SAID_WITHIN + 1, last)
            spoken = [record.content or "" for record in records if record.role is Role.ASSISTANT]
            self._said = spoken[-1] if spoken else ""
        return self._said

    def done(self) -> Hot:
        """The hot set as it is once this unit is committed."""
        return replace(self.hot, revision=self._tx.revision, sequence=self._tx.sequence)

    def _take(self, session: Session, turn: Turn, finding: Finding, origin: Origin, late: Late | None) -> list[Outcome]:
        """One finding through admit, gate, resolve and commit."""
        tx, rules = self._tx, self._rules
        content = turn.events[finding.event].content
        zh = language_of(content) == "zh"
        candidate = _resting_on(finding, turn, origin)
        context = KeyContext(agent_id=rules.agent_id, session_id=session.id, today=turn.today, new_id=tx.ids.new)
        try:
            now = tx.now if late is None else late.said_at
            new = admit(
                candidate, registry=rules.registry, config=rules.config, scope=tx.scope, context=context, now=now
            )
        except InvalidInput as wrong:
            return [Refused(candidate.type, None, wrong.message, tx.scope)]
        why_not = refusal(new)
        if late is not None:
            why_not = why_not or lapsed(late, new, candidate.duration, session, tx.now)
        if why_not:
            return [Refused(new.type.name, new.key, said(finding.reason, why_not, zh=zh), new.scope)]
        steps = planned(self._policy, new, tx.held(new.scope, new.key), now=tx.now)
        if late is not None:
            if known := is_known(new, steps):
                why = said(finding.reason, "known already, from the same evidence", zh=zh)
                return [Merged(new.type.name, new.key, why, new.scope, item_id=known.id)]
            if why_not := objection(tx, late, new, steps):
                return [Refused(new.type.name, new.key, said(finding.reason, why_not, zh=zh), new.scope)]
        outcomes = carry_out(tx, new, steps, origin, self._policy.should_embed_recall)
        return [replace(o, reason=said(finding.reason, o.reason, zh=zh)) for o in outcomes]

    def _follow_names(self, read: Read, records: Mapping[int, str], outcomes: Sequence[Outcome]) -> None:
        """Names of this turn: count them, note which records and items name an entity, renew what was named."""
        turn = read.turn
        note_outcomes(self._tx, outcomes, self.hot.entities)
        by_people: set[str] = set()
        for n, record_id in records.items():
            text = outside(turn.events[n].content, turn.injected.get(n, ()))
            named = note(self._tx, ARCHIVAL, [(record_id, self._tx.scope, text)], self.hot.entities)
            by_people.update(named if turn.events[n].role is Role.USER else ())
        self._renew(by_people - {outcome.key for outcome in outcomes})
        told = tuple(event for n, event in enumerate(turn.events) if n in read.learned)
        self.hot = self.hot.with_turn(names_in(turn if len(told) == len(turn.events) else replace(turn, events=told)))

    def _renew(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            item = self.hot.entity(key)
            until = None if item is None else renew(item, self._tx.now)
            if item is None or until is None or item.expires_at is None or until - item.expires_at < RENEW_AFTER:
                continue
            renewed = replace(item, expires_at=until, last_confirmed_at=self._tx.now, updated_at=self._tx.now)
            self._tx.change_item(item, renewed, action="confirmed", reason="named again", source=Source.USER)
            self.hot = read_again(self._tx, self.hot, [(item.scope, item.key)])


def follow_write(tx: Transaction, receipt: Receipt) -> None:
    """Note whom a write names that did not come from a turn."""
    if not receipt.replayed and (receipt.outcomes or receipt.records):
        known = known_entities(tx)
        note_outcomes(tx, receipt.outcomes, known)
        records = tx.records_by_id(receipt.records).values()
        note(tx, ARCHIVAL, [(record.id, record.scope, record.content or "") for record in records], known)


def note_outcomes(tx: Transaction, outcomes: Iterable[Outcome], entities: Entities) -> None:
    """Which entities the written items name; and who names an entity that is new or has a new name."""
    written = {o.item_id: o for o in outcomes if isinstance(o, Stored | Superseded | Merged) and o.item_id}
    items = tx.items_by_id(sorted(written)) if written else {}
    note_items(tx, items.values(), entities)
    for item_id, item in items.items():
        is_new = isinstance(written[item_id], Stored) or written[item_id].replaces is not None
        if item.type == "entities" and item.status is Status.ACTIVE and is_new:
            note_name(tx, item)


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


def _is_injected(finding: Finding, turn: Turn) -> bool:
    """Whether a finding rests on words that memory itself put into the prompt, whichever extractor made it."""
    return any(start < finding.end and finding.start < end for start, end in turn.injected.get(finding.event, ()))


def _resting_on(finding: Finding, turn: Turn, origin: Origin) -> Candidate:
    """The candidate with the words it rests on. What a host's model handed over has that authority, and no more."""
    event = turn.events[finding.event]
    start, end = finding.start, finding.end
    if not 0 <= start < end <= len(event.content):
        start, end = 0, len(event.content)
    source = Source(finding.candidate.source)
    if source is Source.USER and RELAYED in event.tags:
        source = Source.RELAYED
    return replace(finding.candidate, source=source, evidence=(Evidence(origin.message_id, start, end),), reason=None)


def not_learned(events: Sequence[Event]) -> str:
    """Told when learning failed: in the language of the turn, without what went wrong inside."""
    if language_of(events[0].content) == "zh":
        return "这一轮已保存，但没有从中提取记忆：提取时出错。"
    return "This turn is kept, but nothing was learned from it: extraction failed."


def put_aside(tx: Transaction, session_id: str, turn_id: int, reason: str) -> None:
    """Learning failed on this turn: it is tried again later, and `doctor` shows why it failed."""
    tx.queue.add(LEARN, session_id, turn_id, max_retries=LEARN_RETRIES, reason=reason)


def turn_of(tx: Transaction, session_id: str, drafts: Sequence[Draft]) -> Turn:
    """A turn as extractors see it."""
    events = _events(drafts)
    kind = tx.scope.partition(":")[0]
    assert kind in ("main", "peer", "group", "shared")
    injected = injected_in(tx, session_id, events)
    return Turn(events, _day(drafts, tx), kind, injected)  # type: ignore[arg-type]  # the line above


def _events(drafts: Sequence[Draft]) -> tuple[Event, ...]:
    return tuple(
        Event(
            draft.role,
            draft.content,
            speaker=draft.speaker,
            name=draft.name,
            arguments=draft.arguments,
            result=draft.result,
            tags=draft.tags,
        )
        for draft in drafts
    )


def _day(drafts: Sequence[Draft], tx: Transaction) -> date:
    """The day of the turn, against which `tomorrow` is read."""
    return next((draft.timestamp for draft in drafts if draft.timestamp is not None), tx.now).date()

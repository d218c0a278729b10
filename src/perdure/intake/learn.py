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
from perdure.intake.policy import Route, planned, policy_of
from perdure.intake.reasons import said
from perdure.segment import segment
from perdure.store.contract import Draft
from perdure.store.finding import ARCHIVAL, RECALL
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.registry import Registry
from perdure.types.retention import renew
from perdure.values import (
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
    Stored,
    Superseded,
)

Extractor = Callable[[Turn, Known], Sequence[Finding]]
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


@dataclass(frozen=True, slots=True)
class Read:
    """A turn as it was read: what was found in it, and which of its events are learned from."""

    turn: Turn
    findings: tuple[Finding, ...]
    learned: tuple[int, ...]
    failed: bool = False

    @property
    def proves(self) -> frozenset[int]:
        """The events that something was found in."""
        return frozenset(finding.event for finding in self.findings)


class Learning:
    """One unit of work that learns. `hot` is what the scope holds after what was learned so far."""

    def __init__(self, tx: Transaction, rules: Rules, hot: Hot | None) -> None:
        self._tx = tx
        self._rules = rules
        self.hot = follow(tx, hot, rules.config.recall_max_items)
        self.failure: str | None = None
        """The kind of error that an extractor raised in this unit, if one did."""

    def routes(self, drafts: Sequence[Draft]) -> list[Route]:
        """Where the policy sends each event of a turn."""
        policy = policy_of(self._rules.config, self._rules.registry)
        return [policy.route(event) for event in _events(drafts)]

    def from_turn(self, session: Session, drafts: Sequence[Draft], receipt: Receipt) -> Receipt:
        """Learn from a turn that was just archived. Answers its receipt with what came of it."""
        return self.learn(session, self.read(session, drafts, receipt.turn_id or 0), receipt, range(len(drafts)))

    def read(self, session: Session, drafts: Sequence[Draft], turn_id: int) -> Read:
        """What the extractor finds in a turn, less what it must not be found in. Nothing is written."""
        turn = _turn(drafts, self._tx, session.id)
        known = self.hot.known(session.id, turn_id, self._tx.now, self._tx.scope)
        known = self._reach(turn, known)
        routes = self.routes(drafts)
        try:
            findings = self._rules.extract(turn, known)
        except Exception as failure:  # noqa: BLE001 - an extractor may raise anything, and the turn is kept all the same
            self.failure = type(failure).__name__
            return Read(turn, (), (), failed=True)
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

    def learn(self, session: Session, read: Read, receipt: Receipt, kept: Sequence[int]) -> Receipt:
        """Write what was found. `kept` says which events of the turn the receipt's records are."""
        turn = read.turn
        if read.failed:
            return replace(receipt, notices=(*receipt.notices, not_learned(turn.events)))
        records = dict(zip(kept, receipt.records, strict=True))
        outcomes: list[Outcome] = []
        fresh: list[Held] = []
        for finding in read.findings:
            came = self._take(session, turn, finding, receipt, records[finding.event])
            outcomes += came
            if any(isinstance(outcome, Stored | Superseded | Merged) for outcome in came) and came[0].key:
                fresh.append(Held(came[0].type, came[0].key, finding.candidate.value))
        self.hot = read_again(self._tx, self.hot, [(o.scope, o.key) for o in outcomes if o.key is not None])
        self._follow_names(read, records, outcomes)
        self.hot = replace(self.hot, latest=(session.id, receipt.turn_id or 0, tuple(fresh)))
        return replace(receipt, outcomes=tuple(outcomes))

    def done(self) -> Hot:
        """The hot set as it is once this unit is committed."""
        return replace(self.hot, revision=self._tx.revision, sequence=self._tx.sequence)

    def _take(self, session: Session, turn: Turn, finding: Finding, receipt: Receipt, record_id: str) -> list[Outcome]:
        """One finding through admit, gate, resolve and commit."""
        tx, rules = self._tx, self._rules
        content = turn.events[finding.event].content
        zh = language_of(content) == "zh"
        start, end = finding.start, finding.end
        if not 0 <= start < end <= len(content):
            start, end = 0, len(content)
        candidate: Candidate = replace(finding.candidate, evidence=(Evidence(record_id, start, end),), reason=None)
        context = KeyContext(agent_id=rules.agent_id, session_id=session.id, today=turn.today, new_id=tx.ids.new)
        try:
            new = admit(
                candidate, registry=rules.registry, config=rules.config, scope=tx.scope, context=context, now=tx.now
            )
        except InvalidInput as wrong:
            return [Refused(candidate.type, None, wrong.message, tx.scope)]
        if why_not := refusal(new):
            return [Refused(new.type.name, new.key, said(finding.reason, why_not, zh=zh), new.scope)]
        policy = policy_of(rules.config, rules.registry)
        steps = planned(policy, new, tx.held(new.scope, new.key), now=tx.now)
        origin = Origin(session.id, receipt.turn_id, record_id)
        outcomes = carry_out(tx, new, steps, origin, policy.should_embed_recall)
        return [replace(o, reason=said(finding.reason, o.reason, zh=zh)) for o in outcomes]

    def _follow_names(self, read: Read, records: Mapping[int, str], outcomes: Iterable[Outcome]) -> None:
        """Names of this turn: count them, note which records and items name an entity, renew what was named."""
        tx, hot, turn = self._tx, self.hot, read.turn
        mentions = [
            (key, record_id)
            for n, record_id in records.items()
            for key in hot.named_in(outside(turn.events[n].content, turn.injected.get(n, ())))
        ]
        tx.index.add_mentions(ARCHIVAL, tx.scope, mentions)
        written = {o.item_id for o in outcomes if isinstance(o, Stored | Superseded | Merged)}
        items = [hot.entries[item_id].item for item_id in sorted(filter(None, written)) if item_id in hot.entries]
        about = [(key, item.id) for item in items for key in hot.named_in(item.content) if key != item.key]
        tx.index.add_mentions(RECALL, tx.scope, about)
        people = {record_id for n, record_id in records.items() if turn.events[n].role is Role.USER}
        taken = {outcome.key for outcome in outcomes}
        renewed = {key for key, record_id in mentions if record_id in people and key not in taken}
        self._renew(renewed)
        told = tuple(event for n, event in enumerate(turn.events) if n in read.learned)
        self.hot = self.hot.with_turn(
            names_in(replace(turn, events=told)) if len(told) < len(turn.events) else names_in(turn)
        )

    def _renew(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            item = self.hot.entity(key)
            until = None if item is None else renew(item, self._tx.now)
            if item is None or until is None or item.expires_at is None or until - item.expires_at < RENEW_AFTER:
                continue
            renewed = replace(item, expires_at=until, last_confirmed_at=self._tx.now, updated_at=self._tx.now)
            self._tx.change_item(item, renewed, action="confirmed", reason="named again", source=Source.USER)
            self.hot = read_again(self._tx, self.hot, [(item.scope, item.key)])


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


def not_learned(events: Sequence[Event]) -> str:
    """Told when learning failed: in the language of the turn, without what went wrong inside."""
    if language_of(events[0].content) == "zh":
        return "这一轮已保存，但没有从中提取记忆：提取时出错。"
    return "This turn is kept, but nothing was learned from it: extraction failed."


def _events(drafts: Sequence[Draft]) -> tuple[Event, ...]:
    return tuple(
        Event(
            draft.role,
            draft.content,
            speaker=draft.speaker,
            name=draft.name,
            arguments=draft.arguments,
            result=draft.result,
        )
        for draft in drafts
    )


def _turn(drafts: Sequence[Draft], tx: Transaction, session_id: str) -> Turn:
    events = _events(drafts)
    kind = tx.scope.partition(":")[0]
    assert kind in ("main", "peer", "group", "shared")
    injected = injected_in(tx, session_id, events)
    return Turn(events, _day(drafts, tx), kind, injected)  # type: ignore[arg-type]  # the line above


def _day(drafts: Sequence[Draft], tx: Transaction) -> date:
    """The day of the turn, against which `tomorrow` is read."""
    return next((draft.timestamp for draft in drafts if draft.timestamp is not None), tx.now).date()

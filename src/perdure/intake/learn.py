"""Learning from a turn inside the transaction that keeps it: extract, gate, resolve, commit; each with its reason.

Nothing here can cost the turn its records: an extractor that fails is mentioned in the receipt, and that is all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.intake.admit import admit
from perdure.intake.commit import Origin, carry_out
from perdure.intake.extract import Finding, Held, Known, Turn, names_in
from perdure.intake.extract.sentences import language_of
from perdure.intake.gate import refusal
from perdure.intake.hot import Hot, follow, read_again
from perdure.intake.reasons import said
from perdure.intake.resolve import resolve
from perdure.store.contract import Draft
from perdure.store.finding import ARCHIVAL
from perdure.store.mentions import Entities, known_entities, note, note_items, note_name
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
    Status,
    Stored,
    Superseded,
)

Extractor = Callable[[Turn, Known], Sequence[Finding]]
Notice = Callable[[Turn, Sequence[Finding], Callable[[], str]], Sequence[Finding]]
"""Finds more in a turn, given what was found and, on asking, what the assistant said last before it."""
SAID_WITHIN = 8
"""How many records back the assistant's last word is looked for."""
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


class Learning:
    """One unit of work that learns. `hot` is what the scope holds after what was learned so far."""

    def __init__(self, tx: Transaction, rules: Rules, hot: Hot | None) -> None:
        self._tx = tx
        self._rules = rules
        self.hot = follow(tx, hot, rules.config.recall_max_items)
        self._said: str | None = None
        self.failure: str | None = None
        """The kind of error that an extractor raised in this unit, if one did."""

    def from_turn(self, session: Session, drafts: Sequence[Draft], receipt: Receipt) -> Receipt:
        """Learn from a turn that was just archived. Answers its receipt with what came of it."""
        turn = _turn(drafts, self._tx)
        turn_id = receipt.turn_id or 0
        known = self.hot.known(session.id, turn_id, self._tx.now, self._tx.scope)
        try:
            findings = self._rules.extract(turn, known)
            if self._rules.notice is not None:
                findings = [*findings, *self._rules.notice(turn, findings, lambda: self._said_before(session))]
        except Exception as failure:  # noqa: BLE001 - an extractor may raise anything, and the turn is kept all the same
            self.failure = type(failure).__name__
            return replace(receipt, notices=(*receipt.notices, not_learned(drafts)))
        outcomes: list[Outcome] = []
        fresh: list[Held] = []
        for finding in findings:
            came = self._take(session, turn, finding, receipt)
            outcomes += came
            if any(isinstance(outcome, Stored | Superseded | Merged) for outcome in came) and came[0].key:
                fresh.append(Held(came[0].type, came[0].key, finding.candidate.value))
        self.hot = read_again(self._tx, self.hot, [(o.scope, o.key) for o in outcomes if o.key is not None])
        self._follow_names(turn, receipt, outcomes)
        self.hot = replace(self.hot, latest=(session.id, turn_id, tuple(fresh)))
        spoken = [event.content for event in turn.events if event.role is Role.ASSISTANT]
        self._said = spoken[-1] if spoken else self._said
        return replace(receipt, outcomes=tuple(outcomes))

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

    def _take(self, session: Session, turn: Turn, finding: Finding, receipt: Receipt) -> list[Outcome]:
        """One finding through admit, gate, resolve and commit."""
        tx, rules = self._tx, self._rules
        record_id = receipt.records[finding.event]
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
        steps = resolve(new, tx.held(new.scope, new.key), now=tx.now)
        origin = Origin(session.id, receipt.turn_id, record_id)
        outcomes = carry_out(tx, new, steps, origin)
        return [replace(o, reason=said(finding.reason, o.reason, zh=zh)) for o in outcomes]

    def _follow_names(self, turn: Turn, receipt: Receipt, outcomes: Iterable[Outcome]) -> None:
        """Names of this turn: count them, note which records and items name an entity, renew what was named."""
        outcomes = list(outcomes)
        note_outcomes(self._tx, outcomes, self.hot.entities)
        by_people: set[str] = set()
        for event, record_id in zip(turn.events, receipt.records, strict=True):
            named = note(self._tx, ARCHIVAL, [(record_id, self._tx.scope, event.content)], self.hot.entities)
            by_people.update(named if event.role is Role.USER else ())
        self._renew(by_people - {outcome.key for outcome in outcomes})
        self.hot = self.hot.with_turn(names_in(turn))

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


def not_learned(drafts: Sequence[Draft]) -> str:
    """Told when learning failed: in the language of the turn, without what went wrong inside."""
    if language_of(drafts[0].content) == "zh":
        return "这一轮已保存，但没有从中提取记忆：提取时出错。"
    return "This turn is kept, but nothing was learned from it: extraction failed."


def _turn(drafts: Sequence[Draft], tx: Transaction) -> Turn:
    events = tuple(
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
    kind = tx.scope.partition(":")[0]
    assert kind in ("main", "peer", "group", "shared")
    return Turn(events, _day(drafts, tx), kind)  # type: ignore[arg-type]  # the line above


def _day(drafts: Sequence[Draft], tx: Transaction) -> date:
    """The day of the turn, against which `tomorrow` is read."""
    return next((draft.timestamp for draft in drafts if draft.timestamp is not None), tx.now).date()

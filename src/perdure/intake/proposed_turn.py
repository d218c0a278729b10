"""Concluding what a model proposes for a turn: matched with what is held, one after the other, by the same way in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.errors import InvalidInput
from perdure.intake.asked import proofs_of
from perdure.intake.carry_out import withdraw
from perdure.intake.changes import CHANGEABLE
from perdure.intake.extract import Finding, KnownItem, Turn
from perdure.intake.extract.llm import RULE, Read
from perdure.intake.meant import things_of
from perdure.intake.moment import Moment, rests_on_later
from perdure.intake.proposals import HeldThings, matched
from perdure.intake.statement import as_statement
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.values import Candidate, Grade, Item, Merged, Priority, Receipt, Session, Source, Stored, Superseded

MATCHED = CHANGEABLE | {"rules"}
"""The types of what a model may say to be changed or ended."""
COVERED = 0.8
"""The share of a statement that a quote holds from which on both are the same words."""


class ProposedTurn:
    """One turn as a model reads it, after rules and the reader. `receipt` says what came of it so far."""

    def __init__(
        self, intake: Intake, tx: Transaction, session: Session, turn: Turn, receipt: Receipt, moment: Moment
    ) -> None:
        self._intake = intake
        self._tx = tx
        self._session = session
        self._turn = turn
        self._moment = moment
        self._learning = intake.learning(tx)
        self.receipt = receipt

    def take(self, read: Read, related: Sequence[Item]) -> None:
        """Conclude one proposal. `related` is what else is held that it may be about."""
        before = self._read_before(read)
        if any(item.priority is Priority.PERMANENT and item.expires_at is None for item in before):
            kept = replace(read.finding.candidate, keep="permanent")  # it was asked for: it stays for good
            read = replace(read, finding=replace(read.finding, candidate=kept))
        own_key = self._key(read.finding)
        if any(item.key == read.replaces for item in before):
            read = replace(read, replaces=None)
        if any(rests_on_later(self._tx, item, self._moment) for item in self._tx.held(self._tx.scope, own_key)):
            # What was said since stands: it is weighed under its key, and refused.
            later = replace(read.finding.candidate, replaces=True)
            read = replace(read, finding=replace(read.finding, candidate=later))
        findings = matched(self._turn, read, self._held(related), own_key)
        told = len(self.receipt.outcomes)
        self.receipt = self._learning.take(self._session, self._turn, findings, self.receipt, self._moment)
        self._withdraw(before, told)

    def doubt(self, keys: Sequence[str]) -> None:
        """What was read from this turn and is not in it, as the model says: a person decides."""
        for key in keys:
            for item in self._of_turn():
                proof = next((one for one in item.evidence if one.record_id in self.receipt.records), None)
                if item.key != key or proof is None:
                    continue
                event = self.receipt.records.index(str(proof.record_id))
                span = proof.start or 0, proof.end or len(self._turn.events[event].content)
                reason = say("model.misread")
                candidate = Candidate(
                    item.type, item.value, key=item.key, source=Source.INFERENCE, retract=True, asks=True
                )
                finding = Finding(RULE, event, *span, candidate, reason)
                self.receipt = self._learning.take(self._session, self._turn, [finding], self.receipt, self._moment)

    def _held(self, related: Sequence[Item]) -> HeldThings:
        """What is held and was not read from this turn."""
        tx, hot = self._tx, self._learning.hot
        own = {item.key for item in self._of_turn()}
        known = hot.known(self._session.id, self.receipt.turn_id or 0, tx.now, tx.scope).items
        far = [KnownItem(i.type, i.key, i.value, i.content) for i in related if i.holds_at(tx.now)]
        items = {held.key: held for held in (*far, *known) if held.type in MATCHED and held.key not in own}
        return HeldThings(things_of(items.values()), self._learning.match, self._intake.nearest, self._intake.named)

    def _of_turn(self) -> list[Item]:
        """What was read from this turn, and was said nowhere else."""
        place, records = (self._session.id, self.receipt.turn_id), set(self.receipt.records)
        return [
            entry.item
            for entry in self._learning.hot.entries.values()
            if (entry.item.session_id, entry.item.source_turn_id) == place
            and entry.item.scope == self._tx.scope
            and {proof.record_id for proof in proofs_of(entry.item)} <= records
        ]

    def _read_before(self, read: Read) -> list[Item]:
        """What the same words were read as before: what the model names, and statements that nobody made more of."""
        if read.finding.candidate.retract:
            return []
        record = self.receipt.records[read.finding.event]
        return [
            item
            for item in self._of_turn()
            if item.key == self._normal(read.replaces) or _is_covered(item, record, read.finding)
        ]

    def _normal(self, key: str | None) -> str | None:
        try:
            return None if key is None else self._intake.criteria.registry.normal_key(key)
        except InvalidInput:  # the model made the key up: there is nothing it could mean
            return None

    def _key(self, finding: Finding) -> str:
        """The key that a finding will have."""
        if finding.candidate.retract:
            return ""
        statement, _ = as_statement(finding, self._turn.events[finding.event].content)
        if statement.key is not None:
            return statement.key
        kind = self._intake.criteria.registry.get(statement.type)
        context = KeyContext(
            agent_id=self._intake.criteria.agent_id,
            session_id=self._session.id,
            today=self._turn.today,
            new_id=self._tx.ids.new,
        )
        return kind.key(kind.parse(statement.value), context)

    def _withdraw(self, before: Sequence[Item], since: int) -> None:
        """Withdraw what the same words were read as before, if the newcomer was taken and has no less authority."""
        taken = [o for o in self.receipt.outcomes[since:] if isinstance(o, Stored | Superseded | Merged) and o.item_id]
        new = self._tx.item(taken[0].item_id or "") if taken else None
        if new is None:
            return
        gone = [
            withdraw(self._tx, item, reason=say("write.said_better", key=new.key), source=new.source)
            for item in before
            if item.key != new.key
            and item.trust <= new.trust
            and (item.grade is Grade.PROVISIONAL or new.grade is Grade.SURE)
        ]
        self.receipt = replace(self.receipt, outcomes=(*self.receipt.outcomes, *gone))
        self._learning.refresh([(item.scope, item.key) for item in before])


_NAMED_BY = {"facts": "predicate", "preferences": "name", "decisions": "topic", "goals": "name", "events": "title"}
"""The field that holds the whole statement where nobody has made out what it is about."""


def _is_covered(item: Item, record: str, finding: Finding) -> bool:
    """Whether an item is no more than the statement that a finding quotes."""
    is_bare = item.type in _NAMED_BY and item.value.get(_NAMED_BY[item.type]) == item.content
    for proof in proofs_of(item):
        start, end = proof.start or 0, proof.end or 0
        shared = min(end, finding.end) - max(start, finding.start)
        if not is_bare or proof.record_id != record or shared < COVERED * max(1, end - start):
            return False
    return bool(item.evidence)

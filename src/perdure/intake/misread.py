"""What an earlier reading of a turn had made of the words of a request to forget: asking to forget confirms nothing.

Rules read all of a turn at once, and the reader comes later to the end of a long one, or to one that was kept while it
was still loading. What the request did not let through the first time must not stand because it was read late.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.intake.asked import proofs_of, tells_field
from perdure.intake.carry_out import ACCEPTED, DENIED, EDITED, withdraw
from perdure.intake.extract.contract import Turn
from perdure.intake.forget import without_fields
from perdure.intake.gate import not_from_here
from perdure.intake.obey import FORGET, Obeyed
from perdure.intake.origin import Criteria
from perdure.intake.read_ahead import ReadRequest
from perdure.intake.requests import requests_of
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import JSON, Evidence, Item, Outcome, Retracted, Role, Status

_STANDS = frozenset({ACCEPTED, EDITED, DENIED})
"""What a person has agreed to, and what asks a person to take something back."""


@dataclass(frozen=True, slots=True)
class ReadAsForgetting:
    """A stretch of an event that asks for something to be forgotten."""

    event: int
    start: int
    end: int
    is_stated: bool
    """Whether it may be a statement as well: then it makes no rule, and that is all."""


def forgetting_in(turn: Turn, read: Sequence[ReadRequest], obeyed: Obeyed) -> tuple[ReadAsForgetting, ...]:
    """The requests to forget in a turn. One that nothing came of was said of something else than memory."""
    made = {(f.event, f.start, f.end) for f in obeyed.findings if f.rule == FORGET}
    made |= {(answer.event, answer.start, answer.end) for answer in obeyed.answers}
    users = [number for number, event in enumerate(turn.events) if event.role == Role.USER]
    asks = [(n, one) for n in users for one in requests_of(turn, n, read) if one.kind == "forget"]
    return tuple(
        ReadAsForgetting(n, one.start, one.end, one.is_stated or (n, one.start, one.end) not in made) for n, one in asks
    )


def withdraw_misread(tx: Transaction, criteria: Criteria, record_id: str, asked: ReadAsForgetting) -> list[Outcome]:
    """Take away what rests on nothing but the words of a request in this record."""
    record = tx.record(record_id)
    text = "" if record is None else record.content or ""
    resting = [item for item in tx.items_resting_on([record_id]) if _may_go(tx, item, asked)]
    logs = tx.past.changes_of([item.id for item in resting])
    undecided = [one for one in resting if not any(change.action in _STANDS for change in logs.get(one.id, ()))]
    return [outcome for item in undecided for outcome in _withdrawn(tx, criteria, item, record_id, asked, text)]


def _may_go(tx: Transaction, item: Item, asked: ReadAsForgetting) -> bool:
    is_held = item.status in (Status.ACTIVE, Status.PENDING) and not_from_here(tx.scope, item.scope) is None
    return is_held and not item.pinned and (item.type == "rules" or not asked.is_stated)


def _withdrawn(
    tx: Transaction, criteria: Criteria, item: Item, record_id: str, asked: ReadAsForgetting, text: str
) -> list[Outcome]:
    reason, proofs = say("past.was_request"), proofs_of(item)
    own = [proof for proof in proofs if proof.record_id == record_id and _lies_in(proof, asked, text)]
    if len(own) == len(proofs):
        return [withdraw(tx, item, reason=reason, source=item.source, by=record_id)]
    gone = [fact for fact in item.value.get("facts") or () if _is_only_in(fact, own, proofs)]
    if not gone:
        return []
    without_fields(tx, criteria.registry, item, gone, reason, by=record_id)
    names = [str(fact.get("k")) for fact in gone]
    return [Retracted(item.type, item.key, say("forget.fields", fields=names), item.scope, item_id=item.id)]


def _is_only_in(fact: Mapping[str, JSON], own: Sequence[Evidence], proofs: Sequence[Evidence]) -> bool:
    """Whether a field was said in these words of an item's and in no others."""
    telling = [proof for proof in proofs if tells_field(proof.quote or "", fact)]
    return bool(telling) and all(proof in own for proof in telling)


def _lies_in(proof: Evidence, asked: ReadAsForgetting, text: str) -> bool:
    """Whether a proof has no word but those of a request; marks belong to neither."""
    if proof.start is None or proof.end is None:
        return False
    beside = text[proof.start : max(asked.start, proof.start)] + text[min(asked.end, proof.end) : proof.end]
    is_apart = asked.end <= proof.start or proof.end <= asked.start
    return not is_apart and not any(map(str.isalnum, beside))

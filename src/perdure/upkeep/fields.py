"""Fields of a profile that were taken out of it: which they were, and putting one back."""

from __future__ import annotations

from dataclasses import replace

from perdure.archive import sessions
from perdure.errors import Conflict
from perdure.intake.asked import is_question_of, tells_field
from perdure.intake.choose import fields_of
from perdure.intake.conclude import conclude
from perdure.intake.origin import Criteria, Origin
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.attributes import holds_one_value
from perdure.types.keys import fold_name
from perdure.values import Candidate, Choice, Evidence, Item, Source

NOT_OF_A_FIELD = frozenset({"source"})
"""What a field has besides itself: whoever puts it back stands for it."""


def taken_out(tx: Transaction, item: Item) -> list[Choice]:
    """The fields of a version that the one after it no longer had."""
    after = None if item.superseded_by is None else tx.item(item.superseded_by)
    if after is None:
        return []
    left = {_value(choice) for choice in fields_of(after)}
    return [choice for choice in fields_of(item) if _value(choice) not in left]


def bring_field_back(tx: Transaction, criteria: Criteria, item: Item, name: str) -> Item:
    """Say a field again, on the user's word and by its own evidence."""
    gone = next((choice for choice in taken_out(tx, item) if choice.field == name), None)
    held = [choice for version in tx.held(item.scope, item.key) for choice in fields_of(version)]
    if gone is None or gone.fact is None or _value(gone) in map(_value, held):
        raise Conflict("this was not forgotten", hint=say("hint.list_forgotten"))
    field = _value(gone)[0]
    if not gone.fact.get("many") and holds_one_value(field) and field in (_value(choice)[0] for choice in held):
        target = f"{item.key}#{field}"
        raise Conflict(f"`{target}` holds something newer", hint=say("hint.forget_newer", key=target))
    fact = {part: value for part, value in gone.fact.items() if part not in NOT_OF_A_FIELD}
    candidate = Candidate(
        item.type, {**item.value, "facts": [fact]}, key=item.key, source=Source.USER, evidence=_evidence(item, gone)
    )
    origin = Origin(sessions.direct(tx), scope=item.scope, is_direct=True)
    outcomes = conclude(tx, criteria, candidate, origin).outcomes
    _show_again(tx, item, gone)
    written = next((tx.item(outcome.item_id) for outcome in outcomes if outcome.item_id is not None), None)
    if written is None:
        raise Conflict("this cannot be put back", hint=outcomes[0].reason)
    return written


def _evidence(item: Item, gone: Choice) -> tuple[Evidence, ...]:
    own = [proof for proof in item.evidence if proof.quote and _tells(proof.quote, gone)]
    return tuple(replace(proof, quote=None) for proof in own or item.evidence)


def _show_again(tx: Transaction, item: Item, gone: Choice) -> None:
    """Where it was said may be shown again; what was forgotten with it stays hidden."""
    spans = tx.withheld.about(item.id)
    records = tx.records_by_id([record_id for record_id, _, _ in spans])
    for record_id, start, end in spans:
        if record_id in records and _tells((records[record_id].content or "")[start:end], gone):
            tx.withheld.lift(record_id, start, end, item_id=item.id)


def _tells(words: str, gone: Choice) -> bool:
    fact = gone.fact or {}
    return tells_field(words, fact) or is_question_of(words, str(fact.get("said") or ""))


def _value(choice: Choice) -> tuple[str, str]:
    fact = choice.fact or {}
    return fold_name(str(fact.get("k"))), fold_name(str(fact.get("v")))

"""Where a second reading of a turn says better what the first one made of it."""

from __future__ import annotations

from dataclasses import replace

from perdure.errors import InvalidInput
from perdure.intake.commit import withdraw
from perdure.intake.learn import Rules
from perdure.store.transaction import Transaction
from perdure.values import Merged, Receipt, Stored, Superseded


def better(tx: Transaction, rules: Rules, key: str | None, receipt: Receipt) -> Receipt:
    """Withdraw what the same turn was read as before, if the newcomer was taken and has no less authority."""
    last = receipt.outcomes[-1] if receipt.outcomes else None
    if key is None or not isinstance(last, Stored | Superseded | Merged) or last.item_id is None:
        return receipt
    new = tx.item(last.item_id)
    try:
        normal = rules.registry.normal_key(key)
    except InvalidInput:  # the model made the key up: there is nothing it could mean
        return receipt
    if new is None or normal == new.key:
        return receipt
    gone = [
        withdraw(tx, item, reason=f"said better: `{new.key}`", source=new.source)
        for item in tx.held(tx.scope, normal)
        if (item.session_id, item.source_turn_id) == (receipt.session, receipt.turn_id)
        and item.trust <= new.trust
        # What was said elsewhere as well does not stand or fall with this turn.
        and {evidence.record_id for evidence in item.evidence} <= set(receipt.records)
    ]
    return replace(receipt, outcomes=(*receipt.outcomes, *gone))

"""Restricting: kept, but neither recalled nor given to a model, until somebody lifts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.errors import Conflict, InvalidInput, NotFound
from perdure.intake.choose import choose
from perdure.intake.gate import not_from_here
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import Item, Source, Target


def restrict(tx: Transaction, target: Target, registry: Registry, *, lift: bool = False) -> list[Item]:
    """Restrict what a target names, with all its versions and the words it rests on, or lift that again."""
    meant = choose(tx, target, registry=registry, include_past=True)
    if not meant.is_clear:
        said = "; ".join(f"`{choice.target}`" for choice in meant.found[:10])
        raise Conflict(f"these words may mean several things: {said}", hint=say("hint.erase_unclear"))
    keys = dict.fromkeys((choice.item.scope, choice.item.key) for choice in meant.found)
    if not keys:
        raise NotFound("no such item in this scope", hint=say("hint.list_items"))
    changed: list[Item] = []
    for scope, key in keys:
        if why_not := not_from_here(tx.scope, scope):
            raise InvalidInput(why_not, field="scope", hint=say("hint.act_in_main"))
        changed += _set(tx, tx.versions(scope, key), lift=lift)
    return changed


def _set(tx: Transaction, versions: Sequence[Item], *, lift: bool) -> list[Item]:
    changed = []
    action, reason = ("unrestricted", say("log.unrestricted")) if lift else ("restricted", say("log.restricted"))
    for item in versions:
        if (item.restricted_at is None) != lift:
            now = replace(item, restricted_at=None if lift else tx.now, updated_at=tx.now)
            tx.change_item(item, now, action=action, reason=reason, source=Source.USER)
            _hide(tx, item, lift=lift)
            changed.append(replace(now, is_active=now.holds_at(tx.now)))
    return changed


def _hide(tx: Transaction, item: Item, *, lift: bool) -> None:
    """Where it was said is hidden from every prompt as long as it is restricted."""
    for proof in item.evidence:
        if proof.record_id is None or proof.start is None or proof.end is None or proof.start >= proof.end:
            continue
        if tx.record(proof.record_id) is None:
            continue
        if lift:
            tx.withheld.lift(proof.record_id, proof.start, proof.end, item_id=item.id)
        else:
            tx.withheld.add(proof.record_id, proof.start, proof.end, item_id=item.id)

"""Going back: everything in a scope becomes what it was at a point. That is a change too, and can be undone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from perdure.control.state import Diff, State, compare, state_at, touched_since
from perdure.intake.gate import not_from_here
from perdure.intake.restore import AsAt, restore
from perdure.messages import say
from perdure.store.past import BESIDE, as_proof
from perdure.store.points import Point
from perdure.store.rows import mutable_params
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import JSON, Item, Status


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What going back changed, or would change. `revision` is what undoes it; None where nothing was written."""

    to: Point
    diff: Diff
    revision: int | None = None

    def as_json(self) -> dict[str, JSON]:
        return {"to": self.to.as_json(), "revision": self.revision, **self.diff.as_json()}


def roll_back(tx: Transaction, to: Point, registry: Registry, *, dry_run: bool) -> RolledBack:
    """Make of every version what it was at a point; versions that came later are retracted. The archive stays."""
    keys = touched_since(tx, to.sequence)
    now, then = state_at(tx, tx.sequence, keys), state_at(tx, to.sequence, keys)
    own = {item.id: item for item in now.items.values() if not_from_here(tx.scope, item.scope) is None}
    wanted = {item_id: then.items.get(item_id) or _retracted(tx, item) for item_id, item in own.items()}
    diff = compare(State(own), State(wanted))
    if dry_run:
        return RolledBack(to, diff)
    start = tx.sequence
    since: dict[str, list[int]] = defaultdict(list)
    for change in tx.past.changes_after(to.sequence):
        if change.action not in BESIDE:
            since[change.item_id].append(change.sequence)
    versions = [
        AsAt(item, wanted[item_id], since[item_id]) for item_id, item in own.items() if _is_other(item, wanted[item_id])
    ]
    restore(tx, versions, registry=registry, reason=say("log.rolled_back", revision=to.revision))
    put_back_beside(tx, now, then, own)
    return RolledBack(to, diff, tx.revision if tx.sequence != start else None)


def _retracted(tx: Transaction, item: Item) -> Item:
    gone = item.status is Status.RETRACTED
    return item if gone else replace(item, status=Status.RETRACTED, updated_at=tx.now)


def _is_other(item: Item, wanted: Item) -> bool:
    proofs = [[as_proof(one) for one in version.evidence] for version in (item, wanted)]
    return mutable_params(item) != mutable_params(wanted) or proofs[0] != proofs[1]


def put_back_beside(tx: Transaction, now: State, then: State, own: dict[str, Item]) -> None:
    """Links and hidden spans as they were. A link that came later stays: one of its items no longer holds."""
    for link, was_settled in then.links.items():
        if link[0] in own and link[1] in own:
            if link not in now.links:
                tx.links.add(*link)
            (tx.links.settle if was_settled else tx.links.reopen)(*link)
    for link in now.links.keys() - then.links.keys():
        if all(one in own and one in then.items for one in link[:2]):
            tx.links.drop(*link)
    hidden = frozenset(tx.withheld.everything())
    for record_id, start, end, item_id in sorted(hidden - then.hidden):
        if item_id in own and item_id in then.items:
            tx.withheld.lift(record_id, start, end, item_id=item_id)
    for record_id, start, end, item_id in sorted(then.hidden - hidden):
        if item_id in own:
            tx.withheld.add(record_id, start, end, item_id=item_id)

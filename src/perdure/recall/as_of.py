"""Looking back: what was believed at a point (`as_of`), and what was true at a moment (`valid_at`).

The two are different questions. "I moved to York in May", said in June: in May Leeds was believed and York was true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from perdure.clock import Time, aware
from perdure.store.links import linked_in
from perdure.store.past import BESIDE, before_all
from perdure.store.points import PointLike, point_of
from perdure.store.transaction import Transaction
from perdure.values import SHARED, Change, Item, Status

Linked = tuple[str, str, str]
"""Two item ids and the kind of their link."""
FEW = 1_000
"""Up to how many changes since are taken back one by one; of more, everything is read."""


@dataclass(frozen=True, slots=True)
class Then:
    """The time that is looked back to: a point in the log, the moment it stands for, and when things were true."""

    sequence: int
    moment: datetime
    valid_at: datetime | None = None

    @property
    def end(self) -> datetime:
        """The first moment that is later: what was said at the very moment had been said."""
        return self.moment + timedelta(microseconds=1)


def then_of(tx: Transaction, as_of: PointLike | None, valid_at: Time | None) -> Then:
    """What `as_of` (default: now) and `valid_at` stand for."""
    true_at = None if valid_at is None else aware(valid_at, "valid_at")
    if as_of is None:
        return Then(tx.sequence, tx.now, true_at)
    point = point_of(tx, as_of, "as_of")
    return Then(point.sequence, point.at or tx.now, true_at)


def as_then(tx: Transaction, items: Sequence[Item], then: Then) -> list[Item]:
    """Versions as they were at that point; those that came later are left out."""
    changes = tx.past.changes_of([item.id for item in items], then.sequence)
    were = [before_all(item, changes.get(item.id, ())) for item in items if item.sequence <= then.sequence]
    return [replace(item, is_active=item.holds_at(then.moment)) for item in were if item is not None]


def held_then(tx: Transaction, items: Sequence[Item], then: Then) -> list[Item]:
    """Of versions those that were in force at that point; with `valid_at` those that were true then."""
    were = as_then(tx, [item for item in items if item.restricted_at is None], then)
    if then.valid_at is None:
        return [item for item in were if item.is_active]
    return _true(tx, were, then, then.valid_at)


def _true(tx: Transaction, items: Sequence[Item], then: Then, moment: datetime) -> list[Item]:
    """What was true at a moment, by what was believed: said or decided to begin by then, and not ended yet."""
    denied = _denied(tx, [item.id for item in items if item.status is Status.RETRACTED], then)
    return [
        item
        for item in items
        if (item.status in (Status.ACTIVE, Status.SUPERSEDED) or item.id in denied)
        and (item.pinned or item.expires_at is None or item.expires_at > then.moment)
        and _begins(item) <= moment
        and ((end := _ends(item)) is None or moment < end)
    ]


def _denied(tx: Transaction, ids: Sequence[str], then: Then) -> set[str]:
    """Retracted versions that were true until somebody said otherwise. What was forgotten or undone never counts."""
    found: set[str] = set()
    for item_id, changes in tx.past.changes_of(ids).items():
        ends = [c for c in changes if c.after.get("status") == Status.RETRACTED and c.sequence <= then.sequence]
        if ends and ends[0].action == "retracted":
            found.add(item_id)
    return found


def _begins(item: Item) -> datetime:
    """Since when it was true: as it says itself, else since it was said."""
    return item.created_at if item.valid_from is None else item.valid_from


def _ends(item: Item) -> datetime | None:
    if item.valid_to is None and item.status is not Status.ACTIVE:
        return item.updated_at
    return item.valid_to


def links_then(tx: Transaction, changes: Sequence[Change]) -> dict[Linked, bool]:
    """Every link as it was before changes, which are given newest first, and whether it was settled."""
    links: dict[Linked, bool] = {
        (link.item_a, link.item_b, link.kind.value): link.settled_at is not None for link in tx.links.visible()
    }
    for change in changes:
        if change.action not in BESIDE or "span" in change.before or "span" in change.after:
            continue
        other, kind = linked_in(change.after or change.before)
        first, second = sorted((change.item_id, other))
        link = (first, second, kind.value)
        match change.action:
            case "linked":
                links.pop(link, None)
            case "settled" | "unlinked":
                links[link] = False
            case "reopened":
                links[link] = True
    return links


def listed_then(
    tx: Transaction, type: str | None, key: str | None, status: Status | None, then: Then, limit: int
) -> list[Item]:
    """Items of a status at that point, as `items` lists them: what held by worth, versions by age."""
    if status is Status.ACTIVE and then.valid_at is None and (found := _held_mostly_now(tx, type, key, then, limit)):
        return found
    items = tx.decided(type=type, key=key, status=None)
    if status is not Status.ACTIVE:
        were = [item for item in as_then(tx, items, then) if status is None or item.status is status]
        return sorted(were, key=lambda item: -item.sequence)[:limit]
    return _by_worth(tx, held_then(tx, items, then), limit)


def _by_worth(tx: Transaction, held: Sequence[Item], limit: int) -> list[Item]:
    own = {item.key for item in held if item.scope == tx.scope}
    seen = [item for item in held if item.scope == tx.scope or item.key not in own]
    return sorted(seen, key=lambda item: (-item.importance, -item.sequence))[:limit]


def _held_mostly_now(tx: Transaction, type: str | None, key: str | None, then: Then, limit: int) -> list[Item]:
    """What was held then, where little has changed since: what is held now, but for what was touched. Else nothing."""
    changes = tx.past.changes_after(then.sequence)
    if len(changes) > FEW:
        return []
    touched = {change.item_id for change in changes}
    keys = {change.key for change in changes}
    # What is shared may be hidden now by what came into its scope since, and the other way round: both are looked at.
    named = [name for name in sorted(keys) if key is None or name == key]
    beside = [item for name in named for scope in sorted({tx.scope, SHARED}) for item in tx.versions(scope, name)]
    moved = [item for item in beside if type is None or item.type == type]
    ids = touched | {item.id for item in moved}
    still = tx.at(then.moment).items(type=type, key=key, status=Status.ACTIVE, limit=limit + len(ids))
    return _by_worth(tx, [*(item for item in still if item.id not in ids), *held_then(tx, moved, then)], limit)

"""The hot set: the items of a scope that matter most, in memory, by importance and recency; search finds the rest.

A cache, and nothing more: the store decides. Whenever its revision has moved, the keys that changed since are read
again, whoever changed them; when time alone has changed what holds, everything is. So it is always what
`items(limit=...)` would answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.store.transaction import Transaction
from perdure.values import SHARED, Item, Status

MANY = 100
"""More changed keys than this, and reading everything anew is cheaper."""


@dataclass(frozen=True, slots=True)
class HotSet:
    """What held in a scope at a revision of the store, best first."""

    revision: int
    sequence: int
    limit: int
    items: tuple[Item, ...]
    has_more: bool
    """Whether the store holds more than there was room for."""
    read_at: datetime
    next_start: datetime | None
    """When the next item begins to hold."""

    def is_due(self, now: datetime) -> bool:
        """Whether time alone has changed what holds, or the clock went back."""
        starts = self.next_start is not None and self.next_start <= now
        return starts or now < self.read_at or any(not item.holds_at(now) for item in self.items)


def follow(tx: Transaction, held: HotSet | None, limit: int) -> HotSet:
    """The hot set as this transaction sees the store."""
    if held is None or held.sequence > tx.sequence or held.limit != limit or held.is_due(tx.now):
        return load(tx, limit)
    if held.revision == tx.revision:
        return held
    changed = tx.keys_changed_since(held.sequence, MANY)
    if len(changed) >= MANY or tx.erased_since(held.sequence):
        return load(tx, limit)
    return _with_keys(tx, held, {key for _, key in changed}) or load(tx, limit)


def load(tx: Transaction, limit: int) -> HotSet:
    """From the store: the reference."""
    found = tx.items(type=None, key=None, status=Status.ACTIVE, limit=limit + 1)
    return HotSet(tx.revision, tx.sequence, limit, tuple(found[:limit]), len(found) > limit, tx.now, tx.next_start())


def _with_keys(tx: Transaction, held: HotSet, keys: set[str]) -> HotSet | None:
    """The same with these keys as the store has them now; None where what was left out may have to come in."""
    moved = replace(held, revision=tx.revision, sequence=tx.sequence)
    if not keys:
        return moved
    fresh = [item for key in keys for item in _visible(tx, key)]
    merged = _best_first([*(item for item in held.items if item.key not in keys), *fresh])
    kept, starts = tuple(merged[: held.limit]), tx.next_start()
    if held.has_more and (len(kept) < held.limit or _rank(kept[-1]) > _rank(held.items[-1])):
        return None
    more = held.has_more or len(merged) > held.limit
    return replace(moved, items=kept, has_more=more, read_at=tx.now, next_start=starts)


def _visible(tx: Transaction, key: str) -> list[Item]:
    """What holds under a key: the scope's own before the shared."""
    for scope in dict.fromkeys((tx.scope, SHARED)):
        if own := [item for item in tx.held(scope, key) if item.holds_at(tx.now)]:
            return own
    return []


def _best_first(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=_rank)


def _rank(item: Item) -> tuple[float, int]:
    return -item.importance, -item.sequence

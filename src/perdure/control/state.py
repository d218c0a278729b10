"""What a scope held at a point: what it holds now, with the log read backwards. And how two states differ.

Comparing takes states of one agent or of two: only what is said counts, never ids and numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from perdure.clock import iso
from perdure.store.links import Link, LinkKind, linked_in
from perdure.store.past import BESIDE, before_change
from perdure.store.transaction import Transaction
from perdure.values import JSON, Change, Item, Status

Pair = tuple[str, str]
Hidden = tuple[str, int, int, str]
"""Record, start, end, and the item that was forgotten."""


@dataclass(frozen=True, slots=True)
class State:
    """Every version that was there, as it was; which pairs may disagree; and what of the archive was hidden."""

    items: Mapping[str, Item] = field(default_factory=dict)
    links: Mapping[Pair, bool] = field(default_factory=dict)
    """Pair of item ids → whether it was settled."""
    hidden: frozenset[Hidden] = frozenset()

    def held(self) -> dict[Pair, tuple[Item, ...]]:
        """(scope, key) → what was in force or waited for a person, in the order it was said."""
        found: dict[Pair, list[Item]] = defaultdict(list)
        for item in sorted(self.items.values(), key=lambda one: one.sequence):
            if item.status in (Status.ACTIVE, Status.PENDING):
                found[item.scope, item.key].append(item)
        return {key: tuple(items) for key, items in found.items()}

    def holding_at(self, moment: datetime) -> State:
        """Only what had not lapsed at a moment."""
        left = {
            item.id: item
            for item in self.items.values()
            if item.status is Status.PENDING or (item.status is Status.ACTIVE and item.is_kept_at(moment))
        }
        return replace(self, items=left)


def state_at(tx: Transaction, sequence: int) -> State:
    """What this scope and `shared` held after the change of that number. What was deleted since is not in it."""
    changes = tx.past.changes_after(sequence)
    by_item: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        by_item[change.item_id].append(change)
    deleted = {(change.scope, change.key, change.revision) for change in changes if change.action == "deleted"}
    items: dict[str, Item] = {}
    for item in tx.decided(type=None, key=None, status=None):
        was = _before(item, by_item.get(item.id, ()), deleted)
        if was is not None:
            items[item.id] = was
    return State(items, *_beside(tx, changes, items))


def _before(item: Item, changes: Sequence[Change], deleted: set[tuple[str, str, int]]) -> Item | None:
    """A version before its changes. What was left over when the rest of its key was deleted stands for the rest."""
    was: Item | None = item
    for change in changes:
        if was is None:
            break
        if change.action == "rebuilt" and (change.scope, change.key, change.revision) in deleted:
            return was
        was = before_change(was, change)
    return was


def _beside(
    tx: Transaction, changes: Sequence[Change], items: Mapping[str, Item]
) -> tuple[dict[Pair, bool], frozenset[Hidden]]:
    links: dict[Pair, bool] = {(link.item_a, link.item_b): link.settled_at is not None for link in _doubts(tx)}
    hidden: set[Any] = set(tx.withheld.everything())
    for change in changes:
        if change.action not in BESIDE:
            continue
        if "span" in change.before or "span" in change.after:
            span = (*(change.after.get("span") or change.before["span"]), change.item_id)
            (hidden.discard if change.action == "hidden" else hidden.add)(span)
            continue
        other, kind = linked_in(change.after or change.before)
        if kind is not LinkKind.DOUBTFUL:
            continue  # that two may say the same is a proposal of upkeep, and no state of the memory
        first, second = sorted((change.item_id, other))
        match change.action:
            case "linked":
                links.pop((first, second), None)
            case "settled" | "unlinked":
                links[first, second] = False
            case "reopened":
                links[first, second] = True
    there = {pair: settled for pair, settled in links.items() if all(one in items for one in pair)}
    return there, frozenset(hidden)


def _doubts(tx: Transaction) -> list[Link]:
    return [link for link in tx.links.visible() if link.kind is LinkKind.DOUBTFUL]


@dataclass(frozen=True, slots=True)
class Difference:
    """One key that is not the same in two states: what it held in the first and in the second."""

    scope: str
    key: str
    before: tuple[Item, ...]
    after: tuple[Item, ...]

    @property
    def kind(self) -> str:
        if not self.before:
            return "added"
        return "changed" if self.after else "removed"

    def as_json(self) -> dict[str, JSON]:
        return {
            "kind": self.kind,
            "scope": self.scope,
            "key": self.key,
            "before": [item.as_json() for item in self.before],
            "after": [item.as_json() for item in self.after],
        }


@dataclass(frozen=True, slots=True)
class Diff:
    """All keys that differ between two states, by scope and key."""

    differences: tuple[Difference, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.differences)

    def of_kind(self, kind: str) -> list[Difference]:
        return [one for one in self.differences if one.kind == kind]

    def as_json(self) -> dict[str, JSON]:
        counts = {kind: len(self.of_kind(kind)) for kind in ("added", "removed", "changed")}
        return {"counts": counts, "differences": [one.as_json() for one in self.differences]}


def compare(first: State, second: State) -> Diff:
    """What would have to change to come from the first state to the second."""
    before, after = first.held(), second.held()
    differing = [
        Difference(scope, key, before.get((scope, key), ()), after.get((scope, key), ()))
        for scope, key in sorted({*before, *after})
        if _said(before.get((scope, key), ())) != _said(after.get((scope, key), ()))
    ]
    return Diff(tuple(differing))


def _said(items: Sequence[Item]) -> list[tuple[Any, ...]]:
    return [substance(item) for item in items]


def substance(item: Item) -> tuple[Any, ...]:
    """What a version says and how firmly, without its ids, numbers and how often it was used."""
    times = (item.valid_from, item.valid_to, item.expires_at)
    firmness = (item.status, item.grade, item.source, round(item.confidence, 6), item.pinned, item.verified)
    return (item.type, item.value, item.content, *firmness, *map(iso, times))

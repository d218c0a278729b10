"""What a scope held at a point: what it holds now, with the log read backwards. And how two states differ.

Comparing takes states of one agent or of two: only what is said counts, never ids and numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perdure.clock import iso
from perdure.recall.as_of import Linked, links_then
from perdure.store.past import BESIDE, before_change
from perdure.store.transaction import Transaction
from perdure.values import JSON, Change, Item, Status

Pair = tuple[str, str]
MOST_KEYS = 2_000
"""Up to how many keys are read one by one; of more, everything is read at once."""
Hidden = tuple[str, int, int, str]
"""Record, start, end, and the item that was forgotten."""


@dataclass(frozen=True, slots=True)
class State:
    """Every version that was there, as it was; which pairs may disagree; and what of the archive was hidden."""

    items: Mapping[str, Item] = field(default_factory=dict)
    links: Mapping[Linked, bool] = field(default_factory=dict)
    """Two item ids and the kind of their link → whether it was settled."""
    hidden: frozenset[Hidden] = frozenset()

    def held(self) -> dict[Pair, tuple[Item, ...]]:
        """(scope, key) → what was in force or waited for a person, in the order it was said."""
        found: dict[Pair, list[Item]] = defaultdict(list)
        for item in sorted(self.items.values(), key=lambda one: one.sequence):
            if item.status in (Status.ACTIVE, Status.PENDING):
                found[item.scope, item.key].append(item)
        return {key: tuple(items) for key, items in found.items()}


def state_at(tx: Transaction, sequence: int, keys: Collection[Pair] | None = None) -> State:
    """What this scope and `shared` held after the change of that number. What was deleted since is not in it.

    With `keys` it is only about these: to compare two points, what nobody touched need not be read.
    """
    changes = tx.past.changes_after(sequence)
    by_item: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        by_item[change.item_id].append(change)
    deleted = {(change.scope, change.key, change.revision) for change in changes if change.action == "deleted"}
    items: dict[str, Item] = {}
    for item in _versions(tx, keys):
        was = _before(item, by_item.get(item.id, ()), deleted)
        if was is not None:
            items[item.id] = was
    return State(items, *_beside(tx, changes, items))


def _versions(tx: Transaction, keys: Collection[Pair] | None) -> list[Item]:
    if keys is not None and len(keys) <= MOST_KEYS:
        return [item for scope, key in sorted(keys) for item in tx.versions(scope, key)]
    found = tx.decided(type=None, key=None, status=None)
    return found if keys is None else [item for item in found if (item.scope, item.key) in keys]


def touched_since(tx: Transaction, sequence: int) -> set[Pair]:
    """The keys that anything happened to since a number, beside them included."""
    changes = tx.past.changes_after(sequence)
    others = {change.after.get("with") or change.before.get("with") for change in changes if change.action in BESIDE}
    linked = tx.items_by_id([str(other) for other in others if other is not None])
    return {(one.scope, one.key) for one in changes} | {(item.scope, item.key) for item in linked.values()}


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
) -> tuple[dict[Linked, bool], frozenset[Hidden]]:
    links = links_then(tx, changes)
    hidden: set[Any] = set(tx.withheld.everything())
    for change in changes:
        if change.action in BESIDE and ("span" in change.before or "span" in change.after):
            span = (*(change.after.get("span") or change.before["span"]), change.item_id)
            (hidden.discard if change.action == "hidden" else hidden.add)(span)
    there = {link: settled for link, settled in links.items() if link[0] in items and link[1] in items}
    return there, frozenset(hidden)


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

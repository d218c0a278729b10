"""Grades, doubtful links and withheld spans as a plain Python model, and the same as read from a store."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from perdure import Grade
from perdure.store.transaction import Transaction


@dataclass
class StoreItem:
    """An item as the model sees it, by its number: stores give it ids of their own."""

    scope: str
    key: str
    grade: Grade
    ends: datetime | None
    is_held: bool = True
    past: list[tuple[Grade, bool]] = field(default_factory=list)
    """Grade and whether it was held before each change, the last one last."""

    def holds(self, now: datetime) -> bool:
        return self.is_held and (self.ends is None or now < self.ends)


@dataclass
class StoreModel:
    """What must be there, worked out from what was done and nothing else."""

    items: dict[int, StoreItem] = field(default_factory=dict)
    records: dict[int, str] = field(default_factory=dict)
    """Number → scope. Each record has a session of its own."""
    links: dict[frozenset[int], bool] = field(default_factory=dict)
    """Pair → whether it is settled, in the order in which they were made."""
    spans: set[tuple[int, int, int, int]] = field(default_factory=set)
    """(record, start, end, forgotten item or -1)."""

    def sees(self, scope: str, number: int) -> bool:
        return number in self.items and self.items[number].scope in (scope, "shared")

    def links_of(self, scope: str) -> dict[frozenset[int], bool]:
        return {two: settled for two, settled in self.links.items() if all(self.sees(scope, one) for one in two)}

    def open_links(self, scope: str, now: datetime) -> list[set[int]]:
        return [
            set(two)
            for two, settled in self.links_of(scope).items()
            if not settled and all(self.items[one].holds(now) for one in two)
        ]

    def hidden(self, scope: str) -> dict[int, set[int]]:
        """Record → its hidden characters."""
        found: dict[int, set[int]] = {}
        for record, start, end, _ in self.spans:
            if self.records[record] in (scope, "shared"):
                found.setdefault(record, set()).update(range(start, end))
        return found

    def delete(self, scope: str, key: str) -> None:
        self.items = {n: item for n, item in self.items.items() if (item.scope, item.key) != (scope, key)}
        self.links = {two: settled for two, settled in self.links.items() if all(one in self.items for one in two)}


@dataclass
class StoreIds:
    """Which id a store gave to what the model knows by a number."""

    items: dict[int, str] = field(default_factory=dict)
    records: dict[int, str] = field(default_factory=dict)

    def item(self, number: int) -> str:
        return self.items.get(number, "nobody")

    def numbers(self, which: str) -> dict[str, int]:
        return {given: number for number, given in getattr(self, which).items()}


def grades_in(tx: Transaction, ids: StoreIds) -> dict[int, tuple[Grade, bool]]:
    number = ids.numbers("items")
    return {number[i.id]: (i.grade, i.is_active) for i in tx.decided(type=None, key=None, status=None)}


def links_in(tx: Transaction, ids: StoreIds) -> dict[int, dict[int, str]]:
    number = ids.numbers("items")
    found = tx.links.of_many(list(number))
    assert all(tx.links.of(item_id) == links for item_id, links in found.items())
    return {number[one]: {number[link.other(one)]: link.state for link in links} for one, links in found.items()}


def waiting_in(tx: Transaction, ids: StoreIds) -> list[set[int]]:
    number = ids.numbers("items")
    return [{number[link.item_a], number[link.item_b]} for link in tx.links.open(1_000)]


def hidden_in(tx: Transaction, ids: StoreIds) -> dict[int, set[int]]:
    number = ids.numbers("records")
    found = tx.withheld.of(list(number))
    for spans in found.values():
        assert all(one[1] < other[0] for one, other in pairwise(spans))
    return {number[record]: {place for span in spans for place in range(*span)} for record, spans in found.items()}


def hiding_sessions_in(tx: Transaction, ids: StoreIds) -> dict[int, bool]:
    return {number: tx.withheld.any_in(f"session {number}") for number in ids.records}

"""What rules may ask about the past, in memory, per scope.

The store decides and this follows: whenever the store's revision has moved, the keys that changed since are read again,
whoever changed them. Values here never change; a newer one takes the place of an older one once its write is durable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.intake.extract import Known, KnownItem
from perdure.store.mentions import Entities
from perdure.store.transaction import Transaction
from perdure.values import Item

KINDS = (
    *("profile", "rules", "tasks", "preferences", "goals", "relationships"),
    *("decisions", "events", "facts", "entities"),
)
"""The types that rules ask about."""
MANY = 500
"""More changed keys than this, and reading everything anew is cheaper."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An item, and the same as rules see it."""

    item: Item
    held: KnownItem


@dataclass(frozen=True, slots=True)
class KnownItems:
    """What a scope held at a revision of the store."""

    revision: int
    sequence: int
    limit: int
    entries: Mapping[str, KnownEntry] = field(default_factory=dict)
    """By item id, oldest first."""
    loaded: int = 0
    """How many there were when all were read from the store."""
    latest: tuple[str, int, tuple[KnownItem, ...]] | None = None
    """Session, turn and what that turn stored, for the last turn that was learned from here."""
    entities: Entities = field(default_factory=Entities)

    def known(self, session_id: str, turn_id: int, now: datetime, scope: str) -> Known:
        """What rules may ask when this turn is read."""
        live = [entry for entry in self.entries.values() if entry.item.holds_at(now)]
        own = {entry.item.key for entry in live if entry.item.scope == scope}
        seen = [e for e in live if e.item.scope == scope or e.item.key not in own]
        if self.latest is not None and self.latest[:2] == (session_id, turn_id - 1):
            latest = self.latest[2]
        else:
            before = (session_id, turn_id - 1)
            latest = tuple(e.held for e in seen if (e.item.session_id, e.item.source_turn_id) == before)
        return Known(tuple(e.held for e in seen), latest)

    @property
    def is_grown(self) -> bool:
        """Whether so many came to it that the least of them are to be let go of."""
        return len(self.entries) > max(2 * self.limit, self.loaded + self.limit // 2)

    def entity(self, key: str) -> Item | None:
        return next((e.item for e in self.entries.values() if e.item.key == key and e.item.type == "entities"), None)


def follow(tx: Transaction, held: KnownItems | None, limit: int) -> KnownItems:
    """What is known as this transaction sees the store, before it writes anything."""
    if held is None or held.sequence > tx.sequence or held.is_grown:
        return load(tx, limit)
    if held.revision == tx.revision:
        return held
    changed = tx.keys_changed_since(held.sequence, MANY)
    if len(changed) >= MANY or tx.erased_since(held.sequence):
        return load(tx, limit)
    moved = replace(held, revision=tx.revision, sequence=tx.sequence)
    return read_again(tx, moved, changed)


def load(tx: Transaction, limit: int) -> KnownItems:
    """From the store: of each kind the most important, and the newest of all."""
    share = max(1, limit // len(KINDS))
    ids = [
        item_id for kind in KINDS for item_id in tx.finder.items_of_type(kind, limit if kind == "entities" else share)
    ]
    found = {item.id: item for item in tx.newest_items(limit) if item.type in KINDS}
    found |= tx.items_by_id(ids)
    entries = {item.id: _entry(item) for item in sorted(found.values(), key=lambda item: item.sequence)}
    return KnownItems(tx.revision, tx.sequence, limit, entries, len(entries), None, _entities(entries))


def read_again(tx: Transaction, known: KnownItems, keys: Iterable[tuple[str, str]]) -> KnownItems:
    """The same with these keys as the store has them now."""
    wanted = set(keys)
    if not wanted:
        return known
    entries = {i: e for i, e in known.entries.items() if (e.item.scope, e.item.key) not in wanted}
    fresh = [item for scope, key in wanted for item in tx.held(scope, key) if item.type in KINDS]
    entries |= {item.id: _entry(item) for item in sorted(fresh, key=lambda item: item.sequence)}
    if any(key.startswith("entity:") for _, key in wanted):
        return replace(known, entries=entries, entities=_entities(entries))
    return replace(known, entries=entries)


def _entry(item: Item) -> KnownEntry:
    return KnownEntry(item, KnownItem(item.type, item.key, item.value, item.content))


def _entities(entries: Mapping[str, KnownEntry]) -> Entities:
    return Entities.of(entry.item for entry in entries.values() if entry.item.type == "entities")

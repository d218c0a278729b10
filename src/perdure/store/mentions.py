"""Which items and records name which entity: noted when they are written, and when an entity gets a name.

A mention is seen where both its sides are seen: it belongs to the narrower of the two scopes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perdure.segment import segment
from perdure.store.chunks import ARCHIVAL, RECALL
from perdure.store.transaction import Transaction
from perdure.types.naming import Names, starts_in
from perdure.values import SHARED, Item

MOST = 2_000
"""Of how many texts that hold the words of a new name it is looked whether they hold the name."""

PLACES = 4_000
"""In a text with more places where a name could begin, all names are looked for: one by one they take longer."""


@dataclass(frozen=True, slots=True)
class Entities:
    """The names that things have, scope by scope."""

    names: Mapping[str, Names] = field(default_factory=dict)

    @classmethod
    def of(cls, items: Iterable[Item]) -> Entities:
        by_scope: dict[str, list[Item]] = defaultdict(list)
        for item in items:
            by_scope[item.scope].append(item)
        return cls({scope: Names.of((i.key, i.value) for i in own) for scope, own in by_scope.items()})

    def named_in(self, text: str, scope: str) -> list[tuple[str, str]]:
        """(key, scope of the mention) of the entities that a text of this scope names."""
        found = []
        for owner, names in self.names.items():
            if owner == scope or SHARED in (owner, scope):
                seen_in = owner if scope == SHARED else scope
                found += [(key, seen_in) for key in names.found_in(text)]
        return found


def known_entities(tx: Transaction) -> Entities:
    """The names that this scope has for things: all of them, for whoever has many texts to look through."""
    return Entities(tx.index.entity_names())


def entities_in(tx: Transaction, texts: Iterable[str]) -> Entities:
    """The names that this scope has for things, at least those that stand in one of these texts."""
    starts: set[str] = set()
    for text in texts:
        starts |= starts_in(text)
        if len(starts) > PLACES:
            return known_entities(tx)
    return Entities(tx.index.entity_names_starting(starts) if starts else {})


def note(tx: Transaction, mem_type: str, texts: Iterable[tuple[str, str, str]], entities: Entities) -> list[str]:
    """Note who is named in texts, each given as (id, scope, text). Answers the keys of all that were named."""
    mentions = [(key, seen_in, id) for id, scope, text in texts for key, seen_in in entities.named_in(text, scope)]
    tx.index.add_mentions(mem_type, list(dict.fromkeys(mentions)))
    return list(dict.fromkeys(key for key, _, _ in mentions))


def note_items(tx: Transaction, items: Iterable[Item], entities: Entities) -> None:
    """Note who is named in items. An entity does not mention itself."""
    mentions = [
        (key, seen_in, item.id)
        for item in items
        for key, seen_in in entities.named_in(item.content, item.scope)
        if key != item.key
    ]
    tx.index.add_mentions(RECALL, list(dict.fromkeys(mentions)))


def note_name(tx: Transaction, entity: Item) -> None:
    """An entity is new, or has a name that it did not have: what was written before may name it too."""
    alone = Entities.of([entity])
    for name in Names.of([(entity.key, entity.value)]).keys:
        words = list(dict.fromkeys(segment(name)))
        if not words:
            continue
        items = [found for found in tx.index.holding(RECALL, words, MOST) if found[0] != entity.id]
        note(tx, RECALL, items, alone)
        note(tx, ARCHIVAL, tx.index.holding(ARCHIVAL, words, MOST), alone)

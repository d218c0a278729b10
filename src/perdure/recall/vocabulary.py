"""The names that each scope of an agent has for things, kept in memory until one of them changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from perdure.recall.question.names import Vocabulary
from perdure.store.entity_finder import EntityRow
from perdure.store.scope_cache import ScopeCache
from perdure.store.transaction import Transaction

ENTITIES = 2_000
MANY = 50
"""More changed entities than this, and reading all of them again is cheaper."""


class NamedThing(NamedTuple):
    """An entity with its names, and its place among the others: the most important and newest first."""

    place: tuple[float, int]
    key: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a scope as the store had them at a revision, and for how long that holds by itself."""

    vocabulary: Vocabulary
    aliases: dict[str, tuple[str, ...]]
    """The names of each thing, by its key."""
    things: tuple[NamedThing, ...]
    has_more: bool
    """Whether the store holds more than there was room for."""
    revision: int
    sequence: int
    since: datetime
    until: datetime | None

    def is_of_its_time(self, tx: Transaction) -> bool:
        """Whether time alone has changed nothing: it may not have moved past an end, nor back."""
        return self.sequence <= tx.sequence and self.since <= tx.now and (self.until is None or tx.now < self.until)


@dataclass(slots=True)
class Vocabularies:
    """What one agent knows by name. The store decides: its number line tells what changed, whoever changed it."""

    _known: ScopeCache[KnownNames] = field(default_factory=ScopeCache)

    def of(self, tx: Transaction) -> KnownNames:
        """The names that this transaction's scope can see."""
        held = self._known.get(tx.scope)
        known = _followed(tx, held) if held is not None and held.is_of_its_time(tx) else None
        if known is None:
            known = read_names(tx)
        if known is not held:
            self._known.keep(tx.scope, known)
        return known


def read_names(tx: Transaction) -> KnownNames:
    """From the store: the reference."""
    found = [_thing(row) for row in tx.finder.entities(ENTITIES + 1)]
    return _known_of(tx, found[:ENTITIES], len(found) > ENTITIES, tx.now, tx.finder.entities_hold_until())


def _followed(tx: Transaction, held: KnownNames) -> KnownNames | None:
    """The same with what changed since; None where everything has to be read again."""
    if held.revision == tx.revision:
        return held
    keys = tx.finder.entities_changed(held.sequence, MANY + 1)
    if not keys:
        return replace(held, revision=tx.revision, sequence=tx.sequence)
    if len(keys) > MANY or not all(key.startswith("entity:") for key in keys):  # what was erased has no name any more
        return None
    changed = frozenset(keys)
    others = [thing for thing in held.things if thing.key not in changed]
    things = sorted([*others, *map(_thing, tx.finder.entities_of(keys))])
    kept = things[:ENTITIES]
    if held.has_more and (len(kept) < ENTITIES or kept[-1].place > held.things[-1].place):
        return None  # what was left out may have to come in
    ends = [end for end in (held.until, tx.finder.entities_hold_until(keys)) if end is not None]
    return _known_of(tx, kept, held.has_more or len(things) > ENTITIES, tx.now, min(ends, default=None))


def _thing(row: EntityRow) -> NamedThing:
    value = json.loads(row.value_json)
    known = (str(value.get("canonical", "")), *map(str, value.get("aliases", ())))
    return NamedThing((-row.importance, -row.sequence), row.key, tuple(name for name in known if name))


def _known_of(
    tx: Transaction, things: Sequence[NamedThing], has_more: bool, since: datetime, until: datetime | None
) -> KnownNames:
    names: dict[str, str] = {}
    aliases: dict[str, tuple[str, ...]] = {}
    for thing in things:
        aliases[thing.key] = thing.names
        names.update(dict.fromkeys(thing.names, thing.key))
    vocabulary = Vocabulary.of(names)
    return KnownNames(vocabulary, aliases, tuple(things), has_more, tx.revision, tx.sequence, since, until)

"""The names that each scope of an agent has for things, kept in memory until one of them changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.recall.question.names import Vocabulary
from perdure.store.scope_cache import ScopeCache
from perdure.store.transaction import Transaction

ENTITIES = 2_000


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a scope as the store had them at a revision, and for how long that holds by itself."""

    vocabulary: Vocabulary
    aliases: dict[str, tuple[str, ...]]
    """The names of each thing, by its key."""
    revision: int
    sequence: int
    since: datetime
    until: datetime | None

    def holds_in(self, tx: Transaction) -> bool:
        """Whether reading again would give the same: time may not have moved past an end, nor an entity changed."""
        if self.sequence > tx.sequence or tx.now < self.since or (self.until is not None and tx.now >= self.until):
            return False
        return self.revision == tx.revision or not tx.finder.entities_changed(self.sequence)


@dataclass(slots=True)
class Vocabularies:
    """What one agent knows by name. The store decides: its number line tells what changed, whoever changed it."""

    _known: ScopeCache[KnownNames] = field(default_factory=ScopeCache)

    def of(self, tx: Transaction) -> KnownNames:
        """The names that this transaction's scope can see."""
        held = self._known.get(tx.scope)
        if held is not None and held.holds_in(tx):
            known = held if held.revision == tx.revision else replace(held, revision=tx.revision, sequence=tx.sequence)
        else:
            known = read_names(tx)
        if known is not held:
            self._known.keep(tx.scope, known)
        return known


def read_names(tx: Transaction) -> KnownNames:
    """From the store."""
    names: dict[str, str] = {}
    aliases: dict[str, tuple[str, ...]] = {}
    for key, value_json in tx.finder.entities(ENTITIES):
        value = json.loads(value_json)
        known = (str(value.get("canonical", "")), *map(str, value.get("aliases", ())))
        aliases[key] = tuple(name for name in known if name)
        names.update(dict.fromkeys(aliases[key], key))
    until = tx.finder.entities_hold_until()
    return KnownNames(Vocabulary.of(names), aliases, tx.revision, tx.sequence, tx.now, until)

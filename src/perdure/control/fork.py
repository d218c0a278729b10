"""What makes the copy of a memory one of its own: its name, its ancestry and, from an earlier point, no later past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from perdure.control.rollback import put_back_beside
from perdure.control.state import state_at, touched_since
from perdure.intake.restore import AsAt, restore
from perdure.messages import say
from perdure.recall.rebuild import rebuild
from perdure.store.points import Point
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.chunk import chunk_texts
from perdure.types.identity import TYPE as IDENTITY
from perdure.types.identity import Identity
from perdure.types.registry import Registry
from perdure.values import JSON, SHARED


@dataclass(frozen=True, slots=True)
class Fork:
    """A new agent with the memory of another, as it is or was."""

    agent_id: str
    parent_id: str
    at: Point

    def as_json(self) -> dict[str, JSON]:
        return {"agent": self.agent_id, "parent": self.parent_id, "at": self.at.as_json()}


def identity_key(agent_id: str) -> str:
    """The key of an agent's identity, which carries its id."""
    context = KeyContext(agent_id=agent_id, session_id="-", today=date.min, new_id=lambda: "-")
    return IDENTITY.key(Identity(name="-"), context)


def make_own(tx: Transaction, fork: Fork, registry: Registry, *, is_past: bool) -> None:
    """Finish a copy, inside the transaction that makes it visible."""
    _rename(tx, identity_key(fork.parent_id), identity_key(fork.agent_id), registry)
    tx.lineage.drop_usage()
    if is_past:
        for scope in tx.scopes():
            _go_back(tx.within(scope), fork.at, registry)
        tx.cut(fork.at.sequence, fork.at.at or tx.now)
        rebuild(tx, registry)
    tx.lineage.add(fork.parent_id, "fork", fork.at.sequence, fork.at.revision)


def _rename(tx: Transaction, old: str, new: str, registry: Registry) -> None:
    """The identity of the parent becomes that of the fork."""
    tx.index.drop_key(SHARED, old)
    for item in tx.lineage.rename(tx.versions(SHARED, old), new):
        tx.index.add_item(item, chunk_texts(registry.get(item.type), item))


def _go_back(tx: Transaction, to: Point, registry: Registry) -> None:
    """The versions of one scope as they were; those that came later are cut away afterwards."""
    keys = touched_since(tx, to.sequence)
    now, then = state_at(tx, tx.sequence, keys), state_at(tx, to.sequence, keys)
    own = {item_id: item for item_id, item in now.items.items() if item.scope == tx.scope}
    versions = [AsAt(item, then.items[item_id], ()) for item_id, item in own.items() if item_id in then.items]
    restore(tx, versions, registry=registry, reason=say("log.rolled_back", revision=to.revision))
    put_back_beside(tx, now, then, own)

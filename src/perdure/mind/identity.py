"""Who the agent is, under the names of the document it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from perdure.clock import iso
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.identity import TYPE, Identity
from perdure.values import JSON, MAIN, SHARED, Item

FIELDS = ("name", "role", "persona", "goals", "values")


@dataclass(frozen=True, slots=True)
class AgentIdentity:
    """One per agent; `memory_id` is the agent's id. `values` come in order, the first before the others."""

    memory_id: str
    name: str
    role: str | None
    persona: Mapping[str, JSON]
    goals: tuple[str, ...]
    values: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
    version: int
    item_id: str

    def as_json(self) -> dict[str, JSON]:
        return {
            "memory_id": self.memory_id,
            "name": self.name,
            "role": self.role,
            "persona": dict(self.persona),
            "goals": list(self.goals),
            "values": list(self.values),
            "created_at": iso(self.created_at),
            "updated_at": iso(self.updated_at),
            "version": self.version,
            "item_id": self.item_id,
        }


def key_of(agent_id: str) -> str:
    """The key under which the identity of an agent is kept."""
    context = KeyContext(agent_id=agent_id, session_id="-", today=date.min, new_id=lambda: "-")
    return TYPE.key(Identity(name="-"), context)


def current(tx: Transaction, agent_id: str) -> AgentIdentity | None:
    """The identity that holds now, and since when there is one."""
    key = key_of(agent_id)
    held = [item for item in tx.held(SHARED, key) if item.holds_at(tx.now)]
    if not held:
        return None
    first = min(tx.versions(SHARED, key), key=lambda item: item.sequence)
    return _identity(agent_id, held[-1], first.created_at)


def changed(held: AgentIdentity | None, given: Mapping[str, JSON]) -> dict[str, JSON]:
    """The value of the next version: what is given takes the place of what was, the rest stays."""
    said = {name: value for name, value in given.items() if value is not None}
    if not said:
        raise InvalidInput(
            "nothing was given to set", hint=say("hint.give_any", names=[f"`{name}`" for name in FIELDS])
        )
    if held is None and "name" not in said:
        raise InvalidInput("`name` is missing", field="name", hint=say("hint.identity_name"))
    before: dict[str, JSON] = (
        {}
        if held is None
        else {
            "name": held.name,
            "role": held.role,
            "persona": dict(held.persona),
            "goals": list(held.goals),
            "values": list(held.values),
        }
    )
    return {name: value for name, value in {**before, **said}.items() if value is not None}


def check_place(scope: str) -> None:
    """Only the agent's owner says who it is: not a peer, and nobody in a group."""
    if scope not in (MAIN, SHARED):
        raise InvalidInput(
            "identity can only be set in `main`, by the agent's owner",
            field="scope",
            hint=say("hint.identity_in_main"),
        )


def _identity(agent_id: str, item: Item, created_at: datetime) -> AgentIdentity:
    value = item.value
    return AgentIdentity(
        memory_id=agent_id,
        name=str(value["name"]),
        role=value.get("role"),
        persona=value.get("persona") or {},
        goals=_texts(value.get("goals")),
        values=_texts(value.get("values")),
        created_at=created_at,
        updated_at=item.created_at,
        version=item.version,
        item_id=item.id,
    )


def _texts(given: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(given or ())

"""When the rules of a type have changed: what is stored follows, once, and says so in its history.

A breaking change of a type (another name, other keys, other values) raises its `rules` and says in `formerly` what was
before. When an agent is opened, or an export of then is loaded, everything in force is written again under today's name
and key; the versions of old stay as they are, and the log shows the step.
"""

from __future__ import annotations

from perdure.intake.restore import Renamed, restore
from perdure.messages import say
from perdure.port import AgentPort
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext, MemoryType
from perdure.types.registry import Registry
from perdure.values import MAIN, Item, Status

TYPE_RULES = "type_rules"
"""What the settings of an agent call the rules that its items follow, by type; 1 where it says nothing."""
PAGE = 500


async def renew(port: AgentPort) -> int:
    """Bring an agent's items up to the rules of today. Answers how many were written again; usually none."""
    if not any(kind.rules > 1 for kind in port.registry):
        return 0
    if not await port.read(MAIN, lambda tx: _behind(tx, port.registry)):
        return 0
    return await port.write(MAIN, lambda tx: renew_types(tx, port.registry, port.agent_id))


def renew_types(tx: Transaction, registry: Registry, agent_id: str) -> int:
    """The same, inside a unit of work."""
    behind = _behind(tx, registry)
    if not behind:
        return 0
    count, after = 0, 0
    last = tx.sequence
    while page := [item for item in tx.all_items(after=after, limit=PAGE) if item.sequence <= last]:
        for item in page:
            kind = registry.get(item.type)
            if kind in behind and item.status in (Status.ACTIVE, Status.PENDING) and _is_old(kind, item):
                _rename(tx.within(item.scope), kind, item, registry, agent_id)
                count += 1
        after = page[-1].sequence
    followed = tx.settings.get(TYPE_RULES) or {}
    tx.settings.set(TYPE_RULES, {**followed, **{kind.name: kind.rules for kind in behind}})
    return count


def _behind(tx: Transaction, registry: Registry) -> list[MemoryType]:
    """The types whose rules have changed since this agent last followed them. Where nothing is kept, none has."""
    if tx.sequence == 0:
        return []
    followed = tx.settings.get(TYPE_RULES) or {}
    return [kind for kind in registry if kind.rules > followed.get(kind.name, 1)]


def _is_old(kind: MemoryType, item: Item) -> bool:
    return kind.former(item.type, item.key) is not None


def _rename(tx: Transaction, kind: MemoryType, item: Item, registry: Registry, agent_id: str) -> None:
    value = kind.of_today(item.type, item.key, item.value)
    context = KeyContext(
        agent_id=agent_id,
        session_id=item.session_id or "-",
        today=item.created_at.date(),
        new_id=lambda: item.key.rpartition(":")[2],
    )
    key = kind.key(kind.parse(value), context)
    if tx.held(item.scope, key):  # two that were apart have one key now: both stand
        key = kind.own_key(key, item.content)
    reason = say("log.renamed", was=item.key, now=key)
    restore(tx, [Renamed(item, kind.name, key, value)], registry=registry, reason=reason)

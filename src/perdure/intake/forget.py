"""Forgetting: soft (`deactivate`) or with every version (`delete`). The archive stays; erasure is another act."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from perdure.errors import InvalidInput, NotFound
from perdure.intake.policy import Action, MemoryPolicy
from perdure.messages import say
from perdure.segment import segment
from perdure.store.transaction import ALL, Transaction
from perdure.types.registry import Registry
from perdure.values import Item, Outcome, Receipt, Retracted, Session, Source, Status, Target, check_name, check_text

MODES = ("deactivate", "delete")
RETOLD = frozenset({"episodes", "notes"})
"""What is written down of a conversation as a whole, and so tells of many things at once."""
MAX_TELLING = 200
FADES = 0.8
"""What is left of an item's importance each time it fades."""
MAX_WORDS = 256
MAX_QUERY_BYTES = 1 << 16
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def as_target(target: object) -> Target:
    """A text names an item by its id or its key."""
    if isinstance(target, Target):
        if sum(part is not None for part in (target.id, target.key, target.type, target.query)) != 1:
            raise InvalidInput("a target is exactly one of `id`, `key`, `type`, `query`", field="target")
        if target.id is not None:
            check_name(target.id, "target.id")
        return target
    if not isinstance(target, str) or not target.strip():
        raise InvalidInput("`target` is empty", field="target", hint=say("hint.give_target"))
    return Target(id=target.strip()) if _UUID.fullmatch(target.strip()) else Target(key=target.strip())


def forget(tx: Transaction, session: Session, target: Target, mode: str, *, registry: Registry) -> Receipt:
    """Forget what the target names in this scope. Items that are only visible here (`shared`) are forgotten there."""
    if mode not in MODES:
        raise InvalidInput(f"`mode` must be one of {', '.join(MODES)}", field="mode")
    chosen = matching(tx, target, registry=registry, include_past=mode == "delete")
    if not chosen and (target.id is not None or target.key is not None):
        raise NotFound("no such item in this scope", hint=say("hint.list_items"))
    outcomes: list[Outcome] = []
    done: set[tuple[str, str]] = set()
    telling = _telling_of(tx, chosen)
    for item in chosen:
        if mode == "deactivate":
            outcomes.append(_deactivate(tx, item))
        elif (item.scope, item.key) not in done:
            done.add((item.scope, item.key))
            count = tx.delete_key(item.scope, item.key, like=item, reason=say("forget.asked_to_delete"))
            outcomes.append(_gone(item, say("forget.deleted", count=count)))
    outcomes += [_deactivate(tx, item, say("forget.tells_of_it")) for item in telling]
    return Receipt(session=session.id, turn_id=None, outcomes=tuple(outcomes))


def affected(tx: Transaction, target: Target, *, registry: Registry, include_past: bool) -> list[Item]:
    """All that forgetting the target would take away, what tells of it included."""
    chosen = matching(tx, target, registry=registry, include_past=include_past)
    return [*chosen, *_telling_of(tx, chosen)]


def _telling_of(tx: Transaction, chosen: Sequence[Item]) -> list[Item]:
    """What memory itself wrote down that says the same: an episode or a note must not bring back what was forgotten."""
    # What an episode tells of was said by others, and stands without it.
    told = [item for item in chosen if item.type != "episodes"]
    texts = {text for item in told for text in (item.content, *(proof.quote for proof in item.evidence)) if text}
    said = [words for words in (segment(text) for text in sorted(texts)) if 1 < len(words) <= MAX_WORDS]
    ids = dict.fromkeys(found.item_id for words in said for found in tx.find(words, every=True, limit=MAX_TELLING))
    forgotten = {item.id for item in chosen}
    return [
        item
        for item in tx.items_by_id(list(ids)).values()
        if item.type in RETOLD and item.source is not Source.USER and item.is_active and item.id not in forgotten
    ]


def matching(tx: Transaction, target: Target, *, registry: Registry, include_past: bool) -> Sequence[Item]:
    """The versions a target names: what holds and what is to begin later, or every version with `include_past`.

    By query: of the keys whose items contain every word of it. A shared item is left alone where one of this scope
    stands in its place.
    """
    if target.id is not None:
        item = tx.item(target.id)
        return [item] if item and (include_past or item.status in (Status.ACTIVE, Status.PENDING)) else []
    if target.query is not None:
        words = segment(check_text(target.query, "target.query", max_bytes=MAX_QUERY_BYTES))
        if not 1 <= len(words) <= MAX_WORDS:
            raise InvalidInput(f"`target.query` must have 1 to {MAX_WORDS} words", field="target.query")
        ids = list(dict.fromkeys(found.item_id for found in tx.find(words, every=True, limit=ALL)))
        items = tx.items_by_id(ids)
        keys = dict.fromkeys((items[item_id].scope, items[item_id].key) for item_id in ids)
        return [item for scope, key in keys for item in tx.held(scope, key)]
    wanted = None if target.type is None else registry.get(target.type).name
    key = None if target.key is None else registry.normal_key(target.key)
    named = tx.decided(type=wanted, key=key, status=None if include_past else Status.ACTIVE)
    own = {item.key for item in named if item.scope == tx.scope and item.is_active}
    return [item for item in named if item.scope == tx.scope or item.key not in own]


def forget_due(tx: Transaction, policy: MemoryPolicy) -> list[tuple[Item, Action]]:
    """Do with every item of this scope what the policy says. Answers what was not simply kept. The archive stays."""
    done: list[tuple[Item, Action]] = []
    for item in tx.decided(type=None, key=None, status=Status.ACTIVE):
        action = Action(policy.forget_policy(item, now=tx.now)) if item.scope == tx.scope else Action.KEEP
        match action:
            case Action.KEEP:
                continue
            case Action.DECAY:
                faded = replace(item, importance=round(item.importance * FADES, 4), updated_at=tx.now)
                tx.change_item(item, faded, action="faded", reason=say("forget.unused"), source=Source.INFERENCE)
            case Action.DEACTIVATE:
                _deactivate(tx, item, say("forget.lapsed"), Source.INFERENCE)
            case Action.DELETE:
                tx.delete_key(item.scope, item.key, like=item, reason=say("forget.lapsed_long_ago"))
        done.append((item, action))
    return done


def _deactivate(tx: Transaction, item: Item, reason: str | None = None, source: Source = Source.USER) -> Outcome:
    gone = replace(item, status=Status.RETRACTED, updated_at=tx.now)
    tx.change_item(item, gone, action="forgotten", reason=reason or say("forget.asked"), source=source)
    return _gone(item, say("forget.done"))


def _gone(item: Item, reason: str) -> Outcome:
    return Retracted(item.type, item.key, reason, item.scope, item_id=item.id)

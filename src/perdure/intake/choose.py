"""Which of the things that are held a target names: by id, by key, by type, or by a few words.

A thing is an item, or one field of a profile: `profile:user#city`, and where there are several of a kind
`profile:user#allergy=peanuts`. Words name one thing that is clear, several where they say so (`both`, `everything
about …`, 都), or they name none and what they may mean is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perdure.errors import InvalidInput
from perdure.intake.extract.contract import KnownItem
from perdure.intake.extract.known import facts_of
from perdure.intake.meant import meant_by, things_of, without_names
from perdure.messages import say
from perdure.segment import segment
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.types.registry import Registry
from perdure.values import Choice, Choices, Item, Source, Status, Target, check_name, check_text

FIELD = "#"
"""What stands between the key of a profile and the name of one of its fields."""
HOT, FAR = 1_000, 500
"""Of how many items words may speak: those that matter most, and those that hold one of the words."""
MAX_WORDS = 256
MAX_QUERY_BYTES = 1 << 16
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def as_target(target: object) -> Target:
    """A text names an item by its id or its key, or a field of a profile by key and field."""
    if isinstance(target, Target):
        if sum(part is not None for part in (target.id, target.key, target.type, target.query)) != 1:
            raise InvalidInput("a target is exactly one of `id`, `key`, `type`, `query`", field="target")
        for name in ("id", "key", "type", "query"):
            if getattr(target, name) is not None and not isinstance(getattr(target, name), str):
                raise InvalidInput(f"`target.{name}` must be text", field=f"target.{name}")
        if target.id is not None:
            check_name(target.id, "target.id")
        return target
    if not isinstance(target, str) or not target.strip():
        raise InvalidInput("`target` is empty", field="target", hint=say("hint.give_target"))
    return Target(id=target.strip()) if _UUID.fullmatch(target.strip()) else Target(key=target.strip())


def named(what: object, registry: Registry) -> Target:
    """What somebody typed as a target: an id or a key where it is one, otherwise words."""
    text = check_text(what, "what", max_bytes=MAX_QUERY_BYTES).strip()
    if _UUID.fullmatch(text):
        return Target(id=text)
    try:
        split_field(text, registry)
    except InvalidInput:  # it begins like no key
        return Target(query=text)
    return Target(key=text)


def distinct(choices: Choices) -> Choices:
    """Each thing once, by what holds of it now."""
    current = [choice for choice in choices.found if choice.item.is_active] or choices.found
    once = {(choice.item.scope, choice.item.key, choice.field): choice for choice in current}
    return replace(choices, found=tuple(once.values()))


def choose(tx: Transaction, target: Target, *, registry: Registry, include_past: bool = False) -> Choices:
    """The things that a target names: what holds and what is to begin later; every version with `include_past`.

    A shared item is left alone where one of this scope stands in its place.
    """
    if target.id is not None:
        item = tx.item(target.id)
        held = item is not None and (include_past or item.status in (Status.ACTIVE, Status.PENDING))
        return Choices((Choice(item),)) if item is not None and held else Choices()
    if target.query is not None:
        return _by_words(tx, target.query, include_past)
    wanted = None if target.type is None else registry.get(target.type).name
    if target.key is None:
        return Choices(tuple(map(Choice, _named(tx, wanted, None, include_past))))
    key, field = split_field(target.key, registry)
    named = _named(tx, wanted, key, include_past)
    return Choices(tuple(map(Choice, named))) if field is None else _by_field(named, field)


def split_field(key: str, registry: Registry) -> tuple[str, str | None]:
    """A key in its normal form, and the field that it names if it names one."""
    front, mark, field = key.partition(FIELD)
    prefix = fold_name(front.replace("：", ":").partition(":")[0])
    if mark and any(kind.prefix == prefix and kind.without is not None for kind in registry):
        if not field.strip():
            raise InvalidInput("`target` names no field", field="target", hint=say("hint.field_form"))
        return registry.normal_key(front), field
    return registry.normal_key(key), None


def fields_of(item: Item) -> list[Choice]:
    """The fields of an item that has several, each as a thing of its own."""
    facts = facts_of(_held(item))
    names = [_root(fact) for fact in facts]
    return [
        Choice(
            item,
            field=f"{name}={fact.get('v')}" if names.count(name) > 1 or fact.get("many") else name,
            fact=fact,
            words=str(fact.get("said") or f"{fact.get('k')}: {fact.get('v')}"),
        )
        for name, fact in zip(names, facts, strict=True)
    ]


def _named(tx: Transaction, type: str | None, key: str | None, include_past: bool) -> Sequence[Item]:
    named = tx.decided(type=type, key=key, status=None if include_past else Status.ACTIVE)
    own = {item.key for item in named if item.scope == tx.scope and item.is_active}
    return [item for item in named if item.scope == tx.scope or item.key not in own]


def _by_field(items: Sequence[Item], field: str) -> Choices:
    """The field of this name in every version; where it has several values, one of them must be named too."""
    name, _, value = field.partition("=")
    found = [choice for item in items for choice in fields_of(item) if _is_called(choice, name, value)]
    values = {_value_of(choice) for choice in found if choice.item.status is Status.ACTIVE}
    return Choices(tuple(found), is_clear=len(values) <= 1)


def _is_called(choice: Choice, name: str, value: str) -> bool:
    fact: Mapping[str, Any] = choice.fact or {}
    named = fold_name(name) in (fold_name(str(fact.get("k"))), _root(fact))
    return named and (not value or _value_of(choice)[1] == fold_name(value))


def _root(fact: Mapping[str, Any]) -> str:
    """What a field is about. `allergy (peanuts)` is an allergy: what stands in brackets tells it from its like."""
    return fold_name(str(fact.get("k")).partition(" (")[0])


def _value_of(choice: Choice) -> tuple[str, str]:
    fact: Mapping[str, Any] = choice.fact or {}
    return fold_name(str(fact.get("k"))), fold_name(str(fact.get("v")))


def _by_words(tx: Transaction, query: str, include_past: bool) -> Choices:
    """The one thing that words mean, all of several where they say so, or the things that they may mean."""
    words = segment(check_text(query, "target.query", max_bytes=MAX_QUERY_BYTES))
    if not 1 <= len(words) <= MAX_WORDS:
        raise InvalidInput(f"`target.query` must have 1 to {MAX_WORDS} words", field="target.query")
    held = [(_held(item), item) for item in _spoken_of(tx, words)]
    meant = meant_by(query, without_names(things_of(one for one, _ in held)))
    owners = {id(one): item for one, item in held}
    near = [_choice(owners[id(thing.held)], thing.field) for thing in meant.several]
    choices = near if meant.one is None else [_choice(owners[id(one.held)], one.field) for one in meant.taken]
    # Two that say the same in the same words are one thing, said twice; one alone that only may be meant is not clear.
    if meant.one is None and (len(choices) < 2 or len({fold_name(choice.said) for choice in choices}) != 1):
        return Choices(tuple(choices), is_clear=False)
    found = tuple(version for choice in choices for version in _versions(tx, choice, include_past))
    return Choices(found, near=() if meant.one is None else tuple(near))


def _spoken_of(tx: Transaction, words: Sequence[str]) -> list[Item]:
    """What words may be about: what matters most of what holds, and whatever has one of the words."""
    items = {item.id: item for item in tx.items(type=None, key=None, status=Status.ACTIVE, limit=HOT)}
    found = list(dict.fromkeys(one.item_id for one in tx.find(words, every=False, limit=FAR)))
    items |= {item.id: item for item in tx.items_by_id(found).values() if item.holds_at(tx.now)}
    own = {item.key for item in items.values() if item.scope == tx.scope}
    return [item for item in items.values() if (item.scope == tx.scope or item.key not in own) and not is_retold(item)]


def _versions(tx: Transaction, choice: Choice, include_past: bool) -> list[Choice]:
    """The same thing in every version of its key."""
    scope, key = choice.item.scope, choice.item.key
    versions = tx.versions(scope, key) if include_past else tx.held(scope, key)
    if choice.fact is None:
        return [Choice(version) for version in versions]
    return [one for version in versions for one in fields_of(version) if _value_of(one) == _value_of(choice)]


def _choice(item: Item, fact: Mapping[str, Any] | None) -> Choice:
    if fact is None:
        return Choice(item)
    return next(choice for choice in fields_of(item) if choice.fact == fact)


def is_retold(item: Item) -> bool:
    """Whether memory itself wrote it down of a conversation as a whole: it tells of many things at once."""
    return item.type == "episodes" or (item.type == "notes" and item.source is Source.OBSERVATION)


def _held(item: Item) -> KnownItem:
    return KnownItem(item.type, item.key, item.value, item.content)

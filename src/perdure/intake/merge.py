"""Items that say the same become one: equal subject, attribute and value, or equal text. Nothing else does.

The one that stays takes over the evidence of the others and the longest of their times. The others are history, and
each can be put back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from perdure.intake.carry_out import MAX_EVIDENCE
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.store.upkeep import MERGED
from perdure.types.base import OnConflict
from perdure.types.keys import subject_part
from perdure.types.registry import Registry
from perdure.types.wording import loose
from perdure.values import JSON, Grade, Item, Source, Status

APART = frozenset({"episodes", "identity", "profile", "patches", "skills", "cases"})
"""Types of which each item is its own: a session, a task that was done, the one profile."""
NAMES = frozenset({"predicate", "name", "slug", "id", "task_id"})
"""Fields that only name a thing. Two with one text may be named differently and still be one."""
SUBJECT = "subject"


@dataclass(frozen=True, slots=True)
class Same:
    """Items that say the same: the one that stays, and those that it takes in."""

    stays: Item
    others: tuple[Item, ...]


def find_same(items: Sequence[Item], registry: Registry) -> list[Same]:
    """Groups of items of one scope that say the same. A pure function: what it finds is looked at again before."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.type in APART or registry.get(item.type).on_conflict is OnConflict.APPEND:
            continue
        marks = _marks(item)
        met = {id(groups[mark]): groups[mark] for mark in marks if mark in groups}
        group = [one for known in met.values() for one in known] + [item]
        for mark in {*marks, *(mark for one in group[:-1] for mark in _marks(one))}:
            groups[mark] = group
    found = {id(group): group for group in groups.values() if len(group) > 1}
    return [_same(group) for group in found.values()]


def merge(tx: Transaction, registry: Registry, same: Same) -> list[Item]:
    """Make one of a group, as far as its members are still what they were. Answers those that were taken in."""
    now = tx.items_by_id([same.stays.id, *(item.id for item in same.others)])
    members = [item for item in now.values() if item.is_kept_at(tx.now) and item.scope == tx.scope]
    again = next(iter(find_same(unlinked(tx, sorted(members, key=lambda item: item.sequence)), registry)), None)
    if again is None:
        return []
    stays = again.stays
    for other in again.others:
        stays = _take_in(tx, stays, other)
    return [*again.others]


def unlinked(tx: Transaction, items: Sequence[Item]) -> list[Item]:
    """Without those that a link tells apart from another: they may disagree, or a person has said that both hold."""
    ids = {item.id for item in items}
    links = tx.links.of_many(sorted(ids))
    linked = {item_id for item_id, found in links.items() if any(link.other(item_id) in ids for link in found)}
    return [item for item in items if item.id not in linked]


def _take_in(tx: Transaction, stays: Item, other: Item) -> Item:
    known = {replace(proof, quote=None) for proof in stays.evidence}
    fresh = [proof for proof in (replace(e, quote=None) for e in other.evidence) if proof not in known]
    more = tuple(fresh[: max(0, MAX_EVIDENCE - len(stays.evidence))])
    longer = other if _outlasts(other, stays) else stays
    grown = replace(
        stays,
        importance=max(stays.importance, other.importance),
        expires_at=longer.expires_at,
        keep_for=longer.keep_for,
        priority=longer.priority,
        pinned=stays.pinned or other.pinned,
        use_count=stays.use_count + other.use_count,
        last_used_at=max(filter(None, (stays.last_used_at, other.last_used_at)), default=None),
        last_confirmed_at=max(filter(None, (stays.last_confirmed_at, other.last_confirmed_at)), default=None),
        updated_at=tx.now,
    )
    reason = say("upkeep.took_in", key=other.key)
    tx.change_item(stays, grown, action=MERGED, reason=reason, source=Source.INFERENCE, evidence=more)
    for link in tx.links.of(other.id):  # what may disagree with it may disagree with the one that stays
        third = link.other(other.id)
        if link.state == "open" and third != stays.id:
            tx.links.add(stays.id, third, link.kind)
    gone = replace(other, status=Status.SUPERSEDED, superseded_by=stays.id, updated_at=tx.now)
    tx.change_item(other, gone, action=MERGED, reason=say("upkeep.same", key=stays.key), source=Source.INFERENCE)
    return replace(grown, evidence=(*stays.evidence, *more))


def _outlasts(one: Item, other: Item) -> bool:
    if one.expires_at is None or other.expires_at is None:
        return other.expires_at is not None
    return one.expires_at > other.expires_at


def _same(group: Sequence[Item]) -> Same:
    """The one with the most authority stays; among equals the oldest."""
    best = max(group, key=lambda i: (i.pinned, i.grade is Grade.SURE, i.trust, i.confidence, -i.sequence))
    return Same(best, tuple(item for item in group if item is not best))


def _marks(item: Item) -> tuple[str, str]:
    """What two items share that say the same: all of their value, or their text and all that is not a name."""
    when = [str(item.valid_from), str(item.valid_to)]
    unnamed = {name: part for name, part in item.value.items() if name not in NAMES}
    return (
        json.dumps(["value", item.type, when, _folded(item.value)], ensure_ascii=False, sort_keys=True),
        json.dumps(
            ["text", item.type, when, loose(item.content), _folded(unnamed)], ensure_ascii=False, sort_keys=True
        ),
    )


def _folded(value: JSON, name: str = "") -> JSON:
    match value:
        case str():
            return subject_part(value, SUBJECT) if name == SUBJECT else loose(value)
        case Mapping():
            return {key: _folded(inner, key) for key, inner in value.items()}
        case list() | tuple():
            return [_folded(inner) for inner in value]
    return value

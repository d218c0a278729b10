"""Items that may say the same in other words. They are only proposed: a person says whether they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from perdure.intake.merge import APART
from perdure.regex import regex
from perdure.segment import segment
from perdure.store.links import LinkKind
from perdure.store.transaction import Transaction
from perdure.types.base import OnConflict
from perdure.types.registry import Registry
from perdure.types.wording import same_text
from perdure.values import Item

OVERLAP = 0.82
"""The share of words that two share which may say the same."""
CLOSE = 0.92
"""Or the cosine of their meanings."""
LOOKED_AT = 200
"""Items of a scope that are compared in one run: the newest."""
NEIGHBOURS = 8
MOST = 20
"""Proposals of one run. A person has to read them."""

_NAME_OR_NUMBER = regex(r"(?<=\S )[A-Z]\w+|\d+(?:[.:,]\d+)*")
_DENIES = regex(r"\b(?:not|never|no|none|without|stopped)\b|n['’]t\b|不|没|别|无|非|未", re.IGNORECASE)


def new_items(tx: Transaction, registry: Registry, since: datetime | None) -> list[Item]:
    """What was kept in this scope alone since a moment and may be compared, the newest first."""
    found = [item for item in tx.newest_items(4 * LOOKED_AT) if item.scope == tx.scope and item.is_kept_at(tx.now)]
    fresh = [item for item in found if since is None or item.created_at >= since]
    return [item for item in fresh if _is_comparable(item, registry)][:LOOKED_AT]


def like_ones(item: Item, others: Sequence[Item], closeness: Sequence[float]) -> list[Item]:
    """Those that say the same as an item by their words, or by how close they are, where that is known."""
    near = [*closeness, *([-1.0] * (len(others) - len(closeness)))]
    return [
        other for other, close in zip(others, near, strict=True) if close >= CLOSE or _overlap(item, other) >= OVERLAP
    ]


def may_be_same(one: Item, other: Item) -> bool:
    """Whether two items are of one kind, and no name, number or denial tells them apart."""
    if one.id == other.id or (one.type, one.scope) != (other.type, other.scope):
        return False
    if (one.valid_from, one.valid_to) != (other.valid_from, other.valid_to):
        return False
    if not same_text(one.value.get("subject", ""), other.value.get("subject", "")):
        return False
    return all(_marks(rule, one.content) == _marks(rule, other.content) for rule in (_NAME_OR_NUMBER, _DENIES))


def _overlap(one: Item, other: Item) -> float:
    mine, theirs = set(segment(one.content)), set(segment(other.content))
    return len(mine & theirs) / max(1, len(mine | theirs))


def propose(tx: Transaction, item: Item, others: Sequence[Item]) -> list[Item]:
    """Link an item with those that may say the same, for review. Answers which of them are new to it."""
    fresh = unlinked(tx, item, others)
    for other in fresh:
        tx.links.add(item.id, other.id, LinkKind.ALIKE)
    return fresh


def unlinked(tx: Transaction, item: Item, others: Sequence[Item]) -> list[Item]:
    """Those that are not linked with an item yet, as long as all of them are kept."""
    now = tx.items_by_id([item.id, *(other.id for other in others)])
    if item.id not in now or not now[item.id].is_kept_at(tx.now):
        return []
    known = {link.other(item.id) for link in tx.links.of(item.id)}
    return [now[o.id] for o in others if o.id in now and o.id not in known and now[o.id].is_kept_at(tx.now)]


def _is_comparable(item: Item, registry: Registry) -> bool:
    return item.type not in APART and registry.get(item.type).on_conflict is not OnConflict.APPEND


def _marks(rule: re.Pattern[str], text: str) -> set[str]:
    return {found.casefold() for found in rule.findall(text)}

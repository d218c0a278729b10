"""From fused scores to an order: what is surer, weightier, newer and better founded goes up, repetitions go down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.recall.fuse import Fused
from perdure.values import Item

HALF_LIFE_DAYS = 90.0
SAME = 0.8
"""Two texts that share more than this part of their words say the same."""
REPEATED = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """An item in its place, with what moved it."""

    item: Item
    score: float
    fused: Fused
    moved: Mapping[str, float]


def factors(item: Item, now: datetime) -> dict[str, float]:
    """Small nudges around 1: they settle close calls and never overturn a clear match."""
    age = max(0.0, (now - (item.last_confirmed_at or item.created_at)).total_seconds() / 86_400)
    return {
        "confidence": 0.9 + 0.1 * item.confidence,
        "importance": 0.95 + 0.1 * item.importance,
        "recency": 0.96 + 0.04 * 0.5 ** (age / HALF_LIFE_DAYS),
        "use": 1 + 0.01 * min(5.0, math.log2(1 + item.use_count)),
        "trust": 0.9 + 0.1 * item.trust,
    }


def rank(
    candidates: Mapping[str, Fused],
    items: Mapping[str, Item],
    words: Mapping[str, frozenset[str]],
    now: datetime,
    k: int,
) -> list[Ranked]:
    """The k best. Equal inputs give an equal order: ties go to the newer version, then to the id."""
    scored: list[Ranked] = []
    for name, fused in candidates.items():
        if name in items:
            moved = factors(items[name], now)
            scored.append(Ranked(items[name], fused.score * math.prod(moved.values()), fused, moved))
    scored.sort(key=_order)
    return _varied(scored, words, k)


def _order(ranked: Ranked) -> tuple[float, int, str]:
    return -round(ranked.score, 6), -ranked.item.sequence, ranked.item.id


def _varied(scored: Sequence[Ranked], words: Mapping[str, frozenset[str]], k: int) -> list[Ranked]:
    """Maximal marginal relevance where it matters: what repeats a better hit almost word for word makes room."""
    chosen: list[Ranked] = []
    repeats: list[Ranked] = []
    for ranked in scored:
        if len(chosen) >= k:
            break
        mine = words.get(ranked.item.id, frozenset())
        if any(_alike(mine, words.get(other.item.id, frozenset())) > SAME for other in chosen):
            repeats.append(
                Ranked(ranked.item, ranked.score * REPEATED, ranked.fused, {**ranked.moved, "repeats": REPEATED})
            )
        else:
            chosen.append(ranked)
    return sorted([*chosen, *repeats], key=_order)[:k]


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words in common. Texts of very different length need not be compared."""
    if not one or not other or min(len(one), len(other)) <= SAME * max(len(one), len(other)):
        return 0.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)

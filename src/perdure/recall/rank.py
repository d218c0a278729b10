"""From fused scores to an order: what is surer, weightier, newer and better founded goes up, repetitions go down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.clock import to_micros
from perdure.recall.fuse import Fused
from perdure.store.finding import Worth

HALF_LIFE_DAYS = 90.0
_DAY = 86_400e6  # microseconds
SAME = 0.8
"""Two texts that share more than this part of their words say the same."""
REPEATED = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate in its place, with what moved it."""

    worth: Worth
    score: float
    fused: Fused
    moved: Mapping[str, float]


def factors(worth: Worth, now: int) -> dict[str, float]:
    """Small nudges around 1: they settle close calls and never overturn a clear match."""
    age = max(0.0, (now - worth.confirmed_at) / _DAY)
    return {
        "confidence": 0.9 + 0.1 * worth.confidence,
        "importance": 0.95 + 0.1 * worth.importance,
        "recency": 0.96 + 0.04 * 0.5 ** (age / HALF_LIFE_DAYS),
        "use": 1 + 0.01 * min(5.0, math.log2(1 + worth.use_count)),
        "trust": 0.9 + 0.1 * worth.trust,
    }


def rank(
    candidates: Sequence[Fused], worth: Mapping[str, Worth], texts: Mapping[str, str], now: datetime, k: int
) -> list[Ranked]:
    """The k best. Equal inputs give an equal order: ties go to the newer version, then to the id."""
    scored: list[Ranked] = []
    moment = to_micros(now)
    for fused in candidates:
        moved = factors(worth[fused.id], moment)
        scored.append(Ranked(worth[fused.id], fused.score * math.prod(moved.values()), fused, moved))
    scored.sort(key=_order)
    return _varied(scored, texts, k)


def _order(ranked: Ranked) -> tuple[float, int, str]:
    return -round(ranked.score, 6), -ranked.worth.sequence, ranked.worth.item_id


def _varied(scored: Sequence[Ranked], texts: Mapping[str, str], k: int) -> list[Ranked]:
    """Maximal marginal relevance where it matters: what repeats a better hit almost word for word makes room."""
    chosen: list[Ranked] = []
    said: list[frozenset[str]] = []
    repeats: list[Ranked] = []
    for ranked in scored:
        if len(chosen) >= k:
            break
        mine = frozenset(texts.get(ranked.worth.item_id, "").split())
        if any(_alike(mine, other) > SAME for other in said):
            moved = {**ranked.moved, "repeats": REPEATED}
            repeats.append(Ranked(ranked.worth, ranked.score * REPEATED, ranked.fused, moved))
        else:
            chosen.append(ranked)
            said.append(mine)
    return sorted([*chosen, *repeats], key=_order)[:k]


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words in common. Texts of very different length need not be compared."""
    if not one or not other or min(len(one), len(other)) <= SAME * max(len(one), len(other)):
        return 0.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)

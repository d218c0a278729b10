"""From fused scores to an order: what is surer, weightier, newer and better founded goes up, repetitions go down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from perdure.clock import to_micros
from perdure.store.finder import ItemChunk, Worth

HALF_LIFE_DAYS = 90.0
_DAY = 86_400e6  # microseconds
SAME = 0.8
"""Two texts that share more than this part of their words say the same."""
REPEATED = 0.5


Scored = tuple[float, Worth | ItemChunk]
"""A candidate, and how well it answers."""


Placed = tuple[tuple[float, int, str], float, tuple[float, ...], Worth | ItemChunk]
"""What `Ranked` is made of, for the many of which few are shown."""


class Ranked(NamedTuple):
    """A candidate in its place, with what moved it."""

    place: tuple[float, int, str]
    score: float
    factors: tuple[float, ...]
    worth: Worth | ItemChunk

    @property
    def moved(self) -> dict[str, float]:
        return dict(zip(FACTORS, map(_rounded, self.factors), strict=False))  # few repeat another


FACTORS = ("confidence", "importance", "recency", "use", "trust", "repeats")


def _factors(worth: Worth | ItemChunk, now: int) -> tuple[float, float, float, float, float]:
    """Small nudges around 1: they settle close calls and never overturn a clear match."""
    age = max(0.0, (now - worth.confirmed_at) / _DAY)
    return (
        0.9 + 0.1 * worth.confidence,
        0.95 + 0.1 * worth.importance,
        0.96 + 0.04 * 0.5 ** (age / HALF_LIFE_DAYS),
        1 + 0.01 * min(5.0, math.log2(1 + worth.use_count)) if worth.use_count else 1.0,
        0.9 + 0.1 * worth.trust,
    )


def _rounded(factor: float) -> float:
    return round(factor, 4)


def rank(candidates: Sequence[Scored], texts: Mapping[str, str], now: datetime, k: int) -> list[Ranked]:
    """The k best. Equal inputs give an equal order: ties go to the newer version, then to the id."""
    moment = to_micros(now)
    return _varied(sorted([_placed(score, worth, moment) for score, worth in candidates]), texts, k)


def _placed(score: float, worth: Worth | ItemChunk, now: int) -> Placed:
    factors = _factors(worth, now)
    moved = score * math.prod(factors)
    return (-round(moved, 6), -worth.sequence, worth.item_id), moved, factors, worth


def _varied(scored: Sequence[Placed], texts: Mapping[str, str], k: int) -> list[Ranked]:
    """Maximal marginal relevance where it matters: what repeats a better hit almost word for word makes room."""
    chosen: list[Ranked] = []
    said: list[tuple[int, frozenset[str]]] = []
    repeats: list[Ranked] = []
    for place, score, factors, worth in scored:
        if len(chosen) >= k:
            break
        mine = frozenset(texts.get(place[2], "").split())
        if _repeats(mine, said):
            again = score * REPEATED
            repeats.append(Ranked((-round(again, 6), *place[1:]), again, (*factors, REPEATED), worth))
        else:
            chosen.append(Ranked(place, score, factors, worth))
            said.append((len(mine), mine))
    return sorted([*chosen, *repeats])[:k] if repeats else chosen


def _repeats(mine: frozenset[str], said: Sequence[tuple[int, frozenset[str]]]) -> bool:
    """Whether more than `SAME` of its words are those of a text before. Only texts of like length can be."""
    size = len(mine)
    shortest, longest = SAME * size, size / SAME
    for length, other in said:
        if shortest < length < longest:
            shared = len(mine & other)
            if shared > SAME * (size + length - shared):
                return True
    return False

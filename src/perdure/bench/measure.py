"""How good an order is: recall, reciprocal rank and discounted gain, each from 0 to 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass

DEPTH = 10
"""How many hits are asked for: reciprocal rank and gain look no further."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one question, or the mean of many, reached."""

    recall_1: float
    recall_5: float
    recall_10: float
    mrr: float
    ndcg_10: float

    def as_json(self) -> dict[str, float]:
        return {name: round(value, 4) for name, value in asdict(self).items()}


def measure(order: Sequence[str], gold: AbstractSet[str]) -> Figures:
    """One question: what was found, best first, against what answers it."""
    places = [place for place, name in enumerate(order[:DEPTH]) if name in gold]
    ideal = sum(1 / math.log2(place + 2) for place in range(min(DEPTH, len(gold))))
    return Figures(
        *(sum(place < k for place in places) / len(gold) for k in (1, 5, 10)),
        1 / (places[0] + 1) if places else 0.0,
        sum(1 / math.log2(place + 2) for place in places) / ideal,
    )


def mean(figures: Iterable[Figures]) -> Figures:
    """Every question counts alike."""
    rows = [(f.recall_1, f.recall_5, f.recall_10, f.mrr, f.ndcg_10) for f in figures]
    return Figures(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))

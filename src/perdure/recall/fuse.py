"""Score fusion: what the arms say, brought to one scale and added up. Scores are fused, not ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

_ON_A_SCALE_OF_ITS_OWN = frozenset({"words", "meaning"})
"""The other arms say from 0 to 1 how well a candidate fits."""

NEAR_ENOUGH = 0.1
"""The cosine below which closeness alone is no answer."""


class Arm(NamedTuple):
    """What one arm found, and how its scores become shares of the whole: (score - low) * factor."""

    raw: Mapping[str, float]
    low: float
    factor: float


@dataclass(frozen=True, slots=True)
class Fused:
    """Every candidate with its score; what each arm gave it is worked out for the few that are shown."""

    scores: Mapping[str, float]
    arms: Mapping[str, Arm]
    whole: float
    """What the weights of the arms add up to."""

    def joined(self, title: str, raw: Mapping[str, float], weight: float) -> Fused:
        """One more arm, for the candidates that it has looked at: their scores alone are worked out again."""
        most = max(raw.values(), default=0.0)
        if not most:
            return self
        whole = self.whole + weight
        kept = self.whole / whole
        arms = {name: Arm(arm.raw, arm.low, arm.factor * kept) for name, arm in self.arms.items()}
        arms[title] = Arm({name: value for name, value in raw.items() if value}, 0.0, weight / whole / most)
        factor = arms[title].factor
        scores = {name: self.scores[name] * kept + value * factor for name, value in raw.items()}
        return Fused(scores, arms, whole)

    def parts(self, name: str) -> tuple[dict[str, float], dict[str, float]]:
        """The shares of a candidate's score, and what the arms measured, by arm."""
        shares: dict[str, float] = {}
        measured: dict[str, float] = {}
        for title, (raw, low, factor) in self.arms.items():
            value = raw.get(name)
            if value is not None:
                shares[title] = round((value - low) * factor, 4)
                measured[title] = round(value, 4)
        return shares, measured


def counting(weights: Mapping[str, float], arms: frozenset[str] | None) -> Mapping[str, float]:
    """The weights of the arms that take part."""
    return weights if arms is None else {arm: weight for arm, weight in weights.items() if arm in arms}


def fuse(found: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> Fused:
    """Weighted sum over the arms that answered. An arm that found nothing takes no part in the scale."""
    answering = {title: raw for title, raw in found.items() if raw and weights.get(title)}
    whole = sum(weights[title] for title in answering) or 1.0
    arms = {title: _scaled(title, raw, weights[title] / whole) for title, raw in answering.items()}
    scores: dict[str, float] = {}
    for raw, low, factor in arms.values():
        if not scores:
            scores = {name: (value - low) * factor for name, value in raw.items()}
            continue
        for name, value in raw.items():
            scores[name] = scores.get(name, 0.0) + (value - low) * factor
    for name in _only_far(answering):
        del scores[name]
    return Fused(scores, arms, whole)


LEAST_SPREAD = 0.1
"""Where all are about equally near the question, nearness tells little: of two items at .48 and .47 words decide."""


def _scaled(title: str, raw: Mapping[str, float], weight: float) -> Arm:
    """From 0 to 1. What words did not find has 0 of them; no item is without some closeness."""
    if title not in _ON_A_SCALE_OF_ITS_OWN:
        return Arm(raw, 0.0, weight)
    low, high = min(raw.values()) if title == "meaning" else 0.0, max(raw.values())
    if title == "meaning":
        low = min(low, high - LEAST_SPREAD)
    return Arm(raw, low, weight / (high - low)) if high > low else Arm(raw, low - 1, weight / (high - low + 1))


def _only_far(answering: Mapping[str, Mapping[str, float]]) -> list[str]:
    """What only the meaning arm proposes must be near the question; something is always the nearest."""
    far = [name for name, cosine in answering.get("meaning", {}).items() if cosine < NEAR_ENOUGH]
    others = {name for title, raw in answering.items() if title != "meaning" for name in raw} if far else set()
    return [name for name in far if name not in others]

"""Score fusion: what the arms say, brought to one scale and added up. Scores are fused, not ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_ON_A_SCALE_OF_ITS_OWN = frozenset({"words", "meaning"})
"""The other arms say from 0 to 1 how well a candidate fits."""

NEAR_ENOUGH = 0.1
"""The cosine below which closeness alone is no answer."""


@dataclass(slots=True)
class Fused:
    """One candidate with what each arm gave it."""

    id: str
    arms: dict[str, float] = field(default_factory=dict)
    raw: dict[str, float] = field(default_factory=dict)
    score: float = 0.0


def counting(weights: Mapping[str, float], arms: frozenset[str] | None) -> Mapping[str, float]:
    """The weights of the arms that take part."""
    return weights if arms is None else {arm: weight for arm, weight in weights.items() if arm in arms}


def scaled(arm: str, scores: Mapping[str, float]) -> Mapping[str, float]:
    """An arm's scores from 0 to 1. What words did not find has 0 of them; no item is without some closeness."""
    if arm not in _ON_A_SCALE_OF_ITS_OWN or not scores:
        return scores
    low, high = min(scores.values()) if arm == "meaning" else 0.0, max(scores.values())
    if high <= low:
        return dict.fromkeys(scores, 1.0)
    return {name: (value - low) / (high - low) for name, value in scores.items()}


def fuse(found: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> dict[str, Fused]:
    """Weighted sum over the arms that answered. An arm that found nothing takes no part in the scale."""
    candidates: dict[str, Fused] = {}
    answering = {arm: scores for arm, scores in found.items() if scores and weights.get(arm)}
    whole = sum(weights[arm] for arm in answering) or 1.0
    for arm, scores in answering.items():
        weight = weights[arm]
        for name, value in scaled(arm, scores).items():
            candidate = candidates.get(name)
            if candidate is None:
                candidate = candidates[name] = Fused(name)
            share = weight * value / whole
            candidate.raw[arm] = scores[name]
            candidate.arms[arm] = share
            candidate.score += share
    return {name: candidate for name, candidate in candidates.items() if _answers(candidate)}


def _answers(candidate: Fused) -> bool:
    """What only the meaning arm proposes must be near the question; something is always the nearest."""
    raw = candidate.raw
    return len(raw) > 1 or raw.get("meaning", NEAR_ENOUGH) >= NEAR_ENOUGH

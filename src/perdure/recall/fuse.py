"""Score fusion: what the arms say, brought to one scale and added up. Scores are fused, not ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Fused:
    """One candidate with what each arm gave it."""

    id: str
    arms: dict[str, float] = field(default_factory=dict)
    raw: dict[str, float] = field(default_factory=dict)
    score: float = 0.0


def spread(scores: Mapping[str, float]) -> dict[str, float]:
    """Min-max over the candidates: the best is 1, the worst of those found is just above 0."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if high <= low:
        return dict.fromkeys(scores, 1.0)
    return {name: (value - low) / (high - low) for name, value in scores.items()}


def fuse(found: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> dict[str, Fused]:
    """Weighted sum over the arms that answered. An arm that found nothing takes no part in the scale."""
    candidates: dict[str, Fused] = {}
    answering = {arm: scores for arm, scores in found.items() if scores and weights.get(arm)}
    whole = sum(weights[arm] for arm in answering) or 1.0
    for arm, scores in answering.items():
        for name, value in spread(scores).items():
            candidate = candidates.setdefault(name, Fused(name))
            candidate.raw[arm] = scores[name]
            candidate.arms[arm] = weights[arm] * value / whole
            candidate.score += candidate.arms[arm]
    return candidates

"""Why a hit is there: which arms found it, with which score, and what moved it up or down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one hit. `arms` are shares of the score, `raw` what each arm measured, `moved` factors."""

    arms: Mapping[str, float] = field(default_factory=dict)
    raw: Mapping[str, float] = field(default_factory=dict)
    moved: Mapping[str, float] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{arm} {share:.2f}" for arm, share in sorted(self.arms.items(), key=lambda pair: -pair[1])]
        if self.words:
            parts.append("matched " + ", ".join(self.words[:8]))
        parts += [f"{name} ×{factor:.2f}" for name, factor in self.moved.items() if abs(factor - 1) >= 0.01]
        return "; ".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            "arms": dict(self.arms),
            "raw": dict(self.raw),
            "moved": dict(self.moved),
            "words": list(self.words),
            "text": str(self),
        }

"""What is found, and why."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perdure.values.items import Item
from perdure.values.kinds import JSON
from perdure.values.turns import Record

# Chosen on questions that a memory can answer and on questions to another memory: `docs/benchmarks.md` says how.
FAR, NEAR = 0.25, 0.6
"""The cosine of what has nothing to do with a question, and of what says the same in other words."""
SHARED_WORDS = 1.5
"""A few of the words are shared by chance: the share counts by this power of it."""
SURE, ASIDE = 0.95, 0.5
"""What one reason alone is worth at most; a time or a name that was asked for says less than the words."""
FITS = 0.45
"""The fit below which a hit only comes closest."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one hit. `arms` are shares of the score, `raw` what each arm measured, `moved` factors."""

    arms: Mapping[str, float] = field(default_factory=dict)
    raw: Mapping[str, float] = field(default_factory=dict)
    moved: Mapping[str, float] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """Arms that could not be asked, such as `meaning` while its model is unavailable or its index is being made."""
    share: float = 0.0
    """The share of the question's words that it holds."""

    def __str__(self) -> str:
        """What was measured, not its part of the score: the nearest of all may still be far from the question."""
        ordered = sorted(self.arms, key=lambda arm: -self.arms[arm])
        parts = [f"{arm} {self.share if arm == 'words' else self.raw.get(arm, 0.0):.2f}" for arm in ordered]
        if self.words:
            parts.append("matched " + ", ".join(self.words[:8]))
        parts += [f"{name} ×{factor:.2f}" for name, factor in self.moved.items() if abs(factor - 1) >= 0.01]
        parts += [f"{arm} was not asked: its model or its index is not ready" for arm in self.missing]
        return "; ".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            "arms": dict(self.arms),
            "raw": dict(self.raw),
            "moved": dict(self.moved),
            "words": list(self.words),
            "share": self.share,
            "missing": list(self.missing),
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """An item that a search found, with its score and the reasons."""

    item: Item
    score: float
    """What it is ordered by, among the hits of one question alone: the best of any has a high one."""
    why: Why

    @property
    def fit(self) -> float:
        """How well it fits the question, from 0 to 1, and the same for every question.

        By how near in meaning it is, how many of the words it holds, and whether its key, kind, time or a name in it
        was asked for.
        """
        raw = self.why.raw
        near = min(1.0, max(0.0, (raw.get("meaning", 0.0) - FAR) / (NEAR - FAR)))
        parts = [
            near,
            float(self.why.share**SHARED_WORDS),
            raw.get("keys", 0.0),
            *(ASIDE * raw.get(arm, 0.0) for arm in ("time", "entities")),
        ]
        return round(1.0 - math.prod(1.0 - SURE * part for part in parts), 2)

    def as_json(self) -> dict[str, JSON]:
        return {**self.item.as_json(), "score": self.score, "fit": self.fit, "why": self.why.as_json()}


class Hits(list[Hit]):
    """What a search found, best first. Where that answers weakly or not at all, it says what the archive holds."""

    MOST_ELSEWHERE = 5

    def __init__(self, found: Iterable[Hit] = (), *, elsewhere: int = 0) -> None:
        super().__init__(found)
        self.elsewhere = elsewhere
        """Records of the archive that come close, counted up to `MOST_ELSEWHERE`."""

    @property
    def is_answered(self) -> bool:
        """Whether any of them fits. Otherwise they only come closest, and may have nothing to do with the question."""
        return any(hit.fit >= FITS for hit in self)

    @property
    def hint(self) -> str | None:
        """Where to look on; None when the items answer, or nothing else does."""
        return self.pointing("search_conversation_traces") if self.elsewhere else None

    def pointing(self, verb: str) -> str:
        """The hint with the verb or command that finds the records."""
        more = " or more" if self.elsewhere == self.MOST_ELSEWHERE else ""
        what = "record of the archive comes" if self.elsewhere == 1 else "records of the archive come"
        return f"{self.elsewhere}{more} {what} close to the question: `{verb}` shows the words"


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the vectors of a memory are."""

    model: str | None
    vectors: int
    dead: int
    missing: int
    problem: str | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "model": self.model,
            "vectors": self.vectors,
            "dead": self.dead,
            "missing": self.missing,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Trace:
    """A record that a look into the archive found, with its score, the reasons and what was said around it."""

    record: Record
    score: float
    why: Why
    around: tuple[Record, ...] = ()
    withheld: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By record: what of it was forgotten since. No prompt is given these words."""

    def as_json(self) -> dict[str, JSON]:
        return {
            **self.record.as_json(),
            "score": self.score,
            "why": self.why.as_json(),
            "around": [record.as_json() for record in self.around],
            "withheld": {name: [list(span) for span in spans] for name, spans in self.withheld.items()},
        }

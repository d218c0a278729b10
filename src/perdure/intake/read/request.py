"""Whether a clause asks something of memory itself: to remember, to forget, or nothing of the kind.

A sum of three likenesses to labelled lines: of sentence vectors, of runs of words, and of what the heads say. It
proposes: which words may command at all, and what is then done, is for the rules of memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from perdure.intake.read.features import Array
from perdure.intake.read.heads import Runs
from perdure.intake.read.near import Near
from perdure.models.kept import Kept

DIRECTIONS = 96
"""How many of the directions of the features are looked at."""
KINDS: tuple[Literal["remember", "forget"], ...] = ("remember", "forget")


@dataclass(frozen=True, slots=True)
class RequestReading:
    """What one text asks. `none` is said only where it is plain."""

    kind: Literal["remember", "forget", "none"]
    is_sure: bool = False
    is_faint: bool = False
    """Not even likely: worth a question only where something that is held fits well."""


class RequestHead:
    """The labelled lines that others are compared with, and what they count."""

    def __init__(self, kept: Kept) -> None:
        plain = kept.value("request.plain")
        self._sure: dict[str, float] = plain["sure"]
        self._likely: dict[str, float] = plain["likely"]
        self._plainly_none: float = plain["none"]
        self._features = RequestFeatures(kept.array("request.middle"), kept.array("request.spread"))
        vectors = kept.array("request.vectors").astype(np.float32) * np.float32(plain["step"])
        said = kept.array("request.heads").astype(np.float32) * np.float32(plain["head_step"])
        self._likeness = RequestLikeness(vectors, said)
        self._learned = kept.array("request.learned").astype(np.float32)
        self._runs = Runs(kept, "request.runs")

    def scores(self, texts: Sequence[str], short: Array, raw: Array) -> Array:
        """One row per text, one column per kind; 1 where it is such a request, -1 where not."""
        likeness = self._likeness.of(*self._features.of(short, raw))
        total: Array = likeness @ self._learned + self._runs.sums(texts)
        return total

    def read(self, texts: Sequence[str], short: Array, raw: Array) -> list[RequestReading]:
        """What each text asks, by its features and by what the heads say of it before calibration."""
        return [self._reading(row) for row in self.scores(texts, short, raw)]

    def _reading(self, row: Array) -> RequestReading:
        at = int(row.argmax())
        kind, score = KINDS[at], float(row[at])
        if score >= self._likely[kind]:
            return RequestReading(kind, score >= self._sure[kind])
        is_none = float(row[1]) < self._plainly_none
        return RequestReading("none") if is_none else RequestReading("forget", is_faint=True)


@dataclass(frozen=True, slots=True)
class RequestFeatures:
    """Sentence vectors in few directions, and what the heads say, each column scaled alike."""

    middle: Array
    spread: Array

    def of(self, short: Array, raw: Array) -> tuple[Array, Array]:
        said: Array = np.clip((raw - self.middle) / self.spread, -4, 4)
        return short[:, :DIRECTIONS], said


class RequestLikeness:
    """How alike lines are to some that stay the same: in what they are about, and in what the heads say of them."""

    def __init__(self, short: Array, said: Array) -> None:
        self._short, self._said = Near(short, 1.0), Near(said, 0.02)

    def of(self, short: Array, said: Array) -> Array:
        return self._short.of(short) + self._said.of(said)

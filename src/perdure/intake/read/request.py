"""Whether a clause asks something of memory itself: to remember, to forget, or nothing of the kind.

A sum of three likenesses to labelled lines: of sentence vectors, of runs of words, and of what the heads say. It
proposes: which words may command at all, and what is then done, is for the rules of memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from perdure.intake.read.features import Array, Encoded
from perdure.intake.read.heads import Heads, Runs
from perdure.intake.read.pairs import near
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

    def __init__(self, kept: Kept, heads: Heads) -> None:
        plain = kept.value("request.plain")
        self._sure: dict[str, float] = plain["sure"]
        self._likely: dict[str, float] = plain["likely"]
        self._plainly_none: float = plain["none"]
        self._features = RequestFeatures(heads, kept.array("request.middle"), kept.array("request.spread"))
        self._vectors = kept.array("request.vectors").astype(np.float32) * np.float32(plain["step"])
        self._said = kept.array("request.heads").astype(np.float32) * np.float32(plain["head_step"])
        self._learned = kept.array("request.learned").astype(np.float32)
        self._runs = Runs(kept, "request.runs")

    def scores(self, texts: Sequence[str], encoded: Encoded) -> Array:
        """One row per text, one column per kind; 1 where it is such a request, -1 where not."""
        short, said = self._features.of(texts, encoded)
        likeness = request_likeness((short, said), (self._vectors, self._said))
        total: Array = likeness @ self._learned + np.array([self._runs.sum(t) for t in texts], dtype=np.float32)
        return total

    def read(self, texts: Sequence[str], encoded: Encoded) -> list[RequestReading]:
        """What each text asks."""
        return [self._reading(row) for row in self.scores(texts, encoded)]

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

    heads: Heads
    middle: Array
    spread: Array

    def of(self, texts: Sequence[str], encoded: Encoded) -> tuple[Array, Array]:
        said: Array = np.clip((self.heads.raw(texts, encoded.short) - self.middle) / self.spread, -4, 4)
        return encoded.short[:, :DIRECTIONS], said


def request_likeness(first: tuple[Array, Array], second: tuple[Array, Array]) -> Array:
    """How alike lines are: in what they are about, and in what the heads say of them."""
    return near(first[0], second[0], 1.0) + near(first[1], second[1], 0.02)

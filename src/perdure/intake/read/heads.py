"""From a clause to probabilities: is it to be kept, of which type, as which act, about whom.

Each is a sum of two parts that were learned together: how near the sentence vector is to those of the training
sentences, and which runs of words it holds. Numpy alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.grams import grams
from perdure.models.kept import Kept

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scores:
    """One row per clause; the columns are in the order of `Heads.types`, `acts` and `whose`."""

    keep: Array
    type: Array
    act: Array
    whose: Array


class Runs:
    """Which runs of words count for what: a table with one row per run that the training sentences held."""

    def __init__(self, kept: Kept, name: str) -> None:
        self._keys = kept.array(f"{name}.keys")
        self._rarity = kept.array(f"{name}.rarity").astype(np.float32) * kept.value(f"{name}.plain")["rarity"]
        self._weights = kept.array(f"{name}.weights")
        self._scale = kept.array(f"{name}.scale")

    def sum(self, text: str) -> Array:
        """What the runs of a text add to each output."""
        found = np.array(grams(text), dtype=np.uint32)
        at = np.searchsorted(self._keys, found)
        at = at[self._keys[np.minimum(at, len(self._keys) - 1)] == found]
        if not len(at):
            return np.zeros(len(self._scale), dtype=np.float32)
        rarity = self._rarity[at]
        total: Array = (rarity / np.linalg.norm(rarity)) @ self._weights[at].astype(np.float32) * self._scale
        return total


class Nearness:
    """How near a vector is to each of the vectors that were learned from, in the directions that differ most."""

    def __init__(self, kept: Kept, name: str) -> None:
        plain = kept.value(f"{name}.plain")
        self._middle = kept.array(f"{name}.middle")
        self._basis = kept.array(f"{name}.basis").astype(np.float32)
        self._centres = kept.array(f"{name}.centres").astype(np.float32) * np.float32(plain["scale"])
        self._squares = np.einsum("ij,ij->i", self._centres, self._centres)
        self._narrow = np.float32(plain["narrow"])

    def of(self, vectors: Array) -> Array:
        """One row per vector, one column per learned sentence: 1 where they are equal, towards 0 far away."""
        short = self.shortened(vectors)
        apart = np.einsum("ij,ij->i", short, short)[:, None] + self._squares - 2 * (short @ self._centres.T)
        near: Array = np.exp(-self._narrow * np.maximum(apart, 0))
        return near

    def shortened(self, vectors: Array) -> Array:
        """Vectors in the directions that differ most, the first the most."""
        short: Array = (vectors - self._middle) @ self._basis
        return short


class Heads:
    """All that the weights say about a single clause."""

    def __init__(self, kept: Kept) -> None:
        plain = kept.value("heads.plain")
        self.types: tuple[str, ...] = tuple(plain["types"])
        self.acts: tuple[str, ...] = tuple(plain["acts"])
        self.whose: tuple[str, ...] = tuple(plain["whose"])
        self.sure: float = plain["sure"]
        self.provisional: float = plain["provisional"]
        self.limits: dict[str, float] = plain["limits"]
        self._calibration: dict[str, Any] = plain["calibration"]
        self._near = Nearness(kept, "near")
        self._runs = Runs(kept, "runs")
        self._keep = kept.array("heads.keep").astype(np.float32)
        self._kinds = kept.array("heads.kinds").astype(np.float32)

    def shortened(self, vectors: Array) -> Array:
        """Vectors in the directions in which the learned sentences differ most."""
        return self._near.shortened(vectors)

    def scores(self, texts: Sequence[str], vectors: Array) -> Scores:
        """Calibrated probabilities for texts and their vectors, row by row."""
        return self.calibrated(self.raw(texts, vectors))

    def calibrated(self, raw: Array) -> Scores:
        """Raw outputs as probabilities."""
        ends = np.cumsum([1, len(self.types), len(self.acts), len(self.whose)])
        slope, offset = self._calibration["keep"]
        keep = 1 / (1 + np.exp(-(slope * raw[:, 0] + offset)))
        type_, act, whose = (
            softmax(raw[:, start:end] * self._calibration[name])
            for name, start, end in zip(("type", "act", "whose"), ends, ends[1:], strict=False)
        )
        return Scores(keep.astype(np.float32), type_, act, whose)

    def raw(self, texts: Sequence[str], vectors: Array) -> Array:
        """What was learned, before calibration: keep, then one column per type, act and whose."""
        near = self._near.of(vectors)
        # The sentences that are to be kept come first among the learned ones; only they say anything about kinds.
        learned = np.concatenate([near @ self._keep[:, None], near[:, : len(self._kinds)] @ self._kinds], axis=1)
        total: Array = learned + np.array([self._runs.sum(text) for text in texts], dtype=np.float32)
        return total


def softmax(rows: Array) -> Array:
    """Each row as probabilities."""
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    shares: Array = (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares

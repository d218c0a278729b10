"""From a clause to probabilities: is it to be kept, of which type, as which act, about whom.

Each is a sum of two parts that were learned together: how near the clause's features are to those of the training
sentences, and which runs of words it holds. Numpy alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import Array
from perdure.intake.read.grams import grams
from perdure.intake.read.near import Near
from perdure.models.kept import Kept
from perdure.textcache import cached_texts


@dataclass(frozen=True, slots=True)
class Scores:
    """One row per clause; the columns are in the order of `Heads.types`, `acts` and `whose`."""

    keep: Array
    type: Array
    act: Array
    whose: Array


class Runs:
    """Which runs of words count for what: a table with one row per run that the training sentences held.

    Of the rarest runs only what they count for the first output was kept.
    """

    def __init__(self, kept: Kept, name: str) -> None:
        self._keys = kept.array(f"{name}.keys")
        self._rarity = kept.array(f"{name}.rarity").astype(np.float32) * kept.value(f"{name}.plain")["rarity"]
        self._weights = kept.array(f"{name}.weights")
        self._rare = kept.array(f"{name}.rare_keys")
        self._rare_weights = kept.array(f"{name}.rare_weights")
        self._rarest = np.float32(255 * kept.value(f"{name}.plain")["rarity"])
        self._scale = kept.array(f"{name}.scale")

    def sums(self, texts: Sequence[str]) -> Array:
        """What the runs of texts add to each output, one row per text; those of one text are summed once."""
        found = {text: self.sum(text) for text in dict.fromkeys(texts)}
        return np.array([found[text] for text in texts], dtype=np.float32).reshape(-1, len(self._scale))

    def sum(self, text: str) -> Array:
        """What the runs of a text add to each output."""
        found = _found(text)
        at, rare = _places(self._keys, found), _places(self._rare, found)
        if not len(at) and not len(rare):
            return np.zeros(len(self._scale), dtype=np.float32)
        rarity = self._rarity[at]
        total: Array = rarity @ self._weights[at].astype(np.float32)
        total[0] += self._rarest * self._rare_weights[rare].astype(np.float32).sum()
        total *= self._scale / np.float32(np.sqrt(rarity @ rarity + len(rare) * self._rarest**2))
        return total


@cached_texts(1_024)
def _found(text: str) -> NDArray[np.uint32]:
    """The runs of a text; it is looked up in several tables."""
    return np.array(grams(text), dtype=np.uint32)


def _places(keys: NDArray[np.uint32], found: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Where in the sorted keys those stand that were found."""
    if not len(keys):
        return np.zeros(0, dtype=np.int64)
    at = np.searchsorted(keys, found)
    places: NDArray[np.int64] = at[keys[np.minimum(at, len(keys) - 1)] == found]
    return places


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
        near = kept.value("near.plain")
        centres = kept.array("near.centres").astype(np.float32) * np.float32(near["scale"])
        self._near = Near(centres, near["narrow"])
        self._runs = Runs(kept, "runs")
        self._learned = kept.array("heads.learned").astype(np.float32)

    def scores(self, texts: Sequence[str], short: Array) -> Scores:
        """Calibrated probabilities for texts and their features, row by row."""
        return self.calibrated(self.raw(texts, short))

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

    def raw(self, texts: Sequence[str], short: Array) -> Array:
        """What was learned, before calibration: keep, then one column per type, act and whose."""
        total: Array = self._near.of(short) @ self._learned + self._runs.sums(texts)
        return total


def softmax(rows: Array) -> Array:
    """Each row as probabilities."""
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    shares: Array = (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares

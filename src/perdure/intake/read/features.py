"""What the encoder makes of a text, as everything learned here takes it: in few directions, those that differ most.

The sentence vector says what a text is about; the features of its word pieces, averaged, say how it is put.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perdure.models.kept import Kept

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts row by row: the sentence vector of length 1, and both kinds of features in the directions that count."""

    vectors: Array
    short: Array

    def rows(self, at: NDArray[np.int64]) -> Encoded:
        return Encoded(self.vectors[at], self.short[at])


class Shortening:
    """The learned directions."""

    def __init__(self, kept: Kept) -> None:
        self._centre = kept.array("pieces.centre")
        self._spread = kept.array("pieces.spread")
        self._middle = kept.array("near.middle")
        self._basis = kept.array("near.basis").astype(np.float32) * kept.array("near.basis_scale")

    def of(self, vectors: Array, sums: Array) -> Encoded:
        """`sums`: the features of each text's word pieces, summed."""
        both = joined(vectors, sums, self._centre, self._spread)
        return Encoded(vectors, (both - self._middle) @ self._basis)


def joined(vectors: Array, sums: Array, centre: Array, spread: Array) -> Array:
    """Sentence vectors and the features of word pieces side by side, each of length 1."""
    return np.concatenate([vectors, directed((directed(sums) - centre) / spread)], axis=1)


def directed(rows: Array) -> Array:
    """Rows of length 1."""
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    out: Array = (rows / np.maximum(length, 1e-6)).astype(np.float32)
    return out

"""Kernel ridge regression over two kinds of likeness: of sentence vectors, and of the runs of words in them.

The likeness of vectors is a full matrix; that of runs is never written out, only multiplied with. The equations are
solved by conjugate gradients, which is the same on every machine to within what the tests allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.grams import grams

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of words of many texts as a sparse matrix; each row has length 1."""

    keys: NDArray[np.uint32]
    rarity: Array
    columns: NDArray[np.int64]
    starts: NDArray[np.int64]
    values: Array

    @classmethod
    def of(cls, texts: Sequence[str], *, least: int) -> Runs:
        """Only runs that `least` texts hold have a column."""
        found = [grams(text) for text in texts]
        counts = Counter(run for row in found for run in row)
        keys = np.array(sorted(run for run, count in counts.items() if count >= least), dtype=np.uint32)
        rarity = np.log(len(texts) / np.array([counts[key] for key in keys.tolist()], dtype=np.float64)) ** 0.5
        step = max(float(rarity.max()), 1e-9) / 255
        rarity = (np.maximum(np.round(rarity / step), 1) * step).astype(np.float32)
        place = {key: at for at, key in enumerate(keys.tolist())}
        rows = [[place[run] for run in row if run in place] for row in found]
        lengths = np.array([len(row) for row in rows])
        columns = np.array([at for row in rows for at in row], dtype=np.int64)
        values = rarity[columns]
        owner = np.repeat(np.arange(len(rows)), lengths)
        norms = np.sqrt(np.bincount(owner, values.astype(np.float64) ** 2, minlength=len(rows)))
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return cls(keys, rarity, columns, starts, (values / np.maximum(norms[owner], 1e-9)).astype(np.float32))

    @property
    def step(self) -> float:
        return float(self.rarity.max()) / 255

    def weights(self, coefficients: Array) -> Array:
        """What each run counts for, when each row counts for its coefficients."""
        rows = len(coefficients)
        owner = np.repeat(np.arange(rows), np.diff(self.starts[: rows + 1]))
        used = self.starts[rows]
        columns, values = self.columns[:used], self.values[:used]
        out = np.empty((len(self.keys), coefficients.shape[1]), dtype=np.float32)
        for at in range(coefficients.shape[1]):
            column = np.ascontiguousarray(coefficients[:, at])
            out[:, at] = np.bincount(columns, values * column[owner], minlength=len(self.keys))
        return out

    def sums(self, weights: Array, rows: int) -> Array:
        """The weights of each row's runs, summed up, for the first `rows` rows."""
        used = self.starts[rows]
        columns, values = self.columns[:used], self.values[:used]
        filled = np.diff(self.starts[: rows + 1]) > 0
        out = np.zeros((rows, weights.shape[1]), dtype=np.float32)
        for at in range(weights.shape[1]):
            column = np.ascontiguousarray(weights[:, at])
            out[filled, at] = np.add.reduceat(column[columns] * values, self.starts[:rows][filled])
        return out


def likeness(first: Array, second: Array, narrow: float) -> Array:
    """exp(-narrow * squared distance) between all rows of both."""
    apart = first @ second.T
    apart *= -2
    apart += np.einsum("ij,ij->i", first, first)[:, None]
    apart += np.einsum("ij,ij->i", second, second)
    np.maximum(apart, 0, out=apart)
    apart *= -narrow
    return np.exp(apart, out=apart)


def solve(
    product: Callable[[Array], Array], targets: Array, ridge: float, *, precise: float = 2e-3, most: int = 120
) -> Array:
    """The coefficients with `product(c) + ridge * c = targets`, all columns side by side."""
    found = np.zeros_like(targets)
    rest = targets.copy()
    along = rest.copy()
    size = np.einsum("ij,ij->j", rest, rest)
    enough = precise**2 * np.maximum(size, 1e-12)
    for _ in range(most):
        if (size <= enough).all():
            break
        moved = product(along) + ridge * along
        step = size / np.maximum(np.einsum("ij,ij->j", along, moved), 1e-20)
        found += step * along
        rest -= step * moved
        before, size = size, np.einsum("ij,ij->j", rest, rest)
        along = rest + size / np.maximum(before, 1e-20) * along
    return found


def auc(scores: NDArray[np.floating], truth: NDArray[np.bool_]) -> float:
    """The chance that a true one scores above a false one."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    true = int(truth.sum())
    return float((ranks[truth].sum() - true * (true + 1) / 2) / max(1, true * (len(truth) - true)))

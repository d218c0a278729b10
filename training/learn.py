"""Kernel ridge regression over two kinds of likeness: of the encoder's features, and of the runs of words in texts.

The equations are solved by conjugate gradients, which is the same on every machine to within what the tests allow, and
for many folds side by side: the matrix of likenesses is then read once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.grams import grams

Array = NDArray[np.float32]
FREQUENT = 1_000
"""A run that more texts hold is multiplied out."""
STRETCH = 4_000
"""How many entries of the rare runs are looked at together."""


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of words of many texts as a sparse matrix; each row has length 1."""

    keys: NDArray[np.uint32]
    counts: NDArray[np.int64]
    """How many texts hold each."""
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
        held = np.array([counts[key] for key in keys.tolist()])
        return cls(keys, held, rarity, columns, starts, (values / np.maximum(norms[owner], 1e-9)).astype(np.float32))

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

    def likeness(self) -> Array:
        """How alike all texts are by their runs: frequent runs multiplied out, rare ones counted where they meet."""
        rows = len(self.starts) - 1
        owner = np.repeat(np.arange(rows), np.diff(self.starts))
        counts = np.bincount(self.columns, minlength=len(self.keys))
        frequent = np.cumsum(counts > FREQUENT) - 1
        often = counts[self.columns] > FREQUENT
        dense = np.zeros((rows, int((counts > FREQUENT).sum())), dtype=np.float32)
        dense[owner[often], frequent[self.columns[often]]] = self.values[often]
        out = np.empty((rows, rows), dtype=np.float32)
        for start in range(0, rows, 2_000):  # in one piece BLAS takes a way that fails beyond 25,000 rows
            out[start : start + 2_000] = dense[start : start + 2_000] @ dense.T
        flat = out.reshape(-1)
        order = np.argsort(self.columns[~often], kind="stable")
        columns, texts, values = (part[~often][order] for part in (self.columns, owner, self.values))
        first = np.searchsorted(columns, np.arange(len(self.keys)))
        for start in range(0, len(columns), STRETCH):
            met = counts[columns[start : start + STRETCH]]
            one = np.repeat(np.arange(start, start + len(met)), met)
            other = np.repeat(first[columns[start : start + STRETCH]], met) + _up_to(met)
            np.add.at(flat, texts[one] * rows + texts[other], values[one] * values[other])
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


def left_out(likeness: Array, targets: Array, folds: Array, ridge: float, *, columns: int = 256) -> Array:
    """What the fits say about all rows, of which each has not seen the rows of one fold: (fold, row, target).

    `folds` has one column per fold, 1 for its rows. Looser than a fit that is used: figures do not need more.
    """
    rows, count = targets.shape
    out = np.empty((folds.shape[1], len(likeness), count), dtype=np.float32)
    step = max(1, columns // count)
    for start in range(0, folds.shape[1], step):
        some = 1 - folds[:, start : start + step]
        mask = np.repeat(some, count, axis=1)
        wanted = np.tile(targets, (1, some.shape[1])) * mask
        found = solve(lambda along, m=mask: m * (likeness[:rows, :rows] @ along), wanted, ridge, precise=5e-3)  # type: ignore[misc]
        said = likeness[:, :rows] @ found
        out[start : start + step] = said.reshape(len(likeness), some.shape[1], count).transpose(1, 0, 2)
    return out


def _up_to(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, … for each count, one after the other."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)


def auc(scores: NDArray[np.floating], truth: NDArray[np.bool_]) -> float:
    """The chance that a true one scores above a false one."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    true = int(truth.sum())
    return float((ranks[truth].sum() - true * (true + 1) / 2) / max(1, true * (len(truth) - true)))

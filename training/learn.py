"""Kernel ridge regression over two kinds of likeness: of the encoder's features, and of the runs of words in texts.

The equations are solved by conjugate gradients, which is the same on every machine to within what the tests allow, and
for many folds side by side: the matrix of likenesses is then read once for all of them. It has a row and a column for
each sentence, and is kept in two bytes a number so that it fits into memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array  # type: ignore[import-untyped]

from perdure.intake.read.grams import grams
from perdure.models.one_thread import one_thread

Array = NDArray[np.float32]
FREQUENT = 4_000
"""A run that more texts hold is multiplied out."""
BLOCK = 1_000
"""How many rows of likenesses are looked at together."""
MOST = np.iinfo(np.uint16).max
THREADS = 2
TILE = (256, 2_048)
"""Rows and columns of likenesses that are multiplied at once: as four-byte numbers they stay close to the processor."""
STEPS = 64
"""Steps after which the equations of sentences and pairs are left as they are: stopping early smooths the fit, too."""


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
        out: Array = self._matrix(len(coefficients)).T @ coefficients
        return out

    def likeness(self) -> Array:
        """How alike all texts are by their runs."""
        rows = len(self.starts) - 1
        out = np.empty((rows, rows), dtype=np.float32)
        for at, block in self.blocks():
            out[at, : at.stop] = block
            out[: at.start, at] = block[:, : at.start].T
        return out

    def blocks(self) -> Iterator[tuple[slice, Array]]:
        """The same, some rows at a time, each block up to its own last row: frequent runs multiplied out, rare ones
        where they meet."""
        rows, columns = len(self.starts) - 1, len(self.keys)
        all_runs = self._matrix(rows)
        often = np.bincount(self.columns, minlength=columns) > FREQUENT
        dense = all_runs[:, np.nonzero(often)[0]].toarray()
        rare = all_runs[:, np.nonzero(~often)[0]]
        turned = rare.T.tocsr()
        for start in range(0, rows, BLOCK):
            at = slice(start, min(start + BLOCK, rows))
            yield at, dense[at] @ dense[: at.stop].T + (rare[at] @ turned).toarray()[:, : at.stop]

    def sums(self, weights: Array, rows: int) -> Array:
        """The weights of each row's runs, summed up, for the first `rows` rows."""
        out: Array = self._matrix(rows) @ weights
        return out

    def _matrix(self, rows: int) -> Any:
        used = self.starts[rows]
        parts = (self.values[:used], self.columns[:used], self.starts[: rows + 1])
        return csr_array(parts, shape=(rows, len(self.keys)))


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


class Alike:
    """How alike all rows are, by features and by runs, each number in two bytes: from 0 to `1 + runs_count`.

    Each pair is kept once: of every row what it is to those before it, so that half as much memory is needed and read.
    """

    def __init__(self, rows: Array, runs: Runs, narrow: float, runs_count: float) -> None:
        self._step = np.float32((1 + runs_count) / MOST)
        self._count = len(rows)
        self._blocks: list[tuple[int, NDArray[np.uint16]]] = []
        for at, block in runs.blocks():
            block *= runs_count
            block += likeness(rows[at], rows[: at.stop], narrow)
            block /= self._step
            np.rint(np.minimum(block, MOST, out=block), out=block)
            self._blocks.append((at.start, block.astype(np.uint16)))

    def __len__(self) -> int:
        return self._count

    def times(self, along: Array, rows: int | None = None) -> Array:
        """The likenesses of the first `rows` rows to as many as `along` has, multiplied with it."""
        shape = (len(self) if rows is None else rows, along.shape[1])
        scaled = along * self._step

        def some_blocks(first: int) -> Array:
            out = np.zeros(shape, dtype=np.float32)
            for start, codes in self._blocks[first::THREADS]:
                _add_block(out, scaled, start, codes)
            return out

        # Always the same blocks together: sums do not depend on which thread was quicker.
        with one_thread(), ThreadPoolExecutor(THREADS) as pool:
            first, *others = pool.map(some_blocks, range(THREADS))
        for other in others:
            first += other
        return first


def _add_block(out: Array, along: Array, start: int, codes: NDArray[np.uint16]) -> None:
    """Add what a block of rows counts: its rows, and by its columns the rows that stand before it."""
    down, across = TILE
    tile = np.empty(TILE, dtype=np.float32)
    for row in range(start, min(start + len(codes), max(len(out), len(along))), down):
        part = codes[row - start : row - start + down]
        for left in range(0, part.shape[1], across):
            some = part[:, left : left + across]
            near = tile[: some.shape[0], : some.shape[1]]
            np.copyto(near, some)
            below, beside = slice(row, row + near.shape[0]), slice(left, left + near.shape[1])
            out_rows, along_columns = out[below], along[beside]
            out_rows += near[: len(out_rows), : len(along_columns)] @ along_columns
            before = min(beside.stop, start)  # within the block itself both halves are there
            if before > left:
                out_before, along_rows = out[left:before], along[below]
                out_before += near[: len(along_rows), : len(out_before)].T @ along_rows


Times = Callable[[Array], Array]
"""Multiplies likenesses."""
WIDEST = 288
"""Columns that are solved side by side."""


def apart(times: Times, targets: Array, folds: Array, ridge: float, *, most: int = STEPS) -> Array:
    """Coefficients of fits of which each has not seen the rows of one fold: (fold, row, target).

    `folds` has one column per fold, 1 for its rows; a fold without rows gives the fit that has seen all.
    """
    count = targets.shape[1]
    found = []
    for some in _several(1 - folds, count):
        mask = np.repeat(some, count, axis=1)
        wanted = np.tile(targets, (1, some.shape[1])) * mask
        learned = solve(lambda along, m=mask: m * times(along), wanted, ridge, most=most)  # type: ignore[misc]
        found.append(learned.reshape(len(targets), some.shape[1], count).transpose(1, 0, 2))
    return np.concatenate(found)


def left_out(times: Times, learned: Array, folds: Array) -> Array:
    """What is said about each row by the fit of `apart` that has not seen it; nothing (NaN) for rows of no fold."""
    out = np.full((len(folds), learned.shape[2]), np.nan, dtype=np.float32)
    for at, fold in enumerate(folds.T > 0):
        out[fold] = times(learned[at])[fold]
    return out


def _several(columns: Array, count: int) -> Iterator[Array]:
    step = max(1, WIDEST // count)
    for start in range(0, columns.shape[1], step):
        yield columns[:, start : start + step]


def auc(scores: NDArray[np.floating], truth: NDArray[np.bool_]) -> float:
    """The chance that a true one scores above a false one."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    true = int(truth.sum())
    return float((ranks[truth].sum() - true * (true + 1) / 2) / max(1, true * (len(truth) - true)))

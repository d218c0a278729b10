"""Learning the directions in which a statement lies near to what it is about, and away from everything else.

They begin where statements about one thing differ least, and move by contrast: among the held things of many pairs,
each new statement is to find its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import directed
from training.learn import Array

DIRECTIONS = 128
SHRINK = 0.6
"""How much the first measure leans towards plain distance."""
ROUNDS = 19
"""How often each pair is seen."""
BATCH, EXTRA = 256, 200
"""Pairs that are told apart together, and further held things among them."""
SHARP = 12.0
"""What a difference in nearness counts."""
RATE, BACK = 5e-4, 1e-3
"""The length of a step, and the pull back to where it began."""


@dataclass(frozen=True, slots=True)
class Directions:
    """From the features of a text to where it lies."""

    middle: Array
    basis: Array

    def of(self, features: Array) -> Array:
        return directed(((features - self.middle) @ self.basis).astype(np.float32))


def learn_directions(old: Array, new: Array, related: NDArray[np.bool_], names: NDArray[np.int64]) -> Directions:
    """`old` and `new` row by row; pairs of equal `names` hold the same old one, which is no contrast to itself."""
    middle = np.concatenate([old, new]).mean(axis=0)
    basis = _least_apart(old, new, related)
    basis /= np.linalg.norm((old - middle) @ basis, axis=1).mean()
    held, said, first = old - middle, new - middle, basis.copy()
    chance = np.random.default_rng(0)
    rows = np.nonzero(related)[0]
    batch = min(BATCH, len(rows))
    steps = max(1, ROUNDS * len(rows) // batch)
    slope, square = np.zeros_like(basis), np.zeros_like(basis)
    for step in range(steps):
        some = chance.choice(rows, batch, replace=False)
        among = np.concatenate([some, chance.choice(len(old), min(EXTRA, len(old)))])
        twins = names[among][None, :] == names[some][:, None]
        moved = _slope(basis, said[some], held[among], twins) + BACK * (basis - first)
        slope, square = 0.9 * slope + 0.1 * moved, 0.999 * square + 0.001 * moved**2
        ahead = slope / (1 - 0.9 ** (step + 1)) / (np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8)
        basis -= np.float32(RATE * (1 - step / steps)) * ahead.astype(np.float32)
    return Directions(middle.astype(np.float32), basis)


def _least_apart(old: Array, new: Array, related: NDArray[np.bool_]) -> Array:
    """The directions in which statements about one thing differ least, compared with all statements."""
    apart = (new[related] - old[related]).astype(np.float64)
    within = apart.T @ apart / max(1, len(apart))
    within += SHRINK * np.trace(within) / len(within) * np.eye(len(within))
    white = np.linalg.cholesky(np.linalg.inv(within))
    _, axes = np.linalg.eigh(np.cov((old @ white).T))
    basis: Array = (white @ axes[:, ::-1][:, :DIRECTIONS]).astype(np.float32)
    return basis


def _slope(basis: Array, said: Array, held: Array, twins: NDArray[np.bool_]) -> Array:
    """How the loss changes with the basis: each statement is to be nearest to the held one in its own place."""
    one, one_length = _unit(said @ basis)
    other, other_length = _unit(held @ basis)
    near = SHARP * (one @ other.T)
    own = np.arange(len(said))
    twins[own, own] = False
    near[twins] = -np.inf
    share = np.exp(near - near.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    share[own, own] -= 1
    share *= SHARP / len(said)
    out: Array = said.T @ _through(share @ other, one, one_length)
    out += held.T @ _through(share.T @ one, other, other_length)
    return out


def _unit(rows: Array) -> tuple[Array, Array]:
    length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return rows / length, length


def _through(slope: Array, unit: Array, length: Array) -> Array:
    """The slope before rows were brought to length 1."""
    before: Array = (slope - unit * (slope * unit).sum(axis=1, keepdims=True)) / length
    return before

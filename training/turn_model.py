"""Learning how the vector of a request to forget is turned, so that it lies near what it names.

A request says much about asking and little about the thing. It is learned by contrast: among the things that many
requests name, and those that are held beside them, each request is to find its own. What is learned is small (a few
directions beside leaving everything as it is), because requests are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.learn import Array

DIRECTIONS = 64
ROUNDS, BATCH = 8, 128
"""How often each request is seen, and how many are told apart together."""
SHARP = 10.0
"""What a difference in nearness counts."""
RATE, BACK = 3e-4, 1e-4
"""The length of a step, and the pull back to where it began."""


@dataclass(frozen=True, slots=True)
class Told:
    """A request and one thing that it names, by their places among all vectors, and what is held beside."""

    asked: int
    named: int
    beside: tuple[int, ...]


def learn_turn(asked: Array, held: Array, told: Sequence[Told]) -> tuple[Array, Array]:
    """The two thin parts of what is added to leaving a request as it is. `asked` and `held` are directions."""
    size = asked.shape[1]
    left = right = np.eye(size, dtype=np.float32)
    sides = [left.copy(), right.copy()]
    slopes, squares = [np.zeros_like(left) for _ in sides], [np.zeros_like(left) for _ in sides]
    chance = np.random.default_rng(0)
    step = 0
    for _ in range(ROUNDS):
        order = chance.permutation(len(told))
        for start in range(0, max(1, len(order) - BATCH // 2), BATCH):
            step += 1
            some = [told[at] for at in order[start : start + BATCH].tolist()]
            for n, moved in enumerate(_slope(sides, asked, held, some)):
                moved += BACK * (sides[n] - left)
                slopes[n] = 0.9 * slopes[n] + 0.1 * moved
                squares[n] = 0.999 * squares[n] + 0.001 * moved**2
                ahead = slopes[n] / (1 - 0.9**step) / (np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8)
                sides[n] -= np.float32(RATE) * ahead.astype(np.float32)
    first, strength, second = np.linalg.svd(sides[0] @ sides[1].T - left)
    root = np.sqrt(strength[:DIRECTIONS])
    return (first[:, :DIRECTIONS] * root).astype(np.float16), (second[:DIRECTIONS].T * root).astype(np.float16)


def _slope(sides: Sequence[Array], asked: Array, held: Array, some: Sequence[Told]) -> tuple[Array, Array]:
    """How the loss changes with both sides: each request is to be nearest to what it names."""
    named = np.array([one.named for one in some])
    among = np.concatenate([named, np.array([at for one in some for at in one.beside], dtype=np.int64)])
    said, known = asked[[one.asked for one in some]], held[among]
    (one, one_length), (other, other_length) = _unit(said @ sides[0]), _unit(known @ sides[1])
    near = SHARP * (one @ other.T)
    own = np.arange(len(some))
    twins: NDArray[np.bool_] = among[None, :] == named[:, None]
    twins[own, own] = False
    near[twins] = -np.inf
    chances = np.exp(near - near.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[own, own] -= 1
    chances *= SHARP / len(some)
    for_one, for_other = chances @ other, chances.T @ one
    for_one = (for_one - one * (for_one * one).sum(axis=1, keepdims=True)) / one_length
    for_other = (for_other - other * (for_other * other).sum(axis=1, keepdims=True)) / other_length
    return said.T @ for_one, known.T @ for_other


def _unit(rows: Array) -> tuple[Array, Array]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6
    return rows / lengths, lengths

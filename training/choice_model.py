"""Learning to choose one of several, or none: each choice has signs, and none counts as 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
RIDGE = 3.0
STEPS, RATE = 150, 0.05


def learn_choice(signs: Doubles, truth: NDArray[np.bool_], asked: NDArray[np.int64], first: Doubles) -> Doubles:
    """What each sign counts, beginning with `first`. Rows of equal `asked` stand together, one after the other."""
    starts = np.concatenate([[0], np.nonzero(np.diff(asked))[0] + 1])
    counts = np.diff(np.concatenate([starts, [len(asked)]]))
    found = first.copy()
    slope, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        score = signs @ found
        top = np.maximum(np.maximum.reduceat(score, starts), 0)
        raised = np.exp(score - np.repeat(top, counts))
        share = raised / np.repeat(np.add.reduceat(raised, starts) + np.exp(-top), counts)
        moved = (signs.T @ (share - truth) + RIDGE * found) / len(starts)
        slope, square = 0.9 * slope + 0.1 * moved, 0.99 * square + 0.01 * moved**2
        ahead = slope / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        found -= RATE * (1 - step / STEPS) * ahead
    return found

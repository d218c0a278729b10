"""What the model says about sentences it has not learned from: every hand left out once, and groups left out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from training.clause_model import ClauseModel
from training.learn import Array

SMALL = 500
"""A hand with fewer sentences is never left out alone: its figures would say nothing."""


def by_hand(model: ClauseModel) -> Iterator[NDArray[np.bool_]]:
    """The rows of each hand, one hand after the other."""
    hands = np.array([sentence.hand for sentence in model.sentences])
    for hand in sorted(set(hands)):
        if (hands == hand).sum() >= SMALL:
            yield hands == hand


def by_group(groups: NDArray[np.int64], count: int = 5) -> Iterator[NDArray[np.bool_]]:
    """Folds of about equal size that no group is spread over."""
    fold = np.random.default_rng(14).integers(count, size=groups.max() + 1)[groups]
    for number in range(count):
        yield fold == number


def left_out(model: ClauseModel, folds: Iterator[NDArray[np.bool_]]) -> Array:
    """The raw outputs for each row from the fit that has not seen it; NaN for rows that are in no fold."""
    out = np.full((len(model.sentences), 1 + model.kind_targets.shape[1]), np.nan, dtype=np.float32)
    for fold in folds:
        out[fold] = model.raw(model.fit(~fold))[fold]
    return out

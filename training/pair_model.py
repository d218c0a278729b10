"""Learning how a new statement stands to a held one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.pairs import DIRECTIONS, SIGN_STEP, PairLikeness, Rows, Texts, signs_of
from training.clause_model import PRECISE, run_parts
from training.corpus import RELATIONS, Pair
from training.learn import Array, Runs, apart, left_out, solve

RIDGE = 0.4
LEAST = 3
"""Pairs that must hold a run of words, so that it counts."""
NEW, OLD = 2.0, 0.5
"""What the likeness of runs counts, in the new statement and in the held one."""
SHARE = 8
"""Each eighth pair is kept in the reader's file: what the likeness to all says is said again by that to these."""
RIDGE_OF_FEW = 1e-2


class PairModel:
    """The labelled pairs and all likenesses between them."""

    def __init__(self, pairs: Sequence[Pair], old: Texts, new: Texts, step: float) -> None:
        self.pairs = pairs
        self.step = step
        signs = signs_of(old, new)
        self.centre, self.spread = signs.mean(axis=0), np.maximum(signs.std(axis=0), 1e-3)
        scaled = (signs - self.centre) / self.spread / SIGN_STEP
        self.sign_bytes = np.clip(np.round(scaled), -127, 127).astype(np.int8)
        self.signs = self.sign_bytes.astype(np.float32) * np.float32(SIGN_STEP)
        self.old, self.new = (self._bytes(texts.encoded.short) for texts in (old, new))
        self.runs_old = Runs.of([pair.old for pair in pairs], least=LEAST)
        self.runs_new = Runs.of([pair.new for pair in pairs], least=LEAST)
        self.targets = np.array([[p.relation == name for name in RELATIONS] for p in pairs], dtype=np.float32)
        self.alike = PairLikeness(self.reference()).of(self.reference())
        self.alike += NEW * self.runs_new.likeness() + OLD * self.runs_old.likeness()
        self.sharp = 1.0
        """How sharp the relations are; set once it is known."""

    def _bytes(self, short: Array) -> NDArray[np.int8]:
        return np.clip(np.round(short[:, :DIRECTIONS] / self.step), -127, 127).astype(np.int8)

    def reference(self) -> Rows:
        """The labelled pairs as others are compared with them."""
        step = np.float32(self.step)
        return self.old.astype(np.float32) * step, self.new.astype(np.float32) * step, self.signs

    def fits(self, folds: Sequence[NDArray[np.bool_]]) -> Array:
        """Coefficients of fits of which each has not seen one fold."""
        return apart(self._times, self.targets, np.stack(folds, axis=1).astype(np.float32), RIDGE)

    def left_out(self, folds: Sequence[NDArray[np.bool_]]) -> Array:
        """What is said about each pair by the fit that has not seen its fold."""
        return left_out(self._times, self.fits(folds), np.stack(folds, axis=1).astype(np.float32))

    def _times(self, along: Array) -> Array:
        out: Array = self.alike @ along
        return out

    def said_by_few(self, fit: Array) -> tuple[Array, slice]:
        """What features say by likeness to all pairs, as well as it can be said by likeness to these."""
        few = slice(None, None, SHARE)
        near = PairLikeness(self.reference()).of(self.reference())
        met, said = near[:, few].T @ near[:, few], near[:, few].T @ (near @ fit)
        return solve(lambda along: met @ along, said, RIDGE_OF_FEW, precise=PRECISE, most=200), few

    def parts(self, fit: Array, sharp: float) -> dict[str, Any]:
        """The fit as the reader's file holds it."""
        learned, few = self.said_by_few(fit)
        return {
            "pairs.old": self.old[few],
            "pairs.new": self.new[few],
            "pairs.signs": self.sign_bytes[few],
            "pairs.centre": self.centre.astype(np.float32),
            "pairs.spread": self.spread.astype(np.float32),
            "pairs.learned": learned.astype(np.float16),
            **run_parts("pairs.runs_new", self.runs_new, NEW * self.runs_new.weights(fit)),
            **run_parts("pairs.runs_old", self.runs_old, OLD * self.runs_old.weights(fit)),
            "pairs.plain": {"scale": self.step, "sharp": sharp},
        }

"""Learning to read a single clause: keep, type, act and whose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import directed, joined
from training.corpus import ACTS, TYPES, WHOSE, Sentence
from training.learn import Array, Runs, likeness, solve

NARROW = 1.0
RUNS = 1.0
"""What the likeness of runs counts, where that of features counts 1."""
RIDGE = 0.25
DIRECTIONS = 192
LEAST = 2


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients per learned sentence: one column for keep; for the kept ones one per type, act and whose."""

    keep: Array
    kinds: Array


class ClauseModel:
    """The sentences in the order they are learned in, the kept ones first, and all likenesses between them."""

    def __init__(self, sentences: Sequence[Sentence], features: Features) -> None:
        self.order = np.argsort([not sentence.keep for sentence in sentences], kind="stable")
        self.sentences = [sentences[at] for at in self.order]
        self.kept = sum(sentence.keep for sentence in self.sentences)
        self.features = features
        self.short = Shortened.of(features.both[self.order], DIRECTIONS)
        self.runs = Runs.of([sentence.text for sentence in self.sentences], least=LEAST)

    @cached_property
    def near(self) -> Array:
        return likeness(self.short.rows, self.short.rows, NARROW)

    @cached_property
    def keep_target(self) -> Array:
        return np.array([[1.0 if sentence.keep else -1.0] for sentence in self.sentences], dtype=np.float32)

    @cached_property
    def kind_targets(self) -> Array:
        """One column per type, act and whose; nothing for a `whose` that nobody has labelled."""
        out = np.zeros((self.kept, len(TYPES) + len(ACTS) + len(WHOSE)), dtype=np.float32)
        for row, sentence in zip(out, self.sentences, strict=False):
            row[TYPES.index(sentence.type)] = 1
            row[len(TYPES) + ACTS.index(sentence.act)] = 1
            if sentence.whose:
                row[len(TYPES) + len(ACTS) + WHOSE.index(sentence.whose)] = 1
        return out

    def fit(self, used: NDArray[np.bool_] | None = None) -> Fit:
        """Learn from the sentences that are marked as used, or from all."""
        used = np.ones(len(self.sentences), dtype=bool) if used is None else used
        keep = self._solved(self.keep_target, used)
        return Fit(keep, self._solved(self.kind_targets, used[: self.kept]))

    def _solved(self, targets: Array, used: NDArray[np.bool_]) -> Array:
        mask = used[:, None].astype(np.float32)
        return solve(lambda along: mask * self._product(along), targets * mask, RIDGE)

    def _product(self, along: Array, *, rows: int | None = None) -> Array:
        rows = len(along) if rows is None else rows
        learned = self.near[:rows, : len(along)] @ along
        return learned + RUNS * self.runs.sums(self.runs.weights(along), rows)

    def raw(self, fit: Fit) -> Array:
        """What a fit says about every sentence: keep, then the kinds."""
        every = len(self.sentences)
        return np.concatenate([self._product(fit.keep), self._product(fit.kinds, rows=every)], axis=1)

    def parts(self, fit: Fit) -> dict[str, Any]:
        """The fit as the reader's file holds it."""
        weights = np.zeros((len(self.runs.keys), 1 + fit.kinds.shape[1]), dtype=np.float32)
        weights[:, :1] = self.runs.weights(fit.keep)
        weights[:, 1:] = self.runs.weights(fit.kinds)
        scale = (np.abs(fit.kinds).max(axis=0) / 127).astype(np.float32)
        return {
            "pieces.centre": self.features.centre,
            "pieces.spread": self.features.spread,
            **self.short.parts("near", NARROW),
            **run_parts("runs", self.runs, RUNS * weights),
            "heads.keep": fit.keep[:, 0].astype(np.float32),
            "heads.kinds": np.round(fit.kinds / scale).astype(np.int8),
            "heads.kinds_scale": scale,
        }


@dataclass(frozen=True, slots=True)
class Features:
    """What the encoder makes of the sentences: their vectors, and both kinds of features side by side."""

    vectors: Array
    both: Array
    centre: Array
    spread: Array

    @classmethod
    def of(cls, vectors: Array, sums: Array) -> Features:
        pieces = directed(sums)
        centre, spread = pieces.mean(axis=0), pieces.std(axis=0) + np.float32(1e-4)
        return cls(vectors, joined(vectors, sums, centre, spread), centre, spread)


@dataclass(frozen=True, slots=True)
class Shortened:
    """Features in the directions in which they differ most, each number in one byte."""

    middle: Array
    basis: NDArray[np.int8]
    basis_scale: Array
    bytes: NDArray[np.int8]
    step: float

    @classmethod
    def of(cls, vectors: Array, directions: int) -> Shortened:
        middle = vectors.mean(axis=0)
        _, basis = np.linalg.eigh(np.cov((vectors - middle).T.astype(np.float64)))
        basis = basis[:, ::-1][:, :directions]
        scale = (np.abs(basis).max(axis=0) / 127).astype(np.float32)
        basis = np.round(basis / scale).astype(np.int8)
        rows = (vectors - middle) @ (basis.astype(np.float32) * scale)
        step = float(np.abs(rows).max()) / 127
        return cls(middle, basis, scale, np.round(rows / step).astype(np.int8), step)

    @property
    def rows(self) -> Array:
        return self.bytes.astype(np.float32) * np.float32(self.step)

    def parts(self, name: str, narrow: float) -> dict[str, Any]:
        return {
            f"{name}.middle": self.middle,
            f"{name}.basis": self.basis,
            f"{name}.basis_scale": self.basis_scale,
            f"{name}.centres": self.bytes,
            f"{name}.plain": {"scale": self.step, "narrow": narrow},
        }


def run_parts(name: str, runs: Runs, weights: Array) -> dict[str, Any]:
    """A table of runs as the reader's file holds it: one byte per weight, clipped where one in 2,000 lies."""
    scale = np.maximum(np.quantile(np.abs(weights), 0.9995, axis=0), 1e-9).astype(np.float32) / 127
    return {
        f"{name}.keys": runs.keys,
        f"{name}.rarity": np.round(runs.rarity / runs.step).astype(np.uint8),
        f"{name}.weights": np.clip(np.round(weights / scale), -127, 127).astype(np.int8),
        f"{name}.scale": scale,
        f"{name}.plain": {"rarity": runs.step},
    }

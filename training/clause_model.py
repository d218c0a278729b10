"""Learning to read a single clause: keep, type, act and whose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import directed, joined
from training.corpus import ACTS, TYPES, WHOSE, Sentence
from training.learn import Alike, Array, Runs, apart, left_out, likeness, solve

NARROW = 1.0
RUNS = 1.0
"""What the likeness of runs counts, where that of features counts 1."""
RIDGE = 0.4
DIRECTIONS = 192
LEAST = 2
RARE = 8
"""Of runs that so few sentences hold, only what they count for keeping is kept."""
NOTHING = 4
"""Of 127: what a rare run counts at most that is left out."""
SHARE = 12
"""Each twelfth sentence is kept in the reader's file: what the likeness to all says is said again by that to these."""
PRECISE = 1e-3
RIDGE_OF_FEW = 1e-2


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients per learned sentence: one column for keep; for the kept ones one per type, act and whose."""

    keep: Array
    kinds: Array


class ClauseModel:
    """The sentences in the order they are learned in, the kept ones first, and all likenesses between them."""

    def __init__(self, sentences: Sequence[Sentence], features: Features) -> None:
        self.order = np.argsort([2 * (not one.keep) + (one.type == "") for one in sentences], kind="stable")
        self.sentences = [sentences[at] for at in self.order]
        self.kept = sum(one.keep and one.type != "" for one in self.sentences)
        """How many are to be kept and have a labelled kind: they come first."""
        self.features = features
        self.short = Shortened.of(features.both[self.order], DIRECTIONS)
        self.runs = Runs.of([sentence.text for sentence in self.sentences], least=LEAST)

    @cached_property
    def alike(self) -> Alike:
        """How alike all sentences are, by features and by runs."""
        return Alike(self.short.rows, self.runs, NARROW, RUNS)

    @cached_property
    def keep_target(self) -> Array:
        return np.array([[1.0 if sentence.keep else -1.0] for sentence in self.sentences], dtype=np.float32)

    @cached_property
    def kind_targets(self) -> Array:
        """One column per type, act and whose; nothing for an `act` or `whose` that nobody has labelled."""
        out = np.zeros((self.kept, len(TYPES) + len(ACTS) + len(WHOSE)), dtype=np.float32)
        for row, sentence in zip(out, self.sentences, strict=False):
            row[TYPES.index(sentence.type)] = 1
            if sentence.act:
                row[len(TYPES) + ACTS.index(sentence.act)] = 1
            if sentence.whose:
                row[len(TYPES) + len(ACTS) + WHOSE.index(sentence.whose)] = 1
        return out

    def fit(self, *families: Sequence[NDArray[np.bool_]]) -> tuple[Fit, list[Array]]:
        """Learn from all sentences; and for each family of folds what a fit says that has not seen the sentence's fold.

        Keep comes first, then the kinds; NaN for rows that are in no fold. All are learned side by side.
        """
        folds = np.stack([fold for family in families for fold in family], axis=1).astype(np.float32)
        with_none = np.concatenate([folds, np.zeros((len(folds), 1), dtype=np.float32)], axis=1)
        keep, kinds = (
            apart(partial(self.alike.times, rows=len(targets)), targets, with_none[: len(targets)], RIDGE)
            for targets in (self.keep_target, self.kind_targets)
        )
        said, at = [], 0
        for family in families:
            some = slice(at, at + len(family))
            parts = [left_out(self.alike.times, learned[some], folds[:, some]) for learned in (keep, kinds)]
            said.append(np.concatenate(parts, axis=1))
            at += len(family)
        return Fit(keep[-1], kinds[-1]), said

    def said_by_few(self, fit: Fit) -> tuple[Array, NDArray[np.int64]]:
        """What features say by likeness to all sentences, as well as it can be said by likeness to some.

        With the chance of a sentence that was not seen it costs .001 of the area under the curve, and saves 4 MB.
        """
        few = np.arange(0, len(self.sentences), SHARE)
        rows, count = self.short.rows, 1 + fit.kinds.shape[1]
        met = np.zeros((len(few), len(few)), dtype=np.float32)
        said = np.zeros((len(few), count), dtype=np.float32)
        for start in range(0, len(rows), 2_000):
            near = likeness(rows[start : start + 2_000], rows, NARROW)
            all_say = np.concatenate([near @ fit.keep, near[:, : self.kept] @ fit.kinds], axis=1)
            met += near[:, few].T @ near[:, few]
            said += near[:, few].T @ all_say
        return solve(lambda along: met @ along, said, RIDGE_OF_FEW, precise=PRECISE, most=200), few

    def parts(self, fit: Fit) -> dict[str, Any]:
        """The fit as the reader's file holds it."""
        learned, few = self.said_by_few(fit)
        weights = np.zeros((len(self.runs.keys), 1 + fit.kinds.shape[1]), dtype=np.float32)
        weights[:, :1] = self.runs.weights(fit.keep)
        weights[:, 1:] = self.runs.weights(fit.kinds)
        return {
            "pieces.centre": self.features.centre,
            "pieces.spread": self.features.spread,
            **self.short.of_rows(few).parts("near", NARROW),
            **run_parts("runs", self.runs, RUNS * weights, often=self.runs.counts > RARE),
            "heads.learned": learned.astype(np.float16),
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

    def of_rows(self, at: NDArray[np.int64]) -> Shortened:
        return replace(self, bytes=self.bytes[at])

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


def run_parts(name: str, runs: Runs, weights: Array, often: NDArray[np.bool_] | None = None) -> dict[str, Any]:
    """A table of runs as the reader's file holds it: one byte per weight, clipped where one in 2,000 lies.

    Of the runs that only the fewest texts hold (not `often`), which are half of all and equally rare, only what they
    count for the first output is kept, and only where that is something.
    """
    often = np.ones(len(runs.keys), dtype=bool) if often is None else often
    scale = np.maximum(np.quantile(np.abs(weights), 0.9995, axis=0), 1e-9).astype(np.float32) / 127
    in_bytes = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    rare = ~often & (np.abs(in_bytes[:, 0].astype(np.int16)) > NOTHING)
    return {
        f"{name}.keys": runs.keys[often],
        f"{name}.rarity": np.round(runs.rarity / runs.step).astype(np.uint8)[often],
        f"{name}.weights": in_bytes[often],
        f"{name}.rare_keys": runs.keys[rare],
        f"{name}.rare_weights": np.ascontiguousarray(in_bytes[rare, 0]),
        f"{name}.scale": scale,
        f"{name}.plain": {"rarity": runs.step},
    }

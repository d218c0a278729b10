"""Learning which of many held things a new statement changes.

Every labelled pair is put among things that others said: its own held one is to stand out where the pair is a change,
and nothing is to stand out where it is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import directed
from perdure.intake.read.heads import Scores, softmax
from perdure.intake.read.match import NEAREST, SHARED_WORDS, Described, match_signs, plain_signs
from perdure.intake.read.pairs import DIRECTIONS as SHORT
from perdure.intake.read.pairs import Relation, Texts, pair_likeness, signs_of
from training.corpus import ACTS, Pair
from training.learn import Array
from training.pair_model import NEW, OLD, PairModel

DIRECTIONS = 128
SHRINK = 0.6
"""How much the measure leans towards plain distance."""
OTHERS = 60
"""How many other things a pair is put among; as many are kept to compare with where little is held."""
RIDGE = 2.0
CLEAN_SURE, CLEAN_LIKELY = 0.995, 0.90
"""The share of near misses (adds, same, unrelated) that must stay below each threshold."""

SAYS_SO = ("update", "correct", "retract", "done")
"""The acts by which a speaker says that something changes; without one, no change is sure."""

Rows = tuple[NDArray[np.int64], NDArray[np.int64], Array]
"""Number of the held one, number of the new one, signs."""


class MatchModel:
    """The pairs, each among others, with the relations that a fit which has not seen them gives."""

    def __init__(self, pairs: Sequence[Pair], old: Texts, new: Texts, relations: PairModel) -> None:
        self.pairs, self.old, self.new, self.relations = pairs, old, new, relations
        self.hands = np.array([pair.hand for pair in pairs])
        self.changes = np.array([pair.relation in ("replaces", "ends") for pair in pairs])
        self.related = np.array([pair.relation != "unrelated" for pair in pairs])
        self.middle = np.concatenate([old.encoded.vectors, new.encoded.vectors]).mean(axis=0)

    def measure(self, used: NDArray[np.bool_]) -> Array:
        """The directions in which statements about one thing differ least, compared with all statements."""
        rows = used & self.related
        apart = self.new.encoded.vectors[rows] - self.old.encoded.vectors[rows]
        within = apart.T @ apart / max(1, rows.sum())
        within += SHRINK * np.trace(within) / len(within) * np.eye(len(within))
        white = np.linalg.cholesky(np.linalg.inv(within))
        spread = np.cov(((self.old.encoded.vectors - self.middle) @ white).T)
        _, axes = np.linalg.eigh(spread)
        basis: Array = (white @ axes[:, ::-1][:, :DIRECTIONS]).astype(np.float32)
        return basis

    def rows(self, asked: NDArray[np.bool_], basis: Array, fit: Array) -> Rows:
        """The nearest held things for every new statement that is asked for."""
        old = directed((self.old.encoded.vectors - self.middle) @ basis)
        new = directed((self.new.encoded.vectors - self.middle) @ basis)
        chance = np.random.default_rng(7)
        held_at: list[int] = []
        new_at: list[int] = []
        plain: list[Array] = []
        for at in np.nonzero(asked)[0]:
            among = self._among(int(at), chance)
            described = [_described(self.old, old, n) for n in among]
            signs = plain_signs(_described(self.new, new, int(at)), described, old[:0])
            nearest = np.argsort(-(signs[:, 0] + SHARED_WORDS * signs[:, 3]), kind="stable")[:NEAREST]
            held_at += [among[n] for n in nearest]
            new_at += [int(at)] * len(nearest)
            plain.append(signs[nearest])
        held, said = np.array(held_at), np.array(new_at)
        chances = self._relations(held, said, fit)
        all_signs = [
            match_signs(part, [Relation(*map(float, row)) for row in chances[said == at]], _row(self.new.scores, at))
            for at, part in zip(dict.fromkeys(new_at), plain, strict=True)
        ]
        return held, said, np.concatenate(all_signs)

    def _among(self, at: int, chance: np.random.Generator) -> list[int]:
        """The held thing of a pair, among others of the same hand."""
        same_hand = np.nonzero(self.hands == self.hands[at])[0]
        others = chance.choice(same_hand, min(OTHERS, len(same_hand)), replace=False)
        return [at, *(int(n) for n in others if self.pairs[n].old != self.pairs[at].old)]

    def _relations(self, held: NDArray[np.int64], said: NDArray[np.int64], fit: Array) -> Array:
        model = self.relations
        raw = np.zeros((len(held), fit.shape[1]), dtype=np.float32)
        by_new = NEW * model.runs_new.sums(model.runs_new.weights(fit), len(self.pairs))
        by_old = OLD * model.runs_old.sums(model.runs_old.weights(fit), len(self.pairs))
        for start in range(0, len(held), 2000):
            o, n = held[start : start + 2000], said[start : start + 2000]
            signs = signs_of(_some(self.old, o), _some(self.new, n))
            short = [texts.encoded.short[at][:, :SHORT] for texts, at in ((self.old, o), (self.new, n))]
            scaled = ((signs - model.centre) / model.spread).astype(np.float32)
            near = pair_likeness((short[0], short[1], scaled), model.reference())
            raw[start : start + 2000] = near @ fit + by_new[n] + by_old[o]
        return softmax(raw * np.float32(model.sharp))


def learn(model: MatchModel) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights and figures. What the figures tell is of hands that the fit has not seen."""
    unseen = [_unseen(model, hand) for hand in sorted(set(model.hands))]
    held, said = (np.concatenate([rows[n] for rows in unseen]) for n in (0, 1))
    signs = np.concatenate([rows[2] for rows in unseen])
    centre, spread = signs.mean(axis=0), np.maximum(signs.std(axis=0), 1e-4)
    scaled = np.c_[(signs - centre) / spread, np.ones(len(signs))]
    truth = (held == said) & model.changes[said]
    other = np.zeros(len(signs))
    for hand in sorted(set(model.hands)):
        out = model.hands[said] == hand
        other[out] = scaled[out] @ logistic(scaled[~out], truth[~out])
    limits, figures = _figures(model, held, said, other)
    everything = np.ones(len(model.pairs), dtype=bool)
    basis = model.measure(everything)
    others = directed((model.old.encoded.vectors - model.middle) @ basis)
    spaced = np.linspace(0, len(others) - 1, OTHERS).astype(int)
    parts = {
        "match.plain": limits,
        "match.middle": model.middle.astype(np.float32),
        "match.basis": basis.astype(np.float16),
        "match.others": others[spaced].astype(np.float16),
        "match.centre": centre.astype(np.float32),
        "match.spread": spread.astype(np.float32),
        "match.learned": logistic(scaled, truth).astype(np.float32),
    }
    return parts, figures


def _unseen(model: MatchModel, hand: str) -> Rows:
    """The rows of one hand, with a measure and relations learned from the others."""
    others = model.hands != hand
    return model.rows(~others, model.measure(others), model.relations.fit(others))


def _figures(
    model: MatchModel, held: NDArray[np.int64], said: NDArray[np.int64], odds: NDArray[np.float64]
) -> tuple[dict[str, float], dict[str, Any]]:
    asked = np.unique(said)
    best, right = np.zeros(len(asked)), np.zeros(len(asked), dtype=bool)
    for n, at in enumerate(asked):
        rows = np.nonzero(said == at)[0]
        first = rows[odds[rows].argmax()]
        best[n], right[n] = odds[first], held[first] == at
    changes = model.changes[asked]
    says_so = np.isin(model.new.scores.act[asked].argmax(axis=1), [ACTS.index(act) for act in SAYS_SO])
    limits = {
        "sure": float(np.quantile(np.where(says_so, best, best.min())[~changes], CLEAN_SURE)),
        "likely": float(np.quantile(best[~changes], CLEAN_LIKELY)),
    }
    out: dict[str, Any] = {"among": OTHERS, "own thing first": round(float(right[changes].mean()), 3)}
    for name, limit in limits.items():
        over = (best >= limit) & (says_so | (name != "sure"))
        out[name] = {
            "limit": round(limit, 3),
            "changes found": round(float((right & over)[changes].mean()), 3),
            "another thing": round(float((~right & over)[changes].mean()), 3),
            "near misses": round(float(over[~changes].mean()), 4),
        }
    return limits, out


def logistic(rows: NDArray[np.float64], truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Logistic regression with a ridge, by Newton's method."""
    found = np.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(rows.shape[1])
        found += np.linalg.solve(curve, rows.T @ (truth - chance) - RIDGE * found)
    return found


def _described(texts: Texts, directions: Array, at: int) -> Described:
    return Described(texts.texts[at], texts.encoded.rows(np.array([at])), _row(texts.scores, at), directions[at])


def _row(scores: Scores, at: int) -> Scores:
    return _picked(scores, np.array([at]))


def _some(texts: Texts, at: NDArray[np.int64]) -> Texts:
    return Texts([texts.texts[n] for n in at], texts.encoded.rows(at), _picked(texts.scores, at))


def _picked(scores: Scores, at: NDArray[np.int64]) -> Scores:
    return Scores(scores.keep[at], scores.type[at], scores.act[at], scores.whose[at])

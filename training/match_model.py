"""Learning which of many held things a new statement changes.

Every labelled pair is put among things that others said: its own held one is to stand out where the pair is a change,
and nothing is to stand out where it is none, or where its own is not held at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.changes import ENDED, NAMES, REPLACED, SINGLE, may_go_on
from perdure.intake.read.heads import Scores, softmax
from perdure.intake.read.match import RAREST, Described, match_features, match_signs, nearest_signs, single_signs
from perdure.intake.read.pairs import DIRECTIONS as SHORT
from perdure.intake.read.pairs import PairLikeness, Relation, Texts, signs_of
from perdure.intake.read.telling import Telling
from perdure.intake.read_ahead import ASIDE, MAY_CHANGE
from perdure.models.thesaurus import open_thesaurus
from training.choice_model import learn_choice
from training.corpus import ACTS, Pair
from training.direction_model import Directions, learn_directions
from training.folds import by_hand
from training.learn import Array
from training.pair_model import NEW, OLD, PairModel

OTHERS = 60
"""How many other things a pair is put among; as many are kept to compare with where little is held."""
RIDGE = 2.0
CLEAN_SURE, CLEAN_LIKELY = 0.995, 0.76
"""The share of near misses (adds, same, unrelated) that must stay below each threshold."""
TALK_SURE, TALK_LIKELY = 0.999, 0.94
"""The same of what people only go on about in a conversation, as they mostly do."""
CHANGES = (1, 2)
"""The places of `replaces` and `ends` among the relations."""

SAYS_SO = ("update", "correct", "retract", "done")
"""The acts by which a speaker says that something changes."""

Rows = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Array]
"""Number of the question, of the held one, of the new one, and signs with the relations at their end."""


class MatchModel:
    """The pairs, each among others, with the relations that a fit which has not seen them gives."""

    def __init__(self, pairs: Sequence[Pair], old: Texts, new: Texts, relations: PairModel, telling: Telling) -> None:
        self.pairs, self.old, self.new, self.relations, self.telling = pairs, old, new, relations, telling
        self.thesaurus = open_thesaurus()
        self.old_ideas, self.new_ideas = (
            [self.thesaurus.ideas(text).all for text in texts.texts] for texts in (old, new)
        )
        self.hands = np.array([pair.hand for pair in pairs])
        self.changes = np.array([pair.relation in ("replaces", "ends") for pair in pairs])
        self.is_talk = np.array([pair.is_talk for pair in pairs])
        self.related = np.array([pair.relation != "unrelated" and not pair.is_talk for pair in pairs])
        self.names = np.unique([pair.old for pair in pairs], return_inverse=True)[1]

    def directions(self, used: NDArray[np.bool_]) -> Directions:
        """Learned from the pairs that are marked as used."""
        old, new = (match_features(texts.encoded)[used] for texts in (self.old, self.new))
        return learn_directions(old, new, self.related[used], self.names[used])

    def single(self, used: NDArray[np.bool_]) -> Array:
        """Whether what is held can be so in one way only: a weight for each sign."""
        rows = used & np.array([pair.single is not None for pair in self.pairs])
        signs = single_signs(self.old.encoded, self.old.scores)[rows].astype(np.float64)
        truth = np.array([bool(pair.single) for pair in self.pairs])[rows]
        curve = signs.T @ signs + RIDGE * np.eye(signs.shape[1])
        weights: Array = np.linalg.solve(curve, signs.T @ truth).astype(np.float32)
        return weights

    def rows(self, asked: NDArray[np.bool_], directions: Directions, fit: Array) -> Rows:
        """The nearest held things for every new statement that is asked for; for each second also without its own."""
        old, new = (directions.of(match_features(texts.encoded)) for texts in (self.old, self.new))
        chance = np.random.default_rng(7)
        number, held_at, new_at = [], [], []
        plain: list[Array] = []
        numbers = np.nonzero(asked)[0].tolist()
        for question, at in enumerate([*numbers, *numbers[::2]]):
            others = self._others(at, chance)
            among = [at, *others] if question < len(numbers) else others
            nearest, signs = nearest_signs(
                _described(self.new, new, self.new_ideas, at),
                [_described(self.old, old, self.old_ideas, n) for n in among],
                old[:0],
                self.telling,
                self.thesaurus,
            )
            number += [question] * len(nearest)
            held_at += [among[n] for n in nearest]
            new_at += [at] * len(nearest)
            plain.append(signs)
        held, said = np.array(held_at), np.array(new_at)
        chances = self._relations(held, said, fit)
        ends = np.cumsum([len(part) for part in plain])[:-1]
        signs = [
            match_signs(part, [Relation(*map(float, row)) for row in rows], _row(self.new.scores, int(at[0])))
            for part, rows, at in zip(plain, np.split(chances, ends), np.split(said, ends), strict=True)
        ]
        return np.array(number), held, said, np.concatenate([np.concatenate(signs), chances], axis=1)

    def _others(self, at: int, chance: np.random.Generator) -> list[int]:
        """Held things of the same hand, each of which is another one; of a hand of few, those of all."""
        same_hand = np.nonzero(self.hands == self.hands[at])[0]
        if len(same_hand) < OTHERS:
            same_hand = np.arange(len(self.hands))
        others = chance.choice(same_hand, min(OTHERS, len(same_hand)), replace=False)
        return [int(n) for n in others if self.names[n] != self.names[at]]

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
            near = PairLikeness(model.reference()).of((short[0], short[1], scaled))
            raw[start : start + 2000] = near @ fit + by_new[n] + by_old[o]
        return softmax(raw * np.float32(model.sharp))


def learn(model: MatchModel) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights and figures. What the figures tell is of hands that the fit has not seen."""
    folds = list(by_hand(model.hands))
    fits = model.relations.fits(folds)
    unseen = [_unseen(model, fold, fit) for fold, fit in zip(folds, fits, strict=True)]
    step = max(int(rows[0].max()) + 1 for rows, _ in unseen)
    asked = np.concatenate([rows[0] + step * at for at, (rows, _) in enumerate(unseen)])
    held, said, both = (np.concatenate([rows[n] for rows, _ in unseen]) for n in (1, 2, 3))
    signs, chances = both[:, :-5].astype(np.float64), both[:, -5:]
    centre, spread = signs.mean(axis=0), np.maximum(signs.std(axis=0), 1e-4)
    scaled = np.c_[(signs - centre) / spread, np.ones(len(signs))]
    truth = (held == said) & model.changes[said]
    odds = np.zeros(len(signs))
    for fold in folds:
        out = fold[said]
        odds[out] = scaled[out] @ _choice(scaled[~out], truth[~out], asked[~out])
    single = np.concatenate([alone[rows[1]] for rows, alone in unseen])
    limits, figures = _figures(model, Ranked.of(asked, held, said, odds, chances, both[:, RAREST], single))
    everything = np.ones(len(model.pairs), dtype=bool)
    directions = model.directions(everything)
    others = directions.of(match_features(model.old.encoded))
    spaced = np.linspace(0, len(others) - 1, OTHERS).astype(int)
    scale = np.abs(directions.basis).max(axis=0) / 127
    parts = {
        "match.plain": limits,
        "match.middle": directions.middle,
        "match.basis": np.round(directions.basis / scale).astype(np.int8),
        "match.basis_scale": scale.astype(np.float32),
        "match.others": others[spaced].astype(np.float16),
        "match.centre": centre.astype(np.float32),
        "match.spread": spread.astype(np.float32),
        "match.learned": _choice(scaled, truth, asked).astype(np.float32),
        "match.single": model.single(everything),
    }
    return parts, figures


def _choice(signs: NDArray[np.float64], truth: NDArray[np.bool_], asked: NDArray[np.int64]) -> NDArray[np.float64]:
    return learn_choice(signs, truth, asked, logistic(signs, truth))


def _unseen(model: MatchModel, fold: NDArray[np.bool_], fit: Array) -> tuple[Rows, Array]:
    """The rows of some hands, with all that was learned from the others; and which of what is held is single."""
    others = ~fold
    rows = model.rows(fold, model.directions(others), fit)
    return rows, single_signs(model.old.encoded, model.old.scores) @ model.single(others)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The first choice of each question."""

    held: NDArray[np.int64]
    said: NDArray[np.int64]
    odds: NDArray[np.float64]
    best: NDArray[np.int64]
    """The likeliest relation."""
    ends: Array
    """How likely the statement says that it is over."""
    replaces: Array
    """How likely it tells what holds in place of the old one."""
    told: Array
    """What the rarest word tells that both have."""
    single: Array
    is_held: NDArray[np.bool_]
    """Whether its own thing was among what is held."""

    @classmethod
    def of(
        cls, asked: NDArray[np.int64], held: NDArray[np.int64], said: NDArray[np.int64],
        odds: NDArray[np.float64], chances: Array, told: Array, single: Array,
    ) -> Ranked:  # fmt: skip
        order = np.lexsort((-odds, asked))
        first = order[np.concatenate([[0], np.nonzero(np.diff(asked[order]))[0] + 1])]
        # The first question about a statement is the one with its own thing among the others.
        is_held = np.zeros(len(first), dtype=bool)
        is_held[np.unique(said[first], return_index=True)[1]] = True
        best, replaces, ends = chances[first].argmax(axis=1), chances[first, 1], chances[first, 2]
        return cls(held[first], said[first], odds[first], best, ends, replaces, told[first], single[first], is_held)


def _allowed(model: MatchModel, found: Ranked) -> NDArray[np.bool_]:
    """Where memory would do what match is sure of: as `changes.may_replace`."""
    acts = np.isin(model.new.scores.act[found.said].argmax(axis=1), [ACTS.index(act) for act in SAYS_SO])
    is_other = (found.replaces >= REPLACED) & ((found.single >= SINGLE) | (found.told >= NAMES))
    says_so = acts | (found.ends >= ENDED) | is_other
    goes_on = [may_go_on(model.new.texts[n], model.old.texts[o]) for n, o in zip(found.said, found.held, strict=True)]
    is_told = model.new.scores.keep[found.said] >= MAY_CHANGE
    allowed: NDArray[np.bool_] = np.isin(found.best, CHANGES) & says_so & is_told & ~np.array(goes_on)
    return allowed


def _figures(model: MatchModel, found: Ranked) -> tuple[dict[str, float], dict[str, Any]]:
    changes, right = model.changes[found.said], found.held == found.said
    marked = (found.best != 0) & (model.new.scores.keep[found.said] >= ASIDE)
    allowed = _allowed(model, found)
    is_talk = model.is_talk[found.said]
    near, talk = ~changes & found.is_held & ~is_talk, found.is_held & is_talk
    lowest = found.odds.min()

    def limit(some: NDArray[np.bool_], clean: float, clean_in_talk: float) -> float:
        odds = np.where(some, found.odds, lowest)
        of_talk = float(np.quantile(odds[talk], clean_in_talk)) if talk.any() else float(lowest)
        return max(float(np.quantile(odds[near], clean)), of_talk)

    limits = {
        "sure": limit(allowed, CLEAN_SURE, TALK_SURE),
        "likely": limit(marked, CLEAN_LIKELY, TALK_LIKELY),
    }
    asked = changes & found.is_held
    out: dict[str, Any] = {"among": OTHERS, "own thing first": round(float(right[asked].mean()), 3)}
    for name, limit in limits.items():
        over = (found.odds >= limit) & (allowed if name == "sure" else marked)
        out[name] = {
            "limit": round(limit, 3),
            "changes found": round(float((right & over)[asked].mean()), 3),
            "another thing": round(float((~right & over)[asked].mean()), 4),
            "near misses": round(float(over[near].mean()), 4),
            "goes on in talk": round(float(over[talk].mean()), 4) if talk.any() else 0.0,
            "its own not held": round(float(over[~found.is_held].mean()), 4),
        }
    return limits, out


NO_STEP = 1e-7
"""When Newton's method has arrived."""


def logistic(rows: NDArray[np.float64], truth: NDArray[np.bool_], ridge: float | None = None) -> NDArray[np.float64]:
    """Logistic regression with a ridge, by Newton's method."""
    least = (RIDGE if ridge is None else ridge) * np.eye(rows.shape[1])
    found = np.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + least
        step = np.linalg.solve(curve, rows.T @ (truth - chance) - least @ found)
        found += step
        if np.abs(step).max() < NO_STEP:
            break
    return found


def _described(texts: Texts, directions: Array, ideas: Sequence[dict[int, float]], at: int) -> Described:
    row = np.array([at])
    return Described(texts.texts[at], texts.encoded.rows(row), _row(texts.scores, at), directions[at], ideas[at])


def _row(scores: Scores, at: int) -> Scores:
    return _picked(scores, np.array([at]))


def _some(texts: Texts, at: NDArray[np.int64]) -> Texts:
    return Texts([texts.texts[n] for n in at], texts.encoded.rows(at), _picked(texts.scores, at))


def _picked(scores: Scores, at: NDArray[np.int64]) -> Scores:
    return Scores(scores.keep[at], scores.type[at], scores.act[at], scores.whose[at])

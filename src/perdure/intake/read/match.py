"""Which of the things that memory holds a new statement changes: the few nearest, each with how sure that is.

Nearness is measured in the directions in which statements about one thing differ least, and against everything else
that is held: what stands out is meant. It proposes only; the rules of memory decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perdure.intake.read.features import Array, Encoded, directed
from perdure.intake.read.heads import Scores
from perdure.intake.read.pairs import Pairs, Relation, Texts, content_words
from perdure.models.kept import Kept

NEAREST = 8
"""How many of what is held are looked at closely."""
SHARED_WORDS = 0.1
"""What shared words count beside nearness when the nearest are chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A statement with what the encoder and the heads make of it."""

    text: str
    encoded: Encoded
    scores: Scores
    direction: Array


@dataclass(frozen=True, slots=True)
class HeldMatch:
    """One of what is held (`at`), and how sure it is that the new statement changes it, as log odds."""

    at: int
    odds: float
    relation: Relation


class Matching:
    """The learned measure, and what everything is compared with where little is held."""

    def __init__(self, kept: Kept, pairs: Pairs) -> None:
        plain = kept.value("match.plain")
        self.sure: float = plain["sure"]
        self.likely: float = plain["likely"]
        self._pairs = pairs
        self._middle = kept.array("match.middle").astype(np.float32)
        self._basis = kept.array("match.basis").astype(np.float32)
        self._others = kept.array("match.others").astype(np.float32)
        self._centre = kept.array("match.centre")
        self._spread = kept.array("match.spread")
        self._learned = kept.array("match.learned")

    def direction(self, vector: Array) -> Array:
        """A vector in the directions that tell things apart."""
        return directed(((vector - self._middle) @ self._basis).astype(np.float32))

    def rank(self, new: Described, held: Sequence[Described]) -> list[HeldMatch]:
        """The nearest of what is held, surest first."""
        if not held:
            return []
        plain = plain_signs(new, held, self._others)
        nearest = np.argsort(-(plain[:, 0] + SHARED_WORDS * plain[:, 3]), kind="stable")[:NEAREST]
        relations = self._pairs.relate(*(_texts([held[at] for at in nearest], new)))
        signs = match_signs(plain[nearest], relations, new.scores)
        odds = np.round(((signs - self._centre) / self._spread) @ self._learned[:-1] + self._learned[-1], 4)
        found = [HeldMatch(int(at), float(o), r) for at, o, r in zip(nearest, odds, relations, strict=True)]
        return sorted(found, key=lambda match: (-match.odds, match.at))


def plain_signs(new: Described, held: Sequence[Described], others: Array) -> Array:
    """How near each of what is held is, and how much nearer than everything else; shared words; kind and person."""
    near = np.stack([one.direction for one in held]) @ new.direction
    away = others @ new.direction
    all_near = np.concatenate([near, away])
    top = np.sort(all_near)
    lead = near - np.where(near >= top[-1], top[-2], top[-1])
    said = content_words(new.text)
    rows = []
    for one, at, ahead in zip(held, near, lead, strict=True):
        known = content_words(one.text)
        shared = len(known & said)
        rows.append(
            [
                float(at),
                float((at - np.median(all_near)) / (all_near.std() + 1e-3)),
                float(one.encoded.vectors[0] @ new.encoded.vectors[0]),
                shared / max(1, min(len(known), len(said))),
                min(shared, 4) / 4,
                float(one.scores.type[0] @ new.scores.type[0]),
                float(one.scores.whose[0] @ new.scores.whose[0]),
                float(ahead),
            ]
        )
    return np.array(rows, dtype=np.float32)


def match_signs(plain: Array, relations: Sequence[Relation], new: Scores) -> Array:
    """All signs of whether a statement changes what is held: nearness, the relation, and what the statement does."""
    chances = np.array([[r.same, r.replaces, r.ends, r.adds, r.unrelated] for r in relations], dtype=np.float32)
    odds = _log_odds(chances)
    change = _log_odds(chances[:, 1:2] + chances[:, 2:3])
    said = np.repeat(np.concatenate([new.act[0], new.keep])[None], len(plain), axis=0)
    signs: Array = np.concatenate([plain, odds, said, plain[:, :1] * change, plain[:, 1:2] * change], axis=1)
    return signs


def _log_odds(chance: Array) -> Array:
    odds: Array = np.log(np.clip(chance, 1e-3, 1) / np.clip(1 - chance, 1e-3, 1))
    return odds


def _texts(held: Sequence[Described], new: Described) -> tuple[Texts, Texts]:
    return _stacked(held), _stacked([new] * len(held))


def _stacked(rows: Sequence[Described]) -> Texts:
    columns = [np.concatenate([getattr(row.scores, name) for row in rows]) for name in ("keep", "type", "act", "whose")]
    vectors, short = (np.concatenate([getattr(row.encoded, name) for row in rows]) for name in ("vectors", "short"))
    return Texts([row.text for row in rows], Encoded(vectors, short), Scores(*columns))

"""Which of the things that memory holds a new statement changes: the few nearest, each with how sure that is.

Nearness is measured in the directions in which statements about one thing differ least, and against everything else
that is held: what stands out is meant. It proposes only; the rules of memory decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.features import Array, Encoded, directed
from perdure.intake.read.heads import Scores
from perdure.intake.read.pairs import Pairs, Relation, Texts, content_words
from perdure.intake.read.telling import Telling
from perdure.models.kept import Kept
from perdure.models.thesaurus import Thesaurus

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
    ideas: dict[int, float]
    """What its words point to, and how strongly."""


RAREST = 9
"""The place of a sign: what the rarest shared word tells."""


@dataclass(frozen=True, slots=True)
class HeldMatch:
    """One of what is held (`at`), and how sure it is that the new statement changes it, as log odds."""

    at: int
    odds: float
    relation: Relation
    single: float
    """How likely what is held can be so in one way only, as a city is: about 1 for yes, 0 for no."""
    told: float = 0.0
    """What the rarest word tells that both have: 1 for a name that nobody else says, little for `sister`."""


class Matching:
    """The learned measure, and what everything is compared with where little is held."""

    def __init__(self, kept: Kept, pairs: Pairs, thesaurus: Thesaurus) -> None:
        plain = kept.value("match.plain")
        self._thesaurus = thesaurus
        self.sure: float = plain["sure"]
        self.likely: float = plain["likely"]
        self._pairs = pairs
        self._telling = Telling(kept)
        self._middle = kept.array("match.middle").astype(np.float32)
        self._basis = kept.array("match.basis").astype(np.float32) * kept.array("match.basis_scale")
        self._others = kept.array("match.others").astype(np.float32)
        self._centre = kept.array("match.centre")
        self._spread = kept.array("match.spread")
        self._learned = kept.array("match.learned")
        self._single = kept.array("match.single")

    def direction(self, encoded: Encoded) -> Array:
        """Texts in the directions that tell things apart."""
        return directed(((match_features(encoded) - self._middle) @ self._basis).astype(np.float32))

    def rank(self, new: Described, held: Sequence[Described]) -> list[HeldMatch]:
        """The nearest of what is held, surest first."""
        if not held:
            return []
        nearest, plain = nearest_signs(new, held, self._others, self._telling, self._thesaurus)
        rows = [held[at] for at in nearest]
        texts = _stacked(rows)
        relations = self._pairs.relate(texts, _stacked([new] * len(rows)))
        signs = match_signs(plain, relations, new.scores)
        odds = np.round(((signs - self._centre) / self._spread) @ self._learned[:-1] + self._learned[-1], 4)
        single = np.round(single_signs(texts.encoded, texts.scores) @ self._single, 4)
        found = [
            HeldMatch(int(at), float(o), r, float(one), float(told))
            for at, o, r, one, told in zip(nearest, odds, relations, single, plain[:, RAREST], strict=True)
        ]
        return sorted(found, key=lambda match: (-match.odds, match.at))


def match_features(encoded: Encoded) -> Array:
    """What statements are about, and how they are put, side by side."""
    return np.concatenate([encoded.vectors, encoded.short], axis=1)


def single_signs(held: Encoded, scores: Scores) -> Array:
    """What tells whether something can be so in one way only, as a city is."""
    return np.concatenate([held.short, scores.type, np.ones((len(held.short), 1), dtype=np.float32)], axis=1)


def nearest_signs(
    new: Described, held: Sequence[Described], others: Array, telling: Telling, thesaurus: Thesaurus
) -> tuple[NDArray[np.int64], Array]:
    """The nearest of what is held by meaning and words, each with its plain signs.

    How near it is, and how much nearer than everything else; shared words and what they tell; shared ideas; kind and
    person.
    """
    near = np.stack([one.direction for one in held]) @ new.direction
    said = content_words(new.text)
    known = [content_words(one.text) for one in held]
    counts = [0 if words.isdisjoint(said) else len(words & said) for words in known]  # most share none
    shares = [n / min(len(words), len(said)) if n else 0.0 for n, words in zip(counts, known, strict=True)]
    shared = np.array(shares, dtype=np.float32)
    ideas = np.array(thesaurus.likeness(new.ideas, [one.ideas for one in held]), dtype=np.float32).reshape(-1, 2)
    nearest = np.argsort(-(near + SHARED_WORDS * (shared + ideas[:, 1])), kind="stable")[:NEAREST]
    all_near = np.concatenate([near, others @ new.direction])
    middle, spread = np.median(all_near), all_near.std() + 1e-3
    second, first = np.partition(all_near, -2)[-2:] if len(all_near) > 1 else (all_near[0], all_near[0])
    rows = [
        [
            float(near[at]),
            float((near[at] - middle) / spread),
            float(held[at].encoded.vectors[0] @ new.encoded.vectors[0]),
            float(shared[at]),
            min(counts[at], 4) / 4,
            float(held[at].scores.type[0] @ new.scores.type[0]),
            float(held[at].scores.whose[0] @ new.scores.whose[0]),
            float(near[at] - (second if near[at] >= first else first)),
        ]
        for at in nearest
    ]
    told = telling.signs(new.text, [held[at].text for at in nearest])
    lead = ideas[:, 1] - np.sort(ideas[:, 1])[-2:][0]
    shared_ideas = np.c_[ideas, lead][nearest]
    return nearest, np.concatenate([np.array(rows, dtype=np.float32), told, shared_ideas], axis=1)


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


def _stacked(rows: Sequence[Described]) -> Texts:
    columns = [np.concatenate([getattr(row.scores, name) for row in rows]) for name in ("keep", "type", "act", "whose")]
    vectors, short = (np.concatenate([getattr(row.encoded, name) for row in rows]) for name in ("vectors", "short"))
    return Texts([row.text for row in rows], Encoded(vectors, short), Scores(*columns))

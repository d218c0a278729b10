"""How far each of what is held shares the ideas of a request, whatever words both use.

A word of the request counts in full for what has the same word, and in part for what has another word for the same
idea, or for a narrower or broader one. Sisters, as dogs and cats are, speak of two things: that is a sign of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from perdure.intake.read.features import Array
from perdure.models.thesaurus import SLIGHT, Ideas, Strengths, Thesaurus

LONE = 0.3
"""What a single Chinese character weighs: words that search cuts are longer."""

Weigh = Callable[[str], dict[str, float]]
"""The words of a text that name something, each with its weight."""


_Column = tuple[list[float], list[float], list[float]]
"""Of one word: how far each text has it or its idea, whether it has the very word, and a sister's idea."""


@dataclass(frozen=True, slots=True)
class _Asked:
    words: tuple[str, ...]
    weights: Array
    ideas: tuple[tuple[Strengths, Strengths], ...]


@dataclass(frozen=True, slots=True)
class SharedIdeas:
    """Signs of shared ideas."""

    thesaurus: Thesaurus
    weigh: Weigh

    def columns(self, parts: Sequence[str], texts: Sequence[str]) -> tuple[list[Array], float]:
        """One column for each sign, of which a row belongs to each text; and what the request's words weigh in all.

        `parts` are the request and its clauses.
        """
        held = [self.thesaurus.ideas(text) for text in texts]
        asked = [self._asked(part) for part in parts]
        known: dict[str, _Column] = {}
        shares = [self._shared(one, held, known) for one in asked]
        whole, same, sisters = shares[0]
        weights = asked[0].weights
        total = float(weights.sum()) + SLIGHT
        shared = (whole * weights).sum(axis=1)
        other_words = np.max(np.where(same > 0, 0.0, whole) * weights, axis=1, initial=0.0)
        alone = (whole * whole / (whole.sum(axis=0) + 1e-6) * weights).sum(axis=1)
        of_parts = [
            (share * one.weights).sum(axis=1) / (one.weights.sum() + SLIGHT)
            for (share, *_), one in zip(shares, asked, strict=True)
        ]
        unlike = np.max(sisters * weights, axis=1, initial=0.0)
        return [shared, shared / total, other_words, alone, np.max(of_parts, axis=0), unlike], total

    def _asked(self, text: str) -> _Asked:
        found = [(word, self._weight(word), ideas) for word, ideas in self.thesaurus.ideas(text).by_word.items()]
        found = [one for one in found if one[1] > 0]
        return _Asked(
            tuple(word for word, _, _ in found),
            np.array([weight for _, weight, _ in found], dtype=np.float32),
            tuple(ideas for _, _, ideas in found),
        )

    def _weight(self, word: str) -> float:
        weights = self.weigh(word).values()
        return min(weights) if weights else LONE if len(word) == 1 else 0.0

    def _shared(self, asked: _Asked, held: Sequence[Ideas], known: dict[str, _Column]) -> tuple[Array, Array, Array]:
        """How far each text has each word of a request, or its idea; whether it has the very word; and a sister's.

        `known` keeps what was made of a word: the clauses of a request have the words of the request.
        """
        for word, (own, broader) in zip(asked.words, asked.ideas, strict=True):
            if word not in known:
                known[word] = self._column(word, own, broader, held)
        made = np.array([known[word] for word in asked.words], dtype=np.float32).reshape(-1, 3, len(held))
        share, same, sisters = np.ascontiguousarray(made.transpose(1, 2, 0))
        return share, same, sisters

    def _column(self, word: str, own: Strengths, broader: Strengths, held: Sequence[Ideas]) -> _Column:
        share, same, sisters = ([0.0] * len(held) for _ in range(3))
        points_to = own.keys() | broader.keys()
        for row, ideas in enumerate(held):
            if word in ideas.by_word:
                share[row] = same[row] = 1.0
                continue
            if ideas.all.keys().isdisjoint(points_to):
                continue  # most of what is held has nothing to do with a request
            share[row] = max(
                self._nearest(own, ideas.own), self._nearest(own, ideas.broader), self._nearest(broader, ideas.own)
            )
            if not share[row]:
                sisters[row] = self._nearest(broader, ideas.broader)
        return share, same, sisters

    def _nearest(self, asked: Strengths, held: Strengths) -> float:
        telling = self.thesaurus.telling
        # A word points to few ideas, and what is held to many.
        return max([telling[idea] * asked[idea] * held[idea] for idea in asked if idea in held], default=0.0)

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
        shares = [self._shared(one, held) for one in asked]
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

    def _shared(self, asked: _Asked, held: Sequence[Ideas]) -> tuple[Array, Array, Array]:
        """How far each text has each word of a request, or its idea; whether it has the very word; and a sister's."""
        share, same, sisters = (np.zeros((len(held), len(asked.words)), dtype=np.float32) for _ in range(3))
        points_to = [own.keys() | broader.keys() for own, broader in asked.ideas]
        any_of = {idea for ideas in points_to for idea in ideas}
        for row, ideas in enumerate(held):
            if any_of.isdisjoint(ideas.all) and ideas.by_word.keys().isdisjoint(asked.words):
                continue  # most of what is held has nothing to do with a request
            for column, (word, (own, broader)) in enumerate(zip(asked.words, asked.ideas, strict=True)):
                if word in ideas.by_word:
                    share[row, column] = same[row, column] = 1.0
                    continue
                if points_to[column].isdisjoint(ideas.all):
                    continue
                share[row, column] = max(
                    self._nearest(own, ideas.own), self._nearest(own, ideas.broader), self._nearest(broader, ideas.own)
                )
                if not share[row, column]:
                    sisters[row, column] = self._nearest(broader, ideas.broader)
        return share, same, sisters

    def _nearest(self, asked: Strengths, held: Strengths) -> float:
        both = asked.keys() & held.keys()
        return max([self.thesaurus.telling[idea] * asked[idea] * held[idea] for idea in both]) if both else 0.0

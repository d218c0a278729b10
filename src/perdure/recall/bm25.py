"""BM25, computed here from what an engine proposed, so that both engines give the same scores."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.store.finding import Finder, Totals

K1 = 1.2
B = 0.75
TOO_COMMON = 0.25
"""A word in more than this share of all chunks tells little, and finding it costs the most."""
POSTINGS = 20_000
"""How many chunks the words of a question may touch before the commonest of them are left out."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The words of a question with what each is worth in this store."""

    weights: Mapping[str, float]
    totals: Totals

    @property
    def average(self) -> float:
        return self.totals.words / self.totals.chunks if self.totals.chunks else 1.0


def weigh(find: Finder, mem_type: str, words: Sequence[str]) -> Weighed:
    """How rare each word is. What nobody ever said is left out; what everybody says, too, if better words remain."""
    totals = find.totals(mem_type)
    held = find.frequencies(mem_type, list(dict.fromkeys(words)))
    rare_first = sorted(held, key=lambda word: (held[word], word))
    kept: list[str] = []
    touched = 0
    for word in rare_first:
        common = held[word] > TOO_COMMON * totals.chunks and totals.chunks > 100
        if kept and (touched + held[word] > POSTINGS or (common and len(kept) > 2)):
            break
        touched += held[word]
        kept.append(word)
    return Weighed({word: idf(totals.chunks, held[word]) for word in kept}, totals)


def idf(total: int, holding: int) -> float:
    """The worth of a word by its rarity; always positive."""
    return math.log(1 + (max(total, holding) - holding + 0.5) / (holding + 0.5))


def score(counts: Mapping[str, int], length: float, asked: Weighed) -> float:
    """How well a text of that many words answers the words asked for."""
    norm = K1 * (1 - B + B * length / asked.average)
    return sum(
        weight * counts[word] * (K1 + 1) / (counts[word] + norm)
        for word, weight in asked.weights.items()
        if word in counts
    )


def count(search_text: str) -> Counter[str]:
    """The words of a chunk, counted."""
    return Counter(search_text.split(" ")) if search_text else Counter()

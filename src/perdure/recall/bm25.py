"""BM25, computed here from what an engine proposed, so that both engines give the same scores."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.store.finder import Finder, Totals

K1 = 1.2
B = 0.75
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
    """How rare each word is. What nobody ever said is left out; so is what all say, if that is too much."""
    totals = find.totals(mem_type)
    held = find.frequencies(mem_type, list(dict.fromkeys(words)))
    rare_first = sorted(held, key=lambda word: (held[word], word))
    kept: list[str] = []
    touched = 0
    for word in rare_first:
        if kept and touched + held[word] > POSTINGS:
            break
        touched += held[word]
        kept.append(word)
    return Weighed({word: idf(totals.chunks, held[word]) for word in kept}, totals)


def idf(total: int, holding: int) -> float:
    """The worth of a word by its rarity; always positive."""
    return math.log(1 + (max(total, holding) - holding + 0.5) / (holding + 0.5))


def score(text: Counted, asked: Weighed, *, average: float | None = None) -> float:
    """How well a text answers the words asked for; `average` is the length of texts of its kind, if not of chunks."""
    norm = K1 * (1 - B + B * text.length / (average or asked.average))
    return sum(asked.weights[word] * times * (K1 + 1) / (times + norm) for word, times in text.counts.items())


@dataclass(slots=True)
class Counted:
    """How often a text holds the words asked for, and how long it is. Other words are not worth counting."""

    counts: Counter[str]
    length: int

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.counts + other.counts, self.length + other.length)


def count(search_text: str, asked: Weighed) -> Counted:
    """The words of a chunk that were asked for, counted."""
    words, wanted = search_text.split(" "), asked.weights
    found = [word for word in words if word in wanted]
    once = dict.fromkeys(found, 1)
    return Counted(Counter(found if len(once) < len(found) else once), len(words))

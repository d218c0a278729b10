"""The words arm: BM25 over the chunks of items."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from perdure.recall.bm25 import weigh
from perdure.store.finder import RECALL, Finder, ItemChunk, View

POOL = 100


@dataclass(slots=True)
class ByWords:
    """What words found."""

    counted: Collection[str] = ()
    """The words of the question that took part."""
    chunks: Sequence[ItemChunk] = ()
    scores: dict[str, float] = field(default_factory=dict)
    """By item, the score of its best chunk."""
    best: dict[str, ItemChunk] = field(default_factory=dict)

    def earned(self, item_id: str) -> tuple[str, ...]:
        """The words that earned an item its score, in the order in which they stand there."""
        best, counted = self.best.get(item_id), self.counted
        return () if best is None else tuple(dict.fromkeys([w for w in best.search_text.split(" ") if w in counted]))


def by_words(find: Finder, words: Sequence[str], view: View, *, wanted: int) -> ByWords:
    """The items that hold the words asked for."""
    asked = weigh(find, RECALL, words)
    if not asked.weights:
        return ByWords()
    chunks, values = find.item_chunks(asked.weights, asked.totals, pool=POOL, at_least=wanted, view=view)
    scores: dict[str, float] = {}
    best: dict[str, ItemChunk] = {}
    for chunk in chunks:
        item_id, value = chunk.item_id, values[chunk.id]
        if value > scores.get(item_id, 0.0):
            scores[item_id] = value
            best[item_id] = chunk
    return ByWords(asked.weights.keys(), chunks, scores, best)

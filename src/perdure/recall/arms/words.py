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
        if item_id not in self.best:
            return ()
        words = dict.fromkeys(self.best[item_id].search_text.split(" "))
        return tuple([word for word in words if word in self.counted])


def by_words(find: Finder, words: Sequence[str], view: View, *, wanted: int) -> ByWords:
    """The items that hold the words asked for."""
    asked = weigh(find, RECALL, words)
    if not asked.weights:
        return ByWords()
    chunks, values = find.item_chunks(asked.weights, asked.totals, pool=POOL, at_least=wanted, view=view)
    found = ByWords(asked.weights.keys(), chunks)
    for chunk in chunks:
        if values[chunk.id] > found.scores.get(chunk.item_id, 0.0):
            found.scores[chunk.item_id] = values[chunk.id]
            found.best[chunk.item_id] = chunk
    return found

"""The words arm: BM25 over the chunks of items."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.recall.bm25 import count, score, weigh
from perdure.store.finding import RECALL, Finder, ItemChunk, View

POOL = 100


def by_words(
    find: Finder, words: Sequence[str], view: View, *, wanted: int
) -> tuple[dict[str, float], dict[str, tuple[str, ...]], list[ItemChunk]]:
    """Scores by item, the words that earned them, and the chunks they were read from."""
    asked = weigh(find, RECALL, words)
    if not asked.weights:
        return {}, {}, []
    chunks = find.item_chunks(asked.weights, pool=POOL, at_least=wanted, view=view)
    scores: dict[str, float] = {}
    earned: dict[str, tuple[str, ...]] = {}
    for chunk in chunks:
        text = count(chunk.search_text, asked)
        value = score(text, asked)
        if value > scores.get(chunk.item_id, 0.0):
            scores[chunk.item_id] = value
            earned[chunk.item_id] = tuple(text.counts)
    return scores, earned, chunks

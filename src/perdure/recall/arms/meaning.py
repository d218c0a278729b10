"""The meaning arm: cosine between the question's vector and those of the items' chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perdure.store.finder import RECALL, Finder, ItemChunk, View

POOL = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a vector, and the model that made it: vectors of different models are never compared."""

    model: str
    vector: bytes


def by_meaning(
    find: Finder, asked: Asked, view: View, also: Sequence[ItemChunk], *, wanted: int
) -> tuple[dict[str, float], list[ItemChunk]]:
    """Scores by item and the chunks they belong to. What other arms found (`also`) is measured too."""
    read = {chunk.id: chunk for chunk in also}
    chunks, near = find.near_items(asked.model, asked.vector, pool=POOL, at_least=wanted, view=view, read=read)
    if rest := [chunk.id for chunk in also if chunk.id not in near]:
        measured = find.closeness(RECALL, asked.model, asked.vector, rest).tolist()
        near |= {chunk_id: cosine for chunk_id, cosine in zip(rest, measured, strict=True) if cosine == cosine}
    scores: dict[str, float] = {}
    for chunk in (*chunks, *also):
        cosine = near.get(chunk.id)
        if cosine is not None and cosine > scores.get(chunk.item_id, -2.0):
            scores[chunk.item_id] = cosine
    return scores, chunks

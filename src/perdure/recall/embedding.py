"""Vectors follow writes: whatever has none of the current model yet gets one, in the background, newest first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from perdure.models.contract import EmbeddingClient
from perdure.models.guard import within
from perdure.recall.arms.meaning import Asked
from perdure.recall.question import strip
from perdure.slices import Pace
from perdure.store.finder import RECALL
from perdure.store.transaction import Transaction

BATCH = 64
MOST_DROPPED = 1_000
"""Vectors of another size that are dropped in one transaction; fewer where that takes long."""
Read = Callable[[Callable[[Transaction], Any]], Awaitable[Any]]
Missing = list[tuple[int, str | None]]


async def ask(embedder: EmbeddingClient | None, query: str, *, as_statement: bool) -> Asked | None:
    """The question as a vector: as it was asked, or between that and how the answer would be said.

    What was said in a conversation is nearer to the latter; a distilled item is not, and saves the second embedding.
    Whoever asks waits for it: a model behind a network is given its `patience`, then `ModelUnavailable` is raised.
    """
    if embedder is None:
        return None
    with within(getattr(embedder, "patience", None)):  # a model on this machine has none: nothing keeps it
        vectors = await embedder.embed([query, strip.as_statement(query)] if as_statement else [query])
    both = vectors.sum(axis=0)
    length = float((both * both).sum()) ** 0.5
    return Asked(embedder.name, (both / length if length else both).astype("<f4").tobytes())


async def compare(embedder: EmbeddingClient, text: str, others: Sequence[str]) -> list[float]:
    """The cosine of a text with each of the others, all as they stand."""
    vectors = await embedder.embed([text, *others])
    return [float(cosine) for cosine in vectors[1:] @ vectors[0]]


@dataclass(frozen=True, slots=True)
class VectorBatch:
    """A batch of vectors."""

    count: int
    down_to: int
    """The last chunk that was looked at; newer ones come first."""
    begins_anew: bool
    """The model gives vectors of another size than before, so that every chunk needs one again."""
    is_last: bool
    """Nothing is left below."""


async def embed_some(
    embedder: EmbeddingClient, read: Read, write: Read, mem_type: str, *, since: int, before: int
) -> VectorBatch | None:
    """A batch of what is missing below a number; None when nothing is. `since`: at that number nothing was."""
    model = embedder.name
    missing: Missing = await read(
        lambda tx: (_items if mem_type == RECALL else _records)(tx, model, since=since, before=before)
    )
    if not missing:
        return None
    texts = {chunk_id: text for chunk_id, text in missing if text is not None}
    vectors = await embedder.embed(list(texts.values())) if texts else ()
    kept = {chunk_id: row.astype("<f4").tobytes() for chunk_id, row in zip(texts, vectors, strict=True)}
    is_outgoing = getattr(embedder, "patience", None) is not None  # a model on this machine has none

    def keep(tx: Transaction) -> bool:
        if is_outgoing:
            tx.calls.add_embedding(mem_type, model, list(kept))
        return not tx.index.add_vectors(mem_type, model, kept)

    down_to, is_last = missing[-1][0], len(missing) < BATCH
    if not kept:
        return VectorBatch(0, down_to, begins_anew=False, is_last=is_last)
    if await write(keep):
        await _make_room(write, mem_type, model, len(next(iter(kept.values()))) // 4)
        return VectorBatch(0, down_to, begins_anew=True, is_last=False)
    return VectorBatch(len(kept), down_to, begins_anew=False, is_last=is_last)


async def _make_room(write: Read, mem_type: str, model: str, size: int) -> None:
    """Drop what the model gave in another size, a slice at a time: others write in between, and cut short it goes on
    with the next vector that is made."""
    pace, dropped = Pace(most=MOST_DROPPED), True
    while dropped:
        with pace.unit() as many:
            dropped = await write(partial(_drop_some, mem_type=mem_type, model=model, size=size, limit=many))


def _drop_some(tx: Transaction, *, mem_type: str, model: str, size: int, limit: int) -> int:
    return tx.index.drop_other_sizes(mem_type, model, size, limit)


def _items(tx: Transaction, model: str, *, since: int, before: int) -> Missing:
    return [*tx.index.unembedded_items(model, BATCH, since=since, before=before)]


def _records(tx: Transaction, model: str, *, since: int, before: int) -> Missing:
    """Pieces of records without a vector; None for a piece that the record no longer has."""
    missing = tx.index.unembedded_records(model, BATCH, since=since, before=before)
    texts = tx.texts_of_records(list(dict.fromkeys(record_id for _, record_id, _ in missing)))
    return [
        (chunk_id, texts[record_id][ordinal] if ordinal < len(texts.get(record_id, ())) else None)
        for chunk_id, record_id, ordinal in missing
    ]

"""Vectors follow writes: whatever has none of the current model yet gets one, in the background, newest first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from perdure.models.contract import EmbeddingClient
from perdure.recall.arms.meaning import Asked
from perdure.recall.question import strip
from perdure.store.finding import ARCHIVAL, RECALL
from perdure.store.transaction import Transaction

BATCH = 64
Read = Callable[[Callable[[Transaction], Any]], Awaitable[Any]]


async def ask(embedder: EmbeddingClient | None, query: str, *, as_statement: bool) -> Asked | None:
    """The question as a vector: as it was asked, or between that and how the answer would be said.

    What was said in a conversation is nearer to the latter; a distilled item is not, and saves the second embedding.
    """
    if embedder is None:
        return None
    vectors = await embedder.embed([query, strip.as_statement(query)] if as_statement else [query])
    both = vectors.sum(axis=0)
    length = float((both * both).sum()) ** 0.5
    return Asked(embedder.name, (both / length if length else both).astype("<f4").tobytes())


async def embed_some(embedder: EmbeddingClient, read: Read, write: Read, *, records: bool) -> int:
    """One batch of what is missing. Answers how many vectors were made; 0 means that everything has one."""
    model = embedder.name
    items: list[tuple[int, str]] = await read(lambda tx: tx.index.unembedded_items(model, BATCH))
    if items:
        await _keep(embedder, write, RECALL, items)
        return len(items)
    if not records:
        return 0
    texts: list[tuple[int, str]] = await read(lambda tx: _record_texts(tx, model))
    if texts:
        await _keep(embedder, write, ARCHIVAL, texts)
    return len(texts)


async def _keep(embedder: EmbeddingClient, write: Read, mem_type: str, texts: Sequence[tuple[int, str]]) -> None:
    vectors = await embedder.embed([text for _, text in texts])
    kept = {chunk_id: row.astype("<f4").tobytes() for (chunk_id, _), row in zip(texts, vectors, strict=True)}
    await write(lambda tx: tx.index.add_vectors(mem_type, embedder.name, kept))


def _record_texts(tx: Transaction, model: str) -> list[tuple[int, str]]:
    """Pieces of records without a vector."""
    missing = tx.index.unembedded_records(model, BATCH)
    texts = tx.texts_of_records(list(dict.fromkeys(record_id for _, record_id, _ in missing)))
    return [
        (chunk_id, texts[record_id][ordinal])
        for chunk_id, record_id, ordinal in missing
        if ordinal < len(texts.get(record_id, ()))
    ]

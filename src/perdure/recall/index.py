"""Rebuilding what is derived from items: the chunks and, through them, the word index."""

from __future__ import annotations

from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts
from perdure.types.registry import Registry

PAGE = 500


def rebuild(tx: Transaction, registry: Registry) -> int:
    """Drop every chunk and make it again from the items. All in one transaction: readers see the old or the new."""
    tx.drop_chunks()
    after, count = 0, 0
    while page := tx.all_items(after=after, limit=PAGE):
        for item in page:
            tx.add_chunks(item, chunk_texts(registry.get(item.type), item))
        after, count = page[-1].sequence, count + len(page)
    return count

"""Rebuilding what is derived from items and records: chunks and, through them, the word index. Vectors follow."""

from __future__ import annotations

from perdure.store.indexing import RecordText
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts, record_texts
from perdure.types.registry import Registry

PAGE = 500


def rebuild(tx: Transaction, registry: Registry) -> int:
    """Drop everything derived and make it again. All in one transaction: readers see the old or the new."""
    tx.index.drop_all()
    after, count = 0, 0
    while page := tx.all_items(after=after, limit=PAGE):
        for item in page:
            tx.index.add_item(item, chunk_texts(registry.get(item.type), item))
        after, count = page[-1].sequence, count + len(page)
    after = 0
    while records := tx.all_records(after=after, limit=PAGE):
        tx.index.add_records([RecordText(r.id, r.session_id, position, record_texts(r)) for position, r in records])
        after = records[-1][1].sequence
    return count

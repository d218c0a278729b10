"""Rebuilding what is derived from items and records: chunks, word index, mentions. Vectors follow."""

from __future__ import annotations

from collections.abc import Callable

from perdure.store.finder import ARCHIVAL
from perdure.store.indexing import RecordText
from perdure.store.mentions import Entities, note, note_items
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts, record_texts
from perdure.types.registry import Registry
from perdure.values import Item, Status

PAGE = 500


def rebuild(
    tx: Transaction,
    registry: Registry,
    embeds: Callable[[Item], bool] = lambda item: True,
    *,
    report: Callable[[int], None] = lambda more: None,
) -> int:
    """Drop everything derived and make it again. All in one transaction: readers see the old or the new.

    `report` hears of every page how many items or records it held.
    """
    tx.index.drop_all()
    after, count = 0, 0
    entities: list[Item] = []
    while page := tx.all_items(after=after, limit=PAGE):
        for item in page:
            tx.index.add_item(item, chunk_texts(registry.get(item.type), item), embed=embeds(item))
        entities += [item for item in page if item.type == "entities" and item.status is Status.ACTIVE]
        after, count = page[-1].sequence, count + len(page)
        report(len(page))
    known = Entities.of(entities)
    after = 0
    while entities and (page := tx.all_items(after=after, limit=PAGE)):
        note_items(tx, page, known)
        after = page[-1].sequence
    after = 0
    while records := tx.all_records(after=after, limit=PAGE):
        tx.index.add_records([RecordText(r.id, r.session_id, position, record_texts(r)) for position, r in records])
        note(tx, ARCHIVAL, [(record.id, record.scope, record.content or "") for _, record in records], known)
        after = records[-1][1].sequence
        report(len(records))
    return count

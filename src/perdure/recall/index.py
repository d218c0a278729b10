"""Rebuilding what is derived from items and records: chunks, word index, mentions. Vectors follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from perdure.store.finding import ARCHIVAL, RECALL
from perdure.store.indexing import RecordText
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts, record_texts
from perdure.types.naming import Names
from perdure.types.registry import Registry
from perdure.values import SHARED, Item, Status

PAGE = 500


def rebuild(tx: Transaction, registry: Registry, embeds: Callable[[Item], bool] = lambda item: True) -> int:
    """Drop everything derived and make it again. All in one transaction: readers see the old or the new."""
    tx.index.drop_all()
    after, count = 0, 0
    entities: list[Item] = []
    while page := tx.all_items(after=after, limit=PAGE):
        for item in page:
            tx.index.add_item(item, chunk_texts(registry.get(item.type), item), embed=embeds(item))
        entities += [item for item in page if item.type == "entities" and item.status is Status.ACTIVE]
        after, count = page[-1].sequence, count + len(page)
    mentions = Mentions(tx, entities)
    after = 0
    while entities and (page := tx.all_items(after=after, limit=PAGE)):
        for item in page:
            mentions.note(RECALL, item.scope, item.id, item.content, but=item.key)
        after = page[-1].sequence
    after = 0
    while records := tx.all_records(after=after, limit=PAGE):
        tx.index.add_records([RecordText(r.id, r.session_id, position, record_texts(r)) for position, r in records])
        for _, record in records:
            mentions.note(ARCHIVAL, record.scope, record.id, record.content or "")
        after = records[-1][1].sequence
    return count


class Mentions:
    """Notes which entities a text names. A scope knows its own entities and the shared ones."""

    def __init__(self, tx: Transaction, entities: list[Item]) -> None:
        self._tx = tx
        by_scope: dict[str, list[Item]] = defaultdict(list)
        for item in entities:
            by_scope[item.scope].append(item)
        self._shared = Names.of((item.key, item.value) for item in by_scope[SHARED])
        self._names = {
            scope: Names.of((item.key, item.value) for item in (*own, *by_scope[SHARED]))
            for scope, own in by_scope.items()
        }

    def note(self, mem_type: str, scope: str, mem_id: str, text: str, *, but: str | None = None) -> None:
        """`but` is the entity that the text itself is about."""
        found = self._names.get(scope, self._shared).found_in(text)
        self._tx.index.add_mentions(mem_type, scope, [(key, mem_id) for key in found if key != but])

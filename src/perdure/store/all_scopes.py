"""Reads over all that an agent has, whatever the scope, for rebuilding and checking: no text of theirs is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import pairwise

from perdure.errors import StoreDamaged
from perdure.messages import say
from perdure.store.attachments import FILE_COLUMNS
from perdure.store.chunks import Totals
from perdure.store.contract import Row
from perdure.store.items import ItemTable
from perdure.store.records import RecordTable
from perdure.store.rows import dumps, file_of
from perdure.store.statements import ITEM_COLUMNS, RECORD_COLUMNS
from perdure.types.chunk import record_texts
from perdure.values import Item, Record, StoredFile

ALL_ITEMS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.sequence > :after ORDER BY i.sequence LIMIT :limit"
)
SCOPES = "SELECT DISTINCT i.scope FROM memory_items i WHERE OWNED(i) ORDER BY i.scope"
ALL_RECORDS = (
    "SELECT "
    + RECORD_COLUMNS
    + ", r.position FROM archival_records r WHERE OWNED(r) AND r.sequence > :after ORDER BY r.sequence LIMIT :limit"
)
# For embedding only, over all scopes: what comes of it is a vector, and that belongs to the record's own chunk.
RECORDS_OF_ANY_SCOPE = "SELECT " + RECORD_COLUMNS + " FROM archival_records r WHERE OWNED(r) AND r.id IN EACH(:ids)"
# Doctor reads the whole chain, over all scopes, and shows none of it.
CHAIN = (
    "SELECT r.sequence, r.id, r.session_id, r.scope, r.turn_id, r.role, r.timestamp, r.content, r.speaker, r.name,"
    " r.arguments_json, r.result_json, r.tags_json, r.content_ref, r.salt, r.content_hash, r.chain_hash, r.rest_hash"
    " FROM archival_records r WHERE OWNED(r) ORDER BY r.sequence"
)
CHANGE_CHAIN = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.scope, c.source_type, c.key, c.reason,"
    " c.before_json, c.after_json, c.salt, c.body_hash, c.chain_hash FROM changes c WHERE OWNED(c) ORDER BY c.sequence"
)
CHAINED_FROM = "SELECT a.chained_from FROM agents a WHERE OWNED(a)"
FILES = "SELECT " + FILE_COLUMNS + " FROM attachments f WHERE OWNED(f) ORDER BY f.record_id, f.ordinal"
FILES_UNTIL = (
    "SELECT f.sha256 FROM attachments f JOIN archival_records r ON r.id = f.record_id AND OWNED(r)"
    " WHERE OWNED(f) AND r.sequence <= :sequence"
)
CHUNKS_OF_ITEM = (
    "SELECT c.ordinal, c.text, c.search_text FROM memory_chunks c"
    " WHERE OWNED(c) AND c.item_id = :item_id ORDER BY c.ordinal"
)
RECORD_CHUNKS_OF = (
    "SELECT c.search_text FROM record_chunks c WHERE OWNED(c) AND c.record_id = :record_id ORDER BY c.ordinal"
)
_COUNTED = "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
COUNTED = {
    "recall": _COUNTED + " FROM memory_chunks c WHERE OWNED(c)",
    "archival": _COUNTED + " FROM record_chunks c WHERE OWNED(c)",
}
CHUNKS_LOST = (
    "SELECT COUNT(*) FROM memory_chunks c WHERE OWNED(c)"
    " AND NOT EXISTS (SELECT 1 FROM memory_items i WHERE i.id = c.item_id AND OWNED(i))"
)


class AllScopes(RecordTable, ItemTable):
    """What `doctor`, rebuilding and embedding read."""

    def all_items(self, *, after: int, limit: int) -> list[Item]:
        """Items of every scope, in order, for rebuilding and checking what is derived from them."""
        items = self._items(ALL_ITEMS, after=after, limit=limit)
        _check_order(after, [item.sequence for item in items])
        return items

    def scopes(self) -> list[str]:
        """Every scope that has an item."""
        return [row[0] for row in self._cursor.all(SCOPES, self._params)]

    def texts_of_records(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The texts of records of any scope as search sees them, for embedding only."""
        rows = self._cursor.all(RECORDS_OF_ANY_SCOPE, self._params | {"ids": dumps(ids)})
        return {record.id: record_texts(record) for record in self._records_of(rows)}

    def all_records(self, *, after: int, limit: int) -> list[tuple[int, Record]]:
        """(place in its session, record) of every scope, in order, for rebuilding what is derived from them."""
        rows = self._cursor.all(ALL_RECORDS, self._params | {"after": after, "limit": limit})
        records = self._records_of(rows)
        _check_order(after, [record.sequence for record in records])
        return [(row[-1], record) for row, record in zip(rows, records, strict=True)]

    def record_chunks_of(self, record_id: str) -> list[str]:
        rows = self._cursor.all(RECORD_CHUNKS_OF, self._params | {"record_id": record_id})
        return [row[0] for row in rows]

    def chunks_of(self, item_id: str) -> list[tuple[str, str]]:
        rows = self._cursor.all(CHUNKS_OF_ITEM, self._params | {"item_id": item_id})
        return [(row[1], row[2]) for row in rows]

    def counted(self, mem_type: str) -> Totals:
        """The size of a word index, counted anew."""
        return Totals(*self._cursor.all(COUNTED[mem_type], self._params)[0])

    def lost_chunks(self) -> int:
        """Chunks that belong to no item."""
        return int(self._cursor.all(CHUNKS_LOST, self._params)[0][0])

    def chain(self) -> Iterator[tuple[str, Row]]:
        """Archive and log as the hash chain sees them: (`record` or `change`, row), by their numbers."""
        records = (("record", row) for row in self._cursor.stream(CHAIN, self._params))
        changes = (("change", row) for row in self._cursor.stream(CHANGE_CHAIN, self._params))
        return merge(records, changes, key=lambda entry: entry[1][0])

    def chained_from(self) -> int:
        """The number up to which entries of the log were written before there was a chain for them."""
        return int(self._cursor.all(CHAINED_FROM, self._params)[0][0])

    def files(self) -> list[StoredFile]:
        """Every attachment, without its bytes."""
        return [file_of(row) for row in self._cursor.all(FILES, self._params)]

    def files_until(self, sequence: int) -> frozenset[str]:
        """The hashes of the attachments that came with records up to a number."""
        rows = self._cursor.all(FILES_UNTIL, self._params | {"sequence": sequence})
        return frozenset(row[0] for row in rows)

    def has_bytes(self, sha256: str) -> bool:
        data = self._blobs.get(sha256)
        return data is not None and hashlib.sha256(data).hexdigest() == sha256


def _check_order(after: int, sequences: Sequence[int]) -> None:
    """Pages follow one another. In a damaged tree they may not, and whoever turns them would never come to an end."""
    if any(one >= other for one, other in pairwise([after, *sequences])):
        raise StoreDamaged("rows are out of order", hint=say("hint.doctor_or_backup"))

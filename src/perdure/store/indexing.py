"""Writing what is derived: chunks of items and records, totals, vectors and mentions. All of it can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from perdure.segment import RULES, segment
from perdure.store.chunks import ARCHIVAL, RECALL
from perdure.store.contract import Row
from perdure.store.finder import Finder
from perdure.store.rows import dumps, names_of
from perdure.store.vector_index import (
    LAST,
    VECTORS_DROP,
    VECTORS_OF_ITEMS_DROP,
    VECTORS_OF_KEY_DROP,
    VECTORS_OF_RECORDS_DROP,
    VectorIndex,
)
from perdure.types.naming import Names, name_starts
from perdure.values import Item

__all__ = ["LAST", "Index", "RecordText"]

CHUNK_ADD = (
    "INSERT INTO memory_chunks (id, item_id, ordinal, text, search_text, meta_json)"
    " VALUES (:id, :item_id, :ordinal, :text, :search_text, :meta_json)"
)
RECORD_CHUNK_ADD = (
    "INSERT INTO record_chunks (id, record_id, session_id, position, ordinal, search_text)"
    " VALUES (:id, :record_id, :session_id, :position, :ordinal, :search_text)"
)
TOTALS_ADD = (
    "UPDATE index_totals AS t SET chunks = t.chunks + :chunks, words = t.words + :words"
    " WHERE OWNED(t) AND t.mem_type = :mem_type"
)
TOTALS_COUNT = (
    "INSERT INTO index_totals AS t (mem_type, chunks, words, rules) VALUES (:mem_type, :chunks, :words, :rules)"
    " ON CONFLICT (OWNER, mem_type) DO UPDATE SET chunks = t.chunks + :chunks, words = t.words + :words"
)
TOTALS_DROP = "DELETE FROM index_totals AS t WHERE OWNED(t)"
RULES_OF = "SELECT t.mem_type FROM index_totals t WHERE OWNED(t) AND t.rules <> :rules"
ANY_RECORD = "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.content IS NOT NULL LIMIT 1"
ANY_TOTALS = "SELECT t.mem_type FROM index_totals t WHERE OWNED(t)"
CHUNKS_DROP = "DELETE FROM memory_chunks AS c WHERE OWNED(c)"
RECORD_CHUNKS_DROP = "DELETE FROM record_chunks AS c WHERE OWNED(c)"
MENTIONS_DROP = "DELETE FROM entity_mentions AS m WHERE OWNED(m)"
# Words of the chunks that are about to go with their items: a text of n words has n - 1 spaces.
WORDS_OF_KEY = (
    "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
    " FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND i.scope = :own AND i.key = :key"
)
WORDS_OF_ITEMS = (
    "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
    " FROM memory_chunks c WHERE OWNED(c) AND c.item_id IN EACH(:ids)"
)
WORDS_OF_RECORDS = (
    "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
    " FROM record_chunks c WHERE OWNED(c) AND c.record_id IN EACH(:ids)"
)
CHUNKS_OF_ITEMS_DROP = "DELETE FROM memory_chunks AS c WHERE OWNED(c) AND c.item_id IN EACH(:ids)"
CHUNKS_OF_RECORDS_DROP = "DELETE FROM record_chunks AS c WHERE OWNED(c) AND c.record_id IN EACH(:ids)"
MENTIONS_BY_DROP = (
    "DELETE FROM entity_mentions AS m WHERE OWNED(m) AND m.mem_type = :mem_type AND m.mem_id IN EACH(:ids)"
)
TOTALS_RULES = "UPDATE index_totals AS t SET rules = :rules WHERE OWNED(t)"
# Over all scopes, for noting mentions only: a mention belongs to the narrower scope of its two sides.
ITEMS_OF_CHUNKS = (
    "SELECT DISTINCT i.id, i.scope, i.content FROM memory_chunks c"
    " THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i) WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
)
RECORDS_OF_CHUNKS = (
    "SELECT DISTINCT r.id, r.scope, r.content FROM record_chunks c"
    " THEN JOIN archival_records r ON r.id = c.record_id AND OWNED(r) WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
)
MENTIONS_BY_KEY_DROP = (
    "DELETE FROM entity_mentions AS m WHERE OWNED(m) AND m.mem_type = 'recall' AND m.mem_id IN"
    " (SELECT i.id FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key)"
)
MENTIONS_OF_KEY_DROP = (
    "DELETE FROM entity_mentions AS m WHERE OWNED(m) AND m.entity_key = :key AND (m.scope = :own OR :own = 'shared')"
)
ENTITY_NAMES = (
    "SELECT i.key, i.scope, CAST(i.value_json AS TEXT) FROM memory_items i"
    " WHERE OWNED(i) AND i.scope IN (:scope, 'shared') AND i.type = 'entities' AND i.status = 'active'"
)
NAME_START_ADD = "INSERT INTO name_starts (start, item_id) VALUES (:start, :item_id) ON CONFLICT DO NOTHING"
NAME_STARTS_DROP = "DELETE FROM name_starts AS n WHERE OWNED(n)"
NAME_STARTS_OF_ITEMS_DROP = "DELETE FROM name_starts AS n WHERE OWNED(n) AND n.item_id IN EACH(:ids)"
NAME_STARTS_OF_ITEM = "SELECT n.start FROM name_starts n WHERE OWNED(n) AND n.item_id = :item_id"
ENTITY_NAMES_STARTING = (
    "SELECT DISTINCT i.key, i.scope, CAST(i.value_json AS TEXT) FROM name_starts n"
    " THEN JOIN memory_items i ON i.id = n.item_id AND OWNED(i) WHERE OWNED(n) AND n.start IN EACH(:ids)"
    " AND i.scope IN (:scope, 'shared') AND i.type = 'entities' AND i.status = 'active'"
)
ENTITY_CHANGES_SINCE = (
    "SELECT g.sequence FROM changes g WHERE OWNED(g) AND g.sequence > :since"
    " AND SUBSTR(g.key, 1, 7) = 'entity:' LIMIT 1"
)
ALL_ENTITIES = (
    "SELECT i.key, i.scope, CAST(i.value_json AS TEXT) FROM memory_items i"
    " WHERE OWNED(i) AND i.type = 'entities' AND i.status = 'active' ORDER BY i.sequence"
)
MENTION_ADD = (
    "INSERT INTO entity_mentions (entity_key, scope, mem_type, mem_id)"
    " VALUES (:entity_key, :scope, :mem_type, :mem_id) ON CONFLICT DO NOTHING"
)

# For doctor: whether what is derived is what it would be if it were made today.
CHUNK_NOTES = (
    "SELECT c.ordinal, c.meta_json FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id ORDER BY c.ordinal"
)
RECORD_CHUNK_PLACES = (
    "SELECT c.session_id, c.position, c.ordinal FROM record_chunks c"
    " WHERE OWNED(c) AND c.record_id = :record_id ORDER BY c.ordinal"
)


@dataclass(frozen=True, slots=True)
class RecordText:
    """The texts of a record as search sees them, and its place in the conversation."""

    record_id: str
    session_id: str
    position: int
    texts: tuple[str, ...]


class Index(VectorIndex):
    """The derived side of a transaction that writes."""

    # words

    def add_item(self, item: Item, texts: Sequence[str], *, embed: bool = True) -> None:
        """The chunks of an item. With `embed` off they are found by their words, and no vector is ever made."""
        shape: dict[str, Any] = {"type": item.type, "key": item.key, "version": item.version}
        meta = dumps(shape if embed else shape | {"embed": False})
        rows = [
            {
                "id": self._next(),
                "item_id": item.id,
                "ordinal": ordinal,
                "text": text,
                "search_text": " ".join(segment(text)),
                "meta_json": meta,
            }
            for ordinal, text in enumerate(texts)
        ]
        self._cursor.many(CHUNK_ADD, rows)
        if starts := _starts_of(item):
            self._cursor.many(NAME_START_ADD, [{"start": start, "item_id": item.id} for start in starts])
        self._count(RECALL, [str(row["search_text"]) for row in rows])

    def add_records(self, records: Sequence[RecordText]) -> None:
        rows = [
            {
                "id": self._next(),
                "record_id": record.record_id,
                "session_id": record.session_id,
                "position": record.position,
                "ordinal": ordinal,
                "search_text": " ".join(segment(text)),
            }
            for record in records
            for ordinal, text in enumerate(record.texts)
        ]
        if rows:
            self._cursor.many(RECORD_CHUNK_ADD, rows)
            self._count(ARCHIVAL, [str(row["search_text"]) for row in rows])

    def _count(self, mem_type: str, added: Sequence[str]) -> None:
        totals = {
            "mem_type": mem_type,
            "chunks": len(added),
            "words": sum(text.count(" ") + 1 for text in added),
            "rules": RULES,
        }
        self._cursor.later(TOTALS_COUNT, totals)

    def drop_key(self, scope: str, key: str) -> None:
        """Take an item's chunks out of the totals and drop its vectors; the rows go with the item."""
        which = self._params | {"own": scope, "key": key}
        chunks, words = self._cursor.all(WORDS_OF_KEY, which)[0]
        self._cursor.run(TOTALS_ADD, self._params | {"mem_type": RECALL, "chunks": -chunks, "words": -words})
        for statement in (VECTORS_OF_KEY_DROP, MENTIONS_BY_KEY_DROP, MENTIONS_OF_KEY_DROP):
            self._cursor.run(statement, which)

    def drop_all(self) -> None:
        """Forget everything that was derived from items and records."""
        self._next()
        for statement in (CHUNKS_DROP, RECORD_CHUNKS_DROP, TOTALS_DROP, MENTIONS_DROP, NAME_STARTS_DROP):
            self._cursor.run(statement, self._params)
        for mem_type in (RECALL, ARCHIVAL):
            self._cursor.run(VECTORS_DROP, self._params | {"mem_type": mem_type})

    def drop_of(self, mem_type: str, ids: Sequence[str]) -> None:
        """Forget what was derived from some items or records, to make it again in the same unit."""
        self._next()
        which = self._params | {"mem_type": mem_type, "ids": dumps(ids)}
        is_items = mem_type == RECALL
        chunks, words = self._cursor.all(WORDS_OF_ITEMS if is_items else WORDS_OF_RECORDS, which)[0]
        self._cursor.run(TOTALS_ADD, which | {"chunks": -chunks, "words": -words})
        self._cursor.run(VECTORS_OF_ITEMS_DROP if is_items else VECTORS_OF_RECORDS_DROP, which)
        self._cursor.run(MENTIONS_BY_DROP, which)
        self._cursor.run(CHUNKS_OF_ITEMS_DROP if is_items else CHUNKS_OF_RECORDS_DROP, which)
        if is_items:
            self._cursor.run(NAME_STARTS_OF_ITEMS_DROP, which)

    def settle(self) -> None:
        """All words are cut by today's rules now."""
        self._cursor.run(TOTALS_RULES, self._params | {"rules": RULES})
        if self.is_outdated():  # there are records, and none of them says a word
            self._count(ARCHIVAL, ())

    def is_outdated(self) -> bool:
        """Whether the words were cut by other rules than today's, or records were never indexed."""
        if self._cursor.all(RULES_OF, self._params | {"rules": RULES}):
            return True
        counted = {row[0] for row in self._cursor.all(ANY_TOTALS, self._params)}
        return ARCHIVAL not in counted and bool(self._cursor.all(ANY_RECORD, self._params))

    # for doctor

    def notes_are_right(self, item: Item) -> bool:
        """Whether the chunks of an item are in order, and noted as of its type, key and version."""
        rows = self._cursor.all(CHUNK_NOTES, self._params | {"item_id": item.id})
        shape: dict[str, Any] = {"type": item.type, "key": item.key, "version": item.version}
        accepted = (shape, shape | {"embed": False})
        return all(row[0] == n and _read(row[1]) in accepted for n, row in enumerate(rows))

    def names_are_right(self, item: Item) -> bool:
        """Whether an entity can be found by how each of its names begins, and nothing else by any."""
        rows = self._cursor.all(NAME_STARTS_OF_ITEM, self._params | {"item_id": item.id})
        return sorted(row[0] for row in rows) == _starts_of(item)

    def places_are_right(self, record_id: str, session_id: str, position: int) -> bool:
        """Whether the chunks of a record are in order, and where the record is in its conversation."""
        rows = self._cursor.all(RECORD_CHUNK_PLACES, self._params | {"record_id": record_id})
        return [tuple(row) for row in rows] == [(session_id, position, n) for n in range(len(rows))]

    # mentions

    def add_mentions(self, mem_type: str, mentions: Sequence[tuple[str, str, str]]) -> None:
        """(entity key, scope, item or record id); one that is known already changes nothing."""
        if mentions:
            self._cursor.many(
                MENTION_ADD,
                [
                    {"entity_key": key, "scope": scope, "mem_type": mem_type, "mem_id": mem_id}
                    for key, scope, mem_id in mentions
                ],
            )

    def entities_changed(self, since: int) -> bool:
        """Whether anything became of an entity after a number was given out."""
        return bool(self._cursor.all(ENTITY_CHANGES_SINCE, self._params | {"since": since}))

    def entity_names(self, *, every_scope: bool = False) -> dict[str, Names]:
        """The names of the entities that this scope can see, by the scope they belong to; or of all, for mentions."""
        return _names_by_scope(self._cursor.all(ALL_ENTITIES if every_scope else ENTITY_NAMES, self._params))

    def entity_names_starting(self, starts: Iterable[str]) -> dict[str, Names]:
        """The same of those entities that this scope can see which have a name with one of these starts."""
        return _names_by_scope(self._cursor.all(ENTITY_NAMES_STARTING, self._params | {"ids": dumps(sorted(starts))}))

    def holding(self, mem_type: str, words: Sequence[str], limit: int) -> list[tuple[str, str, str]]:
        """(id, scope, text) of items or records of any scope that hold these words, for noting mentions only."""
        size = Finder(self._cursor, self._params).totals(mem_type)
        ids = self._cursor.holding(mem_type, words, size, limit)
        statement = ITEMS_OF_CHUNKS if mem_type == RECALL else RECORDS_OF_CHUNKS
        rows = self._cursor.all(statement, self._params | {"ids": dumps(ids)}) if ids else []
        return [(row[0], row[1], row[2] or "") for row in rows]


def _starts_of(item: Item) -> list[str]:
    """How the names of an entity begin; nothing else has a name."""
    return name_starts(item.value) if item.type == "entities" else []


def _names_by_scope(rows: Iterable[Row]) -> dict[str, Names]:
    """From keys, scopes and values of entities."""
    by_scope: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for key, scope, value in rows:
        by_scope.setdefault(scope, []).append((key, names_of(value)))
    return {scope: Names.folded(entities) for scope, entities in by_scope.items()}


def _read(note: object) -> object:
    """The note of a chunk as either engine hands it back; what is no JSON any more is nothing."""
    try:
        return json.loads(note) if isinstance(note, str) else note
    except ValueError:
        return None

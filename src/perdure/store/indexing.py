"""Writing what is derived: chunks of items and records, totals, vectors and mentions. All of it can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perdure.segment import RULES, segment
from perdure.store.contract import Cursor
from perdure.store.finding import ARCHIVAL, RECALL, Finder
from perdure.store.rows import dumps
from perdure.types.naming import Names
from perdure.values import Item

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
TOTALS_NEW = "INSERT INTO index_totals (mem_type, chunks, words, rules) VALUES (:mem_type, :chunks, :words, :rules)"
TOTALS_DROP = "DELETE FROM index_totals AS t WHERE OWNED(t)"
RULES_OF = "SELECT t.mem_type FROM index_totals t WHERE OWNED(t) AND t.rules <> :rules"
ANY_RECORD = "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.content IS NOT NULL LIMIT 1"
ANY_TOTALS = "SELECT t.mem_type FROM index_totals t WHERE OWNED(t)"
CHUNKS_DROP = "DELETE FROM memory_chunks AS c WHERE OWNED(c)"
RECORD_CHUNKS_DROP = "DELETE FROM record_chunks AS c WHERE OWNED(c)"
MENTIONS_DROP = "DELETE FROM entity_mentions AS m WHERE OWNED(m)"
VECTORS_DROP = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = :mem_type"
# Words of the chunks that are about to go with their items: a text of n words has n - 1 spaces.
WORDS_OF_KEY = (
    "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
    " FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND i.scope = :own AND i.key = :key"
)
VECTORS_OF_KEY_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND i.scope = :own AND i.key = :key)"
)
BURY = (
    "UPDATE vector_id_map AS v SET is_deleted = TRUE WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id)"
)
UNBURY = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.is_deleted AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id)"
)
COMPACT = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.is_deleted"
VECTORS_ALL = "SELECT COUNT(*) FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = :mem_type"
VECTORS_LIVING = VECTORS_ALL + " AND NOT v.is_deleted"
VECTOR_GONE = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = :mem_type AND v.mem_id = :mem_id"
ITEM_CHUNKS_HELD = (
    "SELECT c.id FROM memory_chunks c THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids) AND i.status = 'active'"
)
RECORD_CHUNKS_HELD = "SELECT c.id FROM record_chunks c WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
VECTOR_OF_MODEL = (
    "SELECT v.embedding FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = :mem_type AND v.model = :model"
    " ORDER BY v.faiss_id DESC LIMIT 1"
)
VECTORS_OF_MODEL_DROP = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = :mem_type AND v.model = :model"
VECTOR_ADD = (
    "INSERT INTO vector_id_map (faiss_id, mem_type, mem_id, is_deleted, model, embedding)"
    " VALUES (:faiss_id, :mem_type, :mem_id, FALSE, :model, VECTOR(:embedding))"
)
UNWANTED = f"%{dumps({'embed': False})[1:-1]}}}"
"""How the note of a chunk ends that is to have no vector. A key cannot end like this: it is quoted inside."""
_ITEM_WITHOUT = (
    " WHERE OWNED(c) AND i.status = 'active' AND CAST(c.meta_json AS TEXT) NOT LIKE :unwanted"
    " AND NOT EXISTS (SELECT 1 FROM vector_id_map v WHERE OWNED(v)"
    " AND v.mem_type = 'recall' AND v.mem_id = c.id AND v.model = :model)"
)
ITEMS_UNEMBEDDED = (
    "SELECT c.id, c.text FROM memory_chunks c THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    + _ITEM_WITHOUT
    + " AND c.id < :before ORDER BY c.id DESC LIMIT :limit"
)
# Chunks are numbered on the same line as changes. Whatever had a vector at a number and has none now is newer than
# that, or of an item that has changed since.
ITEMS_UNEMBEDDED_SINCE = (
    "SELECT c.id, c.text FROM (SELECT n.id FROM memory_chunks n WHERE OWNED(n) AND n.id > :since"
    " UNION SELECT m.id FROM changes g THEN JOIN memory_chunks m ON m.item_id = g.item_id AND OWNED(m)"
    " WHERE OWNED(g) AND g.sequence > :since) s"
    " THEN JOIN memory_chunks c ON c.id = s.id THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    + _ITEM_WITHOUT
    + " AND c.id < :before ORDER BY c.id DESC LIMIT :limit"
)
ITEMS_UNEMBEDDED_COUNT = (
    "SELECT COUNT(*) FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)" + _ITEM_WITHOUT
)
RECORDS_UNEMBEDDED = (
    "SELECT c.id, c.record_id, c.ordinal FROM record_chunks c WHERE OWNED(c) AND c.id > :since AND c.id < :before"
    " AND NOT EXISTS (SELECT 1 FROM vector_id_map v WHERE OWNED(v)"
    " AND v.mem_type = 'archival' AND v.mem_id = c.id AND v.model = :model) ORDER BY c.id DESC LIMIT :limit"
)
RECORDS_UNEMBEDDED_COUNT = (
    "SELECT COUNT(*) FROM record_chunks c WHERE OWNED(c) AND NOT EXISTS (SELECT 1 FROM vector_id_map v"
    " WHERE OWNED(v) AND v.mem_type = 'archival' AND v.mem_id = c.id AND v.model = :model)"
)
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
    "SELECT i.key, i.scope, i.value_json FROM memory_items i"
    " WHERE OWNED(i) AND i.scope IN (:scope, 'shared') AND i.type = 'entities' AND i.status = 'active'"
)
MENTION_ADD = (
    "INSERT INTO entity_mentions (entity_key, scope, mem_type, mem_id)"
    " VALUES (:entity_key, :scope, :mem_type, :mem_id) ON CONFLICT DO NOTHING"
)

LAST = (1 << 62) - 1
"""Above every number that is ever given out."""


@dataclass(frozen=True, slots=True)
class RecordText:
    """The texts of a record as search sees them, and its place in the conversation."""

    record_id: str
    session_id: str
    position: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shares:
    """How many vectors there are, and how many of them are dead."""

    all: int
    dead: int


class Index:
    """The derived side of a transaction that writes."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_sequence: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = dict(params)
        self._next = next_sequence

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
        if not self._cursor.run(TOTALS_ADD, self._params | totals):
            self._cursor.run(TOTALS_NEW, totals)

    def drop_key(self, scope: str, key: str) -> None:
        """Take an item's chunks out of the totals and drop its vectors; the rows go with the item."""
        which = self._params | {"own": scope, "key": key}
        chunks, words = self._cursor.all(WORDS_OF_KEY, which)[0]
        self._cursor.run(TOTALS_ADD, self._params | {"mem_type": RECALL, "chunks": -chunks, "words": -words})
        for statement in (VECTORS_OF_KEY_DROP, MENTIONS_BY_KEY_DROP, MENTIONS_OF_KEY_DROP):
            self._cursor.run(statement, which)

    def drop_all(self) -> None:
        """Forget everything that was derived from items and records."""
        for statement in (CHUNKS_DROP, RECORD_CHUNKS_DROP, TOTALS_DROP, MENTIONS_DROP):
            self._cursor.run(statement, self._params)
        for mem_type in (RECALL, ARCHIVAL):
            self._cursor.run(VECTORS_DROP, self._params | {"mem_type": mem_type})

    def drop_vectors(self, mem_type: str) -> None:
        self._next()
        self._cursor.run(VECTORS_DROP, self._params | {"mem_type": mem_type})

    def is_outdated(self) -> bool:
        """Whether the words were cut by other rules than today's, or records were never indexed."""
        if self._cursor.all(RULES_OF, self._params | {"rules": RULES}):
            return True
        counted = {row[0] for row in self._cursor.all(ANY_TOTALS, self._params)}
        return ARCHIVAL not in counted and bool(self._cursor.all(ANY_RECORD, self._params))

    # vectors

    def unembedded_items(self, model: str, limit: int, *, since: int = 0, before: int = LAST) -> list[tuple[int, str]]:
        """Chunks of current items that have no vector of this model yet, newest first, and below a number.

        `since`: at that number none was missing.
        """
        statement = ITEMS_UNEMBEDDED_SINCE if since else ITEMS_UNEMBEDDED
        which = {"model": model, "limit": limit, "unwanted": UNWANTED, "since": since, "before": before}
        rows = self._cursor.all(statement, self._params | which)
        # Without the locator and the date, which would pull all items of a kind together.
        return [(row[0], "\n".join(row[1].split("\n")[1:-1])) for row in rows]

    def unembedded_records(
        self, model: str, limit: int, *, since: int = 0, before: int = LAST
    ) -> list[tuple[int, str, int]]:
        """(chunk, record, which part of it) of record chunks that have no vector of this model yet, newest first."""
        which = {"model": model, "limit": limit, "since": since, "before": before}
        rows = self._cursor.all(RECORDS_UNEMBEDDED, self._params | which)
        return [(row[0], row[1], row[2]) for row in rows]

    def unembedded(self, model: str, *, records: bool) -> int:
        """How many vectors are still to be made."""
        count = int(
            self._cursor.all(ITEMS_UNEMBEDDED_COUNT, self._params | {"model": model, "unwanted": UNWANTED})[0][0]
        )
        if records:
            count += int(self._cursor.all(RECORDS_UNEMBEDDED_COUNT, self._params | {"model": model})[0][0])
        return count

    def add_vectors(self, mem_type: str, model: str, vectors: Mapping[int, bytes]) -> bool:
        """Keep a vector for each chunk, in the place of one from another model.

        Answers whether those that the model gave before were dropped for it.
        """
        vectors = self._still_wanted(mem_type, vectors)
        dropped = self._drop_other_sizes(mem_type, model, vectors)
        self._cursor.many(
            VECTOR_GONE, [self._params | {"mem_type": mem_type, "mem_id": chunk_id} for chunk_id in vectors]
        )
        self._cursor.many(
            VECTOR_ADD,
            [
                {
                    "faiss_id": self._next(),
                    "mem_type": mem_type,
                    "mem_id": chunk_id,
                    "model": model,
                    "embedding": self._cursor.vector(vector),
                }
                for chunk_id, vector in vectors.items()
            ],
        )
        return dropped

    def _still_wanted(self, mem_type: str, vectors: Mapping[int, bytes]) -> Mapping[int, bytes]:
        """Those whose text is still there: while a model was at work, it may have gone."""
        statement = ITEM_CHUNKS_HELD if mem_type == RECALL else RECORD_CHUNKS_HELD
        rows = self._cursor.all(statement, self._params | {"ids": dumps(list(vectors))})
        return {row[0]: vectors[row[0]] for row in sorted(rows)}

    def _drop_other_sizes(self, mem_type: str, model: str, vectors: Mapping[int, bytes]) -> bool:
        """A model that gives vectors of another size than it did is another model: those it gave are of no use."""
        which = self._params | {"mem_type": mem_type, "model": model}
        kept = self._cursor.all(VECTOR_OF_MODEL, which)
        if not kept or all(len(vector) == _size(kept[0][0]) for vector in vectors.values()):
            return False
        self._cursor.run(VECTORS_OF_MODEL_DROP, which)
        return True

    def bury(self, item_id: str) -> None:
        """The vectors of an item that no longer holds become tombstones."""
        self._cursor.run(BURY, self._params | {"item_id": item_id})

    def unbury(self, item_id: str) -> None:
        """An item holds again: its tombstones go, and its vectors are made anew."""
        self._cursor.run(UNBURY, self._params | {"item_id": item_id})

    def compact(self) -> int:
        """Drop the tombstones."""
        self._next()
        return self._cursor.run(COMPACT, self._params)

    def shares(self, mem_type: str) -> Shares:
        which = self._params | {"mem_type": mem_type}
        every, living = (int(self._cursor.all(count, which)[0][0]) for count in (VECTORS_ALL, VECTORS_LIVING))
        return Shares(every, every - living)

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

    def entity_names(self) -> dict[str, Names]:
        """The names of the entities that this scope can see, by the scope they belong to."""
        by_scope: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for key, scope, value in self._cursor.all(ENTITY_NAMES, self._params):
            by_scope.setdefault(scope, []).append((key, json.loads(value) if isinstance(value, str) else value))
        return {scope: Names.of(entities) for scope, entities in by_scope.items()}

    def holding(self, mem_type: str, words: Sequence[str], limit: int) -> list[tuple[str, str, str]]:
        """(id, scope, text) of items or records of any scope that hold these words, for noting mentions only."""
        size = Finder(self._cursor, self._params).totals(mem_type)
        ids = list(self._cursor.propose(mem_type, dict.fromkeys(words, 1.0), size, limit))
        statement = ITEMS_OF_CHUNKS if mem_type == RECALL else RECORDS_OF_CHUNKS
        rows = self._cursor.all(statement, self._params | {"ids": dumps(ids)}) if ids else []
        return [(row[0], row[1], row[2] or "") for row in rows]


def _size(embedding: bytes | str) -> int:
    """The bytes of a vector as either engine hands it back: as such, or as a list in words."""
    return 4 * (embedding.count(",") + 1) if isinstance(embedding, str) else len(embedding)

"""Vectors of chunks: which are missing, which are dead, and keeping them. All of it can be rebuilt."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from perdure.store.chunks import ARCHIVAL, RECALL
from perdure.store.contract import Cursor
from perdure.store.rows import dumps

VECTORS_DROP = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = :mem_type"
VECTORS_OF_KEY_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND i.scope = :own AND i.key = :key)"
)
VECTORS_OF_ITEMS_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id IN EACH(:ids))"
)
VECTORS_OF_RECORDS_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'archival' AND v.mem_id IN"
    " (SELECT c.id FROM record_chunks c WHERE OWNED(c) AND c.record_id IN EACH(:ids))"
)
OLD_VECTORS_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.faiss_id <= :before AND v.faiss_id IN"
    " (SELECT w.faiss_id FROM vector_id_map w WHERE OWNED(w) AND w.faiss_id <= :before"
    " ORDER BY w.faiss_id LIMIT :limit)"
)
BURY = (
    "UPDATE vector_id_map AS v SET is_deleted = TRUE WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id)"
)
UNBURY = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.is_deleted AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id = :item_id)"
)
SOME_OF_KIND_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.faiss_id IN"
    " (SELECT w.faiss_id FROM vector_id_map w WHERE OWNED(w) AND w.mem_type = :mem_type LIMIT :limit)"
)
TOMBSTONES_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.faiss_id IN"
    " (SELECT w.faiss_id FROM vector_id_map w WHERE OWNED(w) AND w.is_deleted LIMIT :limit)"
)
COMPLETE = (
    "SELECT t.complete_to FROM index_totals t WHERE OWNED(t) AND t.mem_type = :mem_type AND t.complete_model = :model"
)
COMPLETE_MOVE = (
    "UPDATE index_totals AS t SET complete_model = :model, complete_to = :to WHERE OWNED(t) AND t.mem_type = :mem_type"
    " AND (t.complete_model IS NULL OR t.complete_model = :model) AND t.complete_to = :since"
)
# One model's vectors take the place of another's: from then on the other is complete no more, and says so.
COMPLETE_LOST = (
    "UPDATE index_totals AS t SET complete_model = :model, complete_to = 0"
    " WHERE OWNED(t) AND t.mem_type = :mem_type AND t.complete_model <> :model"
)
COMPLETE_DROP = (
    "UPDATE index_totals AS t SET complete_model = NULL, complete_to = 0 WHERE OWNED(t) AND t.mem_type = :mem_type"
)
VECTORS_ALL = "SELECT COUNT(*) FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = :mem_type"
VECTORS_LIVING = VECTORS_ALL + " AND NOT v.is_deleted"
VECTORS_GONE = "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = :mem_type AND v.mem_id IN NUMBERS(:ids)"
ITEM_CHUNKS_HELD = (
    "SELECT c.id FROM memory_chunks c THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids) AND i.status = 'active'"
)
RECORD_CHUNKS_HELD = "SELECT c.id FROM record_chunks c WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
# Each by itself, so that the index gives the newest at once: it is asked for with every vector that is written.
_VECTOR_OF_MODEL = (
    "SELECT v.embedding FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = :mem_type AND v.model = :model"
)
LIVING_OF_MODEL = _VECTOR_OF_MODEL + " AND v.is_deleted = FALSE ORDER BY v.faiss_id DESC LIMIT 1"
BURIED_OF_MODEL = _VECTOR_OF_MODEL + " AND v.is_deleted = TRUE ORDER BY v.faiss_id DESC LIMIT 1"
# The oldest first: as long as one is left, the newest shows which size they have.
SOME_OF_MODEL_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.faiss_id IN (SELECT w.faiss_id FROM vector_id_map w"
    " WHERE OWNED(w) AND w.mem_type = :mem_type AND w.model = :model ORDER BY w.faiss_id LIMIT :limit)"
)
VECTOR_ADD = (
    "INSERT INTO vector_id_map (faiss_id, mem_type, mem_id, is_deleted, model, embedding, checksum)"
    " VALUES (:faiss_id, :mem_type, :mem_id, FALSE, :model, VECTOR(:embedding), :checksum)"
)
UNWANTED = f"%{dumps({'embed': False})[1:-1]}}}"
"""How the note of a chunk ends that is to have no vector. A key cannot end like this: it is quoted inside."""
_ITEM_WITHOUT = (
    " WHERE OWNED(c) AND i.status = 'active' AND i.restricted_at IS NULL"
    " AND CAST(c.meta_json AS TEXT) NOT LIKE :unwanted"
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
_ITEMS_SINCE = (
    " FROM (SELECT n.id FROM memory_chunks n WHERE OWNED(n) AND n.id > :since"
    " UNION SELECT m.id FROM changes g THEN JOIN memory_chunks m ON m.item_id = g.item_id AND OWNED(m)"
    " WHERE OWNED(g) AND g.sequence > :since) s"
    " THEN JOIN memory_chunks c ON c.id = s.id THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    + _ITEM_WITHOUT
)
ITEMS_UNEMBEDDED_SINCE = "SELECT c.id, c.text" + _ITEMS_SINCE + " AND c.id < :before ORDER BY c.id DESC LIMIT :limit"
ITEMS_UNEMBEDDED_COUNT_SINCE = "SELECT COUNT(*)" + _ITEMS_SINCE
ITEMS_UNEMBEDDED_COUNT = (
    "SELECT COUNT(*) FROM memory_chunks c JOIN memory_items i ON i.id = c.item_id AND OWNED(i)" + _ITEM_WITHOUT
)
RECORDS_UNEMBEDDED = (
    "SELECT c.id, c.record_id, c.ordinal FROM record_chunks c WHERE OWNED(c) AND c.id > :since AND c.id < :before"
    " AND NOT EXISTS (SELECT 1 FROM vector_id_map v WHERE OWNED(v)"
    " AND v.mem_type = 'archival' AND v.mem_id = c.id AND v.model = :model) ORDER BY c.id DESC LIMIT :limit"
)
RECORDS_UNEMBEDDED_COUNT = (
    "SELECT COUNT(*) FROM record_chunks c WHERE OWNED(c) AND c.id > :since"
    " AND NOT EXISTS (SELECT 1 FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = 'archival'"
    " AND v.mem_id = c.id AND v.model = :model)"
)
# For doctor: whether what is derived is what it would be if it were made today.
VECTORS_IN_ORDER = (
    "SELECT v.faiss_id, v.mem_type, v.model, v.embedding, v.checksum FROM vector_id_map v"
    " WHERE OWNED(v) AND v.faiss_id > :after ORDER BY v.faiss_id LIMIT :limit"
)
VECTORS_LOST = (
    "SELECT COUNT(*) FROM vector_id_map v WHERE OWNED(v)"
    " AND NOT EXISTS (SELECT 1 FROM memory_chunks c WHERE OWNED(c) AND v.mem_type = 'recall' AND c.id = v.mem_id)"
    " AND NOT EXISTS (SELECT 1 FROM record_chunks d WHERE OWNED(d) AND v.mem_type = 'archival' AND d.id = v.mem_id)"
)

LAST = (1 << 62) - 1
"""Above every number that is ever given out."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many vectors there are, and how many of them are dead."""

    all: int
    dead: int


class VectorIndex:
    """The vectors of a transaction that writes."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_sequence: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = dict(params)
        self._next = next_sequence

    def drop_vectors(self, mem_type: str, limit: int) -> int:
        """Drop some vectors of a kind. Answers how many."""
        self._next()
        self._cursor.later(COMPLETE_DROP, self._params | {"mem_type": mem_type})
        return self._cursor.run(SOME_OF_KIND_DROP, self._params | {"mem_type": mem_type, "limit": limit})

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
        """How many vectors are still to be made. Only what is newer than the last complete state is looked through."""
        since = self.complete_to(RECALL, model)
        which = self._params | {"model": model, "unwanted": UNWANTED, "since": since}
        count = int(self._cursor.all(ITEMS_UNEMBEDDED_COUNT_SINCE if since else ITEMS_UNEMBEDDED_COUNT, which)[0][0])
        if records:
            which |= {"since": self.complete_to(ARCHIVAL, model)}
            count += int(self._cursor.all(RECORDS_UNEMBEDDED_COUNT, which)[0][0])
        return count

    def complete_to(self, mem_type: str, model: str) -> int:
        """Up to which number of the agent's line no vector of this model is missing; 0 if that is not known."""
        rows = self._cursor.all(COMPLETE, self._params | {"mem_type": mem_type, "model": model})
        return int(rows[0][0]) if rows else 0

    def set_complete(self, mem_type: str, model: str, to: int, *, since: int) -> None:
        """Note that none is missing, unless another model has made vectors since `complete_to` gave that number."""
        which = {"mem_type": mem_type, "model": model, "to": to, "since": since}
        self._cursor.later(COMPLETE_MOVE, self._params | which)

    def add_vectors(self, mem_type: str, model: str, vectors: Mapping[int, bytes]) -> bool:
        """Keep a vector for each chunk, in the place of one from another model.

        False, and nothing is kept, while the model has vectors of another size: `drop_other_sizes` comes first.
        """
        vectors = self._still_wanted(mem_type, vectors)
        if any(self._has_other_size(mem_type, model, len(vector) // 4) for vector in [*vectors.values()][:1]):
            return False
        self._cursor.later(COMPLETE_LOST, self._params | {"mem_type": mem_type, "model": model})
        self._cursor.later(VECTORS_GONE, self._params | {"mem_type": mem_type, "ids": dumps(list(vectors))})
        self._cursor.many(
            VECTOR_ADD,
            [
                {
                    "faiss_id": self._next(),
                    "mem_type": mem_type,
                    "mem_id": chunk_id,
                    "model": model,
                    "embedding": self._cursor.vector(vector),
                    "checksum": vector_sum(half(vector)),
                }
                for chunk_id, vector in vectors.items()
            ],
        )
        return True

    def _still_wanted(self, mem_type: str, vectors: Mapping[int, bytes]) -> Mapping[int, bytes]:
        """Those whose text is still there: while a model was at work, it may have gone."""
        statement = ITEM_CHUNKS_HELD if mem_type == RECALL else RECORD_CHUNKS_HELD
        rows = self._cursor.all(statement, self._params | {"ids": dumps(list(vectors))})
        return {row[0]: vectors[row[0]] for row in sorted(rows)}

    def drop_other_sizes(self, mem_type: str, model: str, size: int, limit: int) -> int:
        """Drop some of what a model gave when its vectors had another size: they are of no use. Answers how many."""
        if not self._has_other_size(mem_type, model, size):
            return 0
        self._next()
        which = self._params | {"mem_type": mem_type, "model": model, "limit": limit}
        self._cursor.later(COMPLETE_DROP, which)
        return self._cursor.run(SOME_OF_MODEL_DROP, which)

    def _has_other_size(self, mem_type: str, model: str, size: int) -> bool:
        which = self._params | {"mem_type": mem_type, "model": model}
        kept = self._cursor.all(LIVING_OF_MODEL, which) or self._cursor.all(BURIED_OF_MODEL, which)
        return bool(kept) and _size(kept[0][0]) != size

    def vectors(self, *, after: int, limit: int) -> list[tuple[int, str, str, bytes, bool]]:
        """(number, kind of memory, model, numbers, whether they are those that were written) of every vector."""
        rows = self._cursor.all(VECTORS_IN_ORDER, self._params | {"after": after, "limit": limit})
        numbers = [_bytes(row[3]) for row in rows]
        sums = [row[4] is None or vector_sum(data) == row[4] for row, data in zip(rows, numbers, strict=True)]
        return [(*row[:3], data, is_same) for row, data, is_same in zip(rows, numbers, sums, strict=True)]

    def drop_vectors_before(self, before: int, limit: int) -> int:
        """Drop some vectors that were there before a number was given out. Answers how many."""
        self._next()
        for mem_type in (RECALL, ARCHIVAL):
            self._cursor.later(COMPLETE_DROP, self._params | {"mem_type": mem_type})
        return self._cursor.run(OLD_VECTORS_DROP, self._params | {"before": before, "limit": limit})

    def lost_vectors(self) -> int:
        """Vectors of chunks that do not exist."""
        return int(self._cursor.all(VECTORS_LOST, self._params)[0][0])

    def bury(self, item_id: str) -> None:
        """The vectors of an item that no longer holds become tombstones."""
        self._cursor.later(BURY, self._params | {"item_id": item_id})

    def unbury(self, item_id: str) -> None:
        """An item holds again: its tombstones go, and its vectors are made anew."""
        self._cursor.later(UNBURY, self._params | {"item_id": item_id})

    def compact(self, limit: int) -> int:
        """Drop some tombstones. Answers how many."""
        self._next()
        return self._cursor.run(TOMBSTONES_DROP, self._params | {"limit": limit})

    def shares(self, mem_type: str) -> Shares:
        which = self._params | {"mem_type": mem_type}
        every, living = (int(self._cursor.all(count, which)[0][0]) for count in (VECTORS_ALL, VECTORS_LIVING))
        return Shares(every, every - living)


def vector_sum(data: bytes) -> bytes:
    """A sum over the numbers of a vector, so that a changed bit is noticed."""
    return hashlib.blake2b(data, digest_size=8).digest()


def half(vector: bytes) -> bytes:
    """A vector of four bytes a number in two, as it is kept."""
    count = len(vector) // 4
    return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", vector))


def _bytes(embedding: bytes | str) -> bytes:
    """The numbers of a vector, two bytes each, as either engine hands it back."""
    if isinstance(embedding, bytes):
        return embedding
    numbers = [float(part) for part in embedding.strip("[]").split(",")]
    return struct.pack(f"<{len(numbers)}e", *numbers)


def _size(embedding: bytes | str) -> int:
    """How many numbers a vector has, as either engine hands it back: two bytes each, or a list in words."""
    return embedding.count(",") + 1 if isinstance(embedding, str) else len(embedding) // 2

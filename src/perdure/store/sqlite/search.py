"""Words in SQLite: FTS5. This module alone writes a MATCH expression, and quotes every word in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from perdure.store.contract import Params, Row
from perdure.store.rows import dumps
from perdure.store.statements import ACTIVE_ITEM, NOT_HIDDEN, VISIBLE_ITEM

if TYPE_CHECKING:
    from perdure.store.sqlite.connection import SQLiteCursor

FIND = (
    "SELECT i.id, c.search_text FROM memory_chunks_fts f"
    " JOIN memory_chunks c ON c.id = f.rowid JOIN memory_items i ON i.id = c.item_id"
    " WHERE memory_chunks_fts MATCH :match AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " ORDER BY i.sequence DESC, c.ordinal LIMIT :limit"
)
PROPOSE = {
    "recall": "SELECT rowid FROM memory_chunks_fts WHERE memory_chunks_fts MATCH :match ORDER BY rank LIMIT :limit",
    "archival": "SELECT rowid FROM record_chunks_fts WHERE record_chunks_fts MATCH :match ORDER BY rank LIMIT :limit",
}
FREQUENCIES = {
    "recall": "SELECT w.term, w.doc FROM memory_words w WHERE w.term IN EACH(:words)",
    "archival": "SELECT w.term, w.doc FROM record_words w WHERE w.term IN EACH(:words)",
}


def find(cursor: SQLiteCursor, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
    """Chunks that hold any (or every) of the words."""
    if not words:
        return []
    return cursor.all(FIND, {**params, "match": match_expression(words, every=every), "limit": limit})


def propose(cursor: SQLiteCursor, mem_type: str, weights: Mapping[str, float], limit: int) -> list[Row]:
    """The chunks that FTS5 ranks best for these words."""
    return cursor.all(PROPOSE[mem_type], {"match": match_expression(list(weights), every=False), "limit": limit})


def frequencies(cursor: SQLiteCursor, mem_type: str, words: Sequence[str]) -> dict[str, int]:
    return dict(cursor.all(FREQUENCIES[mem_type], {"words": dumps(list(words))}))


def match_expression(words: Sequence[str], *, every: bool) -> str:
    """Words as an FTS5 expression in which nothing is an operator."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in dict.fromkeys(words)]
    return (" AND " if every else " OR ").join(quoted)

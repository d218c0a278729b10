"""Words in SQLite: FTS5. This module alone writes a MATCH expression, and quotes every word in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.store.contract import Params, Row
from perdure.store.statements import CURRENT_ITEM

if TYPE_CHECKING:
    from perdure.store.sqlite.connection import SQLiteCursor

FIND = (
    "SELECT i.id, c.search_text FROM memory_chunks_fts f"
    " JOIN memory_chunks c ON c.id = f.rowid JOIN memory_items i ON i.id = c.item_id"
    " WHERE memory_chunks_fts MATCH :match AND " + CURRENT_ITEM + " ORDER BY i.sequence DESC, c.ordinal LIMIT :limit"
)


def find(cursor: SQLiteCursor, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
    """Chunks that hold any (or every) of the words."""
    if not words:
        return []
    return cursor.all(FIND, {**params, "match": match_expression(words, every=every), "limit": limit})


def match_expression(words: Sequence[str], *, every: bool) -> str:
    """Words as an FTS5 expression in which nothing is an operator."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in dict.fromkeys(words)]
    return (" AND " if every else " OR ").join(quoted)

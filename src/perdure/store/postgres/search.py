"""Words in PostgreSQL: a chunk's words as an array, compared with the words asked for. Nothing is ever an operator.

There is no GIN index over the words, because it would never be used: behind row-level security only leakproof
operators may become index conditions, and `&&` and `@>` on arrays are not (nor is `@@`). EXPLAIN as `perdure_app` shows
the scan of the agent's chunks with and without such an index, also with sequential and plain index scans turned off;
only a superuser's plan takes it. So a search reads all chunks of the agent: 50 ms for 20,000. Equality of text is
leakproof, so an ordinary index whose columns are agent and word would be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.store.contract import Params, Row
from perdure.store.statements import ACTIVE_ITEM, NOT_HIDDEN, VISIBLE_ITEM

if TYPE_CHECKING:
    from perdure.store.postgres.connection import PostgresCursor

_FROM = (
    "SELECT i.id, c.search_text FROM memory_chunks c"
    " JOIN memory_items i ON i.agent_id = c.agent_id AND i.id = c.item_id WHERE OWNED(c) AND "
)
_REST = (
    " AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " ORDER BY i.sequence DESC, c.ordinal LIMIT :limit"
)
FIND_ANY = _FROM + "string_to_array(c.search_text, ' ') && CAST(:words AS text[])" + _REST
FIND_EVERY = _FROM + "string_to_array(c.search_text, ' ') @> CAST(:words AS text[])" + _REST


def find(cursor: PostgresCursor, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
    """Chunks that hold any (or every) of the words."""
    if not words:
        return []
    statement = FIND_EVERY if every else FIND_ANY
    return cursor.all(statement, {**params, "words": list(dict.fromkeys(words)), "limit": limit})

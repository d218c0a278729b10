"""Words and vectors in PostgreSQL.

There is no GIN index over the words, because it would never be used: behind row-level security only leakproof
operators may become index conditions, and `&&`, `@>` and `@@` are not. Equality of text is, so words stand in a table
of their own (`chunk_words`, kept by triggers), and BM25 is computed with the agent's own statistics.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from perdure.store.chunks import Totals
from perdure.store.contract import Params, Row
from perdure.store.rows import dumps
from perdure.store.statements import CURRENT_ITEM

if TYPE_CHECKING:
    from perdure.store.postgres.cursor import PostgresCursor

_FROM = (
    "SELECT i.id, c.search_text FROM memory_chunks c"
    " JOIN memory_items i ON i.agent_id = c.agent_id AND i.id = c.item_id WHERE OWNED(c) AND "
)
_REST = " AND " + CURRENT_ITEM + " ORDER BY i.sequence DESC, c.ordinal LIMIT :limit"
FIND_ANY = _FROM + "string_to_array(c.search_text, ' ') && CAST(:words AS text[])" + _REST
FIND_EVERY = _FROM + "string_to_array(c.search_text, ' ') @> CAST(:words AS text[])" + _REST


# BM25 as in `recall/bm25.py`. The weight of each word comes from the caller. `OFFSET 0` keeps the words one by one: the
# index is the way in, whatever is known of the size of the table.
PROPOSE = (
    "SELECT w.chunk_id,"
    " SUM(q.weight * w.count * 2.2 / (w.count + 1.2 * (0.25 + 0.75 * w.length / :average))) AS score"
    " FROM json_to_recordset(CAST(:words AS json)) AS q (word text, weight float8)"
    " CROSS JOIN LATERAL (SELECT w.chunk_id, w.count, w.length FROM chunk_words w"
    ' WHERE OWNED(w) AND w.mem_type = :mem_type AND w.word = q.word COLLATE "C" OFFSET 0) w'
    " GROUP BY w.chunk_id"
    " ORDER BY score DESC, w.chunk_id DESC LIMIT :limit"
)
FREQUENCIES = (
    "SELECT q.word, n.holding FROM json_array_elements_text(CAST(:words AS json)) AS q (word)"
    " CROSS JOIN LATERAL (SELECT COUNT(*) AS holding FROM chunk_words w"
    ' WHERE OWNED(w) AND w.mem_type = :mem_type AND w.word = q.word COLLATE "C" OFFSET 0) n WHERE n.holding > 0'
)
OCCURRENCES = (
    "SELECT w.word, w.chunk_id, w.count FROM chunk_words w"
    " WHERE OWNED(w) AND w.mem_type = :mem_type AND w.word IN EACH(:words) AND w.chunk_id IN NUMBERS(:ids)"
)
# Inner product: vectors have length 1, and a blank text's zero vector is like nothing instead of undefined. The words
# are those of the index of a large agent (`care.py`), which the planner takes only if it can prove that they are: it
# cannot from the equality that row-level security has rewritten, but from the same said as a range. Ties come along,
# because an index gives no second order.
NEAREST = (
    "SELECT v.mem_id, -(v.embedding <#> VECTOR(:vector)) FROM vector_id_map v"
    " WHERE OWNED(v) AND v.agent_id BETWEEN :agent_id AND :agent_id"
    " AND v.mem_type = :mem_type AND v.model = :model AND NOT v.is_deleted AND vector_dims(v.embedding) = :dimension"
    " ORDER BY CAST(v.embedding AS halfvec(DIMENSION)) <#> CAST(:vector AS halfvec(DIMENSION))"
    " FETCH FIRST (:limit) ROWS WITH TIES"
)
CLOSENESS = (
    "SELECT v.mem_id, -(v.embedding <#> VECTOR(:vector)) FROM vector_id_map v"
    " WHERE OWNED(v) AND v.mem_type = :mem_type AND v.model = :model AND v.mem_id IN NUMBERS(:ids)"
    " AND vector_dims(v.embedding) = :dimension"
)


def propose(
    cursor: PostgresCursor, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int
) -> dict[int, float]:
    """The chunks that hold the best-weighted words."""
    words = dumps([{"word": word, "weight": weight} for word, weight in weights.items()])
    average = totals.words / max(1, totals.chunks) or 1.0
    rows = cursor.all(PROPOSE, {"words": words, "mem_type": mem_type, "average": average, "limit": limit})
    return {row[0]: round(row[1], 9) for row in rows}


def frequencies(cursor: PostgresCursor, mem_type: str, words: Sequence[str]) -> dict[str, int]:
    return dict(cursor.all(FREQUENCIES, {"mem_type": mem_type, "words": dumps(list(words))}))


def occurrences(
    cursor: PostgresCursor, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]
) -> dict[str, tuple[Any, Any]]:
    import numpy as np

    params = {"mem_type": mem_type, "words": dumps(list(words)), "ids": dumps(list(chunk_ids))}
    found: dict[str, tuple[list[int], list[int]]] = {word: ([], []) for word in words}
    for word, chunk_id, times in cursor.all(OCCURRENCES, params):
        found[word][0].append(chunk_id)
        found[word][1].append(times)
    return {word: (np.array(c, np.int64), np.array(t, np.float32)) for word, (c, t) in found.items()}


def nearest(cursor: PostgresCursor, mem_type: str, model: str, vector: str, limit: int) -> dict[int, float]:
    dimension = vector.count(",") + 1
    params = {"mem_type": mem_type, "model": model, "vector": vector, "dimension": dimension, "limit": limit}
    # Planned anew each time: a plan for any agent takes no index of one.
    rows = cursor.all(NEAREST.replace("DIMENSION", str(dimension)), params, prepare=False)
    found = sorted((-round(float(row[1]), 6), row[0]) for row in rows)
    return {chunk_id: -score for score, chunk_id in found[:limit]}


def closeness(cursor: PostgresCursor, mem_type: str, model: str, vector: str, chunk_ids: Any) -> Any:
    import numpy as np

    ids = np.asarray(chunk_ids, np.int64).tolist()
    params = {
        "mem_type": mem_type,
        "model": model,
        "vector": vector,
        "dimension": vector.count(",") + 1,
        "ids": dumps(ids),
    }
    near = {row[0]: round(float(row[1]), 6) for row in cursor.all(CLOSENESS, params)} if ids else {}
    return np.array([near.get(chunk_id, math.nan) for chunk_id in ids], np.float64)


def find(cursor: PostgresCursor, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
    """Chunks that hold any (or every) of the words."""
    if not words:
        return []
    statement = FIND_EVERY if every else FIND_ANY
    return cursor.all(statement, {**params, "words": list(dict.fromkeys(words)), "limit": limit})

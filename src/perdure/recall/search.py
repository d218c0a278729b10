"""A plain search by words: BM25 over what this scope can see, computed here so that both engines rank alike."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from perdure.errors import InvalidInput
from perdure.segment import segment
from perdure.store.contract import Found
from perdure.store.transaction import Transaction
from perdure.values import Hit, check_count, check_text

CANDIDATES = 2_000
MAX_K = 1_000
MAX_WORDS = 256
MAX_QUERY_BYTES = 1 << 20
_K1, _B = 1.2, 0.75


def retrieve(tx: Transaction, query: str, k: int) -> list[Hit]:
    """The k items that best match the words of the query, each with the words that found it."""
    check_count(k, "k", MAX_K)
    check_text(query, "query", max_bytes=MAX_QUERY_BYTES)
    words = list(dict.fromkeys(segment(query)))[:MAX_WORDS]
    if not words:
        raise InvalidInput("the query has no word to look for", field="query", hint="ask in words")
    ranked = rank(words, tx.find(words, every=False, limit=CANDIDATES), tx.count_active())[:k]
    items = tx.items_by_id([match.item_id for match in ranked])
    return [
        Hit(items[match.item_id], round(match.score, 6), "words: " + ", ".join(match.words))
        for match in ranked
        if match.item_id in items
    ]


@dataclass(frozen=True, slots=True)
class Match:
    """An item with its score and the words that earned it."""

    item_id: str
    score: float
    words: tuple[str, ...]


def rank(words: Sequence[str], found: Sequence[Found], total: int) -> list[Match]:
    """BM25 with the statistics of what was found: nothing outside the caller's view can move a score."""
    counted = [(chunk.item_id, Counter(chunk.search_text.split(" "))) for chunk in found]
    if not counted:
        return []
    holding = Counter(word for _, counts in counted for word in words if word in counts)
    average = sum(counts.total() for _, counts in counted) / len(counted)
    best: dict[str, Match] = {}
    for item_id, counts in counted:
        matched = tuple(word for word in words if word in counts)
        length = _K1 * (1 - _B + _B * counts.total() / average)
        score = sum(
            math.log(1 + (max(total, len(counted)) - holding[word] + 0.5) / (holding[word] + 0.5))
            * counts[word]
            * (_K1 + 1)
            / (counts[word] + length)
            for word in matched
        )
        if item_id not in best or score > best[item_id].score:
            best[item_id] = Match(item_id, score, matched)
    return sorted(best.values(), key=lambda match: (-match.score, match.item_id))

"""The entities arm: items that mention what the question names, under any of its names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perdure.regex import regex
from perdure.segment import segment
from perdure.store.finder import RECALL, Finder, ItemChunk

LIMIT = 500

_LABEL = regex(r"^\s*([^\s:：][^:：\n]{0,39})[:：](?!//)", re.MULTILINE)
_ROLES = frozenset(
    {"user", "assistant", "system", "tool", "ai", "bot", "human", "me", "you", "我", "你", "用户", "助手"}
)


def labels(query: str) -> list[str]:
    """Who speaks in a stretch of conversation that is given as a question: `Bart: I am going to perform`."""
    if "\n" not in query:
        return []
    return [name for name in dict.fromkeys(_LABEL.findall(query)) if name.strip().casefold() not in _ROLES]


def by_entities(
    find: Finder,
    entity_keys: Sequence[str],
    names: Sequence[str] = (),
    chunks: Sequence[ItemChunk] = (),
) -> dict[str, float]:
    """1.0 for what mentions an entity, or holds one of the names in the words that were read of it anyway."""
    scores = {item_id: 1.0 for _, item_id in find.mentions(RECALL, entity_keys, LIMIT)}
    wanted = [words for name in names if (words := frozenset(segment(name)))]
    if wanted:
        for chunk in chunks:
            held = frozenset(chunk.search_text.split(" "))
            if any(words <= held for words in wanted):
                scores[chunk.item_id] = 1.0
    return scores

"""The entities arm: items that mention what the question names, under any of its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from perdure.store.finding import RECALL, Finder

LIMIT = 500


def by_entities(find: Finder, entity_keys: Sequence[str]) -> dict[str, float]:
    """How many of the named entities each item mentions, as a share."""
    found = Counter(item_id for _, item_id in find.mentions(RECALL, entity_keys, LIMIT))
    return {item_id: hits / len(entity_keys) for item_id, hits in found.items()}

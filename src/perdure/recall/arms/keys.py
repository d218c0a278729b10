"""The keys arm: `pref:writing:tone` names one item, `pref:writing:*` several, "my goals" all of a kind."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.store.finder import Finder

LIMIT = 200
KEY, PATTERN, KIND = 1.0, 0.8, 0.5


def by_keys(find: Finder, keys: Sequence[str], types: Sequence[str]) -> dict[str, float]:
    """The more exactly a question names an item, the higher its score."""
    scores: dict[str, float] = {}
    for kind in types:
        for item_id in find.items_of_type(kind, LIMIT):
            scores.setdefault(item_id, KIND)
    for key in keys:
        prefix = key.rstrip("*")
        for item_id in find.items_with_prefix(prefix, LIMIT):
            scores[item_id] = max(scores.get(item_id, 0.0), PATTERN if prefix != key else KEY)
    return scores

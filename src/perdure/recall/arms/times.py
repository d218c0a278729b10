"""The time arm: items that happened, or held, in the stretch of time that the question names."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.store.finder import Finder

LIMIT = 200


def by_time(find: Finder, spans: Sequence[TimeSpan]) -> dict[str, float]:
    """1.0 for what overlaps a named stretch. One that is tied to an unknown event names none."""
    scores: dict[str, float] = {}
    for span in spans:
        if span.kind is not SpanKind.RELATIVE:
            for item_id in find.items_in_time(span.start, span.end, LIMIT):
                scores[item_id] = 1.0
    return scores

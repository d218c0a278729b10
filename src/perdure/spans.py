"""Spans of text, as (start, end) in characters: put together, and left out."""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int]


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same characters in as few spans as possible, in order. Spans that touch become one; empty ones go."""
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def without_spans(text: str, spans: Iterable[Span], mask: str = "…") -> str:
    """The text with each of these spans replaced by one `mask`. What lies outside the text is ignored."""
    within = ((max(start, 0), min(end, len(text))) for start, end in spans)
    kept, done = [], 0
    for start, end in merged(within):
        kept += [text[done:start], mask]
        done = end
    return "".join([*kept, text[done:]])

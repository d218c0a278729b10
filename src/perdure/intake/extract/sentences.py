"""The clauses of a sentence, each with its place in it. Sentences themselves are cut by `perdure.language`."""

from __future__ import annotations

import re

from perdure.intake.words import regex
from perdure.language import HAN as HAN
from perdure.language import Span, trimmed
from perdure.language import language_of as language_of
from perdure.language import sentences as sentences

MAX_SENTENCE = 400
"""Longer ones are not read: nobody states a fact in 400 characters, and it bounds the work of every pattern."""

_CLAUSE_END = regex(
    r"[，,](?!\d)|[：:](?=\s)| - | – |—+|(?:,? (?:but|and|so|because|though|although) "
    r"(?=<sentences.new_clause>\b))",
    re.IGNORECASE,
)
_FILLER = regex(
    r"(?:[\s,]+(?:<sentences.filler>|🎉|✅)|[\s\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+){1,4}$", re.IGNORECASE
)


def clauses(sentence: str) -> list[Span]:
    """The clauses of a sentence, as offsets into it."""
    spans: list[Span] = []
    at = 0
    for mark in _CLAUSE_END.finditer(sentence):
        span = trimmed(sentence, at, mark.start())
        if span:
            spans.append(span)
        at = mark.end()
    span = trimmed(sentence, at, len(sentence))
    if span:
        spans.append(span)
    return [_unfilled(sentence, *span) for span in spans]


def _unfilled(sentence: str, start: int, end: int) -> Span:
    """A clause without the words that only round it off, unless there is nothing else."""
    filler = _FILLER.search(sentence, max(start, end - 40), end)
    return (start, filler.start()) if filler and filler.start() > start else (start, end)

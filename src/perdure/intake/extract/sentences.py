"""Sentences and clauses, each with its place in the text. Nothing is rewritten, so that spans stay exact."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Language, Span

MAX_SENTENCE = 400
"""Longer ones are not read: nobody states a fact in 400 characters, and it bounds the work of every pattern."""

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(r"[A-Za-z]+")
# A full stop ends a sentence only before a space or the end, and not after an initial, a number or a usual short form.
_END = re.compile(
    r"[。！？!?…\n；;]+[”’」』\"')）]*|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)("
    r"?<!\bMrs)(?<!\bInc)(?<!\bCorp)"
    r"\.+[”\"')]*(?=\s|$)|~+(?=\s|$)"
)
_CLAUSE_END = re.compile(
    r"[，,](?!\d)|[：:](?=\s)| - | – |—+|(?:,? (?:but|and|so|because|though|although) (?=(?:i|i'm"
    r"|i've|i'll|my|we|it|it's|please|don't|never|always|the|he|she|now|you|call|from|hate|love"
    r"|prefer|can't stand|live in|work as|work at|work for)\b))",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:[\s,]+(?:btw|tbh|lol|haha+|please|pls|too|as well|by the way|lately|ngl|imo|yay|xx"
    r"|thanks|thx|fyi|though|tho|🎉|✅)|[\s\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+){1,4}$",
    re.IGNORECASE,
)
_TAIL = "。！？!?…；;.~ \t"


def language_of(text: str) -> Language:
    """Chinese where Han characters are at least as many as Latin words."""
    han = len(_HAN.findall(text))
    return "zh" if han and han >= len(_WORD.findall(text)) else "en"


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Start, end and closing mark of every sentence between two places. The mark is not part of the sentence."""
    at = start
    for mark in _END.finditer(text, start, end):
        span = _trimmed(text, at, mark.start())
        if span:
            yield *span, mark.group()
        at = mark.end()
    span = _trimmed(text, at, end)
    if span:
        yield *span, ""


def clauses(sentence: str) -> list[Span]:
    """The clauses of a sentence, as offsets into it."""
    spans: list[Span] = []
    at = 0
    for mark in _CLAUSE_END.finditer(sentence):
        span = _trimmed(sentence, at, mark.start())
        if span:
            spans.append(span)
        at = mark.end()
    span = _trimmed(sentence, at, len(sentence))
    if span:
        spans.append(span)
    return [_unfilled(sentence, *span) for span in spans]


def _unfilled(sentence: str, start: int, end: int) -> Span:
    """A clause without the words that only round it off, unless there is nothing else."""
    filler = _FILLER.search(sentence, max(start, end - 40), end)
    return (start, filler.start()) if filler and filler.start() > start else (start, end)


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and (text[start].isspace() or text[start] in "-*•·，,"):
        start += 1
    while end > start and text[end - 1] in _TAIL:
        end -= 1
    return (start, end) if end > start else None

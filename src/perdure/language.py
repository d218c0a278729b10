"""Which language a text is in, and its sentences with their places. Nothing is rewritten, so that spans stay exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from perdure.regex import regex

Language = Literal["zh", "en"]
Span = tuple[int, int]

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_HAN = regex(f"[{HAN}]")
_WORD = regex(r"[A-Za-z]+")
# A full stop ends a sentence only before a space or the end, and not after an initial, a number or a usual short form.
_END = regex(
    r"[。！？!?…\n；;]+[”’」』\"')）]*|(?<![A-Z])(?<!(?<![A-Za-z])[DMJS][rst])(?<!\bNo)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)"
    r"(?<!(?<![A-Za-z])Mrs)(?<!\bInc)(?<!\bCorp)(?!(?<=(?<![A-Za-z])no)\. ?\d)"
    r"\.+[”\"')]*(?=\s|$)|~+(?=\s|$)"
)
_TAIL = "。！？!?…；;.~ \t"


def language_of(text: str) -> Language:
    """Chinese where Han characters are at least as many as Latin words."""
    han = len(_HAN.findall(text))
    return "zh" if han and han >= len(_WORD.findall(text)) else "en"


def weight(text: str) -> int:
    """How much a text says: Han characters and Latin words, each counted once."""
    return len(_HAN.findall(text)) + len(_WORD.findall(text))


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Start, end and closing mark of every sentence between two places. The mark is not part of the sentence."""
    at = start
    for mark in _END.finditer(text, start, end):
        span = trimmed(text, at, mark.start())
        if span:
            yield *span, mark.group()
        at = mark.end()
    span = trimmed(text, at, end)
    if span:
        yield *span, ""


def trimmed(text: str, start: int, end: int) -> Span | None:
    """The same stretch without bullets before it and closing marks behind it; None when nothing is left."""
    while start < end and (text[start].isspace() or text[start] in "-*•·，,"):
        start += 1
    while end > start and text[end - 1] in _TAIL:
        end -= 1
    return (start, end) if end > start else None

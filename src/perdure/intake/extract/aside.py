"""What is in a message and yet not said by its sender: code, quoted mail, pasted blocks, lines memory put there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from perdure.intake.extract.contract import Span
from perdure.intake.words import regex

MAX_MESSAGE = 4_000
"""A longer message is a document: only its first and last line are somebody talking."""
MAX_LINE = 700
"""A longer line is a pasted paragraph or a long story. It stays in the archive."""

MAX_LABEL = 80
"""So much of the front of a line may name who speaks in it."""
_LINE = regex(r"[^\n]+")
_FENCE = regex(r"^\s{0,3}(?:```|~~~)")
_QUOTED = regex(r"^\s{0,3}(?:>|\|\s|&gt;)")
_MAIL = regex(
    r"^\s*<aside.mail_headers>\s*[:：]|^\s*on .{4,80} wrote:\s*$"
    r"|^\s*-{3,}\s*(?:original|forwarded|原始邮件|转发)",
    re.IGNORECASE,
)
_OPENS = regex(r"(?:\b<aside.opens_paste>\b[^\n]{0,60}[:：]|<aside.opens_paste_zh>[^\n]{0,30}[:：])\s*$", re.IGNORECASE)
_CHATS = (
    r"[\[(【]\d{1,2}:\d\d[^\n\])】]{0,12}[\])】]\s*[^\n:：]{1,24}"
    r"|\d{1,2}:\d\d(?::\d\d)? (?-i:[A-Z])[a-z]{1,20}"
)
_SENT = (
    r"from (?!<days.month_names>\b|[a-z]{2,6}day\b)(?-i:[A-Z])[^\n:：]{0,30}"
    r"|(?!我)[^\n:：,，。！!]{1,12}<aside.sends_zh>的?[^\n:：,，。]{0,6}"
)
_SAYS = r"(?:the|an?|some|this|that) <aside.persons>\b[^\n:：,，]{0,40}|[^\n:：,，。]{0,8}<aside.texts_zh>"
_SPEAKER = regex(rf"^\s*(?:{_CHATS}|{_SENT}|{_SAYS})\s*[:：]\s*\S", re.IGNORECASE)
"""Whose words a line brings: a name with an hour, as in a chat, who sent it, or what sort of text it is. A label of
the sender's own (`note:`, 备注：, `allergies:`) names nobody."""
_DEAR = regex(r"^\s*(?:dear\b[^\n]{1,40}|尊敬的[^\n]{1,20}|亲爱的[^\n]{1,20})[,，:：]\s*$", re.IGNORECASE)
_SIGNED = regex(r"^\s*<aside.signs>[,，!]?\s*$", re.IGNORECASE)
_CODE = regex(
    r"^(?:\t| {4,})\S|[;{}]\s*$|^\s*(?:def|class|import|from \S+ import|<aside.code_starts>|\$ "
    r"|\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\[\w+\]|Traceback|at \S+\()"
)
_INLINE = regex(r"`[^`\n]{1,200}`")
_CODE_LINES = 2


def own_words(text: str, injected: Iterable[Span] = ()) -> Iterator[Span]:
    """The stretches of a message, line by line, that its sender wrote now."""
    lines = [(m.start(), m.end()) for m in _LINE.finditer(text)]
    is_document = len(text) > MAX_MESSAGE
    ranges = sorted(injected)
    letter = _letter([text[a:b] for a, b in lines])
    fenced = pasted = False
    for n, (start, end) in enumerate(lines):
        line = text[start:end]
        if _FENCE.match(line):
            fenced = not fenced
            continue
        if fenced or (is_document and n not in (0, len(lines) - 1)) or end - start > MAX_LINE:
            continue
        if pasted or n in letter or _QUOTED.match(line) or _SPEAKER.match(line[:MAX_LABEL]):
            continue
        if _MAIL.match(line):
            pasted = True  # the rest of a forwarded mail is its writer's
            continue
        if _OPENS.search(line[-120:]) and n + 1 < len(lines):
            pasted = True  # "here is the letter:" and then the letter
            continue
        if _CODE.search(line) and _neighbour_is_code(text, lines, n):
            continue
        yield from _without(start, end, ranges)


def _letter(lines: Sequence[str]) -> range:
    """The lines of a letter, from its salutation to the name under it; none where either is missing."""
    first = next((n for n, line in enumerate(lines) if _DEAR.match(line)), None)
    last = next((n for n, line in reversed(list(enumerate(lines))) if _SIGNED.match(line)), None)
    if first is None or last is None or last <= first:
        return range(0)
    return range(first, min(last + 2, len(lines)))


def _without(start: int, end: int, ranges: Iterable[Span]) -> Iterator[Span]:
    """What is left of a line when some ranges are taken out of it."""
    for a, b in ranges:
        if a >= end or b <= start:
            continue
        if a > start:
            yield start, a
        start = max(start, b)
    if start < end:
        yield start, end


def code_spans(text: str) -> list[Span]:
    """Words in backticks."""
    return [m.span() for m in _INLINE.finditer(text)]


def _neighbour_is_code(text: str, lines: list[Span], n: int) -> bool:
    near = lines[max(0, n - 1) : n + _CODE_LINES]
    return sum(bool(_CODE.search(text[a:b])) for a, b in near) >= _CODE_LINES

"""The clauses of a turn with their exact places: Chinese, English and both in one line.

A clause here is what a person would call a sentence; only one that is too long to read is cut at its commas. Code,
quoted lines, links and what stands between quotation marks are never cut; code and quoted lines are left out, because
nobody states anything about themselves in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from perdure.intake.extract.mood import asks, not_stated
from perdure.intake.words import regex
from perdure.language import weight

LONGEST = 240
"""Characters of a clause. The encoder averages over its words, so a longer one would say little."""

# What is not looked into: links, `code`, and quotations that close on the same line.
_WHOLE = (
    r"(?P<whole>(?:https?://|www\.)[^\s<>\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]+|`[^`\n]{1,200}`"
    r"|“[^”\n]{0,200}”|「[^」\n]{0,200}」|『[^』\n]{0,200}』|\"[^\"\n]{1,200}\")"
)
_SHORT_FORM = (
    r"(?<!\b[A-Z])(?<!(?<![A-Za-z])[DMJS][rst])(?<!(?<![A-Za-z])Mrs)(?<!(?<![A-Za-z])Prof)(?<!\bNo)(?<!\bvs)(?<!\bca)"
    r"(?!(?<=(?<![A-Za-z])no)\. ?\d)(?<!\bCo)(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bapprox)(?<!\be\.g)(?<!\bi\.e)"
    r"(?<!\b[ap]\.m)(?<!\betc)"
)
# A full stop ends a clause only before a space or the end of the text, and neither after a short form nor after dots.
_END = (
    r"(?P<end>[。！？!?；;]+[”’」』\"')）~～]*|"
    + _SHORT_FORM
    + r"(?<![.\n])\.[”\"')）]*(?=[\s\x00-\x1f]|$|[\u4e00-\u9fff])|[~～]+(?=\s|$)|[\r\n\u2028\u2029]+)"
)
_MARK = regex(f"{_WHOLE}|{_END}")
_CODE = regex(r"^[ \t]*(```|~~~)[^\n]*$", re.MULTILINE)
_QUOTED = regex(r"^[ \t]*>[^\n]*$", re.MULTILINE)
_BULLET = regex(r"[•·][ \t]*|[-*–—]{1,3}[ \t]+|\d{1,3}[.)、](?!\d)[ \t]*")
_COMMA = regex(r"[，,、：:](?!\d)|(?<=\s)(?:and|but|so|because|although|though)(?=\s)")
_BETWEEN = regex(r"[，,；;]")
SHORTEST = 4
"""Characters of a part between commas that is worth reading."""
_SAYS = regex(r"[^\W_]")
_TAG = regex(
    r"(?:<clauses.tags>|<clauses.auxiliaries>(?:n't)? (?:i|you|he|she|it|that|we|they)"
    r"|(?:你|您)?(?:还)?<clauses.tags_zh>?[吗吧呢嘛]|你?还?记不记得|[对是好行]不[对是好行]|对)",
    re.IGNORECASE,
)
"""A question that only asks whether what stands before it is so."""
_OF_THE_QUESTION = regex(
    r"^(?:(?:so|and|but|also|please|btw)[ ,]+)*<clauses.conditions>\b|每次|每当|的时候|[之以]前|[之以]后"
    r"|只要|一旦|下次|万一",
    re.IGNORECASE,
)
"""A condition or a time, which belongs to what is asked behind it."""
_WISHED = regex(
    r"^(?:(?:so|and|but|then)[ ,]+)*(?:could|can|will|would|won't) you\b|你能|你可以|您能|能不能|可不可以|能否",
    re.IGNORECASE,
)
"""What is asked of the assistant, which may be a standing wish."""
_PLAINLY_ASKED = regex(
    r"^(?:(?:so|and|but|ok|anyway|btw|also)[ ,]+)*"
    r"(?:what(?:'s| is| are| do| does| did| should| can| could| would| kind)|how|why"
    r"|any (?:ideas?|tips|chance)|(?:can|should|do|does|is|are|will|would|could) "
    r"(?:i|we|it|there|this|that|they))\b|怎么(?![都也])|咋|如何|为什么|为啥|吗$|多少(?:合适|钱|好)",
    re.IGNORECASE,
)
"""A question without its mark: `where I work` and 什么都卖 are none."""
_QUOTE = regex('["“”「」『』`]|https?://')
STATES = 4
"""What a statement before a question weighs at least."""


@dataclass(frozen=True, slots=True)
class ReadableClause:
    """A stretch of a turn, with the mark that closes it; `text` is exactly what stands there."""

    start: int
    end: int
    text: str


def clauses(text: str) -> list[ReadableClause]:
    """The clauses of `text` in order. Stretches with neither a letter nor a figure are left out."""
    return [
        ReadableClause(start, end, text[start:end]) for start, end in _spans(text) if _SAYS.search(text, start, end)
    ]


def parts_of(clause: str) -> list[str]:
    """What stands between the commas of a clause; nothing where it is all one."""
    found = [part for part in map(str.strip, _BETWEEN.split(clause)) if len(part) >= SHORTEST]
    return found if len(found) > 1 else []


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for from_, to in _prose(text):
        at = from_
        for mark in _MARK.finditer(text, from_, to):
            if mark["whole"] is None:
                yield from _fitting(text, at, mark.end())
                at = mark.end()
        yield from _fitting(text, at, to)


def _prose(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between blocks of code and quoted lines. A block that is never closed goes on to the end."""
    at = 0
    for start, end in _foreign(text):
        yield at, start
        at = end
    yield at, len(text)


def _foreign(text: str) -> Iterator[tuple[int, int]]:
    at, fences = 0, iter(_CODE.finditer(text))
    for fence in fences:
        yield from ((q.start(), q.end()) for q in _QUOTED.finditer(text, at, fence.start()))
        closing = next((other for other in fences if other[1] == fence[1]), None)
        at = closing.end() if closing else len(text)
        yield fence.start(), at
    yield from ((q.start(), q.end()) for q in _QUOTED.finditer(text, at))


def _fitting(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch without space and bullets around it, cut where it is too long."""
    start, end = _trimmed(text, start, end)
    while end - start > LONGEST:
        cut = start + LONGEST
        for comma in _COMMA.finditer(text, start + LONGEST // 3, start + LONGEST):
            cut = comma.end() if comma.end() - comma.start() == 1 else comma.start()
        yield _trimmed(text, start, cut)
        start = _trimmed(text, cut, end)[0]
    if end > start:
        asked = _asked_from(text, start, end)
        if asked < end:
            yield start, start + len(text[start:asked].rstrip("，,；; "))
            start = _trimmed(text, asked, end)[0]
        yield start, end


def _asked_from(text: str, start: int, end: int) -> int:
    """Where a question begins that is asked behind a statement: `I've a coeliac coming, what can I bake`.

    The end where there is none, or where what stands before it belongs to it: `if I lived in York, would I pay less?`
    """
    said = text[start:end]
    body = said.rstrip("?？!！。. ~～")
    is_marked = any(mark in said[len(body) :] for mark in "?？")
    if _QUOTE.search(said):
        return end
    commas = [match.end() for match in _BETWEEN.finditer(body)]
    spans = [_trimmed(body, a, b) for a, b in zip([0, *commas], [*(at - 1 for at in commas), len(body)], strict=True)]
    asked = asks(body, said[len(body) :], spans)
    first = next((n for n in range(len(spans)) if set(range(n, len(spans))) <= asked), len(spans))
    if not 0 < first < len(spans):
        return end
    head, question = body[: spans[first][0]], body[spans[first][0] :]
    if _TAG.fullmatch(question) or _WISHED.search(question) or not (is_marked or _PLAINLY_ASKED.search(question)):
        return end
    is_stated = weight(head) >= STATES and not_stated(head) is None and not _OF_THE_QUESTION.search(head)
    return start + len(head) if is_stated else end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and _is_blank(text[start]):
        start += 1
    bullet = _BULLET.match(text, start, end)
    if bullet and bullet.end() < end:
        start = bullet.end()
    while end > start and _is_blank(text[end - 1]):
        end -= 1
    return start, end


def _is_blank(character: str) -> bool:
    return character.isspace() or not character.isprintable()

"""Times tied to something that happened: "before we moved", 搬家之前. Only the event's words are found here."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from perdure.recall.question.spans import Side, SpanKind, TimeSpan
from perdure.regex import regex

_MOST_WORDS = 8
_WORD = r"[^\s,.;:?!，。；：？！]{1,40}"
_SIDES: dict[str, Side] = {"before": "before", "until": "before", "till": "before", "prior to": "before"}
_SIDES |= {"after": "after", "since": "after", "when": "during", "while": "during", "during": "during"}
_EN = regex(
    r"(?a)\b(?P<side>(?i:before|prior\sto|until|till|(?:right\s|ever\s)?(?:after|since)|when|while|during))\s{1,3}"
    r"(?:(?P<han>[\u4e00-\u9fff]{2,16})|(?P<event>(?:(?i:i|we|he|she|they|you|my|our|his|her|their|your|the)|[A-Z][\w'’]{1,30})"
    rf"(?:\s{{1,3}}{_WORD}){{1,{_MOST_WORDS}}}))"
)
_MAIN_CLAUSE = regex(
    r"(?a)\s(?:(?:what|where|who|whom|which|how|why)\b"
    r"|(?:did|do|does|was|were|is|are|could|would|can|will|have|has|had)\s(?:i|we|you|he|she|they|it|my|our|the)\b).*",
    re.I | re.S,
)
_ZH = regex(
    r"(?P<event>[\u4e00-\u9fffA-Za-z0-9]{1,16}?)[ ]?(?:(?P<before>之前|以前)|(?P<after>之后|以后)"
    r"|(?P<during>的时候|期间)"
    r"|(?<![目当眼面提以之先跟空生向往朝门床楼台幕车最身今])(?P<before1>前)(?=[我你他她它咱的，,])"
    r"|(?<![最以之然今背身先随落午幕])(?P<after1>后)(?=[我你他她它咱的，,]))"
)
_LEADING = regex(r"^(?:请问|那么|那|还是|是|的|还记得|记得|在|自从|从|当|到|等|跟|和|就|直到)+")
_EMPTY = regex(r"^(?:我们?|你们?|他们?|她们?|它|咱们?|什么|是|在|这|那|很久|不久|好久|多久|几|从|很多年|许多年|小)*$")
_ASKED = regex("什么|哪|多少|几")


def events(text: str, folded: str, taken: Sequence[tuple[int, int]]) -> Iterator[TimeSpan]:
    """The relative times of a text, apart from what is taken by times that name their days."""
    for span in (*_english(text), *_chinese(text, folded)):
        place = bisect_left(taken, (span.at[1],))
        if place == 0 or taken[place - 1][1] <= span.at[0]:
            yield span


def _english(text: str) -> Iterator[TimeSpan]:
    for match in _EN.finditer(text):
        side = re.sub(r"^(?:right|ever)\s|\s+", lambda blank: " " if blank[0].isspace() else "", match["side"].lower())
        event = match["han"] or _MAIN_CLAUSE.sub("", match["event"])
        if match["han"] or len(event.split()) > 1:
            end = match.start("han" if match["han"] else "event") + len(event)
            yield _relative(text, (match.start(), end), event, _SIDES[side])


def _chinese(text: str, folded: str) -> Iterator[TimeSpan]:
    if folded.isascii():
        return
    for match in _ZH.finditer(folded):
        lead = _LEADING.match(match["event"])
        start = match.start("event") + (lead.end() if lead else 0)
        event = text[start : match.end("event")]
        if not _EMPTY.match(event) and not _ASKED.search(event):
            side: Side = "before" if match["before"] or match["before1"] else "during" if match["during"] else "after"
            yield _relative(text, (start, match.end()), event, side)


def _relative(text: str, at: tuple[int, int], event: str, side: Side) -> TimeSpan:
    return TimeSpan(None, None, at, text[at[0] : at[1]], SpanKind.RELATIVE, event, side)

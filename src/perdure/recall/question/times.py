"""The times that a question names, in Chinese, English or both, as stretches of whole days.

Days begin at midnight of the zone given; the answers are aware UTC. How unclear names are read is written at the top of
`times_en`, `times_zh` and `spans`. A time tied to something that happened ("before we moved", 搬家之前) is `relative`:
which days it means can only be known from the memory itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from typing import TypeVar

from perdure.recall.question import relative, spans, times_en, times_zh
from perdure.recall.question.spans import DAY, Days, Mention, SpanKind, TimeSpan
from perdure.regex import regex
from perdure.simplified import simplified

_WINDOW = 48
# (?a): a Chinese character beside an English word is not part of it.
_EVERY = regex(r"(?a)(?:\b(?:every|each|most|any)\s+(?:the\s+)?|每[个逢到年]?的?)$")
_JOINED = regex(r"(?a)\s{0,3}(?:(?P<and>and|和|跟|与)|to|through|till|until|–|—|-|~|到|至)\s{0,3}(?:the\s)?")
_BETWEEN = regex(r"(?a)\bbetween\s{1,3}(?:the\s)?$")
_FROM = regex(r"(?a)(?:\bfrom\s{1,3}|从|自)$")
_OPENING = regex(
    r"(?a)(?:\b(?:(?P<since>(?:ever\s)?since|starting(?:\sin)?|as\sof)|(?P<after>after|later\sthan)"
    r"|(?P<before>before|prior\sto|earlier\sthan)|(?P<until>by|until|till|up\sto))\s{1,3}(?:the\s)?(?:on\s|in\s)?"
    r"|(?P<since_zh>自从|自)|(?P<until_zh>截至|截止到?|直到))$"
)
_CLOSING = regex(
    r"(?a)(?:那[天年周])?(?:(?P<since>以来|至今|到现在|到今天|起(?![床来码飞诉])|开始|\sonwards?\b)"
    r"|(?P<before>之前|以前|前(?![后天年面台往端任提]))|(?P<after>之后|以后|后(?![天来年面台续]))|(?P<until>为止))"
)
_ANCHORED = regex(
    r"(?a)\b(?:(?:the|last)\s)?(?P<unit>day|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\s{1,3}"
    r"(?P<side>before|after|of|following|prior\sto)\s{1,3}(?:the\s)?$"
)
_MOMENT = regex(
    r"(?a)(?P<now>\bjust\snow\b|\b(?:an?\s)?(?:moment|minute|second)s?\sago\b|刚才|刚刚(?![好才])|方才)"
    r"|(?<![\w.])(?P<n>\d{1,4}|half\san|an?|one|two|three|four|five|six|ten|twelve|a\sfew)\s(?P<unit>minute|hour)s?\sago\b"
    r"|(?<![\d.第])(?P<n_zh>\d{1,4}|半|几|[一二两三四五六七八九十]{1,3})个?(?P<unit_zh>小时|钟头|分钟)(?:之前|以前|前)"
)
_HOURS = {"half an": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_HOURS |= {"twelve": 12, "a few": 6, "半": 0.5, "几": 6}


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What was read so far: days that may be open on a side, and where they stand."""

    at: tuple[int, int]
    start: date | None
    end: date | None
    kind: SpanKind


_Found = TypeVar("_Found", Mention, _Stretch)


def time_spans(text: str, now: datetime, *, zone: tzinfo = UTC) -> list[TimeSpan]:
    """Every time the text names, in order, none overlapping another. `now` is aware; days are those of the zone."""
    folded, here = fold(text), now.astimezone(zone)
    today = here.date()
    found = [*times_en.mentions(folded, today), *times_zh.mentions(folded, today), *_moments(folded, here)]
    once = [mention for mention in _apart(found) if not _EVERY.search(_before(folded, mention.at[0]))]
    named = [_placed(text, stretch, zone) for stretch in _apart(_opened(folded, _joined(folded, once)))]
    events = relative.events(text, folded, taken=[span.at for span in named])
    return sorted([*named, *events], key=lambda span: span.at)


def fold(text: str) -> str:
    """Width, case and script taken out, every character in its place."""
    return text.lower() if text.isascii() else "".join(map(_fold, text))


@lru_cache(maxsize=1 << 13)
def _fold(char: str) -> str:
    folded = unicodedata.normalize("NFKC", char).lower()
    return simplified(folded if len(folded) == 1 else char)


def _before(text: str, place: int) -> str:
    return text[max(0, place - _WINDOW) : place]


def _moments(text: str, here: datetime) -> Iterator[Mention]:
    """Hours and minutes ago, which may still be yesterday."""
    for match in _MOMENT.finditer(text):
        if match["now"]:
            hours = 1.0
        else:
            word = match["n"] or match["n_zh"]
            count = _HOURS[word] if word in _HOURS else times_zh.number(word)
            hours = count / 60 if (match["unit"] or match["unit_zh"]) in ("minute", "分钟") else count
        yield Mention(match.span(), spans.since_hours(here, hours))


def _apart(found: Iterable[_Found]) -> list[_Found]:
    """Of those that overlap, the one that begins first, and of these the longest."""
    apart: list[_Found] = []
    for one in sorted(found, key=lambda one: (one.at[0], -one.at[1])):
        if not apart or one.at[0] >= apart[-1].at[1]:
            apart.append(one)
    return apart


def _joined(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Two mentions with "to", "and" or 到 between them become one."""
    waiting = list(reversed(mentions))
    while waiting:
        first = waiting.pop()
        both = _range(text, first, waiting[-1]) if waiting else None
        if both:
            waiting.pop()
        yield both or first


def _range(text: str, first: Mention, last: Mention) -> Mention | None:
    start, end = first.at[0], last.at[1]
    if last.at[0] - first.at[1] > 12 or not (join := _JOINED.fullmatch(text, first.at[1], last.at[0])):
        return None
    lead = _BETWEEN.search(_before(text, start)) or _FROM.search(_before(text, start))
    closed = text.startswith("之间", end)
    if join["and"] and not closed and not (lead and lead[0].startswith("between")):
        return None
    days = spans.between(first.days, last.days)
    if days is None:
        return None
    return Mention((start - (len(lead[0]) if lead else 0), end + (2 if closed else 0)), days)


def _opened(text: str, mentions: Iterable[Mention]) -> Iterator[_Stretch]:
    """Mentions with what stands before and after them: since, before, the week of, 以来, 之前."""
    for mention in mentions:
        (start, end), days = mention.at, mention.days
        before = _before(text, start)
        if days.kind != SpanKind.RANGE and (anchor := _ANCHORED.search(before)):
            near = _near(anchor["unit"], anchor["side"], days)
            yield _Stretch((start - len(anchor[0]), end), near.start, near.end, near.kind)
            continue
        closing = _CLOSING.match(text, end)
        opening = None if closing else _OPENING.search(before)
        if not (sign := closing or opening):
            yield _Stretch(mention.at, days.start, days.end, days.kind)
            continue
        lead = opening or _FROM.search(before) or _OPENING.search(before)
        at = (start - (len(lead[0]) if lead else 0), closing.end() if closing else end)
        match str(sign.lastgroup).removesuffix("_zh"):
            case "since":
                yield _Stretch(at, days.start, None, SpanKind.SINCE)
            case "after":
                yield _Stretch(at, days.end, None, SpanKind.SINCE)
            case "before":
                yield _Stretch(at, None, days.start, SpanKind.UNTIL)
            case _:
                yield _Stretch(at, None, days.end, SpanKind.UNTIL)


def _near(unit: str, side: str, days: Days) -> Days:
    """The week before, the Sunday after, the month of some days."""
    if side == "of":
        return spans.week(days.start) if unit == "week" else spans.weekend(days.start) if unit == "weekend" else days
    later = side in ("after", "following")
    edge = days.end - DAY if later else days.start
    if unit in times_en.WEEKDAYS:
        index = times_en.WEEKDAYS.index(unit)
        return spans.weekday_after(edge, index) if later else spans.weekday_before(edge, index)
    if unit == "week":
        return spans.days_from(days.end if later else days.start - 7 * DAY, 7, SpanKind.WEEK)
    if unit == "weekend":
        saturday = (spans.weekday_after if later else spans.weekday_before)(edge, 5).start
        return spans.days_from(saturday, 2, SpanKind.WEEKEND)
    return spans.units_ago(edge, -1 if later else 1, unit)


def _placed(text: str, stretch: _Stretch, zone: tzinfo) -> TimeSpan:
    start, end = stretch.at
    return TimeSpan(
        _midnight(stretch.start, zone), _midnight(stretch.end, zone), stretch.at, text[start:end], stretch.kind
    )


def _midnight(moment: date | None, zone: tzinfo) -> datetime | None:
    return datetime.combine(moment, time(), zone).astimezone(UTC) if moment else None

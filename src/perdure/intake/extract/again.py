"""Rhythms: `every Monday`, 每月15号, `May 4 every year`. No single day, though the next one can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from perdure.intake.extract.calendar_words import (
    DAY,
    MONTH,
    MONTHS,
    WEEKDAY,
    WEEKDAYS,
    WEEKDAYS_ZH,
    N,
    nearest_month,
    nearest_year,
    number,
)
from perdure.intake.words import regex
from perdure.types.events import Recurs

_I = re.IGNORECASE
_EVERY = r"\b(?:every|each) "
_AGAIN: dict[Recurs, tuple[re.Pattern[str], ...]] = {
    "weekly": (
        regex(rf"{_EVERY}(?P<odd>(?:other|second|third|fourth|2nd|3rd|\d+) )?(?P<w>{DAY})s?\b", _I),
        regex(rf"(?:\bon )?\b(?P<w>{WEEKDAY})s\b", _I),
        regex(r"每(?P<odd>隔一?个?|两个?|双|2个?)?(?:个|逢|到)?(?:周|星期|礼拜)的?(?P<w>[一二三四五六日天末])"),
    ),
    "monthly": (
        regex(r"(?:\bon )?\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)?(?: day)? of (?:every|each|the) month\b", _I),
        regex(rf"{_EVERY}(?P<odd>other )?month on the (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b", _I),
        regex(rf"每(?P<odd>隔一?个?|两个?)?个?月的?(?P<d>{N})[号日]"),
    ),
    "yearly": (
        regex(
            rf"{_EVERY}(?P<odd>other )?(?:year on )?(?:the )?"
            rf"(?:(?P<mon>{MONTH}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b"
            rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<mon2>{MONTH})(?![a-z]))",
            _I,
        ),
        regex(
            rf"\b(?:(?P<mon>{MONTH}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
            rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<mon2>{MONTH})) (?:every|each) (?P<odd>other )?year\b",
            _I,
        ),
        regex(rf"每(?P<odd>隔一?|两)?年的?(?P<m>{N})月(?P<d>{N})[日号]?"),
    ),
}
_AND_ANOTHER = regex(
    r"s?(?:\s*(?:,|，|、|/|&|和|及|跟|与|到|至|-|and|or|to)\s*){1,2}"
    rf"(?:{WEEKDAY}|(?:周|星期|礼拜)?[一二三四五六日天](?![\u4e00-\u9fff]))"
    r"|s?\s*(?:and|&|和|、)\s*(?:the )?\d{1,2}(?:st|nd|rd|th|号|日)",
    _I,
)


class Again(NamedTuple):
    """The next of the days on which something comes again, how it does, and where that was said.

    `recurs` is None where it comes again in a rhythm that has no name here: every other Monday, Mondays and Fridays.
    """

    day: date
    recurs: Recurs | None
    start: int
    end: int


def find_again(text: str, today: date) -> Again | None:
    """The first rhythm a text names: `every Monday`, 每月15号."""
    return min(find_all_again(text, today), key=lambda again: again.start, default=None)


def find_all_again(text: str, today: date) -> Iterator[Again]:
    """Every rhythm a text names, in no order."""
    if not _MAY_RECUR.search(text):
        return
    for recurs, patterns in _AGAIN.items():
        for m in (m for pattern in patterns for m in pattern.finditer(text)):
            got = m.groupdict()
            try:
                day = _next(recurs, got, today)
            except (ValueError, KeyError):
                continue
            is_odd = bool(got.get("odd")) or bool(_AND_ANOTHER.match(text, m.end()))
            yield Again(day, None if is_odd else recurs, m.start(), m.end())


_MAY_RECUR = regex(r"每|\b(?:every|each)\b|days\b|the month\b", _I)


def _next(recurs: Recurs, got: dict[str, str | None], today: date) -> date:
    """The first day from today on which it comes again."""
    if recurs == "weekly":
        said = got["w"] or ""
        weekday = WEEKDAYS_ZH[said] if said in WEEKDAYS_ZH else WEEKDAYS[said[:3].lower()]
        return today + timedelta(days=(weekday - today.weekday()) % 7)
    day = number(got["d"] or got.get("d2") or "")
    if recurs == "monthly":
        return nearest_month(day, today, past=False)
    month = got.get("mon") or got.get("mon2")
    return nearest_year(None, MONTHS[month[:3].lower()] if month else number(got["m"] or ""), day, today, past=False)

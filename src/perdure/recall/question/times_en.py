"""English names of days, weeks, months and years.

Rules where English is unclear: "last Wednesday" is the latest Wednesday before today, "next Wednesday" the first after
today, "Wednesday of last week" that of the previous ISO week; "last May" is the latest May that is over; "two weeks
ago" is the ISO week that holds that day; 5/7/2023 is read as 7 May unless only the other order is one. Seasons are the
northern ones and need a year or "last".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from re import Match

from perdure.recall.question import spans
from perdure.recall.question.spans import DAY, Days, Mention, Reading, Rule, SpanKind
from perdure.regex import regex

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = ("first", "second", "third", "fourth")
_HOLIDAYS = {
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "new year's day": (1, 1),
    "new year's eve": (12, 31),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
}

_S = r"\s{1,3}"
_Y = r"(?:19|20)\d\d"
_M = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_SURE = r"(?:january|february|july|september|october|november|december)"
_W = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_W_SHORT = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
_D = r"(?:3[01]|[12]\d|0?[1-9])"
_N = rf"(?:\d{{1,4}}|{'|'.join(_NUMBERS)}|an?{_S}couple(?:{_S}of)?|couple{_S}of|an?{_S}few|a|an|several|few)"
_UNIT = r"(?:day|week|weekend|month|quarter|year|decade)"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
_HOLIDAY = "(?:" + "|".join(name.replace("'", "['’]?").replace(" ", _S) for name in _HOLIDAYS) + ")"
_PART = r"(?:early|mid|late|(?:the\s)?(?:beginning|start|middle|end)\sof)"
_WHICH = r"(?:last|this|next|past|previous|coming)"
_OF_DAY = rf"(?:{_S}(?:morning|afternoon|evening|night))?"
# 2000 words, 2048 tokens: a number, not a year.
_COUNTED = (
    rf"(?!\s?%|{_S}(?:bytes?|calories|characters|dollars|euros|files|items|k?m|lines|met(?:er|re)s|miles|people|points"
    r"|steps|times|tokens|users|words|yuan)\b)"
)


# Most questions name no time: one look instead of forty.
_ANY = regex(
    r"\d|\b(?:last|this|next|past|previous|coming|current|ago|back|earlier|yesterday|today|tonight|tomorrow|other|weekend"
    rf"|{_M}|{_W}|quarter|{_SEASON}|{_HOLIDAY})",
    re.ASCII,
)


def mentions(text: str, today: date) -> list[Mention]:
    """What a text in lower case names, overlaps included."""
    if not _ANY.search(text):
        return []
    return spans.read_rules(_RULES, text, today)


def _rule(pattern: str, reading: Reading) -> Rule:
    return regex(pattern, re.ASCII), reading  # a Chinese character beside a word is not part of it


def _month(word: str) -> int:
    return _MONTHS.index(word[:3]) + 1


def _weekday(word: str) -> int:
    return next(index for index, name in enumerate(WEEKDAYS) if name[:3] == word[:3])


def _count(word: str) -> int | None:
    """How many; None is a few."""
    if word.isdigit():
        return int(word)
    if "few" in word or word == "several":
        return None
    return 2 if "couple" in word else _NUMBERS.index(word) + 1 if word in _NUMBERS else 1


def _year_word(word: str, today: date) -> int:
    return int(word) if word.isdigit() else today.year + {"last": -1, "this": 0, "next": 1}[word.split()[0]]


def _part(word: str | None, days: Days) -> Days:
    """Early, middle or late in a month or a year: a third of it."""
    if not word:
        return days
    part = 0 if re.search("early|beginning|start", word) else 1 if "mid" in word else 2
    if days.kind == SpanKind.MONTH:
        return spans.third_of_month(days, part)
    first = spans.add_months(days.start, 4 * part)
    return Days(first, spans.add_months(first, 4), SpanKind.RANGE)


def _ymd(match: Match[str], _: date) -> Days:
    return spans.day(date(int(match["y"]), int(match["m"]), int(match["d"])))


def _slashes(match: Match[str], _: date) -> Days:
    first, second = int(match["a"]), int(match["b"])
    if first > 12:
        first, second = second, first
    return spans.day(date(int(match["y"]), first, second))


def _year_month(match: Match[str], _: date) -> Days:
    return spans.month(int(match["y"]), int(match["m"]))


def _month_day(match: Match[str], today: date) -> Days | None:
    number, in_month = _month(match["m"]), int(match["d"])
    if match["y"]:
        return spans.day(date(_year_word(match["y"], today), number, in_month))
    if match["m"] in ("may", "mar", "march") and match["sure"] is None and match["th"] is None:  # "7 may be enough"
        return None
    return spans.latest(lambda year: spans.day(date(year, number, in_month)), today)


def _month_year(match: Match[str], today: date) -> Days:
    return _part(match["part"], spans.month(_year_word(match["y"], today), _month(match["m"])))


def _yearly(which: str | None, make: Callable[[int], Days], today: date) -> Days:
    match which:
        case "last" | "previous" | "past":
            return spans.latest_over(make, today)
        case "next" | "coming":
            return spans.first_after(make, today)
        case "this":
            return make(today.year)
        case _:
            return spans.latest(make, today)


def _which_month(match: Match[str], today: date) -> Days:
    number = _month(match["m"])
    days = _yearly(match["which"], lambda year: spans.month(year, number), today)
    return _part(match["part"], days)


def _quarter(match: Match[str], today: date) -> Days:
    number = int(match["q"]) if match["q"].isdigit() else _ORDINALS.index(match["q"]) + 1
    if match["y"]:
        return spans.quarter(_year_word(match["y"], today), number)
    return spans.latest(lambda year: spans.quarter(year, number), today)


def _season(match: Match[str], today: date) -> Days:
    name = "autumn" if match["season"] == "fall" else match["season"]
    if match["y"]:
        return spans.season(_year_word(match["y"], today), name)
    return _yearly(match["which"], lambda year: spans.season(year, name), today)


def _holiday(match: Match[str], today: date) -> Days:
    name = re.sub(r"\s+", " ", match["name"]).replace("’", "'")
    number, in_month = next(
        when for known, when in _HOLIDAYS.items() if known.replace("'", "") == name.replace("'", "")
    )
    if match["y"]:
        return spans.day(date(_year_word(match["y"], today), number, in_month))
    return _yearly(match["which"], lambda year: spans.day(date(year, number, in_month)), today)


def _which_unit(match: Match[str], today: date) -> Days:
    shift = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1}[match["which"]]
    days = spans.units_ago(today, -shift, match["unit"])
    return _part(match["part"], days) if match["unit"] in ("month", "year") else days


def _before_last(match: Match[str], today: date) -> Days:
    return spans.units_ago(today, 2, match["unit"])


def _which_weekday(match: Match[str], today: date) -> Days:
    index = _weekday(match["w"])
    match match["which"]:
        case "last" | "past" | "previous":
            return spans.weekday_before(today, index)
        case "next" | "coming":
            return spans.weekday_after(today, index)
        case "this":
            return spans.weekday(today, index)
        case _:
            return spans.latest_weekday(today, index)


def _weekday_of_week(match: Match[str], today: date) -> Days:
    word = match["w"] or match["w2"]
    shift = {"last": -1, "previous": -1, "this": 0, "next": 1}[match["which"] or match["which2"]]
    return spans.weekday(today, _weekday(word), shift)


def _ago(match: Match[str], today: date) -> Days:
    count = _count(match["n"])
    return spans.units_ago(today, count, match["unit"]) if count else spans.some_units_ago(today, match["unit"])


def _past(match: Match[str], today: date) -> Days:
    unit = "week" if match["unit"] == "weekend" else match["unit"]
    return spans.past_units(today, _count(match["n"] or "one") or 6, unit)


def _half_year(_: Match[str], today: date) -> Days:
    return spans.month_from(today, -6)


def _decade(match: Match[str], _: date) -> Days:
    first = int(match["y"]) if match["y"] else 1900 + int(match["short"])
    return spans.years(first, first + 9)


def _year(match: Match[str], _: date) -> Days:
    return _part(match["part"], spans.year(int(match["y"])))


def _years(match: Match[str], _: date) -> Days | None:
    first, last = int(match["a"]), int(match["b"])
    return spans.years(first, last) if first < last else None


def _shifted(shift: int) -> Reading:
    return lambda _, today: spans.day(today + shift * DAY)


_BEFORE = r"(?<![\w./:-])"
_AFTER = r"(?![\w-]|[./:]\d)"
_YEAR_WORD = rf"(?P<y>{_Y}(?!\d)|(?:last|this|next)\syear)"

_RULES: tuple[Rule, ...] = (
    _rule(rf"{_BEFORE}(?P<core>(?P<y>{_Y})(?P<s>[-/.])(?P<m>\d\d?)(?P=s)(?P<d>\d\d?))(?=t\d|{_AFTER})", _ymd),
    _rule(rf"{_BEFORE}(?P<core>(?P<a>\d\d?)/(?P<b>\d\d?)/(?P<y>{_Y})){_AFTER}", _slashes),
    _rule(rf"{_BEFORE}(?P<core>(?P<y>{_Y})[-/](?P<m>0?[1-9]|1[0-2])){_AFTER}(?!/)", _year_month),
    _rule(rf"{_BEFORE}(?P<core>(?P<a>{_Y})\s?[-–—~]\s?(?P<b>{_Y})){_AFTER}", _years),
    _rule(
        rf"(?:\b(?P<sure>on){_S})?(?P<core>{_BEFORE}(?P<d>{_D})(?P<th>(?:st|nd|rd|th)(?:{_S}of)?|{_S}of)?{_S}(?P<m>{_M})"
        rf"(?:,?{_S}{_YEAR_WORD})?)(?!\w)",
        _month_day,
    ),
    _rule(
        rf"(?P<sure>)(?P<core>\b(?P<m>{_M}){_S}(?:the{_S})?(?P<d>{_D})(?P<th>st|nd|rd|th)?(?:,?{_S}{_YEAR_WORD})?)"
        r"(?![\w%]|[:.]\d|\s?(?:am|pm)\b)",
        _month_day,
    ),
    _rule(
        rf"(?P<core>(?:\b(?P<part>{_PART})[\s-])?\b(?P<m>{_M}),?{_S}(?:(?:of|in){_S})?{_YEAR_WORD})(?!\w)",
        _month_year,
    ),
    _rule(
        rf"\b(?P<core>(?:(?P<part>{_PART})[\s-])?(?:(?P<which>last|this|next|past|previous|coming){_S})(?P<m>{_M}))(?!\w)",
        _which_month,
    ),
    _rule(rf"\b(?P<core>(?P<part>{_PART})[\s-](?P<which>)(?P<m>{_M}))(?!\w)", _which_month),
    _rule(
        rf"\b(?:in|since|before|after|until|till|during|throughout|between|around){_S}(?P<part>)(?P<which>)"
        rf"(?P<core>(?P<m>{_M}))(?!\w)",
        _which_month,
    ),
    _rule(rf"(?P<part>)(?P<which>)(?P<core>\b(?P<m>{_SURE})\b)(?!['’]s\b)", _which_month),
    # A month that is also a word or a name counts beside another month.
    _rule(
        rf"\b(?:between{_S}{_M}{_S}and|{_M}{_S}(?:to|through|till|until)){_S}(?P<part>)(?P<which>)(?P<core>(?P<m>{_M}))(?!\w)",
        _which_month,
    ),
    _rule(
        rf"(?P<part>)(?P<which>)(?P<core>\b(?P<m>{_M}))(?={_S}(?:to|through|till|until){_S}{_M}(?!\w))",
        _which_month,
    ),
    _rule(rf"{_BEFORE}(?P<core>q(?P<q>[1-4])(?:{_S}|\s?of\s|[-/]){_YEAR_WORD})(?!\w)", _quarter),
    _rule(rf"{_BEFORE}(?P<core>(?P<y>{_Y})[\s-]?q(?P<q>[1-4]))(?!\w)", _quarter),
    _rule(rf"\b(?:in|since|before|after|until|during){_S}(?P<core>q(?P<q>[1-4])(?P<y>))(?!\w)", _quarter),
    _rule(
        rf"\b(?P<core>(?P<q>first|second|third|fourth){_S}quarter(?:{_S}(?:of{_S})?{_YEAR_WORD}))(?!\w)",
        _quarter,
    ),
    _rule(
        rf"\b(?P<core>(?:(?P<which>last|this|next|past|previous|coming){_S})(?P<season>{_SEASON})(?P<y>))\b", _season
    ),
    _rule(rf"\b(?P<core>(?P<season>{_SEASON})(?P<which>),?{_S}(?:(?:of|in){_S})?{_YEAR_WORD})(?!\w)", _season),
    _rule(
        rf"\b(?P<core>(?:(?P<which>{_WHICH}){_S})?(?P<name>{_HOLIDAY})(?:,?{_S}(?:(?:of|in){_S})?{_YEAR_WORD})?)\b",
        _holiday,
    ),
    _rule(
        rf"\b(?P<core>(?:(?P<part>{_PART})[\s-])?(?P<which>last|previous|this|current|next|coming){_S}(?P<unit>{_UNIT}))\b",
        _which_unit,
    ),
    _rule(rf"\b(?P<core>(?:the{_S})?(?P<unit>{_UNIT}){_S}before{_S}last)\b", _before_last),
    _rule(rf"\b(?P<core>(?P<which>{_WHICH}){_S}(?P<w>{_W})){_OF_DAY}\b", _which_weekday),
    _rule(rf"\b(?P<core>(?P<which>last|next){_S}(?P<w>{_W_SHORT}))\b", _which_weekday),
    _rule(rf"\b(?P<core>(?:on{_S})?(?P<which>)(?P<w>{_W})){_OF_DAY}(?!\w)", _which_weekday),
    _rule(
        rf"\b(?P<core>(?P<w>{_W}),?{_S}(?:of{_S})?(?P<which>last|previous|this|next){_S}week"
        rf"|(?P<which2>last|previous|this|next){_S}week(?:['’]s|{_S}on)?{_S}(?P<w2>{_W}))\b",
        _weekday_of_week,
    ),
    _rule(rf"\b(?P<core>(?P<n>{_N}){_S}(?P<unit>{_UNIT})s?{_S}(?:ago|back|earlier))\b", _ago),
    _rule(rf"\b(?P<core>(?:half{_S}an?|an?{_S}half){_S}year{_S}ago)\b", _half_year),
    _rule(
        rf"\b(?P<core>(?:(?:in|over|during|within|for){_S})?(?:the{_S})?(?:last|past|previous){_S}"
        rf"(?:(?P<n>{_N}|couple){_S})?(?P<unit>{_UNIT})s?)\b",
        lambda match, today: _past(match, today) if _rolls(match) else None,
    ),
    _rule(rf"{_BEFORE}(?P<core>(?:(?P<y>(?:19|20)\d0)|['’]?(?P<short>[5-9]0))s)(?!\w)", _decade),
    _rule(rf"(?P<core>\b(?P<part>{_PART})[\s-](?P<y>{_Y}))(?!\d)", _year),
    _rule(
        r"\b(?:in|of|during|since|before|after|until|till|by|from|to|and|between|through|throughout|around|year"
        rf"|back\sin){_S}(?P<part>)(?P<core>(?P<y>{_Y})){_AFTER}(?!,\d)(?!\s?[-–—~]\s?\d){_COUNTED}",
        _year,
    ),
    _rule(r"\b(?P<core>today|tonight|this\s(?:morning|afternoon|evening)|earlier\stoday)\b", _shifted(0)),
    _rule(
        r"\b(?P<core>yesterday(?:\s(?:morning|afternoon|evening|night))?|last\snight)\b",
        _shifted(-1),
    ),
    _rule(r"\b(?P<core>(?:the\s)?day\sbefore\syesterday)\b", _shifted(-2)),
    _rule(r"\b(?P<core>tomorrow(?:\s(?:morning|afternoon|evening|night))?)\b", _shifted(1)),
    _rule(r"\b(?P<core>(?:the\s)?day\safter\stomorrow)\b", _shifted(2)),
    _rule(r"\b(?P<core>the\sother\sday)\b", lambda _, today: spans.some_units_ago(today, "day")),
    _rule(r"\b(?:on|over|at|during)\s(?P<core>the\sweekend)(?!\w)", lambda _, today: spans.latest_weekend(today)),
)


def _rolls(match: Match[str]) -> bool:
    """ "the past week" and "the last three weeks" end today; "last week" is the calendar's."""
    return bool(match["n"]) or "past" in match["core"]

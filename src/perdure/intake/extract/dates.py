"""Simple expressions of a day, in Chinese and English, read against the day of the turn.

`every Monday` is no day but a rhythm: `find_again` reads it, and `find_day` passes over it.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple

from perdure.intake.extract.again import find_again as find_again
from perdure.intake.extract.again import find_all_again
from perdure.intake.extract.calendar_words import (
    COUNT,
    DAY,
    MONTH,
    MONTHS,
    WEEKDAYS,
    WEEKDAYS_ZH,
    N,
    month_on,
    nearest_month,
    nearest_year,
)
from perdure.intake.extract.calendar_words import number as number
from perdure.intake.words import regex
from perdure.simplified import simplified

_I = re.IGNORECASE
_NEAR = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tmr": 1,
    "tmrw": 1,
    "yesterday": -1,
    "last night": -1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "the day before yesterday": -2,
    "今天": 0,
    "今日": 0,
    "今晚": 0,
    "今早": 0,
    "今儿": 0,
    "明天": 1,
    "明日": 1,
    "明早": 1,
    "明晚": 1,
    "明儿": 1,
    "后天": 2,
    "大后天": 3,
    "昨天": -1,
    "昨晚": -1,
    "昨日": -1,
    "前天": -2,
}

_PATTERNS = {
    "iso": regex(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    "zh_full": regex(
        r"(?<!农历)(?<!阴历)(?<!旧历)(?:(?P<y>\d{4})年|(?P<ny>后年|明年|今年|去年|前年)的?)?"
        rf"(?<![零一二两三四五六七八九十\d])(?P<m>{N}) ?月 ?(?P<d>{N})(?: ?[日号])?"
    ),
    "zh_next_month": regex(rf"(?P<rel>下个?月|这个?月|本月|上个?月) ?(?P<d>{N}) ?[日号]"),
    "zh_week": regex(r"(?P<rel>下下|下个?|上个?|这个?|本)?(?:周|星期|礼拜)(?P<w>[一二三四五六日天末])"),
    "zh_in": regex(rf"(?P<n>{N})(?P<u>天|周|个?星期|个?月)(?:之?后|以后|之?内|以内)"),
    "zh_ago": regex(rf"(?P<n>{N})(?P<u>天|周|个?星期)(?:之?前|以前)"),
    "zh_month_end": regex(
        r"(?<!农历)(?<!阴历)(?<!旧历)(?:(?P<y>\d{4})年|(?P<ny>后年|明年|今年|去年|前年)的?)?"
        rf"(?<![零一二两三四五六七八九十\d])(?P<m>{N}) ?月[底末]"
    ),
    "zh_end": regex(
        r"(?P<e>(?<![\d一二三四五六七八九十])月底|年底|这周末|周末前|年末|(?<![\d一二三四五六七八九十])月末)"
    ),
    # 12号 behind a street is a house, and before a room or a line it is its number.
    "zh_day": regex(rf"(?<![月\d第路街巷])(?<!\d弄)(?<!大道)(?<!胡同){N}号(?!<days.numbered_zh>)"),
    "en_near": regex(rf"\b(?:{'|'.join(sorted((k for k in _NEAR if k.isascii()), key=len, reverse=True))})\b", _I),
    "zh_near": regex("|".join(sorted((k for k in _NEAR if not k.isascii()), key=len, reverse=True))),
    "en_month": regex(
        rf"\b(?P<mon>{MONTH})(?:, the (?=\d+(?:st|nd|rd|th))| (?:the )?)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b"
        r"(?:,? (?P<y>\d{4}))?",
        _I,
    ),
    "en_day_month": regex(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<mon>{MONTH})(?![a-z])(?:,? (?P<y>\d{{4}}))?", _I
    ),
    "en_week": regex(rf"\b(?:(?P<rel>next|this coming|this past|this|last|past|coming) )?(?P<w>{DAY})\b", _I),
    "en_weeks_on": regex(
        rf"\b(?:(?P<n>{COUNT}|another) weeks?|(?P<f>a fortnight)) (?:on|from|this|next) (?P<w>{DAY})\b"
        rf"|\b(?P<w2>{DAY}) (?:week|(?P<f2>fortnight))(?= <days.after_day>\b|\W*$|[,.;!?])",
        _I,
    ),
    "en_in": regex(rf"\b(?:in|within) (?P<n>{COUNT}) (?P<u>days?|weeks?|months?)\b", _I),
    "en_ago": regex(rf"\b(?P<n>{COUNT}) (?P<u>days?|weeks?) ago\b", _I),
    "en_end": regex(r"\b(?:the )?end of (?:the |this )?(?P<e>day|week|month|year)\b|\b(?P<eod>eod|eow|eom)\b", _I),
    "en_month_end": regex(rf"\b(?:the )?end of (?P<mon>{MONTH})\b(?:,? (?P<y>\d{{4}}))?", _I),
    # `The 3rd floor` is no day: whatever noun follows is what is counted.
    "en_the_day": regex(r"\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)\b(?= <days.after_day>\b|[^\w ]| [^a-z\d]|\s*$)", _I),
}


class FoundDay(NamedTuple):
    """A day and where it was said."""

    day: date
    start: int
    end: int
    is_named: bool = False
    """Whether its month and day were said, as in `May 4`, and not only how far off it is."""
    is_day_alone: bool = False
    """Whether only the day of a month was said, as in `the 5th`: which month is meant depends on what it is about."""


_DAY_ALONE = frozenset({"zh_day", "en_the_day"})
_NAMED = frozenset({"iso", "zh_full", "en_month", "en_day_month"})


def find_day(text: str, today: date, *, past: bool = False) -> FoundDay | None:
    """The first day a text names. `past` reads `Friday` as the last one and not as the next."""
    text = simplified(text)
    best: FoundDay | None = None
    rhythms = [(again.start, again.end) for again in find_all_again(text, today)]
    for name, pattern in _PATTERNS.items():
        for m in pattern.finditer(text):
            if any(m.start() < end and start < m.end() for start, end in rhythms):
                continue
            try:
                day = _resolve(name, m, today, past)
            except (ValueError, OverflowError):
                day = None
            if day is not None:
                found = FoundDay(day, m.start(), m.end(), name in _NAMED, name in _DAY_ALONE)
                better = best is None or (found.start, -found.end) < (best.start, -best.end)
                best = found if better else best
                break
    return best


def _resolve(name: str, m: re.Match[str], today: date, past: bool) -> date | None:
    got = m.groupdict()
    match name:
        case "iso":
            return date(int(got["y"]), int(got["m"]), int(got["d"]))
        case "zh_full" | "zh_month_end":
            year = int(got["y"]) if got.get("y") else None
            if got["ny"]:
                year = today.year + {"后年": 2, "明年": 1, "今年": 0, "去年": -1, "前年": -2}[got["ny"]]
            if name == "zh_month_end":
                return _month_end(year, number(got["m"]), today, past)
            return nearest_year(year, number(got["m"]), number(got["d"]), today, past)
        case "zh_next_month":
            step = {"下": 1, "上": -1}.get(got["rel"][0], 0)
            return month_on(today, step).replace(day=number(got["d"]))
        case "zh_week":
            return _weekday(WEEKDAYS_ZH[got["w"]], got["rel"] or "", today, past)
        case "en_weeks_on":
            if past:
                return None
            weeks = (
                2 if got["f"] or got["f2"] else 1 if got["w2"] or got["n"].lower() == "another" else number(got["n"])
            )
            return _weekday(WEEKDAYS[(got["w"] or got["w2"])[:3].lower()], "", today, past) + timedelta(days=7 * weeks)
        case "zh_in" | "en_in":
            return _later(today, number(got["n"]), got["u"])
        case "zh_ago" | "en_ago":
            return _later(today, -number(got["n"]), got["u"])
        case "zh_day":
            return nearest_month(number(m.group()[:-1]), today, past)
        case "en_the_day":
            return nearest_month(int(got["d"]), today, past)
        case "en_near" | "zh_near":
            return today + timedelta(days=_NEAR[m.group().lower()])
        case "en_month" | "en_day_month":
            year = int(got["y"]) if got["y"] else None
            return nearest_year(year, MONTHS[got["mon"][:3].lower()], int(got["d"]), today, past)
        case "en_month_end":
            return _month_end(int(got["y"]) if got["y"] else None, MONTHS[got["mon"][:3].lower()], today, past)
        case "en_week":
            if got["w"].lower() in ("sat", "sun", "wed", "mon", "fri") and not got["w"][0].isupper():
                return None  # "sat" and "sun" are words of their own
            return _weekday(WEEKDAYS[got["w"][:3].lower()], (got["rel"] or "").lower(), today, past)
        case _:
            return _end(got["e"] or {"d": "day", "w": "week", "m": "month"}[got["eod"][-1].lower()], today)


def _month_end(year: int | None, month: int, today: date, past: bool) -> date:
    """The last day of a month; without a year the next one, or the last where it lies behind."""
    first = nearest_year(year, month, 1, today.replace(day=1), past)
    return first.replace(day=monthrange(first.year, first.month)[1])


def _end(which: str, today: date) -> date | None:
    match which.lower():
        case "day":
            return today
        case "week":
            return today + timedelta(days=(4 - today.weekday()) % 7)
        case "这周末" | "周末前":
            return today + timedelta(days=(6 - today.weekday()) % 7)
        case "month" | "月底" | "月末":
            return today.replace(day=monthrange(today.year, today.month)[1])
        case _:
            return today.replace(month=12, day=31)


def _weekday(day: int, which: str, today: date, past: bool) -> date:
    monday = today - timedelta(days=today.weekday())
    if which.startswith("下下"):
        return monday + timedelta(days=14 + day)
    if which in ("next", "下", "下个"):
        return monday + timedelta(days=7 + day)
    if which in ("上", "上个"):
        return monday + timedelta(days=day - 7)
    if which in ("this", "这", "这个", "本"):
        return monday + timedelta(days=day)
    if which in ("last", "past", "this past") or (past and "coming" not in which):
        return today - timedelta(days=(today.weekday() - day) % 7 or 7)
    return today + timedelta(days=(day - today.weekday()) % 7 or 7)


def _later(today: date, n: int, unit: str) -> date:
    if "月" in unit or unit.lower().startswith("month"):
        first = month_on(today, n)
        return first.replace(day=min(today.day, monthrange(first.year, first.month)[1]))
    weeks = "周" in unit or "星期" in unit or unit.lower().startswith("week")
    return today + timedelta(days=n * (7 if weeks else 1))


_SINCE = {
    "year": regex(
        r"\b(?:since|from|in|back in) (?P<y>(?:19|20)\d\d)\b|(?<!\d)(?P<zy>(?:19|20)\d\d)年(?!\d{1,2}月)", _I
    ),
    "month": regex(
        rf"\b(?:since|from|in) (?P<mon>{MONTH})(?: (?P<y>\d{{4}}))?\b"
        r"|(?<!\d)(?P<zy>(?:19|20)\d\d)年(?P<zm>\d{1,2})月",
        _I,
    ),
    "for": regex(
        rf"\bfor (?:about |over |almost |nearly )?(?P<n>{COUNT}) (?P<u>years?|months?)\b"
        rf"|(?P<zn>{N})(?P<zu>年|个月)了",
        _I,
    ),
    "last": regex(
        r"\b(?P<l>last year|last month|this year|this month|last week|yesterday|today)\b"
        r"|(?P<zl>去年|前年|今年|上个?月|这个?月|上周|昨天|今天)",
        _I,
    ),
}


def find_since(text: str, today: date) -> str | None:
    """Since when something is so, as exactly as it was said: a year, a month or a day."""
    text = simplified(text)
    for name in ("month", "year", "for", "last"):
        m = _SINCE[name].search(text)
        if m is None:
            continue
        got = m.groupdict()
        match name:
            case "year":
                return str(got["y"] or got["zy"])
            case "month":
                if got["zy"]:
                    return f"{got['zy']}-{int(got['zm']):02}" if 1 <= int(got["zm"]) <= 12 else str(got["zy"])
                month = MONTHS[got["mon"][:3].lower()]
                year = int(got["y"]) if got["y"] else today.year - (month > today.month)
                return f"{year}-{month:02}"
            case "for":
                try:
                    n = number(got["n"] or got["zn"])
                except ValueError:
                    continue
                if (got["u"] or got["zu"])[0] in "y年":
                    return str(today.year - n)
                first = month_on(today, -n)
                return f"{first.year}-{first.month:02}"
            case _:
                return _last((got["l"] or got["zl"]).lower(), today)
    return None


def _last(word: str, today: date) -> str:
    match word:
        case "last year" | "去年":
            return str(today.year - 1)
        case "前年":
            return str(today.year - 2)
        case "this year" | "今年":
            return str(today.year)
        case "last month" | "上个月" | "上月":
            return month_on(today, -1).isoformat()[:7]
        case "this month" | "这个月" | "这月":
            return today.isoformat()[:7]
        case "last week" | "上周":
            return (today - timedelta(days=7)).isoformat()[:7]
        case "yesterday" | "昨天":
            return (today - timedelta(days=1)).isoformat()
        case _:
            return today.isoformat()

"""The words of the calendar in both languages, small numbers, and the nearest month or year that has a day."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

WEEKDAYS = {name: n for n, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))}
WEEKDAYS_ZH = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
MONTHS = {
    name: n + 1
    for n, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"))
}
MONTH = r"<days.month_names>\.?"
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
N = r"(?:\d{1,3}|[零一二两三四五六七八九十]{1,3})"
_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_WORDS = {
    word: n
    for n, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
} | {"a": 1, "an": 1, "a couple of": 2, "couple of": 2, "twelve": 12, "fifteen": 15, "twenty": 20}
COUNT = rf"(?:\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"


def number(text: str) -> int:
    """A small number in digits, Chinese or English words."""
    text = text.strip().lower()
    if text.isdigit():
        return int(text)
    if text in _WORDS:
        return _WORDS[text]
    if text == "半":
        return 0
    if "十" in text:
        tens, _, ones = text.partition("十")
        if len(tens) > 1 or len(ones) > 1:
            raise ValueError("not a number")  # two that stand side by side: 九月十九八十四岁生日
        return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)
    value = 0
    for char in text:
        if char not in _DIGITS:
            raise ValueError("not a number")
        value = value * 10 + _DIGITS[char]
    return value


def nearest_year(year: int | None, month: int, day: int, today: date, past: bool) -> date:
    """The day in the year that was said, else in the nearest that has it, behind or ahead: few have a 29 February."""
    if year is not None:
        return date(year, month, day)
    step = -1 if past else 1
    for years in range(today.year, today.year + 9 * step, step):
        if day <= monthrange(years, month)[1]:
            here = date(years, month, day)
            if here <= today if past else here >= today:
                return here
    raise ValueError("no such day")


def nearest_month(day: int, today: date, past: bool) -> date:
    """The day of the nearest month that has it, behind or ahead: not all have a 31st."""
    step = -1 if past else 1
    for months in range(0, 3 * step, step):
        first = month_on(today, months)
        if 1 <= day <= monthrange(first.year, first.month)[1]:
            here = first.replace(day=day)
            if here <= today if past else here >= today:
                return here
    raise ValueError("no such day")


def month_on(today: date, step: int) -> date:
    months = today.year * 12 + today.month - 1 + step
    return date(months // 12, months % 12 + 1, 1)

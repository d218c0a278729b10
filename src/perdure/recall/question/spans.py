"""Stretches of time as whole days: the values of this package, and the arithmetic that both grammars share.

What names no year or week ("in May", "on Wednesday", 五月, 周三) is the latest one that has begun, because a memory is
asked about the past.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from re import Match, Pattern
from typing import Literal

Repeats = Literal["year", "week"]
Side = Literal["before", "after", "during"]

DAY = timedelta(days=1)
_SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


class SpanKind(StrEnum):
    """How large the named stretch is, and so how exactly it was meant."""

    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    RANGE = "range"
    SINCE = "since"
    UNTIL = "until"
    RELATIVE = "relative"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A stretch of time that a text names: from `start` up to, not including, `end`; None is open.

    A `relative` one has neither: it lies before, after or during an `event`, given in the words of the text.
    """

    start: datetime | None
    end: datetime | None
    at: tuple[int, int]
    """Where in the text it stands."""
    text: str
    kind: SpanKind
    event: str | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Days:
    """Whole days, half open. `repeats` says that the text left the year or the week to be guessed."""

    start: date
    end: date
    kind: SpanKind
    repeats: Repeats | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """Days and the place in the text that names them."""

    at: tuple[int, int]
    days: Days


Reading = Callable[[Match[str], date], Days | None]
Rule = tuple[Pattern[str], Reading]


def read_rules(rules: Sequence[Rule], text: str, today: date) -> list[Mention]:
    """Every mention the rules find. What the calendar does not have (31 April, the year 0) is not a mention."""
    mentions = []
    for pattern, reading in rules:
        for match in pattern.finditer(text):
            try:
                days = reading(match, today)
            except (ValueError, OverflowError):
                continue
            if days:
                mentions.append(Mention(match.span("core"), days))
    return mentions


def day(moment: date) -> Days:
    return Days(moment, moment + DAY, SpanKind.DAY)


def days_from(start: date, count: int, kind: SpanKind = SpanKind.RANGE) -> Days:
    return Days(start, start + count * DAY, kind)


def monday(moment: date) -> date:
    return moment - moment.weekday() * DAY


def week(today: date, shift: int = 0) -> Days:
    """An ISO week, Monday to Sunday, counted from this one."""
    return days_from(monday(today) + 7 * shift * DAY, 7, SpanKind.WEEK)


def weekend(today: date, shift: int = 0) -> Days:
    """Saturday and Sunday of an ISO week, counted from this one."""
    return days_from(monday(today) + (7 * shift + 5) * DAY, 2, SpanKind.WEEKEND)


def latest_weekend(today: date) -> Days:
    days = weekend(today)
    return days if days.start <= today else weekend(today, -1)


def weekday(today: date, index: int, shift: int = 0) -> Days:
    """A weekday (Monday is 0) of an ISO week, counted from this one."""
    return day(monday(today) + (7 * shift + index) * DAY)


def latest_weekday(today: date, index: int) -> Days:
    """That weekday on or before today."""
    return replace(day(today - (today.weekday() - index) % 7 * DAY), repeats="week")


def weekday_before(today: date, index: int) -> Days:
    """That weekday strictly before today."""
    return day(today - ((today.weekday() - index - 1) % 7 + 1) * DAY)


def weekday_after(today: date, index: int) -> Days:
    """That weekday strictly after today."""
    return day(today + ((index - today.weekday() - 1) % 7 + 1) * DAY)


def add_months(first: date, count: int) -> date:
    """The first day of a month, some months away."""
    years, month = divmod(first.year * 12 + first.month - 1 + count, 12)
    return date(years, month + 1, 1)


def months(year: int, month: int, count: int, kind: SpanKind) -> Days:
    first = date(year, month, 1)
    return Days(first, add_months(first, count), kind)


def month(year: int, number: int) -> Days:
    return months(year, number, 1, SpanKind.MONTH)


def month_from(today: date, shift: int) -> Days:
    first = add_months(today, shift)
    return month(first.year, first.month)


def quarter(year: int, number: int) -> Days:
    return months(year, 3 * number - 2, 3, SpanKind.QUARTER)


def quarter_from(today: date, shift: int) -> Days:
    first = add_months(today, 3 * shift)
    return quarter(first.year, (first.month + 2) // 3)


def season(year: int, name: str) -> Days:
    """Three months, northern: winter begins in December of its year."""
    return months(year, _SEASON_MONTH[name], 3, SpanKind.SEASON)


def year(number: int) -> Days:
    return Days(date(number, 1, 1), date(number + 1, 1, 1), SpanKind.YEAR)


def years(first: int, last: int) -> Days:
    return Days(date(first, 1, 1), date(last + 1, 1, 1), SpanKind.RANGE)


def third_of_month(days: Days, part: int) -> Days:
    """Days 1–10, 11–20, or the rest."""
    start = days.start + 10 * part * DAY
    return Days(start, days.end if part == 2 else start + 10 * DAY, SpanKind.RANGE)


def latest(make: Callable[[int], Days], today: date) -> Days:
    """What comes every year: the latest that has begun. Eight years back, because 29 February can be that rare."""
    for number in range(today.year, today.year - 9, -1):
        try:
            days = make(number)
        except ValueError:
            continue
        if days.start <= today:
            return replace(days, repeats="year")
    raise ValueError("never begun")


def latest_over(make: Callable[[int], Days], today: date) -> Days:
    """What comes every year: the latest that is over ("last May" in May is a year ago)."""
    return next(days for number in range(today.year, today.year - 9, -1) if (days := make(number)).end <= today)


def first_after(make: Callable[[int], Days], today: date) -> Days:
    """What comes every year: the first that has not begun."""
    return next(days for number in range(today.year, today.year + 9) if (days := make(number)).start > today)


def units_ago(today: date, count: int, unit: str) -> Days:
    """So many days, weeks, months or years ago: that calendar day, ISO week, month or year."""
    match unit:
        case "day":
            return day(today - count * DAY)
        case "week":
            return week(today, -count)
        case "weekend":
            return weekend(today, -count)
        case "month":
            return month_from(today, -count)
        case "quarter":
            return quarter_from(today, -count)
        case "decade":
            return years(today.year - 10 * count - 1, today.year - 10 * count + 1)
        case _:
            return year(today.year - count)


def some_units_ago(today: date, unit: str) -> Days:
    """A few days, weeks, months or years ago: two to six of them."""
    return Days(units_ago(today, 6, unit).start, units_ago(today, 2, unit).end, SpanKind.RANGE)


def past_units(today: date, count: int, unit: str) -> Days:
    """The past so many days, weeks, months or years, up to and including today."""
    match unit:
        case "day":
            start = today - count * DAY
        case "week":
            start = today - 7 * count * DAY
        case _:
            first = add_months(today, -count * {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit])
            start = min(first + (today.day - 1) * DAY, add_months(first, 1) - DAY)
    return Days(start, today + DAY, SpanKind.RANGE)


def since_hours(now: datetime, hours: float) -> Days:
    """The day, or two days, between that many hours ago and now."""
    return Days((now - timedelta(hours=hours)).date(), now.date() + DAY, SpanKind.DAY)


def between(first: Days, last: Days) -> Days | None:
    """From the beginning of one to the end of the other. A guessed year or week gives way to the one that is named."""
    if last.repeats and (not first.repeats or last.start < first.start):
        last = _moved(last, first.start)
        if last.start < first.start:
            last = _again(last, 1)
    elif first.repeats and not last.repeats:
        first = _moved(first, last.start)
        if first.start > last.start:
            first = _again(first, -1)
    return Days(first.start, last.end, SpanKind.RANGE) if first.start < last.end else None


def _moved(days: Days, near: date) -> Days:
    """The same days in the year or the week of a date."""
    if days.repeats == "week":
        return _again(days, (monday(near) - monday(days.start)) // (7 * DAY))
    return _again(days, near.year - days.start.year)


def _again(days: Days, times: int) -> Days:
    """The same days some years or weeks later."""
    if days.repeats == "week":
        return replace(days, start=days.start + 7 * times * DAY, end=days.end + 7 * times * DAY)
    start, length = days.start, days.end - days.start
    moved = date(start.year + times, start.month, 1) + (start.day - 1) * DAY
    whole_months = start.day == 1 and days.end.day == 1
    return replace(
        days, start=moved, end=days.end.replace(year=days.end.year + times) if whole_months else moved + length
    )

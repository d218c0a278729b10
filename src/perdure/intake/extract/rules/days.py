"""How rules name days: patterns of the expressions, and the day that is meant in the sentence they stand in."""

from __future__ import annotations

from perdure.intake.extract.calendar_words import WEEKDAY
from perdure.intake.extract.contract import Reading
from perdure.intake.extract.dates import FoundDay
from perdure.intake.extract.rules.phrases import I
from perdure.intake.extract.tense import day_in, is_past_word
from perdure.intake.words import regex
from perdure.types.events import Recurs

_MONTH = r"<days.months>[a-z]*"
_DAY_OF_YEAR = rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?)"
_WEEKDAY_SAID = (
    rf"(?:a|two|three) weeks? (?:on|from) {WEEKDAY}"
    rf"|(?:on |this |next |last |coming )?{WEEKDAY}(?: (?:week|fortnight)\b)?"
)
DAY_EN = (
    rf"(?:<days.near>|{_WEEKDAY_SAID}|(?:on )?{_DAY_OF_YEAR}(?:,? \d{{4}})?"
    r"|(?:on )?\d{4}-\d\d-\d\d|in (?:a|one|two|three|four|five|six|\d{1,2}) (?:days?|weeks?)"
    r"|(?:two|three|four|five|\d) days ago|(?:on )?the \d{1,2}(?:st|nd|rd|th))"
)
EVERY_EN = (
    rf"(?:(?:every|each) (?:other |second )?{WEEKDAY}(?:(?:,|,? and) {WEEKDAY})*"
    rf"|on {WEEKDAY}s(?: and {WEEKDAY}s)?|(?:every|each) (?:year on )?{_DAY_OF_YEAR}"
    rf"|(?:on )?{_DAY_OF_YEAR} (?:every|each) year"
    r"|(?:on )?the \d{1,2}(?:st|nd|rd|th)? of (?:every|each|the) month)"
)
NUMBER = r"[一二两三四五六七八九十\d]{1,3}"
DAY_ZH = (
    rf"(?:<days.days_zh>|(?:\d{{4}}年|明年|今年|去年)?{NUMBER}月{NUMBER}[日号]|\d{{4}}-\d\d?-\d\d?"
    rf"|下个?月{NUMBER}[日号]|{NUMBER}天后|{NUMBER}号)"
)
EVERY_ZH = (
    r"(?:每(?:隔一?个?|两个?)?个?(?:周|星期|礼拜)[一二三四五六日天](?:[和、]周?[一二三四五六日天])*"
    rf"|每个?月的?{NUMBER}[日号]|每年的?{NUMBER}月{NUMBER}[日号])"
)

_YEARLY = regex(
    r"\b(?:birthday|bday|anniversary)(?: of [^\n]+)?$|(?:生日|纪念日|周年(?:纪念日?|庆)?|忌日|诞辰|大寿)$", I
)
_KEPT_THEN = regex(r"^(?:celebrat|attend|plan)|了", I)
_WEEKLY = regex(r"\bweekly\b|每周|周会|例会", I)
_FORTNIGHTLY = regex(r"\b(?:bi-?weekly|fortnightly)\b|隔周|双周|每两周", I)
_BARE_WEEKDAY = regex(rf"(?:on )?{WEEKDAY}|(?:周|星期|礼拜)[一二三四五六日天]", I)


def day_said(when: str, r: Reading, *, past: bool) -> FoundDay | None:
    """The day that `when` means in the sentence it stands in. `past` is how it is read where no verb tells."""
    return day_in(r.clause.sentence, r.today, when=when, past=past)


_EACH_YEAR = regex(
    r"\b(?:birthday|bday|anniversary)(?=\W*$|[,.!?;]| <days.after_birthday>\b|'s)|\bborn on\b"
    r"|生日(?!会|派对|聚|宴|礼|蛋糕| ?party)|忌日|纪念日|诞辰|[日号]生的|[日号]出生",
    I,
)


def comes_each_year(said: str) -> bool:
    """Whether a statement with a day tells of one that comes again each year."""
    return _EACH_YEAR.search(said) is not None and _KEPT_THEN.search(said) is None


def rhythm(title: str, when: str) -> Recurs | None:
    """How what has this title comes again, where its name says so: a birthday every year, a weekly meeting weekly."""
    if _YEARLY.search(title):
        was_held = _KEPT_THEN.search(title) or any(map(is_past_word, title.split()))
        return None if was_held else "yearly"
    return "weekly" if _WEEKLY.search(title) and _is_weekday(when) else None


def is_irregular(title: str, when: str) -> bool:
    """Whether it comes again in a rhythm that events have no word for."""
    return bool(_FORTNIGHTLY.search(title)) and _is_weekday(when)


def _is_weekday(when: str) -> bool:
    return bool(_BARE_WEEKDAY.fullmatch(when.strip()))

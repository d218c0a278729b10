"""How a dated happening becomes a draft: its title, its day or rhythm, and how it is kept."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Reading
from perdure.intake.extract.dates import find_again, find_day
from perdure.intake.extract.rules.days import day_said, is_irregular, rhythm
from perdure.intake.extract.rules.phrases import I, bare, say, tidy
from perdure.intake.words import regex
from perdure.types.events import Recurs
from perdure.values import JSON, Duration


def event(r: Reading, title: str, day: str, recurs: Recurs | None = None, *, importance: float = 0.6) -> Draft:
    """A happening as a draft."""
    if recurs is not None:
        value: dict[str, JSON] = {"date": day, "title": title, "recurs": recurs}
        return Draft("events", value, tidy(r.clause.text), importance=max(importance, 0.7))
    content = say(r, "{day}: {title}.", "{day}：{title}。", day=day, title=title)
    return Draft("events", {"date": day, "title": title}, content, importance=importance)


def dated(r: Reading, title: str, when: str, *, past: bool) -> Draft | None:
    """What happens on the day, or in the rhythm, that `when` names; None if it names none.

    What comes again in a way that events cannot say is kept as a fact, in the words that were used.
    """
    again = find_again(when, r.today)
    if again is not None and again.recurs is not None:
        return event(r, title, again.day.isoformat(), again.recurs)
    if again is not None or is_irregular(title, when):
        said = tidy(r.clause.text)
        fact: dict[str, JSON] = {"subject": r.subject, "predicate": title, "value": said}
        return Draft("facts", fact, said, importance=0.6, duration=Duration.PERMANENT)
    found = day_said(when, r, past=past)
    return None if found is None else event(r, title, found.day.isoformat(), rhythm(title, when))


def about(what: str, when: str, r: Reading, *, past: bool) -> Draft | None:
    """What happens, without its day and hour, as `dated` keeps it."""
    if find_again(when, r.today) is None and find_day(when, r.today) is None:
        when = r.clause.sentence
    inner = find_day(what, r.today)
    if inner:
        front, back = what[: inner.start].rstrip(), what[inner.end :].lstrip()
        what = f"{front} {back}" if front and back and front[-1].isascii() else front + back
    title = bare(_EDGES.sub("", tidy(_CLOCK.sub("", tidy(what)))))
    title = re.sub(r"^(?:有|去|要)?(?:一?[个场次节])", "", title)
    if len(title) < 2 or len(title) > 80 or title[0] in "的地得" or title[-1] in "前后":
        return None
    return dated(r, title, when, past=past)


_CLOCK = regex(
    r"(?:上午|下午|晚上|早上|中午|凌晨)?[一二两三四五六七八九十\d]{1,3}(?:点半?|:\d\d)(?:钟)?"
    r"|\b(?:at|around) \d{1,2}(?::\d\d)? ?(?:am|pm)?\b|(?:上午|下午|晚上|早上|中午)",
    I,
)
_EDGES = regex(
    r"(?:[\s,]*\b(?:on|at|by|for|in|this|next|is)\b){1,4}$|(?:在|于|的)$"
    r"|^(?:(?:on|at)\b|上午|下午|晚上|早上|中午|有|了|我们的?|我的(?!生日)"
    r"|我(?![^\n]{0,5}(?:生日|忌日|birthday))|个|一?[个场次节]) ?",
    I,
)

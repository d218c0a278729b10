"""What the rules about people share: one fact of a profile, with since when it holds."""

from __future__ import annotations

from collections.abc import Callable

from perdure.intake.extract.contract import Draft, Make, Matched, Reading
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import I, profile, tidy
from perdure.intake.words import regex

_FOR = r"for (?:about |over |almost |nearly )?(?:\d+|<profile.counts>) (?:years?|months?|weeks?)"
_FROM = (
    r"last (?:year|month|week|spring|summer|autumn|fall|winter)|this (?:year|month|week)|in (?:19|20)\d\d"
    r"|yesterday|in <days.months_full>"
)
_AGO = r"a (?:few )?(?:month|week|year|day)s? ago|(?:two|three|\d+) (?:years|months|weeks|days) ago"
SINCE = regex(rf"[\s,]*\b(?:since|{_FOR}|{_FROM}|recently|{_AGO}|today|from (?:19|20)\d\d)\b.*$", I)


def fact_of(k: str, en: str, zh: str, longest: int = 40, stop: str = r"(?!)") -> Make:
    halt = regex(stop, I)

    def make(m: Matched, r: Reading) -> Draft | None:
        since = find_since(r.clause.text, r.today)
        value = tidy(SINCE.sub("", tidy(m["x"])))
        if not value or len(value) > longest or halt.match(value):
            return None
        return profile(r, k, value, en, zh, since=since)

    return make


def status_of(k: str, values: dict[str, str], en: str, zh: str) -> Callable[[Matched, Reading], Draft | None]:
    def make(m: Matched, r: Reading) -> Draft | None:
        word = m["x"].lower()
        value = next((v for w, v in values.items() if w in word), None)
        since = find_since(r.clause.text, r.today)
        return profile(r, k, value, en, zh, since=since) if value else None

    return make


WHY = "heard.person"

"""What the rules about people share: one fact of a profile, with since when it holds."""

from __future__ import annotations

import re
from collections.abc import Callable

from perdure.intake.extract.contract import Draft, Make, Matched, Reading
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import I, profile, tidy
from perdure.regex import regex

SINCE = regex(
    r"[\s,]*\b(?:since|for (?:about |over |almost |nearly )?(?:\d+|an?|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|twelve|fifteen|twenty|a couple of) (?:years?|months?|weeks?)"
    r"|last (?:year|month|week|spring|summer|autumn|fall|winter)|this (?:year|month|week)"
    r"|in (?:19|20)\d\d|yesterday|in (?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december)|recently|a (?:few )?(?:month|week|year|day)s? ago"
    r"|(?:two|three|\d+) (?:years|months|weeks|days) ago|today|from (?:19|20)\d\d)\b.*$",
    I,
)


def fact_of(k: str, en: str, zh: str, longest: int = 40, stop: str = r"(?!)") -> Make:
    halt = re.compile(stop, I)

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

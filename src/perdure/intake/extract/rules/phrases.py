"""What the rules share: how sentences begin, how a captured phrase is tidied, how a conclusion is worded."""

from __future__ import annotations

import re
from typing import Any

from perdure.intake.extract.contract import Draft, Reading
from perdure.intake.words import regex
from perdure.values import JSON

I = re.IGNORECASE  # noqa: E741  # short, because it stands behind every pattern

ASCII = re.IGNORECASE | re.ASCII
"""For lists of Latin words: `用Postgres` has a border between the two, which only ASCII sees."""

EN = r"^(?:<phrases.leads>[,:]? (?:that )?){0,4}"
"""How an English clause may begin before it comes to the point."""
ZH = r"^(?:<phrases.leads_zh>|[:：,， ]){0,5}"
"""How a Chinese clause may begin before it comes to the point."""
REST = r"(?P<x>[^\n]{1,120})$"

ONCE = regex(
    r"\b(?:for (?:this|the) <phrases.once>|just (?:this once|for (?:now|today))|this time"
    r"|for (?:now|today|tonight)|today|tonight"
    r"|in this (?:task|chat|session|conversation|pr|file|one|report))\b|<phrases.once_zh>",
    I,
)
"""What makes a wish one for the current task."""

_TAIL_EN = regex(r"(?:[\s,]+<phrases.tail>){1,4}$", I)
_TAIL_ZH = regex(r"(?:<phrases.tail_zh>|～|~){1,4}$")
_EDGES = " \t\"'“”‘’「」『』`*_.,;:!?。，、；：！？…()（）~～-—"
_EMOJI = regex("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")


def tidy(phrase: str) -> str:
    """A captured phrase without what only rounds off a sentence."""
    text = _EMOJI.sub(" ", phrase).strip(_EDGES)
    for _ in range(2):
        text = _TAIL_ZH.sub("", _TAIL_EN.sub("", text)).strip(_EDGES)
    return text


def bare(phrase: str) -> str:
    """The same without a leading article or possessive."""
    return re.sub(r"^(?:the|a|an|my|our|some|to) ", "", tidy(phrase), flags=I)


def listed(phrase: str) -> list[str]:
    """`tea, green tea and coffee` as three; a long phrase stays whole."""
    parts = [part for part in (bare(p) for p in re.split(r", | and | or |、|和|跟|以及", phrase)) if part]
    fits = all(len(p.split()) <= 3 and len(p) <= 24 for p in parts)
    return parts if parts and fits else [bare(phrase)]


def say(r: Reading, en: str, zh: str, **words: object) -> str:
    """A short sentence in the language of the clause."""
    return (zh if r.is_zh else en).format(who=r.who, **words)


def profile(r: Reading, k: str, v: str, en: str, zh: str, *, since: str | None = None, **more: Any) -> Draft:
    """One fact about who somebody is."""
    fact: dict[str, JSON] = {"k": k, "v": v}
    if since:
        fact["since"] = since
    content = say(r, en, zh, v=v, k=k)
    return Draft("profile", {"subject": r.subject, "facts": [fact]}, content, **{"importance": 0.7, **more})


def preference(r: Reading, scope: str, name: str, value: str, en: str, zh: str, **more: Any) -> Draft:
    """How somebody likes something."""
    shape: dict[str, JSON] = {"scope": scope, "name": name, "value": value}
    if r.subject != "user":
        shape["subject"] = r.subject
    return Draft("preferences", shape, say(r, en, zh, name=name, value=value), **{"importance": 0.6, **more})

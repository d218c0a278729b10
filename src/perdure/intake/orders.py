"""Whether a clause orders something of the one spoken to. Pure functions on strings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perdure.intake.extract import aside, mood
from perdure.intake.request_words import GIVEN, OPENERS_ZH, ORDERED_EN, REPORTS, SPOKEN
from perdure.intake.words import regex, word_set
from perdure.language import HAN, Span
from perdure.simplified import simplified
from perdure.textcache import cached_texts

KEPT = 512
"""Messages of which it is kept what was found in them: each is asked about several times, and those before it again
with every request to forget."""

_I = re.IGNORECASE
_HAN = regex(f"[{HAN}]")
_ORDERED = regex(rf"^(?:{'|'.join(ORDERED_EN)})$", _I)
_OPENED_ZH = regex(rf"^(?:{OPENERS_ZH})*$", _I)
_BORDER = regex(
    rf"[，；。！？：—–…、]+|[,;:!?](?=\s|$|[{HAN}])|\s-+\s|\.(?=\s|$)"
    r"|\s+(?=(?:so|and|but) (?:please|pls|plz|you can|u can|can you|could you|would you)\b)",
    _I,
)
_GIVEN = regex(GIVEN, _I)
_REPORTS = regex(REPORTS, _I)
_SPOKEN = regex(SPOKEN, _I)
_POLITE = regex(
    r"^\s*(?:<requests.polite_leads>[, ]+)*(?:(?:can|could|would|will) (?:you|u)\b|would it be"
    r"|is it possible|any chance|do you mind|don'?t (?:you|u)\b.{0,6} forget)"
    r"|(?:^|[，, ])(?:你|您|请问)?(?:能不能|可不可以|可以|能|麻烦|帮我|帮忙|请)"
    r"|(?:能不能|可不可以|可以|能否)(?:请?你|请?您)?(?:帮|替|给我|从你|从您|把)",
    _I,
)
_WONDERS = regex(r"<requests.wonders_zh>|\bhow (?:do|can|to|does)\b", _I)


def clauses_of(sentence: str) -> list[Span]:
    """The stretches between the marks of a sentence."""
    found: list[Span] = []
    at = 0
    for mark in _BORDER.finditer(sentence):
        found.append((at, mark.start()))
        at = mark.end()
    found.append((at, len(sentence)))
    return [(a, b) for a, b in found if sentence[a:b].strip()]


def opens_en(before: str) -> bool:
    """Whether what stands before an English verb in its clause does nothing but open an order."""
    if _HAN.search(before):
        before = _HAN.sub("", before) if _OPENED_ZH.match(before.strip()) else "x!"
    words = before.strip().strip("()[]*_").lower().replace("’", "'").split()
    while words and words[0].strip(",") in word_set("requests.leads") and not _ORDERED.match(" ".join(words)):
        words = words[1:]
    return not words or _ORDERED.match(" ".join(words)) is not None


def opens_zh(before: str) -> bool:
    """Whether what stands before a Chinese verb in its clause does nothing but open an order."""
    return _OPENED_ZH.match(before.strip()) is not None


def is_asked(sentence: str, mark: str, clause: Span) -> bool:
    """Whether a clause asks something, and is no order that is put as a question."""
    text = sentence[clause[0] : clause[1]]
    last = not sentence[clause[1] :].strip(" .,!?？。")
    asked = mood.is_question(text) or (last and ("?" in mark or "？" in mark))
    return bool(_WONDERS.search(text)) or (asked and not _POLITE.search(text))


def not_own(text: str) -> list[Span]:
    """What of a message is said with the words of others: quoted, in code, or given to be worked on."""
    return list(_not_own(text))


@cached_texts(KEPT)
def _not_own(text: str) -> tuple[Span, ...]:
    text = simplified(text)
    spans = mood.quoted(text) + aside.code_spans(text)
    spans += [(found.end(), len(text)) for found in _GIVEN.finditer(text)]
    if mood.not_meant(text) == "given":
        spans.append((0, len(text)))
    return tuple(spans)


def is_reported(sentence: str, clause: Span) -> bool:
    """Whether a clause follows words that report somebody else."""
    before = sentence[: clause[0]]
    return _REPORTS.search(before) is not None and _SPOKEN.search(before[-24:]) is None


def lies_in(place: int, spans: Sequence[Span]) -> bool:
    """Whether a place is in one of several stretches."""
    return any(a <= place < b for a, b in spans)


def own_parts(text: str, parts: Sequence[Span]) -> list[tuple[Span, str]]:
    """Those of several stretches in which a person speaks, each with the words of others in it left out."""
    own, foreign = list(aside.own_words(text)), not_own(text)
    found: list[tuple[Span, str]] = []
    for start, end in parts:
        said, at = "", start
        for first, last in sorted(foreign):
            if first < end and last > at:
                said, at = said + text[at : max(at, first)] + "…", last
        said += text[at:end]
        if lies_in(start, own) and re.search(r"\w", said):
            found.append(((start, end), said))
    return found

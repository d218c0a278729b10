"""Who denies what: whose not being or having something is told, and of what exactly.

A qualifier is what is denied where there is one: who is no strict vegetarian may be a vegetarian. And what is only
reported, asked or supposed says nothing of the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from perdure.intake.extract import mood
from perdure.intake.extract.known import words
from perdure.intake.extract.sentences import clauses
from perdure.intake.read.goes_on import owners
from perdure.intake.words import regex
from perdure.simplified import simplified
from perdure.spans import without_spans

_I = re.IGNORECASE
_FRAME = regex(r"\b(?:<denial.frame>)\b", _I)
_FRAME_ZH = regex(r"<denial.frame_zh>")
_NOT = regex(
    r"\b(?:not|never|no longer|cannot|nothing|nobody|no one|none)\b|n['’]t\b|\b(?:do|does|did|is|are|was)nt\b"
    r"|不(?!过(?!敏)|错|好意思)|没(?!错|问题)|并非",
    _I,
)
"""Each negation by itself. `Any more` and 已经 only round one off."""
_NOT_ONLY = regex(r"(?:\bnot|n['’]t) (?:\w+ )?(?:only|just|merely|simply)\b|不[仅只光单止]|不是只", _I)
"""What adds to something and denies nothing."""
_UNSTATED = frozenset({"fiction", "disbelieved", "supposed", "guessed", "reported", "reported_zh"})
"""Moods in which nothing is denied. A laugh, or a word about the past, leaves a denial what it is."""
_REPORTED = frozenset({"fiction", "reported", "reported_zh"})
"""Those of them that reach over the whole sentence, whichever clause they stand in."""


def is_stated(sentence: str, clause: str) -> bool:
    """Whether a clause with a negation denies something in the speaker's own name: once, and not in passing on."""
    if mood.is_question(clause) or _NOT_ONLY.search(clause) or len(_NOT.findall(clause)) > 1:
        return False
    return mood.not_stated(clause) not in _UNSTATED and mood.not_stated(sentence) not in _REPORTED


def names_only(denied: str, values: Iterable[str]) -> bool:
    """Whether a phrase that is denied names these values and nothing besides: no qualifier, and no other thing."""
    rest = simplified(denied).casefold()
    for value in sorted({simplified(value).casefold() for value in values if value}, key=len, reverse=True):
        border = r"\b" if value.isascii() else ""
        rest = re.sub(rf"{border}{re.escape(value)}{border}", " ", rest)
    return re.search(r"[^\W_]", _FRAME_ZH.sub(" ", _FRAME.sub(" ", rest))) is None


def may_end(said: str, held: str) -> bool:
    """Whether what is said may put an end to what is held, as far as it tells whose it is, and of what.

    A question, and what the speaker only passes on, end nothing. A denial ends what it names: not what somebody else
    no longer is, and of what is kept apart for each thing, an allergy, not one that is not named.
    """
    whole, held = simplified(said), simplified(held)
    said = without_spans(whole, mood.quoted(whole), " ")
    if words(whole) & words(held) and not words(said) & words(held):
        return False  # nothing but a quote speaks of it
    parts = [said[a:b] for a, b in clauses(said)]
    if all(map(mood.is_question, parts)) or said.rstrip().endswith(("?", "？")):
        return False
    if _ALLERGIES.search(held) and not _things(said) & _things(held):
        return False
    if not _NOT.search(said):
        return True
    if _FIRST.search(said):
        if mood.not_stated(said) in _REPORTED or _NOT_ONLY.search(said):
            return False
        return not (_FIRST.search(held) and owners(said) - owners(held))
    # A denial that is all that is said names whom it is about; of several clauses one may only say why.
    is_told = len(parts) > 1 and not _ALLERGIES.search(held)
    if is_told or not _FIRST.search(held) or owners(held):
        return True
    return all(_is_of(part, held) for part in parts if _NOT.search(part))


_ALLERGIES = regex(r"\ballerg(?:y|ies|ic)\b|\bintoleran(?:t|ce)\b|(?<!抗)过敏|不耐受", _I)
_FIRST = regex(r"\b(?:i|i'm|i've|i'd|my|me|we|our)\b|[我咱俺]", _I)


def _things(text: str) -> frozenset[str]:
    """What somebody is allergic to, and whatever else a text names beside the allergy."""
    return words(_bare(_ALLERGIES.sub(" ", text)))


def _bare(text: str) -> str:
    """A text without its negations and what belongs to any denial."""
    return _FRAME_ZH.sub(" ", _FRAME.sub(" ", _NOT.sub(" ", text)))


def _is_of(denial: str, held: str) -> bool:
    """Whether a denial in nobody's name is of the speaker's own thing: that, and not Ruth, is what it begins with."""
    if _ALLERGIES.search(held):
        return words(_bare(denial)) <= words(held)
    begins = words(_bare(_NOT.split(denial, maxsplit=1)[0]))
    return not begins or bool(begins & words(held))

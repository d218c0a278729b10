"""Whether a thing has all that a request to forget names, and whether it says more than that. Pure functions on text.

`Forget my cat allergy` does not mean the allergy to peanuts that is held, near as it is; and of `nuts and shellfish`
who names the nuts does not mean the rest. What is not so is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from perdure.intake.meant import Thing, holds, units_of
from perdure.intake.read.named import members_of
from perdure.intake.words import regex
from perdure.language import HAN, weight
from perdure.models.thesaurus import packaged
from perdure.simplified import simplified
from perdure.textcache import cached_texts

MOST_OF_IT = 0.6
"""The share of a Chinese word from which on a thing has it: 花生过敏 of 对花生有过敏."""
STATES = 2
"""What a part between commas weighs at least that says something of its own."""
_HAN = regex(f"[{HAN}]")
_ASKING = regex(
    r"\b(?:<requests.drop>|<requests.keep>|forget|know|please|pls|thx|thanks|bother(?:ing)?|remember(?:ing)?)\b"
    r"|(?:<requests.do_not_zh>)再?(?:记得|记着|记住|记|存着?|留着?|保存|提)|当[作做]?[我你您]?没[说提讲听]过"
    r"|从.{0,4}(?:记忆|脑子|笔记)[里中]?|忘[掉了记]?|<requests.drop_zh>|抹[掉了]?|清[掉除]?|删[掉除了]?|不算数?|作废",
    re.IGNORECASE,
)
"""Words by which a request asks, and that name nothing."""
_PRONOUN = regex(r"(?:i|you|he|she|it|we|they|him|her|them|us|me|that|this|who)(?:['’]\w+)?", re.IGNORECASE)
_FILLER = regex(r"^\W*(?:(?:<requests.fillers>)(?![a-z])[\s,，]*)+", re.IGNORECASE)
_AND = regex(r"\s+(?:and|&)\s+", re.IGNORECASE)
_PARTS = regex(r"[,;，；。！!?？\n]+|\.(?=\s|$)|\s+(?:but|while|whereas|so)\s+|但是?|而且?|所以", re.IGNORECASE)


def has_all(phrases: Sequence[str], thing: Thing, *, with_ideas: bool) -> bool:
    """Whether a thing has every telling word of one of the phrases, or another word for the same idea."""
    return any(asked and not any(_lacks(one, thing, with_ideas) for one in asked) for asked in map(_asked, phrases))


def says_more(phrases: Sequence[str], thing: Thing) -> bool:
    """Whether a thing says, beside the part of it that is named, something that nobody named.

    What is one field among several of a sentence is itself that part.
    """
    parts = [one for part in parts_of(thing.said) for one in _AND.split(part) if units_of(simplified(one))]
    if len(parts) < 2 or (thing.field is not None and _is_value_of_its_own(thing)):
        return False
    asked = frozenset[str]().union(*map(_asked, phrases))
    named = [any(_has(unit, simplified(part)) for unit in asked) for part in parts]
    return any(named) and not all(named)


def says_several(said: str) -> bool:
    """Whether a statement says several things: what is new about one of them leaves the others as they were."""
    return len(parts_of(said)) > 1


@cached_texts(8_192)
def parts_of(said: str) -> tuple[str, ...]:
    """What stands between the commas of a statement and says something of its own, and the members of a list."""
    found: list[str] = []
    for part in _PARTS.split(said):
        part = _FILLER.sub("", part)
        listed = [one for one in members_of(part) if units_of(simplified(one))]
        if len(listed) > 1:
            found += listed
        elif weight(part) >= STATES and units_of(simplified(part)):
            found.append(part)
    return tuple(found)


def _is_value_of_its_own(thing: Thing) -> bool:
    """Whether a field has a value beside the sentence it was said in: then nothing but that value goes."""
    field = thing.field or {}
    return str(field.get("v", "")) != str(field.get("said", ""))


@cached_texts(1_024)
def _asked(phrase: str) -> frozenset[str]:
    return frozenset(unit for unit in units_of(_ASKING.sub(" ", simplified(phrase))) if not _PRONOUN.fullmatch(unit))


def _lacks(unit: str, thing: Thing, with_ideas: bool) -> bool:
    is_alone = thing.field is not None and _is_value_of_its_own(thing)
    if _has(unit, thing.own if is_alone else thing.text) or _has(unit, thing.aliases):
        return False
    return not (with_ideas and _is_same_idea(unit, thing.own if is_alone else f"{thing.said} {thing.aliases}"))


def _has(unit: str, text: str) -> bool:
    return holds(unit, text) >= (MOST_OF_IT if _HAN.match(unit) else 1.0)


def _is_same_idea(unit: str, text: str) -> bool:
    """Whether a text speaks of the idea of a word, or of a narrower one: a dog is a pet, and a cat no dog."""
    asked, held = packaged().ideas(unit), packaged().ideas(text)
    return any(idea in held.own or idea in held.broader for idea in asked.own)

"""Words that say, or may say, that what is held goes on: it stands beside the new, or is somebody else's thing."""

from __future__ import annotations

import re

from perdure.intake.read.grams import words
from perdure.intake.words import regex
from perdure.textcache import cached_texts

STANDS_ON = regex(
    r"\b(?:unchanged|no change|hasn't changed|same as before|as well as|in addition|on top of)\b|没变|不变"
    r"|没改|照旧|照样|也开始|又多了|除了.{1,12}(?:还|也)",
    re.IGNORECASE,
)
"""What says that the old one goes on."""
MAY_STAND_ON = regex(r"\b<goes_on.may_stand_on>\b|照常|继续|还在|加了|另外|除了|[也又]", re.IGNORECASE)
"""What may say so: where nobody but the reader says that the old one ends, it is asked about.

Each of these stands more often in what leaves the old one as it is than in what changes it; `都`, `both` and `stays` do
not, and say nothing."""

OWNERS = regex(r"\b(<goes_on.owners>)(?:s|'s|’s)?\b|(<goes_on.owners_zh>)", re.IGNORECASE)
"""Those whose things are not the speaker's own."""


_NAME = regex(r"(?<=[a-z,一-龥] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)[A-Z][a-z]{2,}")
"""A name in Latin letters in the middle of a text. A day is none: it is what changes."""
_BORDER = regex(r"[,;:.!?] +(?=\S+ \S+ \S)|[，；。！？]")
"""Where another clause of three words or more begins."""


@cached_texts(8_192)
def owners(text: str) -> frozenset[str]:
    """Those who are named and whose things are not the speaker's own."""
    return frozenset(name for found in OWNERS.findall(text.lower()) for name in found if name)


def names_more(held: str, said: str) -> bool:
    """Whether what is held names somebody in another clause than the one that is spoken of, and the new one does not.

    `we get our pots from Vasco, he delivers on thursdays` is not all out of date when the day is another.
    """
    clauses = _BORDER.split(held)
    if len(clauses) < 2:
        return False
    new = set(words(said))
    spoken_of = max(clauses, key=lambda clause: len(new.intersection(words(clause))))
    return any(name not in said for clause in clauses if clause is not spoken_of for name in _NAME.findall(clause))

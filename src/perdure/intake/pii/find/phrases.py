"""A password that is several plain words: `the passphrase is correct horse battery staple`."""

from __future__ import annotations

import re

from perdure.intake.pii.find.link import How, NameLink
from perdure.intake.pii.find.prose import FUNCTION, is_prose
from perdure.intake.pii.names import Name
from perdure.intake.pii.view import TextView
from perdure.regex import regex

# As Google and Apple give them out to programs.
_APP_PASSWORD = regex(r"[a-z]{4}(?:[ -][a-z]{4}){3}(?![a-z])")
_WORDS = regex(r"[a-z]{2,16}(?: [a-z]{2,16}){2,9}(?=\s*(?:$|[\n.,;!?)\"']))", re.ASCII | re.IGNORECASE)


def phrase_at(view: TextView, name: Name, one: NameLink, at: int) -> tuple[int, int] | None:
    """Three words or more up to the end of the sentence, none of which a sentence is made with."""
    if one.how < How.SAID:
        return None
    if given := _APP_PASSWORD.match(view.read(at, at + 24)):
        return at, at + given.end()
    found = _WORDS.match(view.read(at, at + 170))
    if found is None:
        return None
    words = found[0].lower().split()
    is_phrase = "phrase" in view.read(name.start, name.end).lower()
    if FUNCTION & {*words} or (not is_phrase and (len(words) < 4 or sum(map(is_prose, words)) > 1)):
        return None
    return at, at + found.end()

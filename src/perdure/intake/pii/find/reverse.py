"""The value first, then what it is: `839202 is your code`, `839202是您的验证码`, `use hunter2 as the password`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.values import Shape, shape
from perdure.intake.pii.names import Family, Name
from perdure.intake.pii.view import View
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_REACH = 90
_VALUE = r"(?P<value>[!-~]{4,64})"
_SAID_BEFORE = regex(
    _VALUE + r"[\"'`,]?(?:\s+(?:is|was|as|=|for)\s+(?:(?!not\b|no\b)[\w'-]{1,16}\s+){0,4}"
    r"|\s*(?:是|为|就是|当作?|做|作为?|\()\s*[^\x00-\x7f]{0,10}|\s+\((?:[\w'-]{1,16}\s+){0,3})$",
    _FLAGS,
)
_ENDS = regex(
    r"s?(?:\s*$|\s*[\n.,;:!?)\]\"'|。、]|\s+(?:for|to|on|at|in|and|btw|please|but|so|now|if|until|of)\b|\s?[了吧哦啊哈呢,，])",
    _FLAGS,
)


def before(view: View, name: Name) -> Iterator[tuple[int, int]]:
    """What stands before the name and is called by it."""
    if not _ENDS.match(view.read(name.end, name.end + 12)):
        return
    said = view.sentence(name.start, _REACH)
    found = _SAID_BEFORE.search(said)
    if found is None:
        return
    text = found["value"].strip("\"'`(),.;:*")
    start = name.start - len(said) + found.start("value") + found["value"].index(text) if text else -1
    if start >= 0 and _fits(name, text):
        yield start, start + len(text)


def _fits(name: Name, text: str) -> bool:
    looks = shape(text, quoted=False, in_sentence=True)
    mixed = any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    match name.family:
        case Family.CODE:
            return (looks is Shape.DIGITS and 4 <= len(text) <= 8) or (
                looks >= Shape.MIXED and mixed and len(text) <= 10
            )
        case Family.PASSWORD:
            return (looks is Shape.DIGITS and len(text) >= 4) or (looks >= Shape.MIXED and len(text) >= 6 and mixed)
        case Family.KEY | Family.TOKEN:
            return looks is Shape.RANDOM
        case _:
            return False

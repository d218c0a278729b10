"""What a person carries: car plates and passports."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.pii import words
from perdure.intake.pii.find.edges import stands_alone
from perdure.intake.pii.kinds import Found
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import View

# A province (one character outside Latin-1), the letter of the city, then five or six, the last perhaps Chinese again.
_PLATE = rb"(?i)\x80[A-HJ-NP-Z][ \xb7.-]?([A-HJ-NP-Z0-9]{4,6})"
_GREEN = rb"(?i)[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[A-HJK]"
_PROVINCES = frozenset("京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼")
_LAST = frozenset("挂学警港澳试超领")
_PASSPORT = rb"(?i)\b(?:[A-Z]{1,2}[ ]?\d{6,10}|\d{8,9})\b"


def find(view: View) -> Iterator[Found]:
    """All of this family."""
    for match in pattern(_PLATE).finditer(view.data):
        if (end := _plate_end(view, match.start(), *match.span(1))) is not None:
            yield Found("plate", match.start(), end)
    for match in pattern(_PASSPORT).finditer(view.data):
        start, end = match.span()
        if stands_alone(view, start, end) and words.said(view, start, words.PASSPORT, reach=20):
            yield Found("passport", start, end)


def _plate_end(view: View, start: int, first: int, last: int) -> int | None:
    rest = view.read(first, last)
    following = view.read(last, last + 1)
    if view.read(start, start + 1) not in _PROVINCES or (following.isascii() and following.isalnum()):
        return None
    # A lower-case plate is typed in haste; then more of it must be digits, or it is just a word.
    digits = sum(c.isdigit() for c in rest)
    enough = 3 if view.read(start + 1, last).upper() == view.read(start + 1, last) else 4
    if digits < min(enough, len(rest)):
        return None
    if len(rest) == 4:
        return last + 1 if following in _LAST and following else None
    if len(rest) == 5:
        return last
    return last if pattern(_GREEN).fullmatch(view.data[first:last]) else None

"""What a person carries: car plates and passports."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.pii import words
from perdure.intake.pii.find.edges import free_right, stands_alone
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

# A province (one character outside Latin-1), the letter of the city, then five or six, the last perhaps Chinese again.
_PLATE = rb"(?i)\x80[A-HJ-NP-Z][ \xb7.-]?([A-HJ-NP-Z0-9]{4,6})"
_GREEN = rb"(?i)[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[A-HJK]"
_PROVINCES = frozenset("京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼")
_LAST = frozenset("挂学警港澳试超领")
_PASSPORT = rb"(?i)\b(?:[A-Z]{1,2}[ ]?\d{6,10}|\d{8,9})\b|\b[A-Z][A-Z0-9]{7,8}\b"
_ANY_PASSPORT = rb"(?i)passport|travel (?:document|permit)"
# Elsewhere a plate is known only by being called one.
_FOREIGN = rb"\b[A-Z0-9]{1,4}(?:[- ]?[A-Z0-9]{1,4}){1,2}\b"
_ANY_PLATE = rb"(?i)\bplate|\breg(?:istration)?\b|\bvrm\b"
_PLATES = (
    "licence plate",
    "license plate",
    "number plate",
    "plate number",
    "plate no",
    "plate",
    "uk reg",
    "car reg",
    "vehicle reg",
    "reg number",
    "reg no",
    "registration number",
    "registration no",
    "reg plate",
    "vrm",
    "车牌",
)
# The two lines at the foot of the page with the photograph.
_MACHINE = rb"\bP[A-Z<][A-Z]{3}[A-Z<]{30,39}\s+[A-Z0-9<]{44}"


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for match in pattern(_PLATE).finditer(view.data):
        if (end := _plate_end(view, match.start(), *match.span(1))) is not None:
            yield FoundSecret("plate", match.start(), end)
    is_spoken_of = pattern(_ANY_PASSPORT).search(view.data) or any(word in view.text for word in words.PASSPORT)
    for match in pattern(_PASSPORT).finditer(view.data) if is_spoken_of else ():
        start, end = match.span()
        is_plain = sum(c.isdigit() for c in view.read(start, end)) > 3
        is_named = words.said(view, start, words.PASSPORT, reach=20) > 0
        if is_named and (is_plain or view.byte(start - 2) == ord(":")) and stands_alone(view, start, end):
            yield FoundSecret("passport", start, end)
    if pattern(_ANY_PLATE).search(view.data) or "车牌" in view.text:
        yield from _foreign_plates(view)
    for match in pattern(_MACHINE).finditer(view.data) if b"<<" in view.data else ():
        yield FoundSecret("passport", *match.span())


def _foreign_plates(view: TextView) -> Iterator[FoundSecret]:
    for match in pattern(_FOREIGN).finditer(view.data):
        start, end = match.span()
        # A state may stand behind it: `KHC-9740 TX`.
        ends = (end, start + view.read(start, end).rfind(" "))
        if (last := next((last for last in ends if _is_plate(view.read(start, last))), None)) is None:
            continue
        called = ("reg", "registration") if pattern(_BRITISH).fullmatch(view.data[start:last]) else _PLATES
        is_alone = stands_alone(view, start, last) or (view.byte(start - 1) == ord("#") and free_right(view, last))
        if is_alone and (words.said(view, start, _PLATES, reach=26) or words.said(view, start, called, reach=12)):
            yield FoundSecret("plate", start, last)


_CURRENCIES = ("GBP", "USD", "EUR", "CNY", "RMB")
# As it is in Britain: then `reg` is enough of a name.
_BRITISH = rb"[A-Z]{2}\d\d ?[A-Z]{3}"


def _is_plate(text: str) -> bool:
    plain = "".join(c for c in text if c.isalnum() and not text.endswith(_CURRENCIES))
    return 5 <= len(plain) <= 8 and any(c.isdigit() for c in plain) and any(c.isalpha() for c in plain)


def _plate_end(view: TextView, start: int, first: int, last: int) -> int | None:
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

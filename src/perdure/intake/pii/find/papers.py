"""What a person carries: car plates and passports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii import words
from perdure.intake.pii.find.edges import free_right, stands_alone
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

# A province (one character outside Latin-1), the letter of the city, then five or six, the last perhaps Chinese again.
_PLATE = rb"(?i)\x80[A-HJ-NP-Z][ \xb7.-]?([A-HJ-NP-Z0-9]{4,6})"
_GREEN = rb"(?i)[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[A-HJK]"
_PROVINCES = frozenset("京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼")
_LAST = frozenset("挂学警港澳试超领")
_PASSPORT = rb"(?i)\b(?:[A-Z]{1,2}[ -]?\d{6,10}|\d{8,9})\b|\b[A-Z][A-Z0-9]{7,8}\b"
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
    found_to = -1
    for match in pattern(_PASSPORT).finditer(view.data) if is_spoken_of else ():
        start, end = match.span()
        if _DAY.search(view.read(start, end)) and not _NUMBERED.search(view.before(start, 16)):
            continue
        is_plain = sum(c.isdigit() for c in view.read(start, end)) > 3
        is_named = words.said(view, start, words.PASSPORT, reach=28) > 0 or _is_passport(view, start, end)
        is_alone = stands_alone(view, start, end) or (view.byte(start - 1) == ord("#") and free_right(view, end))
        is_named = is_named or (found_to >= 0 and _JOINED.fullmatch(view.read(found_to, start)) is not None)
        if is_named and (is_plain or view.byte(start - 2) == ord(":")) and is_alone:
            yield FoundSecret("passport", start, end)
            found_to = end
    if pattern(_ANY_PLATE).search(view.data) or "车牌" in view.text:
        yield from _foreign_plates(view)
    for match in pattern(_MACHINE).finditer(view.data) if b"<<" in view.data else ():
        yield FoundSecret("passport", *match.span())


# `in 20231105` is a day, unless it is called a number.
_DAY = regex(r"(?:^|[a-z ])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$")
_NUMBERED = regex(r"(?:号码?|number|no\.?|#|:|passport|护照)\s*$")
_JOINED = regex(r"\s?(?:and|和|、|,|/|&)\s?")
_DOCUMENT = ("document number", "document no", "number on", "证件号")
# `E12345678是我的护照号`, `X1234567 is my passport number`, `持E12345678号护照`.
_CALLED_PASSPORT = regex(
    r"\s?(?:is|was) (?:my|the|his|her|our) [^\d\n.;]{0,10}?passport|\s?(?:是|为|[,(]"
    r"|号)\s?[^\d\n。;,]{0,6}?(?:护照|通行证|passport)",
    re.IGNORECASE,
)
_CALLED_PLATE = regex(
    r"\s(?:is|was) (?:my|the|his|her|our)(?: \w+)? (?:license |licence |number )?plate\b|\s?是我?的?车牌", re.IGNORECASE
)


_FIELD = regex(r"\s*[\"']?(?:number|no|num|号码?|编号)[\"']?\s?[:=]\s?[\"']?$")


def _is_passport(view: TextView, start: int, end: int) -> bool:
    """Called so after it; or a document whose kind was said a little earlier."""
    if _CALLED_PASSPORT.match(view.read(end, end + 30)):
        return True
    lines = view.read(start - 60, start).lower().split("\n")
    if len(lines) > 1 and _FIELD.match(lines[-1]) and any(word in lines[-2] for word in words.PASSPORT):
        return lines[-2].rstrip().endswith((":", "{"))
    is_document = words.said(view, start, _DOCUMENT, reach=20) > 0
    return is_document and any(word in view.read(start - 60, start).lower() for word in words.PASSPORT)


def _foreign_plates(view: TextView) -> Iterator[FoundSecret]:
    for match in pattern(_FOREIGN).finditer(view.data):
        start, end = match.span()
        # A state may stand behind it: `KHC-9740 TX`.
        ends = (end, start + view.read(start, end).rfind(" "))
        if (last := next((last for last in ends if _is_plate(view.read(start, last))), None)) is None:
            continue
        called = ("reg", "registration") if pattern(_BRITISH).fullmatch(view.data[start:last]) else _PLATES
        is_alone = stands_alone(view, start, last) or (view.byte(start - 1) == ord("#") and free_right(view, last))
        if is_alone and (
            words.said(view, start, _PLATES, reach=26)
            or words.said(view, start, called, reach=16)
            or _CALLED_PLATE.match(view.read(last, last + 40))
        ):
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

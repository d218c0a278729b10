"""Phone numbers. A Chinese mobile number is known by its digits; every other form is checked with `phonenumbers`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from perdure.intake.pii import words
from perdure.intake.pii.find.edges import compact, free_right, groups, in_groups, is_one, stands_alone, walk, with_float
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

_ABROAD = rb"\+ ?\(?[1-9](?:[ .()-]{0,2}\d){6,14}"
_DIALLED = rb"\b00[ -]?[1-9](?:[ .()-]{0,2}\d){7,14}\b"
_AS_FLOAT = rb"\b1\.[3-9]\d{1,9}[eE]\+?10\b"
_NANP = rb"(?:\b1[ .-])?(?:\([2-9]\d\d\) ?|\b[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}\b"
_ZERO = rb"(?:\(0\d{1,4}\)[ -]?|\b0\d{1,4}[ -])\d{2,8}(?:[ -]\d{2,8}){0,4}\b"
_DAY = rb"(?:19|20)\d\d[-. ](?:0?[1-9]|1[0-2])[-. ](?:[0-2]?\d|3[01])"
_NAMED = rb"\b\d(?:[ .()-]{0,2}\d){6,13}\b"

_MOBILE_SHAPES = frozenset({(11,), (3, 4, 4), (4, 3, 4), (4, 4, 3), (3, 3, 5), (3, 8), (7, 4), (5, 6), (3, 5, 3)})
# With other signs than spaces and hyphens it could be a decimal or an IP address: then only as most people write it.
_SURE_SHAPES = frozenset({(3, 4, 4), (3, 2, 2, 2, 2)})
_CUT_SHAPES = frozenset({(7, 4), (3, 8)})
"""A number that is called one and was broken over two lines."""
_MOBILE = rb"\b(?:86[ -]?)?" + in_groups(_MOBILE_SHAPES | _SURE_SHAPES, begin=(b"1", b"[3-9]")) + rb"\b"
# How numbers with a leading zero are grouped where they are at home; anything else with a zero is no phone number.
_SHAPES: dict[tuple[int, ...], tuple[str, ...]] = {
    (3, 8): ("CN", "GB", "DE"),
    (3, 7): ("DE", "KR"),
    (4, 7): ("CN", "GB", "DE"),
    (4, 8): ("CN", "DE"),
    (5, 6): ("GB", "DE"),
    (5, 7): ("DE",),
    (2, 8): ("TW", "AU"),
    (3, 4, 4): ("CN", "GB", "JP", "KR", "DE"),
    (4, 4, 4): ("CN", "DE"),
    (4, 3, 4): ("CN", "GB", "KR"),
    (4, 4, 3): ("CN",),
    (5, 3, 3): ("GB",),
    (4, 3, 3): ("AU", "TW", "GB"),
    (2, 4, 4): ("AU", "JP", "TW", "KR"),
    (2, 3, 4): ("KR", "NZ"),
    (3, 3, 4): ("JP", "KR", "IT", "ZA", "NZ"),
    (4, 2, 4): ("JP",),
    (2, 2, 2, 2, 2): ("FR",),
}
_LEAST = 5
"""Digits of the shortest form: `1.3e10` and one more."""
# To ask in every region takes a millisecond. A text with more numbers called phones than this is a phone book.
_MOST = 1000
_REGIONS = ("CN", "US", "GB", "IN", "HK", "SG", "AU", "TW", "DE", "FR", "JP", "ES")


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    if view.digits < _LEAST:
        return
    sure = [*_abroad(view), *_mobile(view), *_national(view)]
    for start, end in (*sure, *_named(view, {start for start, _ in sure})):
        yield FoundSecret("phone", *_with_brackets(view, start, with_float(view, end)))


def _with_brackets(view: TextView, start: int, end: int) -> tuple[int, int]:
    """`(+86) 138…` and `(010) 6543…`: the bracket that opens before the digits belongs to them."""
    span = view.read(start, end)
    opens = span.count(")") > span.count("(") and view.read(start - 1, start) == "("
    return start - opens, end


def _abroad(view: TextView) -> Iterator[tuple[int, int]]:
    for match in pattern(_ABROAD).finditer(view.data):
        start = match.start()
        last = view.byte(start - 1)
        if chr(last).isalnum() and last != 0x80 and last < 0x80:
            continue
        parts = groups(view.data, start, match.end())
        for many in range(len(parts), 0, -1):
            end = parts[many - 1][1]
            if chr(view.byte(end)).isdigit():
                continue
            if _is_abroad(compact(view.data, start, end)):
                yield start, end
                break
    for match in pattern(_DIALLED).finditer(view.data):
        start, end = match.span()
        number = compact(view.data, start, end)[2:]
        plain = len(groups(view.data, start, end)) == 1
        if plain and not _is_cn_mobile(number) and not words.said(view, start, words.PHONE):
            continue
        if _stands_as_phone(view, start, end) and _is_abroad(number):
            yield start, end


def _is_cn_mobile(number: str) -> bool:
    return len(number) == 13 and number[:3] == "861" and number[3] in "3456789"


def _is_abroad(number: str) -> bool:
    """With its country code: valid, or at least of a possible length, since new ranges open before they are listed."""
    if _is_cn_mobile(number):
        return True
    import phonenumbers

    try:
        parsed = phonenumbers.parse("+" + number)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(parsed) or (len(number) > 9 and phonenumbers.is_possible_number(parsed))


def _mobile(view: TextView) -> Iterator[tuple[int, int]]:
    def check(parts: list[tuple[int, int]]) -> int | None:
        start, end = parts[0][0], parts[-1][1]
        shape = [b - a for a, b in parts]
        if shape[0] == 2:
            shape = shape[1:]
        elif sum(shape) == 13:
            shape[0] -= 2
        named = words.said(view, start, words.PHONE) > 0
        is_plain = not any(c in b"./_\xb7\r\n" for c in view.data[start:end])
        is_cut = named and b"\n" in view.data[start:end] and tuple(shape) in _CUT_SHAPES
        is_shape = tuple(shape) in _SURE_SHAPES or (is_plain and tuple(shape) in _MOBILE_SHAPES) or is_cut
        if not is_shape or not is_one(view, parts, named=named):
            return None
        return len(parts) if _stands_as_phone(view, start, end) else None

    yield from walk(view, pattern(_MOBILE), check)
    for match in pattern(_AS_FLOAT).finditer(view.data):
        if words.said(view, match.start(), words.PHONE) and stands_alone(view, *match.span()):
            yield match.span()


def _stands_as_phone(view: TextView, start: int, end: int) -> bool:
    """Alone, and not named as something else; `mobile-138…` is alone although a hyphen stands before it."""
    if words.named_thing(view, start):
        return False
    if stands_alone(view, start, end):
        return True
    said = words.said(view, start, words.PHONE, reach=12)
    if view.byte(start - 1) == ord("-") and 0 < said <= 8:
        return free_right(view, end)
    return said > 0 and stands_alone(view, start, end, named=True)


def _national(view: TextView) -> Iterator[tuple[int, int]]:
    for match in pattern(_NANP).finditer(view.data):
        start, end = match.span()
        if is_valid(compact(view.data, start, end), ("US",)) and _stands_as_phone(view, start, end):
            yield start, end
    for match in pattern(_ZERO).finditer(view.data):
        start, end = match.span()
        parts = groups(view.data, start, end)
        between = {view.data[a[1] : b[0]] for a, b in pairwise(parts[1:])}
        regions = _SHAPES.get(tuple(b - a for a, b in parts))
        if regions == ("FR",) and not _is_french(view, parts):
            continue
        if regions is None or len(between) > 1 or not _stands_as_phone(view, start, end):
            continue
        if is_valid(compact(view.data, start, end), regions):
            yield start, end


def _is_french(view: TextView, parts: list[tuple[int, int]]) -> bool:
    """Five pairs are also what a lottery draws: a mobile number, in no order and with no number beside it; or named."""
    pairs = [view.read(*part) for part in parts]
    is_drawn = pairs == sorted(pairs) and pairs[-1] <= "49"
    is_mobile = pairs[0] in ("06", "07") and not is_drawn and view.byte(parts[0][1]) in b" ."
    is_alone = not view.read(parts[-1][1], parts[-1][1] + 4).lstrip(" +")[:1].isdigit()
    return words.said(view, parts[0][0], words.PHONE) > 0 or (is_mobile and is_alone)


def _named(view: TextView, known: set[int]) -> Iterator[tuple[int, int]]:
    """Any number that is valid somewhere, where the text says that it is a phone number."""
    tried = 0
    for match in pattern(_NAMED).finditer(view.data):
        start, end = match.span()
        if pattern(_DAY).fullmatch(view.data[start:end]):
            continue
        if start in known or not words.said(view, start, words.PHONE, reach=20) or words.named_thing(view, start):
            continue
        if any(c.isdigit() for c in _gap(view, start)):
            continue
        parts = groups(view.data, start, end)
        for many in range(len(parts), 0, -1):
            stop = parts[many - 1][1]
            number = compact(view.data, start, stop)
            if len(number) < 7 or not stands_alone(view, start, stop):
                continue
            tried += 1
            if tried > _MOST or is_valid(number, _REGIONS):
                yield start, stop
                break


def _gap(view: TextView, start: int) -> str:
    before = view.before(start, 20)
    return before[len(before) - words.said(view, start, words.PHONE, reach=20) :]


def is_valid(number: str, regions: tuple[str, ...]) -> bool:
    """Whether somebody could be called there, dialled from within one of the regions."""
    import phonenumbers

    if "GB" in regions and len(number) == 11 and number[:2] == "07" and number[2] in "3456789":
        return True  # a British mobile number, by its form
    for region in regions:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False

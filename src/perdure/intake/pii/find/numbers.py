"""Numbers with a checksum: Chinese ID, company credit code, bank card, IBAN; and two that have none but a shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import accumulate

from perdure.intake.pii import words
from perdure.intake.pii.find.edges import compact, groups, in_groups, is_one, stands_alone, walk, with_float
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_CN_ID_OLD = rb"\b\d{15}\b"
_CREDIT_CODE = (
    rb"(?i)\b[1-9ANY][1-9][ -]?\d{2}[ -]?\d{4}"
    rb"[ -]?[0-9A-HJ-NPQRTUWXY]{4}[ -]?[0-9A-HJ-NPQRTUWXY]{4}[ -]?[0-9A-HJ-NPQRTUWXY][ -]?[0-9A-HJ-NPQRTUWXY]\b"
)
_IBAN = rb"(?i)\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b"
_SSN = rb"\b" + in_groups([(9,), (3, 2, 4), (3, 3, 3)]) + rb"\b"
_NINO = rb"(?i)\b(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ) ?\d\d ?\d\d ?\d\d ?[A-D]\b"

_LEAST = 6
"""Digits of the shortest of them but an IBAN: the British insurance number."""
# How an ID is written: whole, in its parts (place, day of birth, number), in fours or threes.
_ID_SHAPES = frozenset(
    {(18,), (6, 8, 4), (6, 4, 4, 4), (3, 3, 4, 4, 4), (6, 4, 2, 2, 4), (6, 12), (10, 8), (14, 4), (17, 1), (6, 8, 3, 1)}
    | {(4, 4, 4, 4, 2), (3, 3, 8, 4), (6, 6, 6), (3, 3, 3, 3, 3, 3), (2, 2, 2, 8, 4), (2, 4, 8, 4)}
)
_CN_ID = rb"\b" + in_groups(_ID_SHAPES, last=rb"[\dXx]") + rb"\b"
# As printed on a card or typed from one: whole, in fours, or in the groups of a few issuers.
_CARD_SHAPES = frozenset(
    {(size,) for size in range(13, 20)}
    | {(4, 4, 4, last) for last in range(1, 8)}
    | {(4, 4, 4, 4, last) for last in range(1, 4)}
    | {(4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (8, 8)}
)
_CARD = rb"\b" + in_groups(_CARD_SHAPES) + rb"\b"
_PROVINCES = frozenset(
    str(code)
    for code in (
        *range(11, 16),
        *range(21, 24),
        *range(31, 38),
        *range(41, 47),
        *range(50, 55),
        *range(61, 66),
        *(71, 81, 82, 83),
    )
)


# How long an IBAN is, by country.
_IBAN_SIZES = {
    country: size
    for size, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
    for country in countries.split()
}


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    if view.digits < _LEAST:
        yield from _ibans(view)  # which may have letters in their place
        return
    yield from (FoundSecret(one.kind, one.start, with_float(view, one.end)) for one in (*_ids(view), *_cards(view)))
    yield from _credit_codes(view)
    yield from _ibans(view)
    yield from _social(view)


def _ids(view: TextView) -> Iterator[FoundSecret]:
    def check(parts: list[tuple[int, int]]) -> int | None:
        start, end = parts[0][0], parts[-1][1]
        named = _is_named_id(view, start)
        is_id = is_one(view, parts, named=named) and is_cn_id(compact(view.data, start, end), named=named)
        return len(parts) if is_id and stands_alone(view, start, end, named=named) else None

    for start, end in walk(view, pattern(_CN_ID), check):
        yield FoundSecret("cn_id", start, end)
    for match in pattern(_CN_ID_OLD).finditer(view.data):
        start, end = match.span()
        number = view.read(start, end)
        if (
            number[:2] in _PROVINCES
            and _is_date("19" + number[6:12])
            and stands_alone(view, start, end)
            and _is_named_id(view, start)
        ):
            yield FoundSecret("cn_id", start, end)


def _is_named_id(view: TextView, start: int) -> bool:
    return words.said(view, start, words.CN_ID) > 0


def is_cn_id(number: str, *, named: bool) -> bool:
    """Province, day of birth and check digit; a number that is called an ID may be mistyped and have a wrong one.

    Counties are not looked up: they change, and cards keep the old ones.
    """
    if number[:2] not in _PROVINCES or not number[:17].isdigit() or not _is_date(number[6:14]):
        return False
    from stdnum.cn.ric import calc_check_digit

    return named or number[-1] == calc_check_digit(number)


def _is_date(digits: str) -> bool:
    try:
        return 1880 <= date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])).year <= 2099
    except ValueError:
        return False


def _credit_codes(view: TextView) -> Iterator[FoundSecret]:
    def check(parts: list[tuple[int, int]]) -> int | None:
        start, end = parts[0][0], parts[-1][1]
        code = compact(view.data, start, end)
        if code[2:4] not in _PROVINCES and code[2:8] != "100000":
            return None
        from stdnum.cn.uscc import is_valid

        # Digits alone pass one check in 31 by chance: then the organisation's own check digit must fit as well.
        sure = words.said(view, start, words.CREDIT_CODE) or (not code.isdigit() and len(parts) == 1)
        passes = is_valid(code) and stands_alone(view, start, end) and (sure or _is_organisation(code[8:17]))
        return len(parts) if passes else None

    for start, end in walk(view, pattern(_CREDIT_CODE), check):
        yield FoundSecret("credit_code", start, end)


def _is_organisation(code: str) -> bool:
    """The check digit of GB 11714 inside a credit code."""
    values = [int(c, 36) for c in code[:8]]
    check = (11 - sum(v * w for v, w in zip(values, (3, 7, 9, 10, 5, 8, 4, 2), strict=True)) % 11) % 11
    return code[8] == ("X" if check == 10 else str(check))


def _cards(view: TextView) -> Iterator[FoundSecret]:
    def check(parts: list[tuple[int, int]]) -> int | None:
        start = parts[0][0]
        for many in range(len(parts), 0, -1):
            end = parts[many - 1][1]
            number = compact(view.data, start, end)
            if len(number) < 13:
                return None
            named = words.said(view, start, words.CARD) > 0
            is_shape = tuple(b - a for a, b in parts[:many]) in _CARD_SHAPES and is_one(view, parts[:many], named=named)
            if is_shape and is_card(number, named=named):
                is_free = stands_alone(view, start, end, named=named) and not words.named_thing(view, start)
                return many if is_free else None
        return None

    for start, end in walk(view, pattern(_CARD), check):
        yield FoundSecret("bank_card", start, end)


def is_card(number: str, *, named: bool) -> bool:
    """Luhn, and a prefix and length that are issued; where the text speaks of a card, Luhn is enough."""
    if len(set(number)) < 2 or not (named or _is_issued(number)):
        return False
    from stdnum.luhn import is_valid

    return bool(is_valid(number))


def _is_issued(number: str) -> bool:
    size, two, four = len(number), int(number[:2]), int(number[:4])
    if size == 15:
        return two in (34, 37)
    if size == 14:
        return two in (36, 38, 39) or 3000 <= four <= 3059
    if size == 19 and number.startswith(
        ("955880", "95599", "955100", "436742", "456351", "601382", "621", "622", "623")
    ):
        return True
    if two == 62 or four in range(8100, 8172):
        return 16 <= size <= 19
    is_global = two // 10 == 4 or 51 <= two <= 55 or 2221 <= four <= 2720 or 2200 <= four <= 2204
    is_other = four == 6011 or 6440 <= four <= 6599 or 3528 <= four <= 3589
    return size == 16 and (is_global or is_other)


def _ibans(view: TextView) -> Iterator[FoundSecret]:
    def check(parts: list[tuple[int, int]]) -> int | None:
        from stdnum.iban import is_valid

        start = parts[0][0]
        size = _IBAN_SIZES.get(view.data[start : start + 2].decode("ascii").upper(), 0)
        sums = list(accumulate(b - a for a, b in parts))
        if size not in sums:
            return None
        many = sums.index(size) + 1
        # Words of a sentence pass the check now and then: in small letters only as it is printed, whole or in fours.
        is_printed = many == 1 or all(b - a == 4 for a, b in parts[: many - 1])
        if not is_printed and any(c.islower() for c in view.read(start, parts[many - 1][1])):
            return None
        end = parts[many - 1][1]
        passes = is_valid(compact(view.data, start, end), check_country=False) and stands_alone(view, start, end)
        return many if passes else None

    for start, end in walk(view, pattern(_IBAN), check):
        yield FoundSecret("iban", start, end)


def _social(view: TextView) -> Iterator[FoundSecret]:
    for match in pattern(_SSN).finditer(view.data):
        start, end = match.span()
        if not stands_alone(view, start, end):
            continue
        shape = [b - a for a, b in groups(view.data, start, end)]
        named = (
            words.said(view, start, words.SSN, reach=36)
            or words.follows(view, end, words.SSN)
            or _IS_SSN.match(view.read(end, end + 20))
        )
        plain = shape == [3, 2, 4] and view.data[start + 3] == view.data[start + 6] == ord("-")
        if (named or plain) and (
            named or (_is_ssn(compact(view.data, start, end)) and not words.named_thing(view, start))
        ):
            yield FoundSecret("us_ssn", start, end)
    for match in pattern(_NINO).finditer(view.data):
        start, end = match.span()
        spaced = [b - a for a, b in groups(view.data, start, end)] == [2, 2, 2, 2, 1]
        as_written = spaced and view.read(start, start + 2).isupper() and view.read(start, start + 2) != "QQ"
        if (as_written or words.said(view, start, words.NINO, reach=36)) and stands_alone(view, start, end):
            yield FoundSecret("uk_nino", start, end)


_IS_SSN = regex(r"\s(?:is|was) (?:my|the|his|her) (?:ssn|social)\b|\s?是我?的?(?:社安号|社会安全号|SSN)", re.IGNORECASE)


def _is_ssn(number: str) -> bool:
    from stdnum.us.itin import is_valid as is_itin
    from stdnum.us.ssn import is_valid

    return bool(is_valid(number) or is_itin(number))

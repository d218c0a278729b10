"""The three or four digits on a card that prove that it is at hand: by their name, their place, or after the expiry."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.around import is_counted
from perdure.intake.pii.find.span import FoundValue
from perdure.intake.pii.find.values import Shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_DIGITS = rb"(?:\b|[A-Za-z_])(\d{3,4})\b"
_ANY = (
    rb"(?i)cv[vcn]|\bcsc\b|\bcid\b|(?:security|verification)[ _-]?(?:code|value)"
    rb"|on (?:the )?(?:back|front)|\b(?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d\b"
)
_ANY_ZH = ("安全码", "校验码", "背", "后三", "后3", "末三", "末3", "三位", "三个", "三码", "安全碼", "检查码")
_NAMES = (
    r"(?:\b|_|[a-z])cv[vcn]2?"
    r"|card[ _-]?(?:security|verification)[ _-]?(?:code|value|number)|security[ _-]?code|verification[ _-]value"
    r"|(?:3|4|three|four|last three|last 3)[ -]?(?:digits?|numbers?)?(?: code| number)? on (?:the )?(?:back|front)"
    r"|\bcode on (?:the )?(?:back|front)"
    r"|安全[码碼]|背面的?数字|(?:背|后面|签名[栏条]|卡后|信用卡)[^\d\n,]{0,6}?(?:三|3) ?(?:位|码|个)"
    r"|(?<!号)(?<!码)(?<!证)[后末](?:三|3) ?[位码]"
)
_BETWEEN = (
    r"(?:[\s:=#?,(\"'*.、【「\[-]|\b(?:is|was|are|of|on|the|my|card|amex|number|code|no|digits?)\b"
    r"|\((?:\d|three|four)[ -]digits?\)"
    r"|\bit's\b|(?:三|3) ?位|[码碼数字号]|校验|安全|是|为|填|输|写|的|我|了){0,10}$"
)
_NAMED = regex(rf"(?:{_NAMES}){_BETWEEN}", _FLAGS)
# Names of other things as well: only where a card is spoken of.
_MAYBE = regex(rf"(?:\bcid|\bcsc|\b(?:3|4|three|four)[ -]digit|校验[码碼]|检查码|验证码){_BETWEEN}", _FLAGS)
_OF_A_CARD = regex(r"\bcards?\b|\bamex\b|\bvisa\b|american express|mastercard|信用卡|卡片|卡号|刷卡|卡的", _FLAGS)
# Behind the expiry of a card: `4111… 08/27 482`.
_AFTER_EXPIRY = regex(
    r"(?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d[\s,;|、/]{1,4}(?:(?:and|&|code)\s)?$", re.ASCII | re.IGNORECASE
)
_ENDS = regex(r"\s*(?:$|[\n,.;|)?!]|zip|cv[vc]|billing|name|is\b|are\b|and\b|[^\x00-\x7f])", _FLAGS)
_CARD_BEFORE = regex(
    r"\[bank_card(?: \d+)?\]|\d{4}[ -]?\d{4}[ -]?\d{4}|\bcard\b|\bvisa\b|\bamex\b|mastercard|卡", _FLAGS
)
_CALLED = regex(r"\s?[(（]?(?:is (?:the|my|your) |是)?cv[vcn]2?(?=$|[\s,.;?!)码])(?!\s[a-z]*s\b)", _FLAGS)
_REACH = 48


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    if not (pattern(_ANY).search(view.data) or any(word in view.text for word in _ANY_ZH)):
        return
    for match in pattern(_DIGITS).finditer(view.data):
        start, end = match.span(1)
        if _is_code(view, start, end):
            yield FoundSecret("password", start, end)


def _is_code(view: TextView, start: int, end: int) -> bool:
    following, after = view.byte(end), view.byte(end + 1)
    if (following in b".,:/-" and chr(after).isdigit()) or following in b"%/":
        return False
    if is_counted(view, FoundValue(start, end, view.read(start, end), quoted=False), Shape.DIGITS):
        return False
    before = view.read(start - _REACH, start).rpartition("\n")
    said = before[2] if before[2].strip() else f"{view.label(start)} "
    if _NAMED.search(said):
        return True
    if _MAYBE.search(said):
        return _OF_A_CARD.search(view.read(start - _REACH, end + 24)) is not None
    if (
        _AFTER_EXPIRY.search(said)
        and _ENDS.match(view.read(end, end + 10))
        and _CARD_BEFORE.search(view.read(start - 60, start))
    ):
        return True
    return view.byte(start - 1) in b" ,(\t" and _CALLED.match(view.read(end, end + 20)) is not None

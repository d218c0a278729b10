"""Codes of doors, gates, boxes and cases that are told without a name: `press 4829# at the gate`, `单元门按4829#进`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_DIGITS = rb"([#*]?\d{4,8}[#*]?)"
_OPENED = rb"(?:doors?|gates?|garage|keypad|buzzer|intercom|lock ?box|padlock|entrance|locker|alarm|lobby)"
_ANY = rb"(?i)" + _OPENED + rb"|disarm|safe|vault"
# The digits first, then where they are pressed.
_PRESSED = (
    rb"(?i)\b(?:press|punch(?: in)?|buzz|dial|enter|type|key in|hit|use)\s+"
    + _DIGITS
    + rb"\s+(?:at|on|into|in|for|to)\b"
    rb"[^\n.\d]{0,24}?\b" + _OPENED + rb"\b"
)
# The thing first; a word or a sign, then the digits and nothing that they count.
_TOLD = (
    rb"(?i)(?:\b" + _OPENED + rb"\b[^\n\d]{0,30}?\bcode\b(?: is|:)?[ ]?"
    rb"|\b(?:lock ?box|padlock|keypad|gate|door|garage)(?:[:=]| (?:opens|unlocks)(?: with| to)| with)[ ]?"
    rb"|\b(?:front|back|side|main|garage) (?:door|gate)[: ][ ]?"
    rb"|\bdisarm\b(?:[^\n\d]{0,20}?\bwith[ ]|: ?))" + _DIGITS
)
_ENDS = regex(
    r"\s*(?:$|[\n,.;!?)](?!\d)|(?:then|and|but|please|pls|thanks|to get|to open|if|when|until|for the)\b)", _FLAGS
)
# The sign that ends a code at a keypad.
_HASHED = rb"(?i)\b" + _OPENED + rb"\b[^\n\d]{0,20}?[ :]((?:[#*]\d{4,8}[#*]?)|(?:\d{4,8}[#*]))(?:[^\w]|$)"
_OTHER = regex(
    r"error|status|version|\bport\b|room|unit|flight|terminal|floor|suite|price|cost|issue|ticket|pr\b", _FLAGS
)
_PLACES = ("门", "闸", "楼", "柜", "锁", "小区", "单元", "车库")
_SET = ("锁屏", "保险箱", "保险柜", "密码锁", "门锁", "指纹锁", "屏锁", "门禁", "PIN", "pin")
_REACH = 40
_CHINESE = regex(
    r"[^\d\n。]{1,10}?(?:按|输|摁|键)入?[^\d\n。]{0,3}?"
    r"(?:([#*]\d{3,8}[#*]?|\d{3,8}[#*])|(\d{4,8})(?=\s?(?:$|[,。;!]|就|进|开|即可|再)))"
)
_CHINESE_SET = regex(
    r"(?:锁屏|保险[箱柜]|密码锁|门锁|指纹锁|屏锁)[^\d\n。,]{0,6}?(?:是|为|设了|设的?是?|设成|:)\s?(\d{4,8})(?![\d年月元位次])"
    r"|(?:门禁|门锁|密码锁|指纹锁)[^\d\n。]{0,3}([#*]\d{3,8}[#*]?|\d{3,8}[#*])|(?i:pin)(\d{4,8})(?=[^\x00-\x7f]|$)"
)
_DIAL = rb"(?i)\b(?:locker|padlock|safe|vault)\b[^\n\d]{0,12}?[ :](\d{1,2}-\d{1,2}-\d{1,2})(?:[^\d-]|$)"
# Three digits, where a case is spoken of and how it is locked; not `TSA007`, which is the lock of the customs.
_CASE = regex(
    r"(?:箱|suitcase|luggage)[^\d\n。]{0,16}?(?<![\d.A-Za-z])(\d{3})"
    r"(?![\d.%/-]|\s?(?:[元块寸升斤个件次天公年月]|cm|kg|mm|l\b))",
    _FLAGS,
)
_LOCKED = regex(r"密码|锁|\bcode|\bcombo|\bcombination|\block", _FLAGS)
_ANY_CASE = rb"(?i)suitcase|luggage"


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for source in (_PRESSED, _TOLD, _HASHED, _DIAL) if pattern(_ANY).search(view.data) else ():
        for match in pattern(source).finditer(view.data):
            start, end = match.span(1)
            is_other = _OTHER.search(view.read(match.start(), start)) is not None
            if not is_other and (source != _TOLD or _ENDS.match(view.read(end, end + 12))):
                yield FoundSecret("password", start, end)
    if not view.text.isascii():
        yield from _in_chinese(view)
    for match in pattern(_ANY_CASE).finditer(view.data):
        yield from _case(view, match.start())


def _in_chinese(view: TextView) -> Iterator[FoundSecret]:
    for source, words in ((_CHINESE, _PLACES), (_CHINESE_SET, _SET)):
        for at in view.places(*words):
            if door := source.match(view.read(at, at + _REACH)):
                start, end = door.span(door.lastindex or 0)
                yield FoundSecret("password", at + start, at + end)
    for at in view.places("箱"):
        yield from _case(view, at)


def _case(view: TextView, at: int) -> Iterator[FoundSecret]:
    case = _CASE.match(view.read(at, at + _REACH))
    if case and _LOCKED.search(case[0]) and case[1] != "007":
        yield FoundSecret("password", at + case.start(1), at + case.end(1))

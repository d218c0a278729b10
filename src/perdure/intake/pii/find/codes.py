"""Codes and PINs: four to eight digits, perhaps in groups, sometimes with letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.around import is_counted, is_english
from perdure.intake.pii.find.edges import with_float
from perdure.intake.pii.find.link import How, NameLink
from perdure.intake.pii.find.prose import is_prose
from perdure.intake.pii.find.span import FoundValue, bare, value_at
from perdure.intake.pii.find.values import Shape, is_mixed, is_stand_in, shape
from perdure.intake.pii.names import Name
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_DIGITS = re.compile(
    rb"[#*]?(?:[A-Za-z]{1,3}-)?(?:\d{3}[ -]\d{3}|\d{1,2}(?:[ -]\d{1,2}){2,3}|\d(?:[ -]\d){3,7}|\d{3,8})"
    rb"(?:[#*]\d{1,6}){0,2}[#*]?"
)
_SHORT_CODES = ("cvv", "cvc", "安全码", "背面", "背后", "security code", "card code")
# As they are printed for a day without the phone.
_GROUPS = re.compile(rb"\d{4}[ -]\d{4}(?:[ -]\d{4}){0,2}(?![\d-])")
# A shelf and a number on it, as parcels are called for.
_SHELF = re.compile(rb"[A-Za-z]?\d{1,3}-\d{1,3}-\d{3,6}(?![\d-])")
_PARCELS = ("取件", "提货", "取货", "取餐")
_WEAK = ("2fa", "mfa", "emergency", "activation")
"""Of these there is much else to say: a short number beside them is no code."""
_SPARE = ("emergency", "应急", "backup", "recovery", "scratch", "rescue", "备用", "恢复", "救援")


def code_at(view: TextView, name: Name, one: NameLink, at: int) -> FoundValue | None:
    """Four to eight digits, perhaps in two groups; with letters among them where the link is firm."""
    if (groups := _GROUPS.match(view.data, at)) and view.read(name.start, name.end).lower().startswith(_SPARE):
        return FoundValue(*groups.span(), view.read(*groups.span()), quoted=False)
    if (shelf := _SHELF.match(view.data, at)) and view.read(name.start, name.end).startswith(_PARCELS):
        return FoundValue(*shelf.span(), view.read(*shelf.span()), quoted=False)
    quote = view.byte(at) in b"\"'`(*#"
    found = _DIGITS.match(view.data, at) or (_DIGITS.match(view.data, at + 1) if quote else None)
    if found and (with_float(view, found.end()) > found.end() or not _goes_on(view, found.end())):
        start, end = found.start(), with_float(view, found.end())
        value = FoundValue(start, end, view.read(start, end), quoted=False)
        digits = sum(c.isdigit() for c in value.text)
        is_short = view.read(name.start, name.end).lower().startswith(_SHORT_CODES)
        is_bare = one.how is How.BESIDE and view.read(name.start, name.end).lower().startswith(_WEAK)
        if digits >= (3 if is_short else 6 if is_bare else 4) and not is_counted(view, value, Shape.DIGITS):
            return value
    mixed = value_at(view, at) if view.byte(at) in b"\"'`" else bare(view, at)
    if mixed is None or not 4 <= len(mixed.text) <= 24 or not mixed.text.replace("-", "").isalnum():
        return None
    looks = shape(mixed.text, quoted=mixed.quoted, in_sentence=one.how is How.SAID)
    is_spare = view.read(name.start, name.end).lower().startswith(_SPARE)
    if is_spare and _is_pair(mixed.text, is_firm=one.how >= How.SAID):
        return mixed
    if is_mixed(mixed.text):
        is_sure = one.how >= How.SAID or mixed.quoted or not is_english(view, name) or mixed.text.isupper()
        is_sure = is_sure or (is_spare and ("-" in mixed.text or len(mixed.text) >= 12))
        return mixed if looks >= Shape.MIXED and is_sure else None
    # In letters alone: `ABCD`; the code to a shared file; the sixteen that mail providers give out.
    called, size = view.read(name.start, name.end), len(mixed.text)
    is_shouted = mixed.text.isupper() and mixed.text.isascii() and looks is Shape.WORD and size <= 8
    if called == "授权码" and size == 16:
        return mixed
    is_given = called == "提取码" and size == 4
    return mixed if (is_shouted or is_given) and one.how is How.ASSIGNED else None


def _is_pair(text: str, *, is_firm: bool) -> bool:
    """`dcnp-dkpg`: two groups of letters that no words are."""
    first, _, second = text.lower().partition("-")
    if is_stand_in(text) or len(first) != len(second) or not 4 <= len(first) <= 6 or not (first + second).isalpha():
        return False
    is_read = any(is_prose(part) for part in (first, second))
    return not is_read and (is_firm or any(not set(part) & set("aeiou") for part in (first, second)))


# One of a list of recovery codes: two groups, or one that is long enough; a number or a bullet before it.
_ITEM = re.compile(
    rb"[ \t]*(?:[,;/|]|\x81|\r?\n)?[ \t]*(?:\r?\n)?[ \t]*(?:\d{1,2}[.):][ \t]+|[*-][ \t]+|and[ \t]+|\x80[ \t]*)?"
    rb"([A-Za-z0-9]{4,6}[ -][A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6})*|[A-Za-z0-9]{6,12})\b"
)
_MOST = 24


def codes_at(view: TextView, one: NameLink, at: int) -> Iterator[tuple[int, int]]:
    """A list of codes, as long as one follows another: `recovery codes: 1a2b-3c4d, 5e6f-7g8h`."""
    is_beside = one.how is How.BESIDE and not one.is_line
    for _ in range(_MOST):
        item = _ITEM.match(view.data, at)
        if item is None or not _is_drawn(view.read(*item.span(1))):
            return
        if is_beside and "-" not in view.read(*item.span(1)):
            return
        yield item.span(1)
        at = item.end()


def _is_drawn(code: str) -> bool:
    return any(map(str.isdigit, code)) and (not code.isdigit() or len(code) >= 6)


# What people say of a code before they say it, and numbers that are none.
_TOLD = regex(r"[^\d\n。!?;]{1,14}?[\"']?(\d{4,8})(?![\d.%])")
_OTHER_NUMBER = regex(
    r"拨|电话|客服|热线|联系|尾号|订单|手机|号码|有效|分钟|秒|年|月|发送|发到|发至|账号|版本|算法|标准|权重|端口|错误|编号|元|次|公众|群|失败|不了|收不"
)


def told_at(view: TextView, name: Name) -> tuple[int, int] | None:
    """`验证码才是对的，702951`: the first number behind a Chinese name, unless something else is counted or called."""
    said = view.read(name.end, name.end + 24)
    found = _TOLD.match(said)
    if found is None or _OTHER_NUMBER.search(said[: found.start(1)]):
        return None
    value = FoundValue(name.end + found.start(1), name.end + found.end(1), found[1], quoted=False)
    is_part = _goes_on(view, value.end) or is_counted(view, value, Shape.DIGITS)
    return None if is_part else (value.start, value.end)


def _goes_on(view: TextView, end: int) -> bool:
    """Whether it is only a part: of a longer number, a word, a date, an amount."""
    following, after = view.byte(end), view.byte(end + 1)
    if (chr(following).isalnum() and following < 0x80) or following in b"_%/":
        return True
    # A comma in four digits and more parts no thousands: `482913,5分钟内有效`, `PIN:5093,PUK …`.
    return following in b".-:" and chr(after).isalnum() and after < 0x80 and not view.is_wide(end)

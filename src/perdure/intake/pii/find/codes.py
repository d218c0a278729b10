"""Codes and PINs: four to eight digits, perhaps in groups, sometimes with letters."""

from __future__ import annotations

import re

from perdure.intake.pii.find.around import is_counted, is_english
from perdure.intake.pii.find.link import How, Link
from perdure.intake.pii.find.span import Value, bare, value_at
from perdure.intake.pii.find.values import Shape, is_mixed, shape
from perdure.intake.pii.names import Name
from perdure.intake.pii.view import View

_DIGITS = re.compile(
    rb"[#*]?(?:[A-Za-z]{1,3}-)?(?:\d{3}[ -]\d{3}|\d{1,2}(?:[ -]\d{1,2}){2,3}|\d(?:[ -]\d){3,7}|\d{3,8})[#*]?"
)
_SHORT_CODES = ("cvv", "cvc", "安全码", "security code", "card code")


def code_at(view: View, name: Name, one: Link, at: int) -> Value | None:
    """Four to eight digits, perhaps in two groups; with letters among them where the link is firm."""
    quote = view.byte(at) in b"\"'`(*#"
    found = _DIGITS.match(view.data, at) or (_DIGITS.match(view.data, at + 1) if quote else None)
    if found and not _goes_on(view, found.end()):
        value = Value(*found.span(), view.read(*found.span()), quoted=False)
        digits = sum(c.isdigit() for c in value.text)
        is_short = view.read(name.start, name.end).lower().startswith(_SHORT_CODES)
        if digits >= (3 if is_short else 4) and not is_counted(view, value, Shape.DIGITS):
            return value
    mixed = value_at(view, at) if view.byte(at) in b"\"'`" else bare(view, at)
    if mixed is None or not 4 <= len(mixed.text) <= 24 or not mixed.text.replace("-", "").isalnum():
        return None
    looks = shape(mixed.text, quoted=mixed.quoted, in_sentence=one.how is How.SAID)
    if is_mixed(mixed.text):
        is_sure = one.how >= How.SAID or mixed.quoted or not is_english(view, name)
        return mixed if looks >= Shape.MIXED and is_sure else None
    # In letters alone: `ABCD`; the code to a shared file; the sixteen that mail providers give out.
    called, size = view.read(name.start, name.end), len(mixed.text)
    is_shouted = mixed.text.isupper() and mixed.text.isascii() and looks is Shape.WORD and size <= 8
    is_given = (called == "提取码" and size == 4) or (called == "授权码" and size == 16)
    return mixed if (is_shouted or is_given) and one.how is How.ASSIGNED else None


def _goes_on(view: View, end: int) -> bool:
    """Whether it is only a part: of a longer number, a word, a date, an amount."""
    following, after = view.byte(end), view.byte(end + 1)
    if (chr(following).isalnum() and following < 0x80) or following in b"_%/":
        return True
    return following in b".,-:" and chr(after).isalnum() and after < 0x80 and not view.is_wide(end)

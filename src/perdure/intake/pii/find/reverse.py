"""The value first, then what it is: `839202 is your code`, `839202是您的验证码`, `use hunter2 as the password`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.values import Shape, is_mixed, shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.names import Name, SecretFamily
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_REACH = 90
_LINKS = frozenset({"is", "was", "as", "for"})
_SAID_BEFORE_ZH = regex(
    r"(?:是|为|当作?|做|作为?|这个|这条|那个|\()\s*(?:(?!常见|常用|弱|简单|示例|例子|流行)[^\x00-\x7f]){0,10}$"
)
_THIS = ("这个", "这条", "那个", "这串")
_VALUE = regex(r"[!-~]{4,64}$")
_MOST_WORDS = 6
# `123456 is the most common password` gives nobody away.
_NO_LINKS = frozenset(
    {"not", "no", "never", "isn't", "a", "an", "most", "common", "weak", "popular", "worst", "bad", "example", "strong"}
)
_ENDS = regex(
    r"s?(?:\s*$|\s*[\n.,;:!?)\]\"'|。、]|\s+(?:for|to|on|at|in|and|btw|please|but|so|now|if|until|of)\b|\s?[了吧哦啊哈呢,，])",
    _FLAGS,
)


# What a person is told to do with a code: `use 839202 to sign in`, `输入839202完成登录`.
_USED = (
    rb"(?i)\b(?:use|enter|input|type|submit)\s+(?:the\s+|this\s+)?(?:code\s+|pin\s+|otp\s+|number\s+)?[\"']?([a-z]{1,3}-)?"
    rb"(\d{4,8}|\d{3}[ -]\d{3})[\"']?\s+(?:to|as|for|when|and)\s+(?:your\s+)?(?:verif|log|sign|confirm"
    rb"|complete|authent|authori|reset|unlock|access|activ|continue|identi|account)"
)
# The same with a password, or at a door.
_USED_PASSWORD = rb"(?i)\b(?:use|enter|type)\s+([!-~]{8,64})\s+to\s+(?:log|sign)[ -]?(?:in|on)\b"
_TYPED = (
    rb"(?i)\b(?:disarm|unlock|open|alarm|door|gate|keypad|safe)\b[^\n]{0,24}?"
    rb"\b(?:type|press|enter|dial|use)\s+(\d{4,8}#?)\b"
)
_LOGGED_IN = rb"(?i)\b(?:log(?:g(?:ed|ing))?|sign(?:ed|ing)?)[ -]?(?:in|on) (?:with|using) ([!-~]{6,64}?)(?:[ ,.;!?]|$)"
_CONNECTS = (
    rb"(?i)\b(?:server|data source|host|database|initial catalog|user ?id|uid)\s?=[^;\n\"']{1,80};"
    rb"(?:[ ]?[a-z ]{1,30}=[^;\n\"']{0,80};){0,8}?[ ]?(?:password|pwd)\s?=[ ]?([^;\s\"'<{$%*\[][^;\s\"']{3,63})"
)
# Named after it, or when it came: `405009, the Google code I got`, `the 2fa code just came in, 2502`.
_CALLED = (
    rb"(?i)\b(\d{4,8}),? (?:the|my|your|a) (?:[a-z0-9'-]{2,12} ){0,3}?(?:verification|security|login|sign-?in|sms"
    rb"|text|voice|2fa|otp|one-?time|auth(?:entication)?|confirmation) (?:code|pin)\b"
)
_CAME = rb"(?i)\bcode (?:has )?(?:just )?(?:came|arrived|come|got here)(?: in| through)?[,:;. -]{1,3}(\d{4,8})\b"
_ASKED = rb"(?i)\bis\s+[\"'`]?([!-~]{6,64}?)[\"'`]?\s+an?\s+(?:[a-z]+\s+){0,2}pass(?:word|code|phrase)\b"
_USED_ZH = rb"\x80{2}[ ]?(\d{4,8})[ ]?\x80{2,10}"
_ORDERS, _PURPOSES = ("输入", "使用", "填写", "请用"), ("登录", "登陆", "验证", "注册", "认证", "绑定", "解锁", "确认")


# `Code: 839202. Valid for 5 minutes`: no word says what it opens, but what is said of it does.
_BARE = rb"(?i)\bcode(?: is|:| -| ?\x80{1,2})? ?[\"']?(\d{4,8})\b"
_OTHER = regex(
    r"(?:error|status|exit|zip|area|country|promo|http|response|return|discount|coupon|postal)[ _-]$", _FLAGS
)
_HINT = regex(r"valid|expire|minute|share|verif|log ?in|sign ?in|authenti|请勿|有效|泄露|转发", _FLAGS)


def used(view: TextView) -> Iterator[FoundSecret]:
    """Codes that are given with what they are for and without a name."""
    for match in pattern(_USED).finditer(view.data):
        yield FoundSecret("password", *match.span(2))
    for source in (_TYPED, _CONNECTS, _CALLED, _CAME):
        for match in pattern(source).finditer(view.data):
            yield FoundSecret("password", *match.span(1))
    for source in (_USED_PASSWORD, _LOGGED_IN, _ASKED):
        for match in pattern(source).finditer(view.data):
            text = view.read(*match.span(1))
            if is_mixed(text) and shape(text, quoted=False, in_sentence=True) >= Shape.MIXED:
                yield FoundSecret("password", *match.span(1))
    for match in pattern(_BARE).finditer(view.data):
        start, end = match.span(1)
        if _HINT.search(view.read(end, end + 60)) and not _OTHER.search(view.before(match.start(), 12)):
            yield FoundSecret("password", start, end)
    for match in pattern(_USED_ZH).finditer(view.data) if not view.text.isascii() else ():
        said = view.read(*match.span())
        if said.startswith(_ORDERS) and any(purpose in said for purpose in _PURPOSES):
            yield FoundSecret("password", *match.span(1))


def before(view: TextView, name: Name) -> Iterator[tuple[int, int]]:
    """What stands before the name and is called by it."""
    said = view.sentence(name.start, _REACH)
    is_shown = name.family is SecretFamily.CODE and said.endswith(_THIS)
    if not is_shown and not _ENDS.match(view.read(name.end, name.end + 12)):
        return
    before_link = said[: _link(said, is_chinese=view.byte(name.start) >= 0x80)]
    found = _VALUE.search(before_link.rstrip(" (,\"'`"))
    if found is None:
        return
    # A sign that touches the Chinese word behind it ends no sentence.
    touches = before_link[-1:] not in (" ", "") and view.byte(name.start) >= 0x80
    text = found[0].lstrip("\"'`(),.;:*").rstrip("\"'`(),*" if touches else "\"'`(),.;:*")
    start = name.start - len(said) + found.start() + found[0].find(text)
    if text and _fits(name, text):
        yield start, start + len(text)


def _link(said: str, *, is_chinese: bool) -> int:
    """Where the words that lead from the value to its name begin; 0 if there are none."""
    if is_chinese and (chinese := _SAID_BEFORE_ZH.search(said)):
        return chinese.start()
    words = said.split()[-_MOST_WORDS:] if said[-1:] in (" ", "(") else []
    at = len(said)
    for word in reversed(words):
        at = said.rindex(word, 0, at)
        if word.lower() in _LINKS or word.startswith("("):
            return at
        if word.lower() in _NO_LINKS:
            return 0
    return 0


def _fits(name: Name, text: str) -> bool:
    looks = shape(text, quoted=False, in_sentence=True)
    mixed = any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    match name.family:
        case SecretFamily.CODE:
            return (looks is Shape.DIGITS and 4 <= len(text) <= 8) or (
                looks >= Shape.MIXED and mixed and len(text) <= 10
            )
        case SecretFamily.PASSWORD:
            return (looks is Shape.DIGITS and len(text) >= 4) or (looks >= Shape.MIXED and len(text) >= 6 and mixed)
        case SecretFamily.KEY | SecretFamily.TOKEN:
            return looks is Shape.RANDOM
        case _:
            return False

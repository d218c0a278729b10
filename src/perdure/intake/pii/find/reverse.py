"""The value first, then what it is: `839202 is your code`, `839202是您的验证码`, `use hunter2 as the password`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.values import Shape, is_mixed, is_product, shape
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
_VALUE = regex(r"(?:(?<!\S)\d{3}[ -]\d{3}|[!-~]{4,64})$")
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
_FROM = rb"(?i)\bpass(?:word|code|phrase)s? from [\"'`]?([!-~]{4,64}?)[\"'`]? (?:in)?to [\"'`]?([!-~]{4,64})"
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
_YOURS = rb"(?i)\b(\d{4,8}) ?(?:-|\x81|:) ?(?:is )?your (?:[a-z0-9'-]{2,14} ){0,3}?(?:code|otp|pin)\b"
_CODE_TO = (
    rb"(?i)\bcode (?:below )?(?:to|for) (?:sign|log|verif|confirm|complet|access|continu"
    rb"|authent)[a-z -]{0,30}[:\s]{1,4}(\d{4,8})\b"
)
_CAME = rb"(?i)\bcode (?:has )?(?:just )?(?:came|arrived|come|got here)(?: in| through)?[,:;. -]{1,3}(\d{4,8})\b"
_ASKED = rb"(?i)\bis\s+[\"'`]?([!-~]{6,64}?)[\"'`]?\s+an?\s+(?:[a-z]+\s+){0,2}pass(?:word|code|phrase)\b"
# `how strong is … as a password`, `is … strong enough for a password`; `…, that's the password`.
_RATED = (
    rb"(?i)\b(?:is|would|does|rate|how about"
    rb"|what about)\s+[\"'`]?([!-~]{6,64}?)[\"'`]?,?\s+(?:[a-z]+\s+){0,4}?(?:as|for|like)\s+an?\s+(?:[a-z]+\s+){0,2}"
    rb"pass(?:word|code|phrase)\b"
)
_SHOWN = (
    rb"(?i)(?:^|[\s\"'`(])([!-~]{6,64}?)[\"'`]?\s?(?:,|<-+|-+|\(|:)?\s?(?:that's|that is|this is"
    rb"|it's|which is) (?:the|my|our|his|her)"
    rb" (?:[a-z0-9-]+ ){0,2}?(?:password|passcode|pw)\b"
)
_ANY_CODE = rb"(?i)code|otp|pin|(?:text|messag)ed"
_ANY_PASSWORD = rb"(?i)pass(?:word|code|phrase)|\bpw\b"
_SHOWN_ZH = regex(
    r"(?:^|[^!-~])([!-~]{6,64}?)\s?(?:,?\s?(?:这是|就是)[^\x00-\x7f]{0,6}?|(?:这|那)(?:个|串)|(?:来?[当做作]为?)|这样的)(?:[\u4e00-\u9fff]{0,4}?)(?:密码|口令)(?![管提学软框策器算哈箱锁本])"
)
_FROM_ZH = regex(
    r"(?:密码|口令)[^\x00-\x7f]{0,3}从\s?([!-~]{4,64}?)\s?(?:改|换|变|更新|重置)[成为到]了?\s?([!-~]{4,64})"
)
_WITH_ZH = regex(r"[用拿]\s?([!-~]{6,64}?)\s?(?:登[录陆不上]|解锁|解压)")
_READ_OUT = (
    rb"(?i)\bcode\b[^\n.\d]{0,30}?\b(?:said|told|read|gave)\b[^\n\d.]{0,20}?(\d{5,8})\b|\bmy code ?\((\d{4,8})\)"
    rb"|\b(?:texted|messaged) me (\d{5,8})\b"
)
_FROM_TEXT_ZH = regex(r"短信[^\d\n。]{0,6}(\d{4,8})(?!\d)[^\d\n]{0,8}(?:告诉|发给|念|给了|报给)")
_USED_ZH = rb"\x80{2}[ ]?(\d{4,8})[ ]?\x80{2,10}"
_ORDERS, _PURPOSES = ("输入", "使用", "填写", "请用"), ("登录", "登陆", "验证", "注册", "认证", "绑定", "解锁", "确认")


# `Code: 839202. Valid for 5 minutes`: no word says what it opens, but what is said of it does.
_BARE = rb"(?i)\bcode(?: from (?:the |my )?[a-z]+)?(?: is| was|:| -| ?\x80{1,2}){0,2} ?[\"']?(\d{4,8}|\d{3}[- ]\d{3})\b"
_BY_PROGRAM = regex(r"\b(?:api|server|exit|errors?|return(?:s|ed)?|http|function|process|gateway|lines?)\b", _FLAGS)
_SENT = regex(r"\b(?:sent|texted|gave|got|received|messaged|emailed|bank|sms)\b|短信|收到|发来|发了", _FLAGS)
_OTHER = regex(
    r"(?:error|status|exit|zip|area|country|promo|http|expired|failed|invalid|response|return"
    r"|discount|coupon|postal)[ _(-]{1,2}$",
    _FLAGS,
)
_HINT = regex(r"valid|expire|minute|share|verif|log ?in|sign ?in|authenti|输了|没用|登录|请勿|有效|泄露|转发", _FLAGS)


def used(view: TextView) -> Iterator[FoundSecret]:
    """Codes that are given with what they are for and without a name."""
    # What none of them is without, so that most texts are passed by.
    is_code = pattern(_ANY_CODE).search(view.data) is not None
    for match in pattern(_USED).finditer(view.data):
        yield FoundSecret("password", *match.span(2))
    connects = (_CONNECTS,) if b"=" in view.data else ()
    for source in (_TYPED, *connects, *((_CALLED, _CAME, _YOURS, _CODE_TO) if is_code else ())):
        for match in pattern(source).finditer(view.data):
            yield FoundSecret("password", *match.span(1))
    for match in pattern(_READ_OUT).finditer(view.data) if is_code else ():
        yield FoundSecret("password", *match.span(next(n for n in (1, 2, 3) if match.start(n) >= 0)))
    is_named = pattern(_ANY_PASSWORD).search(view.data) is not None
    for match in pattern(_FROM).finditer(view.data) if is_named else ():
        for span in (match.span(1), match.span(2)):
            text = view.read(*span).rstrip(".,;:!?\"'`")
            if _is_chosen(text):
                yield FoundSecret("password", span[0], span[0] + len(text))
    for source in (_USED_PASSWORD, _LOGGED_IN, *((_ASKED, _RATED, _SHOWN) if is_named else ())):
        for match in pattern(source).finditer(view.data):
            text = view.read(*match.span(1))
            # `is bluewhale7 a good password`, but not `does Windows11 ask for a password`
            if _is_chosen(text, may_be_product=source not in (_RATED, _SHOWN)):
                yield FoundSecret("password", *match.span(1))
    for match in pattern(_BARE).finditer(view.data) if is_code else ():
        start, end = match.span(1)
        said = view.before(match.start(), 40)
        is_told = (
            _HINT.search(view.read(end, end + 60))
            or _SENT.search(said)
            or _SENT.search(view.read(match.start(), start))
        )
        is_other = _OTHER.search(said[-12:]) or _BY_PROGRAM.search(f"{said} {view.read(end, end + 12)}")
        if is_told and not is_other and (end - start > 4 or _HINT.search(view.read(end, end + 60))):
            yield FoundSecret("password", start, end)
    yield from _in_chinese(view) if not view.text.isascii() else ()
    for match in pattern(_USED_ZH).finditer(view.data) if not view.text.isascii() else ():
        said = view.read(*match.span())
        if said.startswith(_ORDERS) and any(purpose in said for purpose in _PURPOSES):
            yield FoundSecret("password", *match.span(1))


def _is_chosen(text: str, *, may_be_product: bool = False) -> bool:
    """Letters and digits, and no name of a program or a machine."""
    looks = shape(text, quoted=False, in_sentence=True)
    return is_mixed(text) and looks >= Shape.MIXED and (may_be_product or not is_product(text))


def _in_chinese(view: TextView) -> Iterator[FoundSecret]:
    for at in view.places("短信"):
        if told := _FROM_TEXT_ZH.match(view.read(at, at + 40)):
            yield FoundSecret("password", at + told.start(1), at + told.end(1))
    for source, words in ((_SHOWN_ZH, ("密码", "口令")), (_WITH_ZH, ("登", "解锁", "解压"))):
        for at in view.places(*words):
            begin = max(0, at - _REACH)
            if shown := source.search(view.read(begin, at + 3)):
                yield from _chosen(view, begin + shown.start(1), shown[1])
    for at in view.places("密码", "口令"):
        if changed := _FROM_ZH.match(view.read(at, at + 2 * _REACH)):
            yield from _chosen(view, at + changed.start(1), changed[1])
            yield from _chosen(view, at + changed.start(2), changed[2])


def _chosen(view: TextView, start: int, text: str) -> Iterator[FoundSecret]:
    value = text.strip("\"'`(),")
    if value and _is_chosen(value):
        first = start + text.index(value)
        yield FoundSecret("password", first, first + len(value))


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
            return (text.replace(" ", "").replace("-", "").isdigit() and 4 <= len(text) <= 8) or (
                looks >= Shape.MIXED and mixed and len(text) <= 10
            )
        case SecretFamily.PASSWORD:
            return (looks is Shape.DIGITS and len(text) >= 4) or (looks >= Shape.MIXED and len(text) >= 6 and mixed)
        case SecretFamily.KEY | SecretFamily.TOKEN:
            return looks is Shape.RANDOM
        case _:
            return False

"""Secrets that show by what is said of them: a name, a link, a value. `my password is …`, `DB_PASS=…`, `验证码是…`.

    name    what the secret is called                        perdure.intake.pii.names
    link    how the text leads from the name to the value    find/link.py
    value   where it stands and what it looks like           find/span.py, find/values.py

Which looks are enough depends on how sure name and link are; that table is `_fits`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.link import REACH, How, Link, gapped, link
from perdure.intake.pii.find.phrases import phrase_at
from perdure.intake.pii.find.reverse import before, used
from perdure.intake.pii.find.span import Value, bare, value_at
from perdure.intake.pii.find.values import Shape, shape
from perdure.intake.pii.kinds import Found
from perdure.intake.pii.names import Family, Name, names
from perdure.intake.pii.view import View
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_MOST = 24
"""Values behind one name that stands for many: `recovery codes: …`."""


def find(view: View) -> Iterator[Found]:
    """All of this family."""
    for name in names(view):
        spans = [*_after(view, name)] or [*before(view, name)]
        yield from (Found(name.kind, *span) for span in spans)
    yield from used(view)


def _after(view: View, name: Name) -> Iterator[tuple[int, int]]:
    said = view.read(name.end, name.end + REACH)
    direct = link(said, _opened(view, name), is_english=_is_english(view, name))
    if direct is None:
        return
    if (
        direct.how is How.LOOSE
        and said.lstrip().lower().startswith("to ")
        and _CHANGES.search(view.before(name.start, 40))
    ):
        direct = Link(How.SAID, direct.size)
    around = gapped(said)
    for one in (around, direct) if direct.how is How.LOOSE else (direct, around):
        if one is not None and (spans := [*_spans(view, name, one)]):
            yield from spans
            return


def _opened(view: View, name: Name) -> str:
    """What stands before the name without a space between: `("`, `config["db_`."""
    before = view.read(name.start - 40, name.start)
    return before.split()[-1] if before and not before[-1].isspace() else ""


# `set`, `changed`, `改` somewhere before: then `to` leads to the new one.
_CHANGES = regex(r"\b(?:re)?set|\bchang|\bupdat|\bswitch|\bmake|\brotat|改|换|设", _FLAGS)


# A password that everybody has, or that stands for one.
_EXAMPLE = regex(
    r"\b(?:common|weak|popular|worst|bad|example|sample|typical|dummy|fake|guessable|leaked)[ -]$|(?:弱|常见|常用|示例|简单)的?$",
    _FLAGS,
)


def _spans(view: View, name: Name, one: Link) -> Iterator[tuple[int, int]]:
    at = name.end + one.size
    if one.how is How.BESIDE and _is_english(view, name) and not _is_apart(view, at):
        return
    if _EXAMPLE.search(view.before(name.start, 30)):
        return
    if name.family is Family.LOGIN:
        if one.how > How.BESIDE and (pair := _pair(view, at, is_firm=one.how >= How.SAID)):
            yield pair
        return
    if name.family is Family.CODE:
        value = _code(view, name, one, at)
    elif name.family is Family.PASSWORD and (phrase := phrase_at(view, name, one, at)):
        yield phrase
        return
    elif (
        name.family in (Family.KEY, Family.TOKEN) and one.how >= How.SAID and (key := _KEY_GROUPS.match(view.data, at))
    ):
        yield key.span()
        return
    else:
        value = value_at(view, at)
        if value is not None and not _fits(view, name, one, value):
            value = None
    if value is not None:
        yield value.start, value.end
        if name.is_many:
            yield from _further(view, value)


def _fits(view: View, name: Name, one: Link, value: Value) -> bool:
    """Whether this is the value, by the family of the name, the link and the looks."""
    looks = shape(value.text, quoted=value.quoted, in_sentence=one.how is How.SAID)
    size, mixed = len(value.text), _is_letters_and_digits(value.text)
    if looks is Shape.NONE or _is_counted(view, value, looks) or _is_label(view, value):
        return False
    if looks is Shape.RANDOM and name.family is not Family.PASS:
        return one.how >= How.SAID or name.family in (Family.KEY, Family.PASSWORD)
    firm = one.how >= How.SAID or value.quoted
    if looks is Shape.WORD and _is_setting(view, name):
        return True
    match name.family:
        case Family.PASSWORD if looks is Shape.WORD:
            return firm and (value.quoted or _is_chosen(view, one, value))
        case Family.PASSWORD if looks is Shape.DIGITS:
            is_sure = firm or not _is_english(view, name) or b"code" in view.data[name.start : name.end].lower()
            return size >= (4 if is_sure else 5)
        case Family.PASSWORD:
            is_sure = mixed if _is_english(view, name) else any(map(str.isdigit, value.text))
            return size >= 4 if firm else is_sure and size >= (5 if _is_english(view, name) else 4)
        case Family.PASS:
            return _is_pass(view, name, one, value, looks, mixed=mixed)
        case Family.KEY:
            return firm and mixed and size >= 8
        case _:
            return one.how is How.ASSIGNED and mixed and size >= 8


def _is_setting(view: View, name: Name) -> bool:
    """`JWT_SECRET=…`, `PGPASSWORD=…`: the name of a setting in capitals and nothing between it and its value."""
    called = _opened(view, name).rpartition(" ")[2] + view.read(name.start, name.end)
    return (
        view.byte(name.end) == ord("=") and called.isupper() and called.replace("_", "").isalnum() and len(called) > 3
    )


def _is_apart(view: View, at: int) -> bool:
    """A space before it, and no sign with which a program goes on."""
    return view.byte(at - 1) in b" \t\n" and view.byte(at) not in b".,:;)]}>%&|/=+-"


def _is_pass(view: View, name: Name, one: Link, value: Value, looks: Shape, *, mixed: bool) -> bool:
    """`pass: hunter2`, `SMTP_PASS=…`; but not `pass: 12, fail: 3` nor `my boarding pass is BA1234`."""
    called = view.read(name.start, name.end)
    is_setting = called == "PASS" or called.lower() != "pass"
    is_login = is_setting or _LOGIN.search(view.before(name.start, 60)) is not None
    if _TICKET.search(view.before(name.start, 16)):
        return False
    if looks is Shape.WORD:
        return is_login and one.how is How.ASSIGNED and (value.quoted or _is_chosen(view, one, value))
    if looks is Shape.DIGITS:
        return one.how is How.ASSIGNED and len(value.text) >= (4 if is_login else 6)
    if one.how is How.ASSIGNED:
        return len(value.text) >= 5
    return (is_login or one.how is How.SAID) and mixed and len(value.text) >= 6


_LOGIN = regex(
    r"\b(?:user(?:name)?|login|log in|wi-?fi|account|admin|root|email|host|server|ssh|ftp|smtp|db|my|uid|usr)\b|账号|用户",
    _FLAGS,
)
_TICKET = regex(
    r"\b(?:boarding|bus|train|rail|ski|season|day|hall|guest|visitor|press|mountain|month|monthly)[ -]$", _FLAGS
)


def _is_letters_and_digits(text: str) -> bool:
    return any(map(str.isdigit, text[:80])) and any(map(str.isalpha, text[:80]))


def _is_english(view: View, name: Name) -> bool:
    return view.byte(name.start) < 0x80


_COUNT = regex(
    r"[ -]?(?:\+ ?)?(?:characters?|chars?|digits?|letters?|symbols?|bits?|bytes?|words?|times?|attempts?|tries|days?|weeks?|months?"
    r"|years?|minutes?|mins?|seconds?|secs?|hours?|hrs?|people|users?|accounts?|percent|lines?|of them|or more|entries)\b"
    r"|%| ?[位个次字天年月日分秒条种元块号版级人件行张台]",
    _FLAGS,
)
_ABOUT_IT = regex(r" ?(?:加密|算法|格式|类型|字段|方式|哈希|模式|编码|存储|保护|策略|管理|认证|形式|协议|输入框)")


def _is_counted(view: View, value: Value, looks: Shape) -> bool:
    """`8 characters`, `3次`; or what follows says that it is a way to keep secrets, not one of them."""
    following = view.read(value.end, value.end + 14)
    if looks is Shape.DIGITS and not value.quoted:
        return _COUNT.match(following) is not None
    return looks is not Shape.RANDOM and _ABOUT_IT.match(following) is not None


def _is_label(view: View, value: Value) -> bool:
    """The name of the next field: `Password:` and on the next line `Username:`."""
    return not value.quoted and view.byte(value.end) == ord(":") and view.byte(value.end + 1) in b" \r\n"


# What may follow a word that is a password. Other words make a sentence of it: `my password is common knowledge`.
_ENDS = regex(
    r"\s*$|\s*[\n.,;!?)\]}\"'|<(]|\s+-|\s*[^\x00-\x7f]|\s+[\w-]{1,24}\s?[:=]"
    r"|\s+(?:and|but|for|on|so|if|with|please|pls|plz|thanks|thx|btw|when|unless|until|because|or|at|lol|ok|okay|don't|dont"
    r"|do|keep|just|in|from|which|since|as|that's|not|now|by|everywhere|again|too|same)\b",
    _FLAGS,
)


def _is_chosen(view: View, one: Link, value: Value) -> bool:
    """A plain word that can be nothing but the password."""
    following = view.read(value.end, value.end + 30)
    if one.how is How.ASSIGNED and following[:1] in (")", ",", ";") and view.byte(value.start - 1) == ord("="):
        return False  # an argument in a program
    return _ENDS.match(following) is not None and not (one.has_gap and len(value.text) < 5)


_KEY_GROUPS = re.compile(rb"[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}\b")
_DIGITS = re.compile(
    rb"[#*]?(?:[A-Za-z]{1,3}-)?(?:\d{3}[ -]\d{3}|\d{1,2}(?:[ -]\d{1,2}){2,3}|\d(?:[ -]\d){3,7}|\d{3,8})[#*]?"
)
_SHORT_CODES = ("cvv", "cvc", "安全码", "security code", "card code")


def _code(view: View, name: Name, one: Link, at: int) -> Value | None:
    """Four to eight digits, perhaps in two groups; with letters among them where the link is firm."""
    quote = view.byte(at) in b"\"'`(*#"
    found = _DIGITS.match(view.data, at) or (_DIGITS.match(view.data, at + 1) if quote else None)
    if found and not _goes_on(view, found.end()):
        value = Value(*found.span(), view.read(*found.span()), quoted=False)
        digits = sum(c.isdigit() for c in value.text)
        is_short = view.read(name.start, name.end).lower().startswith(_SHORT_CODES)
        if digits >= (3 if is_short else 4) and not _is_counted(view, value, Shape.DIGITS):
            return value
    mixed = value_at(view, at) if view.byte(at) in b"\"'`" else bare(view, at)
    if mixed is None or not 4 <= len(mixed.text) <= 24 or not mixed.text.replace("-", "").isalnum():
        return None
    looks = shape(mixed.text, quoted=mixed.quoted, in_sentence=one.how is How.SAID)
    if _is_letters_and_digits(mixed.text):
        return (
            mixed
            if looks >= Shape.MIXED and (one.how >= How.SAID or mixed.quoted or not _is_english(view, name))
            else None
        )
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


_PAIR = regex(
    r"[\"'(`]?(?P<user>[^\s/|,;:\"'`()]{2,64})[\"'`]?(?P<between>[ \t]{0,2}(?:/|\||:|,|;|->)[ \t]{0,2}|\s(?:and|with|&)\s|\s?[和与跟、]\s?|[ \t]+)"
    r"[\"'`]?(?P<secret>[^\s,;\"'`()\u3000-\u303f\u4e00-\u9fff]{3,64})",
    _FLAGS,
)


def _pair(view: View, at: int, *, is_firm: bool) -> tuple[int, int] | None:
    """`admin / hunter2`: a name and a password behind `credentials:` or `账号密码是`."""
    found = _PAIR.match(view.read(at, at + 160))
    if found is None:
        return None
    secret = found["secret"].rstrip(".!?") if found["secret"][-1:] == "." else found["secret"]
    looks = shape(secret, quoted=False, in_sentence=True)
    user = shape(found["user"], quoted=False, in_sentence=True)
    is_joined = found["between"].strip() in ("/", ":", "|")
    is_secret = (
        looks >= Shape.MIXED or (looks is Shape.DIGITS and len(secret) >= 4) or (looks is Shape.WORD and is_joined)
    )
    is_user = user is not Shape.NONE or found["user"].lower() in ("admin", "root", "user", "test", "guest") or is_joined
    if not is_secret or not is_user or (not is_firm and looks < Shape.MIXED) or "://" in found["user"] + ":" + secret:
        return None
    return at + found.start("user"), at + found.start("secret") + len(secret)


_NEXT = re.compile(
    rb"[ \t]*(?:[,;/|]|\x81|\r?\n)?[ \t]*(?:\r?\n)?[ \t]*(?:\d{1,2}[.)][ \t]+|[*-][ \t]+)?(?:and[ \t]+)?"
)


def _further(view: View, first: Value) -> Iterator[tuple[int, int]]:
    """The rest of a list: as long as what comes looks like the first."""
    end = first.end
    for _ in range(_MOST):
        gap = _NEXT.match(view.data, end)
        value = value_at(view, gap.end()) if gap and gap.end() > end else None
        if value is None or abs(len(value.text) - len(first.text)) > 2 or not any(c.isdigit() for c in value.text):
            return
        yield value.start, value.end
        end = value.end

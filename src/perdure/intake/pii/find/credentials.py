"""Secrets that show by what is said of them: a name, a link, a value. `my password is …`, `DB_PASS=…`, `验证码是…`.

    name    what the secret is called                        perdure.intake.pii.names
    link    how the text leads from the name to the value    find/link.py
    value   where it stands and what it looks like           find/span.py, find/values.py

Which looks are enough depends on how sure name and link are; that table is `_fits`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.around import (
    is_apart,
    is_chosen,
    is_counted,
    is_english,
    is_label,
    is_made_up,
    is_setting,
    opened,
)
from perdure.intake.pii.find.codes import code_at, codes_at, told_at
from perdure.intake.pii.find.lines import last_line
from perdure.intake.pii.find.link import REACH, How, NameLink, gapped, link
from perdure.intake.pii.find.pairs import pair_at
from perdure.intake.pii.find.phrases import in_characters, phrase_at, used_as
from perdure.intake.pii.find.reverse import before, used
from perdure.intake.pii.find.span import FoundValue, value_at
from perdure.intake.pii.find.values import Shape, is_joined, is_key, is_mixed, is_product, shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.names import Name, SecretFamily, names
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for name in names(view):
        spans = [*_after(view, name)] or [*before(view, name)]
        if not spans and name.family is SecretFamily.LOGIN and view.read(name.end - 2, name.end) == "密码":
            spans = [*_after(view, Name(SecretFamily.PASSWORD, name.end - 2, name.end))]  # of an account, without it
        spans += [*_next_ones(view, spans)]
        yield from (FoundSecret(name.kind, *span) for span in spans)
    yield from used(view)
    yield from (FoundSecret("password", *span) for span in used_as(view))


# `两张卡的密码分别是 … 和 …`
_AND = regex(r"[\"'`]?\s?(?:和|与|、|及|\band\b|\bor\b|&)\s?[\"'`]?([!-~]{4,40})", _FLAGS)


def _next_ones(view: TextView, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is joined to the last value and looks like it: as many digits, or letters and digits."""
    if not spans:
        return
    first, end = view.read(*spans[-1]), spans[-1][1]
    if following := _AND.match(view.read(end, end + 50)):
        text = following[1].rstrip(".,;:!?)\"'`")
        is_like = text.isdigit() and len(text) == len(first) if first.isdigit() else is_mixed(first) and is_mixed(text)
        if is_like and shape(text, quoted=False, in_sentence=True) > Shape.NONE and not is_product(text):
            yield end + following.start(1), end + following.start(1) + len(text)


def _after(view: TextView, name: Name) -> Iterator[tuple[int, int]]:
    said = view.read(name.end, name.end + REACH)
    begun = opened(view, name)
    direct = link(said, begun, is_english=is_english(view, name))
    if direct is None or "${" in begun or _EXAMPLE.search(view.before(name.start, 30)):
        return
    if (_IS_VALUE.search(begun) and direct.how < How.SAID) or (
        _IS_VARIABLE.search(begun) and direct.how < How.ASSIGNED
    ):
        return
    if said[:1] == ">" and _IN_TEMPLATE.search(begun):
        return
    is_plural = direct.how is How.LOOSE and name.is_many and said.lstrip().startswith("are ")
    if is_plural or view.read(name.start, name.end).lower() in _DIRECTIVES:
        direct = NameLink(max(direct.how, How.SAID), direct.size, is_line=direct.is_line)
    if view.read(name.start, name.end).startswith("identified") and said.lstrip()[:1] not in ("'", '"'):
        return  # a word of prose, unless it is SQL in small letters
    is_to = direct.how is How.LOOSE and said.lstrip().lower().startswith("to ")
    if is_to and _CHANGES.search(view.before(name.start, 40)):
        direct = NameLink(How.SAID, direct.size)
    if (
        name.family is not SecretFamily.LOGIN and _CALL.search(begun) and (rest := _ARGUMENT.match(said))
    ):  # define('DB_PASSWORD', '…')
        value = value_at(view, name.end + rest.end())
        if value and shape(value.text, quoted=True, in_sentence=False) >= Shape.MIXED:
            yield value.start, value.end
        return
    around = gapped(said)
    for one in (around, direct) if direct.how is How.LOOSE else (direct, around):
        if one is not None and (spans := [*_spans(view, name, one)]):
            yield from spans
            return
    if name.family is SecretFamily.CODE and not is_english(view, name) and (told := told_at(view, name)):
        yield told


# The name is itself what something is set to, and what follows is something else: `reason=bad_password count=4`.
_IS_VALUE = regex(r"\w=[\"']?[\w-]*$")
_IS_VARIABLE = regex(r"\$\{?\w*$")
# `mongodb://<user>:<password>@host` is no element.
_IN_TEMPLATE = regex(r"[^\s>;`\"'(\[]<[\w:.-]*$")
# The next setting of the same line.
_OTHER_SETTING = regex(r"[A-Za-z_][\w.-]{0,24}=[^=]")
_CALL = regex(r"[\w.]\([\"'][\w.#\[\]=-]*$")
_ARGUMENT = regex(r"[\"'],\s*(?=[\"'])")
# Settings that take their value without a sign between.
_DIRECTIVES = ("requirepass", "masterauth")
# `set`, `changed`, `改` somewhere before: then `to` leads to the new one.
_CHANGES = regex(r"\b(?:re)?set|\bchang|\bupdat|\bswitch|\bmake|\brotat|改|换|设", _FLAGS)
# A password that everybody has, or that stands for one.
_EXAMPLE = regex(
    r"\b(?:common|weak|popular|worst|bad|example|sample|typical|dummy|fake|guessable|leaked)[ -]$"
    r"|(?:弱|常见|常用|示例|简单)的?$",
    _FLAGS,
)


def _spans(view: TextView, name: Name, one: NameLink) -> Iterator[tuple[int, int]]:
    at = name.end + one.size
    if one.how is How.BESIDE and is_english(view, name) and not is_apart(view, at):
        return
    match name.family:
        case SecretFamily.LOGIN:
            is_open = view.byte(at) in b"[(" or not view.read(name.start, name.end).lower().endswith("auth")
            whole = pair_at(view, at, is_firm=one.how >= How.SAID) if one.how > How.BESIDE and is_open else None
            value = None
        case SecretFamily.CODE if name.is_many and (codes := [*codes_at(view, one, at)]):
            yield from codes
            return
        case SecretFamily.CODE if name.is_many and is_english(view, name):
            return
        case SecretFamily.CODE:
            whole, value = None, code_at(view, name, one, at)
        case _:
            whole, value = _whole(view, name, one, at), value_at(view, at)
            value = value if value and _fits(view, name, one, value) else None
            if whole is None and value is None and name.family is SecretFamily.PASSWORD:
                whole = in_characters(view, name, one)
    if whole is not None:
        yield whole
    elif value is not None:
        yield value.start, last_line(view, value.start, value.end) if is_key(value.text) else value.end


def _whole(view: TextView, name: Name, one: NameLink, at: int) -> tuple[int, int] | None:
    """A value with spaces in it that is known as a whole: a phrase, or a key in groups."""
    if name.family is SecretFamily.PASSWORD:
        return phrase_at(view, name, one, at)
    may_be_key = name.family in (SecretFamily.KEY, SecretFamily.TOKEN) and one.how >= How.SAID
    groups = _KEY_GROUPS.match(view.data, at) if may_be_key else None
    if groups is None and name.family is SecretFamily.KEY:
        groups = _DRAWN_GROUPS.match(view.data, at)
    return groups.span() if groups else None


# Without a word between: digits stand among the letters of two groups and more.
_DRAWN_GROUPS = re.compile(
    rb"(?=(?:[a-z0-9]{4} ){3}[a-z0-9]{4}\b)(?=(?:[^\n]{0,18}?[a-z]\d"
    rb"|[^\n]{0,18}?\d[a-z]))[a-z0-9]{4}(?: [a-z0-9]{4}){3,7}\b"
)
_KEY_GROUPS = re.compile(
    rb"(?:[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}|(?=[^\n]{0,24}\d)[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5,15}"
    rb"|\d{6}(?:-\d{6}){5,7})\b"
)


def _fits(view: TextView, name: Name, one: NameLink, value: FoundValue) -> bool:
    """Whether this is the value, by the family of the name, the link and the looks."""
    is_zh = not is_english(view, name)
    looks = shape(value.text, quoted=value.quoted, in_sentence=one.how is How.SAID, in_chinese=is_zh)
    size, mixed = len(value.text), is_mixed(value.text)
    if looks is Shape.NONE or is_counted(view, value, looks) or is_label(view, value):
        return False
    if (one.how < How.SAID and _OTHER_SETTING.match(value.text)) or (one.is_far and looks is Shape.WORD):
        return False
    if name.only_random:
        return looks is Shape.RANDOM and size >= 20
    if one.is_list:
        return name.family is SecretFamily.PASSWORD and is_made_up(view, name, value)
    if looks is Shape.RANDOM and name.family is not SecretFamily.PASS:
        is_sure = (
            name.family in (SecretFamily.KEY, SecretFamily.PASSWORD)
            or size >= 16
            or view.read(name.start, name.end).isupper()
        )
        return one.how >= How.SAID or is_sure
    if looks is Shape.WORD and is_setting(view, name):
        return True
    if looks is Shape.WORD and size == 16 and _APP.search(view.before(name.start, 6)):
        return True
    firm = one.how >= How.SAID or value.quoted
    match name.family:
        case SecretFamily.PASSWORD if looks is Shape.WORD:
            is_handed = view.byte(name.end) in b" :" and _HANDED.search(view.before(name.start, 60)) is not None
            is_said = firm or is_handed or is_joined(value.text)
            return is_said and (value.quoted or is_chosen(view, one, value))
        case SecretFamily.PASSWORD if looks is Shape.DIGITS:
            is_sure = firm or not is_english(view, name) or b"code" in view.data[name.start : name.end].lower()
            # `voicemail password 5839`, and nothing that it counts behind it
            is_whole = not _YEAR.fullmatch(value.text) and is_chosen(view, one, value)
            return size >= (4 if is_sure or is_whole else 5)
        case SecretFamily.PASSWORD if is_english(view, name):
            return size >= 4 if firm else mixed and size >= 5
        case SecretFamily.PASSWORD:
            return size >= 4 and (firm or any(map(str.isdigit, value.text)) or is_joined(value.text))
        case SecretFamily.PASS:
            return _is_pass(view, name, one, value, looks)
        case SecretFamily.KEY:
            return firm and mixed and size >= 8
        case _:
            return one.how is How.ASSIGNED and mixed and size >= 8


def _is_pass(view: TextView, name: Name, one: NameLink, value: FoundValue, looks: Shape) -> bool:
    """`pass: hunter2`, `SMTP_PASS=…`; but not `pass: 12, fail: 3` nor `my boarding pass is BA1234`."""
    if _TICKET.search(view.before(name.start, 16)):
        return False
    called, is_assigned = view.read(name.start, name.end), one.how is How.ASSIGNED
    is_login = called.lower() != "pass" or called == "PASS" or _LOGIN.search(view.before(name.start, 60)) is not None
    if looks is Shape.WORD:
        is_odd = any(map(str.isupper, value.text[1:])) and not value.text.isalpha()
        return is_login and (is_odd or (is_assigned and (value.quoted or is_chosen(view, one, value))))
    if looks is Shape.DIGITS:
        return is_assigned and len(value.text) >= (4 if is_login else 6)
    if is_assigned:
        return len(value.text) >= 5
    return (is_login or one.how is How.SAID) and is_mixed(value.text) and len(value.text) >= 6


_YEAR = regex(r"(?:19|20)\d\d", re.ASCII)
# As Google and Apple give them out to programs: sixteen letters.
_APP = regex(r"\bapp[ -]$", _FLAGS)
_LOGIN = regex(
    r"\b(?:user(?:name)?|login|log in|wi-?fi|account|admin|root|email|host|server|ssh|ftp|smtp|db|uid|usr)\b"
    r"|账号|帐号|用户|登录",
    _FLAGS,
)
# A user was named just before: then the password follows even without a sign.
_HANDED = regex(
    r"(?:user(?:name)?|login|uid|usr|account|ssid|账号|帐号|用户名?)\s*(?:[:=]|is\b|是|为)?\s*[\w.@-]{2,40}\s*[,;/|、]?\s*"
    r"(?:and\s+|with\s+)?$",
    _FLAGS,
)
_TICKET = regex(
    r"\b(?:boarding|bus|train|rail|ski|season|day|hall|guest|visitor|press|mountain|month|monthly)[ -]$", _FLAGS
)

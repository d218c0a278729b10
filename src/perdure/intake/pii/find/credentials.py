"""Secrets that show by what is said of them: a name, a link, a value. `my password is …`, `DB_PASS=…`, `验证码是…`.

    name    what the secret is called                        perdure.intake.pii.names
    link    how the text leads from the name to the value    find/link.py
    value   where it stands and what it looks like           find/span.py, find/values.py

Which looks are enough depends on how sure name and link are; that table is `_fits`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.around import is_apart, is_chosen, is_counted, is_english, is_label, is_setting, opened
from perdure.intake.pii.find.codes import code_at
from perdure.intake.pii.find.link import REACH, How, Link, gapped, link
from perdure.intake.pii.find.pairs import pair_at
from perdure.intake.pii.find.phrases import phrase_at
from perdure.intake.pii.find.reverse import before, used
from perdure.intake.pii.find.span import Value, value_at
from perdure.intake.pii.find.values import Shape, is_mixed, shape
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
    direct = link(said, opened(view, name), is_english=is_english(view, name))
    if direct is None or _EXAMPLE.search(view.before(name.start, 30)):
        return
    is_to = direct.how is How.LOOSE and said.lstrip().lower().startswith("to ")
    if is_to and _CHANGES.search(view.before(name.start, 40)):
        direct = Link(How.SAID, direct.size)
    around = gapped(said)
    for one in (around, direct) if direct.how is How.LOOSE else (direct, around):
        if one is not None and (spans := [*_spans(view, name, one)]):
            yield from spans
            return


# `set`, `changed`, `改` somewhere before: then `to` leads to the new one.
_CHANGES = regex(r"\b(?:re)?set|\bchang|\bupdat|\bswitch|\bmake|\brotat|改|换|设", _FLAGS)
# A password that everybody has, or that stands for one.
_EXAMPLE = regex(
    r"\b(?:common|weak|popular|worst|bad|example|sample|typical|dummy|fake|guessable|leaked)[ -]$"
    r"|(?:弱|常见|常用|示例|简单)的?$",
    _FLAGS,
)


def _spans(view: View, name: Name, one: Link) -> Iterator[tuple[int, int]]:
    at = name.end + one.size
    if one.how is How.BESIDE and is_english(view, name) and not is_apart(view, at):
        return
    match name.family:
        case Family.LOGIN:
            whole = pair_at(view, at, is_firm=one.how >= How.SAID) if one.how > How.BESIDE else None
            value = None
        case Family.CODE:
            whole, value = None, code_at(view, name, one, at)
        case _:
            whole, value = _whole(view, name, one, at), value_at(view, at)
            value = value if value and _fits(view, name, one, value) else None
    if whole is not None:
        yield whole
    elif value is not None:
        yield value.start, value.end
        yield from _further(view, value) if name.is_many else ()


def _whole(view: View, name: Name, one: Link, at: int) -> tuple[int, int] | None:
    """A value with spaces in it that is known as a whole: a phrase, or a key in groups."""
    if name.family is Family.PASSWORD:
        return phrase_at(view, name, one, at)
    is_key = name.family in (Family.KEY, Family.TOKEN) and one.how >= How.SAID
    groups = _KEY_GROUPS.match(view.data, at) if is_key else None
    return groups.span() if groups else None


_KEY_GROUPS = re.compile(rb"[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}\b")


def _fits(view: View, name: Name, one: Link, value: Value) -> bool:
    """Whether this is the value, by the family of the name, the link and the looks."""
    looks = shape(value.text, quoted=value.quoted, in_sentence=one.how is How.SAID)
    size, mixed = len(value.text), is_mixed(value.text)
    if looks is Shape.NONE or is_counted(view, value, looks) or is_label(view, value):
        return False
    if looks is Shape.RANDOM and name.family is not Family.PASS:
        return one.how >= How.SAID or name.family in (Family.KEY, Family.PASSWORD)
    if looks is Shape.WORD and is_setting(view, name):
        return True
    firm = one.how >= How.SAID or value.quoted
    match name.family:
        case Family.PASSWORD if looks is Shape.WORD:
            return firm and (value.quoted or is_chosen(view, one, value))
        case Family.PASSWORD if looks is Shape.DIGITS:
            is_sure = firm or not is_english(view, name) or b"code" in view.data[name.start : name.end].lower()
            return size >= (4 if is_sure else 5)
        case Family.PASSWORD if is_english(view, name):
            return size >= 4 if firm else mixed and size >= 5
        case Family.PASSWORD:
            return size >= 4 and (firm or any(map(str.isdigit, value.text)))
        case Family.PASS:
            return _is_pass(view, name, one, value, looks)
        case Family.KEY:
            return firm and mixed and size >= 8
        case _:
            return one.how is How.ASSIGNED and mixed and size >= 8


def _is_pass(view: View, name: Name, one: Link, value: Value, looks: Shape) -> bool:
    """`pass: hunter2`, `SMTP_PASS=…`; but not `pass: 12, fail: 3` nor `my boarding pass is BA1234`."""
    if _TICKET.search(view.before(name.start, 16)):
        return False
    called, is_assigned = view.read(name.start, name.end), one.how is How.ASSIGNED
    is_login = called != "pass" or _LOGIN.search(view.before(name.start, 60)) is not None
    if looks is Shape.WORD:
        return is_login and is_assigned and (value.quoted or is_chosen(view, one, value))
    if looks is Shape.DIGITS:
        return is_assigned and len(value.text) >= (4 if is_login else 6)
    if is_assigned:
        return len(value.text) >= 5
    return (is_login or one.how is How.SAID) and is_mixed(value.text) and len(value.text) >= 6


_LOGIN = regex(
    r"\b(?:user(?:name)?|login|log in|wi-?fi|account|admin|root|email|host|server|ssh|ftp|smtp|db|my|uid|usr)\b"
    r"|账号|用户",
    _FLAGS,
)
_TICKET = regex(
    r"\b(?:boarding|bus|train|rail|ski|season|day|hall|guest|visitor|press|mountain|month|monthly)[ -]$", _FLAGS
)
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

"""Secrets that show by what stands before them: `password: …`, `密码是…`, `Bearer …`, cookies, `user:secret@host`."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.pii.find.values import is_key, is_password
from perdure.intake.pii.kinds import Found
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import View

_URL = rb"\b[A-Za-z][A-Za-z0-9+.-]*://([^\s/?#@:\"'<>\x80]*:[^\s/\"'<>\x80]+)@[A-Za-z0-9\[]"
_COOKIE = rb"(?i)\b(?:set-)?cookie[\"']?[ \t]*:[ \t]*[\"']?([A-Za-z0-9_.%-]+=[^\r\n\"'\x80]{6,})"
_AUTHORIZATION = (
    rb"(?i)\bauthorization[\"']?[ \t]*[:=][ \t]*[\"']?(?:(?:bearer|basic|token|digest|apikey)[ \t]+)?"
    rb"([^\s\"',;\[\]\x80]{8,})"
)
_BEARER = rb"(?i)\bbearer[ \t]+([A-Za-z0-9._~+/=-]{12,})"

_KEY_NAMES = (
    rb"api[_ -]?key|(?:secret[_ -]?)?access[_ -]?key(?:[_ -]?id)?|secret[_ -]?key|account[_ -]?key|encryption[_ -]?key"
    rb"|signing[_ -]?key|private[_ -]?key|app[_ -]?secret|secret|token"
)
_PASSWORD_NAMES = rb"password|passwd|passphrase|passcode|\bpwd|\bpin(?:[_ -]?code)?|\botp|verification[_ -]code"
_NAMED = (
    rb"(?i)(?:(" + _KEY_NAMES + rb")|(" + _PASSWORD_NAMES + rb"))[\"'`]?\]?[ \t]{0,4}"
    rb"(?::=|=>|==?|:|\bis(?: now)?\b|\bwas\b|\bto\b|\x80{1,2}[ :]?)[ \t]{0,4}"
)
_QUOTED = rb"\"([^\"\r\n]{1,512})\"|'([^'\r\n]{1,512})'|`([^`\r\n]{1,512})`"
_BARE = rb"[^\s\"'`\x80]+"
# Bounded, so that a long text of nothing but names of settings is not read again for each of them.
_LONGEST = 2048
_TAIL = b".,;:!?)]}>"

_ZH_PASSWORDS = ("密码", "口令", "验证码", "提取码", "动态码", "解压码")
_ZH_KEYS = ("密钥", "秘钥", "令牌")
_ZH_GAP = frozenset("是为就:= \t改成换设置了到叫的,一下「『(\"'")
_ZH_COUNT = frozenset("位个次字天年月分秒条种元块%")


def find(view: View) -> Iterator[Found]:
    """All of this family."""
    if b"://" in view.data:
        for match in pattern(_URL).finditer(view.data):
            yield Found("url_credentials", *match.span(1))
    for source in (_COOKIE, _AUTHORIZATION, _BEARER):
        for match in pattern(source).finditer(view.data):
            start, end = _trim(view, *match.span(1))
            if any(c.isdigit() for c in view.read(start, end)) or (end - start >= 20 and source != _BEARER):
                yield Found("auth_header", start, end)
    yield from _named(view)
    yield from _named_in_chinese(view)


def _named(view: View) -> Iterator[Found]:
    for match in pattern(_NAMED).finditer(view.data):
        # `[password]` is a placeholder of ours, not the name of a setting.
        if view.byte(match.start() - 1) == ord("["):
            continue
        of_key = match.start(1) >= 0
        if value := _value(view, match.end()):
            start, end, quoted = value
            said = view.read(match.start(), match.end())
            loose = not any(c in "=:" for c in said)
            mine = _is_mine(view, match.start())
            text = view.read(start, end)
            if is_key(text) if of_key else is_password(text, quoted=quoted and not loose, sure=mine):
                yield Found("api_key" if of_key else "password", start, end)


def _is_mine(view: View, at: int) -> bool:
    before = view.before(at, 24)
    return any(word in f" {before}" for word in (" my ", " our ", " the wifi ", " wi-fi ", "我的", "我们的"))


def _value(view: View, at: int) -> tuple[int, int, bool] | None:
    """What stands there: between quotes, or up to the next space or Chinese character without closing punctuation."""
    if quoted := pattern(_QUOTED).match(view.data, at):
        group = next(n for n in (1, 2, 3) if quoted.start(n) >= 0)
        return *quoted.span(group), True
    if bare := pattern(_BARE).match(view.data, at, at + _LONGEST):
        start, end = _trim(view, *bare.span())
        return (start, end, False) if end - start >= 4 else None
    return None


def _trim(view: View, start: int, end: int) -> tuple[int, int]:
    return start, start + len(view.data[start:end].rstrip(_TAIL + b" \t"))


def _named_in_chinese(view: View) -> Iterator[Found]:
    if view.text.isascii():
        return
    for kind, names in (("password", _ZH_PASSWORDS), ("api_key", _ZH_KEYS)):
        for name in names:
            at = view.text.find(name)
            while at >= 0:
                at += len(name)
                if span := _after_chinese(view, at, kind):
                    yield Found(kind, *span)
                at = view.text.find(name, at)


def _after_chinese(view: View, at: int, kind: str) -> tuple[int, int] | None:
    start = at
    while start < at + 8 and view.read(start, start + 1) in _ZH_GAP and start < len(view.text):
        start += 1
    closing = view.read(start - 1, start) if start > at else ""
    value = _value(view, start - 1 if closing in ('"', "'") and closing else start)
    if value is None or view.read(value[1], value[1] + 1) in _ZH_COUNT:
        return None
    start, end, _ = value
    text = view.read(start, end)
    return (start, end) if (is_key(text) if kind == "api_key" else is_password(text, quoted=True, sure=True)) else None

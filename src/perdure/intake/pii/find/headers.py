"""Logins as programs write them: `user:secret@host`, cookies, `Authorization`, `Bearer …`, secrets in a link."""

from __future__ import annotations

import binascii
from collections.abc import Iterator

from perdure.intake.pii.find.lines import last_line
from perdure.intake.pii.find.span import trim
from perdure.intake.pii.find.values import is_key, is_stand_in, is_template
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

_URL = rb"\b[A-Za-z][A-Za-z0-9+.-]*://([^\s/?#@:\"'<>\x80-\x82]*:[^\s/\"'<>\x80-\x82]+)@[A-Za-z0-9\[]"
_URL_KEY = rb"\b[A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9_.~-]{16,200})@[A-Za-z0-9]"
_COOKIE = (
    rb"(?i)(?:\b(?:set-)?cookie[\"']?[ \t]*:"
    rb"|\bcurl\b[^\n]{0,200}?\s-b)[ \t]*[\"']?([A-Za-z0-9_.%-]+=[^\r\n\"'\x80\x81]{6,})"
)
# Parts of a signed request.
_SIGNED = rb"(?i)\b(?:signature|response|cnonce)=\"?([0-9a-f]{32,128})\b"
_SESSION = (
    rb"(?i)\b(?:jsessionid|phpsessid|asp\.net_sessionid|connect\.sid|sessionid|laravel_session)"
    rb"=([A-Za-z0-9%._~+/:-]{8,})"
)
# Where the text speaks of cookies, or the name is that of a well-known one: whatever looks drawn by chance.
_NAMED_COOKIE = (
    rb"(?i)\b(?:cookies?\b[^\n]{0,30}?[\"'\s{(][\w.-]{2,30}|sessdata|z_c0|bduss|user_session|sessionid|auth_session)"
    rb"[\"']?[ \t]{0,2}(?:[=:]|\x80{1,2}"
    rb"|,[ \t]*[\"']value[\"'][ \t]*:)[ \t]{0,2}[\"']?([A-Za-z0-9%][^\s\"',;}\x80\x81]{11,})"
)
_COOKIE_FIELD = (
    rb"(?i)\"name\"\s*:\s*\"(?:\w*sid|\w*sess\w*|\w*token|\w*auth\w*)\"\s*,\s*\"value\"\s*:\s*\"([^\"]{12,})\""
)
# A header may be folded, and so may what somebody copies out of a terminal.
_AUTHORIZATION = (
    rb"(?i)\bauthorization[\"']?[ \t]*[:=]\s{0,8}[\"']?(?:(?:bearer|basic|token|digest|apikey)(?:\s|\\\n){1,8})?"
    rb"([^\s\"',;\[\]\x80\x81]{8,})"
)
_BEARER = rb"(?i)\bbearer:?(?:\s|\\\n){1,8}[\"']?([A-Za-z0-9._~+/=-]{12,})"
_BASIC = rb"\b[Bb]asic[ \t]+(?:['\"][ \t]*\+?[ \t]*['\"])?([A-Za-z0-9+/]{8,}={0,2})"
_DOCKER = rb"\"auth\"\s*:\s*\"([A-Za-z0-9+/]{8,}={0,2})\""
_ANY = rb"(?i)\"auth\"|cookie|\bcurl|authorization|bearer|\bbasic|sess|z_c0|bduss|connect\.sid"
_QUERY = (
    rb"(?i)[?&#](?:key|sig|signature|auth|code|ticket|x-amz-signature|x-amz-security-token|x-goog-signature|sas|jwt|state)"
    rb"=([A-Za-z0-9%._~+/=-]{16,})|[?&]appid=([0-9a-f]{32})\b"
)


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    if b"://" in view.data:
        for match in pattern(_URL).finditer(view.data):
            if not is_template(view.read(*match.span(1))):
                yield FoundSecret("url_credentials", *match.span(1))
        for match in pattern(_URL_KEY).finditer(view.data):
            if is_key(view.read(*match.span(1))):
                yield FoundSecret("url_credentials", *match.span(1))
        for match in pattern(_QUERY).finditer(view.data):
            span = match.span(1 if match.start(1) >= 0 else 2)
            if is_key(view.read(*span)):
                yield FoundSecret("api_key", *span)
    if not pattern(_ANY).search(view.data):
        return
    for source in (_COOKIE, _AUTHORIZATION, _BEARER, _SESSION):
        for match in pattern(source).finditer(view.data):
            start, end = trim(view.data, *match.span(1))
            if _is_stand_in(view.read(start, end)):
                continue
            if any(c.isdigit() for c in view.read(start, end)) or (end - start >= 20 and source != _BEARER):
                yield FoundSecret("auth_header", start, end if source == _COOKIE else last_line(view, start, end))
    for source in (_NAMED_COOKIE, _COOKIE_FIELD, _SIGNED):
        for match in pattern(source).finditer(view.data):
            if is_key(view.read(*match.span(1))):
                yield FoundSecret("auth_header", *match.span(1))
    for source in (_BASIC, _DOCKER):
        for match in pattern(source).finditer(view.data):
            if _is_login(view.data[slice(*match.span(1))]):
                yield FoundSecret("auth_header", *match.span(1))


_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version"})


def _is_stand_in(text: str) -> bool:
    """`sessionid=<value>; Path=/`, `name=value`, `<base64(user:password)>`: nothing of it is a login."""
    pairs = [pair.strip().partition("=") for pair in text.split(";")]
    values = [(value or name).lower() for name, _, value in pairs if name.lower() not in _ATTRIBUTES]
    return all(
        is_stand_in(value) or len(value) < 5 or value.rstrip("0123456789") in _PLAIN for value in values if value
    )


_PLAIN = frozenset({"value", "token", "httponly", "secure", "cookie", "string", "session", "sessionid"})


def _is_login(encoded: bytes) -> bool:
    """Whether Base64 that says `name:password`."""
    try:
        plain = binascii.a2b_base64(encoded + b"=" * (-len(encoded) % 4))
    except binascii.Error:
        return False
    return b":" in plain[1:] and plain.isascii() and plain.decode("ascii").isprintable()

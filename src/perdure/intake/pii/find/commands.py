"""Secrets on a command line (`curl -u bob:…`, `mysql -p…`, `--password …`) and in the strings that devices exchange."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.prose import FUNCTION
from perdure.intake.pii.find.span import trim
from perdure.intake.pii.find.values import Shape, is_stand_in, is_template, shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_REST = rb"\b((?:[^\n\\]|\\\r?\n|\\[^\n])*)"
_WORD = rb"(?:\"([^\"\n]{1,256})\"|'([^'\n]{1,256})'|([^\s\"'|;&]{1,256}))"
# Programs, then the switches of theirs that a secret follows. `-p` alone means ports and folders elsewhere.
_PROGRAMS: tuple[tuple[bytes, bytes], ...] = (
    (rb"curl|wget|aria2c|xh|https?|lftp|etcdctl", rb"(?:-u|--user|--proxy-user|-U|-a|--auth)(?:[ \t=]+|\b)"),
    (rb"smbclient|mount\.cifs|rpcclient", rb"-U[ \t]*"),
    (rb"mysql\w{0,10}|mariadb\w{0,10}|xtrabackup", rb"(?:-p|--password=)"),
    (
        rb"sshpass|mongo\w{0,8}|cqlsh|(?:docker|podman|helm|oc|az|buildah|skopeo)\s[^\n]{0,40}?login|7z\w?|rar|unrar"
        rb"|clickhouse-client|mosquitto_(?:pub|sub)|rclone|vncpasswd|twine|ncftp\w{0,4}|useradd|usermod|wput|pscp|plink",
        rb"(?:-p|-P|--password)(?:[ \t=]+|)",
    ),
    (rb"redis-cli|valkey-cli", rb"(?:-a|--pass)[ \t]+"),
    (rb"zip|unzip|sqlcmd|bcp|isql|osql|ipmitool|impacket\w{0,12}", rb"-P[ \t]*"),
    (rb"ldap(?:search|modify|add|delete|whoami|passwd)", rb"-w[ \t]*"),
    (rb"openssl", rb"(?:-pass(?:in|out)?[ \t]+pass:|-k[ \t]+)"),
    (rb"keytool|jarsigner|apksigner", rb"-(?:store|key|src|dest)\w{0,5}pass[ \t]+"),
    (rb"xfreerdp|mstsc|net use|signtool", rb"/p(?:ass(?:word)?)?[: ]"),
)
_ANY_PROGRAM = rb"\b(?:" + b"|".join(programs for programs, _ in _PROGRAMS) + rb")\b(?:[^\n\\]|\\\r?\n|\\[^\n])*\s[-/]"
_SWITCH = (
    rb"(?i)(?:^|[\s\"'`(])--?(?:[a-z0-9]+[-_])*(?:password|passwd|passphrase|passcode|pass|pwd|token|secret|api-?key|apikey"
    rb"|access-?key|secret-?key|auth-?key)(?:=|[ \t]+)" + _WORD
)
_WIFI = rb"(?i)\bWIFI:(?:[TSHREA]\w?:(?:[^;\\\n]|\\.)*;)*P:((?:[^;\\\n]|\\.)+)"
_OTPAUTH = rb"(?i)\botpauth://[^\s\"']*[?&]secret=([A-Z2-7]{8,})"
_PIPED = rb"\becho[ \t]+(?:-n[ \t]+)?" + _WORD + rb"[ \t]*\|[ \t]*(?:sudo[ \t]+-S|docker[ \t]+login|passwd|chpasswd)"
_ORACLE = (
    rb"(?i)\b(?:jdbc:oracle:\w+:|(?:sqlplus|rman|expdp|impdp|exp|imp)[ \t]+(?:-\w+[ \t]+)?)"
    rb"([a-z]\w{1,30}/[^\s@/]{3,64})@"
)
_PGPASS = rb"(?m)^[\w.*-]+:(?:\d{2,5}|\*):[\w.*-]+:[\w.@-]+:(\S{4,})(?:\s|$)"
_NET_USER = rb"(?i)\b(?:net[ \t]+user|wpa_passphrase)[ \t]+[\"']?[\w.@-]{1,40}[\"']?[ \t]+[\"']?([^\s/\"']{6,64})"
_ECHOED = rb"(?i)pass\w{0,8}[-_](?:cmd|command|file|fd)[= ]{1,2}[\"'<(]{1,3}echo[ \t]+(?:-n[ \t]+)?([^\s\"')]{4,64})"
_POSITIONAL = (
    rb"\b(?:rabbitmqctl[ \t]+(?:add_user|change_password)|htpasswd[ \t]+-\w*b\w*[ \t]+\S+|smbpasswd[ \t]+-a)"
    rb"[ \t]+[\w.@-]{1,40}[ \t]+[\"']?([^\s\"']{4,64})"
)
_HERE = rb"(?i)\b(?:login|kinit|passw\w{1,4}|cryptsetup|gpg|openssl|sudo)\b[^\n]{0,80}?<<<[ \t]?[\"']?([^\s\"']{4,80})"
_NET_USE = rb"(?i)\bnet[ \t]+use[ \t][^\n]*?\\\\\S+[ \t]+([^\s/]\S{3,})[ \t]+/user"
# An address, a user, a password, as they are handed on.
_BOX = (
    rb"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?[ \t]*[|, \t][ \t]*([A-Za-z][\w.-]{1,30}[ \t]*[/|][ \t]*([^\s/|]{6,64}))"
)
_HASH = rb"\$(?:1|2[abxy]|5|6|y|argon2(?:id|i|d))\$[A-Za-z0-9./$,=+-]{20,}"
# `--secret=db-password`: what it is called where it is kept.
_CALLED = regex(r"[a-z]+(?:[-_/][a-z]+)*[-_/](?:password|passwd|pass|pwd|token|secret|key)s?", re.ASCII | re.IGNORECASE)
_PROSE = FUNCTION | {"option", "flag", "argument", "parameter", "switch", "value", "string", "prompt", "file", "env"}
_PROSE |= {"options", "flags", "arguments", "parameters", "switches", "values"}


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for start, end in _spans(view):
        start, end = trim(view.data, start, end)
        text = view.read(start, end)
        is_hash = text[:1] == "$" and len(text) > 20
        if is_hash or (len(text) > 2 and not is_stand_in(text) and text[:1] not in "$-" and text.lower() not in _PROSE):
            yield FoundSecret("password", start, end)
    for match in pattern(_OTPAUTH).finditer(view.data) if b"otpauth:" in view.data else ():
        yield FoundSecret("api_key", *match.span(1))


def _spans(view: TextView) -> Iterator[tuple[int, int]]:
    # What most texts lack is looked for first: it is a tenth of the time.
    has_switch = b"-" in view.data or b"/" in view.data
    for programs, switches in _PROGRAMS if has_switch and pattern(_ANY_PROGRAM).search(view.data) else ():
        for command in pattern(rb"\b(?:" + programs + rb")" + _REST).finditer(view.data):
            yield from _switches(
                view,
                *command.span(1),
                rb"\s" + switches + _WORD,
                is_login=b"curl" in programs or b"smbclient" in programs,
            )
    if any(mark in view.data for mark in (b"--", b" -p", b" -t", b" -s")):
        for match in pattern(_SWITCH).finditer(view.data):
            span = match.span(next(n for n in (1, 2, 3) if match.start(n) >= 0))
            if not _CALLED.fullmatch(view.read(*span)):
                yield span
    if b"WIFI:" in view.data or b"wifi:" in view.data:
        for match in pattern(_WIFI).finditer(view.data):
            yield match.span(1)
    for match in pattern(_ORACLE).finditer(view.data) if b"/" in view.data and b"@" in view.data else ():
        yield match.span(1)
    for match in pattern(_PGPASS).finditer(view.data) if b":5432:" in view.data or b":*:" in view.data else ():
        yield match.span(1)
    for match in pattern(_NET_USE).finditer(view.data) if b"\\\\" in view.data else ():
        yield match.span(1)
    low = view.data.lower()
    has_user = (b"net" in low and b"user" in low) or b"wpa_passphrase" in low
    for source, is_there in (
        (_ECHOED, b"echo" in low),
        (_POSITIONAL, any(name in view.data for name in (b"rabbitmqctl", b"passwd"))),
        (_HERE, b"<<<" in view.data),
    ):
        for match in pattern(source).finditer(view.data) if is_there else ():
            yield match.span(1)
    for match in pattern(_NET_USER).finditer(view.data) if has_user else ():
        is_prose = view.read(match.start(), match.start() + 3).lower() == "net" and view.byte(match.end(1) + 1) != ord(
            "/"
        )
        if not is_prose or any(c in "!@#$%^&*?" for c in view.read(*match.span(1))):
            yield match.span(1)
    for match in pattern(_BOX).finditer(view.data) if view.data.count(b".") > 2 else ():
        if shape(view.read(*match.span(2)), quoted=False, in_sentence=True) >= Shape.MIXED:
            yield match.span(1)
    for match in pattern(_HASH).finditer(view.data) if b"$" in view.data else ():
        yield match.span()
    for match in pattern(_PIPED).finditer(view.data) if b"echo" in view.data else ():
        yield match.span(next(n for n in (1, 2, 3) if match.start(n) >= 0))


def _switches(view: TextView, start: int, end: int, source: bytes, *, is_login: bool) -> Iterator[tuple[int, int]]:
    """What follows a switch in one command. `curl -u bob` asks for the password: only `bob:…` holds one."""
    for match in _compiled(source).finditer(view.data, start, end):
        first, last = match.span(next(n for n in (1, 2, 3) if match.start(n) >= 0))
        has_both = any(c in b":%," for c in view.data[first + 1 : last - 1])
        if not is_login or (has_both and not is_template(view.read(first, last))):
            yield first, last


def _compiled(source: bytes) -> re.Pattern[bytes]:
    return re.compile(source)  # kept by `re` itself; no repetition in it can be matched in two ways

"""Access keys that show by their shape whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from perdure.intake.pii.find.lines import last_line
from perdure.intake.pii.find.span import trim
from perdure.intake.pii.find.values import is_key
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

# One line for each issuer or two: a fixed beginning, then enough characters of its alphabet.
_SHAPES = (
    rb"sk-(?:ant|proj|svcacct|admin|or|lf)-[A-Za-z0-9_-]{16,}",
    rb"sk-[A-Za-z0-9]{20,}",
    rb"gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|gl(?:pat|sa|ptt|dt)[-_][A-Za-z0-9_-]{20,}",
    rb"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
    rb"AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{24,}",
    rb"xox[abeprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{20,}",
    rb"[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{16,}",
    rb"hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{50,}|r8_[A-Za-z0-9]{30,}",
    rb"gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{32,}|nvapi-[A-Za-z0-9_-]{40,}",
    rb"(?:bot)?\d{8,10}:AA[A-Za-z0-9_-]{32,40}",
    rb"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,}|key-[0-9a-f]{32}|SK[0-9a-f]{32}",
    rb"dop_v1_[0-9a-f]{40,}|dckr_pat_[A-Za-z0-9_-]{20,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|lin_api_[A-Za-z0-9]{30,}",
    rb"ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}|tskey-[a-z]+-[A-Za-z0-9-]{16,}",
    rb"LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{28,40}|AGE-SECRET-KEY-1[A-Z0-9]{40,}",
    rb"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    rb"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|SEC[0-9a-f]{64}|SCT\d{2,8}T[A-Za-z0-9]{20,40}|sk-ant-[a-z0-9]{3,8}-[A-Za-z0-9_-]{16,}",
    rb"dapi[0-9a-f]{32}|hvs\.[A-Za-z0-9_-]{24,}|sbp_[0-9a-f]{40}|nfp_[A-Za-z0-9]{30,}|figd_[A-Za-z0-9_-]{30,}|ATATT3[A-Za-z0-9_=-]{60,}",
    rb"PMAK-[0-9a-f]{24}-[0-9a-f]{34}|NRAK-[A-Z0-9]{27}|sntry[su]_[A-Za-z0-9_=+/-]{40,}|rubygems_[0-9a-f]{48}|EAA[A-Za-z0-9_-]{50,}",
    rb"xprv[1-9A-HJ-NP-Za-km-z]{80,}|[0-9a-f]{32}\.[A-Za-z0-9]{16}",
    rb"[KL][1-9A-HJ-NP-Za-km-z]{51}\b|1//0[A-Za-z0-9_-]{40,}",
    rb"pscale_(?:tkn|pw)_[A-Za-z0-9_-]{30,}|glc_[A-Za-z0-9+/=]{30,}|AKLT[A-Za-z0-9]{20,}|ALTAK[A-Za-z0-9]{20,}|do[or]_v1_[0-9a-f]{40,}",
)
# What is handed on behind the id of a key: its secret, with no name of its own.
_PARTNER = (
    rb"(?:\b(?:AKIA|ASIA)[A-Z0-9]{16}|\bLTAI[A-Za-z0-9]{12,24}|\bAKID[A-Za-z0-9]{28,40}"
    rb"|\bAC[0-9a-f]{32}|\[api_key(?: \d+)?\])"
    rb"(?:[\s:/,;|\"'&]|\x81|\x80){1,6}(?:-[a-z]+ |(?:sk|SK|secret"
    rb"|Secret)\w{0,8}[\s:=]{1,3})?([A-Za-z0-9/+]{28,44}=?)(?:[^A-Za-z0-9/+]|$)"
)
_KEY = rb"\b(?:" + b"|".join(_SHAPES) + rb")"
# A link that lets whoever has it post: everything of it is masked, since its parts are known by their places alone.
_HOOK = (
    rb"(?i)(?:https?://[^\s\"'<>\x80-\x82]*?|\b[a-z0-9./-]*?)(?:hook[a-z0-9.]*[./?]|/robot/|/with/key/|ftqq\.com/"
    rb"|api\.day\.app/)([^\s\"'`<>\x80-\x82]{12,})"
)
_ID = regex(r"[0-9a-fA-F]{8}-(?:[0-9a-zA-Z]{4}-){3}[0-9a-zA-Z]{12}|[0-9a-f]{24,}", re.ASCII)
_TOKEN = regex(r"[\w-]{16,}", re.ASCII)
# What unlocks a disk: eight groups of six digits.
_DISK = rb"\b\d{6}(?:[- ]\d{6}){7}\b"
# A JWT that somebody copied out of a terminal or a letter is broken over lines.
_BREAK = rb"[ \t]*\r?\n[ \t>|]*"
_LINES = rb"(?:" + _BREAK + rb"[A-Za-z0-9_-]+)*(?:" + _BREAK + rb")?\.(?:" + _BREAK + rb")?"
_JWT = rb"\beyJ[A-Za-z0-9_-]{8,}" + _LINES + rb"eyJ[A-Za-z0-9_-]{4,}" + _LINES + rb"[A-Za-z0-9_-]*"
_PUTTY = rb"Private-Lines: \d+((?:\r?\n[A-Za-z0-9+/=]+)+)"
_BEGIN = rb"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_END = rb"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\+[rn])*"
_BODY = rb"(?:(?:\s|\\+[nr])*[A-Za-z0-9+/=]{20,})*(?:(?:\s|\\+[nr])*[A-Za-z0-9+/]*={1,2})?"


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for match in pattern(_KEY).finditer(view.data):
        start, end = match.span()
        if is_random(view.read(start, end)) and view.byte(start - 1) not in b"-":
            yield FoundSecret("api_key", start, last_line(view, start, end) if view.byte(end) in b"\r\n" else end)
    for match in pattern(_PARTNER).finditer(view.data):
        if is_key(view.read(*match.span(1))):
            yield FoundSecret("api_key", *match.span(1))
    for match in pattern(_HOOK).finditer(view.data) if b"/" in view.data else ():
        if any(map(_is_drawn, re.split(r"[/?&=.@,:]", view.read(*match.span(1))))):
            yield FoundSecret("api_key", *trim(view.data, *match.span()))
    for match in pattern(_DISK).finditer(view.data):
        yield FoundSecret("api_key", *match.span())
    if b"eyJ" in view.data:
        for match in pattern(_JWT).finditer(view.data):
            yield FoundSecret("jwt", match.start(), last_line(view, match.start(), match.end()))
    for match in pattern(_PUTTY).finditer(view.data) if b"Private-Lines:" in view.data else ():
        yield FoundSecret("private_key", *match.span(1))
    if b"-----BEGIN " in view.data:
        yield from _private_keys(view)


def _is_drawn(part: str) -> bool:
    """A part of a link that no page is called by."""
    if _ID.fullmatch(part):
        return True
    longest = max(part.replace("_", "-").split("-"), key=len)  # words between hyphens are a title
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(longest))
    is_mixed = any(map(str.isdigit, longest)) and any(map(str.isupper, part)) and any(map(str.islower, part))
    is_long = _TOKEN.fullmatch(part) is not None and "xxx" not in part.lower() and len(longest) > 7
    return is_long and (is_mixed or turns > 3)


def is_random(value: str) -> bool:
    """Letters and digits mixed, as in a key and not as in a name such as `sk-fading-circle-container`."""
    rest = value[4:]
    mixed = any(c.isdigit() for c in rest) or (any(c.isupper() for c in rest) and any(c.islower() for c in rest))
    return mixed and sum(c.isalpha() for c in value) >= 4 and len(set(value)) >= 10


def _private_keys(view: TextView) -> Iterator[FoundSecret]:
    """A whole block; where the end is missing, as much as still looks like one."""
    begin = pattern(_BEGIN).search(view.data, 0)
    end = pattern(_END).search(view.data, 0)
    while begin:
        following = pattern(_BEGIN).search(view.data, begin.end())
        if end and end.start() < begin.end():
            end = pattern(_END).search(view.data, begin.end())
        if end and not (following and following.start() < end.start()):
            yield FoundSecret("private_key", begin.start(), end.end())
        else:
            body = pattern(_BODY).match(view.data, begin.end())
            if body and body.end() > begin.end():  # or somebody speaks of the first line
                yield FoundSecret("private_key", begin.start(), body.end())
        begin = following

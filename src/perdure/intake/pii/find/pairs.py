"""A user's name and a password in one breath: `credentials: admin / hunter2`, `账号密码是 admin 123456`."""

from __future__ import annotations

import re

from perdure.intake.pii.find.values import Shape, shape
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_PAIR = regex(
    r"[(\[]?[\"'`]?(?P<user>[^\s/|,;:\"'`()\[\]]{2,64})[\"'`]?"
    r"(?P<between>[ \t]{0,2}(?:/|\||:|,|;|->)[ \t]{0,2}|\s(?:and|with|&)\s|\s?[和与跟、]\s?|[ \t]+)"
    r"[\"'`]?(?P<secret>[^\s,;\"'`()\[\]\u3000-\u303f\u4e00-\u9fff]{3,64})",
    re.ASCII | re.IGNORECASE,
)
_USERS = ("admin", "root", "user", "test", "guest")


def pair_at(view: TextView, at: int, *, is_firm: bool) -> tuple[int, int] | None:
    """Both, from the first to the last character. Where the link is not firm the password has to look like one."""
    found = _PAIR.match(view.read(at, at + 160))
    if found is None or "://" in f"{found['user']}:{found['secret']}":
        return None
    secret = found["secret"].rstrip(".")
    looks = shape(secret, quoted=False, in_sentence=True)
    is_joined = found["between"].strip() in ("/", ":", "|") or found[0][:2] in ('["', "['", '("', "('")
    if looks is Shape.WORD and not (is_joined and is_firm):
        return None
    if looks is Shape.DIGITS and not (len(secret) >= 4 and is_firm):
        return None
    user = shape(found["user"], quoted=False, in_sentence=True)
    if looks is Shape.NONE or not (user is not Shape.NONE or is_joined or found["user"].lower() in _USERS):
        return None
    return at + found.start("user"), at + found.start("secret") + len(secret)

"""Logins in programs and notes that no name stands before: `login("bob", "…")`, `.fill("…")`, `10.0.0.1 root …`."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.pii.find.values import Shape, is_key, is_mixed, is_product, is_stand_in, shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

_TEXT = rb"[\"']([^\"'\s]{4,80})[\"']"
# A user and a password, in this order, as the last arguments of what logs in.
_LOGIN = (
    rb"(?i)(?:log_?[io]n|sign_?in|basic_?auth|authenticat\w{1,4}|credentials?|username_?password|get_?connection|connect\w{0,8}"
    rb"|\bauth|set_?auth)\((?:[^()\n\"']{0,60},)?(?:[ ]?[\"'][^\"'\n]{1,80}[\"'],[ ]?\d{0,5},?)?"
    rb"[ ]?[\"'][^\"'\n]{1,80}[\"'],[ ]?" + _TEXT + rb"[ ]?[,)]"
)
# A field that is named by a selector, and what is typed into it.
_TYPED = (
    rb"(?i)[\"'#.=\[ _-](?:pass(?:word|wd|code)?|pwd|pin|otp)[\"'\])]{1,4}\)?\s{0,2}(?:,\s?"
    rb"|\.\s?(?:fill|type|send_?keys|set_?value"
    rb"|input|enter_?text|clear_and_type|val|value)\s?(?:\(|=)\s?)" + _TEXT
)
# What a script answers to a prompt.
_SENT = rb"(?i)assword[^\n]{0,24}?\bsend(?:line|_line)?[ (]{1,2}[\"']([^\"'\s\\]{4,80})"
_SENT_FIRST = rb"(?i)\bsend(?:line|_line)?[ (]{1,2}[\"']([^\"'\s\\]{4,80})[^\n]{0,40}?assword"
_STORED = (
    rb"(?i)[\"'](?:\w*[_-])?(?:sid|sess\w*|\w*token|auth\w*|cookie\w*)[\"']\s{0,2},\s{0,2}[\"']([^\"'\s]{12,400})[\"']"
)
_SIGNS = (
    rb"(?i)\b(?:jwt\.\w+\([^()\n]{1,60}?,\s?|hmac\.new\("
    rb"|createHmac\([\"'][\w-]+[\"'],\s?)b?[\"']([^\"'\s]{12,200})[\"']"
)
_NETSCAPE = rb"(?m)^\S+\t(?:TRUE|FALSE)\t\S+\t(?:TRUE|FALSE)\t\d+\t\S+\t(\S{8,})\r?$"
_DSN = rb"[\"'=\s][\w.-]{1,40}:([^\s:@/\"']{4,64})@(?:tcp|unix)\("
_REDIS = rb"(?m)(?:^|redis-cli |> )AUTH[ ]+(?:[\w-]{2,30}[ ]+)?([!-~]{6,80})"
# A machine, a user, a password, as they are handed on.
_USERS = rb"root|admin|administrator|ubuntu|ec2-user|debian|centos|deploy|sa|guest|user|test|oracle|postgres|ftpuser|pi"
_ADDRESS = rb"\d{1,3}(?:\.\d{1,3}){3}"
_HANDED = (
    rb"(?i)\b(?:" + _ADDRESS + rb"[ \t,|/]{1,3}(?:" + _USERS + rb")[ \t,|/:]{1,3}"
    rb"|(?:ssh|sftp|scp)[ \t]+[\w.-]+@[\w.-]+[ \t,]+"
    rb"|" + _ADDRESS + rb":\d{2,5}:[\w.-]{2,40}:"
    rb"|(?:" + _ADDRESS + rb"|[a-z0-9-]+(?:\.[a-z0-9-]+){1,4}) [/|] [\w.@-]{2,40} [/|] "
    rb"|(?:rdp|ssh|vnc|ftp|filezilla|log(?:ged|ging)? ?(?:in|on)|sign(?:ed|ing)? ?in"
    rb"|connect)\b[^\n]{0,30}?\b(?:as )?[\w.@-]{2,40}"
    rb"(?: ?[/,] ?| and | with | [|] )"
    rb"|(?:admin|root|administrator|sa)(?: ?/ ?|:)"
    rb"|\bu(?:n|ser)?[:=][ ]?[\w.@-]{2,40}[\s,;/|]{1,3}p(?:w|ass)?[:=][ ]?"
    rb"|\bpass(?:word|code)s? from |\b(?:new|old|current|other) (?:one|password|pw)(?: is| was|:)?[ ]"
    rb"|\b(?:wi-?fi|wlan|login|creds?|credentials|account)\b:?[ ][\w.@-]{2,40} ?[/:] ?)([!-~]{6,64})"
)


# With what is never missing, so that most texts are passed by.
_STORES = ((_STORED, "auth_header", b","), (_NETSCAPE, "auth_header", b"\t"), (_SIGNS, "api_key", b"("))


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    is_quoted = b'"' in view.data or b"'" in view.data  # as all that is typed into a program
    if is_quoted and (b"(" in view.data or b"assword" in view.data):
        for source in (_LOGIN, _TYPED, _SENT, _SENT_FIRST):
            for match in pattern(source).finditer(view.data):
                text = view.read(*match.span(1))
                # `button.connect("clicked", "on_click_1")`
                is_event = view.read(match.start(), match.start() + 7) == "connect" and is_product(
                    text.replace("_", "")
                )
                if _is_secret(text, quoted=True) and not is_event:
                    yield FoundSecret("password", *match.span(1))
    for source, kind, sign in _STORES:
        for match in pattern(source).finditer(view.data) if sign in view.data else ():
            if is_key(view.read(*match.span(1))):
                yield FoundSecret(kind, *match.span(1))
    for source, sign in ((_DSN, b"@"), (_REDIS, b"AUTH")):
        for match in pattern(source).finditer(view.data) if sign in view.data else ():
            text = view.read(*match.span(1))
            if _is_secret(text, quoted=False) and not text.isupper():
                yield FoundSecret("password", *match.span(1))
    for match in pattern(_HANDED).finditer(view.data):
        start, end = match.span(1)
        text = view.read(start, end).rstrip(".,;:)\"'")
        if match.end() < len(view.data) and "@" in text[6:]:  # `root/…@10.0.0.5`
            text = text[: text.rindex("@")]
        if _is_made_up(text):
            yield FoundSecret("password", start, start + len(text))


def _is_secret(text: str, *, quoted: bool) -> bool:
    """What somebody chose or drew; no variable, no address, no stand-in."""
    looks = shape(text, quoted=quoted, in_sentence=False)
    return looks >= Shape.DIGITS and "@" not in text[1:-1] and not is_stand_in(text) and "/" not in text[:1]


def _is_made_up(text: str) -> bool:
    """Without any name only what is plainly a password: letters and digits, and a sign or both cases."""
    if (
        len(text) < 6
        or not is_mixed(text)
        or is_product(text)
        or shape(text, quoted=False, in_sentence=True) < Shape.MIXED
    ):
        return False
    has_cases = any(map(str.isupper, text)) and any(map(str.islower, text))
    return (has_cases or any(c in "!@#$%^&*?" for c in text)) and not any(c in "/(){}[]<>=," for c in text)

"""What a value looks like: drawn by chance, made by a person, a number, a word; or prose, code, a stand-in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise
from math import log2

from perdure.intake.pii.find.prose import FUNCTION, is_prose, is_term
from perdure.regex import regex

_ENOUGH = 80
"""Characters of a value that decide."""


class Shape(IntEnum):
    """From the least to the most telling."""

    NONE = 0
    """Prose, a type, a variable, a date, a link, a stand-in."""
    WORD = 1
    """Letters, hyphens and apostrophes: a password only where nothing else can stand."""
    DIGITS = 2
    MIXED = 3
    """Letters with digits or signs."""
    RANDOM = 4
    """Long and mixed enough to have been drawn by chance."""


_STAND_INS = (
    *(
        "***",
        "...",
        "your",
        "example",
        "changeme",
        "placeholder",
        "redacted",
        "replace_me",
        "replaceme",
        "environ",
        "process.env",
        "getenv",
    ),
    *(
        "secrets.",
        "settings.",
        "config.",
        "self.",
        "this.",
        "params.",
        "request.",
        "vault:",
        "${",
        "{{",
        "****",
        "••",
        "●●",
    ),
)
_NO_VALUE = regex(
    r"v?\d+(?:\.\d+)+[a-z0-9.-]*"  # a version
    r"|\d{1,4}[-~/]\d{1,3}"  # a range
    r"|(?:19|20)\d\d[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:t[\d:.z+-]*)?|\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?"  # a day, a time
    r"|[~+-]?\d+(?:[.,]\d+)?(?:%|[kmgt]?b|ms|s|secs?|mins?|hrs?|h|d|days?|px|x|k|m|km|cm|mm|ft|kg|g|st|nd|rd|th|am|pm"
    r"|-?bits?|-?chars?|-?digits?|-?characters?|-?days?|-?minutes?|-?hours?|-?letters?|times|usd|rmb|w)"  # so many
    r"|sha-?[1-9]\d{0,2}\w{0,4}|md[245]|3?des|aes-?(?:128|192|256)[a-z-]*|rsa-?\d{4}|base-?(?:16|32|58|64)(?:url)?(?:-encoded)?"
    r"|ed(?:25519|448)|utf-?(?:8|16|32)|argon2(?:id?|d)?|pbkdf2[a-z-]*|[hrep]s(?:256|384|512)|crc32|x(?:509|86)\w*"
    r"|cl100k_base|gpt-?\d.*|oauth-?[12](?:\.0)?|tlsv?-?1.*|ipv[46]|erc-?\d{2,4}|1password\d?|web[23]|2fa|u2f|fido2|k8s|pkcs#?\d+"
    r"|[a-z0-9_.-]+\.(?:json|ya?ml|toml|txt|py|js|ts|go|java|md|env|ini|conf|cfg|html?|css|pem|key|crt|csv|xml|sh|sql|log)"
    r"|[a-z]+://.*|www\.[a-z0-9-]+\.[a-z]{2,}.*|[a-z0-9.-]+\.(?:com|cn|org|net|io|dev)(?:/.*)?"  # a link
    r"|[^@\s]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+"  # an e-mail address is found as one
    r"|(?:var)?char(?:acter)?\(\d+\)|(?:big|small|tiny)?int\(\d+\)|null,?\W.*|permission"
    r"|[a-z]+\[\]|[~.]?/.*|[a-z]:\\.*|\$\{?[a-z_]+\}?"  # a type, a path, a variable
    r"|@[a-z][a-z._-]*|--[a-z-]+|#\{.*"  # a handle, a switch, a template
    r"|\.\*.*|/?\^.*(?:[$/]|\[.*)|.*\(\?[=!:<].*|.*[\])dwS.]\{\d+,\d*\}.*",  # a pattern
    re.ASCII | re.IGNORECASE,
)
# Behind `password =` in a program, not behind `password is`.
_CODE = regex(
    r"(?:[a-z_][A-Za-z0-9_]*(?:(?:\.|::|->)(?:[a-z_][A-Za-z0-9_]*|[A-Z_]+))+|:[a-z].*|[A-Za-z_][A-Za-z0-9_.]*[(\[].*[)\]]?[;,]?)"
    r"|(?i:\$\{?[a-z_][a-z0-9_]*\}?(?:[\[(>:-].*)?|new [a-z].*|&[a-z]+;.*|!\w+|@[\w.]+@|@?<.*)",
    re.ASCII,
)
# `new_password`, `user.token`, `confirmPassword`: a variable is called after what it holds.
_VARIABLE = regex(
    r"(?i:(?=.*(?:pass|pw|secret|token|key|user|name|value|input|hash|auth|code|login|data|text|string|field|param|env|conf|info|url|file|path|list|result|response|request|arg|var)))"
    r"(?:_*[a-z]+(?:_[a-z]+)+|_*[A-Z]+(?:_[A-Z0-9]+)+|[a-z]+(?:[A-Z][a-z]*)+)"
)
_BASE64 = regex(r"[A-Za-z0-9+/]{32,}={0,2}")
_BASE32 = regex(r"[A-Z2-7]{16,}=*")


def shape(value: str, *, quoted: bool, in_sentence: bool, in_chinese: bool = False) -> Shape:
    """What the value looks like. Neither between quotes nor in a sentence is it a piece of a program."""
    value = value[:_ENOUGH]
    core = value.rstrip("!?")
    may_be_code = not (quoted or in_sentence or in_chinese)
    if not any(c.isalnum() for c in core) or value[0] in ")]}>" or is_stand_in(value):
        return Shape.NONE
    if any(c.isspace() for c in value):
        return _of_words(core) if quoted else Shape.NONE
    if (quoted or _BASE64.fullmatch(value)) and is_key(value) and entropy(value) >= 4.2:
        return Shape.RANDOM
    if may_be_code and _VARIABLE.fullmatch(core):
        return Shape.NONE
    if core.replace("_", "").replace("-", "").replace("'", "").isalpha():
        return _of_letters(core, quoted=quoted, is_said=is_term if in_chinese else is_prose)
    if _NO_VALUE.fullmatch(core) or (may_be_code and _CODE.fullmatch(core)):
        return Shape.NONE
    if core.isdigit():
        return Shape.DIGITS
    return Shape.RANDOM if is_key(value) else Shape.MIXED


def _of_letters(core: str, *, quoted: bool, is_said: Callable[[str], bool]) -> Shape:
    if is_random_letters(core):
        return Shape.RANDOM
    parts = core.lower().replace("_", "-").split("-")
    if len(core) < 4:
        return Shape.NONE
    if len(parts) > 2:  # correct-horse-battery, but not end-to-end
        return Shape.NONE if FUNCTION & {*parts} else Shape.WORD
    if len(parts) == 2:  # otter-Pond, kehu_Guanli, but not read-only
        is_long = all(len(part) > 5 and not is_said(part) for part in parts)
        is_chosen = "_" in core or any(c.isupper() for c in core[1:]) or quoted or is_long
        return Shape.WORD if is_chosen and not is_said(core) else Shape.NONE
    return Shape.NONE if is_said(core) else Shape.WORD


def _of_words(text: str) -> Shape:
    """Several words between quotes: a phrase that somebody chose, or a message."""
    words = [word.strip(".,:;!?\"'()").lower() for word in text.split()]
    says = sum(word in FUNCTION or word in _MESSAGE for word in words)
    return Shape.NONE if says * 3 >= len(words) or len(words) > 12 or "://" in text else Shape.MIXED


_MESSAGE = frozenset(
    {"password", "enter", "characters", "required", "invalid", "incorrect", "wrong", "expired", "reset"}
)


def is_mixed(text: str) -> bool:
    """Letters and digits."""
    return any(map(str.isdigit, text[:_ENOUGH])) and any(map(str.isalpha, text[:_ENOUGH]))


_PRODUCT = regex(r"[A-Za-z]+(?:\d{1,3}|(?:19|20)\d\d)(?:\.\d+)*[A-Za-z]{0,4}|QQ\d+|v?[\d.]+", re.ASCII)


def is_product(text: str) -> bool:
    """`Chrome124`, `iPhone15`, `Ubuntu22.04`: the name of something and which one of it."""
    return _PRODUCT.fullmatch(text) is not None


def is_joined(text: str) -> bool:
    """`copper-lantern-drifts`: three words and more that say nothing of a secret, joined by one sign."""
    sign = next((c for c in text if not c.isalnum()), "")
    parts = text.split(sign) if sign and sign in "-_." else []
    return len(parts) > (2 if len(text) > 14 else 3) and all(
        len(part) > 1 and part.isalpha() and not is_prose(part) for part in parts
    )


def is_key(value: str) -> bool:
    """Long enough and mixed enough to have been drawn by chance."""
    value = value[:_ENOUGH]
    if len(value) < 12 or is_stand_in(value) or value.isdigit() or any(c.isspace() for c in value):
        return False
    if len(value) == 42 and value[:2].lower() == "0x":  # the public address of a contract
        return False
    if _BASE32.fullmatch(value):
        return entropy(value) >= 2.8
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return (mixed and entropy(value) >= 2.8) or is_random_letters(value)


def is_random_letters(value: str) -> bool:
    """No digit in it, but the case changes as it does by chance and in no name."""
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(value))
    humps = sum(a.isupper() and b.isupper() for a, b in pairwise(value))
    return len(value) >= 16 and turns >= 4 and humps >= 2 and entropy(value) >= 3.5


def is_stand_in(value: str) -> bool:
    low = value.lower()
    return (
        _is_crossed_out(low)
        or value[:2] in ("${", "{{", "%(", "<%", "$(", "[[")
        or (value[:1] in "[{<%*" and not value[1:2].isdigit())
        or any(mark in low for mark in _STAND_INS)
        or low.startswith(("%2a", "%3c", "%5b", "%7b"))
    )


def _is_crossed_out(low: str) -> bool:
    """`sk-xxxx`; but three of them may stand by chance in what is long."""
    return "xxx" in low and ("xxxx" in low or len(low) < 28)


_USER_WORDS = frozenset({"user", "username", "login", "name", "account", "email", "用户名", "用户", "账号", "帐号", ""})
_SECRET_WORDS = frozenset(
    {"password", "pass", "passwd", "pwd", "pw", "token", "secret", "apikey", "api_key", "key", "密码", "口令"}
)


def is_template(login: str) -> bool:
    """`user:password`, `用户名:密码`, `${USER}:${PASS}`, `<user>:<pass>`, `user:****` in a manual."""
    user, _, secret = login.partition(next((mark for mark in ":%," if mark in login), ":"))
    is_named = user.lower() in _USER_WORDS and secret.lower() in _SECRET_WORDS
    is_hidden = not any(map(str.isalnum, secret))
    return is_named or is_hidden or secret[:1] in "<[{" or secret[:2] in ("${", "$(", "%(")


def entropy(value: str) -> float:
    """Bits for each character, by how often each occurs."""
    counts = Counter(value).values()
    return -sum(n / len(value) * log2(n / len(value)) for n in counts)

"""Whether what follows the word `password` or `api_key` is a secret, or prose, a type, a variable, a stand-in."""

from __future__ import annotations

from collections import Counter
from math import log2

_ENOUGH = 80
"""Characters of a value that decide."""

_STAND_INS = (
    *(
        "xxx",
        "***",
        "...",
        "your",
        "example",
        "changeme",
        "placeholder",
        "redacted",
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
        "<",
        "${",
        "{{",
        "%(",
        "(",
    ),
)
_WORDS = frozenset(
    {"none", "null", "true", "false", "undefined", "string", "str", "int", "integer", "bool", "boolean", "required"}
    | {"optional", "empty", "invalid", "expired", "missing", "password", "passwd", "secret", "token", "apikey", "wrong"}
    | {"incorrect", "forgotten", "hidden", "secure", "strong", "default", "unknown", "number", "text", "varchar"}
    | {"sensitive", "bytes", "object", "array", "float", "char", "field", "input", "reset", "changed", "protected"}
    | {"encrypted", "hashed", "correct", "prompt", "length", "policy"}
)


def is_key(value: str) -> bool:
    """Long enough and mixed enough to have been drawn by chance."""
    value = value[:_ENOUGH]
    if len(value) < 12 or is_stand_in(value) or value.isdigit() or any(c.isspace() for c in value):
        return False
    if len(value) == 42 and value[:2].lower() == "0x":  # the public address of a contract
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return mixed and entropy(value) >= 2.8


def is_password(value: str, *, quoted: bool, sure: bool) -> bool:
    """A digit or a sign gives it away; letters alone only where quotes, or whose it is, leave no doubt."""
    value = value[:_ENOUGH]
    if len(value) < 4 or is_stand_in(value) or value.lower() in _WORDS or value[:1] in "/~\\":
        return False
    if any(c.isspace() for c in value) and not quoted:
        return False
    if value.count(".") >= 1 and all(part.isidentifier() for part in value.split(".")) and value.islower():
        return False
    if not quoted and value.partition("[")[0].isidentifier() and "[" in value:
        return False
    letters = value.replace("_", "").replace("-", "").replace("'", "").isalpha()
    if not letters:
        return any(c.isalnum() for c in value)
    return len(value) >= 6 and (quoted or (sure and not value.islower()))


def is_stand_in(value: str) -> bool:
    low = value.lower()
    return value[:1] in "[{<$%*" or any(mark in low for mark in _STAND_INS)


def entropy(value: str) -> float:
    """Bits for each character, by how often each occurs."""
    counts = Counter(value).values()
    return -sum(n / len(value) * log2(n / len(value)) for n in counts)

"""What stands around a name and a value, and speaks for or against them."""

from __future__ import annotations

import re

from perdure.intake.pii.find.link import How, NameLink
from perdure.intake.pii.find.span import FoundValue
from perdure.intake.pii.find.values import Shape, is_mixed
from perdure.intake.pii.names import Name
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE


def is_english(view: TextView, name: Name) -> bool:
    return view.byte(name.end - 1) < 0x80  # `PIN码` is Chinese


def opened(view: TextView, name: Name) -> str:
    """What stands before the name without a space between: `("`, `config["db_`."""
    before = view.read(name.start - 40, name.start)
    return before.split()[-1] if before and not before[-1].isspace() else ""


def is_setting(view: TextView, name: Name) -> bool:
    """`JWT_SECRET=…`, `PGPASSWORD=…`: the name of a setting in capitals and nothing between it and its value."""
    called = opened(view, name).rpartition(" ")[2] + view.read(name.start, name.end)
    return (
        view.byte(name.end) == ord("=") and called.isupper() and called.replace("_", "").isalnum() and len(called) > 3
    )


def is_apart(view: TextView, at: int) -> bool:
    """A space before it, and no sign with which a program goes on."""
    return view.byte(at - 1) in b" \t\n)" and view.byte(at) not in b".,:;)]}>%&|/=+-"


_COUNT = regex(
    r"[ -]?(?:\+ ?)?(?:characters?|chars?|digits?|letters?|symbols?|bits?|bytes?|words?|times?|attempts?"
    r"|tries|days?|weeks?|months?|years?|minutes?|mins?|seconds?|secs?|hours?|hrs?|people|users?|accounts?|percent|lines?"
    r"|of them|or more|entries|mm|cm|km|kg|mg|iu|ms|g|k?hz|px|sq ?ft|usd|eur|gbp|rpm|m?ah|m?v|w)\b| ?x ?\d"
    r"|%| ?[位个次字天年月日分秒条种元块号版级人件行张台户]",
    _FLAGS,
)
_ABOUT_IT = regex(r" ?(?:加密|算法|格式|类型|字段|方式|哈希|模式|编码|存储|保护|策略|管理|认证|形式|协议|输入框)")


def is_counted(view: TextView, value: FoundValue, looks: Shape) -> bool:
    """`8 characters`, `3次`; or what follows says that it is a way to keep secrets, not one of them."""
    following = view.read(value.end, value.end + 14)
    if looks is Shape.DIGITS and not value.quoted:
        return _COUNT.match(following) is not None
    return looks is not Shape.RANDOM and _ABOUT_IT.match(following) is not None


def is_label(view: TextView, value: FoundValue) -> bool:
    """The name of the next field: `Password:` and on the next line `Username:`."""
    return not value.quoted and view.byte(value.end) == ord(":") and view.byte(value.end + 1) in b" \r\n"


# What may follow a word that is a password. Other words make a sentence of it: `my password is common knowledge`.
_ENDS = regex(
    r"\s*$|\s*[\n.,;!?)\]}\"'|<(&]|\s+-|\s*[^\x00-\x7f]|\s+[\w-]{1,24}\s?[:=]"
    r"|\s+(?:and|but|for|on|so|if|with|please|pls|plz|thanks|thx|btw|when|unless|until|because|or|at|lol|ok|okay"
    r"|don't|dont|do|keep|just|in|from|which|since|as|that's|not|now|by|everywhere|again|too|all|lowercase|one word)\b",
    _FLAGS,
)


def is_chosen(view: TextView, one: NameLink, value: FoundValue) -> bool:
    """A plain word that can be nothing but the password."""
    following = view.read(value.end, value.end + 30)
    if one.how is How.ASSIGNED and following[:1] in (")", ",", ";") and view.byte(value.start - 1) == ord("="):
        return False  # an argument in a program
    return _ENDS.match(following) is not None and not (one.has_gap and len(value.text) < 5)


# Whose it is: then the next thing named is the password itself.
_WHOSE = regex(r"\b(?:my|our|his|her|their|your|a|new|old|temporary|temp)\s(?:[\w-]+\s)?$", _FLAGS)


def is_made_up(view: TextView, name: Name, value: FoundValue) -> bool:
    """Behind a mere comma: letters and digits up to the next comma or the end, and no list in a program."""
    text = value.text
    is_varied = any(c in "-_!@#$%^&*+." for c in text) or (any(map(str.isupper, text)) and any(map(str.islower, text)))
    is_said = (is_varied and len(text) >= 8) or _WHOSE.search(view.before(name.start, 30)) is not None
    ends = view.read(value.end, value.end + 1) in ("", ",", ".", ";", "\n")
    return len(text) >= 6 and is_mixed(text) and is_said and ends

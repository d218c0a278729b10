"""What is written so that a program does not read it, written plainly: `jane at example dot com`, `one three eight …`.

Only forms that stand for one thing are changed; whether that thing is private is decided by the finders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.pattern import PatternMatch, pattern
from perdure.intake.pii.places import TextChange

# `[at]`, `(dot)`, `{@}`, `<点>`, with the spaces around them.
_BRACKETED = rb"(?i)[ \t]{0,2}[\[({<\"][ \t]?(at?|@|dot|\.|\x80{1,2})[ \t]?[\])}>\"][ \t]{0,2}"
_IN_BRACKETS = {"at": "@", "a": "@", "@": "@", "艾特": "@", "dot": ".", ".": ".", "点": "."}
# `jane at example dot com`, `jane_at_example_dot_com`, `jane@example dot com`; the end must be one that exists.
_ENDS = (
    rb"(?:com|net|org|edu|gov|info|biz|dev|app|cn|io|ai|co|me|uk|de|fr|jp|hk|tw|us|eu|au|ca|in|sg|kr|ru|ch|nl|it|es)"
)
_IN_WORDS = (
    rb"(?i)\b(?:[a-z0-9]{1,30}([ _-]{1,2}dot[ _-]{1,2}))?[a-z0-9][a-z0-9.+_-]{0,40}?([ _-]{1,2}at"
    rb"[ _-]{1,2}|@)([a-z0-9][a-z0-9-]{0,40}?)"
    rb"([ _-]{1,2}dot[ _-]{1,2})(?:[a-z0-9-]{2,20}([ _-]{1,2}dot[ _-]{1,2}))?" + _ENDS + rb"\b"
)
# `jane @ example . com`; and `jane at gmail.com` where the text speaks of mail.
_SPACED = (
    rb"(?i)[a-z0-9_]( @ ?| ?@ )[a-z0-9][a-z0-9-]{0,40}( \. ?|\. |\.)(?:[a-z0-9-]{2,20}( \. ?|\.))?" + _ENDS + rb"\b"
)
_AT_MAIL = (
    rb"(?i)\b(?:e-?mail|mail|contact|reach|write|\x80)[^\n]{0,24}?[ :][a-z0-9][a-z0-9._+-]{1,40}( at )"
    rb"(?:gmail|outlook|hotmail|yahoo|icloud|proton(?:mail)?|foxmail|qq|163|126)\.(?:com|cn|net|me)\b"
)
# Where the text speaks of mail.
_OF_MAIL = re.compile("mail|contact|reach|reply|write (?:to|me)|send|邮|联系|发到|信箱", re.IGNORECASE)
_AT_HOST = rb"(?i)\b[a-z0-9][a-z0-9._+-]{1,40}([ ]at[ ]|_at_)(?:[a-z0-9-]{2,30}\.){1,3}" + _ENDS + rb"\b"
# A full stop of another script, or a space before it.
_OTHER_DOT = rb"(?i)[a-z0-9._+-]{2,40}@[a-z0-9-]{2,30}(\x81|,| \.)(?:com|cn|net|org|edu|io)\b"
_NO_HOSTS = frozenset({"the", "a", "an", "this", "that", "our", "my", "your", "its", "their", "every"})
# `look at example dot com`, `visit us at …`: a place, not a person.
_NO_USERS = frozenset(
    {"look", "looking", "meet", "visit", "us", "me", "you", "him", "her", "them", "it", "go", "going", "find"}
    | {
        "found",
        "check",
        "arrive",
        "see",
        "available",
        "hosted",
        "live",
        "lives",
        "over",
        "out",
        "is",
        "are",
        "was",
        "be",
    }
    | {
        "stay",
        "work",
        "works",
        "online",
        "site",
        "page",
        "blog",
        "website",
        "shop",
        "store",
        "docs",
        "here",
        "register",
        "up",
    }
    | {"start", "order", "read", "buy", "back", "now", "only", "directly"}
)
# `lily艾特qq点com`, `lily#163.com`: how addresses are written for Chinese readers.
_IN_CHINESE = (
    rb"(?i)[a-z0-9._+-]{2,40}([ ]?(?:\x80{2}|\x80a)[ ]?|#|@)([a-z0-9-]{2,20})([ ]?\x80[ ]?|\.)"
    rb"(?:com|cn|net|org|edu|io)\b"
)
_HOSTS = frozenset(
    {"qq", "163", "126", "139", "189", "gmail", "outlook", "hotmail", "sina", "foxmail", "yahoo", "icloud"}
)

_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIGIT = {**{name: str(n) for n, name in enumerate(_NAMES)}, "oh": "0"}
_ANY_NAME = b"(?:" + "|".join(_DIGIT).encode() + b")"
_NUMBER = rb"(?i)\b" + _ANY_NAME + rb"(?:[ ,.-]{1,3}" + _ANY_NAME + rb"){3,}\b"
# `1 3 8 1 2 …`, `1-3-8-…`: digit by digit, eight or more, always with the same sign.
_SPREAD = rb"\b\d(?:(?: \d){7,}|(?:-\d){7,}|(?:\.\d){7,}|(?:,\d){7,}|(?:, \d){7,}|(?:  \d){7,})\b"
_ZH_DIGIT = str.maketrans("零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖", "00" + "123456789" + "1" + "123456789")
_ZH = "零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖"
# With signs between the groups, or in a mix of all sorts of digits.
_ZH_NUMBER = re.compile(
    f"[{_ZH}](?:[ ,，、-]?[{_ZH}]){{3,}}|[0-9０-９]{{1,4}}(?:[{_ZH}]+[0-9０-９]{{1,4}}){{2,}}[{_ZH}]*"
)

# `密  码`, `账　号`: how forms set two characters to the width of four.
_SPACED_LABEL = re.compile("[密账口护电手]([ \u3000]{1,4})[码号令照话机]")

# None of the forms is there without one of these: looked for first, because most texts have none of them.
_HINT = (
    rb"(?i)[\[({<\"][ \t]?(?:at?|@|dot|\.|\x80{1,2})[ \t]?[\])}>\"]|[ _-]dot[ _-]|[a-z0-9]#[a-z0-9]| @|@ "
    rb"|[ _]at[ _][a-z0-9-]{2,30}\.[a-z]{2}|@[a-z0-9-]{2,30}(?:\x81|,| \.)[a-z]{2}"
)


def written_out(text: str, data: bytes) -> list[TextChange]:
    """The changes that write everything plainly, in order. `data` is the text, one byte for each character."""
    changes = [*_numbers(data), *_spread(data)]
    if pattern(_HINT).search(data):
        changes += [*_bracketed(text, data), *_in_words(data), *_spaced(text, data)]
    if not text.isascii():
        changes += [TextChange(*match.span(1), "") for match in _SPACED_LABEL.finditer(text)]
        changes += [*_chinese_numbers(text), *_in_chinese(text, data)]
    return _apart(changes)


def _apart(changes: list[TextChange]) -> list[TextChange]:
    """In order; of two that overlap, the first."""
    kept: list[TextChange] = []
    for change in sorted(changes, key=lambda c: (c.start, -c.end)):
        if not kept or change.start >= kept[-1].end:
            kept.append(change)
    return kept


def _bracketed(text: str, data: bytes) -> Iterator[TextChange]:
    for match in pattern(_BRACKETED).finditer(data):
        start, end = match.span()
        plain = _IN_BRACKETS.get(_group(text, match, 1).lower())
        is_inside = _is_word(data, start - 1) and _is_word(data, end)
        if plain and is_inside:
            yield TextChange(start, end, plain)


def _in_words(data: bytes) -> Iterator[TextChange]:
    for match in pattern(_IN_WORDS).finditer(data):
        user = data[match.start() : match.start(2)].decode("latin-1").lower()
        if data[slice(*match.span(3))].decode("latin-1").lower() in _NO_HOSTS or user in _NO_USERS:
            continue
        yield TextChange(*match.span(2), "@")
        yield from (TextChange(*match.span(n), ".") for n in (1, 4, 5) if match.start(n) >= 0)


def _spaced(text: str, data: bytes) -> Iterator[TextChange]:
    for match in pattern(_SPACED).finditer(data):
        yield TextChange(*match.span(1), "@")
        yield from (TextChange(*match.span(n), ".") for n in (2, 3) if match.start(n) >= 0)
    for source in (_AT_MAIL, _AT_HOST):
        for match in pattern(source).finditer(data):
            user = data[match.start() : match.start(1)].decode("latin-1").lower().split()[-1]
            around = text[max(0, match.start() - 40) : match.end() + 24]
            if user not in _NO_USERS and (source is _AT_MAIL or _OF_MAIL.search(around)):
                yield TextChange(*match.span(1), "@")
    for match in pattern(_OTHER_DOT).finditer(data):
        yield TextChange(*match.span(1), ".")


def _in_chinese(text: str, data: bytes) -> Iterator[TextChange]:
    for match in pattern(_IN_CHINESE).finditer(data):
        at, host, dot = (_group(text, match, n).strip().lower() for n in (1, 2, 3))
        is_told = at in ("艾特", "圈a") or (
            at == "#" and (host in _HOSTS or "@" in text[match.end() : match.end() + 24])
        )
        if (is_told and dot in ("点", ".")) or (at == "@" and dot == "点"):
            yield TextChange(*match.span(1), "@")
            yield TextChange(*match.span(3), ".")


def _numbers(data: bytes) -> Iterator[TextChange]:
    for match in pattern(_NUMBER).finditer(data):
        start, end = match.span()
        named = re.findall("[a-z]+", data[start:end].decode("latin-1").lower())
        yield TextChange(start, end, "".join(_DIGIT[name] for name in named))


def _spread(data: bytes) -> Iterator[TextChange]:
    for match in pattern(_SPREAD).finditer(data):
        start, end = match.span()
        yield TextChange(start, end, "".join(c for c in data[start:end].decode("latin-1") if c.isdigit()))


def _chinese_numbers(text: str) -> Iterator[TextChange]:
    for match in _ZH_NUMBER.finditer(text):
        digits = "".join(c for c in match[0].translate(_ZH_DIGIT) if c not in ",，、")
        yield TextChange(*match.span(), digits)


def _group(text: str, match: PatternMatch, group: int) -> str:
    return text[slice(*match.span(group))]


def _is_word(data: bytes, at: int) -> bool:
    return 0 <= at < len(data) and (chr(data[at]).isalnum() or data[at] == ord("_"))

"""Replacing one text by another, where it stands by itself: not inside a longer word, number or version."""

from __future__ import annotations

import re

from perdure.textcache import cached_texts

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
# Those of Chinese stand each for themselves; all other letters and digits join to words.
_JOINED = rf"[^\W{_CJK}]"


@cached_texts(1_024)
def _pattern(text: str) -> re.Pattern[str]:
    words = text.split()
    body = r"\s+".join(re.escape(word) for word in words)
    first, last = words[0][0], words[-1][-1]
    before = rf"(?<!{_JOINED})" if re.match(_JOINED, first) else ""
    after = rf"(?!{_JOINED})" if re.match(_JOINED, last) else ""
    if first.isdigit():
        before += r"(?<!\d[.,])"
    if last.isdigit():
        after += r"(?![.,]\d)"
    return re.compile(before + body + after, re.IGNORECASE)


def rewrite(text: str, old: str, new: str) -> tuple[str, int]:
    """Every place of `old` as `new`, and how many there were. What says `new` already is left as it is."""
    first = old.split(maxsplit=1)
    if not first or first[0].casefold() not in text.casefold():  # cheap, and mostly so
        return text, 0
    done = [found.span() for found in _pattern(new).finditer(text)] if new.split() else []
    count = 0

    def place(found: re.Match[str]) -> str:
        nonlocal count
        if any(start <= found.start() and found.end() <= end for start, end in done):
            return found.group()
        count += 1
        return new

    return _pattern(old).sub(place, text), count


def one_line(text: str) -> str:
    """The text without line breaks and doubled spaces."""
    return " ".join(text.split())


def take_out(text: str, gone: str) -> tuple[str, int]:
    """The text without what no longer holds; nothing at all where only a label would be left."""
    rest, count = rewrite(text, gone, "")
    if not count:
        return text, 0
    rest = one_line(rest).strip(" ,;，；、")
    is_empty = not any(ch.isalnum() for ch in rest) or rest.endswith((":", "："))
    return ("" if is_empty else rest), count

"""Where a value begins and ends: between quotes, or up to what cannot belong to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from perdure.intake.pii.view import TextView

_LONGEST = 2048
"""Bounded, so that a long text of nothing but names of settings is not read again for each of them."""
_OPEN = re.compile(rb"\(?(?:[bfruBFRU]{1,2}(?=[\"']))?(?:\"\"\"|'''|\\?[\"'`]|\*\*|__)")
_IS_CODE = re.compile(rb"[ \t,)]|[%+] ")
_BARE = re.compile(rb"[^\s\"'`\x80\x81]+(?:[\"'`](?=[A-Za-z0-9])[^\s\"'`\x80\x81]+)*")
# The next setting, the end of an element, a line break written as two characters, code behind a number.
_CUT = re.compile(rb"[,;&|][ \t]*[\"']?[A-Za-z_][\w.-]{0,40}[\"']?[ \t]*[=:]|</|\\[nrt\"']|&(?:quot|lt|gt|amp);")
_LAST_COUNT = re.compile(rb",\d{1,4}$")
_QUOTES = frozenset(b"\"'`")
_WIDE = frozenset(b",.;:!?()")
_TAIL = frozenset(b".,;:\"'`")
_BRACKETS = {ord(")"): b"(", ord("]"): b"[", ord("}"): b"{", ord(">"): b"<"}


@dataclass(frozen=True, slots=True)
class FoundValue:
    """Something that may be a secret, and where it stands."""

    start: int
    end: int
    text: str
    quoted: bool


def value_at(view: TextView, at: int) -> FoundValue | None:
    """What stands there, if anything does."""
    return _quoted(view, at) or bare(view, at + (view.byte(at) in _QUOTES))  # or the quote was never closed


def _quoted(view: TextView, at: int) -> FoundValue | None:
    """`\"…\"`, `'…'`, `` `…` ``, `**…**`, on one line; also where the quotes are written with a backslash."""
    opening = _OPEN.match(view.data, at)
    if opening is None:
        return None
    start = opening.end()
    end = view.data.find(opening[0].lstrip(b"(bfruBFRU"), start, start + 512)
    if end <= start or b"\n" in view.data[start:end] or _IS_CODE.match(view.data, start):
        return None
    return FoundValue(start, end, view.read(start, end), quoted=True)


def bare(view: TextView, at: int) -> FoundValue | None:
    """Up to a space, a Chinese character or sign, or the next setting; a sign that closes the sentence is left out."""
    found = _BARE.match(view.data, at, at + _LONGEST)
    if found is None:
        return None
    start, end = found.span()
    if cut := _CUT.search(view.data, start + 1, end):
        end = cut.start()
    end = _without_wide(view, start, end)
    if (count := _LAST_COUNT.search(view.data, start, end)) and view.byte(end) == 0x80:
        end = count.start()  # `Abc123,3次后锁定`
    start, end = trim(view.data, start, end)
    return FoundValue(start, end, view.read(start, end), quoted=False) if start < end else None


def _without_wide(view: TextView, start: int, end: int) -> int:
    """Chinese punctuation ends a value, unless the value is written in full width itself."""
    if view.text.isascii() or view.is_wide(start):
        return end
    return next((at for at in range(start, end) if view.data[at] in _WIDE and view.is_wide(at)), end)


def trim(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Without what closes a sentence, a quotation or a bracket that opened outside. `!` may belong to it and stays."""
    if data[start : start + 1] == b"(":
        start, end = start + 1, end - data[start:end].endswith(b")")
    while end > start:
        last = data[end - 1]
        if last not in _TAIL and not (last in _BRACKETS and _BRACKETS[last] not in data[start:end]):
            break
        end -= 1
    return start, end

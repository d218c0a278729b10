"""A text as the patterns see it: one byte for each character, so that every offset is an offset in the given text."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

OTHER = "\x80"
"""What stands for every character outside Latin-1 that has no counterpart in it."""

# Full-width forms become ASCII; the many dashes, dots and spaces that people and programs put into numbers become one.
_FOLD: dict[int, str] = {
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    **dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE63, 0xFE58], "-"),
    **dict.fromkeys([0x2022, 0x2027, 0x30FB, 0x318D, 0xFF65, 0x22C5, 0x2219], "·"),
    **dict.fromkeys([0x3000, 0x00A0, 0x202F, 0x205F, 0x2060, 0xFEFF, *range(0x2000, 0x2010)], " "),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], " "),
    **dict.fromkeys([0x201C, 0x201D], '"'),
    **dict.fromkeys([0x2018, 0x2019], "'"),
}


def fold(text: str) -> str:
    """The same text, as long as before, in the characters that the rules are written in."""
    return text if text.isascii() else text.translate(_FOLD)


class _Bytes(dict[int, str]):
    """As above, and all else becomes `OTHER`; it remembers what it has met, of the first plane only."""

    def __missing__(self, character: int) -> str:
        if character < 0x10000:
            self[character] = OTHER
        return OTHER


_BYTES = _Bytes(_FOLD)


def _one_byte_each(error: UnicodeError) -> tuple[str, int]:
    """Called by the encoder for each run of characters that Latin-1 does not have: most of a text never comes here."""
    assert isinstance(error, UnicodeEncodeError)
    return error.object[error.start : error.end].translate(_BYTES), error.end


codecs.register_error("perdure.pii.one_byte_each", _one_byte_each)


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A text and its bytes, equally long."""

    text: str
    data: bytes

    def byte(self, at: int) -> int:
        """The byte there, or a space beyond either end."""
        return self.data[at] if 0 <= at < len(self.data) else 0x20

    def read(self, start: int, end: int) -> str:
        """That part of the text, folded."""
        return fold(self.text[max(0, start) : end])

    def before(self, at: int, reach: int) -> str:
        """What was said just before in the same sentence, in lower case. A placeholder is no context: `]` ends it."""
        said = self.read(at - reach, at)
        cut = max(said.rfind(mark) for mark in _BREAKS)
        return said[cut + 1 :].lower()


_BREAKS = ("\n", "。", ";", "!", "?", "]")


def view(text: str) -> View:
    if text.isascii():
        return View(text, text.encode("ascii"))
    return View(text, text.encode("latin-1", "perdure.pii.one_byte_each").replace(b"\xa0", b" "))

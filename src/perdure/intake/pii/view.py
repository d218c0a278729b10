"""A text as the patterns see it: one byte for each character, so that every offset is an offset in the given text."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

OTHER = 0x80
"""The byte that stands for every character outside Latin-1."""

# Full-width forms become ASCII; the many dashes, dots and spaces that people and programs put into numbers become one.
_FOLD: dict[int, int] = {
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},
    **dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE63, 0xFE58], ord("-")),
    **dict.fromkeys([0x2022, 0x2027, 0x30FB, 0x318D, 0xFF65, 0x22C5, 0x2219], 0xB7),
    **dict.fromkeys([0x3000, 0x00A0, 0x202F, 0x205F, 0x2060, 0xFEFF, *range(0x2000, 0x2010)], ord(" ")),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], ord(" ")),
    **dict.fromkeys([0x201C, 0x201D], ord('"')),
    **dict.fromkeys([0x2018, 0x2019], ord("'")),
}


def _one_byte_each(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    return bytes([OTHER]) * (error.end - error.start), error.end


codecs.register_error("perdure.pii.one_byte_each", _one_byte_each)


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """`text` is folded, `data` is `text` in bytes; both are as long as the original."""

    text: str
    data: bytes

    def byte(self, at: int) -> int:
        """The byte there, or a space beyond either end."""
        return self.data[at] if 0 <= at < len(self.data) else 0x20

    def before(self, at: int, reach: int) -> str:
        """What was said just before in the same sentence, in lower case. A placeholder is no context: `]` ends it."""
        said = self.text[max(0, at - reach) : at]
        cut = max(said.rfind(mark) for mark in _BREAKS)
        return said[cut + 1 :].lower()


_BREAKS = ("\n", "。", ";", "!", "?", "]")


def view(text: str) -> View:
    if text.isascii():
        return View(text, text.encode("ascii"))
    folded = text.translate(_FOLD)
    return View(folded, folded.encode("latin-1", "perdure.pii.one_byte_each"))

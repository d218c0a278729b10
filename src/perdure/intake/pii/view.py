"""A text as the patterns see it: normalised, one byte for each character, with the way back to the given text.

Three steps. What cannot be seen is dropped and what stands for several characters is spelled out (`⑩`, `ﬁ`); then
what is written so that programs do not read it is written plainly (`jane [at] example [dot] com`, `一三八…`); last,
each character gets one byte: width, styles of letters, digits of any script, dashes, spaces and quotes become ASCII.
It sees at least what `perdure.segment` makes of a text, so that nothing is indexed that was not looked at.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from perdure.intake.pii.places import Places, TextChange, replace
from perdure.intake.pii.written import written_out

HAN, MARK, LETTER = "\x80", "\x81", "\x82"
"""What stands for a character outside Latin-1: of a script without spaces, a sign, a letter of another alphabet."""

_FOLD: dict[int, str] = {
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    **dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE63, 0xFE58, 0x2796], "-"),
    **dict.fromkeys([0x2022, 0x2027, 0x30FB, 0x318D, 0xFF65, 0x22C5, 0x2219], "·"),
    **dict.fromkeys([0x3000, 0x00A0, 0x1680, 0x202F, 0x205F, *range(0x2000, 0x200B)], " "),
    **dict.fromkeys([0x2028, 0x2029, 0x0085], "\n"),
    **dict.fromkeys([*range(0x201C, 0x2020), *range(0x300A, 0x3012), 0x3014, 0x3015, 0x00AB, 0x00BB], '"'),
    **dict.fromkeys([0x2018, 0x2019, 0x201A, 0x201B, 0x02BC, 0x2032], "'"),
}
# The few of Latin-1 itself, which the encoder passes by.
_LATIN = bytes.maketrans(b"\xa0\xab\xbb\xb2\xb3\xb9\xaa\xba\x85", b' ""231ao\n')

_NO_DIGITS = bytes({*range(256)} - {*b"0123456789"})

# Invisible characters (those that Unicode says to ignore, and the frame of a keycap).
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
# Numbers from ten on in a circle, in brackets or with a dot; ligatures; squared words such as `㎏`.
_SEVERAL = (
    "\u2469-\u2473\u247d-\u2487\u2491-\u249b\u24eb-\u24f4\u24fe\u277f\u2789\u2793\u3251-\u325f\u32b1-\u32bf"
    "\ufb00-\ufb06\u2120-\u2122\u3371-\u33df"
)
_ODD = re.compile(f"(?P<hidden>[{_INVISIBLE}]+)|[{_SEVERAL}]")


class _Folded(dict[int, str]):
    """What a character is read as; it remembers what it has met, of the first plane only."""

    def __missing__(self, character: int) -> str:
        found = self._find(chr(character))
        if character < 0x10000:
            self[character] = found
        return found

    def _find(self, character: str) -> str:
        digit = unicodedata.digit(character, None)
        if digit is not None:
            return str(digit)
        plain = unicodedata.normalize("NFKC", character)
        return plain if len(plain) == 1 and "!" <= plain <= "ÿ" else self._other(character)

    def _other(self, character: str) -> str:
        return character


class _Bytes(_Folded):
    """As above, and what has no counterpart in Latin-1 becomes the sign of its sort."""

    def _other(self, character: str) -> str:
        sort = unicodedata.category(character)[0]
        if sort not in "LMN":
            return MARK
        return HAN if "\u2e80" <= character <= "\ud7ff" or "\uf900" <= character <= "\ufaff" else _beyond(character)


def _beyond(character: str) -> str:
    return HAN if "\U00020000" <= character <= "\U0003ffff" else LETTER


_FOLDED = _Folded(_FOLD)
_BYTES = _Bytes(_FOLD)


def fold(text: str) -> str:
    """The same text, as long as before, in the characters that the rules are written in."""
    return text if text.isascii() else text.translate(_FOLDED)


def _one_byte_each(error: UnicodeError) -> tuple[str, int]:
    """Called by the encoder for each run of characters that Latin-1 does not have: most of a text never comes here."""
    assert isinstance(error, UnicodeEncodeError)
    return error.object[error.start : error.end].translate(_BYTES), error.end


codecs.register_error("perdure.pii.one_byte_each", _one_byte_each)


@dataclass(frozen=True, slots=True, repr=False)
class TextView:
    """A normalised text and its bytes, equally long, and what was changed on the way to it."""

    text: str
    data: bytes
    changed: tuple[Places, ...] = ()

    @property
    def digits(self) -> int:
        """How many there are: most texts have too few for any number that is looked for."""
        return len(self.data.translate(None, _NO_DIGITS))

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span of the given text that these characters stand for."""
        for places in reversed(self.changed):
            start, end = places.origin(start, end)
        return start, end

    def byte(self, at: int) -> int:
        """The byte there, or a space beyond either end."""
        return self.data[at] if 0 <= at < len(self.data) else 0x20

    def read(self, start: int, end: int) -> str:
        """That part of the text, folded."""
        return fold(self.text[max(0, start) : max(0, end)])

    def folded(self) -> str:
        """All of the text, folded."""
        return fold(self.text)

    def is_wide(self, at: int) -> bool:
        """Whether a full-width form stands there: Chinese punctuation, which no password in ASCII contains."""
        return "\uff01" <= self.text[at : at + 1] <= "\uff5e"

    def places(self, *words: str) -> Iterator[int]:
        """Where one of these words begins: what is looked for around it is looked for in a bounded piece."""
        for word in words:
            at = self.text.find(word)
            while at >= 0:
                yield at
                at = self.text.find(word, at + len(word))

    def sentence(self, at: int, reach: int) -> str:
        """What was said just before in the same sentence. A placeholder is no context: `]` ends it."""
        start = max(0, at - reach)
        cut = max((end.end() for end in _BREAK.finditer(self.text, start, max(start, at))), default=start)
        return self.read(cut, at)

    def before(self, at: int, reach: int) -> str:
        """The same in lower case."""
        return self.sentence(at, reach).lower()

    def label(self, at: int) -> str:
        """What stands alone on the line above a value that begins its own: `Passport number`, then the number."""
        above, is_first, line = self.text[max(0, at - 80) : at].rpartition("\n")
        if not is_first or line.strip(" \t>*-|·•"):
            return ""
        last = above.rpartition("\n")[2].strip()
        return fold(last).lower() if len(last) <= _LONGEST_LABEL else ""


_LONGEST_LABEL = 30
# A sign that something follows at once may belong to a password: `Maple!Leaf88`.
_BREAK = re.compile(r"[\n。；！？\]]|[;!?](?![!-~])")


def view(text: str) -> TextView:
    """The text as the finders see it."""
    changed: tuple[Places, ...] = ()
    if not text.isascii() and (odd := [_spelled_out(match) for match in _ODD.finditer(text)]):
        text, places = replace(text, odd)
        changed = (places,)
    data = _encode(text)
    if changes := written_out(text, data):
        text, places = replace(text, changes)
        changed = (*changed, places)
        data = _encode(text)
    return TextView(text, data, changed)


def _spelled_out(match: re.Match[str]) -> TextChange:
    if match.lastgroup == "hidden":
        return TextChange(*match.span(), "")
    number = unicodedata.numeric(match[0], None)
    plain = unicodedata.normalize("NFKC", match[0]) if number is None else str(int(number))
    return TextChange(*match.span(), plain if plain.isascii() else match[0])


def _encode(text: str) -> bytes:
    if text.isascii():
        return text.encode("ascii")
    return text.encode("latin-1", "perdure.pii.one_byte_each").translate(_LATIN)

"""Splitting text into the pieces that BERT's uncased models know."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

_START, _END, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_LONGEST_WORD = 100
_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Words in lower case and without accents, each cut into the longest pieces that are in the vocabulary."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {piece: id for id, piece in enumerate(vocabulary)}

    def ids(self, text: str, *, most: int) -> list[int]:
        """At most `most` ids, the marks at both ends included."""
        found = [self._ids[_START]]
        for word in _words(text):
            found += self._pieces(word)
            if len(found) >= most:
                break
        return [*found[: most - 1], self._ids[_END]]

    def _pieces(self, word: str) -> list[int]:
        unknown = [self._ids[_UNKNOWN]]
        if len(word) > _LONGEST_WORD:
            return unknown
        pieces, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                id = self._ids.get(word[start:end] if start == 0 else f"##{word[start:end]}")
                if id is not None:
                    pieces.append(id)
                    start = end
                    break
            else:
                return unknown
        return pieces


def _words(text: str) -> Iterator[str]:
    """Runs between spaces, with every punctuation mark and every Chinese character a word of its own."""
    plain = "".join(_spaced(c) for c in text)
    bare = "".join(c for c in unicodedata.normalize("NFD", plain) if unicodedata.category(c) != "Mn").lower()
    return iter("".join(f" {c} " if _is_mark(c) else c for c in bare).split())


def _spaced(c: str) -> str:
    if c in "\t\n\r" or unicodedata.category(c) == "Zs":
        return " "
    if c in "\0\ufffd" or unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    return f" {c} " if any(first <= ord(c) <= last for first, last in _CJK) else c


def _is_mark(c: str) -> bool:
    if ord(c) < 128:
        return not c.isalnum() and not c.isspace() and c.isprintable()
    return unicodedata.category(c)[0] == "P"

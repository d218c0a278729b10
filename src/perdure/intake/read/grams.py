"""The short runs of words and characters that a clause is made of, as numbers.

A sentence vector says what a clause is about; these say how it is put: a question, a wish, a quotation, a change.
"""

from __future__ import annotations

from zlib import crc32

from perdure.regex import regex
from perdure.simplified import simplified

MOST_WORDS = 120
# Latin words, figures, and every other letter or mark for itself; so a Chinese character is a word here.
_WORD = regex(r"[a-z]+(?:'[a-z]+)?|\d+|[^\W\d_]|[^\s\w]")
BREAK = "\x01"


def words(text: str) -> list[str]:
    """The words of a text in lower case, all figures alike."""
    found = _WORD.findall(simplified(text).lower().replace("’", "'"))[:MOST_WORDS]
    return ["0" if word[0].isdigit() else word for word in found]


def grams(text: str) -> list[int]:
    """The numbers of all runs in a text, each once, in order: 32 bits of a hash."""
    row = ["<s>", *words(text), "</s>"]
    runs = [BREAK.join(row[at : at + size]) for size in (1, 2, 3) for at in range(len(row) - size + 1)]
    runs += [BREAK.join(row[at : at + 4]) for at in range(len(row) - 3) if _is_single(row[at : at + 4])]
    for word in row[1:-1]:
        if len(word) > 3:
            marked = f"^{word}$"
            runs += [f"c{marked[at : at + size]}" for size in (3, 4) for at in range(len(marked) - size + 1)]
    return sorted({crc32(run.encode("utf-8", "replace")) for run in runs})


def _is_single(row: list[str]) -> bool:
    return all(len(word) == 1 for word in row)

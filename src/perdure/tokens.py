"""How many tokens a text takes. A model's own tokenizer may be given; the one here needs no data and errs upwards."""

from __future__ import annotations

import re
from math import ceil
from typing import Protocol

SAMPLE = 8_000
"""Characters of a long text that are looked at where a rough count is enough."""

# What byte-pair tokenizers cut first: words (a capital begins one), numbers, signs, spaces; then what each piece costs.
_PIECES = re.compile(
    r"([A-Z]?[a-z]+)"
    r"|([A-Z]+)"
    r"|([0-9]+)"
    r"|([!-/:-@\[-`{-~]+)"
    r"|([\r\n]+[ \t]*|[ \t]{2,}|[ \t](?=[0-9]))"
    r"|([\u3400-\u9fff\uf900-\ufaff]+)"
    r"|([\u2010-\u2027\u3000-\u303f\uff00-\uffef]+)"
    r"|([^\x00-\x7f])"
)
WORD, CAPITALS, DIGITS, SIGNS, SPACE, HAN, MARKS, OTHER = range(1, 9)
# The characters that Chinese is made of most: one token each in any tokenizer. Others take two or three.
_COMMON = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学"
    "如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高"
    "间由问很最重并物手应向头文体美相见被利什二等产或新己制身果加西月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真"
)
# What a word of so many letters costs on average: long ones are mostly names of things in code.
_WORDS = (0, 1, 1, 1, 1.03, 1.12, 1.15, 1.28, 1.35, 1.4, 1.5, 1.6, 2.2, 2.4)


class TokenCounter(Protocol):
    """Says how many tokens a text takes, for the model that is going to read it."""

    def __call__(self, text: str, /) -> int: ...


def estimate(text: str) -> int:
    """Tokens of a text without any tokenizer at hand: at most 5 % too few on Chinese, English and code."""
    total = 0.0
    for piece in _PIECES.finditer(text):
        kind, length = piece.lastindex, piece.end() - piece.start()
        if kind == WORD:
            total += _WORDS[length] if length < len(_WORDS) else length / 4.5
            if length > 4 and text[piece.start()] < "a":
                total += 0.2  # names are rare words
        elif kind == SIGNS:
            total += 1.05 if length == 1 else 0.68 * length + 0.45
        elif kind == HAN:
            total += 1.9 * length - 0.95 * sum(map(_COMMON.__contains__, piece[0]))
        elif kind == DIGITS:
            total += ceil(length / 3)
        elif kind == CAPITALS:
            total += 1.05 if length == 1 else 0.52 * length + 0.35
        else:
            total += 1.05 * length if kind == MARKS else 2.0 if kind == OTHER else 1.05
            if kind == SPACE and length > 1 and text[piece.end() : piece.end() + 1].isdigit():
                total += 1  # a space does not join a number as it joins a word
    return ceil(total)


def rough(text: str) -> int:
    """The same for statistics: of a long text only the beginning is looked at."""
    if len(text) <= SAMPLE:
        return estimate(text)
    return round(estimate(text[:SAMPLE]) * len(text) / SAMPLE)

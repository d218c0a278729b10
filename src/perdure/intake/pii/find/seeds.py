"""The words that restore a wallet: 12, 15, 18, 21 or 24 of the 2,048 of BIP-39, English or simplified Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_SIZES = (12, 15, 18, 21, 24)
# A dozen words of three to eight letters, one after another, with any signs and numbers between.
_GAP = rb"[^A-Za-z\x80\x82]{1,10}"
_RUN = rb"(?i)(?:\b|\d)[a-z]{3,8}(?:" + _GAP + rb"[a-z]{3,8}){11,}\b"
_WORD = re.compile(rb"[A-Za-z]+")
_LETTERS = bytes(c if chr(c).islower() else c + 32 if chr(c).isupper() else 32 for c in range(128)) + b" " * 128
_NUMBER = re.compile(rb"[(\[#]?\b\d{1,2}[.):\]\x81-]?[ \t]*$")
# A sentence ends here: `… seed, jeans. What is this`, but not `1. legal 2. winner`.
_STOP = re.compile(rb"[.?!]\s+$")
_CHINESE = rb"\x80(?:[^A-Za-z\x80\x82]{1,5}\x80){11,}"
_NAMED = regex(
    r"\b(?:(?:seed|recovery|secret|backup|wallet) (?:phrase|words)|mnemonic|seed)\b[^a-z]{0,3}(?:is|are|was)?\W{0,3}$"
    r"|(?:助记词|助记短语|备份短语|恢复短语|种子短语|备份词|恢复词)(?:是|为)?\W{0,3}$",
    re.IGNORECASE,
)
_UNSPACED = re.compile(
    "(?:助记词|助记短语|恢复短语|种子短语)(?:是|为)?[:：\\s]{1,3}([\u4e00-\u9fff]{12,24})(?![\u4e00-\u9fff])"
)
_MOST = 30
"""More in a row than this is a list of words, not a phrase."""


def find(view: TextView) -> Iterator[FoundSecret]:
    """All of this family."""
    for run in pattern(_RUN).finditer(view.data):
        known = seed_words("english")
        # Most runs of short words are prose: that is seen without asking where each of them stands.
        said = view.data[slice(*run.span())].translate(_LETTERS).decode("ascii").split()
        if _NAMED.search(view.before(run.start(), 40)) and (size := _told(said, known)):
            words = [match.span() for match in _WORD.finditer(view.data, *run.span())]
            yield FoundSecret("private_key", _with_number(view, words[0][0]), words[size - 1][1])
            continue
        if sum(map(known.__contains__, said)) < _SIZES[0]:
            continue
        words = [match.span() for match in _WORD.finditer(view.data, *run.span())]
        yield from _phrases(view, words, known)
    if not view.text.isascii():
        for run in pattern(_CHINESE).finditer(view.data):
            characters = [(at, at + 1) for at in range(*run.span()) if view.data[at] == 0x80]
            yield from _phrases(view, characters, seed_words("chinese"))
        for named in _UNSPACED.finditer(view.text):
            if len(named[1]) in _SIZES and seed_words("chinese").issuperset(named[1]):
                yield FoundSecret("private_key", *named.span(1))


def _told(said: list[str], known: frozenset[str]) -> int:
    """How many of the words are a phrase that was called one: a slip or two may be in it."""
    sizes = (size for size in reversed(_SIZES) if size <= len(said))
    return next((size for size in sizes if sum(map(known.__contains__, said[:size])) >= size - 2), 0)


def _phrases(view: TextView, words: list[tuple[int, int]], known: frozenset[str]) -> Iterator[FoundSecret]:
    # Where a full stop follows each word, none of them ends a sentence.
    is_listed = sum(_STOP.match(view.data, a[1], b[0]) is not None for a, b in pairwise(words)) >= _SIZES[0] - 1
    run: list[tuple[int, int]] = []
    for span in [*words, (0, 0)]:
        is_word = view.read(*span).lower() in known
        if is_word and not (run and not is_listed and _STOP.match(view.data, run[-1][1], span[0])):
            run.append(span)
            continue
        said = [view.read(*word).lower() for word in run]
        if (size := _size(len(run))) and said != sorted(said):  # in the order of the alphabet it is a list
            yield FoundSecret("private_key", _with_number(view, run[_first(said, size)][0]), run[-1][1])
        run = [span] if is_word else []


_LABELS = frozenset({"seed", "phrase", "recover", "wallet", "word", "backup", "secret", "key", "ledger", "cold"})


def _first(said: list[str], size: int) -> int:
    """Where the phrase begins in a longer run: behind words that name it. What follows may be prose, and goes too."""
    spare = len(said) - size
    labels = next((n for n, word in enumerate(said) if word not in _LABELS), 0)
    return min(labels, spare)


def _with_number(view: TextView, start: int) -> int:
    """`1. legal`: the number belongs to the phrase as the others do."""
    number = _NUMBER.search(view.data, max(0, start - 6), start)
    return start if number is None else number.start()


def _size(many: int) -> int:
    """How many of the words, counted from the last, are the phrase: `seed phrase` are words of the list as well."""
    if many > _MOST:
        return 0
    return many if many in _SIZES else max((size for size in _SIZES if size <= many), default=0)


@cache
def seed_words(language: str) -> frozenset[str]:
    """The list of a language, loaded when first needed."""
    return frozenset(files("perdure.intake.pii.find").joinpath(f"seeds.{language}.txt").read_text("utf-8").split())

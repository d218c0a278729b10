"""The one function that cuts text into search words. Both paths use it, so it lives in neither.

Width, case, accents and Unicode form do not matter, nor whether Chinese is written in traditional characters. Each
piece between spaces is cut by itself, so that a word inside a text gives the same search words as it gives alone:

- Scripts written without spaces (Chinese, Japanese, Thai …, and Korean for its endings) become every character, every
  pair of neighbours, and every longer word of the dictionary. None of this depends on what stands around it, so that
  any part of a text, however short, finds the text.
- Other words become their English stem, irregular forms that of their word. With accents they are also kept as they
  are.
- Names such as `brain_runtime_mvp`, `D:\\code`, `v3.12` and `camelCase` are kept whole and also taken apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from operator import add
from threading import Lock

from perdure.irregular import BASE
from perdure.simplified import simplified
from perdure.textcache import cached_texts

RULES = 5
"""Which search words are made of what is kept. An index made under another number has to be built again."""

MAX_WORD = 64
"""Longer search words are cut, alike on both sides; an index entry has a limit, and a blob is no word."""

_CACHED = 40  # characters: an English word is looked up again and again, a Chinese sentence is not
_UNSPACED = (
    "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u1100-\u11ff\uac00-\ud7ff\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eda\u1000-\u1049\u1780-\u17d3"
)
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0971-\u0df3\u0f71-\u0f84\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a\ufe20-\ufe2f"
)
_LETTERS = rf"(?![_{_UNSPACED}])\w(?:(?![_{_UNSPACED}])[\w{_MARKS}])*"
_WEAK = r"(?:_+[.-]?|[.\-'+#]_*)"
_STRONG = r"(?:_*[:/\\@]+_*)"
_INVISIBLE = re.compile(
    "[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)
_RUN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}][{_UNSPACED}{_MARKS}]*)"
    r"|(?P<date>\d{4}-\d{2}-\d{2}(?!\d))"
    rf"|{_LETTERS}(?:(?:{_STRONG}|{_WEAK}){_LETTERS})*(?:[+#]+(?!\w))?"
)
_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_HAN = re.compile("[\u4e00-\u9fff]{3,}")
_STRONG_CUT = re.compile(r"[:/\\@]+")
_WEAK_CUT = re.compile(r"[._\-'+#]+")
_THOUSANDS = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_CAMEL = re.compile(r"[A-Za-z]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VERSION = re.compile(r"([^\W\d_]*)(\d+(?:\.\d+)+)([^\W\d_]*)")
_MIXED = re.compile(r"([^\W\d_]{2,})(\d+)|(\d+)(?:st|nd|rd|th|([^\W\d_]+))")
_POSSESSIVE = re.compile(r"'s?$")
_LIKE = (("\\", "/"), ("\u2019", "'"), ("\u2018", "'"), ("\u02bc", "'"), ("\u2010", "-"))


def segment(text: str) -> list[str]:
    """The search words of a text, in order, repeats included. None holds a space or a quotation mark."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        if _INVISIBLE.search(text):
            text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
        text = simplified(text)
    words: list[str] = []
    for piece in text.split():
        words.extend(_remembered(piece) if len(piece) <= _CACHED else _cut(piece))
    return words


def chinese_words(text: str) -> list[str]:
    """A text cut where a Chinese reader would cut it. For telling question words from others, not for the index."""
    from rjieba import cut

    return cut(text.encode(errors="replace").decode())


def is_place(text: str) -> bool:
    """Whether a Chinese name is one of a place, by the dictionary: 成都 is, 字节跳动 is not."""
    from rjieba import tag

    return bool(text) and all(kind == "ns" for _, kind in tag(text))


def _cut(piece: str) -> tuple[str, ...]:
    words: list[str] = []
    folded = _fold(piece)
    if "," in folded:
        folded = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), folded)
    for run in _RUN.finditer(folded):
        match run.lastgroup:
            case "unspaced":
                words.extend(_unspaced(run[0]))
            case "date":
                words.extend((run[0], *run[0].split("-")))
            case _:
                words.extend(word.replace("'", "")[:MAX_WORD] for word in _spaced(run[0]))
    if not piece.islower():
        words.extend(_humps(piece))
    return tuple(words)


_remembered = cached_texts(1 << 16)(_cut)


def _fold(piece: str) -> str:
    """One form for all cases. Folding can undo what NFKC has done, so both are repeated until nothing moves."""
    while (folded := piece.casefold()) != piece:
        piece, before = unicodedata.normalize("NFKC", folded), piece
        if piece == before:
            break
    for odd, plain in _LIKE:
        piece = piece.replace(odd, plain)
    return piece


def _unspaced(run: str) -> list[str]:
    words = [*run, *map(add, run, run[1:])]
    for han in _HAN.findall(run):
        words.extend(word for word in _dictionary()(han) if len(word) > 2)
    return words


def _spaced(run: str) -> Iterator[str]:
    """A word, or a name made of words: the whole, then its larger parts, then the single words."""
    parts = [part.strip("_") for part in _STRONG_CUT.split(run)]
    if len(parts) > 1:
        yield run
    for part in parts:
        yield from _name(part)


def _name(part: str) -> Iterator[str]:
    if part[-1] in "+#":  # C++, C#, g++; but Google+ is also Google
        yield part
        if len(part.rstrip("+#")) > 2:
            yield from _name(part.rstrip("+#"))
        return
    if version := _VERSION.fullmatch(part):
        yield part
        if version[1] or version[3]:
            yield version[2]
        yield from (_stem(letters) for letters in (version[1], version[3]) if len(letters) > 1)
        return
    if _INITIALS.fullmatch(part):  # U.S.A
        yield part.replace(".", "")
        return
    part = _POSSESSIVE.sub("", part)
    yield from _DATE.findall(part)
    atoms = [atom for atom in _WEAK_CUT.split(part) if atom]
    if len(atoms) > 1:
        yield part
        if "'" in part:  # don't, l'été: a single letter beside an apostrophe says nothing
            atoms = [atom for atom in atoms if len(atom) > 1]
    for atom in atoms:
        yield from _atom(atom)


def _atom(atom: str) -> Iterator[str]:
    if not atom.isascii():
        yield atom
        atom = "".join(char for char in unicodedata.normalize("NFD", atom) if not unicodedata.combining(char))
        if not atom.isascii():
            return
    if mixed := _MIXED.fullmatch(atom):  # gpt4, 7th, 100km
        yield atom
        yield from (_stem(half) for half in mixed.groups() if half)
    else:
        yield _stem(atom)


def _humps(piece: str) -> Iterator[str]:
    """The words inside `camelCaseName`; only here does case say something."""
    for name in _CAMEL.findall(piece):
        parts = _HUMP.split(name)
        if len(parts) > 1 and min(map(len, parts)) > 1:
            yield from (_stem(part.lower())[:MAX_WORD] for part in parts)


def _stem(word: str) -> str:
    return _stemmer()(BASE.get(word, word)) if len(word) > 2 and word.isalpha() else word


@cache
def _stemmer() -> Callable[[str], str]:
    """The English stemmer, loaded at the first word. It keeps its state in itself, hence the lock."""
    # By name, since `stemmer()` may give another implementation.
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]

    stemmer, lock = EnglishStemmer(), Lock()

    @cached_texts(1 << 15)  # the words of a key come again in every key, each time in another piece
    def stem(word: str) -> str:
        with lock:
            return str(stemmer.stemWord(word))

    return stem


@cache
def _dictionary() -> Callable[[str], list[str]]:
    """The dictionary words in a Chinese run, loaded at need. Threads may share it, since nothing is ever added."""
    from rjieba import cut_all

    return cut_all

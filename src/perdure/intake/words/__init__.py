"""Lists of words for patterns, as data: `<tasks.done>` in a pattern is any one of the list `done` in `tasks.txt`.

A file has `[lists]`, whose entries are divided by `, ` or by the end of a line; `# ` begins a comment. A list whose
name ends in `_zh` is Chinese. An entry is a word or a phrase, seldom a small pattern (`tmrw?`). Their order counts: the
first that fits is taken, so what is longer stands before what it begins with. Nothing is read before it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from perdure import regex as patterns

FOLDER = Path(__file__).parent
NAMED = patterns.regex(r"<([a-z]+(?:_[a-z]+)*)\.([a-z]+(?:_[a-z]+)*)>")
_IS_AT_START = patterns.regex(r"(?:^|(?<!\\)(?:\||\((?:\?(?:P<\w+>|[:=!]|<[=!]|-?i:))?))$")
_IS_AT_END = patterns.regex(r"[|)]|$")
_HEAD = patterns.regex(r"\[([a-z_]+)\]")


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is put together and compiled at its first use; the lists that it names are part of it."""
    return patterns.regex(partial(expand, source), flags)


def expand(source: str) -> str:
    """A pattern with its lists written out."""

    def written(name: re.Match[str]) -> str:
        listed = "|".join(words(f"{name[1]}.{name[2]}"))
        stands_alone = _IS_AT_START.search(source, 0, name.start()) and _IS_AT_END.match(source, name.end())
        return listed if stands_alone else f"(?:{listed})"

    return NAMED.sub(written, source)


def words(name: str) -> tuple[str, ...]:
    """The entries of a list, in order: `words("tasks.done")`."""
    file, _, inner = name.partition(".")
    return lists_in(file)[inner]


def written_out(entries: Iterable[str]) -> Iterator[str]:
    """Words, and instead of each list that is named among them its entries."""
    for entry in entries:
        name = NAMED.fullmatch(entry)
        yield from words(entry[1:-1]) if name else (entry,)


@cache
def word_set(name: str) -> frozenset[str]:
    """The entries of a list, to ask whether a word is among them."""
    return frozenset(words(name))


@cache
def lists_in(file: str) -> dict[str, tuple[str, ...]]:
    """All lists of a file by name."""
    found: dict[str, list[str]] = {}
    for line in (FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines():
        if name := _HEAD.fullmatch(line):
            entries = found.setdefault(name[1], [])
        elif line and not line.startswith("# "):
            entries += line.removesuffix(",").split(", ")
    return {name: tuple(entries) for name, entries in found.items()}

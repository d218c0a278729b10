"""Which ideas the words of a text point to: prawns are shellfish, and who is behind on the rent speaks of debt.

The words are in `training/thesaurus`, a line for each idea; `python -m training.thesaurus` makes this file of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from zlib import crc32

import numpy as np

from perdure.errors import Unsupported
from perdure.language import HAN
from perdure.messages import say
from perdure.models.kept import Damaged, Kept, open_kept
from perdure.segment import segment
from perdure.simplified import simplified
from perdure.textcache import on_forgetting

VERSION = "perdure thesaurus 1"
FILE = Path(__file__).parent / "thesaurus.bin"
PHRASE, STRETCH = 3, 6
"""How many Latin words, and how many Chinese characters, one entry has at most."""
BROADER = 0.5
"""How much less a word tells about a broader idea than about its own."""
KEPT = 4_096
"""Texts of which the ideas are kept: the same things are held when the next one is compared with them."""
NOTHING = (0.0, 0.0)
SLIGHT = 0.3
"""What is added to every sum, so that a single common word is not all of a text."""
_LATIN = re.compile(r"[a-z0-9]+(?:['’.+#-][a-z0-9+#]+)*[+#]*")
_HAN = re.compile(f"[{HAN}]+")


Strengths = dict[int, float]
"""Ideas, and how strongly each is pointed to."""


@dataclass(frozen=True)
class Ideas:
    """What a text is about: each of its words with the ideas that are its own, and those that are broader."""

    by_word: dict[str, tuple[Strengths, Strengths]]

    @cached_property
    def own(self) -> Strengths:
        """The words' own ideas, each as strongly as the word points to it that tells most."""
        return _most(own for own, _ in self.by_word.values())

    @cached_property
    def broader(self) -> Strengths:
        """The broader ones."""
        return _most(broader for _, broader in self.by_word.values())

    @cached_property
    def all(self) -> Strengths:
        """Both."""
        return _most((self.own, self.broader))


class Thesaurus:
    """Looks up the words of a text. A word of many ideas points to each of them the less."""

    def __init__(self, kept: Kept) -> None:
        self._keys = kept.array("keys")
        self._starts = kept.array("starts")
        self._ideas = kept.array("ideas")
        self._broader = {int(idea): tuple(broader) for idea, broader in kept.value("broader").items()}
        self.telling: list[float] = (kept.array("telling").astype(np.float32) / 255).tolist()
        """What each idea tells: little if half of all statements are about it."""
        self._looked_up: dict[str, Ideas] = {}
        on_forgetting(self._forget)

    @cached_property
    def _rows(self) -> dict[int, int]:
        """Made at the first look: most processes never look."""
        return {key: row for row, key in enumerate(self._keys.tolist())}

    def ideas(self, text: str) -> Ideas:
        """The words of a text that point to something."""
        found = self._looked_up.get(text)
        if found is None:
            words = dict.fromkeys(self._words(simplified(text).lower()))
            found = Ideas({word: self._pointed(self._rows[crc32(word.encode())]) for word in words})
            kept = self._looked_up  # another thread may let go of it meanwhile
            if len(kept) >= KEPT:
                kept = self._looked_up = {}
            kept[text] = found
        return found

    def of_search_word(self, word: str) -> tuple[tuple[int, float], ...]:
        """The ideas of a word of the word index, and how strongly it points to each."""
        row = self._rows.get(crc32(word.encode()))
        if row is None or (len(word) == 1 and not word.isascii()):
            return ()
        own, _ = self._pointed(row)
        return tuple(own.items())

    @cached_property
    def narrower(self) -> dict[int, tuple[int, ...]]:
        """The ideas that lie in each."""
        found: dict[int, list[int]] = {}
        for idea, above in self._broader.items():
            for one in above:
                found.setdefault(one, []).append(idea)
        return {idea: tuple(below) for idea, below in found.items()}

    def _forget(self) -> None:
        self._looked_up = {}

    def _pointed(self, row: int) -> tuple[Strengths, Strengths]:
        own = self._ideas[self._starts[row] : self._starts[row + 1]].tolist()
        strength = float(len(own)) ** -0.5
        broader = {idea: BROADER * strength for one in own for idea in self._broader.get(one, ()) if idea not in own}
        return dict.fromkeys(own, strength), broader

    def _words(self, text: str) -> Iterator[str]:
        row = latin_words(text)
        for at in range(len(row)):
            for length in range(1, min(PHRASE, len(row) - at) + 1):
                yield from self._known(" ".join(row[at : at + length]))
        for run in _HAN.findall(text):
            yield from self._chinese(run)

    def _chinese(self, run: str) -> Iterator[str]:
        """The longest entry from each character on, none of them inside of another; single characters only between."""
        covered = 0
        for at in range(len(run)):
            for length in range(min(STRETCH, len(run) - at), 1, -1):
                if at + length > covered and any(self._known(run[at : at + length])):
                    covered = at + length
                    yield run[at:covered]
                    break
            else:
                if at >= covered:
                    yield from self._known(run[at])

    def _known(self, word: str) -> Iterator[str]:
        if crc32(word.encode()) in self._rows:
            yield word

    def likeness(self, one: Strengths, others: Sequence[Strengths]) -> list[tuple[float, float]]:
        """With each of others: how strongly a text shares one idea at least, and the share of ideas in common."""
        weight = self._sum(one)
        return [self._alike(one, other, weight) if not one.keys().isdisjoint(other) else NOTHING for other in others]

    def _alike(self, one: Strengths, other: Strengths, weight: float) -> tuple[float, float]:
        both = one.keys() & other.keys()
        telling = self.telling
        strongest = max([telling[idea] * one[idea] * other[idea] for idea in both])
        least = min(weight, self._sum(other))
        return strongest, sum([telling[idea] * min(one[idea], other[idea]) for idea in both]) / (least + SLIGHT)

    def _sum(self, ideas: Strengths) -> float:
        telling = self.telling
        return sum([telling[idea] * strength for idea, strength in ideas.items()])


def _most(found: Iterable[Strengths]) -> Strengths:
    most: Strengths = {}
    for ideas in found:
        for idea, strength in ideas.items():
            most[idea] = max(strength, most.get(idea, 0.0))
    return most


def open_thesaurus(file: Path = FILE) -> Thesaurus:
    """The thesaurus that comes with the package; `Unsupported` where it cannot be used."""
    try:
        return Thesaurus(open_kept(file, source=VERSION))
    except (Damaged, OSError, ValueError, KeyError) as problem:
        reason = f"cannot be used ({problem})" if isinstance(problem, Damaged) else "cannot be opened"
        raise Unsupported(
            f"the thesaurus, `{file.name}`, {reason}; `{VERSION}` is expected", hint=say("hint.reinstall")
        ) from None


@cache
def packaged() -> Thesaurus:
    """The one of this process."""
    return open_thesaurus()


def latin_words(text: str) -> list[str]:
    """Latin words of a lower-case text as the thesaurus has them: their stems."""
    return [stem for word in _LATIN.findall(text) for stem in segment(re.sub("['’]s$", "", word))[:1]]


def entry(word: str) -> str:
    """A word or phrase as it is looked up; empty where it cannot be."""
    if _HAN.fullmatch(word):
        return word
    return "" if _HAN.search(word) else " ".join(latin_words(word))

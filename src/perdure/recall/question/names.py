"""Names that the memory knows, found in a question: entities by any of their aliases, and speakers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perdure.recall.question.times import fold
from perdure.regex import regex
from perdure.textcache import cached_texts

_WORD = regex(r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@cached_texts(1 << 13)
def _folded(name: str) -> str:
    """Kept, since all names are gone through again when one of them changes."""
    return fold(name).strip()


class NamesAsked:
    """Names, each standing for something. The longest one at a place is taken; width and case do not matter."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._meant: dict[str, str] = {}
        for name in sorted(names):
            if folded := _folded(name):
                self._meant.setdefault(folded, names[name])
        lengths: dict[str, set[int]] = {}
        for name in self._meant:
            lengths.setdefault(name[:2], set()).add(len(name))
        self._lengths = {start: sorted(known, reverse=True) for start, known in lengths.items()}

    def found_in(self, folded: str) -> list[str]:
        """What the names in a folded text stand for, in order, each once."""
        found: dict[str, None] = {}
        known, place, end = self._lengths, 0, len(folded)
        while place < end:
            length = 0
            if folded[place : place + 2] in known or folded[place] in known:  # few places begin a name
                length = self._longest(folded, place)
            if length:
                found.setdefault(self._meant[folded[place : place + length]])
            place += length or 1
        return list(found)

    def _longest(self, text: str, place: int) -> int:
        if place and _WORD.match(text, place) and _WORD.match(text, place - 1):
            return 0  # inside a word
        lengths = self._lengths.get(text[place : place + 2], []), self._lengths.get(text[place : place + 1], [])
        for length in (*lengths[0], *lengths[1]):
            end = place + length
            inside = end < len(text) and _WORD.match(text, end) and _WORD.match(text, end - 1)
            if not inside and text[place:end] in self._meant:
                return length
        return 0


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the agent has names for. Made once per agent, used for every question."""

    entities: NamesAsked = field(default_factory=lambda: NamesAsked({}))
    speakers: NamesAsked = field(default_factory=lambda: NamesAsked({}))

    @classmethod
    def of(cls, entities: Mapping[str, str], speakers: Iterable[str] = ()) -> Vocabulary:
        """From aliases with the key of their entity, and the names of speakers."""
        return cls(NamesAsked(entities), NamesAsked({name: name for name in speakers}))

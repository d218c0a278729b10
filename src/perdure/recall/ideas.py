"""Ideas that a question shares with texts, in whatever words: who asks for siblings is told of three sisters.

The words of a question point to ideas (`models/thesaurus.py`). A text holds an idea as often as its words point to it,
and by half as often as they point to a narrower one. An idea is worth what it tells at all, times how rare it is among
the texts that are compared. Nothing of a text is kept but the numbers of its ideas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from perdure.recall.bm25 import idf
from perdure.recall.question.question import Question
from perdure.textcache import cached_texts

KEPT_TEXTS, KEPT_WORDS = 4_096, 32_768
NARROWER = 0.5
"""How much less a word tells about an idea than about a narrower one, its own."""
BY_LENGTH = 0.7
"""How much more often a long text must hold an idea than a short one, to share it as much."""

Held = tuple[tuple[int, float], ...]
"""Ideas of a text, and how strongly a word of it points to each."""


@dataclass(frozen=True, slots=True)
class AskedIdeas:
    """The ideas of a question: what each is worth, and which ideas of a text count for which of them, how much."""

    worth: tuple[float, ...]
    counting: dict[int, list[tuple[int, float]]]


def asked_ideas(question: Question) -> AskedIdeas | None:
    """The ideas that the words asked for point to; None if there are none."""
    from perdure.models.thesaurus import packaged

    thesaurus, wanted = packaged(), frozenset(question.words)
    own: dict[int, float] = {}
    broader: dict[int, float] = {}
    for word, pointed in thesaurus.ideas(question.text).by_word.items():
        if _is_asked(word, wanted):
            for ideas, strengths in zip((own, broader), pointed, strict=True):
                for idea, strength in strengths.items():
                    ideas[idea] = max(strength, ideas.get(idea, 0.0))
    worth: list[float] = []
    counting: dict[int, list[tuple[int, float]]] = {}
    for column, idea in enumerate(sorted(own.keys() | broader.keys())):
        worth.append(thesaurus.telling[idea] * max(own.get(idea, 0.0), broader.get(idea, 0.0)))
        counting.setdefault(idea, []).append((column, 1.0))
        for below in thesaurus.narrower.get(idea, ()) if idea in own else ():
            counting.setdefault(below, []).append((column, NARROWER))
    return AskedIdeas(tuple(worth), counting) if worth else None


def _is_asked(word: str, wanted: frozenset[str]) -> bool:
    """Whether a word of the thesaurus is one of those that are looked for, and no word for asking."""
    if word.isascii():
        return any(part in wanted for part in word.split(" "))
    pairs = [word[at : at + 2] for at in range(len(word) - 1)] or [word]
    return all(pair in wanted for pair in pairs)


@cached_texts(KEPT_TEXTS)
def held_ideas(search_text: str) -> Held:
    """The ideas of a text that stands in the word index, by single words: phrases were slower, and found no more."""
    return tuple(pair for word in dict.fromkeys(search_text.split(" ")) for pair in _of_word(word))


@cached_texts(KEPT_WORDS)
def _of_word(word: str) -> Held:
    from perdure.models.thesaurus import packaged

    return packaged().of_search_word(word)


def shared_ideas(asked: AskedIdeas, texts: Sequence[str]) -> Any:
    """How far each text shares the ideas of a question."""
    import numpy as np

    counts, words = np.zeros((len(texts), len(asked.worth))), np.zeros(len(texts))
    for row, text in enumerate(texts):
        for idea, strength in held_ideas(text):
            words[row] += strength * strength  # of one word they add up to 1
            for column, share in asked.counting.get(idea, ()):
                counts[row, column] += share * strength
    return _weighed(counts, words, asked)


def _weighed(counts: Any, words: Any, asked: AskedIdeas) -> Any:
    """From how often each text holds each idea, and how many words it has that point to any."""
    import numpy as np

    size = len(words)
    holding = (counts > 0).sum(axis=0).tolist()
    weights = np.array(asked.worth) * np.array([idf(size, held) for held in holding])
    norm = 1 - BY_LENGTH + BY_LENGTH * words / max(1.0, float(words.mean()) if size else 1.0)
    return (counts / (counts + norm[:, None])) @ weights


class PieceIdeas(NamedTuple):
    """The ideas of some pieces: which piece, which idea, and how strongly a word points to it."""

    piece: Any
    idea: Any
    strength: Any
    size: int
    """How many pieces there are."""

    @classmethod
    def of(cls, search_texts: Sequence[str]) -> PieceIdeas:
        import numpy as np

        held = [held_ideas(text) for text in search_texts]
        piece = np.repeat(np.arange(len(held)), [len(one) for one in held])
        pairs = np.array([pair for one in held for pair in one], np.float32).reshape(-1, 2)
        return cls(piece, pairs[:, 0].astype(np.uint16), pairs[:, 1], len(held))


@dataclass(frozen=True, slots=True)
class IdeaTable:
    """The ideas of all pieces of several stretches, ordered by idea."""

    piece: Any
    strength: Any
    starts: list[int]
    """Where each idea begins."""
    words: Any
    """Of each piece, how many of its words point to an idea."""

    @classmethod
    def of(cls, parts: Sequence[PieceIdeas | None], size: int) -> IdeaTable | None:
        """From the stretches of a table of so many pieces, in their order; None unless all of them are known."""
        import numpy as np

        known = [one for one in parts if one is not None]
        if len(known) < len(parts):
            return None
        offsets = np.cumsum([0, *(one.size for one in known)])
        piece = np.concatenate([one.piece + offset for one, offset in zip(known, offsets[:-1], strict=True)])
        idea = np.concatenate([one.idea for one in known])
        strength = np.concatenate([one.strength for one in known])
        order = np.argsort(idea, kind="stable")
        starts = np.searchsorted(idea[order], np.arange(int(idea.max(initial=0)) + 2))
        words = np.bincount(piece, strength * strength, minlength=size)  # of one word they add up to 1
        return cls(piece[order], strength[order], starts.tolist(), words)

    def shared(self, asked: AskedIdeas, groups: Any, size: int) -> Any:
        """How far each group of pieces shares the ideas of a question."""
        import numpy as np

        words = np.bincount(groups, self.words, minlength=size)
        return _weighed(self._counts(asked, groups, size), words, asked)

    def _counts(self, asked: AskedIdeas, groups: Any, size: int) -> Any:
        """How often each group of pieces holds each idea that is asked for."""
        import numpy as np

        width, last = len(asked.worth), len(self.starts) - 1
        cells: list[Any] = []
        amounts: list[Any] = []
        for idea, columns in asked.counting.items():
            first, end = (self.starts[idea], self.starts[idea + 1]) if idea < last else (0, 0)
            if first < end:
                at = groups[self.piece[first:end]] * width
                cells += [at + column for column, _ in columns]
                amounts += [self.strength[first:end] * share for _, share in columns]
        if not cells:
            return np.zeros((size, width))
        found = np.bincount(np.concatenate(cells), np.concatenate(amounts), minlength=size * width)
        return found.reshape(size, width)

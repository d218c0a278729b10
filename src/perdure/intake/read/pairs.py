"""How a new statement stands to one that memory holds: same, replaces, ends, adds or unrelated.

It proposes only. What is done with a proposal is for the rules of memory: no score alone retires an item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perdure.intake.read.features import Array, Encoded
from perdure.intake.read.goes_on import MAY_STAND_ON, STANDS_ON, owners
from perdure.intake.read.grams import words
from perdure.intake.read.heads import Runs, Scores, softmax
from perdure.intake.read.near import Near
from perdure.models.kept import Kept
from perdure.regex import regex
from perdure.textcache import cached_texts

RELATIONS = ("same", "replaces", "ends", "adds", "unrelated")
DIRECTIONS = 128
"""How many of the directions are compared here: the first, in which texts differ most."""
SIGN_STEP = 0.05
"""What one step of a byte is worth, in which the plain signs of the learned pairs are kept."""
SIDES = ("old", "new")
_FIGURES = regex(r"\d+(?:[.:]\d+)?")
_QUESTION = ("?", "？", "吗", "呢")


@dataclass(frozen=True, slots=True)
class Relation:
    """The probability of each relation; they add up to 1."""

    same: float
    replaces: float
    ends: float
    adds: float
    unrelated: float

    @property
    def best(self) -> str:
        return max(RELATIONS, key=lambda name: float(getattr(self, name)))

    @property
    def changes(self) -> float:
        """How likely the held one no longer stands as it is."""
        return self.replaces + self.ends


@dataclass(frozen=True, slots=True)
class Texts:
    """Statements with what the encoder and the heads say about them, row by row."""

    texts: Sequence[str]
    encoded: Encoded
    scores: Scores


class Pairs:
    """The learned match. All likenesses are to pairs that were labelled by hand."""

    def __init__(self, kept: Kept) -> None:
        plain = kept.value("pairs.plain")
        old, new = (kept.array(f"pairs.{side}").astype(np.float32) * np.float32(plain["scale"]) for side in SIDES)
        self._likeness = PairLikeness((old, new, kept.array("pairs.signs").astype(np.float32) * np.float32(SIGN_STEP)))
        self._centre = kept.array("pairs.centre")
        self._spread = kept.array("pairs.spread")
        self._learned = kept.array("pairs.learned").astype(np.float32)
        self._runs_new = Runs(kept, "pairs.runs_new")
        self._runs_old = Runs(kept, "pairs.runs_old")
        self._sharp: float = plain["sharp"]

    def relate(self, old: Texts, new: Texts) -> list[Relation]:
        """One relation for each row of `old` and the same row of `new`."""
        if not len(old.texts):
            return []
        signs = (signs_of(old, new) - self._centre) / self._spread
        likeness = self._likeness.of((old.encoded.short[:, :DIRECTIONS], new.encoded.short[:, :DIRECTIONS], signs))
        raw = likeness @ self._learned
        raw += self._runs_new.sums(new.texts)
        raw += self._runs_old.sums(old.texts)
        return [Relation(*map(float, row)) for row in softmax(raw * np.float32(self._sharp))]


Rows = tuple[Array, Array, Array]


class PairLikeness:
    """How alike pairs are to some that stay the same."""

    def __init__(self, pairs: Rows) -> None:
        old, new, signs = pairs
        self._old, self._new, self._change = Near(old, 1.0), Near(new, 1.0), Near(new - old, 0.7)
        self._signs = Near(signs, 0.05)

    def of(self, pairs: Rows) -> Array:
        """In what is new, in what has changed, in both sides at once, and in their plain signs."""
        old, new = self._old.of(pairs[0]), self._new.of(pairs[1])
        total: Array = new + self._change.of(pairs[1] - pairs[0]) + old * new + self._signs.of(pairs[2]) * (1 + new)
        return total


def signs_of(old: Texts, new: Texts) -> Array:
    """Plain signs of each pair: nearness, shared words, figures, a question; and what the heads say about both."""
    rows = [
        _signs(a, b, float(x @ y))
        for a, b, x, y in zip(old.texts, new.texts, old.encoded.vectors, new.encoded.vectors, strict=True)
    ]
    alike = np.einsum("ij,ij->i", old.scores.type, new.scores.type)[:, None]
    whose = np.einsum("ij,ij->i", old.scores.whose, new.scores.whose)[:, None]
    heads = [new.scores.keep[:, None], old.scores.keep[:, None], new.scores.act, new.scores.whose, alike, whose]
    return np.concatenate([np.array(rows, dtype=np.float32), *heads], axis=1).astype(np.float32)


def _signs(old: str, new: str, cosine: float) -> list[float]:
    held, said = content_words(old), content_words(new)
    shared = len(held & said)
    return [
        cosine,
        shared / max(1, len(held | said)),
        shared / max(1, min(len(held), len(said))),
        min(shared, 4) / 4,
        float(new.rstrip().endswith(_QUESTION)),
        min(len(said), 20) / 20,
        min(len(held), 20) / 20,
        float(_has_digit(old)),
        float(_has_digit(new)),
        *_goes_on_signs(old, new, shared / max(1, len(held))),
    ]


def _goes_on_signs(old: str, new: str, kept: float) -> list[float]:
    """Signs that the held one stays as it is: its words and figures come up again, or somebody else is spoken of."""
    before, after = _figures(old), _figures(new)
    held, said = owners(old), owners(new)
    return [
        kept,
        float(bool(before & after)),
        float(bool(before - after) and bool(after - before)),
        float(_may_stand_on(new)),
        float(bool(said - held)),
        float(bool(said & held)),
    ]


@cached_texts(8_192)
def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURES.findall(text))


@cached_texts(8_192)
def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


@cached_texts(64)
def _may_stand_on(new: str) -> bool:
    return STANDS_ON.search(new) is not None or MAY_STAND_ON.search(new) is not None


@cached_texts(8_192)
def content_words(text: str) -> frozenset[str]:
    """Words that say something by themselves: longer Latin ones, figures and Chinese characters."""
    return frozenset(word for word in words(text) if len(word) > 2 or word == "0" or ord(word[0]) > 0x2E80)

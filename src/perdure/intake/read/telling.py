"""How much the words tell that two texts share: a name or a rare word says more than an everyday one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np

from perdure.intake.read.features import Array
from perdure.intake.read.grams import BREAK, words
from perdure.models.kept import Kept
from perdure.textcache import on_forgetting

ENOUGH = 2.0
"""What shared words tell at most, in all: two that nobody else says."""
_HAN = 0x2E80
_KEPT = 8_192


class Telling:
    """The words of texts, each with how rare it is: 1 for what no sentence that was learned from has."""

    def __init__(self, kept: Kept) -> None:
        rarity = (kept.array("runs.rarity").astype(np.float64) / 255) ** 4
        self._rarity = dict(zip(kept.array("runs.keys").tolist(), rarity.tolist(), strict=True))
        self._known: dict[str, dict[int, float]] = {}
        on_forgetting(self._forget)

    def _forget(self) -> None:
        self._known = {}

    def of(self, text: str) -> dict[int, float]:
        """What each Latin word and each pair of Chinese characters tells."""
        if text not in self._known:
            if len(self._known) >= _KEPT:
                self._known = {}
            keys = [crc32(run.encode("utf-8", "replace")) for run in _runs(text)]
            self._known[text] = {key: self._rarity.get(key, 1.0) for key in keys}
        return self._known[text]

    def signs(self, said: str, held: Sequence[str]) -> Array:
        """For each held text: the share of its words that is shared, the rarest of them, all, and the lead in that."""
        new = self.of(said)
        rows = np.array([_shared(new, self.of(text)) for text in held], dtype=np.float32).reshape(-1, 3)
        told = rows[:, 2]
        second, first = np.sort(told)[-2:] if len(told) > 1 else (0.0, 0.0)
        lead = told - np.where(told >= first, second, first)
        return np.concatenate([rows, lead[:, None].astype(np.float32)], axis=1)


def _runs(text: str) -> set[str]:
    row = words(text)
    latin = {word.removesuffix("'s") for word in row if ord(word[0]) < _HAN}
    pairs = {f"{a}{BREAK}{b}" for a, b in pairwise(row) if _is_han(a) and _is_han(b)}
    return {word for word in latin if len(word) > 2} | pairs


def _is_han(word: str) -> bool:
    return ord(word[0]) > _HAN and word.isalpha()


def _shared(said: dict[int, float], held: dict[int, float]) -> tuple[float, float, float]:
    both = said.keys() & held.keys()
    if not both:
        return 0.0, 0.0, 0.0
    told = sum(said[key] for key in both)
    least = min(sum(said.values()), sum(held.values()))
    return told / max(least, 1e-6), max(said[key] for key in both) ** 0.5, min(told, ENOUGH) / ENOUGH

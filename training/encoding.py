"""The packaged encoder for learning: two processes for many texts, and no text twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import numpy as np

from perdure.models.encoder import DIMENSION, PIECES, Encoder
from training.learn import Array

PROCESSES = 2
MANY = 2_000
"""From so many texts on a second process pays for its start."""
TOGETHER = 500

Rows = tuple[Array, Array]


class Encoding(Encoder):
    """Sentences come again in pairs, requests and what they name: what was encoded is kept."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Rows] = {}

    def encode(self, texts: Sequence[str]) -> Array:
        return self.encode_with_pieces(texts)[0]

    def encode_with_pieces(self, texts: Sequence[str]) -> Rows:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        parts = [new[at : at + TOGETHER] for at in range(0, len(new), TOGETHER)]
        if len(new) < MANY:
            self._keep(parts, map(super().encode_with_pieces, parts))
        else:
            with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
                self._keep(parts, pool.map(_encoded, parts))
        rows = [self._known[text] for text in texts]
        vectors, sums = (np.empty((len(rows), width), dtype=np.float32) for width in (DIMENSION, PIECES))
        for at, (vector, pieces) in enumerate(rows):
            vectors[at], sums[at] = vector, pieces
        return vectors, sums

    def _keep(self, parts: Sequence[Sequence[str]], encoded: Iterable[Rows]) -> None:
        for part, (vectors, sums) in zip(parts, encoded, strict=True):
            self._known.update((text, (vectors[at], sums[at])) for at, text in enumerate(part))


@cache
def _encoder() -> Encoder:
    return Encoder()


def _encoded(texts: Sequence[str]) -> Rows:
    return _encoder().encode_with_pieces(texts)

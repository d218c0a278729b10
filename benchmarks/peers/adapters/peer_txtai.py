"""txtai: words and vectors together (`hybrid`). It writes to disk when told to `save`: one write is both."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from txtai import Embeddings
from wire import GivenVectors, Turn, serve

ALL = 1_000_000
VECTORS = GivenVectors()


def transform(texts: Sequence[str]) -> object:
    """Handed over by name, since an index that is opened again looks for it by its name."""
    return np.array(VECTORS.of(texts), dtype=np.float32)


sys.modules["peer_txtai"] = sys.modules["__main__"]


class Txtai:
    def open(self, folder: str) -> None:
        self._path = f"{folder}/index"
        self._index = Embeddings(method="external", transform="peer_txtai.transform", content=True, hybrid=True)
        if Path(self._path).exists():
            self._index.load(self._path)

    def add(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            VECTORS.take(turn.line, turn.vector)
        self._index.upsert([(turn.id, turn.line, None) for turn in turns])
        self._index.save(self._path)

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        VECTORS.take(question, vector)
        return [hit["id"] for hit in self._index.search(question, k)]

    def held(self) -> list[str]:
        if self._index.database is None:
            return []
        return [row["id"] for row in self._index.search("SELECT id FROM txtai", ALL)]

    def close(self) -> None:
        self._index.close()


serve(Txtai)

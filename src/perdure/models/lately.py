"""What the encoder made of texts lately: the reader and the index look at the same words within moments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from perdure.models.cache import text_key

if TYPE_CHECKING:
    from perdure.models.contract import Vectors

MOST = 512
"""Texts that are held; each takes 7 KB."""
Made = tuple["Vectors", "Vectors"]


class Lately:
    """Two rows per text, by the hash of the text. For several threads: every step is one of the dictionary's own."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rows: dict[bytes, Made] = {}

    def of(self, texts: Sequence[str], make: Callable[[Sequence[str]], Made]) -> Made:
        """One row of each kind per text; `make` is asked only for what was not made lately."""
        keys = [text_key(text) for text in texts]
        known = {key: rows for key in keys if (rows := self._rows.get(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing or not texts:
            made = make(list(missing.values()))
            # Copies: a row that is only looked at would keep the whole batch in memory.
            fresh = {key: (a.copy(), b.copy()) for key, a, b in zip(missing, *made, strict=True)}
            if len(self._rows) + len(fresh) > self._most:
                self._rows.clear()
            self._rows.update(fresh)
            if len(missing) == len(texts):
                return made
            known |= fresh
        first, second = zip(*(known[key] for key in keys), strict=True)
        return np.stack(first), np.stack(second)


LATELY = Lately()
"""Of this process: all its encoders have the same weights."""

"""Remember vectors by the hash of their text."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.errors import InvalidInput

if TYPE_CHECKING:
    from perdure.models.contract import EmbeddingClient, Vectors


class CachedEmbedder:
    """An embedder that asks another one only for what it has not seen lately. Holds hashes, never text."""

    def __init__(self, inner: EmbeddingClient, *, most: int = 4096) -> None:
        if most < 1:
            raise InvalidInput("`most` must be at least 1", field="most")
        self._inner = inner
        self._most = most
        self._rows: OrderedDict[bytes, Vectors] = OrderedDict()

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimension(self) -> int | None:
        return self._inner.dimension

    @property
    def patience(self) -> float | None:
        """Seconds that a search waits for the vector of its question; None for a model on this machine."""
        return getattr(self._inner, "patience", None)

    @property
    def count(self) -> int:
        """How many vectors are held."""
        return len(self._rows)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        keys = [text_key(text) for text in texts]
        known = {key: self._rows[key] for key in keys if key in self._rows}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing or not keys:
            fresh = await self._inner.embed(list(missing.values()))
            if not keys:
                return fresh
            # A copy: a row that is only looked at would keep the whole batch in memory.
            known.update((key, row.copy()) for key, row in zip(missing, fresh, strict=True))
        self._keep(known)

        import numpy as np

        return np.stack([known[key] for key in keys])

    def clear(self) -> None:
        """Forget every vector, for instance because a text was erased."""
        self._rows.clear()

    async def close(self) -> None:
        self.clear()
        await self._inner.close()

    def _keep(self, used: dict[bytes, Vectors]) -> None:
        for key, row in used.items():
            self._rows[key] = row
            self._rows.move_to_end(key)
        while len(self._rows) > self._most:
            self._rows.popitem(last=False)


def text_key(text: str) -> bytes:
    """A text's hash, which stands for it where no text is to be held."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()

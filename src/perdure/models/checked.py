"""An embedder that was handed in from outside, held to what an embedder promises."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.errors import ModelUnavailable
from perdure.messages import say
from perdure.models.guard import time_left

if TYPE_CHECKING:
    from perdure.models.contract import EmbeddingClient, Vectors

PATIENCE = 20.0
"""Seconds that a search waits for it, unless it has a `patience` of its own: it may be loading a model."""
DEADLINE = 300.0
"""Seconds for any other call."""


class CheckedEmbedder:
    """What it answers are unit vectors of one size, one for each text; or `ModelUnavailable` says why not."""

    def __init__(self, inner: EmbeddingClient) -> None:
        self._inner = inner
        self._seen: int | None = None

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimension(self) -> int | None:
        return self._inner.dimension or self._seen

    @property
    def patience(self) -> float:
        """Seconds that a search waits for the vector of its question."""
        own = getattr(self._inner, "patience", None)
        return PATIENCE if own is None else float(own)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        allowed = min(DEADLINE, time_left() or DEADLINE)
        clock = asyncio.timeout(allowed)
        try:
            async with clock:
                rows = await self._inner.embed(texts)
        except ModelUnavailable:
            raise
        except TimeoutError as failure:
            what = f"no answer within {allowed:.3g} s" if clock.expired() else "it raised `TimeoutError`"
            raise self._wrong(what) from failure
        except Exception as failure:
            raise self._wrong(f"it raised `{type(failure).__name__}`") from failure
        return self._unit(rows, len(texts))

    async def close(self) -> None:
        await self._inner.close()

    def _unit(self, answer: object, count: int) -> Vectors:
        import numpy as np

        try:
            rows = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise self._wrong("its answer is no table of numbers") from None
        if rows.ndim != 2 or len(rows) != count:
            raise self._wrong(f"{len(rows) if rows.ndim == 2 else 'no'} vectors for {count} texts")
        size = rows.shape[1]
        if size == 0 or self.dimension not in (None, size):
            raise self._wrong(f"vectors of {size} numbers where {self.dimension or 'more'} were expected")
        if not np.isfinite(rows).all():
            raise self._wrong("a vector holds something that is not a finite number")
        self._seen = size
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0).astype(np.float32)
        return unit

    def _wrong(self, what: str) -> ModelUnavailable:
        return ModelUnavailable(
            f"`{self.name}` did not answer as an embedder should: {what}",
            reason=what,
            hint=say("hint.embedder_contract"),
        )

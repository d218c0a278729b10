"""Making sure that what an embedder gave are vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.models.fault import bad_answer

if TYPE_CHECKING:
    from perdure.models.contract import Vectors

STAND_IN = "."
"""Sent in place of a blank text, because servers refuse one; its row is emptied afterwards."""


def fit(text: str, most: int) -> str:
    """At most `most` characters, cut between words where one ends near the limit. Blank text becomes a stand-in."""
    if len(text) > most:
        head = text[:most]
        space = max(head.rfind(" "), head.rfind("\n"))
        text = head[:space] if space > most * 0.9 else head
    # A lone surrogate is no text that a tokenizer or JSON can take.
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if text.strip() else STAND_IN


def join(parts: Sequence[Vectors], dimension: int) -> Vectors:
    """All rows under each other."""
    import numpy as np

    return np.concatenate(parts) if parts else np.zeros((0, dimension), dtype=np.float32)


def clear_blank(rows: Vectors, texts: Sequence[str]) -> Vectors:
    """Zero the rows of blank texts, in place."""
    for row, text in zip(rows, texts, strict=True):
        if not text.strip():
            row[:] = 0.0
    return rows


def checked(rows: Sequence[Sequence[float]], *, count: int, dimension: int | None) -> Vectors:
    """The rows with length 1; a `Fault` unless there are `count` of them, alike in size, finite and not zero."""
    import numpy as np

    if len(rows) != count:
        raise bad_answer(f"{len(rows)} vectors for {count} texts")
    sizes = {len(row) for row in rows}
    if len(sizes) != 1:
        raise bad_answer("vectors of different sizes")
    (size,) = sizes
    if size == 0 or dimension not in (None, size):
        raise bad_answer(f"vectors of {size} numbers where {dimension or 'more'} were expected")
    wide = np.asarray(rows, dtype=np.float64)
    if not np.isfinite(wide).all():
        raise bad_answer("a vector holds something that is not a finite number")
    largest = np.abs(wide).max(axis=1, keepdims=True)
    if not largest.all():
        raise bad_answer("a vector is zero")
    wide /= largest  # so that no square overflows or vanishes
    wide /= np.linalg.norm(wide, axis=1, keepdims=True)
    return wide.astype(np.float32)

"""How near texts are, by their features, to those that were learned from."""

from __future__ import annotations

import numpy as np

from perdure.intake.read.features import Array


class Near:
    """Rows that others are compared with: exp(-narrow * squared distance), which is 1 where they are equal."""

    def __init__(self, rows: Array, narrow: float) -> None:
        self._columns = np.ascontiguousarray(rows.T)  # for a few rows beside many two to three times as fast
        self._squares = np.einsum("ij,ij->i", rows, rows)
        self._narrow = np.float32(narrow)

    def of(self, rows: Array) -> Array:
        """One row for each, one column for each that it is compared with."""
        near: Array = np.einsum("ij,ij->i", rows, rows)[:, None] + self._squares
        near -= 2 * (rows @ self._columns)
        np.maximum(near, 0, out=near)
        near *= -self._narrow
        return np.exp(near, out=near).astype(np.float32, copy=False)

"""Long work in short units, so that others come in between."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

LONGEST = 0.2
"""Seconds that a unit of long work may keep the others of an agent waiting."""


def batched(things: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """Some at a time, in order."""
    left = iter(things)
    while some := tuple(islice(left, size)):
        yield some


class Pace:
    """How much fits into a unit, learned from those before it: few to begin with, and always at least one."""

    def __init__(self, size: int = 16, most: int = 500) -> None:
        self.size = size
        self._most = most

    @contextmanager
    def unit(self) -> Iterator[int]:
        """Hands out how much to do now, and looks how long that takes."""
        began = time.monotonic()
        yield self.size
        took = time.monotonic() - began
        if took > LONGEST / 2:
            self.size = max(1, self.size // 2)
        elif took < LONGEST / 8:
            self.size = min(self._most, self.size * 2)

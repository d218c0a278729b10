"""Whether time grows with the text and not faster, on a machine that does other things as well."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TRIES = 12
FLOOR = 0.0005
"""Seconds below which a time says nothing."""


def growth(work: Callable[[T], object], small: T, large: T, enough: float, tries: int = TRIES) -> float:
    """How many times longer the large one takes than the small one, by the processor time of this thread.

    Noise only ever adds, so of each the least of several tries counts. They go on until the answer is below `enough`,
    which one try shows mostly; what is really slower stays above it, however often it is tried.
    """
    least_small = least_large = float("inf")
    for _ in range(tries):
        least_small = min(least_small, _seconds(work, small))
        least_large = min(least_large, _seconds(work, large))
        if least_large / max(least_small, FLOOR) < enough:
            break
    return least_large / max(least_small, FLOOR)


def _seconds(work: Callable[[T], object], given: T) -> float:
    began = time.thread_time()
    work(given)
    return time.thread_time() - began

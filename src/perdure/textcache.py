"""What a process keeps of texts that it has looked at, to be quick; and how all of it goes when something is erased."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import TypeVar, cast
from weakref import WeakMethod

F = TypeVar("F", bound=Callable[..., object])
_clears: list[Callable[[], Callable[[], object] | None]] = []
_lock = Lock()


def cached_texts(maxsize: int) -> Callable[[F], F]:
    """`lru_cache` for a function of texts: emptied by `forget_texts`."""

    def wrap(function: F) -> F:
        kept = lru_cache(maxsize=maxsize)(function)
        clear = kept.cache_clear
        with _lock:
            _clears.append(lambda: clear)
        return cast(F, kept)

    return wrap


def on_forgetting(clear: Callable[[], object]) -> None:
    """Have a bound method called by `forget_texts`, for as long as its object lives."""
    with _lock:
        _clears[:] = [one for one in _clears if one() is not None]
        _clears.append(WeakMethod(clear))


def forget_texts() -> None:
    """What was erased does not stay in memory either: everything that is kept of texts goes."""
    with _lock:
        clears = [one() for one in _clears]
    for clear in clears:
        if clear is not None:
            clear()

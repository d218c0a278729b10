"""One BLAS thread while we work: our matrices are small, and threads that wait for each other only burn CPU."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

_lock = Lock()
_users = 0
_limit: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Have BLAS work with one thread meanwhile.

    How many it has belongs to the process: the first who comes narrows it, and the last who leaves puts it back.
    Whoever did both for himself would put it back under the hands of others.
    """
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    global _users, _limit
    with _lock:
        if not _users:
            with _control() as controller:
                _limit = controller.limit(limits=1, user_api="blas")
        _users += 1


def _leave() -> None:
    global _users
    with _lock:
        _users -= 1
        if not _users:
            with _control():
                _limit.restore_original_limits()


@contextmanager
def _control() -> Iterator[Any]:
    """The controller, listening to this thread: else it listens to the first that ever used it, and to no other."""
    controller = _controller()
    frees = [free for one in controller.lib_controllers if (free := getattr(one, "clear_controlling_thread", None))]
    for free in frees:
        free(force=True)
    yield controller
    for free in frees:
        free(force=True)


@cache
def _controller() -> Any:
    import numpy  # noqa: F401  # it brings the BLAS that is looked for
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

    return ThreadpoolController()

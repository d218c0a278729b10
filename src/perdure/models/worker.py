"""A thread for a model that runs on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from perdure.errors import ModelUnavailable
from perdure.messages import say

M = TypeVar("M")
T = TypeVar("T")


class Worker(Generic[M]):
    """Loads a model at its first use and runs it, one call after the other.

    One thread, because the number of BLAS threads belongs to the whole process: two calls side by side would set it
    for each other. A thread of its own, so that the threads of the store never wait for a model.
    """

    def __init__(self, name: str, load: Callable[[], M]) -> None:
        self.name = name
        self._load = load
        self._model: M | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"perdure-{name}")

    async def run(self, use: Callable[[M], T]) -> T:
        """What `use` makes of the model, from the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, use)

    def _run(self, use: Callable[[M], T]) -> T:
        if self._model is None:
            self._model = self._loaded()
        return use(self._model)

    def _loaded(self) -> M:
        try:
            return self._load()
        except (ImportError, OSError, MemoryError, ValueError) as error:
            kind = type(error).__name__
        raise ModelUnavailable(
            f"`{self.name}` cannot be loaded: `{kind}`",
            reason=f"cannot be loaded (`{kind}`)",
            hint=say("hint.reinstall_package"),
        )

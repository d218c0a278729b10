"""Elapsed time, sleep and chance, so that tests own them."""

from __future__ import annotations

import asyncio
import random
import time
from datetime import datetime, timedelta
from typing import Protocol

from perdure.clock import Clock, SystemClock


class GuardClock(Protocol):
    """How time passes for a guard."""

    def now(self) -> datetime:
        """The date, to read a `Retry-After` that names one."""
        ...

    def elapsed(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None: ...

    def chance(self) -> float:
        """A number from 0 up to, not including, 1."""
        ...


class SystemPace:
    """Real time and real chance."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._random = random.Random()

    def now(self) -> datetime:
        return self._clock.now()

    def elapsed(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)  # noqa: TID251 - the one place in the models that sleeps

    def chance(self) -> float:
        return self._random.random()


class ManualPace:
    """Sleeps take no time but count as time passed; chance comes from a seed. Shipped for tests.

    Real time counts too, so that a deadline holds against a server that truly does not answer.
    """

    def __init__(self, *, seed: int = 0, start: datetime | None = None) -> None:
        self.slept: list[float] = []
        self._start = start
        self._ahead = 0.0
        self._random = random.Random(seed)

    def now(self) -> datetime:
        return (self._start or SystemClock().now()) + timedelta(seconds=self._ahead)

    def elapsed(self) -> float:
        return time.monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.advance(seconds)
        await asyncio.sleep(0)  # noqa: TID251 - others get their turn, as in a real sleep

    def chance(self) -> float:
        return self._random.random()

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

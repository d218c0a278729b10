"""The one way to a model behind a network: bounded in time, tries, rate, number at once and size."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from perdure.errors import InvalidInput, ModelUnavailable
from perdure.models.backoff import full_jitter
from perdure.models.breaker import Breaker
from perdure.models.fault import Fault
from perdure.models.pace import GuardClock, SystemPace
from perdure.models.rate import Rate

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may cost. Times are seconds."""

    deadline: float = 60.0
    """For the whole call: all tries, all waiting."""
    timeout: float = 20.0
    """For one try."""
    patience: float = 5.0
    """For the vector of a question: a search that has waited so long answers by words alone, and says so."""
    tries: int = 4
    backoff: float = 0.5
    backoff_cap: float = 20.0
    per_second: float = 10.0
    burst: int = 20
    at_once: int = 4
    """Calls under way at the same time; more wait."""
    failures: int = 5
    """Failed tries in a row that open the circuit breaker."""
    pause: float = 30.0
    """How long an open breaker keeps calls away."""
    max_reply_bytes: int = 16 << 20

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0:
                raise InvalidInput(f"`{name}` must be above 0", field=name)


_WITHIN: ContextVar[float | None] = ContextVar("perdure_within", default=None)


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Inside, a call to a model may take so long and no longer. None leaves it to the model's own limits.

    What runs out of time here counts as a failure of the server, so that one which always does is left alone.
    """
    token = _WITHIN.set(seconds)
    try:
        yield
    finally:
        _WITHIN.reset(token)


def time_left() -> float | None:
    """What `within` says; None outside of it."""
    return _WITHIN.get()


class Guard:
    """Runs tries of a call. What fails becomes one `ModelUnavailable` with the reason of the last failure."""

    def __init__(self, name: str, limits: Limits | None = None, *, pace: GuardClock | None = None) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.pace = pace or SystemPace()
        self._breaker = Breaker(self.pace, failures=self.limits.failures, pause=self.limits.pause)
        self._rate = Rate(self.pace, per_second=self.limits.per_second, burst=self.limits.burst)
        self._places = asyncio.Semaphore(self.limits.at_once)

    def until(self) -> float:
        """The deadline of a call that starts now; give it to each `run` of that call."""
        left = time_left()
        return self.pace.elapsed() + min(self.limits.deadline, self.limits.deadline if left is None else left)

    async def run(self, attempt: Callable[[], Awaitable[T]], *, until: float | None = None) -> T:
        """The result of the first try that succeeds. `attempt` raises `Fault` for what is the model's fault."""
        until = self.until() if until is None else until
        number = 0
        while True:
            number += 1
            try:
                return await self._try(attempt, until)
            except Fault as raised:
                fault = raised
            # Outside of the `except`: what is raised from here has no context that could hold a request.
            pause = self._pause(fault, number)
            too_late = self.pace.elapsed() + pause >= until
            if not fault.retry or number >= self.limits.tries or too_late:
                raise self.unavailable(fault, tries=number)
            await self.pace.sleep(pause)

    def unavailable(self, fault: Fault, *, tries: int = 1, tokens_in: int = 0, tokens_out: int = 0) -> ModelUnavailable:
        """The error a caller sees."""
        after = f" ({tries} tries)" if tries > 1 else ""
        return ModelUnavailable(
            f"`{self.name}` gave no usable answer: {fault.reason}{after}",
            reason=fault.reason,
            retry_after=fault.retry_after,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            hint=fault.hint,
        )

    def _pause(self, fault: Fault, number: int) -> float:
        base, cap = self.limits.backoff, self.limits.backoff_cap
        if fault.retry_after is None:
            return full_jitter(number, base=base, cap=cap, chance=self.pace.chance())
        return fault.retry_after + full_jitter(1, base=base, cap=cap, chance=self.pace.chance())

    async def _try(self, attempt: Callable[[], Awaitable[T]], until: float) -> T:
        self._breaker.check()  # before the wait, so that nobody queues for a server that is left alone
        async with self._place(until):
            await self._rate.take(until)
            self._breaker.enter()
            try:
                result = await self._timed(attempt, until)
            except Fault as fault:
                if fault.ill:
                    self._breaker.failed(fault.reason)
                else:
                    self._breaker.abandoned()
                raise
            except BaseException:
                self._breaker.abandoned()
                raise
            self._breaker.succeeded()
            return result

    @asynccontextmanager
    async def _place(self, until: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(until - self.pace.elapsed()):
                await self._places.acquire()
        except TimeoutError:
            raise Fault(f"no free place before the deadline: {self.limits.at_once} calls are under way") from None
        try:
            yield
        finally:
            self._places.release()

    async def _timed(self, attempt: Callable[[], Awaitable[T]], until: float) -> T:
        allowed = min(self.limits.timeout, until - self.pace.elapsed())
        try:
            async with asyncio.timeout(allowed):
                return await attempt()
        except TimeoutError:
            raise Fault(f"no whole answer within {max(allowed, 0):.3g} s", retry=True, ill=True) from None

"""A circuit breaker: a server that keeps failing is left alone for a while, then asked once."""

from __future__ import annotations

from perdure.models.fault import Fault
from perdure.models.pace import GuardClock


class Breaker:
    """Opens after `failures` in a row. After `pause` seconds one try goes through: it closes the breaker or not."""

    def __init__(self, pace: GuardClock, *, failures: int, pause: float) -> None:
        self._pace = pace
        self._limit = failures
        self._pause = pause
        self._in_a_row = 0
        self._open_until: float | None = None
        self._probing = False
        self._last = ""

    @property
    def is_open(self) -> bool:
        return self._open_until is not None

    def check(self) -> None:
        """Raise if no try may start now."""
        if self._open_until is None:
            return
        wait = self._open_until - self._pace.elapsed()
        if wait > 0 or self._probing:
            times = "once" if self._in_a_row == 1 else f"{self._in_a_row} times in a row"
            raise Fault(
                f"skipped: it failed {times}; the last time: {self._last}",
                retry_after=max(wait, 0.0),
            )

    def enter(self) -> None:
        """Start a try. Exactly one of the three below ends it."""
        self.check()
        self._probing = self.is_open

    def succeeded(self) -> None:
        self._in_a_row = 0
        self._open_until = None
        self._probing = False

    def failed(self, reason: str) -> None:
        self._in_a_row += 1
        self._last = reason
        if self._probing or self._in_a_row >= self._limit:
            self._open_until = self._pace.elapsed() + self._pause
        self._probing = False

    def abandoned(self) -> None:
        """The try ended without a word on the server's health: cancelled, or refused for the call's own sake."""
        self._probing = False

"""A token bucket: so many calls a second, with some room for a burst."""

from __future__ import annotations

from perdure.models.fault import Fault
from perdure.models.pace import GuardClock


class Rate:
    """Calls go at once while the bucket holds; then each waits for its own turn, in order."""

    def __init__(self, pace: GuardClock, *, per_second: float, burst: int) -> None:
        self._pace = pace
        self._per_second = per_second
        self._burst = float(burst)
        self._left = float(burst)
        self._seen = pace.elapsed()

    async def take(self, until: float) -> None:
        """Wait for a turn; refuse at once if it would come after `until`."""
        now = self._pace.elapsed()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        wait = max(0.0, (1.0 - self._left) / self._per_second)
        if now + wait > until:
            raise Fault("our own rate limit leaves no turn before the deadline", retry_after=wait)
        self._left -= 1.0  # below zero: turns that are promised to those who sleep
        if wait:
            await self._pace.sleep(wait)

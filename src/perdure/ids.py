"""Time-ordered public ids (UUID version 7) and random salts, from one source that tests can seed."""

from __future__ import annotations

import os
import random
import threading
import uuid

from perdure.clock import Clock, SystemClock, to_micros


class Ids:
    """Makes ids that sort by the moment they were made, also within one millisecond and when the clock steps back."""

    def __init__(self, clock: Clock | None = None, *, seed: int | None = None) -> None:
        self._clock = clock or SystemClock()
        self._random = random.Random(seed) if seed is not None else None
        self._last = 0
        self._lock = threading.Lock()

    def salt(self) -> bytes:
        """Sixteen random bytes."""
        return self._random.randbytes(16) if self._random else os.urandom(16)

    def new(self) -> str:
        """A fresh id. 48 bits of milliseconds and a 12-bit counter keep the order, 62 random bits keep it unique."""
        millis = to_micros(self._clock.now()) // 1000
        with self._lock:
            self._last = max(self._last + 1, millis << 12)
            stamp = self._last
        tail = int.from_bytes(self.salt()[:8], "big") & ((1 << 62) - 1)
        value = (stamp >> 12) << 80 | 0x7 << 76 | (stamp & 0xFFF) << 64 | 0b10 << 62 | tail
        return str(uuid.UUID(int=value))

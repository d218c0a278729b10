"""How much the fault loops do: a share in `make test`, the whole in `make crash`, which says how long it takes.

make crash                       3,000 cycles of each loop
make crash CRASH_CYCLES=600      what a change is held against
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from perdure.types.wording import several

VARIABLE = "PERDURE_CRASH_CYCLES"
IS_LONG = VARIABLE in os.environ
CYCLES = int(os.environ.get(VARIABLE, "40"))
CUTS = max(24, CYCLES if IS_LONG else 0)
MUTATIONS = max(40, CYCLES * 5 // 6) if IS_LONG else 24
"""In each of the parts of the damage loop."""
EVERY = 30.0
"""Seconds between two words about how far a loop is."""

LOOPS: dict[str, tuple[str, int, float]] = {
    "test_sqlite_keeps_what": ("kills of a SQLite process", CYCLES, 0.7),
    "test_postgres_keeps_what": ("kills of a PostgreSQL backend", CYCLES, 1.3),
    "test_a_lost_answer_to_a_commit": ("cut lines to PostgreSQL", CUTS, 0.2),
    "test_random_damage": ("damaged files", 4 * MUTATIONS, 0.1),
}
"""By the test that runs it: what it does, how often, and seconds for each, measured on two cores that had nothing else
to do. What else there is to do takes its share: a killed server comes back in 0.3 s, or in 5 s at a load of 8."""
THE_REST = 600.0
"""Seconds: every fault point of every verb, power cuts, full disks, several writers."""


def busyness() -> float:
    """How many times as long things take as on a machine with nothing else to do."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def announcement(tests: list[str], busy: float = 1.0) -> str:
    """What is about to be done, and how long it takes, about, on a machine that is so busy."""
    chosen = [loop for name, loop in LOOPS.items() if any(name in test for test in tests)]
    seconds = sum(count * each for _, count, each in chosen) + (THE_REST if len(chosen) == len(LOOPS) else 0.0)
    what = ", ".join(f"{count:,} {name}" for name, count, _ in chosen)
    about = several(max(1, round(seconds * busy / 60)), "minute")
    load = f" while the machine is {busy:.1f} times as busy as it can be" if busy > 1 else ""
    return f"{what or 'no long loop'}: about {about}{load}; CRASH_CYCLES=… sets how many"


class Progress:
    """Says now and then how far a long loop is; silent in a short one."""

    def __init__(self, say: Callable[[str], None], what: str, total: int) -> None:
        self._say, self._what, self._total = say, what, total
        self._began = self._said = time.monotonic()

    def reached(self, done: int) -> None:
        now = time.monotonic()
        if done < self._total and now - self._said < EVERY:
            return
        self._said = now
        left = (now - self._began) / max(1, done) * (self._total - done)
        self._say(f"{self._what}: {done:,} of {self._total:,}, {left / 60:.0f} minutes left")

"""What a process and a server beside it take of the machine."""

from __future__ import annotations

import os
import resource
from functools import cache
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def memory_mb() -> float:
    """The most that this process has held."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0)


def server_cpu(url: str) -> float:
    """CPU seconds of a whole PostgreSQL server on this machine so far."""
    keeper = _keeper(url)
    spent = sum(_stat(keeper)[2:])
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = _stat(int(entry.name))
            except FileNotFoundError:
                continue
            spent += sum(stat[2:4]) if stat[1] == keeper else 0
    return spent / TICK


@cache
def _keeper(url: str) -> int:
    """The process that starts all others of a server. Asked once: a connection costs the server more than a search."""
    import psycopg  # here: the other engine is measured without it

    with psycopg.connect(url) as connection:
        return _stat(connection.info.backend_pid)[1]


def _stat(pid: int) -> list[int]:
    """pid, parent, and ticks: of its own in user and system mode, and of children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return [pid, int(fields[1]), *(int(field) for field in fields[11:15])]

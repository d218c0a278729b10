"""A file system below SQLite that fails, or kills the process, at a chosen operation."""

from __future__ import annotations

import contextlib
import errno
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import apsw

NAME = "perdure-faults"
OPERATIONS = ("xWrite", "xSync", "xTruncate", "xRead", "xOpen", "xDelete")
FULL = apsw.SQLITE_FULL
IOERR = {
    "xWrite": apsw.SQLITE_IOERR_WRITE,
    "xSync": apsw.SQLITE_IOERR_FSYNC,
    "xTruncate": apsw.SQLITE_IOERR_TRUNCATE,
    "xRead": apsw.SQLITE_IOERR_READ,
    "xOpen": apsw.SQLITE_CANTOPEN,
    "xDelete": apsw.SQLITE_IOERR_DELETE,
}


@dataclass(slots=True)
class Disk:
    """What the file system does next. Disarmed it only counts."""

    operation: str | None = None
    nth: int = 0
    for_ever: bool = False
    act: Callable[[], None] | None = None
    counts: Counter[str] = field(default_factory=Counter)
    fired: int = 0

    def arm(self, operation: str | None, nth: int, act: Callable[[], None], *, for_ever: bool = False) -> None:
        """Act at the n-th operation from now; without a name, at the n-th of any kind."""
        self.counts.clear()
        self.operation, self.nth, self.act, self.for_ever, self.fired = operation, nth, act, for_ever, 0

    def disarm(self) -> None:
        self.act = None

    def reached(self, operation: str) -> None:
        self.counts[operation] += 1
        if self.act is None or self.operation not in (None, operation):
            return
        count = self.counts[operation] if self.operation else self.counts.total()
        if count == self.nth or (self.for_ever and count > self.nth):
            self.fired += 1
            self.act()


def failing(code: int) -> Callable[[], None]:
    """An act that fails the operation with a SQLite error."""

    def fail() -> None:
        raise apsw.exception_for(code)

    return fail


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.reached("xRead")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.reached("xWrite")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self._disk.reached("xSync")
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        self._disk.reached("xTruncate")
        super().xTruncate(size)

    def excepthook(self, kind: Any, error: Any, trace: Any) -> None:
        """A failure that SQLite swallows is planted, not news."""


class FaultyVFS(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        super().__init__(NAME, "")
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> FaultyFile:
        self._disk.reached("xOpen")
        return FaultyFile(self._disk, name, flags)

    def xDelete(self, name: str, sync_folder: bool) -> None:
        self._disk.reached("xDelete")
        super().xDelete(name, sync_folder)

    def excepthook(self, kind: Any, error: Any, trace: Any) -> None:
        """A failure that SQLite swallows is planted, not news."""


@contextlib.contextmanager
def faulty_disk() -> Iterator[Disk]:
    """Every connection that is opened inside goes through the faulty file system."""
    disk = Disk()
    vfs = FaultyVFS(disk)
    genuine = apsw.Connection

    class Through(genuine):  # type: ignore[misc, valid-type]
        def __init__(self, filename: str, **options: Any) -> None:
            super().__init__(filename, vfs=NAME, **options)

    apsw.Connection = Through  # type: ignore[misc]
    try:
        yield disk
    finally:
        apsw.Connection = genuine  # type: ignore[misc]
        vfs.unregister()


# --- attachments, which do not go through SQLite ------------------------------------------------------------------


@contextlib.contextmanager
def failing_call(name: str, nth: int, number: int) -> Iterator[Counter[str]]:
    """Let the n-th call of `os.<name>` fail with an error number."""
    counts: Counter[str] = Counter()
    genuine = getattr(os, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        counts[name] += 1
        if counts[name] == nth:
            raise OSError(number, errno.errorcode[number])
        return genuine(*args, **kwargs)

    setattr(os, name, call)
    try:
        yield counts
    finally:
        setattr(os, name, genuine)

"""A progress bar on stderr, for a person who has been waiting for more than a second."""

from __future__ import annotations

import io
import os
import stat
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PATIENCE = 1.0


class Progress:
    """How far into a stream we are. Shows nothing unless stderr is a terminal."""

    def __init__(self, stream: BinaryIO) -> None:
        self._total = _size(stream)
        self._started = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def reached(self, offset: int, turns: int) -> None:
        """So many bytes are read and so many turns stored."""
        if self._bar is None and sys.stderr.isatty() and time.monotonic() - self._started > PATIENCE:
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=offset, turns=f"{turns:,} turns")

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("storing"), BarColumn(), TextColumn("{task.fields[turns]}"))
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=self._total, turns="")
        self._bar.start()


def _size(stream: BinaryIO) -> int | None:
    """The length of a file; a pipe has none."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, io.UnsupportedOperation):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None

"""Progress on stderr, for a person who has been waiting for more than a second."""

from __future__ import annotations

import sys
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

from perdure.cli.answer import note

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from perdure.blocking import Memory

PATIENCE = 1.0


class Progress:
    """What is being done, how long it has taken, and how far it is where that is known.

    Shows nothing unless stderr is a terminal, and nothing during the first second.
    """

    def __init__(self, title: str, total: int | None = None) -> None:
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._timer: Timer | None = None
        self._state: tuple[str, int, int | None] = (title, 0, total)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._bar = _bar()
            title, done, total = self._state
            self._task = self._bar.add_task(title, completed=done, total=total)
            # Whatever takes long may say nothing until it is done: somebody else has to look at the clock.
            self._timer = Timer(PATIENCE, self._bar.start)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        if self._bar is not None:
            self._bar.stop()

    def reached(self, done: int, total: int | None = None, title: str | None = None) -> None:
        """So much is done; of so much, if that has become known, and under another title, if that has changed."""
        was, _, of = self._state
        self._state = (title or was, done, of if total is None else total)
        if self._bar is not None and self._task is not None:
            title, done, total = self._state
            self._bar.update(self._task, description=title, completed=done, total=total)

    def advance(self, more: int) -> None:
        """So much more is done."""
        self.reached(self._state[1] + more)


def tell_if_by_words(memory: Memory) -> None:
    """Say so if the model of meaning could not be asked."""
    problem = memory.index.progress().problem
    if problem is not None:
        note(f"searched by words alone: {problem}")


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)

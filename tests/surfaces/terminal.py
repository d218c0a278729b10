"""A program at a terminal of its own, and how wide a line is on it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from unicodedata import east_asian_width

from tests.surfaces.command import Answer, Command


def width(line: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, perdure: Command, *words: str) -> None:
        self._main, side = pty.openpty()
        self._program = subprocess.Popen(
            [sys.executable, "-m", "perdure", *words],
            stdin=side,
            stdout=side,
            stderr=side,
            env=perdure.environment(TERM="xterm-256color"),
            start_new_session=True,
            # A shell that puts the tests into the background has them ignore interrupts; a terminal does not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(side)
        self.seen = ""

    def until(self, text: str, after: str = "") -> None:
        """Read on until it has said something, after something else."""
        while text not in self.seen.partition(after)[2] if after else text not in self.seen:
            assert self._read(), f"it ended before it said {text!r}: {self.seen}"

    def say(self, text: str) -> None:
        os.write(self._main, text.encode())

    def interrupt(self) -> None:
        self._program.send_signal(signal.SIGINT)

    def end(self) -> Answer:
        while self._read():
            pass
        os.close(self._main)
        return Answer(self._program.wait(timeout=30), self.seen, "")

    def _read(self) -> bool:
        assert select.select([self._main], [], [], 60)[0], f"it says nothing more: {self.seen}"
        try:
            chunk = os.read(self._main, 65536)
        except OSError:  # how Linux says that the other side is closed
            return False
        self.seen += chunk.decode(errors="replace")
        return bool(chunk)

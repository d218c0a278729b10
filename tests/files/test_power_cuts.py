"""When the power fails, every file that was acknowledged is there and whole. Runs with `make files`, as root.

`PERDURE_FILES_CUTS` is how often the power is cut.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure.errors import PerdureError
from perdure.files.safe import change, read_text
from tests.faults.disks import Machine, machine

CUTS = int(os.environ.get("PERDURE_FILES_CUTS", "0"))
pytestmark = pytest.mark.skipif(not CUTS, reason="power cuts run with `make files`")
LINE = "- note {} 备用钥匙在小安那里 and some more words so that it takes its room\n"
Write = Callable[[Path, str], object]


def page(number: int) -> str:
    """A file that tells by itself whether it is whole."""
    return f"{number}\n" + LINE.format(number) * 40 + f"end {number}\n"


def is_whole(text: str) -> bool:
    first, last = text.split("\n", 1)[0], text.rstrip("\n").rsplit("\n", 1)[-1]
    return text.endswith("\n") and last == f"end {first}"


def safely(path: Path, text: str) -> None:
    change(path, lambda before: text)


def carelessly(path: Path, text: str) -> None:
    """What most programs do: a new file takes the place of the old one, and nothing is synced."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


class Writer(threading.Thread):
    """Writes both kinds of file until the power fails, and notes what was acknowledged."""

    def __init__(self, folder: Path, first: int, write: Write) -> None:
        super().__init__(daemon=True)
        self.folder, self.number, self.write = folder, first, write
        self.acknowledged: list[int] = []
        self.torn: list[str] = []

    def run(self) -> None:
        notes = self.folder / "notes.md"
        with suppress(OSError, PerdureError):
            while True:
                self.number += 1
                number = self.number
                before = notes.read_text(encoding="utf-8") if notes.exists() else ""
                self.write(notes, before + LINE.format(number))
                self.write(self.folder / "MEMORY.md", page(number))
                self.acknowledged.append(number)

    def read(self) -> None:
        """A reader beside it: it never sees half a file."""
        with suppress(OSError, PerdureError):
            text = read_text(self.folder / "MEMORY.md")
            if text and not is_whole(text):
                self.torn.append(text[:40])


def lost_after_cuts(disk: Machine, cuts: int, write: Write) -> int:
    """Cut the power again and again. Answers how much of what was acknowledged was lost or torn."""
    chance, lost, number = random.Random(datetime(2026, 1, 1, tzinfo=UTC).isoformat()), 0, 0
    acknowledged: set[int] = set()
    for _ in range(cuts):
        disk.on()
        writer = Writer(disk.folder, number, write)
        writer.start()
        until = chance.randrange(1, 25)
        while writer.is_alive() and len(writer.acknowledged) < until:
            writer.read()
        known = list(writer.acknowledged)  # the power fails now; what is answered later nobody hears
        disk.cut()
        writer.join()
        disk.off()
        disk.on()
        acknowledged |= set(known)
        notes = read_text(disk.folder / "notes.md") or ""
        memory = read_text(disk.folder / "MEMORY.md") or ""
        held = {int(row.split()[2]) for row in notes.split("\n") if row.startswith("- note ")}
        lost += len(acknowledged - held) + len(writer.torn)
        lost += not (is_whole(memory) and int(memory.split("\n")[0]) >= max(acknowledged, default=0))
        number, acknowledged = writer.number, acknowledged & held
        disk.off()
    return lost


def test_no_acknowledged_line_is_lost_and_no_file_torn(tmp_path: Path) -> None:
    with machine(tmp_path) as disk:
        assert lost_after_cuts(disk, CUTS, safely) == 0


def test_without_syncing_some_are_lost(tmp_path: Path) -> None:
    """The red control: what looks for losses finds them."""
    with machine(tmp_path) as disk:
        assert lost_after_cuts(disk, min(CUTS, 20), carelessly) > 0

"""A note beside the database of how far it has come, so that a file which lost its last writes does not pass for whole.

SQLite keeps the last commits in a log beside the file (`memory.db-wal`). Without it the file is sound and older, and
SQLite cannot tell. The note is written after every commit, when that is on the disk, and never synced: it may lag
behind after a power cut, but is never ahead of what was acknowledged. It knows nothing of a copy made without it.
"""

from __future__ import annotations

import os
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

HEAD = "memory.head"
_NOTE = re.compile(rb"perdure-head 1 (\d{20}) (\d{20}) (\d{20}) ([0-9a-f]{8})\n")


@dataclass(frozen=True, slots=True)
class NotedRevision:
    """The last revision that was acknowledged; and, where writes were found missing, from and up to which one."""

    revision: int
    lost_from: int = 0
    lost_to: int = 0


class HeadNote:
    """The note of one store. Nothing fails for want of it: it is a second opinion, not a part of the store."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._noted: NotedRevision | None = None

    def read(self) -> NotedRevision | None:
        """What was noted; None if there is no note, or none that can be read."""
        try:
            with self._path.open("rb") as file:
                found = _NOTE.fullmatch(file.read(200))
        except OSError:
            return None
        if found is None or int(found[4], 16) != zlib.crc32(found[0][:-10]):
            return None
        return NotedRevision(*(int(part) for part in found.groups()[:3]))

    def compare(self, noted: NotedRevision | None, revision: int) -> NotedRevision | None:
        """Hold a note against the revision of the file, read after it: others may write in between.

        Answers what is missing if it was not missing before.
        """
        self._noted = noted
        if noted is None or noted.revision <= revision:
            return None
        lost = NotedRevision(revision, noted.lost_from or revision, max(noted.lost_to, noted.revision))
        self._write(lost)
        return lost

    def advance(self, revision: int) -> None:
        """Note a revision that was committed."""
        noted = self._noted or NotedRevision(0)
        if revision > noted.revision:
            self._write(NotedRevision(revision, noted.lost_from, noted.lost_to))

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _write(self, noted: NotedRevision) -> None:
        self._noted = noted
        text = f"perdure-head 1 {noted.revision:020d} {noted.lost_from:020d} {noted.lost_to:020d}".encode()
        with suppress(OSError):
            if self._handle is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                self._handle = os.open(self._path, flags, 0o600)
                os.fchmod(self._handle, 0o600)
                os.ftruncate(self._handle, len(text) + 10)
            os.pwrite(self._handle, text + f" {zlib.crc32(text):08x}\n".encode(), 0)

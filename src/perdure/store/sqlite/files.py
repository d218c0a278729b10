"""Files of the SQLite engine: a database in each agent's folder, and attachment bytes beside it."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from perdure.folders import atomic_write, folder_name, private_folder

# The two that `perdure.parts` still takes from here; they live in `perdure.folders`.
__all__ = ["DATABASE", "FileBlobs", "folder_name", "is_agent_folder", "private_folder"]

DATABASE = "memory.db"
_FOLDER = re.compile(r"[a-z0-9-]*-[0-9a-f]{32}")


def is_agent_folder(path: Path) -> bool:
    """Whether a folder of the home is one of ours."""
    return _FOLDER.fullmatch(path.name) is not None and (path / DATABASE).is_file()


class FileBlobs:
    """Attachment bytes as files named by their hash, beside the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, sha256: str, data: bytes) -> None:
        path = self._folder / sha256
        if self._read(path) == data:
            return
        private_folder(self._folder)
        atomic_write(path, data)

    def get(self, sha256: str) -> bytes | None:
        return self._read(self._folder / sha256)

    def drop(self, sha256: str) -> None:
        (self._folder / sha256).unlink(missing_ok=True)

    @staticmethod
    def _read(path: Path) -> bytes | None:
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except FileNotFoundError:
            return None
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            return file.read()

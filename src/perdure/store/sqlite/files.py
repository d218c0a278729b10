"""Folders and files of the SQLite engine: one folder per agent, named so that no two ids ever share one."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from pathlib import Path

from perdure.errors import StoreUnavailable

DATABASE = "memory.db"
_FOLDER = re.compile(r"[a-z0-9-]*-[0-9a-f]{32}")


def folder_name(agent_id: str) -> str:
    """A readable slug and a hash of the exact id: `a` and `A`, NFC and NFD, `..` and `/` never meet or escape."""
    plain = unicodedata.normalize("NFKD", agent_id).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "agent"
    return f"{slug}-{hashlib.sha256(agent_id.encode()).hexdigest()[:32]}"


def is_agent_folder(path: Path) -> bool:
    """Whether a folder of the home is one of ours."""
    return _FOLDER.fullmatch(path.name) is not None and (path / DATABASE).is_file()


def private_folder(path: Path) -> None:
    """Make a folder, and those above it, for its owner alone, whatever the umask. One that exists keeps its mode."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise StoreUnavailable(f"`{path}` is not a folder", hint="choose another home")
    if not path.exists():
        if not path.parent.exists():
            private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
        os.chmod(path, 0o700)
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable: a rename or a new file is not, until its folder is synced."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file so that readers see all of it or none, and so that it survives a power cut once this returns."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


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

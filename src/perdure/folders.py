"""Folders and files for their owner alone: an agent's folder by name, and writes that are whole or not there at all."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

from perdure.errors import StoreUnavailable
from perdure.messages import say


def folder_name(agent_id: str) -> str:
    """A readable slug and a hash of the exact id: `a` and `A`, NFC and NFD, `..` and `/` never meet or escape."""
    plain = unicodedata.normalize("NFKD", agent_id).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "agent"
    return f"{slug}-{hashlib.sha256(agent_id.encode()).hexdigest()[:32]}"


def private_folder(path: Path) -> None:
    """Make a folder, and those above it, for its owner alone, whatever the umask. One that exists keeps its mode."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise StoreUnavailable(f"`{path}` is not a folder", hint=say("hint.another_home"))
    if not path.exists():
        if not path.parent.is_dir():
            private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
        os.chmod(path, 0o700)
        sync_folder(path.parent)


def remove_folder(path: Path) -> dict[str, int]:
    """Remove a folder with all that is in it, following no link. Answers how many files and bytes that were."""
    if not path.is_dir() or path.is_symlink():
        return {"files": 0, "bytes": 0}
    files = [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    counts = {"files": len(files), "bytes": sum(file.stat().st_size for file in files)}
    shutil.rmtree(path)
    sync_folder(path.parent)
    return counts


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable: a rename or a new file is not, until its folder is synced."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write(path: Path, data: bytes, *, is_current: Callable[[], bool] | None = None) -> bool:
    """Write a file so that readers see all of it or none, and so that it survives a power cut once this returns.

    `is_current` is asked last of all, when the new file is safe and only has to take the place of the old one: if it
    says no, the old one stays, and the answer is False.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if is_current is not None and not is_current():
            temporary.unlink()
            return False
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return True

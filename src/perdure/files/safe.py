"""Reading and changing files in an agent's folder: for its owner alone, through no link, whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from perdure.errors import Conflict, StoreUnavailable
from perdure.folders import atomic_write, private_folder
from perdure.messages import say

MAX_BYTES = 4 << 20
"""A file longer than this is no longer something a person keeps by hand."""
TRIES = 5
LOCK = ".lock"


def read_text(path: Path, most: int = MAX_BYTES) -> str | None:
    """The text of a file, or None where there is none. A link, a folder or anything but text is refused."""
    found = _read(path, most)
    return None if found is None else found[0].removeprefix("\ufeff").replace("\r\n", "\n")


def read_raw(path: Path, most: int = MAX_BYTES) -> tuple[str, tuple[int, int, int]] | None:
    """The text of a file byte for byte, with what tells that it was touched since; None where there is none."""
    return _read(path, most)


def _read(path: Path, most: int = MAX_BYTES) -> tuple[str, tuple[int, int, int]] | None:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as failure:
        raise _refused(path, "cannot be opened" if failure.errno != errno.ELOOP else "is a link") from None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_nlink > 1:
            raise _refused(path, "is not a plain file of its own")
        if state.st_size > most:
            raise _refused(path, f"is longer than {most:,} bytes")
        with open(handle, "rb", closefd=False) as file:
            data = file.read()
    finally:
        os.close(handle)
    try:
        return data.decode(), (state.st_ino, state.st_mtime_ns, state.st_size)
    except UnicodeDecodeError:
        raise _refused(path, "is not UTF-8 text") from None


def change(path: Path, edit: Callable[[str | None], str | None], most: int = MAX_BYTES) -> bool:
    """Change a file as a whole: its text before (None: no file) → after (None: leave it). Says whether it changed.

    Ours wait for one another; should somebody else have written meanwhile, their text is read again and not lost.
    """
    private_folder(path.parent)
    with _locked(path.parent):
        for _ in range(TRIES):
            before = _read(path, most)
            after = edit(None if before is None else before[0])
            if after is None:
                return False
            seen = None if before is None else before[1]
            try:
                if atomic_write(path, after.encode(), is_current=partial(_is_as, path, seen)):
                    return True
            except OSError as failure:
                raise _refused(path, f"cannot be written ({failure.strerror})") from None
    raise Conflict(f"`{path.name}` is being written by another program", hint=say("hint.close_editor"))


def _is_as(path: Path, seen: tuple[int, int, int] | None) -> bool:
    return _state(path) == seen


def touch(path: Path) -> int:
    """Touch a file of ours. Answers the time that the filesystem gives it, in nanoseconds: it may differ from ours."""
    private_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.utime(handle)
        return os.fstat(handle).st_mtime_ns
    finally:
        os.close(handle)


def hold(path: Path) -> int:
    """Take a lock that only one may have. Answers a handle for `let_go`; `Conflict` where somebody else has it."""
    private_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise Conflict("these files are being synced by another process", hint=say("hint.try_when_done")) from None
    return handle


def let_go(handle: int) -> None:
    """Give a lock back."""
    os.close(handle)


def signature_of(path: Path) -> tuple[int, int, int] | None:
    """What tells that a file was touched: inode, time of the last change and size; None where there is none."""
    return _state(path)


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        state = os.lstat(path)
    except FileNotFoundError:
        return None
    return state.st_ino, state.st_mtime_ns, state.st_size


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise _refused(folder / LOCK, f"cannot be opened ({failure.strerror})") from None
    try:
        os.fchmod(handle, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _refused(path: Path, why: str) -> StoreUnavailable:
    return StoreUnavailable(f"`{path.name}` {why}", hint=say("hint.file_inside"))

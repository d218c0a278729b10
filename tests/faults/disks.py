"""Small disks of a test's own, where the machine lets us mount them, and always unmounted again."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN
WITHOUT_FLUSHING = struct.pack("I", 2)


def _run(*command: str | Path) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(done.stderr.strip() or f"`{command[0]}` failed")


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk in memory that is soon full."""
    if os.geteuid() != 0:
        pytest.skip("mounting a small disk needs root")
    folder.mkdir()
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "perdure-test", folder)
    except OSError as error:
        pytest.skip(f"a tmpfs cannot be mounted here: {error}")
    try:
        yield folder
    finally:
        _run("umount", folder)


class Machine:
    """An ext4 disk in a file, whose power can be cut: what was not synced is gone when it comes back."""

    def __init__(self, image: Path, folder: Path) -> None:
        self._image = image
        self.folder = folder

    def on(self) -> None:
        _run("mount", "-o", "loop", self._image, self.folder)

    def cut(self) -> None:
        """Stop all writing at this instant, the journal's too."""
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, SHUTDOWN, WITHOUT_FLUSHING)
        finally:
            os.close(handle)

    def off(self) -> None:
        _run("umount", self.folder)


@contextlib.contextmanager
def machine(folder: Path, megabytes: int = 96) -> Iterator[Machine]:
    """A machine that is off."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("cutting the power needs root and mkfs.ext4")
    image, mounted = folder / "image", folder / "disk"
    mounted.mkdir()
    with image.open("wb") as file:
        file.truncate(megabytes << 20)
    _run("mkfs.ext4", "-q", image)
    made = Machine(image, mounted)
    try:
        made.on()
    except OSError as error:
        pytest.skip(f"a loop device cannot be mounted here: {error}")
    made.off()
    try:
        yield made
    finally:
        if os.path.ismount(mounted):
            made.off()
        image.unlink()

"""Temporary files: named, and removed, only inside one folder of the agent. No link leads out of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from perdure.errors import InvalidInput
from perdure.messages import say

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def inside(folder: Path, given: str | os.PathLike[str]) -> str:
    """The path relative to the folder; whatever is not in it is refused. The file itself need not exist yet."""
    text = os.fspath(given)
    path = Path(text)
    if "\x00" in text or path.name in ("", ".", ".."):
        raise InvalidInput("`path` names no file", field="path")
    try:
        # Only what the caller wrote is compared, part by part: `..` and links are not followed, they are refused.
        parts = path.relative_to(folder).parts if path.is_absolute() else path.parts
    except ValueError:
        parts = ("..",)
    if ".." in parts:
        raise InvalidInput(
            "`path` is not inside the folder for temporary files",
            field="path",
            hint=say("hint.put_under", folder=str(folder)),
        )
    return str(PurePosixPath(*parts))


def remove(folder: Path, relative: str) -> bool:
    """Remove a plain file of the folder. True when it is gone, also if it was before; False when it is something else.

    Each folder on the way is opened by its name in the one before it, and none may be a link, so that nothing outside
    can be reached, not even while somebody moves folders about.
    """
    *folders, name = PurePosixPath(relative).parts
    if not folder.exists():
        return True
    try:
        with _walk(folder, folders) as place:
            found = os.stat(name, dir_fd=place, follow_symlinks=False)
            if not stat.S_ISREG(found.st_mode):
                return False
            os.unlink(name, dir_fd=place)
    except FileNotFoundError:
        return True
    except OSError:  # a link or a file where a folder should be, or no right to remove it: left, and told
        return False
    return True


@contextmanager
def _walk(folder: Path, names: list[str]) -> Iterator[int]:
    place = os.open(folder, _FOLDER)
    try:
        for name in names:
            deeper = os.open(name, _FOLDER, dir_fd=place)
            os.close(place)
            place = deeper
        yield place
    finally:
        os.close(place)

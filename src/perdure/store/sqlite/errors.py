"""apsw's errors as ours, in one place. Messages name the kind of trouble, never what was being written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from perdure.errors import (
    Conflict,
    PerdureError,
    StoreBusy,
    StoreDamaged,
    StoreUnavailable,
    Unsupported,
)
from perdure.messages import say

# What SQLite, the file system, and reading back text that changed on disk can raise.
FOREIGN = (apsw.Error, OSError, UnicodeDecodeError)


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn whatever apsw or the file system raises inside into one of our errors."""
    try:
        yield
    except FOREIGN as error:
        raise ours(error, path) from error


def ours(error: Exception, path: str) -> PerdureError:
    """The error a caller can act on."""
    match error:
        case OSError():
            return StoreUnavailable(
                f"`{path}` cannot be used: {error.strerror or type(error).__name__}",
                hint=say("hint.check_folder_and_space"),
            )
        case UnicodeDecodeError():
            return StoreDamaged(f"`{path}` holds text that is not UTF-8", hint=say("hint.doctor_explains"))
        case apsw.BusyError() | apsw.LockedError():
            return StoreBusy(f"`{path}` is being written by another process", hint=say("hint.retry_soon"))
        case apsw.NotADBError():
            return StoreDamaged(f"`{path}` is not a Perdure database", hint=say("hint.check_path_or_restore"))
        # What comes in is checked long before: a text that is too big for SQLite is one that a broken page claims.
        case apsw.CorruptError() | apsw.TooBigError():
            return StoreDamaged(f"`{path}` is damaged", hint=say("hint.doctor_explains"))
        case apsw.FullError():
            return StoreUnavailable(f"the disk that holds `{path}` is full", hint=say("hint.free_space"))
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return StoreUnavailable(f"`{path}` is read-only", hint=say("hint.make_writable"))
        case apsw.CantOpenError():
            return StoreUnavailable(f"`{path}` cannot be opened", hint=say("hint.folder_writable"))
        case apsw.IOError():
            return StoreUnavailable(
                f"the disk that holds `{path}` reports an error; whether the last write was kept is not known",
                hint=say("hint.check_disk"),
            )
        case apsw.ConstraintError():
            return Conflict("the store changed meanwhile", hint=say("hint.read_again"))
        case apsw.NoMemError():
            return StoreUnavailable("the machine has no memory left for the store", hint=say("hint.free_memory"))
        case apsw.ExtensionLoadingError() | apsw.SQLError():
            return Unsupported(f"`{path}` cannot run what Perdure asked of it", hint=say("hint.doctor_explains"))
        case _:
            return StoreUnavailable(
                f"`{path}` cannot be used ({type(error).__name__})", hint=say("hint.doctor_explains")
            )

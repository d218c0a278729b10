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

# What SQLite, the file system, and reading back text that changed on disk can raise.
FOREIGN = (apsw.Error, OSError, UnicodeDecodeError)

_DOCTOR = "run `perdure doctor` to see what is wrong and how to repair it"


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
                hint="check that the folder exists, has free space and is writable",
            )
        case UnicodeDecodeError():
            return StoreDamaged(f"`{path}` holds text that is not UTF-8", hint=_DOCTOR)
        case apsw.BusyError() | apsw.LockedError():
            return StoreBusy(f"`{path}` is being written by another process", hint="try again in a moment")
        case apsw.NotADBError():
            return StoreDamaged(
                f"`{path}` is not a Perdure database", hint="check the path, or restore it from a backup"
            )
        # What comes in is checked long before: a text that is too big for SQLite is one that a broken page claims.
        case apsw.CorruptError() | apsw.TooBigError():
            return StoreDamaged(f"`{path}` is damaged", hint=_DOCTOR)
        case apsw.FullError():
            return StoreUnavailable(f"the disk that holds `{path}` is full", hint="free some space; nothing was lost")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return StoreUnavailable(
                f"`{path}` is read-only", hint="make the folder and its files writable for this user"
            )
        case apsw.CantOpenError():
            return StoreUnavailable(f"`{path}` cannot be opened", hint="check that the folder exists and is writable")
        case apsw.IOError():
            return StoreUnavailable(
                f"the disk that holds `{path}` reports an error; whether the last write was kept is not known",
                hint="check the disk, then send the write again with the same idempotency key",
            )
        case apsw.ConstraintError():
            return Conflict("the store changed meanwhile", hint="read it again, then decide")
        case apsw.NoMemError():
            return StoreUnavailable("the machine has no memory left for the store", hint="free some memory, then retry")
        case apsw.ExtensionLoadingError() | apsw.SQLError():
            return Unsupported(f"`{path}` cannot run what Perdure asked of it", hint=_DOCTOR)
        case _:
            return StoreUnavailable(f"`{path}` cannot be used ({type(error).__name__})", hint=_DOCTOR)

"""psycopg's errors as ours, in one place.

Messages name the kind of trouble, never what psycopg said: its texts quote rows, and may quote a mistyped URL with the
password in it. For the same reason its error is not chained to ours, since a logged traceback would print it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as pg
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from perdure.errors import (
    Conflict,
    InvalidInput,
    PerdureError,
    StoreBusy,
    StoreDamaged,
    StoreUnavailable,
    Unsupported,
)
from perdure.messages import say

_RETRY = "try again in a moment"
_DOCTOR = "run `perdure doctor` to see what is wrong and how to repair it"

# What libpq says when no connection comes about: it gives no code, so the words have to do.
_REFUSALS: tuple[tuple[str, str, str], ...] = (
    ("password", "refused the user or the password", "check the user and the password in the URL"),
    ("authentication", "refused the user", "check the user in the URL and `pg_hba.conf` on the server"),
    ("pg_hba.conf", "does not accept this user from this machine", "check `pg_hba.conf` on the server"),
    ("does not exist", "has no such database or user", "check the names in the URL, or run `createdb` first"),
    ("certificate", "has a certificate that was not accepted", "check `sslmode` and `sslrootcert` in the URL"),
    ("SSL", "did not agree on an encrypted connection", "check `sslmode` in the URL"),
    ("translate host name", "has a name that is not known", "check the host in the URL"),
    ("timeout", "did not answer in time", "check the host and port in the URL, and that the server is running"),
    ("starting up", "is starting up", _RETRY),
    ("shutting down", "is shutting down", "start it again, then retry"),
    ("recovery mode", "is recovering from a crash", _RETRY),
)
_FULL_HOUSE = ("too many clients", "too many connections", "remaining connection slots")


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn whatever psycopg raises inside into one of our errors."""
    try:
        yield
    except psycopg.Error as error:
        raise ours(error, where) from None
    except UnicodeEncodeError:
        raise InvalidInput("the text is not valid Unicode", hint="decode its bytes with the right encoding") from None


def ours(error: psycopg.Error, where: str) -> PerdureError:
    """The error a caller can act on. Classes first that are also `OperationalError`."""
    match error:
        case PoolClosed():
            return StoreUnavailable("this memory is closed", hint="open it again")
        case PoolTimeout() | TooManyRequests():
            return StoreBusy(f"all connections to {where} are in use", hint=say("hint.raise_pool_size"))
        case pg.LockNotAvailable() | pg.DeadlockDetected() | pg.SerializationFailure():
            return StoreBusy("the agent is being written by another process", hint=_RETRY)
        case pg.QueryCanceled() | pg.TooManyConnections():
            return StoreBusy(f"{where} did not get to it in time", hint=_RETRY)
        case pg.DiskFull():
            return StoreUnavailable(f"the disk of {where} is full", hint="free some space; nothing was lost")
        case pg.ReadOnlySqlTransaction():
            return StoreUnavailable(f"{where} is read-only", hint="use the URL of the primary server")
        case pg.DataCorrupted() | pg.IndexCorrupted():
            return StoreDamaged(f"{where} reports damaged data", hint="restore the database from a backup")
        case pg.UniqueViolation() | pg.ForeignKeyViolation() | pg.CheckViolation() | pg.NotNullViolation():
            return Conflict("the store changed meanwhile", hint="read it again, then decide")
        case pg.ProgramLimitExceeded() | pg.StatementTooComplex():
            return InvalidInput(
                "a name, key or JSON value is larger than PostgreSQL can keep",
                hint="shorten it, or nest it less deeply",
            )
        case pg.InsufficientPrivilege():
            return Unsupported(
                f"the role of the URL lacks a privilege on {where}",
                hint="let the database's owner open it once, then `GRANT perdure_app TO` the role",
            )
        case psycopg.ProgrammingError() | psycopg.NotSupportedError():
            return Unsupported(f"{where} cannot run what Perdure asked of it ({type(error).__name__})", hint=_DOCTOR)
        case psycopg.DataError():
            return InvalidInput(
                "the text holds something PostgreSQL cannot keep", hint="remove `\\x00` and broken Unicode from it"
            )
        case psycopg.OperationalError() if error.sqlstate is None:
            return _unreachable(str(error), where)
        case _:
            return StoreUnavailable(f"{where} cannot be used ({type(error).__name__})", hint=_DOCTOR)


def _unreachable(said: str, where: str) -> PerdureError:
    if any(words in said for words in _FULL_HOUSE):
        return StoreBusy(f"{where} has no connection left", hint="try again, or raise `max_connections` on the server")
    for words, trouble, hint in _REFUSALS:
        if words in said:
            return StoreUnavailable(f"{where} {trouble}", hint=hint)
    return StoreUnavailable(
        f"{where} cannot be reached", hint="check the host and port in the URL, and that the server is running"
    )


def is_unknown(error: psycopg.Error) -> bool:
    """Whether a failed COMMIT may have happened all the same: the connection broke before the server's answer came."""
    return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))

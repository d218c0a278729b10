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

# What libpq says when no connection comes about: it gives no code, so the words have to do.
_REFUSALS: tuple[tuple[str, str, str], ...] = (
    ("password", "refused the user or the password", "hint.check_login"),
    ("authentication", "refused the user", "hint.check_user"),
    ("pg_hba.conf", "does not accept this user from this machine", "hint.check_hba"),
    ("does not exist", "has no such database or user", "hint.check_names_in_url"),
    ("certificate", "has a certificate that was not accepted", "hint.check_certificate"),
    ("SSL", "did not agree on an encrypted connection", "hint.check_sslmode"),
    ("translate host name", "has a name that is not known", "hint.check_host"),
    ("timeout", "did not answer in time", "hint.check_server"),
    ("starting up", "is starting up", "hint.retry_soon"),
    ("shutting down", "is shutting down", "hint.start_server"),
    ("recovery mode", "is recovering from a crash", "hint.retry_soon"),
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
        raise InvalidInput("the text is not valid Unicode", hint=say("hint.decode_bytes")) from None


def ours(error: psycopg.Error, where: str) -> PerdureError:
    """The error a caller can act on. Classes first that are also `OperationalError`."""
    match error:
        case PoolClosed():
            return StoreUnavailable("this memory is closed", hint=say("hint.open_again"))
        case PoolTimeout() | TooManyRequests():
            return StoreBusy(f"all connections to {where} are in use", hint=say("hint.raise_pool_size"))
        case pg.LockNotAvailable() | pg.DeadlockDetected() | pg.SerializationFailure():
            return StoreBusy("the agent is being written by another process", hint=say("hint.retry_soon"))
        case pg.QueryCanceled() | pg.TooManyConnections():
            return StoreBusy(f"{where} did not get to it in time", hint=say("hint.retry_soon"))
        case pg.DiskFull():
            return StoreUnavailable(f"the disk of {where} is full", hint=say("hint.free_space"))
        case pg.ReadOnlySqlTransaction():
            return StoreUnavailable(f"{where} is read-only", hint=say("hint.use_primary"))
        case pg.DataCorrupted() | pg.IndexCorrupted():
            return StoreDamaged(f"{where} reports damaged data", hint=say("hint.restore_database"))
        case pg.UniqueViolation() | pg.ForeignKeyViolation() | pg.CheckViolation() | pg.NotNullViolation():
            return Conflict("the store changed meanwhile", hint=say("hint.read_again"))
        case pg.ProgramLimitExceeded() | pg.StatementTooComplex():
            return InvalidInput(
                "a name, key or JSON value is larger than PostgreSQL can keep",
                hint=say("hint.shorten_or_flatten"),
            )
        case pg.InsufficientPrivilege():
            return Unsupported(
                f"the role of the URL lacks a privilege on {where}",
                hint=say("hint.grant_app_role"),
            )
        case psycopg.ProgrammingError() | psycopg.NotSupportedError():
            return Unsupported(
                f"{where} cannot run what Perdure asked of it ({type(error).__name__})",
                hint=say("hint.doctor_explains"),
            )
        case psycopg.DataError():
            return InvalidInput(
                "the text holds something PostgreSQL cannot keep", hint=say("hint.remove_nul_and_broken")
            )
        case psycopg.OperationalError() if error.sqlstate is None:
            return _unreachable(str(error), where)
        case _:
            return StoreUnavailable(
                f"{where} cannot be used ({type(error).__name__})", hint=say("hint.doctor_explains")
            )


def _unreachable(said: str, where: str) -> PerdureError:
    if any(words in said for words in _FULL_HOUSE):
        return StoreBusy(f"{where} has no connection left", hint=say("hint.raise_max_connections"))
    for words, trouble, hint in _REFUSALS:
        if words in said:
            return StoreUnavailable(f"{where} {trouble}", hint=say(hint))
    return StoreUnavailable(f"{where} cannot be reached", hint=say("hint.check_server"))


def is_unknown(error: psycopg.Error) -> bool:
    """Whether a failed COMMIT may have happened all the same: the connection broke before the server's answer came."""
    return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))

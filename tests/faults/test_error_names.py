"""Whatever a driver raises reaches the caller as one of our errors, and quotes nothing of what was being written."""

from __future__ import annotations

import apsw
import psycopg
import psycopg_pool
import pytest

from perdure import PerdureError
from perdure.store.postgres import errors as postgres
from perdure.store.sqlite import errors as sqlite

CANARY = "c4nary: the words of somebody's memory"
WHERE = "`/home/me/memory.db`"


def subclasses(kind: type[Exception]) -> set[type[Exception]]:
    return {kind}.union(*(subclasses(sub) for sub in kind.__subclasses__()))


def texts(error: PerdureError) -> str:
    return f"{error} {error.hint} {error.as_json()}"


@pytest.mark.parametrize("kind", sorted(subclasses(apsw.Error), key=lambda kind: kind.__name__))
def test_every_error_of_apsw_becomes_ours(kind: type[Exception]) -> None:
    with pytest.raises(PerdureError) as told, sqlite.translated(WHERE):
        raise kind(CANARY)
    assert CANARY not in texts(told.value)
    assert told.value.hint


CODES = sorted({code for name, code in vars(apsw).items() if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN"))})


@pytest.mark.parametrize("code", [*range(1, 27), *CODES])
def test_every_result_code_of_sqlite_becomes_ours(code: int) -> None:
    with pytest.raises(PerdureError), sqlite.translated(WHERE):
        raise apsw.exception_for(code)


@pytest.mark.parametrize("number", [1, 2, 5, 13, 17, 20, 24, 28, 30, 122])
def test_every_error_of_the_file_system_becomes_ours(number: int) -> None:
    with pytest.raises(PerdureError) as told, sqlite.translated(WHERE):
        raise OSError(number, "what the system says", CANARY)
    assert told.value.code == "store_unavailable"
    assert CANARY not in texts(told.value)


DRIVER = subclasses(psycopg.Error) | {
    psycopg_pool.PoolClosed,
    psycopg_pool.PoolTimeout,
    psycopg_pool.TooManyRequests,
}


@pytest.mark.parametrize("kind", sorted(DRIVER, key=lambda kind: kind.__name__))
def test_every_error_of_psycopg_becomes_ours(kind: type[Exception]) -> None:
    with pytest.raises(PerdureError) as told, postgres.translated("the PostgreSQL server"):
        raise kind(CANARY)
    assert CANARY not in texts(told.value)
    assert told.value.hint
    assert told.value.__suppress_context__, "a logged traceback would print the driver's text"


def test_a_translator_that_quotes_would_be_seen() -> None:
    """The control."""
    assert CANARY in texts(PerdureError(f"`{WHERE}` failed: {apsw.SQLError(CANARY)}"))

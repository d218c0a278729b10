"""Bringing deleted text out of the bytes of the file. `secure_delete` has overwritten it in the pages; the log that
leads to them still holds the pages as they were."""

from __future__ import annotations

from pathlib import Path

import apsw

from perdure.errors import StoreBusy
from perdure.messages import say
from perdure.store.sqlite.connection import connect

REBUILD = (
    "INSERT INTO memory_chunks_fts (memory_chunks_fts) VALUES ('rebuild')",
    "INSERT INTO record_chunks_fts (record_chunks_fts) VALUES ('rebuild')",
)


def purge(path: Path, busy_timeout: float) -> None:
    """Fold the write-ahead log into the file and empty it. Waits for readers of older states, in any process."""
    connection = connect(path, busy_timeout=busy_timeout)
    try:
        _fold(connection)
    finally:
        connection.close()


def sweep(path: Path, busy_timeout: float) -> None:
    """Make the word index and every page of the file anew: for stores that were once written without care."""
    connection = connect(path, busy_timeout=busy_timeout)
    try:
        for statement in REBUILD:
            connection.execute(statement)
        connection.execute("VACUUM")
        _fold(connection)
    finally:
        connection.close()


def _fold(connection: apsw.Connection) -> None:
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        raise StoreBusy(
            "somebody still reads an older state of this memory, so its old bytes cannot go yet",
            hint=say("hint.close_programs"),
        ) from None

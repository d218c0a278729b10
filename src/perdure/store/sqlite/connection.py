"""Opening a SQLite file the one way we trust, and running the shared statements on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from perdure.errors import StoreDamaged, Unsupported
from perdure.messages import say
from perdure.store.chunks import Totals
from perdure.store.contract import Params, Row
from perdure.store.sqlite.search import find
from perdure.store.sqlite.vectors import VectorCache, halved
from perdure.store.sqlite.words import Postings, WordCache

APPLICATION_ID = 0x50455244  # "PERD"
OLDEST_SQLITE = (3, 51, 3)

# Each is set in a call of its own on every connection and read back: some hold per connection, and a setting that
# silently failed to take would cost durability or erasure.
_PRAGMAS: tuple[tuple[str, str, str], ...] = (
    ("synchronous", "FULL", "2"),
    ("foreign_keys", "ON", "1"),
    ("secure_delete", "ON", "1"),
    ("trusted_schema", "OFF", "0"),
    ("temp_store", "MEMORY", "2"),
    ("cache_size", "-16384", "-16384"),  # 16 MB at most: with the 2 MB it ships with, a search rereads its own pages
)


def check_sqlite(version: str | None = None, options: Sequence[str] | None = None) -> None:
    """Refuse a SQLite with known WAL corruption (before 3.51.3) or without FTS5."""
    version = version or apsw.sqlite_lib_version()
    options = options if options is not None else apsw.compile_options
    if tuple(int(part) for part in version.split(".")[:3]) < OLDEST_SQLITE:
        raise Unsupported(
            f"SQLite {version} can corrupt a database that two connections write; Perdure needs 3.51.3 or newer",
            hint=say("hint.upgrade_apsw"),
        )
    if not any(option.startswith("ENABLE_FTS5") for option in options):
        raise Unsupported("this SQLite has no FTS5", hint=say("hint.upgrade_apsw"))


def connect(path: Path, *, busy_timeout: float, create: bool = False) -> apsw.Connection:
    """A connection with every setting checked. The file is ours alone: 0600, whatever the umask."""
    if create and not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600))
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW)
    try:
        connection.set_busy_timeout(int(busy_timeout * 1000))
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        if connection.pragma("journal_mode") != "wal":
            check_ours(connection, path, new=create)  # before the file is changed: it may be somebody else's
            if connection.pragma("journal_mode", "wal") != "wal":
                raise Unsupported(
                    f"`{path}` is on a file system that cannot hold a WAL", hint=say("hint.use_local_disk")
                )
        for name, value, expected in _PRAGMAS:
            connection.pragma(name, value)
            if str(connection.pragma(name)) != expected:
                raise Unsupported(f"SQLite did not accept `{name}={value}`", hint=say("hint.upgrade_apsw"))
    except BaseException:
        connection.close()
        raise
    return connection


def check_ours(connection: apsw.Connection, path: Path, *, new: bool = False) -> int:
    """The schema version of a file that is ours. Another program's is refused, and so is an empty one unless `new`."""
    application_id, version = connection.pragma("application_id"), connection.pragma("user_version")
    if application_id == APPLICATION_ID and version:
        return int(version)
    tables = connection.execute("SELECT COUNT(*) FROM sqlite_schema").get
    if application_id or version or tables:
        raise StoreDamaged(f"`{path}` is a database of another program", hint=say("hint.another_home"))
    if not new:
        raise StoreDamaged(f"`{path}` is empty", hint=say("hint.restore_or_start_over"))
    return 0


_OWNED = re.compile(r"OWNED\(\w+\)")
_EACH = re.compile(r"(?:EACH|NUMBERS)\((:\w+)\)")
_HASHES = re.compile(r"HASHES\((:\w+)\)")
_VECTOR = re.compile(r"VECTOR\((:\w+)\)")
_NAMED = re.compile(r"(?:EACH|NUMBERS)\(:ids\)")
_WIDE = re.compile(r"\b([ir]\.scope IN|i\.status =)")
_SINCE = re.compile(r"\bc\.sequence > :(?:after|since)\b")
_compiled: dict[str, str] = {}


def compiled(statement: str) -> str:
    """A shared statement in SQLite's words. One that names its rows is led by them, not by all rows of a scope."""
    if statement not in _compiled:
        plain = (
            _VECTOR.sub(r"\1", _OWNED.sub("TRUE", statement))
            .replace("THEN JOIN", "CROSS JOIN")
            .replace("(OWNER, ", "(")
        )
        if _NAMED.search(plain):
            plain = _WIDE.sub(r"+\1", plain)  # the plus keeps SQLite from an index that holds most of the table
        if _SINCE.search(plain):
            # What is new is found by its number; and else `DISTINCT` alone leads SQLite through an index of all keys.
            plain = plain.replace("c.scope IN", "+c.scope IN").replace("DISTINCT c.scope", "DISTINCT +c.scope")
        plain = _HASHES.sub(r"(SELECT unhex(value) FROM json_each(\1))", plain)
        _compiled[statement] = _EACH.sub(r"(SELECT value FROM json_each(\1))", plain)
    return _compiled[statement]


class SQLiteCursor:
    """Runs shared statements on a connection."""

    def __init__(
        self, connection: apsw.Connection, vectors: VectorCache | None = None, words: WordCache | None = None
    ) -> None:
        """The caches are those of all readers. A unit that writes has none: what it sees may never be committed."""
        self._connection = connection
        self._vectors = vectors or VectorCache()
        self._words = Postings(connection, words or WordCache())

    def all(self, statement: str, params: Params = {}) -> list[Row]:  # noqa: B006 - never changed
        return list(self._connection.execute(compiled(statement), params))

    def together(self, asked: Sequence[tuple[str, Params]]) -> list[list[Row]]:
        return [self.all(statement, params) for statement, params in asked]

    def run(self, statement: str, params: Params = {}) -> int:  # noqa: B006 - never changed
        self._words.forget()
        self._connection.execute(compiled(statement), params)
        return self._connection.changes()

    def later(self, statement: str, params: Params = {}) -> None:  # noqa: B006 - never changed
        self.run(statement, params)

    def many(self, statement: str, rows: Sequence[Params]) -> None:
        self._words.forget()
        self._connection.executemany(compiled(statement), rows)

    def stream(self, statement: str, params: Params = {}) -> Iterator[Row]:  # noqa: B006 - never changed
        return iter(self._connection.execute(compiled(statement), params))

    def propose(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        return self._words.best(mem_type, weights, totals, limit)

    def holding(self, mem_type: str, words: Sequence[str], totals: Totals, limit: int) -> list[int]:
        all_of_them = self._words.holding(mem_type, words, limit)
        return (
            list(self.propose(mem_type, dict.fromkeys(words, 1.0), totals, limit))
            if all_of_them is None
            else all_of_them
        )

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        return self._words.frequencies(mem_type, words)

    def occurrences(self, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]) -> dict[str, tuple[Any, Any]]:
        return self._words.occurrences(mem_type, words)

    def nearest(self, mem_type: str, model: str, vector: bytes, limit: int) -> dict[int, float]:
        return self._vectors.nearest(self._connection, mem_type, model, vector, limit)

    def is_pending(self, mem_type: str, model: str) -> bool:
        return self._vectors.is_pending(mem_type, model)

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        return self._vectors.closeness(self._connection, mem_type, model, vector, chunk_ids)

    def vector(self, data: bytes) -> object:
        return halved(data)

    def find(self, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
        return find(self, words, every=every, params=params, limit=limit)

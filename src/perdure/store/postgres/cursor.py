"""The shared statements in PostgreSQL's words, run in a transaction of one agent with few round trips.

A change whose count nobody asks for waits until something is read or the unit ends; then all that wait travel together
(pipeline). Rows that are added in one go are one statement, whatever their number: `COPY` is refused behind row-level
security, so they come as JSON.
"""

from __future__ import annotations

import json
import re
import struct
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from perdure.store.chunks import Totals
from perdure.store.contract import Params, Row
from perdure.store.postgres.care import SLOW
from perdure.store.postgres.connection import Connection
from perdure.store.postgres.search import closeness, find, frequencies, nearest, occurrences, propose

STREAM_ROWS = 500
ROWS_AT_ONCE = 1_000
"""Rows in one statement, so that neither side holds too large a text."""

Shapes = Mapping[str, Mapping[str, str]]
"""The type of each column, by table."""

_PART = re.compile(
    r"'(?:[^']|'')*'|::|OWNED\((?P<owner>\w+)\)|VECTOR\(:(?P<vector>\w+)\)"
    r"|(?P<without>NOT )?IN (?:EACH\(:(?P<each>\w+)\)|NUMBERS\(:(?P<numbers>\w+)\)|HASHES\(:(?P<hashes>\w+)\))"
    r"|:(?P<name>\w+)|%"
)
_ADDING = re.compile(r"INSERT INTO (?P<table>\w+) \((?P<columns>[\w, ]+)\) VALUES \((?P<values>.+?)\)(?P<rest> ON .*)?")
_GIVEN = re.compile(r":(\w+)|VECTOR\(:(\w+)\)")
_compiled: dict[str, bytes] = {}
_adding: dict[str, bytes | None] = {}


def compiled(statement: str) -> bytes:
    """A shared statement in PostgreSQL's words."""
    if statement not in _compiled:
        _compiled[statement] = _PART.sub(
            _translate, statement.replace("THEN JOIN", "JOIN").replace("(OWNER, ", "(agent_id, ")
        ).encode()
    return _compiled[statement]


def _translate(part: re.Match[str]) -> str:
    if owner := part["owner"]:
        return f"{owner}.agent_id = %(agent_id)s"
    # As an array, not as rows to join with: then the index is the way in, whatever is known of the size of the table.
    among = "<> ALL" if part["without"] else "= ANY"
    if each := part["each"]:
        return f"{among} (ARRAY(SELECT json_array_elements_text(CAST(%({each})s AS json))))"
    if numbers := part["numbers"]:
        return f"{among} (ARRAY(SELECT CAST(json_array_elements_text(CAST(%({numbers})s AS json)) AS bigint)))"
    if hashes := part["hashes"]:
        return f"{among} (ARRAY(SELECT decode(json_array_elements_text(CAST(%({hashes})s AS json)), 'hex')))"
    if vector := part["vector"]:
        return f"CAST(%({vector})s AS halfvec)"
    if name := part["name"]:
        return f"%({name})s"
    return part[0].replace("%", "%%")


def adding(statement: str, shapes: Shapes) -> bytes | None:
    """The statement that adds many rows at once, given as JSON; None for one that is no plain INSERT."""
    if statement not in _adding:
        _adding[statement] = _rows_of(statement, shapes)
    return _adding[statement]


def _rows_of(statement: str, shapes: Shapes) -> bytes | None:
    found = _ADDING.fullmatch(statement)
    if found is None or "DO UPDATE" in statement:  # which refuses two rows of one key in one statement
        return None
    columns, values = found["columns"].split(", "), found["values"].split(", ")
    taken, given = [], {}
    for column, value in zip(columns, values, strict=True):
        name = _GIVEN.fullmatch(value)
        if name is None:
            taken.append(value)
            continue
        type = shapes[found["table"]][column]
        # What has a text of its own, JSON and vectors, comes as that text.
        is_plain = type not in ("json", "halfvec")
        given[name[1] or name[2]] = type if is_plain else "text"
        taken.append(f"r.{name[1] or name[2]}" if is_plain else f"CAST(r.{name[1] or name[2]} AS {type})")
    shape = ", ".join(f"{name} {type}" for name, type in given.items())
    into = statement[: statement.index(" VALUES (")]
    rows = f"FROM json_to_recordset(CAST(%(rows)s AS json)) AS r ({shape})"
    return f"{into} SELECT {', '.join(taken)} {rows}{found['rest'] or ''}".encode()


def _as_text(value: object) -> str:
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    raise TypeError(f"a row cannot hold a {type(value).__name__}")


class PostgresCursor:
    """Runs shared statements in a transaction of one agent."""

    def __init__(self, connection: Connection, agent_id: str, shapes: Shapes = MappingProxyType({})) -> None:
        """`shapes` are needed by whoever adds rows."""
        self._connection = connection
        self._own = {"agent_id": agent_id}
        self._shapes = shapes
        self._waiting: list[tuple[bytes, Params]] = []
        self._streams: list[Generator[Row]] = []
        self._has_sent = False
        self.was_slow = False
        self.added = 0
        """Rows that were added many at a time."""

    def all(self, statement: str, params: Params = {}, *, prepare: bool | None = None) -> list[Row]:  # noqa: B006 - never changed
        given = {**params, **self._own}
        if not self._waiting:
            self._has_sent = True
            return self._connection.execute(compiled(statement), given, prepare=prepare).fetchall()
        with self._connection.pipeline():
            self.send()
            answer = self._connection.execute(compiled(statement), given, prepare=prepare)
        return answer.fetchall()

    def together(self, asked: Sequence[tuple[str, Params]]) -> list[list[Row]]:
        with self._connection.pipeline():
            self.send()
            answers = [self._connection.execute(compiled(text), {**params, **self._own}) for text, params in asked]
        return [answer.fetchall() for answer in answers]

    def run(self, statement: str, params: Params = {}) -> int:  # noqa: B006 - never changed
        given = {**params, **self._own}
        if not self._waiting:
            self._has_sent = True
            return self._connection.execute(compiled(statement), given).rowcount
        with self._connection.pipeline():
            self.send()
            answer = self._connection.execute(compiled(statement), given)
        return answer.rowcount

    def later(self, statement: str, params: Params = {}) -> None:  # noqa: B006 - never changed
        self._waiting.append((compiled(statement), {**params, **self._own}))

    def many(self, statement: str, rows: Sequence[Params]) -> None:
        self.added += len(rows)
        together = adding(statement, self._shapes)
        if together is None:
            for row in rows:
                self.later(statement, row)
            return
        for first in range(0, len(rows), ROWS_AT_ONCE):
            some = [dict(row) for row in rows[first : first + ROWS_AT_ONCE]]
            self._waiting.append((together, {"rows": json.dumps(some, ensure_ascii=False, default=_as_text)}))

    def send(self) -> None:
        """Hand what waits to the pipeline that the caller has opened."""
        waiting, self._waiting = self._waiting, []
        self._has_sent = True
        for statement, params in waiting:
            self._connection.execute(statement, params)

    def settle(self) -> None:
        """Carry out what waits."""
        if self._waiting:
            with self._connection.pipeline():
                self.send()

    def stream(self, statement: str, params: Params = {}) -> Iterator[Row]:  # noqa: B006 - never changed
        self.settle()
        rows = self._rows(f"stream_{len(self._streams)}", compiled(statement), {**params, **self._own})
        self._streams.append(rows)
        return rows

    def _rows(self, name: str, statement: bytes, params: Params) -> Generator[Row]:
        with self._connection.cursor(name) as cursor:
            cursor.itersize = STREAM_ROWS
            yield from cursor.execute(statement, params)

    def propose(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        return propose(self, mem_type, weights, totals, limit)

    def holding(self, mem_type: str, words: Sequence[str], totals: Totals, limit: int) -> list[int]:
        return list(self.propose(mem_type, dict.fromkeys(words, 1.0), totals, limit))

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        return frequencies(self, mem_type, words)

    def occurrences(self, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]) -> dict[str, tuple[Any, Any]]:
        return occurrences(self, mem_type, words, chunk_ids)

    def nearest(self, mem_type: str, model: str, vector: bytes, limit: int) -> dict[int, float]:
        start = time.monotonic()
        found = nearest(self, mem_type, model, self.vector(vector), limit)
        self.was_slow = self.was_slow or time.monotonic() - start > SLOW
        return found

    def is_pending(self, mem_type: str, model: str) -> bool:
        return False  # the table is the index

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        return closeness(self, mem_type, model, self.vector(vector), chunk_ids)

    def vector(self, data: bytes) -> str:
        """In words. Five digits name a number of two bytes exactly."""
        count = len(data) // 4
        rounded = struct.unpack(f"<{count}e", struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", data)))
        return "[" + ",".join(map("{:.5g}".format, rounded)) + "]"

    def find(self, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
        return find(self, words, every=every, params=params, limit=limit)

    def close_streams(self) -> None:
        """End streams that were not read to their end: later they would reach into somebody else's transaction."""
        streams, self._streams = self._streams, []
        for stream in streams:
            stream.close()

    # several units in one transaction

    @property
    def is_broken(self) -> bool:
        return self._connection.closed

    def open_savepoint(self) -> None:
        self._has_sent = False
        self._waiting = [(b"SAVEPOINT unit", {})]

    def keep_savepoint(self) -> None:
        """Carry out all that waits, so that what fails is known to be of this unit."""
        self._waiting.append((b"RELEASE SAVEPOINT unit", {}))
        self.settle()

    def undo_savepoint(self) -> None:
        self._waiting = []
        if self._has_sent:
            self._connection.execute(b"ROLLBACK TO SAVEPOINT unit")
            self._connection.execute(b"RELEASE SAVEPOINT unit")


BYTES_PUT = (
    "INSERT INTO attachment_bytes AS b (sha256, data) VALUES (:sha256, :data)"
    " ON CONFLICT (agent_id, sha256) DO UPDATE SET data = EXCLUDED.data WHERE b.data <> EXCLUDED.data"
)
BYTES_GONE = "DELETE FROM attachment_bytes AS b WHERE OWNED(b) AND b.sha256 = :sha256"
BYTES = "SELECT b.data FROM attachment_bytes b WHERE OWNED(b) AND b.sha256 = :sha256"


class TableBlobs:
    """Attachment bytes in a table, in the same transaction as what refers to them."""

    def __init__(self, cursor: PostgresCursor) -> None:
        self._cursor = cursor

    def put(self, sha256: str, data: bytes) -> None:
        self._cursor.run(BYTES_PUT, {"sha256": sha256, "data": data})

    def get(self, sha256: str) -> bytes | None:
        rows = self._cursor.all(BYTES, {"sha256": sha256})
        return bytes(rows[0][0]) if rows else None

    def drop(self, sha256: str) -> None:
        self._cursor.run(BYTES_GONE, {"sha256": sha256})

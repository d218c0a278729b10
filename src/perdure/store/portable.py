"""All that an agent has, over all scopes, as plain lines: to take it elsewhere, and to put it into an empty store.

A line is a JSON object with the columns of its table: times in ISO 8601, bytes in hexadecimal, JSON as JSON (and
without the `_json` that the names of such columns end with).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perdure.clock import from_micros, iso, parse_time, to_micros
from perdure.errors import InvalidInput, StoreDamaged
from perdure.messages import say
from perdure.store.chain import GENESIS
from perdure.store.contract import Blobs, Cursor, Row
from perdure.store.portable_tables import TABLES, PortableTable
from perdure.store.rows import blob, dumps, item_of_columns, item_params
from perdure.values import JSON

AGENT_OUT = "SELECT a.name, a.parent_id, a.created_at, a.config_json, a.chained_from FROM agents a WHERE OWNED(a)"
SECRET_OUT = "SELECT a.secret FROM agent_secrets a WHERE OWNED(a)"
AGENT_IN = (
    "UPDATE agents AS a SET name = :name, parent_id = :parent_id, created_at = :created_at,"
    " config_json = :config_json, chained_from = :chained_from WHERE OWNED(a)"
)
SECRET_IN = "UPDATE agent_secrets AS a SET secret = :secret WHERE OWNED(a)"
BYTES_OUT = "SELECT DISTINCT f.sha256 FROM attachments f WHERE OWNED(f) ORDER BY f.sha256"
READABLE_OUT = (
    "SELECT i.type, i.scope, i.key, i.content, i.created_at FROM memory_items i"
    " WHERE OWNED(i) AND i.status = 'active' ORDER BY i.type, i.scope, i.key, i.sequence"
)
MAX_NUMBER = 1 << 63
SECRET_BYTES = 32


@dataclass(slots=True)
class Summit:
    """The highest numbers among the rows that came in: where the agent's counters go on from."""

    sequence: int = 0
    revision: int = 0
    clock: int = 0
    chain: bytes = GENESIS
    _chained: int = -1

    def see(self, table: PortableTable, row: Mapping[str, Any]) -> None:
        places = [row[name] for name, kind in table.columns.items() if kind == "place"]
        if row.get("chain_hash") is not None and max(places) > self._chained:
            self.chain, self._chained = row["chain_hash"], max(places)
        self.sequence = max(self.sequence, *places, 0)
        match table.name:
            case "changes":
                self.revision = max(self.revision, row["revision"])
                self.clock = max(self.clock, row["changed_at"])
            case "sessions":
                self.clock = max(self.clock, row["alive_at"])


@dataclass(slots=True)
class Portable:
    """The side of a transaction that sees everything of its agent."""

    _cursor: Cursor
    _params: Mapping[str, Any]
    _blobs: Blobs
    _move: Callable[..., None]
    _summit: Summit = field(default_factory=Summit)

    # out

    def agent(self) -> dict[str, JSON]:
        """The agent's own row, its settings, and the secret that its keyed hashes are made with."""
        name, parent, created, settings, chained_from = self._cursor.all(AGENT_OUT, self._params)[0]
        secret = self._cursor.all(SECRET_OUT, self._params)
        if not secret:
            raise StoreDamaged("the secret of this store is missing", hint=say("hint.restore_store"))
        return {
            "name": name,
            "parent_id": parent,
            "created_at": iso(from_micros(created)),
            "settings": json.loads(settings) if isinstance(settings, str) else settings,
            "chained_from": int(chained_from),
            "secret": blob(secret[0][0]).hex(),
        }

    def counts(self) -> dict[str, int]:
        return {table.name: int(self._cursor.all(table.count, self._params)[0][0]) for table in TABLES}

    def lines(self, table: PortableTable) -> Iterator[dict[str, JSON]]:
        """Every row of a table, in its order, a few at a time."""
        kinds = [(named(column), _OUT[kind.rstrip("?")]) for column, kind in table.columns.items()]
        for row in self._cursor.stream(table.rows, self._params):
            yield _line(table, row, kinds)

    def readable(self) -> Iterator[Row]:
        """(type, scope, key, text, when) of every item that is active, by type."""
        return self._cursor.stream(READABLE_OUT, self._params)

    def files(self) -> Iterator[tuple[str, bytes | None]]:
        """The bytes of every attachment by their SHA-256, each once; None where they are gone or are not the same."""
        for (sha256,) in self._cursor.stream(BYTES_OUT, self._params):
            data = self._blobs.get(sha256)
            yield sha256, data if data is not None and hashlib.sha256(data).hexdigest() == sha256 else None

    def secret(self) -> bytes:
        """What the keyed hashes of this agent are made with. Two agents have the same if one was made of the other."""
        return blob(self._cursor.all(SECRET_OUT, self._params)[0][0])

    def file(self, sha256: str) -> bytes | None:
        """The bytes of one attachment."""
        return self._blobs.get(sha256)

    # in

    def add(self, table: PortableTable, lines: Sequence[Mapping[str, JSON]]) -> None:
        """Put rows in as they are. One that does not belong into this table is an `InvalidInput`."""
        rows = [columns_of(table, line) for line in lines]
        for row in rows:
            self._summit.see(table, row)
        if table.name == "memory_items":
            rows = [item_params(item_of_columns(row)) for row in rows]
        self._cursor.many(table.add, rows)

    def add_bytes(self, sha256: str, data: bytes) -> None:
        self._blobs.put(sha256, data)

    def become(self, agent: Mapping[str, JSON]) -> None:
        """Take over the agent's own row, and let the counters go on from the rows that came in."""
        row = {
            "name": _checked(agent.get("name"), "text?", "agent", "name"),
            "parent_id": _checked(agent.get("parent_id"), "text?", "agent", "parent_id"),
            "created_at": _checked(agent.get("created_at"), "time", "agent", "created_at"),
            "config_json": _checked(agent.get("settings"), "json", "agent", "settings"),
            "chained_from": _checked(agent.get("chained_from"), "number", "agent", "chained_from"),
        }
        secret = _checked(agent.get("secret"), "bytes", "agent", "secret")
        if len(secret) != SECRET_BYTES or not isinstance(agent.get("settings"), dict):
            raise InvalidInput(f"its secret must have {SECRET_BYTES} bytes, and its settings be an object")
        self._cursor.run(AGENT_IN, {**self._params, **row})
        self._cursor.run(SECRET_IN, {**self._params, "secret": secret})
        seen = self._summit
        self._move(revision=seen.revision, sequence=seen.sequence, chain=seen.chain, clock_high=seen.clock)


# values


def _line(table: PortableTable, row: Row, kinds: Sequence[tuple[str, Callable[[Any], JSON]]]) -> dict[str, JSON]:
    try:
        return {name: None if value is None else out(value) for (name, out), value in zip(kinds, row, strict=True)}
    except (ArithmeticError, TypeError, ValueError):
        raise StoreDamaged(f"a row of `{table.name}` is not what was stored", hint=say("hint.run_doctor")) from None


def named(column: str) -> str:
    """What a line calls a column."""
    return column.removesuffix("_json")


def columns_of(table: PortableTable, line: Mapping[str, JSON]) -> dict[str, Any]:
    """A line as the parameters of a statement."""
    known = {named(column) for column in table.columns}
    if line.keys() != known:
        odd = sorted(line.keys() ^ known)[0]
        there = "unknown" if odd in line else "missing"
        raise InvalidInput(f"`{table.name}`: the column `{odd[:40]}` is {there}", field=odd[:40])
    return {
        column: _checked(line[named(column)], kind, table.name, named(column)) for column, kind in table.columns.items()
    }


def _checked(value: JSON, kind: str, table: str, column: str) -> Any:
    if value is None and kind.endswith("?"):
        return None
    try:
        return _IN[kind.rstrip("?")](value)
    except (ArithmeticError, TypeError, ValueError, InvalidInput, RecursionError):
        wanted = _NAMES[kind.rstrip("?")]
        raise InvalidInput(f"`{table}`: `{column}` must be {wanted}", field=column) from None


def _text(value: JSON) -> str:
    if not isinstance(value, str) or "\x00" in value:
        raise TypeError
    value.encode()  # a lone surrogate is no text
    return value


def _number(value: JSON) -> int:
    if type(value) is not int or not -MAX_NUMBER <= value < MAX_NUMBER:
        raise TypeError
    return value


def _real(value: JSON) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _flag(value: JSON) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _json(value: JSON) -> str:
    text = dumps(value)
    text.encode()
    return text


_OUT: dict[str, Callable[[Any], JSON]] = {
    "text": str,
    "number": int,
    "place": int,
    "real": float,
    "flag": bool,
    "time": lambda micros: iso(from_micros(micros)),
    "json": lambda text: json.loads(text) if isinstance(text, str) else text,
    "bytes": lambda data: blob(data).hex(),
}
_IN: dict[str, Callable[[Any], Any]] = {
    "text": _text,
    "number": _number,
    "place": _number,
    "real": _real,
    "flag": _flag,
    "time": lambda text: to_micros(parse_time(_text(text), "time")),
    "json": _json,
    "bytes": lambda text: bytes.fromhex(_text(text)),
}
_NAMES = {
    "text": "text without NUL characters",
    "number": "a whole number",
    "place": "a whole number",
    "real": "a number",
    "flag": "true or false",
    "time": "an ISO 8601 time with a zone",
    "json": "JSON",
    "bytes": "bytes in hexadecimal",
}

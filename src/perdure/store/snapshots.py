"""Snapshots: points in the life of a memory that somebody gave a name. A name and a number, no copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, iso
from perdure.errors import Conflict
from perdure.messages import say
from perdure.store.contract import Cursor, Row
from perdure.store.rows import intact
from perdure.values import JSON

_COLUMNS = "SELECT s.name, s.sequence, s.revision, s.created_at FROM snapshots s WHERE OWNED(s) AND s.scope = :scope"
SNAPSHOT = _COLUMNS + " AND s.name = :name"
SNAPSHOTS = _COLUMNS + " ORDER BY s.sequence, s.name"
SNAPSHOT_ADD = (
    "INSERT INTO snapshots (scope, name, sequence, revision, created_at)"
    " VALUES (:scope, :name, :sequence, :revision, :now)"
)
SNAPSHOT_DROP = "DELETE FROM snapshots AS s WHERE OWNED(s) AND s.scope = :scope AND s.name = :name"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A point with a name."""

    name: str
    sequence: int
    revision: int
    created_at: datetime

    def as_json(self) -> dict[str, JSON]:
        return {"name": self.name, "revision": self.revision, "created_at": iso(self.created_at)}


@intact
def snapshot_of(row: Row) -> Snapshot:
    return Snapshot(row[0], int(row[1]), int(row[2]), from_micros(row[3]))


class Snapshots:
    """The named points of one scope."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number

    def get(self, name: str) -> Snapshot | None:
        rows = self._cursor.all(SNAPSHOT, {**self._params, "name": name})
        return snapshot_of(rows[0]) if rows else None

    def all(self) -> list[Snapshot]:
        """Every snapshot, the earliest point first."""
        return [snapshot_of(row) for row in self._cursor.all(SNAPSHOTS, self._params)]

    def add(self, name: str, sequence: int, revision: int) -> Snapshot:
        """Name a point. A name is given once."""
        if self.get(name) is not None:
            raise Conflict(f"there is a snapshot `{name}` already", hint=say("hint.another_name_or_drop"))
        self._cursor.run(SNAPSHOT_ADD, {**self._params, "name": name, "sequence": sequence, "revision": revision})
        self._next()
        made = self.get(name)
        assert made is not None
        return made

    def drop(self, name: str) -> bool:
        """Take a name away. What it stood for stays in the log. False if there was none."""
        dropped = self._cursor.run(SNAPSHOT_DROP, {**self._params, "name": name})
        if dropped:
            self._next()
        return bool(dropped)

"""What was asked to be erased, how far it has come, and what was certified. Never a word of what it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.values import JSON

ASKED, REMOVED, DONE = "asked", "removed", "done"
"""Asked: nothing is gone yet. Removed: no row has it any more, but old bytes may. Done: certified."""

ERASURE_ADD = (
    "INSERT INTO erasures (id, scope, asked_at, state, plan_json, certificate_json, sequence)"
    " VALUES (:id, :scope, :now, :state, :plan_json, :certificate_json, :sequence)"
)
ERASURE_MOVE = (
    "UPDATE erasures AS e SET state = :state, plan_json = :plan_json, certificate_json = :certificate_json"
    " WHERE OWNED(e) AND e.id = :id"
)
ERASURE_DROP = "DELETE FROM erasures AS e WHERE OWNED(e) AND e.id = :id"
_COLUMNS = "e.id, e.scope, e.asked_at, e.state, e.plan_json, e.certificate_json"
ERASURES_OPEN = "SELECT " + _COLUMNS + " FROM erasures e WHERE OWNED(e) AND e.state <> 'done' ORDER BY e.sequence"
ERASURES = (
    "SELECT " + _COLUMNS + " FROM erasures e WHERE OWNED(e) AND e.scope IN (:scope, 'shared') ORDER BY e.sequence"
)


@dataclass(frozen=True, slots=True)
class Erasure:
    """One erasure."""

    id: str
    scope: str
    asked_at: datetime
    state: str
    plan: Mapping[str, JSON]
    certificate: Mapping[str, JSON]


@intact
def erasure_of(row: Row) -> Erasure:
    return Erasure(row[0], row[1], from_micros(row[2]), row[3], json.loads(row[4]), json.loads(row[5]))


class Erasures:
    """The erasures of an agent."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number

    def add(self, erasure_id: str, plan: Mapping[str, JSON]) -> None:
        """Write down that something is going to be erased, before anything is."""
        given = {"id": erasure_id, "state": ASKED, "plan_json": dumps(plan), "certificate_json": "{}"}
        self._cursor.run(ERASURE_ADD, {**self._params, **given, "sequence": self._next()})

    def move(self, erasure_id: str, state: str, plan: Mapping[str, JSON], certificate: Mapping[str, JSON]) -> None:
        given = {"id": erasure_id, "state": state, "plan_json": dumps(plan), "certificate_json": dumps(certificate)}
        self._cursor.run(ERASURE_MOVE, {**self._params, **given})

    def drop(self, erasure_id: str) -> None:
        """Nothing came of it."""
        self._cursor.run(ERASURE_DROP, {**self._params, "id": erasure_id})

    def open(self) -> list[Erasure]:
        """Those that were cut short, of any scope, the oldest first."""
        return [erasure_of(row) for row in self._cursor.all(ERASURES_OPEN, self._params)]

    def all(self) -> list[Erasure]:
        """The erasures of this scope, the oldest first."""
        return [erasure_of(row) for row in self._cursor.all(ERASURES, self._params)]

"""Every call of a model that leaves for somebody else: when, for what, whose model, and which items and records it was
shown. Never what they say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, iso
from perdure.store.chunks import RECALL
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.values import JSON

MODEL_CALL_ADD = (
    "INSERT INTO model_calls (sequence, called_at, scope, session_id, purpose, provider, model, outcome, items_json,"
    " records_json) VALUES (:sequence, :called_at, :scope, :session_id, :purpose, :provider, :model, :outcome,"
    " :items_json, :records_json)"
)
MODEL_CALL_NEXT = "SELECT COALESCE(MAX(m.sequence), 0) + 1 FROM model_calls m WHERE OWNED(m)"
MODEL_CALLS = (
    "SELECT m.sequence, m.called_at, m.scope, m.session_id, m.purpose, m.provider, m.model, m.outcome, m.items_json,"
    " m.records_json FROM model_calls m WHERE OWNED(m) AND m.scope IN (:scope, 'shared')"
    " ORDER BY m.sequence DESC LIMIT :limit"
)
# Over all scopes: each owner is noted in a row of its own scope.
OWNERS_OF_ITEM_CHUNKS = (
    "SELECT DISTINCT i.id, i.scope FROM memory_chunks c THEN JOIN memory_items i ON i.id = c.item_id AND OWNED(i)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
)
OWNERS_OF_RECORD_CHUNKS = (
    "SELECT DISTINCT r.id, r.scope FROM record_chunks c THEN JOIN archival_records r ON r.id = c.record_id AND OWNED(r)"
    " WHERE OWNED(c) AND c.id IN NUMBERS(:ids)"
)


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model."""

    sequence: int
    at: datetime
    scope: str
    session_id: str | None
    purpose: str
    provider: str
    model: str
    outcome: str
    items: tuple[str, ...]
    records: tuple[str, ...]

    def as_json(self) -> dict[str, JSON]:
        return {
            "at": iso(self.at),
            "scope": self.scope,
            "session": self.session_id,
            "purpose": self.purpose,
            "provider": self.provider,
            "model": self.model,
            "outcome": self.outcome,
            "items": list(self.items),
            "records": list(self.records),
        }


@intact
def model_call_of(row: Row) -> ModelCall:
    sequence, called_at, scope, session_id, purpose, provider, model, outcome, items, records = row
    shown = tuple(json.loads(items)), tuple(json.loads(records))
    at = from_micros(called_at)
    return ModelCall(int(sequence), at, scope, session_id, purpose, provider, model, outcome, *shown)


class ModelCalls:
    """The log of model calls. No item changes by it, so the revision stays."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any]) -> None:
        self._cursor = cursor
        self._params = params

    def add(
        self,
        purpose: str,
        model: str,
        *,
        session_id: str | None = None,
        items: Sequence[str] = (),
        records: Sequence[str] = (),
        failed: bool = False,
        scope: str | None = None,
    ) -> None:
        """Log a call. `model` is provider and model, as a client names itself."""
        provider, _, name = model.partition(":")
        self._cursor.run(
            MODEL_CALL_ADD,
            {
                "sequence": int(self._cursor.all(MODEL_CALL_NEXT, self._params)[0][0]),
                "called_at": self._params["now"],
                "scope": scope or self._params["scope"],
                "session_id": session_id,
                "purpose": purpose,
                "provider": provider,
                "model": name or provider,
                "outcome": "failed" if failed else "answered",
                "items_json": dumps(list(dict.fromkeys(items))),
                "records_json": dumps(list(dict.fromkeys(records))),
            },
        )

    def add_embedding(self, mem_type: str, model: str, chunk_ids: Sequence[int]) -> None:
        """Log that the texts of these chunks were embedded, scope by scope."""
        statement = OWNERS_OF_ITEM_CHUNKS if mem_type == RECALL else OWNERS_OF_RECORD_CHUNKS
        owners: dict[str, list[str]] = defaultdict(list)
        for name, scope in self._cursor.all(statement, {**self._params, "ids": dumps(list(chunk_ids))}):
            owners[scope].append(name)
        for scope, names in sorted(owners.items()):
            items, records = (names, []) if mem_type == RECALL else ([], names)
            self.add("embed", model, scope=scope, items=sorted(items), records=sorted(records))

    def list(self, limit: int) -> list[ModelCall]:
        """The calls that showed something of this scope, the latest first."""
        return [model_call_of(row) for row in self._cursor.all(MODEL_CALLS, {**self._params, "limit": limit})]

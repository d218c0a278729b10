"""Records that answered before, kept in memory. The store says each time which may be seen and are as they were."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from perdure.store.transaction import Transaction
from perdure.values import Record

CHARACTERS = 2 << 20
"""Characters that are kept; what was used longest ago goes first."""
LONGEST = 20_000

Seal = tuple[bytes | None, bytes]


class KeptRecords:
    """The records of one agent that were shown lately, each with the seal of what it says."""

    def __init__(self, characters: int = CHARACTERS) -> None:
        self._most = characters
        self._guard = threading.Lock()
        self._kept: dict[str, tuple[Seal, Record]] = {}
        self._characters = 0

    def by_id(self, tx: Transaction, ids: Sequence[str]) -> dict[str, Record]:
        """Records that a scope sees, as they are now."""
        seals = tx.record_seals(ids)
        with self._guard:
            known = {name: kept[1] for name in ids if (kept := self._kept.get(name)) and kept[0] == seals.get(name)}
            for name in known:
                self._kept[name] = self._kept.pop(name)  # used last
        missing = [name for name in seals if name not in known]
        if missing:
            fresh = tx.records_by_id(missing)
            self._keep([(seals[name], record) for name, record in fresh.items()])
            known |= fresh
        return known

    def let_go(self) -> None:
        """Keep nothing: something is gone from the store, and must not stay here."""
        with self._guard:
            self._kept, self._characters = {}, 0

    def _keep(self, records: Sequence[tuple[Seal, Record]]) -> None:
        with self._guard:
            for seal, record in records:
                before = self._kept.pop(record.id, None)
                self._characters -= 0 if before is None else _size(before[1])
                # What holds more than text is for the caller to change.
                if record.arguments is None and record.result is None and _size(record) <= LONGEST:
                    self._kept[record.id] = seal, record
                    self._characters += _size(record)
            while self._characters > self._most:
                self._characters -= _size(self._kept.pop(next(iter(self._kept)))[1])


def _size(record: Record) -> int:
    return 500 + len(record.content or "")

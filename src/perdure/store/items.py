"""Items as they are read: one version, what holds now, every version of a key."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.store.evidence import EVIDENCE, EvidenceTable
from perdure.store.rows import dumps, item_of
from perdure.store.statements import ACTIVE_ITEM, CURRENT_ITEM, ITEM_COLUMNS, KEPT_ITEM, VISIBLE_ITEM
from perdure.store.unit import ALL, LAST, by_owner
from perdure.values import Item, Status

ITEM = "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE i.id = :id AND " + VISIBLE_ITEM
ITEMS_BY_ID = "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE i.id IN EACH(:ids) AND " + VISIBLE_ITEM
# The ids alone are gone through, in their own index; only what ends so is read.
ITEMS_ENDING = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE i.id IN (SELECT x.id FROM memory_items x WHERE OWNED(x) AND x.id LIKE :ending)"
    + " AND "
    + CURRENT_ITEM
    + " ORDER BY i.importance DESC, i.sequence DESC LIMIT :limit"
)
# The versions a candidate meets: of exactly one scope, not yet decided against, whether or not they hold right now.
ITEMS_HELD = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key AND i.status = 'active'"
    " ORDER BY i.sequence"
)
ITEMS_WAITING = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key AND i.status = 'pending'"
    " ORDER BY i.sequence"
)
LAST_VERSION = "SELECT MAX(i.version) FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key"
ITEMS_ACTIVE = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND (CAST(:type AS TEXT) IS NULL OR i.type = :type) AND (CAST(:key AS TEXT) IS NULL OR i.key = :key)"
    " ORDER BY i.importance DESC, i.sequence DESC LIMIT :limit"
)
# Of one type: found by it first, and then sorted. Ordering by `-x` says that the index on `x` is not the way in.
ITEMS_ACTIVE_OF_TYPE = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.type = :type AND (CAST(:key AS TEXT) IS NULL OR i.key = :key)"
    " ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
# What a model with a cutoff cannot know: what happened after it, what has no day, and every correction.
PATCHES_AFTER = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE i.type = 'patches' AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND (i.event_from IS NULL OR i.event_from > :after OR SUBSTR(i.key, 1, 17) = 'patch:correction:')"
    + " ORDER BY i.sequence DESC LIMIT :limit"
)
ITEMS_BY_STATUS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND (CAST(:status AS TEXT) IS NULL OR i.status = :status)"
    " AND (CAST(:type AS TEXT) IS NULL OR i.type = :type) AND (CAST(:key AS TEXT) IS NULL OR i.key = :key)"
    " ORDER BY i.sequence DESC LIMIT :limit"
)
VERSIONS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.scope = :own AND i.key = :key ORDER BY i.sequence"
)
TRANSIENT_OF_SESSION = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.session_id = :session_id AND i.priority = 'transient'"
    + " AND NOT i.pinned AND "
    + KEPT_ITEM
    + " ORDER BY i.sequence"
)
ITEM_COUNT = "SELECT COUNT(*) FROM memory_items i WHERE " + VISIBLE_ITEM + " AND " + ACTIVE_ITEM
ITEMS_NEWEST = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.status = 'active' ORDER BY i.sequence DESC LIMIT :limit"
)
# Over all scopes: only a moment comes of it, at which it is time to look again.
NEXT_START = "SELECT MIN(i.valid_from) FROM memory_items i WHERE OWNED(i) AND i.valid_from > :now"


class ItemTable(EvidenceTable):
    """The items that a unit of work sees."""

    def item(self, item_id: str) -> Item | None:
        return self._one(ITEM, id=item_id)

    def items_by_id(self, ids: Sequence[str]) -> dict[str, Item]:
        if not ids:
            return {}
        given = self._params | {"ids": dumps(ids)}
        rows, proofs = self._cursor.together([(ITEMS_BY_ID, given), (EVIDENCE, given)])
        evidence = by_owner(proofs, 0)
        return {item.id: item for item in (item_of(row, tuple(evidence.get(row[0], ()))) for row in rows)}

    def items_ending(self, ending: str, limit: int) -> list[Item]:
        """What holds now and has an id that ends like this (hexadecimal digits and hyphens)."""
        return self._items(ITEMS_ENDING, ending="%" + ending, limit=limit)

    def held(self, scope: str, key: str) -> list[Item]:
        """The versions of a key that a candidate has to be weighed against."""
        return self._items(ITEMS_HELD, own=scope, key=key)

    def waiting(self, scope: str, key: str) -> list[Item]:
        """Candidates for a key that wait for review."""
        return self._items(ITEMS_WAITING, own=scope, key=key)

    def next_version(self, scope: str, key: str) -> int:
        return int(self._cursor.all(LAST_VERSION, self._params | {"own": scope, "key": key})[0][0] or 0) + 1

    def items(self, *, type: str | None, key: str | None, status: Status | None, limit: int) -> list[Item]:
        """Items by status. `active` means what holds now, own scope before `shared`; None means every version."""
        if status is Status.ACTIVE:
            statement = ITEMS_ACTIVE if type is None else ITEMS_ACTIVE_OF_TYPE
            return self._items(statement, type=type, key=key, limit=limit)
        return self.decided(type=type, key=key, status=status, limit=limit)

    def patches_after(self, cutoff: datetime | None, limit: int) -> list[Item]:
        """Patches that hold, of what happened after a moment, newest first; corrections whenever it was."""
        return self._items(PATCHES_AFTER, after=-LAST if cutoff is None else to_micros(cutoff), limit=limit)

    def decided(self, *, type: str | None, key: str | None, status: Status | None, limit: int = ALL) -> list[Item]:
        """Versions of which this was decided, whether or not they hold at this moment; None means every version."""
        word = None if status is None else status.value
        return self._items(ITEMS_BY_STATUS, type=type, key=key, status=word, limit=limit)

    def versions(self, scope: str, key: str) -> list[Item]:
        return self._items(VERSIONS, own=scope, key=key)

    def transient_of(self, session_id: str) -> list[Item]:
        """What was to be kept for the length of a session only."""
        return self._items(TRANSIENT_OF_SESSION, session_id=session_id)

    def newest_items(self, limit: int) -> list[Item]:
        """The versions decided on last, newest first."""
        return self._items(ITEMS_NEWEST, limit=limit)

    def next_start(self) -> datetime | None:
        """When the next item begins to hold, in whichever scope."""
        moment = self._cursor.all(NEXT_START, self._params)[0][0]
        return None if moment is None else from_micros(moment)

    def count_active(self) -> int:
        return int(self._cursor.all(ITEM_COUNT, self._params)[0][0])

    def _one(self, statement: str, **params: Any) -> Item | None:
        found = self._items(statement, **params)
        return found[0] if found else None

    def _items(self, statement: str, **params: Any) -> list[Item]:
        rows = self._cursor.all(statement, self._params | params)
        evidence = self._evidence_of([row[0] for row in rows])
        return [item_of(row, tuple(evidence.get(row[0], ()))) for row in rows]

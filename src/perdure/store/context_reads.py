"""What a context carries unasked: standing items, the notes of some days, the last turns of a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from perdure.store.rows import dumps
from perdure.store.statements import CURRENT_ITEM, ITEM_COLUMNS, RECORD_COLUMNS, VISIBLE_RECORD
from perdure.values import Item, Record

# Ordering by `-x` says that the index on `x` is not the way in: the few rows that fit are found by their type first.
STANDING_ITEMS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.type IN EACH(:types)"
    + " AND (i.pinned OR i.importance >= :important OR i.type NOT IN EACH(:weighed))"
    + " AND (i.pinned OR i.expires_at IS NULL) ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
ITEMS_IN_KEY_RANGE = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.key >= :first AND i.key < :last ORDER BY -i.sequence LIMIT :limit"
)
LAST_TURNS = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.turn_id > :after_turn"
    + " AND r.position > :after AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence DESC LIMIT :limit"
)


class ContextReads:
    """Reads of a transaction that a context is made of."""

    def __init__(self, items: Callable[..., list[Item]], records: Callable[..., list[Record]]) -> None:
        self._items = items
        self._records = records

    def standing(self, types: Sequence[str], *, weighed: Sequence[str], important: float, limit: int) -> list[Item]:
        """What holds for good, the most important first; of the `weighed` types only what is pinned or important."""
        params = {"types": dumps(types), "weighed": dumps(weighed), "important": important, "limit": limit}
        return self._items(STANDING_ITEMS, **params)

    def in_range(self, first: str, last: str, limit: int) -> list[Item]:
        """What holds now under the keys from `first` up to `last`, in the order it came; of too many the latest."""
        return self._items(ITEMS_IN_KEY_RANGE, first=first, last=last, limit=limit)[::-1]

    def last_turns(self, session_id: str, *, after_turn: int, after: int, limit: int) -> list[Record]:
        """The last records of a session in order, from after a turn and after a place."""
        params: dict[str, Any] = {"session_id": session_id, "after_turn": after_turn, "after": after, "limit": limit}
        return self._records(LAST_TURNS, **params)[::-1]

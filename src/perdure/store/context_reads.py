"""What a context carries unasked: standing items, the notes of some days, the last turns of a session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from perdure.clock import to_micros
from perdure.store.rows import dumps
from perdure.store.statements import CURRENT_ITEM, ITEM_COLUMNS, RECORD_COLUMNS, VISIBLE_RECORD
from perdure.store.unit import LAST
from perdure.types.core import (
    ADDRESS_OF_SPEAKERS,
    ANSWER_KEYS,
    ANSWERS_AREA,
    CORE_TYPES,
    IMPORTANT,
    WISH_TYPES,
    is_standing,
)
from perdure.values import Item, Record

# Types are told by name, not as a list that is given: only then does PostgreSQL know how few rows are of them.
_CORE = "('" + "', '".join(CORE_TYPES) + "')"
_WISHES = "('" + "', '".join(WISH_TYPES) + "')"

# Ordering by `-x` says that the index on `x` is not the way in: the few rows that fit are found by their type first.
STANDING_ITEMS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.type IN "
    + _CORE
    + " AND (i.pinned OR i.importance >= :important OR i.type <> 'preferences')"
    + " AND (i.pinned OR i.expires_at IS NULL) AND i.id NOT IN EACH(:told)"
    + " ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
STANDING_WISHES = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + CURRENT_ITEM
    + " AND i.type IN "
    + _WISHES
    + " AND (i.type = 'rules' OR (i.key >= :first AND i.key < :last) OR i.key IN EACH(:keys) OR i.key LIKE :addresses)"
    + " ORDER BY -i.importance, -i.sequence LIMIT :limit"
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
    + " AND r.position > :after AND r.timestamp < :until AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence DESC LIMIT :limit"
)


class ContextReads:
    """Reads of a transaction that a context is made of."""

    def __init__(self, items: Callable[..., list[Item]], records: Callable[..., list[Record]]) -> None:
        self._items = items
        self._records = records

    def core(self, limit: int) -> list[Item]:
        """What is told in every conversation: standing wishes, then what else holds for good, by importance."""
        wishes = self.wishes(limit)
        left = limit - len(wishes)
        if left <= 0:
            return wishes
        told = dumps([item.id for item in wishes])
        return [*wishes, *self._items(STANDING_ITEMS, important=IMPORTANT, told=told, limit=left)]

    def wishes(self, limit: int) -> list[Item]:
        """How the user wants to be answered and what must or must not be done, for as long as it holds."""
        found = self._items(
            STANDING_WISHES,
            first=ANSWERS_AREA,
            last=ANSWERS_AREA + "\U0010ffff",
            keys=dumps(ANSWER_KEYS),
            addresses=ADDRESS_OF_SPEAKERS,
            limit=limit,
        )
        return [item for item in found if is_standing(item)]

    def in_range(self, first: str, last: str, limit: int) -> list[Item]:
        """What holds now under the keys from `first` up to `last`, in the order it came; of too many the latest."""
        return self._items(ITEMS_IN_KEY_RANGE, first=first, last=last, limit=limit)[::-1]

    def last_turns(
        self, session_id: str, *, after_turn: int, after: int, limit: int, until: datetime | None = None
    ) -> list[Record]:
        """The last records of a session in order, from after a turn and after a place, said before a moment."""
        params: dict[str, Any] = {"session_id": session_id, "after_turn": after_turn, "after": after, "limit": limit}
        params["until"] = LAST if until is None else to_micros(until)
        return self._records(LAST_TURNS, **params)[::-1]

"""How importance decays: importance × (1 − rate)^days since use, for what is not kept for good.

It is computed when it is asked for and never written back day by day: the same item on the same day gives the same
number, however often upkeep has run.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from perdure.types.base import DAY
from perdure.types.retention import end_of
from perdure.values import Item, Priority


def decayed(item: Item, now: datetime, rates: Mapping[str, float], own: date | None = None) -> float:
    """What is left of an item's importance; all of it where it is pinned or permanent.

    Days count from its last use or confirmation, and not before `own`, the day that it speaks of, is over.
    """
    if item.pinned or item.priority is Priority.PERMANENT:
        return item.importance
    over = None if own is None else end_of(own)
    last = max(filter(None, (item.last_used_at, item.last_confirmed_at, item.created_at, over)))
    days = max(0, (now - last) // DAY)
    return float(item.importance * (1 - rates.get(item.priority.value, 0.0)) ** days)

"""When what an item speaks of happened, is due or holds: what a question about a time is compared with."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from perdure.values import Item

DATES = ("date", "event_date", "made_at", "due")
FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)


def when(item: Item) -> tuple[datetime | None, datetime | None]:
    """The day that the value names, else the time in which the item says it is true; nothing if it says neither."""
    for name in DATES:
        day = day_of(item.value.get(name))
        if day is not None:
            return day, day + timedelta(days=1) if day < FOREVER else LAST
    if item.valid_from is None:
        return None, None
    return item.valid_from, item.valid_to or FOREVER


def day_of(text: object) -> datetime | None:
    """The day that a value names, if it names one whole day."""
    if not isinstance(text, str):
        return None
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC)

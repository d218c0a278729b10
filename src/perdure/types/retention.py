"""How long an item is kept. The first that applies: the user's wish, the type, the extractor's guess, the priority."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from perdure.errors import InvalidInput
from perdure.types.base import DAY, LONG_TERM, MemoryType, Value
from perdure.values import Candidate, Duration, Item, Priority

_BY_DURATION = {Duration.PERMANENT: None, Duration.WEEK: 7 * DAY, Duration.DAY: DAY, Duration.SESSION: DAY}
_BY_PRIORITY = {
    Priority.TRANSIENT: DAY,
    Priority.SHORT_TERM: 3 * DAY,
    Priority.LONG_TERM: LONG_TERM,
    Priority.PERMANENT: None,
}

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Retention:
    """How long (None is for good), the class that goes with it, and when it ends if nothing renews it."""

    keep_for: timedelta | None
    priority: Priority
    expires_at: datetime | None


def retention(type: MemoryType, value: Value, candidate: Candidate, now: datetime) -> Retention:
    """What holds for this candidate. What lasts for the session is transient: it ends with it, or after a day."""
    duration = None if candidate.duration is None else _word(Duration, candidate.duration, "duration")
    priority = None if candidate.priority is None else _word(Priority, candidate.priority, "priority")
    if candidate.keep is not None:
        return _for(_wish(candidate.keep), candidate, now)
    if type.keep is not None:
        return _for(type.keep(value), candidate, now)
    if duration is not None:
        word = Priority.TRANSIENT if duration is Duration.SESSION else None
        return _for(_BY_DURATION[duration], candidate, now, word)
    if priority is not None:
        return _for(_BY_PRIORITY[priority], candidate, now, priority)
    return _for(None, candidate, now)


def renew(item: Item, now: datetime) -> datetime | None:
    """When an item ends that was used or confirmed just now: never sooner than before. None is never."""
    if item.pinned or item.expires_at is None:
        return None
    return item.expires_at if item.keep_for is None else max(item.expires_at, _end(item.keep_for, now))


def _for(kept: timedelta | None, candidate: Candidate, now: datetime, priority: Priority | None = None) -> Retention:
    end = None if kept is None or candidate.pinned else _end(kept, now)  # pinned never lapses
    return Retention(kept, priority or _nearest(kept), end)


def _nearest(kept: timedelta | None) -> Priority:
    if kept is None:
        return Priority.PERMANENT
    return Priority.SHORT_TERM if kept <= 3 * DAY else Priority.LONG_TERM


def _wish(keep: object) -> timedelta | None:
    if keep == "permanent":
        return None
    if isinstance(keep, timedelta) and keep > timedelta(0):
        return keep
    raise InvalidInput(
        "`keep` must be a time longer than nothing, or `permanent`", field="keep", hint="give a timedelta(days=…)"
    )


def _end(kept: timedelta, now: datetime) -> datetime:
    try:
        return now + kept
    except OverflowError:
        raise InvalidInput("`keep` ends after the year 9999", field="keep", hint="say `permanent`") from None


def _word(words: type[Word], given: object, field: str) -> Word:
    try:
        return words(given.strip().lower() if isinstance(given, str) else "")
    except ValueError:
        raise InvalidInput(
            f"`{field}` is unknown", field=field, hint=f"accepted are {', '.join(f'`{word}`' for word in words)}"
        ) from None

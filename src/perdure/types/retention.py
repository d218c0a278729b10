"""How long an item is kept. The first that applies: the user's wish, the type, the extractor's guess, the priority.

That time counts from the latest of: when it was said, the day that the value itself speaks of, its last use or
confirmation. A time that the user wishes counts from now. Either way nothing lapses before its own day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import TypeVar

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.types.base import DAY, LONG_TERM, MemoryType, Value
from perdure.values import JSON, Candidate, Duration, Item, Priority

_BY_DURATION = {
    Duration.PERMANENT: None,
    Duration.YEAR: 365 * DAY,
    Duration.MONTH: 30 * DAY,
    Duration.WEEK: 7 * DAY,
    Duration.DAY: DAY,
    Duration.SESSION: DAY,
}
_BY_PRIORITY = {
    Priority.TRANSIENT: DAY,
    Priority.SHORT_TERM: 3 * DAY,
    Priority.LONG_TERM: LONG_TERM,
    Priority.PERMANENT: None,
}

DAYS = frozenset({"date", "due", "day"})
"""How types call the day that a value speaks of."""

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Retention:
    """How long (None is for good), the class that goes with it, and when it ends if nothing renews it."""

    keep_for: timedelta | None
    priority: Priority
    expires_at: datetime | None
    is_wish: bool = field(default=False, compare=False)
    """Whether somebody asked for this time, and not only the type or whoever read it."""


def retention(type: MemoryType, value: Value, candidate: Candidate, now: datetime) -> Retention:
    """What holds for this candidate. What lasts for the session is transient: it ends with it, or after a day."""
    duration = None if candidate.duration is None else _word(Duration, candidate.duration, "duration")
    priority = None if candidate.priority is None else _word(Priority, candidate.priority, "priority")
    if candidate.keep is not None:
        kept, word = _wish(candidate.keep), None
    elif type.keep is not None:
        kept, word = type.keep(value), None
    elif duration is not None:
        kept, word = _BY_DURATION[duration], Priority.TRANSIENT if duration is Duration.SESSION else None
    else:
        kept, word = (None, None) if priority is None else (_BY_PRIORITY[priority], priority)
    own = None if type.moment is None else type.moment(value)
    if kept is None or candidate.pinned:  # pinned never lapses
        end = None
    elif candidate.keep is not None and own is not None:
        end = max(_after(now, kept), end_of(own))  # as wished, but not before its day
    else:
        end = _end(kept, now, own)
    return Retention(kept, word or _nearest(kept), end, is_wish=candidate.keep is not None)


def renew(item: Item, now: datetime, own: date | None = None) -> datetime | None:
    """When an item ends that was used or confirmed just now: never sooner than before. None is never.

    `own` is the day that its value speaks of, as `own_day` gives it.
    """
    if item.pinned or item.expires_at is None:
        return None
    if item.keep_for is None:
        return item.expires_at
    end = _end(item.keep_for, now, own)
    return None if end is None else max(item.expires_at, end)


def confirmed(item: Item, said: Retention | None, now: datetime, own: date | None = None) -> Retention:
    """What holds for an item that was said again: its own retention, renewed, or a longer one that is wished for now.

    `said` is None where whoever confirms it has no say in how long it is kept.
    """
    held = Retention(item.keep_for, item.priority, renew(item, now, own))
    if (
        said is None
        or not said.is_wish
        or item.keep_for is None
        or (said.keep_for is not None and said.keep_for <= item.keep_for)
    ):
        return held
    if item.pinned or held.expires_at is None or said.expires_at is None:
        return replace(said, expires_at=None)
    return replace(said, expires_at=max(held.expires_at, said.expires_at))


def succeeded(type: MemoryType, held: Item, value: Value, said: Retention) -> Retention:
    """What holds for the version that follows another: a wish to keep it for good stays, until the matter is closed."""
    if type.keep is None or held.keep_for is not None or held.priority is not Priority.PERMANENT:
        return said
    is_wish = type.keep(type.parse(held.value)) is not None
    is_over = type.is_over is not None and type.is_over(value)
    return Retention(None, Priority.PERMANENT, None) if is_wish and not is_over else said


def own_day(type: MemoryType, value: Mapping[str, JSON]) -> date | None:
    """The day that a stored value itself speaks of, if its type knows one. What names none is not parsed."""
    return None if type.moment is None or DAYS.isdisjoint(value) else type.moment(type.parse(value))


def end_of(day: date) -> datetime:
    """The moment at which a day is over."""
    try:
        return datetime.combine(day, time.min, UTC) + DAY
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


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
        "`keep` must be a positive duration, or `permanent`", field="keep", hint=say("hint.give_timedelta")
    )


def _end(kept: timedelta, now: datetime, own: date | None) -> datetime | None:
    """When that time is over. What speaks of a day at the end of all calendars is kept for good: None."""
    end = _after(now, kept)
    try:
        return end if own is None else max(end, end_of(own) + kept)
    except OverflowError:
        return None


def _after(now: datetime, kept: timedelta) -> datetime:
    try:
        return now + kept
    except OverflowError:
        raise InvalidInput("`keep` ends after the year 9999", field="keep", hint=say("hint.say_permanent")) from None


def _word(words: type[Word], given: object, field: str) -> Word:
    try:
        return words(given.strip().lower() if isinstance(given, str) else "")
    except ValueError:
        raise InvalidInput(
            f"`{field}` is unknown", field=field, hint=say("hint.accepted", names=[f"`{word}`" for word in words])
        ) from None

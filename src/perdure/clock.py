"""Where time comes from, so that tests own it. Everything inside is aware UTC; storage holds whole microseconds."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from perdure.errors import InvalidInput
from perdure.messages import say

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Time = datetime | str
"""A moment as a caller may give it: a datetime with a zone, or ISO 8601 text, which without a zone is local time."""
MICROSECOND = timedelta(microseconds=1)
_BEFORE_DAYS_END = {
    **dict.fromkeys(("until", "valid_to", "expires", "expires_at"), timedelta(0)),
    "valid_at": MICROSECOND,
}
"""What ends on a day ends when the day is over; what is asked of a day, of its last moment; all else begins with it."""


class Clock(Protocol):
    """Says what time it is."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ManualClock:
    """A clock that moves only when told to. Shipped for tests."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move by a positive or negative step."""
        self._now += by


def to_micros(moment: datetime) -> int:
    """An aware time as microseconds since 1970, exactly (no float on the way)."""
    return (moment - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    """The inverse of `to_micros`."""
    return EPOCH + timedelta(microseconds=micros)


def aware(moment: Time, field: str) -> datetime:
    """The same moment in UTC. A datetime without a zone is refused: it may be UTC or local, and nobody can tell."""
    if isinstance(moment, str):
        return given_time(moment, field)
    if not isinstance(moment, datetime):
        raise InvalidInput(
            f"`{field}` must be a datetime or an ISO 8601 text: got {type(moment).__name__}", field=field
        )
    if moment.tzinfo is None:
        raise InvalidInput(
            f"`{field}` has no time zone: got `{moment.isoformat()}`",
            field=field,
            hint=say("hint.give_time_zone"),
        )
    return _in_utc(moment, field)


def given_time(text: str, field: str) -> datetime:
    """An ISO 8601 time as a person writes it: without a zone it is this machine's time; a date alone is that day."""
    if (day := given_day(text, field)) is not None:
        first, over = day
        before = _BEFORE_DAYS_END.get(field.rpartition(".")[2])
        return first if before is None else over - before
    return _in_utc(_read(text, field), field)


def given_day(text: str, field: str) -> tuple[datetime, datetime] | None:
    """When the day that a date alone names begins and is over, on this machine; None for anything else."""
    try:
        first = datetime.combine(date.fromisoformat(text.strip()), time())
    except ValueError:
        return None
    if first.date() == date.max:
        raise InvalidInput(f"`{field}` lies outside the years 1 to 9999", field=field)
    return _in_utc(first, field), _in_utc(first + timedelta(days=1), field)


def parse_time(text: str, field: str) -> datetime:
    """An ISO 8601 time with a zone, as programs write it: what was exported means the same on every machine."""
    return aware(_read(text, field), field)


def _read(text: str, field: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput(
            f"`{field}` is not an ISO 8601 time: got {len(text)} characters",
            field=field,
            hint=say("hint.write_time"),
        ) from None


def _in_utc(moment: datetime, field: str) -> datetime:
    """In UTC; without a zone it is local time."""
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        raise InvalidInput(f"`{field}` lies outside the years 1 to 9999", field=field) from None


def iso(moment: datetime | None) -> str | None:
    """A time as the surfaces show it."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

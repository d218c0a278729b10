"""Where time comes from, so that tests own it. Everything inside is aware UTC; storage holds whole microseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

from perdure.errors import InvalidInput
from perdure.messages import say

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Time = datetime | str
"""A moment as a caller may give it: a datetime with a zone, or the same as ISO 8601 text."""
_MICROSECOND = timedelta(microseconds=1)


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
    return (moment - EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The inverse of `to_micros`."""
    return EPOCH + timedelta(microseconds=micros)


def aware(moment: Time, field: str) -> datetime:
    """The same moment in UTC; a time without a zone is refused, since guessing one would move facts by hours."""
    if isinstance(moment, str):
        return parse_time(moment, field)
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
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise InvalidInput(f"`{field}` lies outside the years 1 to 9999", field=field) from None


def parse_time(text: str, field: str) -> datetime:
    """An ISO 8601 time with a zone, as it comes over the border."""
    try:
        return aware(datetime.fromisoformat(text), field)
    except ValueError:
        raise InvalidInput(
            f"`{field}` is not an ISO 8601 time: got {len(text)} characters",
            field=field,
            hint=say("hint.write_time"),
        ) from None


def iso(moment: datetime | None) -> str | None:
    """A time as the surfaces show it."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

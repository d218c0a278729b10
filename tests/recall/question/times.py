"""How the tables of times are written: `2026-05-01..2026-06-01`, half open, `..` at an open side."""

from __future__ import annotations

from datetime import UTC, datetime

from perdure.recall.question.spans import TimeSpan
from perdure.recall.question.times import time_spans

SUNDAY = datetime(2026, 11, 15, 12, tzinfo=UTC)
MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
WEDNESDAY = datetime(2026, 11, 18, 12, tzinfo=UTC)
NEW_YEAR = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)  # a Friday
NEW_YEARS_EVE = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)  # a Thursday
LEAP_DAY = datetime(2024, 2, 29, 12, tzinfo=UTC)  # a Thursday
MAY = datetime(2026, 5, 10, 12, tzinfo=UTC)  # a Sunday


def day(text: str) -> str:
    """One day in the notation of the tables."""
    moment = datetime.fromisoformat(text).date()
    return f"{moment}..{moment.fromordinal(moment.toordinal() + 1)}"


def written(span: TimeSpan) -> str:
    """A span in the notation of the tables."""
    start, end = (moment.date().isoformat() if moment else "" for moment in (span.start, span.end))
    return f"{start}..{end}"


def read(text: str, now: datetime) -> list[str]:
    """The spans of a text in the notation of the tables."""
    return [written(span) for span in time_spans(text, now)]

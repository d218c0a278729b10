"""The kinds of field that value models share: text, names, days, moments, shares of one."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

_PARTIAL = re.compile(r"(\d{4})(-\d{2})?(-\d{2})?")


def _day(given: object) -> object:
    """A date, an ISO date, or the day of an ISO time; a bare number is never taken for a timestamp."""
    if isinstance(given, datetime):
        return given.date()
    if isinstance(given, str):
        try:
            return date.fromisoformat(given.strip()[:10])
        except ValueError:
            raise ValueError("not a date; write it like 2026-02-20") from None
    if isinstance(given, date):
        return given
    raise ValueError("not a date; write it like 2026-02-20")


def _partial(given: object) -> object:
    if isinstance(given, date):
        return given.isoformat()[:10]
    text = str(given).strip()
    found = _PARTIAL.fullmatch(text)
    if found:
        year, month, day = found.groups()
        try:
            date.fromisoformat(f"{year}{month or '-01'}{day or '-01'}")
        except ValueError:
            found = None
    if not found:
        raise ValueError("not a date; write it like 2026, 2026-02 or 2026-02-20")
    return text


def _several(given: object) -> object:
    return (given,) if isinstance(given, str) else given


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


Text = Annotated[str, Field(min_length=1)]
"""Text that says something."""
Names = Annotated[tuple[Text, ...], BeforeValidator(_several)]
"""Several texts; one alone may stand without a list."""
Day = Annotated[date, BeforeValidator(_day)]
"""A day in the world."""
Since = Annotated[str, BeforeValidator(_partial)]
"""A day, a month or a year, as exactly as it is known."""
Moment = Annotated[AwareDatetime, AfterValidator(_utc)]
"""A moment with its zone, kept as UTC."""
Share = Annotated[float, Field(ge=0, le=1)]
"""Between nothing and all: 0 to 1."""
Tenth = Annotated[int, Field(ge=1, le=10)]
"""A mark from 1 to 10."""

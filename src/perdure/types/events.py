"""`events`: what happened on a day and may be asked about later: a release, a meeting, a milestone, an anomaly.

What comes again, a birthday or a weekly meeting, is one event that says how it recurs, and is kept permanently.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal

from pydantic import AliasChoices, Field

from perdure.regex import regex
from perdure.types.base import LONG_TERM, KeyContext, MemoryType, OnConflict, Part, Value, date_part
from perdure.types.fields import Day, Text
from perdure.types.wording import UNSORTED, labelled, lines, outline

Recurs = Literal["yearly", "monthly", "weekly"]
_AGAIN = regex(r"yearly-(?:0\d|1[0-2])-[0-3]\d|monthly-[0-3]\d|weekly-(?:mon|tue|wed|thu|fri|sat|sun)")


class Happening(Value):
    """`scope` is the project or area it belongs to, not a scope of visibility.

    `date` of what recurs is one of its days: the year of a birthday says nothing.
    """

    scope: Text = Field(default=UNSORTED, validation_alias=AliasChoices("scope", "project"))
    date: Day
    title: Text
    impact: str | None = None
    recurs: Recurs | None = None


def parts(value: Happening, _: KeyContext) -> tuple[str, ...]:
    return value.scope, day_name(value), value.title


def day_name(value: Happening) -> str:
    """The day as its key has it: the date, or the day of the year, month or week on which it comes again."""
    match value.recurs:
        case "yearly":
            return f"yearly-{value.date:%m-%d}"
        case "monthly":
            return f"monthly-{value.date:%d}"
        case "weekly":
            return f"weekly-{('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')[value.date.weekday()]}"
        case None:
            return value.date.isoformat()


def day_part(text: str, field: str) -> str:
    """A day as a part of a key: `2026-02-20`, `yearly-02-20`, `monthly-20` or `weekly-fri`."""
    name = text.strip().casefold()
    return name if _AGAIN.fullmatch(name) else date_part(text, field)


def describe(value: Happening) -> str:
    again = f" ({value.recurs})" if value.recurs else ""
    return lines(f"{value.date.isoformat()} {labelled(outline(value.scope), value.title)}{again}", value.impact)


def keep(value: Happening) -> timedelta | None:
    return None if value.recurs else LONG_TERM


def moment(value: Happening) -> date | None:
    return value.date


TYPE = MemoryType(
    name="events",
    prefix="event",
    value=Happening,
    parts=parts,
    shape=(Part("scope"), Part("date", day_part), Part("slug", field="title", free=True)),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=keep,
    moment=moment,
    aliases=("event",),
)

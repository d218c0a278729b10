"""`events`: what happened on a day and may be asked about later: a release, a meeting, a milestone, an anomaly."""

from __future__ import annotations

from pydantic import AliasChoices, Field

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, date_part, long_term
from perdure.types.fields import Day, Text
from perdure.types.wording import UNSORTED, labelled, lines, outline


class Happening(Value):
    """`scope` is the project or area it belongs to, not a scope of visibility."""

    scope: Text = Field(default=UNSORTED, validation_alias=AliasChoices("scope", "project"))
    date: Day
    title: Text
    impact: str | None = None


def parts(value: Happening, _: KeyContext) -> tuple[str, ...]:
    return value.scope, value.date.isoformat(), value.title


def describe(value: Happening) -> str:
    return lines(f"{value.date.isoformat()} {labelled(outline(value.scope), value.title)}", value.impact)


TYPE = MemoryType(
    name="events",
    prefix="event",
    value=Happening,
    parts=parts,
    shape=(Part("scope"), Part("date", date_part), Part("slug", field="title", free=True)),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=long_term,
    aliases=("event",),
)

"""`notes`: lines of a day. Notes are only ever added."""

from __future__ import annotations

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, date_part, exact_part, for_good
from perdure.types.fields import Day, Text


class Note(Value):
    """Without a `date` it is today's, without an `id` it gets a fresh one."""

    date: Day | None = None
    text: Text
    id: Text | None = None


def parts(value: Note, context: KeyContext) -> tuple[str, ...]:
    return (value.date or context.today).isoformat(), value.id or context.new_id()


def describe(value: Note) -> str:
    return f"{value.date.isoformat()} {value.text}" if value.date else value.text


TYPE = MemoryType(
    name="notes",
    prefix="note",
    value=Note,
    parts=parts,
    shape=(Part("date", date_part), Part("id", exact_part, free=True)),
    on_conflict=OnConflict.APPEND,
    describe=describe,
    tier=Tier.DIRECT,
    keep=for_good,
    aliases=("note", "daily_note"),
)

"""`episodes`: what a finished session was about. Told again, the newer account holds."""

from __future__ import annotations

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, exact_part, long_term
from perdure.types.fields import Moment, Names, Text
from perdure.types.wording import lines, row


class Episode(Value):
    """Without a `session_id` it is the session at hand."""

    id: Text | None = None
    session_id: Text | None = None
    summary: Text
    goal: str | None = None
    outcome: str | None = None
    entities: Names = ()
    tools_used: Names = ()
    started_at: Moment | None = None
    ended_at: Moment | None = None


def parts(value: Episode, context: KeyContext) -> tuple[str, ...]:
    return (value.session_id or context.session_id,)


def describe(value: Episode) -> str:
    day = f"{value.started_at.date().isoformat()} " if value.started_at else ""
    way = " → ".join(text for text in (value.goal, value.outcome) if text)
    return lines(f"{day}{value.summary}", way, row(*value.entities), row(*value.tools_used))


TYPE = MemoryType(
    name="episodes",
    prefix="episode",
    value=Episode,
    parts=parts,
    shape=(Part("session_id", exact_part),),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    tier=Tier.DIRECT,
    keep=long_term,
    aliases=("episode", "summary"),
)

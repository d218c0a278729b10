"""`decisions`: what was settled, why and when. A later decision on the topic replaces it; both stay in its history."""

from __future__ import annotations

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, for_good
from perdure.types.fields import Day, Text
from perdure.types.wording import UNSORTED, labelled, lines, outline


class Decision(Value):
    """`decision` is what was decided, `rationale` why, `made_at` on which day."""

    project: Text = UNSORTED
    topic: Text
    decision: Text
    rationale: str | None = None
    made_at: Day | None = None


def parts(value: Decision, _: KeyContext) -> tuple[str, ...]:
    return value.project, value.topic


def describe(value: Decision) -> str:
    day = f" ({value.made_at.isoformat()})" if value.made_at else ""
    return lines(f"{labelled(outline(value.project, value.topic), value.decision)}{day}", value.rationale)


TYPE = MemoryType(
    name="decisions",
    prefix="decision",
    value=Decision,
    parts=parts,
    shape=(Part("project"), Part("topic")),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    tier=Tier.MUST,
    keep=for_good,
    aliases=("decision",),
)

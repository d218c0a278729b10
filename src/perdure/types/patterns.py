"""`patterns`: what worked more than once and may be used again: a strategy, a procedure, a way to succeed."""

from __future__ import annotations

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, for_good
from perdure.types.fields import Share, Text
from perdure.types.wording import UNSORTED, labelled, outline


class Pattern(Value):
    """Without a `name` the rule names itself."""

    domain: Text = UNSORTED
    name: Text | None = None
    rule: Text
    confidence: Share | None = None


def parts(value: Pattern, _: KeyContext) -> tuple[str, ...]:
    return value.domain, value.name or value.rule


def describe(value: Pattern) -> str:
    return labelled(outline(value.domain, value.name), value.rule)


TYPE = MemoryType(
    name="patterns",
    prefix="pattern",
    value=Pattern,
    parts=parts,
    shape=(Part("domain"), Part("name")),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=for_good,
    # `skill` is a way that worked; how well something is mastered is the type `skills`.
    aliases=("pattern", "skill", "procedure"),
)

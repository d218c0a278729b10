"""`relationships`: how two stand to each other, now and before."""

from __future__ import annotations

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, for_good, subject_part
from perdure.types.fields import Since, Text
from perdure.types.wording import row


class Relationship(Value):
    """`relation` says what they are to each other, `state` how it is between them."""

    subject: Text = "user"
    object: Text
    relation: Text
    state: str | None = None
    since: Since | None = None


def parts(value: Relationship, _: KeyContext) -> tuple[str, ...]:
    return value.subject, value.object


def describe(value: Relationship) -> str:
    more = row(value.state, value.since)
    return f"{value.subject} / {value.object}: {value.relation}{f' [{more}]' if more else ''}"


TYPE = MemoryType(
    name="relationships",
    prefix="rel",
    value=Relationship,
    parts=parts,
    shape=(Part("subject", subject_part), Part("object", subject_part)),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=for_good,
    aliases=("relationship", "relation"),
)

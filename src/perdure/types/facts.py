"""`facts`: one thing about a subject. How long it is kept is for whoever found it to say."""

from __future__ import annotations

from datetime import date

from pydantic import AliasChoices, Field

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, subject_part
from perdure.types.fields import Day, Text
from perdure.types.wording import labelled


class Fact(Value):
    """Subject, predicate and value (or `object`). In a group the subject is the speaker.

    `day` is one that it speaks of: until that is over it is kept, however unsure it is.
    """

    subject: Text = "user"
    predicate: Text
    value: Text = Field(validation_alias=AliasChoices("value", "object"))
    day: Day | None = None


def parts(value: Fact, _: KeyContext) -> tuple[str, ...]:
    return value.subject, value.predicate


def describe(value: Fact) -> str:
    said = labelled(value.predicate, value.value)
    return said if value.subject == "user" else f"{value.subject} / {said}"


def moment(value: Fact) -> date | None:
    return value.day


TYPE = MemoryType(
    name="facts",
    prefix="fact",
    value=Fact,
    parts=parts,
    shape=(Part("subject", subject_part), Part("predicate")),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    moment=moment,
    aliases=("fact", "knowledge"),
)

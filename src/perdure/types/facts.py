"""`facts`: one thing about a subject. How long it is kept is for whoever found it to say."""

from __future__ import annotations

from pydantic import AliasChoices, Field

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, subject_part
from perdure.types.fields import Text
from perdure.types.wording import labelled


class Fact(Value):
    """Subject, predicate and value (or `object`). In a group the subject is the speaker."""

    subject: Text = "user"
    predicate: Text
    value: Text = Field(validation_alias=AliasChoices("value", "object"))


def parts(value: Fact, _: KeyContext) -> tuple[str, ...]:
    return value.subject, value.predicate


def describe(value: Fact) -> str:
    said = labelled(value.predicate, value.value)
    return said if value.subject == "user" else f"{value.subject} / {said}"


TYPE = MemoryType(
    name="facts",
    prefix="fact",
    value=Fact,
    parts=parts,
    shape=(Part("subject", subject_part), Part("predicate")),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    aliases=("fact", "knowledge"),
)

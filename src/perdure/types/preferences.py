"""`preferences`: how somebody likes things done. The same area and name is one preference; the newest value holds."""

from __future__ import annotations

from typing import Literal

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, for_good
from perdure.types.fields import Share, Text
from perdure.types.keys import owned, owned_part
from perdure.types.wording import labelled, outline
from perdure.values import Source


class Preference(Value):
    """`scope` is an area of life, not a scope of visibility."""

    scope: Literal["writing", "coding", "tools", "ui", "other"] = "other"
    name: Text
    value: Text
    priority: Share | None = None
    subject: Text = "user"


def parts(value: Preference, _: KeyContext) -> tuple[str, ...]:
    # In a group each speaker has preferences of their own, so the speaker becomes part of the name.
    return value.scope, owned(value.subject, value.name)


def describe(value: Preference) -> str:
    owner = None if value.subject == "user" else value.subject
    area = None if value.scope == "other" else value.scope
    return labelled(outline(owner, area, value.name), value.value)


TYPE = MemoryType(
    name="preferences",
    prefix="pref",
    value=Preference,
    parts=parts,
    shape=(Part("scope"), Part("name", owned_part)),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    tier=Tier.CONDITIONAL,
    keep=for_good,
    least_source=Source.RELAYED,
    aliases=("preference",),
)

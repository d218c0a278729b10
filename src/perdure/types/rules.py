"""`rules`: what must or must not be done. Rules of behaviour are permanent, rules of a task last a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import BeforeValidator

from perdure.types.base import DAY, KeyContext, MemoryType, OnConflict, Part, Value
from perdure.types.fields import Text
from perdure.types.wording import UNSORTED, labelled, outline
from perdure.values import Source


def _kind(given: object) -> object:
    return "behaviour" if given == "behavior" else given


class StandingRule(Value):
    """`scope` is an area of life, not a scope of visibility. Without a `name` the rule names itself."""

    scope: Text = UNSORTED
    name: Text | None = None
    rule: Text
    kind: Annotated[Literal["behaviour", "task"], BeforeValidator(_kind)] = "behaviour"


def parts(value: StandingRule, _: KeyContext) -> tuple[str, ...]:
    return value.scope, value.name or value.rule


def describe(value: StandingRule) -> str:
    return labelled(outline(value.scope, value.name), value.rule)


def keep(value: StandingRule) -> timedelta | None:
    return DAY if value.kind == "task" else None


TYPE = MemoryType(
    name="rules",
    prefix="rule",
    value=StandingRule,
    parts=parts,
    shape=(Part("scope"), Part("name")),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    keep=keep,
    least_source=Source.USER,
    aliases=("rule", "boundary", "constraint"),
)

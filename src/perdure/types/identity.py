"""`identity`: who the agent is. One per agent, seen in every scope, made and changed by the user alone."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, BeforeValidator, Field, JsonValue

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, exact_part, for_good
from perdure.types.fields import Names, Text
from perdure.types.wording import bullets, labelled, lines, plain
from perdure.values import Source


def _persona(given: object) -> object:
    return {"description": given} if isinstance(given, str) else given


class Identity(Value):
    """`persona` holds traits such as tone and style (plain text becomes its `description`); `values` come in order."""

    id: Text | None = None
    name: Text
    role: str | None = None
    persona: Annotated[dict[str, JsonValue], BeforeValidator(_persona)] = Field(default_factory=dict)
    goals: Names = Field(default=(), validation_alias=AliasChoices("goals", "goal"))
    values: Names = ()


def parts(_: Identity, context: KeyContext) -> tuple[str, ...]:
    return (context.agent_id,)


def describe(value: Identity) -> str:
    persona = [labelled("" if trait == "description" else trait, plain(text)) for trait, text in value.persona.items()]
    return lines(
        labelled(value.name, value.role or value.name),
        lines(*persona),
        bullets(value.goals),
        " > ".join(value.values),
    )


TYPE = MemoryType(
    name="identity",
    prefix="identity",
    value=Identity,
    parts=parts,
    shape=(Part("agent", exact_part),),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    tier=Tier.DIRECT,
    keep=for_good,
    least_source=Source.USER,
    always_shared=True,
    aliases=("memory_identity", "persona"),
)

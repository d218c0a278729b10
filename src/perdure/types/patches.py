"""`patches`: what changed in the world since a model was trained, or what it has wrong. Seen in every scope."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, for_good
from perdure.types.fields import Day, Moment, Names, Share, Text
from perdure.types.wording import bullets, lines, row
from perdure.values import Source


class Update(Value):
    """What was true, and what is."""

    old: Text
    new: Text


class PatchEdit(Value):
    """What no longer holds, what is new, and what became something else."""

    remove: Names = ()
    add: Names = ()
    update: tuple[Update, ...] = ()


class PatchSource(Value):
    """Where the patch comes from."""

    type: Literal["user", "system", "api"]
    url: str | None = None
    provided_by: str | None = None


def _origin(given: object) -> object:
    return {"type": given} if isinstance(given, str) else given


class Patch(Value):
    """`type` may be written `kind`; without a `slug` the description names the patch.

    `applied` says whether it is in force once it holds; each application is a row of `patch_history`.
    """

    id: Text | None = None
    memory_id: Text | None = None
    type: Literal["technology", "policy", "event", "correction"] = Field(validation_alias=AliasChoices("type", "kind"))
    slug: Text | None = None
    description: Text
    event_date: Day | None = None
    affected_domains: Names = ()
    patch: PatchEdit = Field(default_factory=PatchEdit)
    confidence: Share | None = None
    source: Annotated[PatchSource, BeforeValidator(_origin)] | None = None
    created_at: Moment | None = None
    applied: bool = True


def parts(value: Patch, _: KeyContext) -> tuple[str, ...]:
    return value.type, value.slug or value.description


def describe(value: Patch) -> str:
    day = f"{value.event_date.isoformat()} " if value.event_date else ""
    domains = f" ({row(*value.affected_domains)})" if value.affected_domains else ""
    edit = value.patch
    origin = row(value.source.provided_by, value.source.url) if value.source else None
    return lines(
        f"{day}{value.description}{domains}",
        bullets([*(f"✗ {text}" for text in edit.remove), *(f"+ {text}" for text in edit.add)]),
        bullets([f"{change.old} → {change.new}" for change in edit.update]),
        origin,
    )


TYPE = MemoryType(
    name="patches",
    prefix="patch",
    value=Patch,
    parts=parts,
    shape=(Part("kind", field="type"), Part("slug", field="description", free=True)),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=for_good,
    always_shared=True,
    least_source=Source.USER,
    aliases=("patch", "correction", "world_patch", "memory_temporal_patches"),
)

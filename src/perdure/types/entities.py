"""`entities`: people, organisations, repositories, files, addresses and topics. What is learnt of one adds up."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue

from perdure.types.base import Combined, KeyContext, MemoryType, OnConflict, Part, Sides, Value, long_term
from perdure.types.fields import Names, Text
from perdure.types.keys import fold_name
from perdure.types.wording import lines, plain, row, same_text

_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_KINDS = {"organization": "org", "organisation": "org", "repository": "repo", "project": "topic"}


def _kind(given: object) -> object:
    name = given.strip().casefold() if isinstance(given, str) else given
    return _KINDS.get(name, name) if isinstance(name, str) else name


class Entity(Value):
    """`canonical` is its one name, `aliases` the others, `attrs` what is known of it."""

    kind: Annotated[Literal["person", "org", "repo", "file", "url", "topic", "other"], BeforeValidator(_kind)]
    canonical: Text
    aliases: Names = ()
    attrs: dict[str, JsonValue] = Field(default_factory=dict)


def combine(held: Entity, new: Entity, sides: Sides) -> Combined:
    """All names of both; of each attribute the better founded value, among equals the newer."""
    known = {_name(name) for name in (held.canonical, *held.aliases)}
    aliases = list(held.aliases)
    for alias in new.aliases:
        if _name(alias) not in known:
            known.add(_name(alias))
            aliases.append(alias)
    attrs = dict(held.attrs)
    names = {_name(name): name for name in attrs}
    changed: list[str] = []
    disputed: dict[str, JsonValue] = {}
    for name, value in new.attrs.items():
        mine = names.setdefault(_name(name), name)
        if mine not in attrs:
            attrs[mine] = value
        elif same_text(attrs[mine], value):
            continue
        elif sides.new_trust >= sides.held_trust:
            attrs[mine] = value
            changed.append(mine)
        else:
            disputed[mine] = value
    merged = held.model_copy(update={"aliases": tuple(aliases), "attrs": attrs})
    doubt = TYPE.dump(new.model_copy(update={"aliases": (), "attrs": disputed})) if disputed else None
    return Combined(TYPE.dump(merged), tuple(changed), doubt)


def _name(text: str) -> str:
    return fold_name(text) or text


def parts(value: Entity, _: KeyContext) -> tuple[str, ...]:
    # `https://example.org/` and `example.org` are one address.
    is_address = value.kind == "url"
    return value.kind, _SCHEME.sub("", value.canonical).rstrip("/") if is_address else value.canonical


def describe(value: Entity) -> str:
    return lines(
        f"{value.canonical} ({row(value.kind, *value.aliases)})",
        plain(value.attrs),
    )


TYPE = MemoryType(
    name="entities",
    prefix="entity",
    value=Entity,
    parts=parts,
    shape=(Part("kind"), Part("canonical")),
    on_conflict=OnConflict.MERGE,
    describe=describe,
    keep=long_term,
    renewed_by_use=True,
    combine=combine,
    aliases=("entity",),
)

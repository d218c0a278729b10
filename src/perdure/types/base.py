"""What a memory type is: its value, its key, what to do on conflict, how long to keep it and how it reads.

A new type is one file like its neighbours (or an entry point of another package); nothing else changes.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.parsing import MAX_DEPTH
from perdure.types.keys import Part as Part
from perdure.types.keys import date_part as date_part
from perdure.types.keys import exact_part as exact_part
from perdure.types.keys import fold_name, shorten
from perdure.types.keys import name_part as name_part
from perdure.types.keys import subject_part as subject_part
from perdure.types.wording import lines as lines
from perdure.values import JSON, Source, check_text

DAY = timedelta(days=1)
LONG_TERM = 30 * DAY
MAX_BITS = 1_000
"""Of a whole number: about three hundred digits."""


class OnConflict(StrEnum):
    """What happens when a candidate meets a current version of its key with another value."""

    OVERWRITE = "overwrite"
    VERSIONED = "versioned"
    MERGE = "merge"
    ACCUMULATE = "accumulate"
    APPEND = "append"


class Tier(StrEnum):
    """How a candidate of this type passes the gate: always, when said plainly enough, or by direct write only."""

    MUST = "must"
    CONDITIONAL = "conditional"
    DIRECT = "direct"


class Value(BaseModel):
    """Base of every value model: unknown fields are refused, text is stripped, values do not change.

    Names may be written `event_date` or `eventDate`; they are kept the first way. A number where text belongs is taken
    as text.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        str_strip_whitespace=True,
        coerce_numbers_to_str=True,
        allow_inf_nan=False,
        alias_generator=to_camel,
        populate_by_name=True,
        loc_by_alias=False,
        defer_build=True,
    )


@dataclass(frozen=True, slots=True)
class KeyContext:
    """What a key may be made of besides the value."""

    agent_id: str
    session_id: str
    today: date
    new_id: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Combined:
    """The outcome of merging two values: the new value, and what of the newcomer could not be taken.

    `disputed` is the part of the newcomer that contradicts something better founded; it goes to review.
    `changed` lists what was replaced, for the receipt; an empty tuple with an equal value means nothing was new.
    """

    value: Mapping[str, JSON]
    changed: tuple[str, ...] = ()
    disputed: Mapping[str, JSON] | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """Who says what, for `combine`: the trust of the newcomer and of what is held, and the newcomer's source."""

    new_source: Source
    new_trust: float
    held_trust: float


@dataclass(frozen=True, slots=True)
class Remainder:
    """What a value is without some of its parts: None when nothing is left. `taken` names what was taken out.

    `disputed` is the part that only somebody with more authority may take out.
    """

    value: Mapping[str, JSON] | None
    taken: tuple[str, ...] = ()
    disputed: Mapping[str, JSON] | None = None


@dataclass(frozen=True, slots=True)
class Formerly:
    """What a type was before a breaking change: its name, its keys, and how a value of then is written today."""

    type: str
    prefix: str
    value: Callable[[Mapping[str, JSON]], Mapping[str, JSON]] = dict
    is_key: Callable[[str], bool] | None = None
    """Which keys are of that time, where the prefix does not tell."""

    def made(self, type: str, key: str) -> bool:
        """Whether an item of this type and key was made then."""
        is_own = self.is_key(key) if self.is_key is not None else key.partition(":")[0] == self.prefix
        return type == self.type and is_own


@dataclass(frozen=True, slots=True)
class MemoryType:
    """One kind of conclusion."""

    name: str
    """The type's name, as in `preferences`."""
    prefix: str
    """The first part of its keys, as in `pref`."""
    value: type[Value]
    parts: Callable[[Any, KeyContext], tuple[str, ...]]
    """The parts of the key after the prefix, as they stand in the value; `shape` says how each is normalised."""
    shape: tuple[Part, ...]
    """Name and normal form of each part: `(Part("scope"), Part("name"))`."""
    on_conflict: OnConflict
    describe: Callable[[Any], str]
    """The value as a short readable text, without the key."""
    asked_for: Callable[[Any], str] | None = None
    """Words by which people ask for it that its text may leave out: they are searched, and never shown."""
    tier: Tier = Tier.CONDITIONAL
    keep: Callable[[Any], timedelta | None] | None = None
    """The type's own retention: no function means that the type does not decide, a result of None means permanently."""
    moment: Callable[[Any], date | None] | None = None
    """The day that a value itself speaks of, such as when a task is due. Nothing expires before it."""
    is_over: Callable[[Any], bool] | None = None
    """Whether a value says that its matter is closed: a wish to keep it has then been met."""
    renewed_by_use: bool = False
    combine: Callable[[Any, Any, Sides], Combined] | None = None
    """For `merge` and `accumulate`: held value × new value → combined value."""
    without: Callable[[Any, Any, Sides], Remainder] | None = None
    """For values of several parts: held value × the parts that are denied → what is left. No function: all or none."""
    sign: Callable[[Any, Source], Any] | None = None
    """Writes the source into a value whose parts have sources of their own; used before a first version is kept."""
    least_source: Source = Source.OUTSIDE
    """The lowest source that may make or change one without review."""
    always_shared: bool = False
    """Belongs to the agent as a whole, whatever scope the session has."""
    aliases: tuple[str, ...] = ()
    """Names for the same kind in other documents (`PREFERENCE`, `memory_skills`)."""
    rules: int = 1
    """Raised by one with every breaking change: another name, other keys, or values that yesterday's could not be."""
    formerly: tuple[Formerly, ...] = ()
    """What it was under each earlier rule, the oldest first: one for every number below `rules`."""

    def of_today(self, item_type: str, key: str, value: Mapping[str, JSON]) -> Mapping[str, JSON]:
        """The value of an item in today's form, whenever it was made."""
        was = self.former(item_type, key)
        for step in () if was is None else self.formerly[self.formerly.index(was) :]:
            value = step.value(value)
        return value

    def former(self, item_type: str, key: str) -> Formerly | None:
        """The rule that an item was made under, if that is not today's."""
        return next((was for was in self.formerly if was.made(item_type, key)), None)

    def parse(self, value: Mapping[str, JSON]) -> Value:
        """The value as its model, or an error that names the field."""
        if not isinstance(value, Mapping):
            raise self._refusal("value", f"must be an object: got {type(value).__name__}")
        for where, wrong in _unkeepable(value, "value"):
            raise self._refusal(where, wrong)
        try:
            return self.value.model_validate(dict(value))
        except ValidationError as bad:
            first = bad.errors(include_url=False, include_context=False, include_input=False)[0]
            raise self._refusal(
                ".".join(str(step) for step in ("value", *first["loc"])),
                first["msg"].lower().removeprefix("value error, "),
            ) from None

    def _refusal(self, where: str, wrong: str) -> InvalidInput:
        accepted = list(self.value.model_fields)
        where = where.encode("utf-8", "backslashreplace").decode()  # a name may be one that cannot be shown
        return InvalidInput(
            f"`{where}` of type `{self.name}`: {wrong}",
            field=where,
            hint=say("hint.value_has", type=self.name, names=accepted),
        )

    def dump(self, value: Value) -> dict[str, JSON]:
        """The value as plain JSON, without what was left empty."""
        return value.model_dump(mode="json", exclude_none=True)

    @property
    def key_rule(self) -> str:
        """The rule as a person reads it: `pref:<scope>:<name>`."""
        return ":".join((self.prefix, *(f"<{part.name}>" for part in self.shape)))

    def key(self, value: Value, context: KeyContext) -> str:
        """The key of this value. Equal facts give equal keys."""
        return self._join(self.parts(value, context), "value")

    def check_key(self, given: str) -> str:
        """A key as a caller wrote it, in its normal form; refused when it does not follow the rule."""
        prefix, *parts = check_text(given, "key", max_bytes=8_000).replace("：", ":").split(":")
        if unicodedata.normalize("NFKC", prefix).strip().casefold() != self.prefix or len(parts) != len(self.shape):
            raise InvalidInput(
                f"`key` of type `{self.name}` does not follow its rule",
                field="key",
                hint=say("hint.key_rule", rule=self.key_rule),
            )
        return self._join(parts, "key")

    def may_be_called(self, given: str, made: str) -> bool:
        """Whether a given key agrees with the one the value makes, but for the parts that are free to choose."""
        pairs = zip(given.split(":")[1:], made.split(":")[1:], self.shape, strict=True)
        return all(part.free or one == other for one, other, part in pairs)

    def own_key(self, key: str, statement: str) -> str:
        """A key like this one that belongs to one statement alone."""
        head, _, last = key.rpartition(":")
        return f"{head}:{shorten(f'{last}~{fold_name(statement)}', always=True)}"

    def _join(self, parts: Sequence[str], whose: str) -> str:
        normal = [self.prefix]
        for text, part in zip(parts, self.shape, strict=True):
            name = part.field if part.field and whose == "value" else part.name
            normal.append(part.normal(text, f"{whose}.{name}"))
        return ":".join(normal)


def _unkeepable(value: object, where: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Where a value holds what not every engine can keep: a NUL character, or a number JSON has no name for."""
    if isinstance(value, str) and "\x00" in value:
        yield where, "contains a NUL character"
    elif isinstance(value, float) and not math.isfinite(value):
        yield where, "is not a finite number"
    elif isinstance(value, int) and value.bit_length() > MAX_BITS:
        yield where, "is too large a number"
    elif isinstance(value, Mapping | list | tuple) and depth >= MAX_DEPTH:
        yield "value", "is nested too deeply"
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if not isinstance(name, str):
                yield where, "has a name that is no text"
                return
            if "\x00" in name:
                yield where, "contains a NUL character"
            yield from _unkeepable(inner, f"{where}.{name}", depth + 1)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _unkeepable(inner, f"{where}.{place}", depth + 1)


def for_good(_: object) -> timedelta | None:
    """Retention of what is kept permanently."""
    return None


def long_term(_: object) -> timedelta | None:
    """Retention of what expires unless used: 30 days."""
    return LONG_TERM

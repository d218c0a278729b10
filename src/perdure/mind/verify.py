"""Whether what is known was checked: a verifier looks at an item and what it rests on, and says yes, no, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from perdure.clock import iso
from perdure.errors import InvalidInput
from perdure.types.keys import fold_name
from perdure.values import JSON, Change, Item, Record, Role, Source, check_list

DIRECT = "direct"
"""The tag of a record that a direct write made of itself: it proves nothing but that it was written."""
NAMES = frozenset({"subject", "predicate", "name", "category", "domain", "scope", "slug", "k"})
"""Fields that say which thing it is, not what is said of it."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What an item rests on: the records behind its evidence, and the log of what was done to its key."""

    records: tuple[Record, ...]
    changes: tuple[Change, ...]


class Verifier(Protocol):
    """Checks one item. May ask anybody, and take its time: no transaction is open meanwhile."""

    name: str

    async def verify(self, item: Item, grounds: Grounds) -> bool | None:
        """Whether it is so; None when this verifier cannot say."""
        ...


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of checking an item: `verified`, by which verifier, and since when."""

    item_id: str
    key: str
    verified: bool
    verified_at: datetime | None
    by: tuple[str, ...]
    denied_by: tuple[str, ...] = ()

    def as_json(self) -> dict[str, JSON]:
        return {
            "item_id": self.item_id,
            "key": self.key,
            "verified": self.verified,
            "verified_at": iso(self.verified_at),
            "by": list(self.by),
            "denied_by": list(self.denied_by),
        }


class ConfirmedByUser:
    """The user said it again: on another occasion, or after another source had said it."""

    name = "confirmed_by_user"

    async def verify(self, item: Item, grounds: Grounds) -> bool | None:
        told = [record for record in grounds.records if record.role is Role.USER]
        if len({(record.session_id, record.turn_id) for record in told}) > 1 and item.source is Source.USER:
            return True
        again = any(
            change.action in ("confirmed", "accepted") and change.source is Source.USER and change.item_id == item.id
            for change in grounds.changes
        )
        return True if again else None


class SeenInEvidence:
    """What it says stands word for word in what a person said or a tool answered."""

    name = "seen_in_evidence"

    async def verify(self, item: Item, grounds: Grounds) -> bool | None:
        heard = [
            record.content or ""
            for record in grounds.records
            if record.role in (Role.USER, Role.TOOL) and DIRECT not in record.tags
        ]
        said = [fold_name(text) for text in leaves(item.value) if fold_name(text)]
        if not heard or not said:
            return None
        folded = fold_name("\n".join(heard))
        return all(text in folded for text in said)


def leaves(value: Mapping[str, JSON]) -> Iterator[str]:
    """The texts of a value that say something, without those that only name it."""
    for name, inner in value.items():
        if name in NAMES:
            continue
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, Mapping):
            yield from leaves(inner)
        elif isinstance(inner, list | tuple):
            yield from (one for one in inner if isinstance(one, str))
            for one in inner:
                if isinstance(one, Mapping):
                    yield from leaves(one)


BUILT_IN: tuple[Verifier, ...] = (ConfirmedByUser(), SeenInEvidence())


async def verify(item: Item, grounds: Grounds, verifiers: Sequence[Verifier]) -> tuple[tuple[str, ...], ...]:
    """Who says yes and who says no, by name."""
    for verifier in check_list(verifiers, "verifiers"):
        if not isinstance(getattr(verifier, "name", None), str) or not callable(getattr(verifier, "verify", None)):
            raise InvalidInput("a verifier has a `name` and an async `verify`", field="verifiers")
    answers = [(verifier.name, await verifier.verify(item, grounds)) for verifier in verifiers]
    return tuple(name for name, yes in answers if yes), tuple(name for name, yes in answers if yes is False)

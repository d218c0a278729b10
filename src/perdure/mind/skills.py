"""How well something is mastered: practice raises it, what fails lowers it, and what is left alone slowly fades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from perdure.clock import iso
from perdure.types.keys import fold_name
from perdure.types.skills import TYPE, Skill, earned, level
from perdure.types.wording import UNSORTED
from perdure.values import JSON, Item

GRACE = timedelta(days=90)
"""How long a skill keeps its level without practice."""
FADING = timedelta(days=30)
"""After that, one point goes each time this has passed; half of what was reached stays for good."""


@dataclass(frozen=True, slots=True)
class Proficiency:
    """A skill as it stands today."""

    item_id: str
    key: str
    name: str
    category: str
    level: int
    reached: int
    minutes: int
    successes: int
    failures: int
    last_practised_at: datetime | None
    history: tuple[str, ...]

    @property
    def shown(self) -> str:
        """From 0 to 10, as in `8/10`."""
        return f"{self.level / 10:g}/10"

    def as_json(self) -> dict[str, JSON]:
        return {
            "item_id": self.item_id,
            "key": self.key,
            "name": self.name,
            "category": self.category,
            "proficiency_level": self.level,
            "reached": self.reached,
            "shown": self.shown,
            "total_practice_time": self.minutes,
            "successes": self.successes,
            "failures": self.failures,
            "last_practiced_at": iso(self.last_practised_at),
            "learning_history": list(self.history),
        }


def parsed(item: Item) -> Skill:
    value = TYPE.parse(item.value)
    assert isinstance(value, Skill)
    return value


def faded(reached: int, idle: timedelta) -> int:
    """A level after so long without practice."""
    lost = max(timedelta(0), idle - GRACE) // FADING
    return max(reached - lost, (reached + 1) // 2)


def today(value: Skill, since: datetime, now: datetime) -> int:
    """The level now. `since` stands in where nobody said when it was practised last."""
    return faded(level(value), now - (value.last_practiced_at or since))


def proficiency(item: Item, now: datetime) -> Proficiency:
    value = parsed(item)
    return Proficiency(
        item_id=item.id,
        key=item.key,
        name=value.skill_name,
        category=value.category,
        level=today(value, item.created_at, now),
        reached=level(value),
        minutes=value.total_practice_time,
        successes=value.successes,
        failures=value.failures,
        last_practised_at=value.last_practiced_at,
        history=tuple(step.note for step in value.learning_history),
    )


def known(items: Iterable[Item], name: str, category: str | None) -> Item | None:
    """The skill of that name: in this category, or in whichever it is known."""
    for item in items:
        value = parsed(item)
        if fold_name(value.skill_name) == fold_name(name) and (
            category is None or fold_name(value.category) == fold_name(category)
        ):
            return item
    return None


def practice(
    held: Item | None,
    name: str,
    *,
    category: str | None,
    minutes: int,
    success: bool | None,
    note: str | None,
    now: datetime,
    trust: float,
) -> Mapping[str, JSON]:
    """The value of a candidate that tells of one time of practice.

    What has faded in the meantime is where it goes on from, unless somebody better trusted stated the level.
    """
    before = None if held is None else parsed(held)
    value: dict[str, JSON] = {
        "skill_name": name if before is None else before.skill_name,
        "category": category or (UNSORTED if before is None else before.category),
        "total_practice_time": minutes,
        "successes": int(success is True),
        "failures": int(success is False),
        "last_practiced_at": now.isoformat(),
        "learning_history": [{"at": now.isoformat(), "note": note}] if note else [],
    }
    if before is not None and held is not None and trust >= held.trust:
        start = today(before, held.created_at, now)
        if start < level(before):
            counts = ("total_practice_time", "successes", "failures")
            added = before.model_copy(update={count: getattr(before, count) + value[count] for count in counts})
            value["proficiency_level"] = min(100, max(0, start + earned(added) - earned(before)))
    return value

"""Candidate × current versions → plan. A pure function: the same question always gets the same answer.

Authority comes before time. Equal or higher authority may confirm, add to, replace or retract what is held; lower
authority that contradicts it opens a conflict for review. Within one authority the later word holds, unless the two
are true at different times: then both stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.intake.admit import Admitted
from perdure.intake.gate import objection
from perdure.types.base import OnConflict, Sides
from perdure.types.wording import same_text
from perdure.values import JSON, Item


@dataclass(frozen=True, slots=True)
class Add:
    """Write a first version, or one that stands beside the others because it is true at another time."""

    value: Mapping[str, JSON]
    reason: str
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """The same was said before: more confidence, more evidence, renewed retention."""

    held: Item
    reason: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Write a new version in the place of `held`, which closes at `closes_at`."""

    held: Item
    value: Mapping[str, JSON]
    reason: str
    closes_at: datetime
    adds_only: bool = False
    """Nothing that was held became untrue: the receipt says merged, not superseded."""
    later: bool = False
    """The new version begins in the future; until then the old one holds."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Nobody holds this any more."""

    held: Item
    reason: str


@dataclass(frozen=True, slots=True)
class Review:
    """A person has to decide."""

    value: Mapping[str, JSON]
    reason: str
    against: Item | None = None
    withdraws: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Nothing to do, and why."""

    reason: str


Step = Add | Confirm | Replace | Withdraw | Review | Refuse


def resolve(new: Admitted, held: Sequence[Item], *, now: datetime) -> tuple[Step, ...]:
    """What to do with a candidate, given the versions of its key that are held in its scope."""
    if new.retract:
        return _retract(new, held)
    why_not = objection(new)
    same = next((item for item in held if same_text(item.value, new.plain) and _overlap(new, item)), None)
    # What adds up (practice, sightings of a lesson) is more of the same, unless the very same evidence comes again.
    adds_up = new.type.combine is not None and same is not None and not _known_evidence(new, same)
    if same is not None and not adds_up and (new.trust <= same.trust or why_not):
        return (Confirm(same, "said before"),)
    if why_not:
        return (Review(new.plain, why_not, held[-1] if held else None),)
    rivals = [item for item in held if _overlap(new, item)]
    if not rivals or new.type.on_conflict is OnConflict.APPEND:
        return (Add(new.plain, "new" if not held else "true at another time"),)
    if same is not None and not adds_up:
        return (Replace(same, same.value, f"confirmed by `{new.source.value}`", now, adds_only=True),)
    if new.type.combine is not None:
        return _combine(new, rivals[-1], now)
    return _contend(new, rivals, now)


def _retract(new: Admitted, held: Sequence[Item]) -> tuple[Step, ...]:
    if not held:
        return (Refuse("there is nothing of this key to retract"),)
    stronger = [item for item in held if item.trust > new.trust]
    if stronger:
        reason = f"`{new.source.value}` denies what `{stronger[-1].source.value}` said"
        return (Review(new.plain, reason, stronger[-1], withdraws=True),)
    return tuple(Withdraw(item, new.reason or f"denied by `{new.source.value}`") for item in held)


def _combine(new: Admitted, held: Item, now: datetime) -> tuple[Step, ...]:
    assert new.type.combine is not None
    sides = Sides(new_source=new.source, new_trust=new.trust, held_trust=held.trust)
    combined = new.type.combine(new.type.parse(held.value), new.value, sides)
    steps: list[Step] = []
    if combined.disputed is not None:
        reason = f"`{new.source.value}` contradicts what was said with more authority"
        steps.append(Review(combined.disputed, reason, held))
    if combined.changed or not same_text(combined.value, held.value):
        reason = f"changed: {', '.join(combined.changed)}" if combined.changed else "added to what was known"
        steps.append(Replace(held, combined.value, reason, now, adds_only=not combined.changed))
    elif not steps:
        steps.append(Confirm(held, "said before"))
    return tuple(steps)


def _contend(new: Admitted, rivals: Sequence[Item], now: datetime) -> tuple[Step, ...]:
    stronger = [item for item in rivals if item.trust > new.trust]
    if stronger:
        reason = f"`{new.source.value}` contradicts what `{stronger[-1].source.value}` said"
        return (Review(new.plain, reason, stronger[-1]),)
    last = rivals[-1]
    begins = new.valid_from
    if begins is not None and last.valid_from is not None and begins < last.valid_from:
        return (Add(new.plain, "true before what is held now", valid_to=last.valid_from),)
    later = begins is not None and begins > now
    closes_at = begins if begins is not None else now
    return tuple(
        Replace(item, new.plain, "takes over when it begins" if later else "the later word", closes_at, later=later)
        for item in rivals
    )


def _known_evidence(new: Admitted, item: Item) -> bool:
    """Whether everything the newcomer rests on is known already."""
    known = {replace(evidence, quote=None) for evidence in item.evidence}
    return all(replace(evidence, quote=None) in known for evidence in new.evidence)


def _overlap(new: Admitted, item: Item) -> bool:
    """Whether both claim to be true at some common time."""
    if new.valid_to is not None and item.valid_from is not None and new.valid_to <= item.valid_from:
        return False
    return not (new.valid_from is not None and item.valid_to is not None and item.valid_to <= new.valid_from)

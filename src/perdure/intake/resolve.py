"""Candidate × current versions → plan. A pure function: the same question always gets the same answer.

Authority comes before time. Equal or higher authority may confirm, add to, replace or retract what is held; lower
authority that contradicts it opens a conflict for review. Within one authority the more recent wins, unless the two
are true at different times: then both stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.intake.admit import Admitted
from perdure.intake.gate import is_protected, objection
from perdure.messages import say
from perdure.types.base import Combined, Sides, Value
from perdure.types.wording import same_text
from perdure.values import JSON, Item

Span = tuple[datetime | None, datetime | None]
"""From when to when something is true; None is without end."""


@dataclass(frozen=True, slots=True)
class Add:
    """Write a first version, or one that stands beside the others because it is true at another time."""

    value: Mapping[str, JSON]
    reason: str
    span: Span | None = None
    """When the new version is true, where that is not what the candidate said."""


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
    span: Span | None = None
    """When the new version is true, where that is not what the candidate said."""


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
        return _retract(new, held) if new.type.without is None else _take_out(new, held, now)
    rivals = [item for item in held if _overlap(new, item)]
    same = next((item for item in rivals if _agrees(new, item, now)), None)
    if why_not := objection(new):
        return (
            Confirm(same, say("write.said_before")) if same else Review(new.plain, why_not, held[-1] if held else None),
        )
    if not rivals:
        return (Add(new.plain, say("write.other_time" if held else "write.new")),)
    if new.type.combine is not None:
        return _combine(new, rivals, same, now)
    if same is not None and new.trust <= same.trust:
        return (Confirm(same, say("write.said_before")),)
    if same is not None and len(rivals) == 1:
        return (_raise(new, same, now),)
    return _contend(new, rivals, now)


def _retract(new: Admitted, held: Sequence[Item]) -> tuple[Step, ...]:
    if not held:
        return (Refuse(say("write.nothing_to_retract")),)
    stronger = [item for item in held if new.asks or item.trust > new.trust or is_protected(new.type, item, new.source)]
    if stronger:
        reason = _why_ask(new, stronger[-1])
        return (Review(new.plain, reason, stronger[-1], withdraws=True),)
    return tuple(Withdraw(item, new.reason or say("write.denied", source=new.source.value)) for item in held)


def _why_ask(new: Admitted, held: Item) -> str:
    """Why a person is to decide: what was said may put an end to it, or a weaker source denies it."""
    return say("write.may_end") if new.asks else say("write.denies", source=new.source.value, held=held.source.value)


def _take_out(new: Admitted, held: Sequence[Item], now: datetime) -> tuple[Step, ...]:
    """Of an item with several parts only those that are denied; all of it when none is left."""
    assert new.type.without is not None
    steps: list[Step] = []
    for item in held:
        if new.asks or is_protected(new.type, item, new.source):
            steps.append(Review(new.plain, _why_ask(new, item), item, withdraws=True))
            continue
        sides = Sides(new_source=new.source, new_trust=new.trust, held_trust=item.trust)
        rest = new.type.without(new.type.parse(item.value), new.value, sides)
        if rest.disputed is not None:
            reason = say("write.denies", source=new.source.value, held=item.source.value)
            steps.append(Review(rest.disputed, reason, item, withdraws=True))
        if rest.taken and rest.value is None:
            steps.append(Withdraw(item, new.reason or say("write.denied", source=new.source.value)))
        elif rest.taken and rest.value is not None:
            span = (item.valid_from, item.valid_to)
            steps.append(Replace(item, rest.value, say("write.no_longer", fields=list(rest.taken)), now, span=span))
    return tuple(steps) or (Refuse(say("write.nothing_to_retract")),)


def _combine(new: Admitted, rivals: Sequence[Item], same: Item | None, now: datetime) -> tuple[Step, ...]:
    """One version out of all that overlap. It holds whenever one of its parts does."""
    last = rivals[-1]
    # One sentence may say several facts of a profile; of what adds up it is counted once.
    if new.type.without is None and any(_known_evidence(new, item) for item in rivals):
        return (Confirm(last, say("write.said_before")),)
    known = rivals[0].value
    for item in rivals[1:]:
        known = _combined(new, known, new.type.parse(item.value), item, rivals[0].trust).value
    combined = _combined(new, known, new.value, new, max(item.trust for item in rivals))
    steps: list[Step] = []
    if combined.disputed is not None:
        reason = say("write.contradicts_authority", source=new.source.value)
        steps.append(Review(combined.disputed, reason, last))
    is_news = not any(_holds(item, now) for item in rivals) and _holds(new, now)
    if combined.changed or is_news or not same_text(combined.value, known):
        changed = list(combined.changed)
        reason = say("write.changed", fields=changed) if changed else say("write.added")
        span = _hull([new, *rivals])
        steps += [
            Replace(item, combined.value, reason, now, adds_only=not combined.changed, span=span) for item in rivals
        ]
    elif same is not None and new.trust > same.trust:
        steps.append(_raise(new, same, now))
    elif not steps:
        steps.append(Confirm(last, say("write.said_before")))
    return tuple(steps)


def _combined(
    new: Admitted, held: Mapping[str, JSON], value: Value, says: Admitted | Item, held_trust: float
) -> Combined:
    assert new.type.combine is not None
    sides = Sides(new_source=says.source, new_trust=says.trust, held_trust=held_trust)
    return new.type.combine(new.type.parse(held), value, sides)


def _raise(new: Admitted, same: Item, now: datetime) -> Replace:
    """A better source says the same: it becomes the source."""
    return Replace(
        same, same.value, say("write.confirmed", source=new.source.value), now, adds_only=True, span=_hull([new, same])
    )


def _contend(new: Admitted, rivals: Sequence[Item], now: datetime) -> tuple[Step, ...]:
    stronger = [item for item in rivals if item.trust > new.trust]
    if stronger:
        reason = say("write.contradicts", source=new.source.value, held=stronger[-1].source.value)
        return (Review(new.plain, reason, stronger[-1]),)
    begins = new.valid_from
    if begins is None:
        return tuple(Replace(item, new.plain, say("write.later_word"), now) for item in rivals)
    # What begins after the new one stands; the new one ends there.
    ends = min((item.valid_from for item in rivals if item.valid_from and item.valid_from > begins), default=None)
    span = None if ends is None else (begins, ends)
    replaced = [item for item in rivals if item.valid_from is None or item.valid_from <= begins]
    if not replaced:
        return (Add(new.plain, say("write.before_held"), span),)
    reason = say("write.takes_over" if begins > now else "write.later_word")
    return tuple(
        Replace(item, new.plain, reason, begins, later=begins > now and item.valid_from != begins, span=span)
        for item in replaced
    )


def _known_evidence(new: Admitted, item: Item) -> bool:
    """Whether everything the newcomer rests on is known already."""
    known = {replace(evidence, quote=None) for evidence in item.evidence}
    return bool(new.evidence) and all(replace(evidence, quote=None) in known for evidence in new.evidence)


def _agrees(new: Admitted, item: Item, now: datetime) -> bool:
    """Whether the item says the same, and says it of now where the newcomer does."""
    return same_text(item.value, new.plain) and (_holds(item, now) or not _holds(new, now))


def _holds(one: Admitted | Item, now: datetime) -> bool:
    return (one.valid_from is None or one.valid_from <= now) and (one.valid_to is None or now < one.valid_to)


def _hull(parts: Sequence[Admitted | Item]) -> Span:
    """From when the first begins to when the last ends."""
    begins = [part.valid_from for part in parts if part.valid_from is not None]
    ends = [part.valid_to for part in parts if part.valid_to is not None]
    return (
        min(begins) if len(begins) == len(parts) else None,
        max(ends) if len(ends) == len(parts) else None,
    )


def _overlap(new: Admitted, item: Item) -> bool:
    """Whether both claim to be true at some common time."""
    if new.valid_to is not None and item.valid_from is not None and new.valid_to <= item.valid_from:
        return False
    return not (new.valid_from is not None and item.valid_to is not None and item.valid_to <= new.valid_from)

"""MemoryPolicy: the five decisions a host may want to make itself, behind one replaceable object.

The write path asks it and does what it says: which events are kept and which are learned from, what a candidate does to
what is held, what is embedded, what is due to be forgotten, and when a session is worth consolidating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from perdure.config import Config
from perdure.intake.admit import Admitted
from perdure.intake.injection import reads_like_an_order
from perdure.intake.resolve import Review, Step, resolve
from perdure.messages import say
from perdure.types.decay import decayed
from perdure.types.registry import Registry
from perdure.types.retention import end_of, own_day
from perdure.values import Event, Grade, Item, Priority, Role, Session, Source, Status


@dataclass(frozen=True, slots=True)
class Route:
    """Where an event goes. What something is concluded from is kept in any case: no item without evidence."""

    to_archival: bool = True
    to_recall: bool = True


class ForgetAction(StrEnum):
    """What should become of an item."""

    KEEP = "keep"
    DECAY = "decay"
    DEACTIVATE = "deactivate"
    DELETE = "delete"


class MemoryPolicy(Protocol):
    """All of it is plain and quick: it is asked inside the transaction."""

    def route(self, event: Event) -> Route:
        """Whether an event is kept, and whether anything is concluded from it."""

    def update_or_create_recall(
        self, candidate: Admitted, existing: Sequence[Item], *, now: datetime
    ) -> tuple[Step, ...]:
        """What a candidate does to the versions of its key that are held: the plan that is carried out."""

    def should_embed_recall(self, item: Item) -> bool:
        """Whether an item gets a vector. One without is found by its words all the same."""

    def should_consolidate(self, agent_id: str, session: Session) -> bool:
        """Whether a session has come far enough, or has ended, for its conclusions to be drawn together."""

    def forget_policy(self, item: Item, *, now: datetime) -> ForgetAction:
        """What upkeep should do with an item that holds or has lapsed."""


def planned(policy: MemoryPolicy, new: Admitted, existing: Sequence[Item], *, now: datetime) -> tuple[Step, ...]:
    """The plan for a candidate. What reads like an order to the model and is not the user's own goes to review."""
    if new.source is not Source.USER and reads_like_an_order(f"{new.content}\n{new.plain}"):
        reason = say("write.reads_like_order", source=new.source.value)
        return (Review(new.plain, reason, existing[-1] if existing else None, new.retract),)
    return policy.update_or_create_recall(new, existing, now=now)


def policy_of(config: Config, registry: Registry) -> MemoryPolicy:
    """The policy in force: the one that was given, else the default."""
    chosen: MemoryPolicy | None = config.policy
    return DefaultPolicy(config, registry) if chosen is None else chosen


class DefaultPolicy:
    """The routing that the settings ask for, and the rules of `resolve`."""

    def __init__(self, config: Config, registry: Registry) -> None:
        self._config = config
        self._registry = registry

    def route(self, event: Event) -> Route:
        """Everything is kept unless the settings say otherwise; only some roles and tools are learned from."""
        config = self._config
        role = Role(event.role)
        learns = role.value in config.recall_roles and not (role is Role.TOOL and event.name in config.quiet_tools)
        return Route(config.archival_enabled and config.archival_default_write, learns)

    def update_or_create_recall(
        self, candidate: Admitted, existing: Sequence[Item], *, now: datetime
    ) -> tuple[Step, ...]:
        """Authority before time, by the conflict rule of the type."""
        return resolve(candidate, existing, now=now)

    def should_embed_recall(self, item: Item) -> bool:
        """Every item."""
        return True

    def should_consolidate(self, agent_id: str, session: Session) -> bool:
        """At its end, and whenever another so many turns have come together."""
        every = self._config.consolidate_every
        return session.turn_count > 0 and (not session.is_open or session.turn_count % every == 0)

    def forget_policy(self, item: Item, *, now: datetime) -> ForgetAction:
        """Soft first: what lapsed goes, and is deleted once nobody has restored it for as long as the settings say.

        What is kept for good never decays. What decayed becomes transient and keeps its date: nothing goes before the
        day that it speaks of, nor before the time that its receipt named.
        """
        if item.pinned:
            return ForgetAction.KEEP
        if item.status is not Status.ACTIVE:
            return ForgetAction.DELETE if item.updated_at + self._config.forget_grace <= now else ForgetAction.KEEP
        own = own_day(self._registry.get(item.type), item.value)
        over = None if own is None else end_of(own)
        if item.expires_at is not None and max(filter(None, (item.expires_at, over))) <= now:
            return ForgetAction.DEACTIVATE
        if item.priority is Priority.PERMANENT or (over is not None and over > now):
            return ForgetAction.KEEP
        left = decayed(item, now, self._config.decay_rates, own)
        if left < self._config.forget_below and item.expires_at is None:
            return ForgetAction.DEACTIVATE
        # What is provisional, or transient already, has the shortest time there is.
        can_fade = item.grade is Grade.SURE and item.priority is not Priority.TRANSIENT
        return ForgetAction.DECAY if can_fade and left < self._config.fade_below else ForgetAction.KEEP

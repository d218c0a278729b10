"""What lapsed or was withdrawn, why, and until when it can be put back. For a person: no prompt is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.clock import from_micros, iso
from perdure.config import Config
from perdure.errors import Conflict, InvalidInput, NotFound
from perdure.intake.choose import fields_of
from perdure.intake.gate import not_from_here
from perdure.intake.origin import Criteria
from perdure.intake.restore import ROLLED_BACK, Rebased, restore
from perdure.messages import coded, say
from perdure.store.links import LinkKind
from perdure.store.past import BESIDE
from perdure.store.rows import mutable_params
from perdure.store.transaction import Transaction
from perdure.store.upkeep import LAPSED, MERGED
from perdure.types.base import LONG_TERM, OnConflict
from perdure.types.keys import fold_name
from perdure.types.registry import Registry
from perdure.types.retention import own_day, renew
from perdure.upkeep.fields import bring_field_back, taken_out
from perdure.values import JSON, Change, Choice, Item, Source, Status

ENDS = frozenset({"forgotten", "retracted", "rejected", "undone", ROLLED_BACK, "superseded", LAPSED, MERGED})
"""How the log calls what ended an item that was held. What was only proposed and rejected never was."""
PROPOSED = frozenset({"rejected", ROLLED_BACK})
"""What can also end what did not hold."""
EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Something that no longer holds: what ended it, when, by whose word and why."""

    item: Item
    action: str
    at: datetime
    source: Source
    reason: str
    until: datetime | None
    """When it is deleted, if it lapsed by itself. What a person withdrew stays until a person deletes it."""
    field: str | None = None
    """The field of a profile that was taken out, where it was not all of the item."""
    said: str = ""

    @property
    def target(self) -> str:
        """What `restore` is told to put back."""
        return self.item.id if self.field is None else f"{self.item.id}#{self.field}"

    @property
    def text(self) -> str:
        """What it says."""
        return self.said or self.item.content

    def as_json(self) -> dict[str, JSON]:
        return {
            **self.item.as_json(),
            "content": self.text,
            "field": self.field,
            "restore": self.target,
            "action": self.action,
            "ended_at": iso(self.at),
            "ended_by": self.source.value,
            "reason": self.reason,
            **coded(self.reason),
            "restorable_until": iso(self.until),
        }


def forgotten(tx: Transaction, config: Config, limit: int) -> list[Forgotten]:
    """What ended in this scope and was not replaced by something newer, the latest first."""
    found: list[Forgotten] = []
    for item in tx.upkeep.ended(limit):
        ended = _ended(tx, config, item)
        found += _fields(tx, item) if ended is None else [ended]
    return sorted(found, key=lambda one: (one.at, one.item.sequence), reverse=True)[:limit]


def bring_back(tx: Transaction, criteria: Criteria, target: str) -> Item:
    """Let something hold again that lapsed or was withdrawn, on the user's word. Its time begins anew."""
    item_id, _, field = target.partition("#")
    registry, item = criteria.registry, tx.item(item_id)
    if item is None:
        raise NotFound("no such item in this scope", hint=say("hint.list_forgotten"))
    if why_not := not_from_here(tx.scope, item.scope):
        raise InvalidInput(why_not, field="scope", hint=say("hint.act_in_main"))
    if field:
        return bring_field_back(tx, criteria, item, field)
    ended = _ended(tx, criteria.config, item)
    if ended is None:
        raise Conflict("this was not forgotten", hint=say("hint.list_forgotten"))
    _check_free(tx, registry, item)
    kind = registry.get(item.type)
    since = item.expires_at is not None and not item.pinned
    if since and item.keep_for is None:
        item = replace(item, keep_for=LONG_TERM)
    again = replace(
        item,
        status=Status.ACTIVE,
        superseded_by=None,
        expires_at=renew(item, tx.now, own_day(kind, item.value)) if since else item.expires_at,
        valid_to=_valid_to(tx, item, ended),
        updated_at=tx.now,
    )
    undid = [change.sequence for change in _log(tx, item)[-1:]]
    rebased = Rebased(item, mutable_params(again), item.evidence, undid)
    restore(tx, [rebased], registry=registry, reason=say("upkeep.restored"))
    if ended.action == MERGED and item.superseded_by is not None and tx.item(item.superseded_by) is not None:
        # A person says that these are two. Nobody makes one of them again.
        tx.links.add(item.id, item.superseded_by, LinkKind.ALIKE)
        tx.links.settle(item.id, item.superseded_by, LinkKind.ALIKE)
    held = tx.item(item_id)
    assert held is not None
    return held


def _check_free(tx: Transaction, registry: Registry, item: Item) -> None:
    """One current version per key: what took its place has to go first."""
    if registry.get(item.type).on_conflict is OnConflict.APPEND:
        return
    others = [held for held in tx.held(item.scope, item.key) if held.id != item.id and held.is_kept_at(tx.now)]
    if others:
        raise Conflict(f"`{item.key}` holds something newer", hint=say("hint.forget_newer", key=item.key))


def _ended(tx: Transaction, config: Config, item: Item) -> Forgotten | None:
    log = _log(tx, item)
    last = log[-1] if log else None
    if item.status is Status.ACTIVE:
        if item.is_kept_at(tx.now) or item.expires_at is None:
            return None
        return Forgotten(item, EXPIRED, item.expires_at, item.source, say("forget.lapsed"), None)
    if last is None or last.action not in ENDS or (last.action == "superseded" and item.status is Status.SUPERSEDED):
        return None
    if last.action in PROPOSED and last.before.get("status") in (Status.PENDING, Status.SUPERSEDED):
        return None  # it did not hold when memory was rolled back: it was only proposed, or replaced before
    until = last.at + config.forget_grace if last.action == LAPSED else None
    return Forgotten(item, last.action, last.at, last.source, last.reason, until)


def _fields(tx: Transaction, item: Item) -> list[Forgotten]:
    """The fields that a version lost, as long as nobody has said them again."""
    log = _log(tx, item)
    if not log or log[-1].action != "superseded":
        return []
    last = log[-1]
    held = {_said(choice) for version in tx.held(item.scope, item.key) for choice in fields_of(version)}
    gone = [choice for choice in taken_out(tx, item) if _said(choice) not in held]
    return [
        Forgotten(item, "forgotten", last.at, last.source, last.reason, None, choice.field, choice.said)
        for choice in gone
    ]


def _said(choice: Choice) -> tuple[str | None, str]:
    return choice.field, fold_name(str((choice.fact or {}).get("v")))


def _log(tx: Transaction, item: Item) -> Sequence[Change]:
    log = tx.changes(item.scope, item.key)
    return [change for change in log if change.item_id == item.id and change.action not in BESIDE]


def _valid_to(tx: Transaction, item: Item, ended: Forgotten) -> datetime | None:
    """When what it says stops being true, as it was before it was withdrawn."""
    log = _log(tx, item)
    if log and log[-1].action == ended.action and "valid_to" in log[-1].before:
        before = log[-1].before["valid_to"]
        return None if before is None else from_micros(int(before))
    return item.valid_to

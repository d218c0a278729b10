"""Putting recorded versions back as they were: the second and last way in which versions come about.

Nothing is judged anew here. Undoing, rolling back, copying and importing come this way; what follows a write (who is
named) follows here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perdure.clock import to_micros
from perdure.intake.conclude import follow_items
from perdure.store.mentions import entities_in
from perdure.store.rows import mutable_params
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts
from perdure.types.registry import Registry
from perdure.values import JSON, Change, Evidence, Item, Source, Status

RESTORED, ROLLED_BACK, COPIED, IMPORTED = "restored", "rolled_back", "copied", "imported"


@dataclass(frozen=True, slots=True)
class Reverted:
    """One entry of the log is undone."""

    change: Change


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A version is withdrawn, as if it had never been said."""

    item: Item


@dataclass(frozen=True, slots=True)
class Rebased:
    """A version gets the fields and evidence that it would have without some of its changes."""

    item: Item
    fields: Mapping[str, Any]
    evidence: tuple[Evidence, ...]
    undid: Sequence[int]
    """The changes that are undone by it."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A version gives way to one made of what is left of it."""

    item: Item
    value: Mapping[str, JSON]
    evidence: tuple[Evidence, ...]
    trust: float
    is_alone: bool = False
    """Every version of its key was deleted: there is none that gives way."""
    by: str | None = None
    """The record that asked for it."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A version from another store of the same memory comes in as it was there, its id and number included."""

    item: Item
    action: str = IMPORTED


@dataclass(frozen=True, slots=True)
class Renamed:
    """A version gives way to one that says the same under the type, the key and the form of value of today."""

    item: Item
    type: str
    key: str
    value: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class AsAt:
    """A version becomes exactly what it was at an earlier point."""

    item: Item
    was: Item
    undid: Sequence[int]
    """The changes since, which are undone by it."""


Restored = Reverted | TakenBack | Rebased | Rebuilt | Brought | Renamed | AsAt


def restore(tx: Transaction, versions: Sequence[Restored], *, registry: Registry, reason: str) -> None:
    """Put versions back, in this order, each with its reason in the log."""
    touched: list[str] = []
    for version in versions:
        match version:
            case Reverted(change):
                tx.put_back(change, reason=reason)
                touched.append(change.item_id)
            case TakenBack(item):
                _retract(tx, item, reason)
            case Rebased(item, fields, evidence, undid):
                fields = {**fields, "updated_at": to_micros(tx.now)}
                tx.restore_item(item, fields, evidence, undid, action=RESTORED, reason=reason, source=Source.USER)
                touched.append(item.id)
            case Brought(item, action):
                texts = chunk_texts(registry.get(item.type), item)
                touched.append(tx.add_item(item, texts, action=action, reason=reason).id)
            case Renamed():
                touched.append(_rename(tx, version, registry, reason))
            case AsAt(item, was, undid):
                fields = mutable_params(was)
                tx.restore_item(
                    item, fields, was.evidence, undid, action=ROLLED_BACK, reason=reason, source=Source.USER
                )
                touched.append(item.id)
            case Rebuilt():
                touched += _rebuild(tx, version, registry, reason)
    active = [item for item in tx.items_by_id(touched).values() if item.status is Status.ACTIVE]
    for item in active:  # what holds again may be shown again
        for record_id, start, end in tx.withheld.about(item.id):
            tx.withheld.lift(record_id, start, end, item_id=item.id)
    if active:
        follow_items(tx, active, entities_in(tx, [item.content for item in active]), renamed=active)


def _retract(tx: Transaction, item: Item, reason: str) -> None:
    gone = replace(item, status=Status.RETRACTED, updated_at=tx.now)
    tx.change_item(item, gone, action="undone", reason=reason, source=Source.USER)


def _rename(tx: Transaction, version: Renamed, registry: Registry, reason: str) -> str:
    """Write a version under its new name; the one under the old name is closed and points to it."""
    held, is_pending = version.item, version.item.status is Status.PENDING
    made = replace(
        held,
        id=tx.ids.new(),
        type=version.type,
        key=version.key,
        value=version.value,
        version=0 if is_pending else tx.next_version(held.scope, version.key),
        updated_at=tx.now,
        evidence=tuple(replace(proof, quote=None) for proof in held.evidence),
    )
    written = tx.add_item(made, chunk_texts(registry.get(made.type), made), action="renamed", reason=reason)
    closed = replace(held, status=Status.SUPERSEDED, superseded_by=written.id, updated_at=tx.now)
    tx.change_item(held, closed, action="superseded", reason=reason, source=Source.USER)
    return written.id


def _rebuild(tx: Transaction, version: Rebuilt, registry: Registry, reason: str) -> list[str]:
    """Write what is left of a version; where nothing is left of it, it is retracted."""
    held, kind = version.item, registry.get(version.item.type)
    is_empty = not any(inner for inner in version.value.values() if isinstance(inner, list | Mapping))
    if kind.without is not None and is_empty:
        _retract(tx, held, reason)
        return []
    made = replace(
        held,
        id=tx.ids.new(),
        value=version.value,
        content=kind.describe(kind.parse(version.value)),
        version=tx.next_version(held.scope, held.key),
        trust=version.trust,
        evidence=version.evidence,
        source_message_id=version.by or held.source_message_id,
        updated_at=tx.now,
    )
    written = tx.add_item(made, chunk_texts(kind, made), action="rebuilt", reason=reason)
    if version.is_alone:
        return [written.id]
    closed = replace(held, status=Status.SUPERSEDED, superseded_by=written.id, updated_at=tx.now)
    tx.change_item(held, closed, action="superseded", reason=reason, source=Source.USER, by=version.by)
    return [written.id]

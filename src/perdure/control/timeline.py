"""A timeline: what was believed and what was true, from when to when, of one thing, of an entity, or of a period."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.clock import iso
from perdure.store.finder import RECALL
from perdure.store.transaction import Transaction
from perdure.values import JSON, Change, Item, Status

MOST = 500


@dataclass(frozen=True, slots=True)
class Stretch:
    """One version: how long it was believed, and how long what it says was true as far as was said."""

    item: Item
    believed_from: datetime
    believed_to: datetime | None
    """None while it is still believed."""
    ended_by: str | None = None
    """What ended it: superseded, retracted, forgotten, lapsed, undone…"""

    @property
    def true_from(self) -> datetime:
        return self.item.valid_from or self.item.created_at

    @property
    def true_to(self) -> datetime | None:
        return self.item.valid_to

    def overlaps(self, since: datetime | None, until: datetime | None) -> bool:
        """Whether it was believed, or true, at any time in between."""
        spans = ((self.believed_from, self.believed_to), (self.true_from, self.true_to))
        return any((until is None or a < until) and (since is None or b is None or b > since) for a, b in spans)

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.item.id,
            "type": self.item.type,
            "key": self.item.key,
            "scope": self.item.scope,
            "version": self.item.version,
            "content": self.item.content,
            "status": self.item.status.value,
            "believed_from": iso(self.believed_from),
            "believed_to": iso(self.believed_to),
            "true_from": iso(self.true_from),
            "true_to": iso(self.true_to),
            "ended_by": self.ended_by,
        }


@dataclass(frozen=True, slots=True)
class Timeline:
    """Versions in the order in which they began, at most `MOST`."""

    stretches: tuple[Stretch, ...]
    now: datetime
    left_out: int = 0
    """How many more there are than fit."""

    def as_json(self) -> dict[str, JSON]:
        return {"timeline": [one.as_json() for one in self.stretches], "now": iso(self.now), "left_out": self.left_out}

    def as_text(self) -> list[str]:
        """A line each: from when to when, and what."""
        lines = []
        for one in self.stretches:
            ends = "…" if one.believed_to is None else f"{one.believed_to:%Y-%m-%d %H:%M}"
            why = "" if one.ended_by is None else f" ({one.ended_by})"
            lines.append(f"{one.believed_from:%Y-%m-%d %H:%M} – {ends}{why}  {' '.join(one.item.content.split())}")
            if one.item.valid_from is not None or one.item.valid_to is not None:
                until = "…" if one.true_to is None else f"{one.true_to:%Y-%m-%d}"
                lines.append(f"    true {one.true_from:%Y-%m-%d} – {until}")
        return [*lines, *([f"and {self.left_out} more"] if self.left_out else [])]


def timeline(
    tx: Transaction, items: Sequence[Item], since: datetime | None = None, until: datetime | None = None
) -> Timeline:
    """The timeline of these versions in a period. What waits for a person was never believed, and is left out."""
    believed = [item for item in items if item.version > 0]
    changes = tx.past.changes_of([item.id for item in believed])
    stretches = [_stretch(tx, item, changes.get(item.id, ())) for item in believed]
    fitting = sorted(
        (one for one in stretches if one.overlaps(since, until)), key=lambda one: (one.believed_from, one.item.sequence)
    )
    return Timeline(tuple(fitting[:MOST]), tx.now, max(0, len(fitting) - MOST))


def _stretch(tx: Transaction, item: Item, changes: Sequence[Change]) -> Stretch:
    """`changes` are those of the version, the newest first."""
    if item.status is not Status.ACTIVE:
        ends = [change for change in changes if change.after.get("status") == item.status.value and change.before]
        return Stretch(item, item.created_at, ends[0].at if ends else item.updated_at, ends[0].action if ends else None)
    if item.expires_at is not None and not item.pinned and item.expires_at <= tx.now:
        return Stretch(item, item.created_at, item.expires_at, "lapsed")
    return Stretch(item, item.created_at, None)


def about(tx: Transaction, keys: Sequence[tuple[str, str]]) -> list[Item]:
    """Every version of keys; of an entity also what mentions it."""
    found = {item.id: item for scope, key in keys for item in tx.versions(scope, key)}
    entities = [key for _, key in keys if key.startswith("entity:")]
    named = tx.items_by_id([item_id for _, item_id in tx.finder.mentions(RECALL, entities, MOST)])
    for item in named.values():
        found.update({version.id: version for version in tx.versions(item.scope, item.key)})
    return list(found.values())

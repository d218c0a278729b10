"""A point in the life of a memory: a moment, a change set, or a snapshot by name. All are a number in its log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from perdure.clock import MICROSECOND, aware, given_day, given_time, iso
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import JSON, check_name

PointLike = datetime | int | str
"""How a point is named: a time, the end of a day, the number of a change set (the state right after it), a snapshot."""


@dataclass(frozen=True, slots=True)
class Point:
    """Everything up to a number in the log had happened, and nothing after it."""

    sequence: int
    revision: int
    at: datetime | None
    """When the last of it happened, or the moment that was asked for."""

    def as_json(self) -> dict[str, JSON]:
        return {"revision": self.revision, "at": iso(self.at)}


def point_of(tx: Transaction, to: PointLike, field: str = "to") -> Point:
    """The point that a time, a change set or the name of a snapshot stands for."""
    if isinstance(to, datetime):
        moment = aware(to, field)
        if moment > max(tx.now, tx.clock_high):
            raise InvalidInput(f"`{field}` lies in the future", field=field, hint=say("hint.past_time"))
        sequence, revision = tx.past.number_at(moment)
        return Point(sequence, revision, moment)
    if isinstance(to, int) and not isinstance(to, bool):
        if not 0 <= to <= tx.revision:
            shown = f" {to}" if abs(to) < 1 << 63 else ""
            raise NotFound(f"there is no change set{shown}", hint=say("hint.list_change_sets"))
        sequence, at = tx.past.number_of(to)
        return Point(sequence, to, at)
    if isinstance(to, str):
        return _named(tx, check_name(to, field), field)
    raise InvalidInput(f"`{field}` must be a time, the number of a change set or the name of a snapshot", field=field)


def _named(tx: Transaction, name: str, field: str) -> Point:
    """A snapshot by its name; else what reads like a number or a time."""
    if (found := tx.snapshots.get(name.strip())) is not None:
        return Point(found.sequence, found.revision, found.created_at)
    text = name.strip()
    if text.isascii() and text.isdigit() and len(text) < 19:
        return point_of(tx, int(text), field)
    if (day := given_day(text, field)) is not None:
        first, over = day
        now = max(tx.now, tx.clock_high)
        return point_of(tx, max(first, min(over - MICROSECOND, now)), field)
    try:
        moment = given_time(text, field)
    except InvalidInput:
        raise NotFound(f"there is no snapshot `{text[:80]}`", hint=say("hint.list_snapshots")) from None
    return point_of(tx, moment, field)

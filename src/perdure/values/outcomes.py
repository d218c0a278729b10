"""What came of a write: one outcome for each candidate, one receipt for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from perdure.clock import iso
from perdure.messages import coded
from perdure.values.kinds import JSON


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened to one candidate or item. Use the subclasses; they are a closed set."""

    type: str
    key: str | None
    reason: str
    scope: str
    item_id: str | None = None
    replaces: str | None = None
    expires_at: datetime | None = None

    @property
    def outcome(self) -> str:
        return type(self).__name__.lower()

    def as_json(self) -> dict[str, JSON]:
        return {
            "outcome": self.outcome,
            "item_id": self.item_id,
            "type": self.type,
            "key": self.key,
            "replaces": self.replaces,
            "reason": self.reason,
            **coded(self.reason),
            "scope": self.scope,
            "expires_at": iso(self.expires_at),
        }


class Stored(Outcome):
    """New to us."""

    __slots__ = ()


class Merged(Outcome):
    """Said before: confirmed, or added to."""

    __slots__ = ()


class Superseded(Outcome):
    """Takes the place of `replaces`, which is history now."""

    __slots__ = ()


class Retracted(Outcome):
    """No longer held."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pending(Outcome):
    """Waits for a person, because it contradicts something better founded. Both sides are shown."""

    held: str | None = None
    proposed: str | None = None

    def as_json(self) -> dict[str, JSON]:
        return {**Outcome.as_json(self), "held": self.held, "proposed": self.proposed}


class Refused(Outcome):
    """Not kept as an item. The record is."""

    __slots__ = ()


OUTCOMES: Mapping[str, type[Outcome]] = {
    kind.__name__.lower(): kind for kind in (Stored, Merged, Superseded, Retracted, Pending, Refused)
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a write: exactly what happened."""

    session: str
    turn_id: int | None
    records: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    notices: tuple[str, ...] = ()
    replayed: bool = False

    def as_json(self) -> dict[str, JSON]:
        return {
            "session": self.session,
            "turn_id": self.turn_id,
            "replayed": self.replayed,
            "records": list(self.records),
            "notices": list(self.notices),
            "notice_codes": [coded(notice) for notice in self.notices],
            "outcomes": [o.as_json() for o in self.outcomes],
        }

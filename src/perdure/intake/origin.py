"""Where a candidate comes from, and what it is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from perdure.config import Config
from perdure.intake.moment import Moment
from perdure.intake.policy import MemoryPolicy
from perdure.types.registry import Registry
from perdure.values import IMPORTED, RELAYED, Evidence, Role, Session, Source


@dataclass(frozen=True, slots=True)
class Criteria:
    """What the candidates of one agent are judged by."""

    agent_id: str
    registry: Registry
    config: Config
    policy: MemoryPolicy


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a candidate comes from: the session, turn and record that its item points back to, and whose word it is."""

    session: Session
    turn_id: int | None = None
    record_id: str | None = None
    source: Source = Source.USER
    """Whose word it is at most. A candidate that claims more authority is given this one."""
    scope: str | None = None
    """Where it belongs, if not in the scope of the transaction."""
    today: date | None = None
    """The day it was said, where that is not today."""
    moment: Moment | None = None
    """Set when a turn of the past is read: what was said or decided since then stands."""
    waits_because: str | None = None
    """Why a person has to agree before it holds; None where it is judged like any other."""
    is_direct: bool = False
    """Somebody wrote the candidate as it is: what is wrong with it is raised. What was read out of a turn is gated."""
    accepts: bool = False
    """A person accepts what is provisional, as it is: it lasts from now on, though nothing new was said."""

    asked: tuple[Evidence, ...] = ()
    """The assistant's question that the words answer and the statement holds: what is written rests on it as well."""

    @property
    def trust(self) -> float:
        """The trust that its source has."""
        return self.source.trust


def authority_of(role: Role | str, tags: Sequence[str]) -> Source:
    """The most authority that an event's words can have: a host's model relays, and a tool speaks for itself."""
    if IMPORTED in tags:
        return Source.OUTSIDE
    if role == Role.TOOL:
        return Source.TOOL
    return Source.RELAYED if RELAYED in tags else Source.USER

"""Names and kinds that every value is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

JSON = Any  # a JSON value; checked where it crosses the border

MAIN = "main"
RELAYED = "relayed"
"""The tag of an event that a host's model handed over: what it says as the user's words has that authority, no more."""
IMPORTED = "imported"
"""The tag of an event from another program's file: nobody's word here, until its owner says that it is theirs."""
SHARED = "shared"
UNLEARNED = "unlearned"
"""The tag of an event that is only kept: nothing is concluded from it, now or later."""
WISH = "wish"
"""The tag of an event that was handed over to be remembered, every word of it."""
MAX_NAME = 256
MAX_LIST = 10_000


class Role(StrEnum):
    """Who made an event."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class Source(StrEnum):
    """Where a conclusion comes from, the most trusted first. Authority comes before time."""

    USER = "user"
    RELAYED = "relayed"
    TOOL = "tool"
    OBSERVATION = "observation"
    INFERENCE = "inference"
    OUTSIDE = "outside"

    @property
    def trust(self) -> float:
        """The rung on the one ladder, as a number that can be compared and stored."""
        return _TRUST[self]


_TRUST = {
    Source.USER: 1.0,
    Source.RELAYED: 0.8,
    Source.TOOL: 0.6,
    Source.OBSERVATION: 0.5,
    Source.INFERENCE: 0.3,
    Source.OUTSIDE: 0.1,
}


class Status(StrEnum):
    """What was decided about an item."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    PENDING = "pending"


class Grade(StrEnum):
    """How sure a conclusion is. What is provisional holds like any other, and says so."""

    SURE = "sure"
    PROVISIONAL = "provisional"


class Priority(StrEnum):
    """Retention class: how long an item is kept when nothing else says so."""

    TRANSIENT = "transient"
    SHORT_TERM = "short_term"
    LONG_TERM = "long_term"
    PERMANENT = "permanent"


class Duration(StrEnum):
    """How long an extractor thinks a fact will matter."""

    PERMANENT = "permanent"
    YEAR = "365d"
    MONTH = "30d"
    WEEK = "7d"
    DAY = "24h"
    SESSION = "session"

"""What the files of other programs are read as: conversations, and single memories."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values import JSON, Role


@dataclass(frozen=True, slots=True)
class ForeignMessage:
    """One thing that was said."""

    id: str
    role: Role
    text: str
    at: datetime | None = None
    name: str | None = None
    """Of the tool, if it was one."""
    arguments: JSON = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation, in the order in which it went."""

    id: str
    messages: list[ForeignMessage]
    started_at: datetime | None = None

    def turns(self) -> Iterator[list[ForeignMessage]]:
        """What belongs together: every message of a person begins a turn."""
        turn: list[ForeignMessage] = []
        for message in self.messages:
            if message.role is Role.USER and any(one.role is not Role.SYSTEM for one in turn):
                yield turn
                turn = []
            turn.append(message)
        if turn:
            yield turn


@dataclass(frozen=True, slots=True)
class ForeignMemory:
    """Something another memory had concluded, or a typed value."""

    id: str
    text: str
    at: datetime | None = None
    collection: str = "memories"
    """What it was kept under: a user, a namespace, a block."""
    more: Mapping[str, JSON] = field(default_factory=dict)
    """Whatever else was kept with it."""
    type: str | None = None
    value: Mapping[str, JSON] | None = None
    key: str | None = None


Foreign = Conversation | ForeignMemory
Reader = Callable[[Mapping[str, Any], int], Iterator[Foreign]]
"""(object, its number in the file) → what it holds. What is not of the shape is an `InvalidInput`."""


def wrong(number: int, what: str) -> InvalidInput:
    """The error for an object that is not of the shape."""
    return InvalidInput(f"object {number:,} of the file: {what}", hint=say("hint.not_imported_right_file"))


def moment(value: object) -> datetime | None:
    """A time as others write it: seconds since 1970, or ISO 8601; without a zone it is taken as UTC. Else None."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str) and value:
            read = datetime.fromisoformat(value)
            return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        return None
    return None


_TEXTS = ("text", "content", "memory", "data", "value", "fact", "statement", "summary", "message")


def text_of(value: JSON) -> str:
    """The words in a value of any shape: the field that holds them, else all of it as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        for name in _TEXTS:
            if isinstance(inner := value.get(name), str | Mapping) and inner:
                return text_of(inner)
    return json.dumps(value, ensure_ascii=False)


def role_of(role: object) -> Role | None:
    """A role under any of its names; None for what is no part of a conversation."""
    names = {"human": "user", "ai": "assistant", "model": "assistant", "bot": "assistant", "function": "tool"}
    try:
        return Role(names.get(str(role).lower(), str(role).lower()))
    except ValueError:
        return None

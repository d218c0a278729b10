"""What happened: events, sessions and the records of the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import iso
from perdure.values.kinds import JSON, Role


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with an event. `sha256`, where given, must match the bytes."""

    name: str
    data: bytes
    media_type: str = "application/octet-stream"
    sha256: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a turn, as the caller tells it."""

    role: Role | str
    content: str
    speaker: str | None = None
    name: str | None = None
    arguments: JSON = None
    result: JSON = None
    attachments: Sequence[Attachment] = ()
    timestamp: datetime | None = None
    """When it happened. A commit also takes ISO 8601 text here, and keeps the moment that it names."""
    tags: Sequence[str] = ()
    content_ref: str | None = None

    @classmethod
    def user(cls, content: str, *, speaker: str | None = None, **more: Any) -> Event:
        return cls(Role.USER, content, speaker=speaker, **more)

    @classmethod
    def assistant(cls, content: str, **more: Any) -> Event:
        return cls(Role.ASSISTANT, content, **more)

    @classmethod
    def system(cls, content: str, **more: Any) -> Event:
        return cls(Role.SYSTEM, content, **more)

    @classmethod
    def tool(cls, name: str, arguments: JSON = None, result: JSON = None, **more: Any) -> Event:
        """A tool call with its arguments and what came back. Its text is the result, unless `content` is given."""
        return cls(Role.TOOL, more.pop("content", ""), name=name, arguments=arguments, result=result, **more)


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. Its scope is fixed when it starts."""

    id: str
    scope: str
    kind: str
    started_at: datetime
    completed_at: datetime | None = None
    message_count: int = 0
    turn_count: int = 0
    total_tokens: int = 0
    """Tokens of all that was said and done in it, estimated."""
    watermark: int = 0
    """Up to which position its past is compacted."""

    @property
    def is_open(self) -> bool:
        return self.completed_at is None

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "scope": self.scope,
            "kind": self.kind,
            "started_at": iso(self.started_at),
            "completed_at": iso(self.completed_at),
            "message_count": self.message_count,
            "turn_count": self.turn_count,
            "total_tokens": self.total_tokens,
            "watermark": self.watermark,
        }


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An attachment as it is kept: everything but the bytes."""

    id: str
    record_id: str
    name: str
    media_type: str
    size: int
    sha256: str
    expires_at: datetime | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "name": self.name,
            "media_type": self.media_type,
            "size": self.size,
            "sha256": self.sha256,
            "expires_at": iso(self.expires_at),
        }


@dataclass(frozen=True, slots=True)
class Record:
    """An event as kept in the archive. Append-only; the order is `sequence`, never `timestamp`."""

    id: str
    session_id: str
    scope: str
    turn_id: int
    sequence: int
    role: Role
    content: str | None
    timestamp: datetime
    speaker: str | None = None
    name: str | None = None
    arguments: JSON = None
    result: JSON = None
    tags: tuple[str, ...] = ()
    content_ref: str | None = None
    attachments: tuple[StoredFile, ...] = ()

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "session": self.session_id,
            "scope": self.scope,
            "turn_id": self.turn_id,
            "sequence": self.sequence,
            "role": self.role.value,
            "speaker": self.speaker,
            "content": self.content,
            "name": self.name,
            "arguments": self.arguments,
            "result": self.result,
            "tags": list(self.tags),
            "content_ref": self.content_ref,
            "attachments": [a.as_json() for a in self.attachments],
            "timestamp": iso(self.timestamp),
        }

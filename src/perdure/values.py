"""The nouns of DESIGN §2 as plain frozen values. They know nothing of stores, models or surfaces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal, TypeVar

from perdure.clock import Time, iso
from perdure.errors import InvalidInput
from perdure.messages import coded, say

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

Member = TypeVar("Member", bound=StrEnum)


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
    WEEK = "7d"
    DAY = "24h"
    SESSION = "session"


def check_text(text: object, name: str, *, max_bytes: int, allow_blank: bool = False) -> str:
    """Text that both engines can keep exactly: not blank, no NUL, no lone surrogate, within the limit."""
    if not isinstance(text, str):
        raise InvalidInput(f"`{name}` must be text: got {type(text).__name__}", field=name)
    if not allow_blank and not text.strip():
        raise InvalidInput(f"`{name}` is empty", field=name, hint=say("hint.give_text"))
    if "\x00" in text:
        raise InvalidInput(f"`{name}` contains a NUL character", field=name, hint=say("hint.remove_nul"))
    try:
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeEncodeError as bad:
        raise InvalidInput(
            f"`{name}` has a lone surrogate at character {bad.start}: it is not valid Unicode",
            field=name,
            hint=say("hint.decode_or_replace"),
        ) from None
    if size > max_bytes:
        raise InvalidInput(
            f"`{name}` is {size:,} bytes long; the limit is {max_bytes:,}",
            field=name,
            hint=say("hint.split_or_attach"),
        )
    return text


def check_name(text: object, name: str) -> str:
    """An exact, opaque name (agent, session, speaker, tool): any Unicode up to 256 characters, never normalised."""
    value = check_text(text, name, max_bytes=4 * MAX_NAME)
    if len(value) > MAX_NAME:
        raise InvalidInput(f"`{name}` has {len(value)} characters; the limit is {MAX_NAME}", field=name)
    return value


def check_count(number: object, name: str, most: int, *, least: int = 1) -> int:
    """How many: a whole number from `least` to `most`."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise InvalidInput(f"`{name}` must be a whole number from {least} to {most:,}", field=name)
    return number


def check_source(source: object) -> Source:
    """Whose word something is: one of the rungs of the ladder."""
    return check_member(Source, source, "source")


def check_list(values: object, name: str, *, most: int = MAX_LIST) -> Sequence[Any]:
    """Several things. A text is one thing, and what can be gone through only once is none."""
    if isinstance(values, str | bytes | bytearray) or not isinstance(values, Sequence):
        raise InvalidInput(f"`{name}` must be a list: got {type(values).__name__}", field=name)
    if len(values) > most:
        raise InvalidInput(f"`{name}` holds {len(values):,} things; the limit is {most:,}", field=name)
    return values


def check_callable(given: object, name: str) -> None:
    """A function that is called while something goes on, or None."""
    if given is not None and not callable(given):
        raise InvalidInput(f"`{name}` must be a function", field=name)


def check_mapping(values: object, name: str, *, most: int = MAX_LIST) -> Mapping[str, Any]:
    """Things by their names."""
    if not isinstance(values, Mapping):
        raise InvalidInput(f"`{name}` must be an object with names: got {type(values).__name__}", field=name)
    if len(values) > most:
        raise InvalidInput(f"`{name}` holds {len(values):,} things; the limit is {most:,}", field=name)
    return values


def check_member(kind: type[Member], value: object, name: str) -> Member:
    """One of a closed set of words, as the word or as its member."""
    try:
        if isinstance(value, str):
            return kind(value)
    except ValueError:
        pass
    accepted = ", ".join(f"`{word.value}`" for word in kind)
    raise InvalidInput(f"`{name}` must be one of {accepted}", field=name) from None


def check_scope(scope: object) -> str:
    """`main`, `shared`, `peer:<id>` or `group:<id>`, exactly as given."""
    value = check_name(scope, "scope")
    kind, colon, rest = value.partition(":")
    if value in (MAIN, SHARED) or (colon and kind in ("peer", "group") and rest.strip()):
        return value
    raise InvalidInput(
        "`scope` is none of `main`, `shared`, `peer:<id>`, `group:<id>`",
        field="scope",
        hint=say("hint.which_scope"),
    )


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an item rests on: a span of a record, or a place in a document.

    To point at a record give its id and either `quote` (found for you) or `start` and `end` in characters.
    """

    record_id: str | None = None
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    document_id: str | None = None
    section_id: str | None = None
    url: str | None = None

    def as_json(self) -> dict[str, JSON]:
        shape: dict[str, JSON] = {
            "record_id": self.record_id,
            "start": self.start,
            "end": self.end,
            "quote": self.quote,
        }
        for name in ("document_id", "section_id", "url"):
            if getattr(self, name) is not None:
                shape[name] = getattr(self, name)
        return shape


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed item, before gate and resolution. What is left out is filled in from the type and the source."""

    type: str
    value: Mapping[str, JSON]
    key: str | None = None
    content: str | None = None
    source: Source | str = Source.USER
    confidence: float | None = None
    importance: float | None = None
    evidence: Sequence[Evidence] = ()
    valid_from: Time | None = None
    valid_to: Time | None = None
    keep: timedelta | Literal["permanent"] | None = None
    duration: Duration | str | None = None
    priority: Priority | str | None = None
    pinned: bool = False
    retract: bool = False
    grade: Grade = Grade.SURE
    """Whether a reader is sure that it is to be kept, or only finds it likely."""
    replaces: bool = True
    """Whether it takes the place of another value under its key. A caller who gives a key, a name or a predicate says
    that it is one thing; what was read out of a conversation replaces only where that is sure, and stands beside it
    otherwise."""
    takes_place_of: str | None = None
    """The key of something else that is held and that this puts an end to, where it is sure that it does."""
    rivals: Sequence[str] = ()
    """Keys of what is held and may disagree with this: both stand, marked, until a person decides."""
    asks: bool = False
    """Of a retraction: whether a person is to decide first."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One version of a conclusion."""

    id: str
    type: str
    key: str
    scope: str
    value: Mapping[str, JSON]
    content: str
    confidence: float
    importance: float
    priority: Priority
    status: Status
    version: int
    source: Source
    trust: float
    created_at: datetime
    updated_at: datetime
    sequence: int
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    keep_for: timedelta | None = None
    superseded_by: str | None = None
    session_id: str | None = None
    source_turn_id: int | None = None
    source_message_id: str | None = None
    verified: bool = False
    verified_at: datetime | None = None
    pinned: bool = False
    use_count: int = 0
    last_used_at: datetime | None = None
    last_confirmed_at: datetime | None = None
    is_active: bool = True
    grade: Grade = Grade.SURE
    restricted_at: datetime | None = None
    """Since when it is kept, but neither recalled nor given to a model."""
    evidence: tuple[Evidence, ...] = ()

    def holds_at(self, now: datetime) -> bool:
        """What the store calls active, for an item in hand at another moment than the one it was read at."""
        return self.is_kept_at(now) and self.is_valid_at(now) and self.restricted_at is None

    def is_kept_at(self, now: datetime) -> bool:
        """Whether it was decided for and has not lapsed; what it says may be past or still to come."""
        return self.status is Status.ACTIVE and (self.pinned or self.expires_at is None or self.expires_at > now)

    def is_valid_at(self, now: datetime) -> bool:
        """Whether what it says is true then: from its beginning on, and no longer at its end."""
        return (self.valid_from is None or self.valid_from <= now) and (self.valid_to is None or self.valid_to > now)

    def as_json(self) -> dict[str, JSON]:
        """The one shape of an item on every surface (DESIGN §7)."""
        return {
            "id": self.id,
            "type": self.type,
            "key": self.key,
            "content": self.content,
            "value": self.value,
            "status": self.status.value,
            "grade": self.grade.value,
            "version": self.version,
            "confidence": self.confidence,
            "importance": self.importance,
            "scope": self.scope,
            "source_type": self.source.value,
            "trust": self.trust,
            "valid_from": iso(self.valid_from),
            "valid_to": iso(self.valid_to),
            "expires_at": iso(self.expires_at),
            "created_at": iso(self.created_at),
            "updated_at": iso(self.updated_at),
            **({} if self.restricted_at is None else {"restricted_at": iso(self.restricted_at)}),
            "evidence": [e.as_json() for e in self.evidence],
        }


FAR, NEAR = 0.15, 0.65
"""The cosine of what has nothing to do with a question, and of what says the same in other words."""
SURE, ASIDE = 0.95, 0.5
"""What one reason alone is worth at most; a time or a name that was asked for says less than the words."""
FITS = 0.4
"""The fit below which a hit only comes closest."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one hit. `arms` are shares of the score, `raw` what each arm measured, `moved` factors."""

    arms: Mapping[str, float] = field(default_factory=dict)
    raw: Mapping[str, float] = field(default_factory=dict)
    moved: Mapping[str, float] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """Arms that could not be asked, such as `meaning` while its model is unavailable or its index is being made."""
    share: float = 0.0
    """The share of the question's words that it holds."""

    def __str__(self) -> str:
        """What was measured, not its part of the score: the nearest of all may still be far from the question."""
        ordered = sorted(self.arms, key=lambda arm: -self.arms[arm])
        parts = [f"{arm} {self.share if arm == 'words' else self.raw.get(arm, 0.0):.2f}" for arm in ordered]
        if self.words:
            parts.append("matched " + ", ".join(self.words[:8]))
        parts += [f"{name} ×{factor:.2f}" for name, factor in self.moved.items() if abs(factor - 1) >= 0.01]
        parts += [f"{arm} was not asked: its model or its index is not ready" for arm in self.missing]
        return "; ".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            "arms": dict(self.arms),
            "raw": dict(self.raw),
            "moved": dict(self.moved),
            "words": list(self.words),
            "share": self.share,
            "missing": list(self.missing),
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """An item that a search found, with its score and the reasons."""

    item: Item
    score: float
    """What it is ordered by, among the hits of one question alone: the best of any has a high one."""
    why: Why

    @property
    def fit(self) -> float:
        """How well it fits the question, from 0 to 1, and the same for every question.

        By how near in meaning it is, how many of the words it holds, and whether its key, kind, time or a name in it
        was asked for.
        """
        raw = self.why.raw
        near = min(1.0, max(0.0, (raw.get("meaning", 0.0) - FAR) / (NEAR - FAR)))
        parts = [
            near,
            self.why.share,
            raw.get("keys", 0.0),
            *(ASIDE * raw.get(arm, 0.0) for arm in ("time", "entities")),
        ]
        return round(1.0 - math.prod(1.0 - SURE * part for part in parts), 2)

    def as_json(self) -> dict[str, JSON]:
        return {**self.item.as_json(), "score": self.score, "fit": self.fit, "why": self.why.as_json()}


class Hits(list[Hit]):
    """What a search found, best first. Where that answers weakly or not at all, it says what the archive holds."""

    MOST_ELSEWHERE = 5

    def __init__(self, found: Iterable[Hit] = (), *, elsewhere: int = 0) -> None:
        super().__init__(found)
        self.elsewhere = elsewhere
        """Records of the archive that come close, counted up to `MOST_ELSEWHERE`."""

    @property
    def is_answered(self) -> bool:
        """Whether any of them fits. Otherwise they only come closest, and may have nothing to do with the question."""
        return any(hit.fit >= FITS for hit in self)

    @property
    def hint(self) -> str | None:
        """Where to look on; None when the items answer, or nothing else does."""
        return self.pointing("search_conversation_traces") if self.elsewhere else None

    def pointing(self, verb: str) -> str:
        """The hint with the verb or command that finds the records."""
        more = " or more" if self.elsewhere == self.MOST_ELSEWHERE else ""
        what = "record of the archive comes" if self.elsewhere == 1 else "records of the archive come"
        return f"{self.elsewhere}{more} {what} close to the question: `{verb}` shows the words"


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the vectors of a memory are."""

    model: str | None
    vectors: int
    dead: int
    missing: int
    problem: str | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "model": self.model,
            "vectors": self.vectors,
            "dead": self.dead,
            "missing": self.missing,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Trace:
    """A record that a look into the archive found, with its score, the reasons and what was said around it."""

    record: Record
    score: float
    why: Why
    around: tuple[Record, ...] = ()
    withheld: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By record: what of it was forgotten since. No prompt is given these words."""

    def as_json(self) -> dict[str, JSON]:
        return {
            **self.record.as_json(),
            "score": self.score,
            "why": self.why.as_json(),
            "around": [record.as_json() for record in self.around],
            "withheld": {name: [list(span) for span in spans] for name, spans in self.withheld.items()},
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the change log: what happened to an item, when, by whose authority and why."""

    sequence: int
    revision: int
    at: datetime
    action: str
    item_id: str
    key: str
    scope: str
    source: Source
    reason: str
    before: Mapping[str, JSON] = field(default_factory=dict)
    after: Mapping[str, JSON] = field(default_factory=dict)

    def as_json(self) -> dict[str, JSON]:
        return {
            "sequence": self.sequence,
            "revision": self.revision,
            "at": iso(self.at),
            "action": self.action,
            "item_id": self.item_id,
            "key": self.key,
            "scope": self.scope,
            "source_type": self.source.value,
            "reason": self.reason,
            **coded(self.reason),
            "before": self.before,
            "after": self.after,
        }


@dataclass(frozen=True, slots=True)
class History:
    """Every version of one key, oldest first, and the log of what was done to them."""

    key: str
    versions: tuple[Item, ...]
    changes: tuple[Change, ...]

    def as_json(self) -> dict[str, JSON]:
        return {
            "key": self.key,
            "items": [v.as_json() for v in self.versions],
            "changes": [c.as_json() for c in self.changes],
        }


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """A candidate that waits for a person, and what it stands against."""

    item: Item
    held: tuple[Item, ...]
    reason: str
    retracts: bool = False
    """Accepting it takes back what is held."""
    doubtful: bool = False
    """Both stand, and may disagree: accepting it ends what is held, rejecting it ends this one."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "item": self.item.as_json(),
            "held": [item.as_json() for item in self.held],
            "reason": self.reason,
            **coded(self.reason),
            "retracts": self.retracts,
            "doubtful": self.doubtful,
        }


@dataclass(frozen=True, slots=True)
class Choice:
    """Something held that a name or a few words may mean: an item, or one field of a profile."""

    item: Item
    field: str | None = None
    """The name of the field, with its value where there may be several: `city`, `allergy=peanuts`."""
    fact: Mapping[str, JSON] | None = None
    """The field itself."""
    words: str = ""

    @property
    def target(self) -> str:
        """What names it and nothing else: the id of the item, or `profile:user#city`."""
        return self.item.id if self.field is None else f"{self.item.key}#{self.field}"

    @property
    def said(self) -> str:
        """The thing as a person reads it."""
        return self.words or self.item.content

    def as_json(self) -> dict[str, JSON]:
        return {**self.item.as_json(), "target": self.target, "field": self.field, "said": self.said}


@dataclass(frozen=True, slots=True)
class Choices:
    """What a name or a few words mean. Where that is not clear, all that they may mean, to choose from."""

    found: tuple[Choice, ...] = ()
    is_clear: bool = True

    def as_json(self) -> dict[str, JSON]:
        return {"items": [choice.as_json() for choice in self.found], "is_clear": self.is_clear}


@dataclass(frozen=True, slots=True)
class Target:
    """What to forget: exactly one of an item's id, a key, a type, or words that mean it.

    A key may name one field of a profile: `profile:user#city`, `profile:user#allergy=peanuts`. Words that may mean
    several things change nothing: the answer shows what they may mean.
    """

    id: str | None = None
    key: str | None = None
    type: str | None = None
    query: str | None = None


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

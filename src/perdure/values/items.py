"""What is concluded: items with their evidence, their history, and what is asked about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from perdure.clock import Time, iso
from perdure.language import language_of
from perdure.messages import coded, say
from perdure.values.kinds import JSON, Duration, Grade, Priority, Source, Status


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


def _short(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


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

    @property
    def question(self) -> str:
        """The question to put to the person, as it is: their next message answers it with yes, no or both."""
        facts = self.item.value.get("facts") if self.retracts else None
        # Of a profile only what is to end is asked about, and not all that stands beside it.
        fields = [fact for fact in facts if isinstance(fact, Mapping)] if isinstance(facts, list) else []
        named = [str(fact.get("said") or f"{fact.get('k')}: {fact.get('v')}") for fact in fields]
        new, held = _short(self.item.content), "; ".join(map(_short, named or [item.content for item in self.held]))
        code = "review.ask_end" if self.retracts else "review.ask_replace" if held else "review.ask_keep"
        return str(say(code, language_of(self.item.content), new=new, held=held))

    def as_json(self) -> dict[str, JSON]:
        return {
            "item": self.item.as_json(),
            "question": self.question,
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
    near: tuple[Choice, ...] = ()
    """Beside what is clear, what may be meant as well: `everything about …` may mean more than says so in full."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "items": [choice.as_json() for choice in self.found],
            "is_clear": self.is_clear,
            "near": [choice.as_json() for choice in self.near],
        }


@dataclass(frozen=True, slots=True)
class Target:
    """What to forget: exactly one of an item's id, a key, a type, or words that mean it.

    A key may name one field of a profile: `profile:user#city`, `profile:user#allergy=peanuts`. Words that may mean
    several things change nothing: the answer shows what they may mean. `everything about …`, `both …` and 都 mean all
    that they name.
    """

    id: str | None = None
    key: str | None = None
    type: str | None = None
    query: str | None = None

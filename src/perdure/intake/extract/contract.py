"""What goes into extraction and what comes out. Plain values: nothing here knows a store or a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from perdure.language import Language as Language
from perdure.language import Span as Span
from perdure.values import JSON, Candidate, Duration, Event, Source


@dataclass(frozen=True, slots=True)
class Turn:
    """The events of one turn with what the rules must know about where and when it took place.

    An event's `content` must be the text as it is archived: spans are offsets into it.
    """

    events: tuple[Event, ...]
    today: date
    kind: Literal["main", "peer", "group", "shared"] = "main"
    injected: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)
    """Per event: the ranges of its content that memory itself put into the prompt."""
    room: str = "group"
    """What the group is called, in a group."""

    def subject(self, event: Event) -> str:
        """Whom `I` means in a person's words: in a group the speaker, and where nobody is named the group."""
        return (event.speaker or self.room) if self.kind == "group" else "user"


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A current item, as far as rules may ask about it."""

    type: str
    key: str
    value: Mapping[str, JSON]
    content: str = ""
    made: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was made of it once, by name: every turn asks the same of some hundred items. It goes with the item."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the rules may ask about the past."""

    items: tuple[KnownItem, ...] = ()
    """Current tasks, rules, preferences, profile, goals, decisions, relationships, facts and events, oldest first.

    A few hundred of the newest are plenty: `forget that I like tea` is looked up here by its words.
    """
    latest: tuple[KnownItem, ...] = ()
    """What the turn before this one stored, in order: what `that` means."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One candidate, with the rule that found it and the exact words it fired on."""

    rule: str
    event: int
    start: int
    end: int
    candidate: Candidate
    reason: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that a rule reads. Offsets are into the event's content."""

    text: str
    start: int
    sentence: str
    language: Language
    carried: int = 0
    """How many characters at its front were put there: the `我` or `I ` that an earlier clause said for it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything a rule may look at besides its match."""

    clause: Clause
    turn: Turn
    known: Known
    subject: str
    """Whose words these are: `user`, or the speaker in a group."""
    today: date

    @property
    def is_zh(self) -> bool:
        return self.clause.language == "zh"

    @property
    def who(self) -> str:
        """The subject as a sentence names it."""
        if self.subject != "user":
            return self.subject
        return "用户" if self.is_zh else "The user"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule concludes; `run.py` makes a Finding of it."""

    type: str
    value: Mapping[str, JSON]
    content: str
    retract: bool = False
    confidence: float = 0.9
    importance: float = 0.5
    duration: Duration | None = None
    source: Source = Source.USER
    replaces: bool = False
    """The speaker says what it takes the place of."""
    key: str | None = None
    """The key that what it is about is held under."""
    rivals: tuple[str, ...] = ()
    """The keys of what it may disagree with."""


class Matched:
    """A match of a rule. `m["x"]` is the group `x`, `x2`, `x3` or `x4`, whichever took part; empty if none did."""

    __slots__ = ("_groups", "_match")

    def __init__(self, match: re.Match[str]) -> None:
        self._match = match
        self._groups = match.groupdict()

    def __getitem__(self, name: str) -> str:
        return next((found for n in ("", "2", "3", "4") if (found := self._groups.get(name + n))), "")

    @property
    def text(self) -> str:
        """All the words the pattern matched."""
        return self._match.group()


Make = Callable[[Matched, Reading], "Draft | Iterable[Draft] | None"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named pattern and what to make of a match. One of the `cues`, plain words, must be there: cheap to test."""

    name: str
    pattern: re.Pattern[str]
    make: Make
    why: str
    """The code of what was heard."""
    cues: tuple[str, ...] = ()
    """`<tasks.done_cues>` is a list of them."""
    sentence: bool = False
    """Read whole sentences, not clauses."""
    yields: bool = False
    """Give way where an earlier rule fired on some of the same words."""
    guarded: bool = True
    """Skip what is asked, supposed, joked or guessed. Off only where the pattern is itself such a form."""

"""Everything a pack is made of, read in one unit of work. What may be seen was decided by whoever gathered it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from perdure.context.guide import Language, joined, language_of
from perdure.context.lines import PackLine
from perdure.context.pack import Dropped
from perdure.values import MAIN, Hit, Item, Record, Session, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What memory has for a message. What is left out is not there."""

    session: Session
    message: str
    now: datetime
    identity: Item | None = None
    patches: Sequence[PackLine] = ()
    patch_title: str = ""
    beside: Sequence[PackLine] = ()
    """The host's own files in the workspace, such as AGENTS.md."""
    core: Sequence[Item] = ()
    curated: Sequence[PackLine] = ()
    """What a person wrote into MEMORY.md."""
    notes: Sequence[Item] = ()
    written: Sequence[PackLine] = ()
    """What a person wrote into the notes of today and yesterday."""
    scratchpad: Sequence[str] = ()
    experiences: Sequence[Hit] = ()
    hits: Sequence[Hit] = ()
    traces: Sequence[Trace] = ()
    lookup: str | None = None
    summary: str = ""
    """What stands for the turns before the watermark of this session."""
    turns: Sequence[Record] = ()
    task: str = ""
    doubts: Mapping[str, Sequence[Item]] = field(default_factory=dict)
    """By item, what stands beside it and may disagree with it."""
    problems: Sequence[Dropped] = ()
    """What could not be read, and why."""

    @property
    def is_main(self) -> bool:
        """Only here is all of core memory carried: into a room with others go standing wishes alone (R268)."""
        return self.session.scope == MAIN

    @property
    def language(self) -> Language:
        """The language of our words: what stays the same speaks first, so that the message does not change them."""
        stable = joined(item.content for item in self.core)
        return language_of(self.identity.content if self.identity else "", stable, self.message, self.task)

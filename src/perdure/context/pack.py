"""What `compose` and `activate` answer: the text for the prompt, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from perdure.clock import iso
from perdure.values import JSON, Evidence

# In the order in which they stand: what changes least comes first, so that a prompt cache holds as far as it can.
BLOCKS = (
    "memory_guide",
    "persona_block",
    "workspace_block",
    "patch_block",
    "core_block",
    "notes_block",
    "working_block",
    "experience_block",
    "recall_block",
    "archival_evidence_block",
    "short_term_block",
    "task_block",
)


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a pack: its text with the frame around it, and what it takes."""

    text: str
    tokens: int

    def as_json(self) -> dict[str, JSON]:
        return {"text": self.text, "tokens": self.tokens}


@dataclass(frozen=True, slots=True)
class Citation:
    """What a short id in a pack stands for: an item (or a record), and what it rests on."""

    id: str
    block: str
    source: str
    trust: float
    date: datetime
    item_id: str | None = None
    record_id: str | None = None
    key: str | None = None
    type: str | None = None
    evidence: tuple[Evidence, ...] = ()

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "block": self.block,
            "item_id": self.item_id,
            "record_id": self.record_id,
            "key": self.key,
            "type": self.type,
            "source_type": self.source,
            "trust": self.trust,
            "date": iso(self.date),
            "evidence": [evidence.as_json() for evidence in self.evidence],
        }


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that could have been shown and was not, and why."""

    block: str
    reason: str
    ref: str | None = None
    tokens: int = 0

    def as_json(self) -> dict[str, JSON]:
        return {"block": self.block, "reason": self.reason, "ref": self.ref, "tokens": self.tokens}


@dataclass(frozen=True, slots=True)
class WakingStep:
    """One of the six steps of waking, and how much it brought."""

    name: str
    loaded: int

    def as_json(self) -> dict[str, JSON]:
        return {"name": self.name, "loaded": self.loaded}


@dataclass(frozen=True, slots=True)
class ContextPack:
    """What to put into a prompt. The same store, message and `now` give the same bytes."""

    text: str
    tokens: int
    budget: int
    mode: str
    language: str
    blocks: Mapping[str, Block]
    citations: tuple[Citation, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    lookup: str | None = None
    """Why the archive was opened for it, if it was."""
    steps: tuple[WakingStep, ...] = ()
    lines: tuple[str, ...] = field(default=(), repr=False)
    """What memory put into it, line by line: what comes back in these words is not learned again."""

    def as_json(self) -> dict[str, JSON]:
        """The one shape of a pack on every surface (DESIGN §7)."""
        shape: dict[str, JSON] = {
            "text": self.text,
            "tokens": self.tokens,
            "budget": self.budget,
            "mode": self.mode,
            "blocks": {name: block.as_json() for name, block in self.blocks.items()},
            "citations": [citation.as_json() for citation in self.citations],
            "dropped": [dropped.as_json() for dropped in self.dropped],
            "lookup": self.lookup,
        }
        return {**shape, "steps": [step.as_json() for step in self.steps]} if self.steps else shape

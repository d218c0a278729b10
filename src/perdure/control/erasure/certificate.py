"""What is shown before erasing, and what is answered after it: ids, counts, times, and what was still found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from perdure.clock import iso
from perdure.spans import Span
from perdure.values import JSON, Choice, Item


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The same words in a place that was not chosen: a record or an item. Its id can be erased by itself."""

    id: str
    kind: str
    quote: str | None = None
    """What stands there. A certificate has none."""
    spans: tuple[Span, ...] = ()
    """Of a record the sentences in which it stands; none where it stands in what a tool was given or gave."""

    def as_json(self) -> dict[str, JSON]:
        return {"id": self.id, "kind": self.kind, "quote": self.quote, "spans": [list(span) for span in self.spans]}


@dataclass(frozen=True, slots=True)
class CutSpan:
    """A stretch of a record that goes."""

    record_id: str
    start: int
    end: int
    quote: str
    is_whole: bool

    def as_json(self) -> dict[str, JSON]:
        return {
            "record_id": self.record_id,
            "start": self.start,
            "end": self.end,
            "quote": self.quote,
            "whole_record": self.is_whole,
        }


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What would go, all that is derived from it included."""

    items: tuple[Item, ...] = ()
    """Versions that go."""
    rewritten: tuple[Item, ...] = ()
    """Profiles that are written again without some of their fields."""
    kept: tuple[Item, ...] = ()
    """Items that stay, and lose evidence."""
    spans: tuple[CutSpan, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()
    choices: tuple[Choice, ...] = ()
    """Where words may mean several things, each of them. Nothing goes then."""

    def __bool__(self) -> bool:
        return bool(self.items or self.spans)

    def as_json(self) -> dict[str, JSON]:
        return {
            "items": [item.as_json() for item in self.items],
            "rewritten": [item.as_json() for item in self.rewritten],
            "kept": [item.id for item in self.kept],
            "spans": [span.as_json() for span in self.spans],
            "elsewhere": [one.as_json() for one in self.elsewhere],
            "choices": [choice.as_json() for choice in self.choices],
        }


@dataclass(frozen=True, slots=True)
class Certificate:
    """That something was erased: which ids, how much, when, and what the look at every byte found. No content."""

    id: str
    agent_id: str
    scope: str
    asked_at: datetime
    finished_at: datetime
    items: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    """Files that were rewritten."""
    scanned_files: int = 0
    scanned_bytes: int = 0
    leftovers: Mapping[str, int] = field(default_factory=dict)
    """Files in which something of it was still found, and how often."""
    elsewhere: tuple[Elsewhere, ...] = ()
    is_scanned: bool = False
    """Whether every byte was looked at. Not so where it was finished after a crash: then nobody knows the words."""
    operator: tuple[str, ...] = ()
    """What is left for whoever runs the server."""

    @property
    def is_clean(self) -> bool:
        """Whether every byte was looked at, and nothing was found but what stands elsewhere by its own right."""
        return self.is_scanned and not self.leftovers

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "agent": self.agent_id,
            "scope": self.scope,
            "asked_at": iso(self.asked_at),
            "finished_at": iso(self.finished_at),
            "items": list(self.items),
            "records": list(self.records),
            "counts": dict(self.counts),
            "files": list(self.files),
            "scan": {
                "done": self.is_scanned,
                "clean": self.is_clean,
                "files": self.scanned_files,
                "bytes": self.scanned_bytes,
                "leftovers": dict(self.leftovers),
            },
            "elsewhere": [{"id": one.id, "kind": one.kind} for one in self.elsewhere],
            "operator": list(self.operator),
        }

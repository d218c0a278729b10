"""What an export or an import did, or would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from perdure.messages import coded
from perdure.values import JSON

Report = Callable[[int, int], None]
"""Hears how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class ExportReport:
    """An agent is in a file."""

    agent: str
    path: Path | None
    """Where it is; None when it was given back as `data`."""
    size: int
    sha256: str
    """Of the whole file: two exports of the same memory have the same."""
    counts: Mapping[str, int]
    """Rows by table."""
    attachments: int = 0
    files: int = 0
    missing: tuple[str, ...] = ()
    """SHA-256 of attachments whose bytes are gone from the store or are not what was stored."""
    parts: Mapping[str, str] = field(default_factory=dict, repr=False)
    """SHA-256 of each file inside, attachments aside, by its path."""
    data: bytes | None = field(default=None, repr=False)

    def as_json(self) -> dict[str, JSON]:
        return {
            "agent": self.agent,
            "path": None if self.path is None else str(self.path),
            "bytes": self.size,
            "sha256": self.sha256,
            "counts": dict(self.counts),
            "attachments": self.attachments,
            "files": self.files,
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came in. With `dry_run` nothing did."""

    agent: str
    format: str
    """`perdure`, or the program whose file it was."""
    mode: str
    """`load`: the agent was empty and is now what was exported. `merge`: what was new to it was added."""
    dry_run: bool
    counts: Mapping[str, int]
    """By what it is: rows that were loaded, or in a merge what was added, known already, put up for review, refused."""
    files: int = 0
    notices: tuple[str, ...] = ()
    details: tuple[Mapping[str, JSON], ...] = ()
    """In a merge: the outcomes worth looking at, at most a few hundred of them."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "agent": self.agent,
            "format": self.format,
            "mode": self.mode,
            "dry_run": self.dry_run,
            "counts": dict(self.counts),
            "files": self.files,
            "notices": list(self.notices),
            "notice_codes": [coded(notice) for notice in self.notices],
            "details": [dict(one) for one in self.details],
        }


@dataclass(slots=True)
class Meter:
    """Counts what is done, tells whoever listens, and stops when nobody wants it any more."""

    total: int
    report: Report | None = None
    is_stopped: Callable[[], bool] = lambda: False
    done: int = 0

    def advance(self, more: int) -> None:
        if self.is_stopped():
            raise Stopped
        self.done += more
        if self.report is not None:
            self.report(self.done, self.total)


class Stopped(Exception):
    """Whoever asked for it has gone: what was begun is rolled back."""

"""What a sync did, or would do: every line that counted, every question, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from perdure.messages import coded
from perdure.values import JSON, Merged, Outcome, Pending, Refused, Retracted


class LineAction(StrEnum):
    """What became of a line."""

    ADDED = "added"
    KNOWN = "known"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    KEPT = "kept"
    WAITING = "waiting"
    CONFLICT = "conflict"
    REFUSED = "refused"
    REPAIRED = "repaired"


@dataclass(frozen=True, slots=True)
class LineChange:
    """One line, what it said before and says now, and what came of it."""

    file: str
    action: LineAction
    text: str | None = None
    before: str | None = None
    reason: str = ""
    item_ids: tuple[str, ...] = ()
    revision: int | None = None
    """The write that it was part of: `relearn.undo` takes it back."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "file": self.file,
            "action": self.action.value,
            "text": self.text,
            "before": self.before,
            "reason": self.reason,
            **coded(self.reason),
            "item_ids": list(self.item_ids),
            "revision": self.revision,
        }


@dataclass(frozen=True, slots=True)
class FileNotice:
    """A question that only a person can answer, or a file that could not be read, and why."""

    file: str
    kind: str
    text: str
    count: int = 0

    def as_json(self) -> dict[str, JSON]:
        return {"file": self.file, "kind": self.kind, "text": str(self.text), **coded(self.text), "count": self.count}


@dataclass(frozen=True, slots=True)
class SyncReport:
    """The answer to a sync."""

    changes: tuple[LineChange, ...] = ()
    questions: tuple[FileNotice, ...] = ()
    """Nothing was withdrawn because of them; `confirm` answers all with yes."""
    problems: tuple[FileNotice, ...] = ()
    written: tuple[str, ...] = ()
    """The files that were written."""
    files: int = 0
    """How many files were read, where they were imported."""
    dry_run: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was to do."""
        return not (self.changes or self.questions or self.problems or self.written)

    @property
    def waits(self) -> bool:
        """Whether a person's word would change something."""
        return bool(self.questions) or any(one.action is LineAction.WAITING for one in self.changes)

    def as_json(self) -> dict[str, JSON]:
        return {
            "changes": [one.as_json() for one in self.changes],
            "questions": [one.as_json() for one in self.questions],
            "problems": [one.as_json() for one in self.problems],
            "written": list(self.written),
            "files": self.files,
            "dry_run": self.dry_run,
        }


def action_of(outcomes: Sequence[Outcome], done: LineAction) -> LineAction:
    """What became of a line, by what came of its candidates. `done` is what was meant to happen."""
    if any(isinstance(one, Pending) for one in outcomes):
        return LineAction.WAITING
    if outcomes and all(isinstance(one, Refused) for one in outcomes):
        return LineAction.REFUSED
    if done is LineAction.ADDED and all(isinstance(one, Merged) and one.replaces is None for one in outcomes):
        return LineAction.KNOWN
    if done is LineAction.WITHDRAWN and not any(isinstance(one, Retracted) for one in outcomes):
        return LineAction.KNOWN
    return done

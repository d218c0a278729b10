"""What a daily run did, or would do, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from perdure.messages import coded
from perdure.store.upkeep import DONE, FAILED
from perdure.values import JSON, Item


@dataclass(frozen=True, slots=True)
class UpkeepChange:
    """One thing that a step did to an item, or would do."""

    action: str
    item: Item
    reason: str
    into: str | None = None
    """The id of the item that took it in, or that it may say the same as."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "action": self.action,
            "item_id": self.item.id,
            "type": self.item.type,
            "key": self.item.key,
            "scope": self.item.scope,
            "content": self.item.content,
            "reason": self.reason,
            **coded(self.reason),
            "into": self.into,
        }


@dataclass(slots=True)
class StepReport:
    """What became of one step. Counts are over all scopes; what is listed is of the scope that asked, and shared."""

    name: str
    state: str = DONE
    changed: int = 0
    proposed: int = 0
    changes: list[UpkeepChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What else there is to say: what was skipped and why, which files were written."""
    problem: str | None = None
    code: str | None = None
    """What kind of problem it was: this is kept, the words are only for whoever asked."""
    seconds: float = 0.0

    def fail(self, problem: str, code: str) -> None:
        """It did not do what it should."""
        self.state, self.problem, self.code = FAILED, problem, code

    def as_json(self) -> dict[str, JSON]:
        return {
            "name": self.name,
            "state": self.state,
            "changed": self.changed,
            "proposed": self.proposed,
            "changes": [change.as_json() for change in self.changes],
            "notes": list(self.notes),
            "problem": self.problem,
            "code": self.code,
        }


@dataclass(frozen=True, slots=True)
class DailyReport:
    """A daily run: its local day, and its steps in order."""

    day: str
    dry_run: bool
    steps: tuple[StepReport, ...]

    @property
    def changed(self) -> int:
        return sum(step.changed for step in self.steps)

    @property
    def failed(self) -> tuple[StepReport, ...]:
        """The steps that did not do what they should."""
        return tuple(step for step in self.steps if step.state == FAILED)

    def step(self, name: str) -> StepReport:
        return next(step for step in self.steps if step.name == name)

    def as_json(self) -> dict[str, JSON]:
        return {
            "day": self.day,
            "dry_run": self.dry_run,
            "changed": self.changed,
            "steps": [step.as_json() for step in self.steps],
        }

"""The scratchpad: working memory as it is shown. Made from what is held, never written freely by a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.clock import iso
from perdure.language import Language, language_of
from perdure.mind.heard import clip
from perdure.mind.working import Completed, TaskStep, WorkingMemory
from perdure.store.transaction import Transaction
from perdure.types.wording import UNSORTED, plain
from perdure.values import JSON, Status

PROJECT_ITEMS = 30
"""How many tasks and goals are looked at for them, the weightiest first."""
MAX_PROJECTS = 8
_WORDS = {
    "zh": {
        "task": "当前任务",
        "focus": "此刻",
        "context": "上下文",
        "projects": "进行中的项目",
        "done": "最近完成",
        "aside": "已搁置",
        "none": "无",
        "colon": "：",
    },
    "en": {
        "task": "Current task",
        "focus": "Right now",
        "context": "Context",
        "projects": "Active projects",
        "done": "Recently completed",
        "aside": "Set aside",
        "none": "none",
        "colon": ": ",
    },
}


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """What the agent is doing, and what it did last."""

    current_focus: str
    active_projects: tuple[str, ...]
    updated_at: datetime | None
    recently_completed: tuple[Completed, ...] = ()
    steps: tuple[TaskStep, ...] = ()
    goal: str | None = None
    context: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.current_focus or self.active_projects or self.told or self.context)

    @property
    def told(self) -> tuple[Completed, ...]:
        """What is told of the past: what was done, and what the host set aside. What was merely asked for is not."""
        return tuple(one for one in self.recently_completed if one.is_done or not one.synced)

    def to_markdown(self) -> str:
        """In the language of what it holds. Empty when there is nothing to show."""
        if self.is_empty:
            return ""
        words = _WORDS[self._language]
        return "\n\n".join("\n".join([f"## {words[name]}", *rows]) for name, rows in self._parts(words))

    def to_lines(self) -> list[str]:
        """The same for a prompt: a line for each thing, saying what it is."""
        if self.is_empty:
            return []
        words = _WORDS[self._language]
        parts = (part for part in self._parts(words) if part[0] != "task" or self.current_focus)
        return [words[name] + words["colon"] + row.removeprefix("- ") for name, rows in parts for row in rows]

    def _parts(self, words: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
        """Each part with its lines; the current one is always there."""
        task = [self.goal or self.current_focus or words["none"]]
        if self.goal and self.current_focus and self.current_focus != self.goal:
            task.append(f"- {words['focus']}{words['colon']}{self.current_focus}")
        task += [f"- [{'x' if step.completed else ' '}] {clip(step.description, 160)}" for step in self.steps]
        past = [*reversed(self.told)]
        parts = {
            "task": task,
            "context": [f"- {key}: {text}" for key, text in self.context],
            "projects": [f"- {name}" for name in self.active_projects],
            "done": [_past(one) for one in past if one.is_done],
            "aside": [_past(one) for one in past if not one.is_done],
        }
        yield from ((name, rows) for name, rows in parts.items() if rows)

    @property
    def _language(self) -> Language:
        said = [self.goal or "", self.current_focus, *(one.goal for one in self.told)]
        return language_of(" ".join(said) if any(said) else " ".join(self.active_projects))

    def as_json(self) -> dict[str, JSON]:
        return {
            "current_focus": self.current_focus,
            "active_projects": list(self.active_projects),
            "updated_at": iso(self.updated_at),
            "recently_completed": [
                {"goal": one.goal, "at": iso(one.at), "outcome": one.outcome, "done": one.is_done}
                for one in self.recently_completed
            ],
            "markdown": self.to_markdown(),
        }


def scratchpad(memory: WorkingMemory, projects: Sequence[str], now: datetime) -> Scratchpad:
    """Working memory as it is shown now: what has expired is not."""
    task = memory.current_task
    live = ((key, one) for key, one in memory.context.items() if one.holds_at(now))
    return Scratchpad(
        current_focus="" if task is None else task.focus or task.goal,
        active_projects=tuple(projects),
        updated_at=memory.last_updated,
        recently_completed=memory.recently_completed,
        steps=() if task is None else task.steps,
        goal=None if task is None else task.goal,
        context=tuple((key, clip(plain(one.value), 160)) for key, one in live),
    )


def projects(tx: Transaction) -> list[str]:
    """The projects with something left to do, the weightiest first."""
    names: dict[str, None] = {}
    for kind, left in (("tasks", ("todo", "doing", "blocked")), ("goals", ("active",))):
        for item in tx.items(type=kind, key=None, status=Status.ACTIVE, limit=PROJECT_ITEMS):
            project = str(item.value.get("project") or UNSORTED)
            if project != UNSORTED and item.value.get("status") in left:
                names.setdefault(project)
    return list(names)[:MAX_PROJECTS]


def _past(one: Completed) -> str:
    told = f" → {one.outcome}" if one.outcome else ""
    return f"- {one.at:%Y-%m-%d %H:%M} {clip(one.goal, 160)}{told}"

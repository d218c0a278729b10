"""`tasks`: things to do, with a state that changes."""

from __future__ import annotations

from datetime import date
from typing import Literal

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, long_term
from perdure.types.fields import Day, Names, Text
from perdure.types.wording import UNSORTED, bullets, labelled, lines, outline, row


class TaskValue(Value):
    """`task_id` is a slug or an id; without one the title names the task."""

    project: Text = UNSORTED
    task_id: Text | None = None
    title: Text
    status: Literal["todo", "doing", "done", "blocked"] = "todo"
    due: Day | None = None
    notes: Names = ()


def parts(value: TaskValue, _: KeyContext) -> tuple[str, ...]:
    return value.project, value.task_id or value.title


def describe(value: TaskValue) -> str:
    state = row(value.status, value.due.isoformat() if value.due else None)
    return lines(
        f"{labelled(outline(value.project, value.task_id), value.title)} [{state}]",
        bullets(value.notes),
    )


def moment(value: TaskValue) -> date | None:
    return value.due


def is_over(value: TaskValue) -> bool:
    return value.status == "done"


TYPE = MemoryType(
    name="tasks",
    prefix="task",
    value=TaskValue,
    parts=parts,
    shape=(Part("project"), Part("task_id")),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    tier=Tier.MUST,
    keep=long_term,
    moment=moment,
    is_over=is_over,
    renewed_by_use=True,
    aliases=("task", "todo"),
)

"""`goals`: what somebody wants to achieve or has promised, and how far it has come."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import AliasChoices, Field

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, for_good
from perdure.types.fields import Day, Share, Text
from perdure.types.wording import UNSORTED, labelled, outline, row


class Goal(Value):
    """A goal of a project, or of a topic where there is no project. A promise is a goal with progress."""

    project: Text = Field(default=UNSORTED, validation_alias=AliasChoices("project", "topic"))
    name: Text
    description: str | None = None
    status: Literal["active", "paused", "done", "dropped"] = "active"
    progress: Share | None = None
    due: Day | None = None


def parts(value: Goal, _: KeyContext) -> tuple[str, ...]:
    return value.project, value.name


def describe(value: Goal) -> str:
    progress = None if value.progress is None else f"{value.progress:.0%}"
    state = row(value.status, progress, value.due.isoformat() if value.due else None)
    return f"{labelled(outline(value.project, value.name), value.description or value.name)} [{state}]"


def moment(value: Goal) -> date | None:
    return value.due


def is_over(value: Goal) -> bool:
    return value.status in ("done", "dropped")


TYPE = MemoryType(
    name="goals",
    prefix="goal",
    value=Goal,
    parts=parts,
    shape=(Part("project_or_topic", field="project"), Part("name")),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    keep=for_good,
    moment=moment,
    is_over=is_over,
    aliases=("goal", "promise"),
)

"""The parts of an experience: the task, the approach, the outcome, what was learnt and what it is tied to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from perdure.types.base import Value
from perdure.types.fields import Names, Tenth, Text


class Artifact(Value):
    """Something the case left behind: a document, a commit, a link."""

    type: Text
    ref: Text


class Work(Value):
    """What the task was; `complexity` from 1 to 10."""

    type: str | None = None
    description: Text
    complexity: Tenth | None = None
    domain: Names = ()


class Approach(Value):
    """How it was done; `time_spent` in minutes, `iterations` as tries."""

    tools: Names = ()
    methods: Names = ()
    time_spent: float | None = Field(default=None, ge=0)
    iterations: int | None = Field(default=None, ge=0)


class CaseOutcome(Value):
    """How it ended, in words (`text`) and in marks. Words alone are kept, and may be given, as plain text."""

    text: str | None = None
    success: bool | None = None
    quality: Tenth | None = None
    efficiency: Tenth | None = None
    user_satisfaction: Annotated[int, Field(ge=1, le=5)] | None = None

    @model_serializer(mode="wrap")
    def as_given(self, inner: SerializerFunctionWrapHandler) -> Any:
        has_marks = any(mark is not None for name, mark in self if name != "text")
        return inner(self) if has_marks or not self.text else self.text

    @model_validator(mode="before")
    @classmethod
    def from_text(cls, given: Any) -> Any:
        return {"text": given} if isinstance(given, str) else given


class CaseLearning(Value):
    """What it taught."""

    skills_acquired: Names = ()
    lessons_learned: Names = ()
    mistakes: Names = ()
    best_practices: Names = ()


class Associations(Value):
    """Who and what it is tied to."""

    related_users: Names = ()
    related_tasks: Names = ()
    related_context: Names = ()


def kind_of(outcome: object) -> str:
    """An experience is a success, a failure, or, where neither is clear, something learnt."""
    success = outcome.get("success") if isinstance(outcome, Mapping) else None
    return "learning" if success is None else "success" if success else "failure"

"""`cases`: one problem, how it was met, how it ended and what it taught. Holds a whole experience."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Value, for_good
from perdure.types.experience import Approach, Artifact, Associations, CaseLearning, CaseOutcome, Work, kind_of
from perdure.types.fields import Moment, Text
from perdure.types.wording import UNSORTED, bullets, labelled, lines, outline, row


class Case(Value):
    """`problem` and `domain` may be left out where `task` says them; so may `type`, which follows from the outcome.

    An `embedding` is accepted and not kept: vectors belong to chunks.
    """

    id: Text | None = None
    memory_id: Text | None = None
    type: Literal["success", "failure", "learning"] | None = None
    domain: Text = UNSORTED
    slug: Text | None = None
    problem: Text
    solution: str | None = None
    outcome: CaseOutcome | None = None
    artifacts: tuple[Artifact, ...] = ()
    task: Work | None = None
    approach: Approach | None = None
    learning: CaseLearning | None = None
    associations: Associations | None = None
    timestamp: Moment | None = None
    version: int | None = Field(default=None, ge=0)
    embedding: tuple[float, ...] | None = Field(default=None, exclude=True, repr=False)

    @model_validator(mode="before")
    @classmethod
    def fill_in(cls, given: Any) -> Any:
        task = given.get("task") if isinstance(given, Mapping) else None
        if not isinstance(task, Mapping):
            return given
        filled = {"problem": task.get("description"), "type": kind_of(given.get("outcome"))}
        domains = task.get("domain")
        first = domains if isinstance(domains, str) else next(iter(domains or ()), None)
        return {**filled, **({"domain": first} if first else {}), **given}


def parts(value: Case, _: KeyContext) -> tuple[str, ...]:
    return value.domain, value.slug or value.id or value.problem


def describe(value: Case) -> str:
    work, way, taught, tied = value.task, value.approach, value.learning, value.associations
    marks = row(value.outcome.text if value.outcome else None, value.type)
    return lines(
        labelled(outline(value.domain, work.type if work else None), value.problem),
        work.description if work and work.description != value.problem else None,
        row(*work.domain) if work else None,
        value.solution,
        f"→ {marks}" if marks else None,
        row(*way.tools, *way.methods) if way else None,
        bullets([*taught.lessons_learned, *taught.mistakes, *taught.best_practices, *taught.skills_acquired])
        if taught
        else None,
        row(*tied.related_users, *tied.related_tasks, *tied.related_context) if tied else None,
        row(*(f"{artifact.type} {artifact.ref}" for artifact in value.artifacts)),
    )


TYPE = MemoryType(
    name="cases",
    prefix="case",
    value=Case,
    parts=parts,
    shape=(Part("domain"), Part("slug_or_id", field="problem", free=True)),
    on_conflict=OnConflict.VERSIONED,
    describe=describe,
    keep=for_good,
    aliases=("case", "experience", "memory_experiences"),
)

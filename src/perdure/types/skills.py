"""`skills`: how well something is mastered. Practice adds up."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, BeforeValidator, Field

from perdure.types.base import Combined, KeyContext, MemoryType, OnConflict, Part, Sides, Value, for_good
from perdure.types.fields import Moment, Text
from perdure.types.wording import UNSORTED, bullets, labelled, lines, outline

MAX_HISTORY = 50
MINUTES_PER_POINT = 60
POINTS_PER_SUCCESS, POINTS_PER_FAILURE = 2, -1


class SkillStep(Value):
    """One thing learnt on the way."""

    at: Moment | None = None
    note: Text


def _step(given: object) -> object:
    return {"note": given} if isinstance(given, str) else given


class Skill(Value):
    """`proficiency_level` goes from 0 to 100 and is shown as n/10; `total_practice_time` is in minutes.

    In a candidate the time, the successes and the failures are those of this time, and a level left out follows from
    them.
    """

    skill_name: Text = Field(validation_alias=AliasChoices("skill_name", "skillName", "name"))
    category: Text = UNSORTED
    proficiency_level: int | None = Field(
        default=None,
        ge=0,
        le=100,
        validation_alias=AliasChoices("proficiency_level", "proficiencyLevel", "proficiency"),
    )
    total_practice_time: int = Field(
        default=0, ge=0, validation_alias=AliasChoices("total_practice_time", "totalPracticeTime", "practice_time")
    )
    successes: int = Field(default=0, ge=0)
    failures: int = Field(default=0, ge=0)
    last_practiced_at: Moment | None = None
    learning_history: tuple[Annotated[SkillStep, BeforeValidator(_step)], ...] = ()


def earned(value: Skill) -> int:
    """What practice is worth: a point for each full hour, two for what succeeded, one less for what failed."""
    points = POINTS_PER_SUCCESS * value.successes + POINTS_PER_FAILURE * value.failures
    return points + value.total_practice_time // MINUTES_PER_POINT


def level(value: Skill) -> int:
    """The level as given, or what practice alone is worth, from 0 to 100."""
    return _bounded(earned(value)) if value.proficiency_level is None else value.proficiency_level


def _bounded(points: int) -> int:
    return min(100, max(0, points))


_COUNTED = ("total_practice_time", "successes", "failures")


def combine(held: Skill, new: Skill, sides: Sides) -> Combined:
    """Time, successes and failures add up; history grows to its newest 50 steps.

    A level stated by a source no worse than the held one holds. Without a stated level practice is worth what `earned`
    says, counted over all of it.
    """
    added = {name: getattr(held, name) + getattr(new, name) for name in _COUNTED}
    gained = earned(held.model_copy(update=added)) - earned(held)
    reached = _bounded(level(held) + gained)
    disputed = None
    stated = new.proficiency_level
    if stated is not None and (held.proficiency_level is None or sides.new_trust >= sides.held_trust):
        reached = stated
    elif stated is not None and stated != held.proficiency_level:
        disputed = TYPE.dump(new.model_copy(update={**dict.fromkeys(_COUNTED, 0), "learning_history": ()}))
    history = (*held.learning_history, *(step for step in new.learning_history if step not in held.learning_history))
    moments = [moment for moment in (held.last_practiced_at, new.last_practiced_at) if moment]
    update = {
        "proficiency_level": reached if (held.proficiency_level, stated) != (None, None) else None,
        **added,
        "last_practiced_at": max(moments, default=None),
        "learning_history": history[-MAX_HISTORY:],
    }
    changed = ("proficiency_level",) if reached != level(held) else ()
    return Combined(TYPE.dump(held.model_copy(update=update)), changed, disputed)


def parts(value: Skill, _: KeyContext) -> tuple[str, ...]:
    return value.category, value.skill_name


def describe(value: Skill) -> str:
    return lines(
        labelled(outline(value.category, value.skill_name), f"{level(value) / 10:g}/10"),
        bullets([step.note for step in value.learning_history]),
    )


TYPE = MemoryType(
    name="skills",
    prefix="skill",
    value=Skill,
    parts=parts,
    shape=(Part("category"), Part("name", field="skill_name")),
    on_conflict=OnConflict.ACCUMULATE,
    describe=describe,
    keep=for_good,
    combine=combine,
    aliases=("memory_skills", "proficiency"),
)

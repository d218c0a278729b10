"""`lessons`: what went wrong and what it taught. Kept for a week; seen again, it counts."""

from __future__ import annotations

from datetime import timedelta

from pydantic import AliasChoices, Field

from perdure.types.base import DAY, Combined, KeyContext, MemoryType, OnConflict, Part, Sides, Value
from perdure.types.fields import Text
from perdure.types.wording import UNSORTED, labelled, lines, outline, same_text

_WORDS = ("lesson", "cause", "fix")


class Lesson(Value):
    """`lesson` is what to remember; `cause` and `fix` what led to it and what helped. `occurrences` counts."""

    domain: Text = UNSORTED
    name: Text | None = Field(default=None, validation_alias=AliasChoices("name", "slug"))
    lesson: Text
    cause: str | None = None
    fix: str | None = None
    occurrences: int = Field(default=1, ge=1)


def combine(held: Lesson, new: Lesson, sides: Sides) -> Combined:
    """Seen again: the counts add up. Of the words the better founded hold, among equals the newer."""
    update: dict[str, object] = {"occurrences": held.occurrences + new.occurrences}
    changed: list[str] = []
    disputed = False
    for word in _WORDS:
        mine, theirs = getattr(held, word), getattr(new, word)
        if theirs is None or (mine is not None and same_text(mine, theirs)):
            continue
        if mine is None or sides.new_trust >= sides.held_trust:
            update[word] = theirs
            changed += [word] if mine is not None else []
        else:
            disputed = True
    return Combined(TYPE.dump(held.model_copy(update=update)), tuple(changed), TYPE.dump(new) if disputed else None)


def parts(value: Lesson, _: KeyContext) -> tuple[str, ...]:
    return value.domain, value.name or value.lesson


def describe(value: Lesson) -> str:
    times = f" (×{value.occurrences})" if value.occurrences > 1 else ""
    return lines(f"{labelled(outline(value.domain, value.name), value.lesson)}{times}", value.cause, value.fix)


def keep(_: Lesson) -> timedelta | None:
    return 7 * DAY


TYPE = MemoryType(
    name="lessons",
    prefix="lesson",
    value=Lesson,
    parts=parts,
    shape=(Part("domain"), Part("slug", field="lesson", free=True)),
    on_conflict=OnConflict.MERGE,
    describe=describe,
    keep=keep,
    combine=combine,
    aliases=("lesson", "error"),
)

"""`episodes`: what a finished session was about. Told again, the newer account holds."""

from __future__ import annotations

from perdure.language import language_of
from perdure.types.base import KeyContext, MemoryType, OnConflict, Part, Tier, Value, exact_part, long_term
from perdure.types.fields import Moment, Names, Text
from perdure.types.wording import lines, row


class Episode(Value):
    """Without a `session_id` it is the session at hand."""

    id: Text | None = None
    session_id: Text | None = None
    summary: Text
    goal: str | None = None
    outcome: str | None = None
    entities: Names = ()
    tools_used: Names = ()
    started_at: Moment | None = None
    ended_at: Moment | None = None
    made_by: Text | None = None
    """The model that told it, or `extract` when it is put together from what was said."""

    def to_markdown(self) -> str:
        """As it is shown to a model: under one label in either language, so that it is never taken for the present."""
        zh = language_of(self.summary) == "zh"
        day = self.started_at.date().isoformat() if self.started_at else None
        return lines(
            "## 历史操作记录" if zh else "## 历史操作记录 (past operations)",
            f"- {'日期' if zh else 'Date'}: {day}" if day else None,
            f"- {'目标' if zh else 'Goal'}: {self.goal}" if self.goal else None,
            f"- {'结果' if zh else 'Outcome'}: {self.outcome}" if self.outcome else None,
            f"- {'经过' if zh else 'Summary'}: {self.summary}",
            f"- {'涉及' if zh else 'Entities'}: {row(*self.entities)}" if self.entities else None,
            f"- {'工具' if zh else 'Tools'}: {row(*self.tools_used)}" if self.tools_used else None,
        )


def parts(value: Episode, context: KeyContext) -> tuple[str, ...]:
    return (value.session_id or context.session_id,)


def describe(value: Episode) -> str:
    day = f"{value.started_at.date().isoformat()} " if value.started_at else ""
    is_told = value.outcome is None and value.goal is not None and value.goal in value.summary
    way = "" if is_told else " → ".join(text for text in (value.goal, value.outcome) if text)
    return lines(f"{day}{value.summary}", way, row(*value.entities), row(*value.tools_used))


TYPE = MemoryType(
    name="episodes",
    prefix="episode",
    value=Episode,
    parts=parts,
    shape=(Part("session_id", exact_part),),
    on_conflict=OnConflict.OVERWRITE,
    describe=describe,
    tier=Tier.DIRECT,
    keep=long_term,
    aliases=("episode", "summary"),
)

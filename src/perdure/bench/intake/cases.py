"""Cases of decisions: what is said when, and what memory must and must not hold afterwards. One JSON object a line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from perdure.errors import InvalidInput
from perdure.messages import say

DECISIONS = Path(__file__).with_name("decisions.jsonl")
"""The cases that come with the package."""

Measure = Literal["collision", "stale", "lost", "forget", "false_command", "early_lapse"]
Words = Annotated[tuple[str, ...], Field(min_length=1)]
"""Words that must stand together in one thing that memory holds."""


def _in_utc(moment: datetime) -> datetime:
    """A time without a zone is UTC: what matters in a case is how much time passes."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Moment = Annotated[datetime, AfterValidator(_in_utc)]


class Said(BaseModel):
    """One turn: what the user says, and when; and what the assistant answers, where that matters."""

    model_config = ConfigDict(frozen=True)

    at: Moment
    user: Annotated[str, Field(min_length=1)]
    assistant: str | None = None


class DecisionCase(BaseModel):
    """One case. `holds` must be there at `look`, `gone` must not be; see `verdicts.py` for what is counted."""

    model_config = ConfigDict(frozen=True)

    id: str
    lang: str
    measure: Measure
    turns: Annotated[tuple[Said, ...], Field(min_length=1)]
    look: Moment | None = None
    holds: tuple[Words, ...] = ()
    gone: tuple[Words, ...] = ()
    silent: bool = False
    """The last turn must change nothing."""
    ask: bool = False
    """The last turn must change nothing and be answered with the candidates."""
    note: str = ""

    @property
    def looked_at(self) -> datetime:
        """When memory is looked at: not before the last turn."""
        last = self.turns[-1].at
        return last if self.look is None else max(self.look, last)


def read_cases(path: Path) -> Sequence[DecisionCase]:
    """The cases of a file, in its order. A line that is no case is an error that names it."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InvalidInput(f"`{path}` cannot be read: {why}", field="cases", hint=say("hint.json_lines_file")) from None
    return [_case(path, number, row) for number, row in enumerate(rows, 1) if row.strip()]


def _case(path: Path, number: int, row: str) -> DecisionCase:
    try:
        return DecisionCase.model_validate_json(row)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise InvalidInput(f"line {number} of `{path}` is no case: {place}: {first['msg']}", field="cases") from None

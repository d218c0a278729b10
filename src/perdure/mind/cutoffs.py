"""Up to when a model knows the world: what makers have published, and what the user adds. Nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values import JSON, check_name

# As their makers state it, for models of which we are sure. Where a maker names both the end of the training data and
# an earlier day up to which knowledge is reliable, the earlier one: a patch too many costs a line, one too few an
# error. A month stands for its first day, for the same reason.
KNOWN: Mapping[str, str] = MappingProxyType(
    {
        "gpt-3.5-turbo": "2021-09",
        "gpt-4-turbo": "2023-12",
        "gpt-4o": "2023-10",
        "gpt-4o-mini": "2023-10",
        "gpt-4.1": "2024-06",
        "gpt-4.1-mini": "2024-06",
        "gpt-4.1-nano": "2024-06",
        "gpt-5": "2024-09-30",
        "gpt-5-mini": "2024-05-31",
        "gpt-5-nano": "2024-05-31",
        "o1": "2023-10",
        "o3": "2024-06",
        "o3-mini": "2023-10",
        "o4-mini": "2024-06",
        "claude-3-haiku": "2023-08",
        "claude-3-sonnet": "2023-08",
        "claude-3-opus": "2023-08",
        "claude-3-5-sonnet": "2024-04",
        "claude-3-5-haiku": "2024-07",
        "claude-3-7-sonnet": "2024-10",
        "claude-sonnet-4": "2025-01",
        "claude-opus-4": "2025-01",
        "claude-opus-4-1": "2025-01",
        "claude-sonnet-4-5": "2025-01",
        "claude-haiku-4-5": "2025-02",
        "claude-opus-4-5": "2025-05",
        "claude-opus-4-6": "2025-05",
        "gemini-2.0-flash": "2024-08",
        "gemini-2.5-flash": "2025-01",
        "gemini-2.5-pro": "2025-01",
        "gemma-3": "2024-08",
        "llama-3.1": "2023-12",
        "llama-3.2": "2023-12",
        "llama-3.3": "2023-12",
        "llama-4-maverick": "2024-08",
        "llama-4-scout": "2024-08",
        "phi-4": "2024-06",
    }
)

# What may follow a model's name without making it another model: a date, a size, a build, a tag.
_BUILD = re.compile(
    r"(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3,4}|\d+(?:\.\d+)?b|\d+e|latest|preview|instruct|it|v\d+)|:[\w.-]+)*"
)
_SERVED_BY = re.compile(r"^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|meta|microsoft)\.")
OUTDATED_AFTER = 90
"""Days after its cutoff from which on a model counts as outdated, unless the caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Gap:
    """How long ago a model stopped learning: whole days, and whole months of the calendar."""

    cutoff: date
    today: date
    days: int
    months: int

    def as_json(self) -> dict[str, JSON]:
        return {
            "cutoff": self.cutoff.isoformat(),
            "today": self.today.isoformat(),
            "days": self.days,
            "months": self.months,
        }


def gap(cutoff: date, today: date) -> Gap:
    """The gap between a cutoff and today. A cutoff that lies ahead leaves none."""
    if today <= cutoff:
        return Gap(cutoff, today, 0, 0)
    months = 12 * (today.year - cutoff.year) + today.month - cutoff.month - (today.day < cutoff.day)
    return Gap(cutoff, today, (today - cutoff).days, months)


def as_day(given: object, field: str = "cutoff") -> date:
    """A day, or the first day of a month or year that is given as text."""
    if isinstance(given, datetime):
        return given.date()
    if isinstance(given, date):
        return given
    text = given.strip() if isinstance(given, str) else ""
    if re.fullmatch(r"\d{4}(-\d{2}){0,2}", text):
        try:
            return date.fromisoformat(text + "-01" * ((10 - len(text)) // 3))
        except ValueError:
            pass
    raise InvalidInput(f"`{field}` is not a date", field=field, hint=say("hint.date_form"))


def find_cutoff(model: str, more: Mapping[str, str | date]) -> date | None:
    """The cutoff of a model by its name, whoever serves it; what the user adds goes first. None where nobody said."""
    name = _plain(check_name(model, "model"))
    own = {_plain(known): day for known, day in more.items()}
    for table in (own, KNOWN):
        # `gpt-5.2` is not `gpt-5`, nor is `gpt-5-mini`: only a build of a known model is that model.
        named = [known for known in table if name.startswith(known) and _BUILD.fullmatch(name, len(known))]
        if named:
            return as_day(table[max(named, key=len)], "cutoffs")
    return None


def cutoff_of(model: str | None, cutoff: object, more: Mapping[str, str | date]) -> date:
    """The cutoff that was given, or that of the model. One of them has to be known."""
    if cutoff is not None:
        return as_day(cutoff)
    if model is None:
        raise InvalidInput("give `model` or `cutoff`", field="model", hint=say("hint.cutoff_is_a_date"))
    found = find_cutoff(model, more)
    if found is None:
        raise InvalidInput(
            "the training cutoff of this model is not known",
            field="model",
            hint=say("hint.give_cutoff"),
        )
    return found


def is_outdated(cutoff: date, today: date, days: int = OUTDATED_AFTER) -> bool:
    """Whether a model has missed more than so many days of the world."""
    return gap(cutoff, today).days > days


def _plain(model: str) -> str:
    name = model.strip().lower().rpartition("/")[2].replace("_", "-")
    return _SERVED_BY.sub("", name)

"""Perdure: long-term memory for AI agents that keeps its word."""

from typing import TYPE_CHECKING, Any

from perdure.clock import Clock, ManualClock, SystemClock
from perdure.config import Config
from perdure.errors import (
    Conflict,
    InvalidInput,
    ModelUnavailable,
    NotFound,
    OverBudget,
    PerdureError,
    StoreBusy,
    StoreDamaged,
    StoreUnavailable,
    Unsupported,
)
from perdure.values import (
    Attachment,
    Candidate,
    Change,
    Duration,
    Event,
    Evidence,
    Grade,
    History,
    Hit,
    Item,
    Merged,
    Pending,
    Priority,
    Receipt,
    Record,
    Refused,
    Retracted,
    ReviewEntry,
    Role,
    Session,
    Source,
    Status,
    Stored,
    Superseded,
    Target,
)

if TYPE_CHECKING:
    from perdure.agent import AgentMemory
    from perdure.blocking import Memory
    from perdure.context.carry import Task
    from perdure.context.pack import ContextPack
    from perdure.runtime import Runtime
    from perdure.tokens import TokenCounter

__version__ = "0.1.0"

# What opens a store brings pydantic and asyncio with it; whoever only wants values or `--help` does not pay for them.
_ON_DEMAND = {
    "AgentMemory": "perdure.agent",
    "ContextPack": "perdure.context.pack",
    "Memory": "perdure.blocking",
    "Runtime": "perdure.runtime",
    "Task": "perdure.context.carry",
    "TokenCounter": "perdure.tokens",
}


def __getattr__(name: str) -> Any:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module `perdure` has no attribute `{name}`")
    from importlib import import_module

    return getattr(import_module(_ON_DEMAND[name]), name)


__all__ = [
    "AgentMemory",
    "Attachment",
    "Candidate",
    "Change",
    "Clock",
    "Config",
    "Conflict",
    "ContextPack",
    "Duration",
    "Event",
    "Evidence",
    "Grade",
    "History",
    "Hit",
    "InvalidInput",
    "Item",
    "ManualClock",
    "Memory",
    "Merged",
    "ModelUnavailable",
    "NotFound",
    "OverBudget",
    "Pending",
    "PerdureError",
    "Priority",
    "Receipt",
    "Record",
    "Refused",
    "Retracted",
    "ReviewEntry",
    "Role",
    "Runtime",
    "Session",
    "Source",
    "Status",
    "StoreBusy",
    "StoreDamaged",
    "StoreUnavailable",
    "Stored",
    "Superseded",
    "SystemClock",
    "Target",
    "Task",
    "TokenCounter",
    "Unsupported",
]

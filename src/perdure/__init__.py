"""Perdure: long-term memory for AI agents that keeps its word."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perdure.agent import AgentMemory
    from perdure.blocking import Memory
    from perdure.clock import Clock, ManualClock, SystemClock
    from perdure.config import Config
    from perdure.context.carry import Task
    from perdure.context.pack import ContextPack
    from perdure.control.fronts import Certificate, ErasurePreview, ErasureTarget
    from perdure.control.portable.reports import ExportReport, ImportReport
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
    from perdure.runtime import Runtime
    from perdure.tokens import TokenCounter
    from perdure.values import (
        Attachment,
        Candidate,
        Change,
        Choice,
        Choices,
        Duration,
        Event,
        Evidence,
        Grade,
        History,
        Hit,
        Hits,
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

__version__ = "0.1.0"

# Each name is loaded when it is first used: a command that is over in an instant must not wait for all of them.
# What is not listed here is a plain value.
_PLACES = {
    "AgentMemory": "perdure.agent",
    "Certificate": "perdure.control.fronts",
    "Clock": "perdure.clock",
    "Config": "perdure.config",
    "Conflict": "perdure.errors",
    "ContextPack": "perdure.context.pack",
    "ErasurePreview": "perdure.control.fronts",
    "ErasureTarget": "perdure.control.fronts",
    "InvalidInput": "perdure.errors",
    "ManualClock": "perdure.clock",
    "ExportReport": "perdure.control.portable.reports",
    "ImportReport": "perdure.control.portable.reports",
    "Memory": "perdure.blocking",
    "ModelUnavailable": "perdure.errors",
    "NotFound": "perdure.errors",
    "OverBudget": "perdure.errors",
    "PerdureError": "perdure.errors",
    "Runtime": "perdure.runtime",
    "StoreBusy": "perdure.errors",
    "StoreDamaged": "perdure.errors",
    "StoreUnavailable": "perdure.errors",
    "SystemClock": "perdure.clock",
    "Task": "perdure.context.carry",
    "TokenCounter": "perdure.tokens",
    "Unsupported": "perdure.errors",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module `perdure` has no attribute `{name}`")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_PLACES.get(name, "perdure.values")), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


__all__ = [
    "AgentMemory",
    "Attachment",
    "Candidate",
    "Certificate",
    "Change",
    "Choice",
    "Choices",
    "Clock",
    "Config",
    "Conflict",
    "ContextPack",
    "Duration",
    "ErasurePreview",
    "ErasureTarget",
    "Event",
    "Evidence",
    "ExportReport",
    "Grade",
    "History",
    "Hit",
    "Hits",
    "ImportReport",
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

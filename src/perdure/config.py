"""Settings. This module alone reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from perdure.values import Source

_CONFIDENCE = MappingProxyType(
    {
        Source.USER: 0.9,
        Source.RELAYED: 0.8,
        Source.TOOL: 0.7,
        Source.OBSERVATION: 0.7,
        Source.INFERENCE: 0.5,
        Source.OUTSIDE: 0.3,
    }
)


@dataclass(frozen=True, slots=True)
class Config:
    """What can be set, with defaults that suit one agent on one machine."""

    max_content_bytes: int = 1 << 20
    max_attachment_bytes: int = 16 << 20
    max_events: int = 10_000
    """Events in one turn."""
    busy_timeout: float = 30.0
    """Seconds a write waits for another writer before it gives up with `StoreBusy`."""
    pool_size: int = 8
    """PostgreSQL connections kept open at most; also the number of units of work that may run at once."""
    recall_top_k: int = 16
    recall_max_items: int = 200
    """How many items are held in memory; the rest is found by search."""
    archival_enabled: bool = True
    """Whether events are archived at all. What something is concluded from is kept in any case."""
    archival_default_write: bool = True
    """Whether a turn that is learned from is archived as well; off, only what something was concluded from is."""
    policy: Any = None
    """The `MemoryPolicy` that decides what is kept, learned, embedded and forgotten; None for the default one."""
    recall_roles: frozenset[str] = frozenset({"user", "tool"})
    """Whose events conclusions are drawn from; the others are kept as material only."""
    quiet_tools: frozenset[str] = frozenset()
    """Tools whose results are kept as material only."""
    consolidate_every: int = 50
    """Turns of an open session after which its conclusions are drawn together; it also happens at its end."""
    fade_below: float = 0.3
    """Items of less importance than this fade when they go unused."""
    record_vectors: bool = False
    """Whether records get vectors too, so that the archive is searched by meaning as well as by words."""
    pii: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For a class of private text what to do with it: `mask`, `store`, `refuse` or `confirm`; `{"email": "store"}`."""
    pii_default: str = "mask"
    """What to do with the classes that `pii` does not name."""
    arms: frozenset[str] | None = None
    """Which arms of a search count, by name; None for all of them. For measuring what each is worth."""
    confidence: Mapping[Source, float] = field(default_factory=lambda: _CONFIDENCE)
    """Confidence of a conclusion that states none, by its source."""


def default_home() -> str:
    """Where memory lives by default: `$PERDURE_HOME` (a folder or a PostgreSQL URL), else `~/.perdure`."""
    return os.environ.get("PERDURE_HOME") or str(Path.home() / ".perdure")


def default_embedder() -> str:
    """The embedder that a runtime uses unless told otherwise: `$PERDURE_EMBEDDER` (`local`, `none`), else `local`."""
    return os.environ.get("PERDURE_EMBEDDER") or "local"


def default_agent() -> str:
    """The agent the command line speaks for: `$PERDURE_AGENT`, else `default`."""
    return os.environ.get("PERDURE_AGENT") or "default"

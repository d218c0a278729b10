"""Settings. This module alone reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

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
    extract_per_session: int = 5
    """Turns of a session that an LLM reads as they come; the rest waits for `process_unextracted_turns`."""
    extract_min_chars: int = 30
    """The length from which on a message is worth an LLM's while. What is asked to be remembered always is."""
    daily_tokens: int = 500_000
    """Tokens that an agent's jobs may spend in a day (UTC); what is left waits for the next."""
    background: bool = True
    """Whether jobs are done as they come. If not, they wait for `jobs.run_pending`."""
    job_retries: int = 8
    """How often a job is tried again before it is put among the dead."""
    job_backoff: float = 60.0
    """Seconds before the first new try of a job; each further one waits up to twice as long, by chance."""
    job_backoff_cap: float = 21_600.0
    job_lease: float = 300.0
    """Seconds for which a worker has a job to itself."""
    jobs_at_once: int = 2
    """Jobs under way at the same time, per agent and process."""
    short_term_limit: int = 12
    """How many of the last turns of a session are carried word for word."""
    session_idle: timedelta | None = timedelta(hours=12)
    """An open session without a sign of life for this long was left behind: the next `start_session` of its scope
    closes it. A process that has a session open gives a sign of life in time. None: never."""
    consolidate_after: int = 24
    """Turns after which a session is consolidated although it goes on."""
    compact_warn: float = 0.80
    compact_at: float = 0.90
    """Shares of the usable input from which on `context_used` warns, and says that it is time to compact."""
    compact_keep_turns: int = 8
    """Turns that compaction leaves word for word."""
    compact_tokens: int = 2_000
    """How long the summary of a compacted past may become."""
    workspace: str | None = None
    """A folder for the agents' own files where the home is a database; in a home that is a folder they are in it."""


def default_home() -> str:
    """Where memory lives by default: `$PERDURE_HOME` (a folder or a PostgreSQL URL), else `~/.perdure`."""
    return os.environ.get("PERDURE_HOME") or str(Path.home() / ".perdure")


def default_embedder() -> str:
    """The embedder that a runtime uses unless told otherwise: `$PERDURE_EMBEDDER` (`local`, `none`), else `local`."""
    return os.environ.get("PERDURE_EMBEDDER") or "local"


def default_agent() -> str:
    """The agent the command line speaks for: `$PERDURE_AGENT`, else `default`."""
    return os.environ.get("PERDURE_AGENT") or "default"

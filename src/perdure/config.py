"""Settings. This module alone reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.tokens import TokenCounter, estimate
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

_DECAY = MappingProxyType({"transient": 0.2, "short_term": 0.1, "long_term": 0.02})


MOST_BYTES = 256 << 20
"""No engine keeps a gigabyte in one row, and what goes into it is more than the text."""


@dataclass(frozen=True, slots=True)
class Config:
    """What can be set, with defaults that suit one agent on one machine."""

    max_content_bytes: int = 1 << 20
    """Maximum size of one event's text, in bytes."""
    max_attachment_bytes: int = 16 << 20
    """Maximum size of one attachment, in bytes."""
    max_events: int = 10_000
    """Maximum number of events in one turn."""
    busy_timeout: float = 30.0
    """Seconds a write waits for another writer before it gives up with `StoreBusy`."""
    pool_size: int = 8
    """PostgreSQL connections kept open at most; also the number of units of work that may run at once."""
    recall_top_k: int = 16
    """Default number of search results."""
    recall_max_items: int = 200
    """Size of the hot set: items kept in memory; the rest is found by search."""
    recall_load_on_start: str = "all"
    """`all`: load the hot set when an agent is opened; `none`: on first use."""
    recall_load_budget: float = 0.2
    """Seconds that opening an agent waits for this; the rest loads in the background."""
    archival_enabled: bool = True
    """Whether events are archived at all. What something is concluded from is kept in any case."""
    archival_default_write: bool = True
    """Whether a turn that is learned from is archived as well; off, only what something was concluded from is."""
    policy: Any = None
    """The `MemoryPolicy` that decides what is kept, learned, embedded and forgotten; None for the default one."""
    recall_roles: frozenset[str] = frozenset({"user", "tool"})
    """Roles whose events are learned from; the others are only archived."""
    quiet_tools: frozenset[str] = frozenset()
    """Tools whose results are only archived."""
    consolidate_every: int = 24
    """Consolidate an open session every so many turns; it also happens at its end."""
    decay_rates: Mapping[str, float] = field(default_factory=lambda: _DECAY)
    """What an item loses of its importance each day that it is not used, by retention class; permanent ones: none."""
    fade_below: float = 0.3
    """An item whose importance has decayed below this becomes transient. It keeps its date."""
    forget_below: float = 0.1
    """An item that has decayed below this, and that no date keeps, is forgotten."""
    forget_grace: timedelta = timedelta(days=90)
    """How long what lapsed by itself can be restored, before it is deleted."""
    daily_at: str | None = None
    """Time (of `time_zone`) at which an open agent runs its daily upkeep, such as `03:30`; None: only when called."""
    daily_step_seconds: float = 300.0
    """Seconds that one step of the daily run may take; the rest is done next time."""
    daily_turns: int = 200
    """Turns that an LLM reads in one daily run, at most."""
    reader: bool | None = None
    """Whether turns are read by the packaged reader too, which has learned what people state; else by rules alone.
    None: wherever meaning is searched as well, that is, with any embedder but `none`."""
    record_vectors: bool = True
    """Whether records get vectors too, so that the archive is searched by meaning as well as by words. They are made in
    the background, and only where there is an embedder."""
    pii: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What to do with each class of private data: `mask`, `store`, `refuse` or `confirm`; `{"email": "store"}`."""
    pii_default: str = "mask"
    """What to do with the classes that `pii` does not name."""
    arms: frozenset[str] | None = None
    """Which arms of a search count, by name; None for all of them. For measuring what each is worth."""
    workspace: str | None = None
    """A folder in which every agent has its workspace. Default: `workspace` in the agent's own folder; for a database
    `~/.perdure/workspaces`, once `perdure init` has made one there."""
    time_zone: str | None = None
    """The time zone whose days notes and the daily run go by, such as `Europe/Rome`; None for this machine's."""
    files_source: str = "user"
    """Whose word a line is that somebody wrote into a file: `user`, or `outside` where others may write there too."""
    max_note_bytes: int = 65_536
    """Maximum size of one note, in bytes."""
    memory_lines: int = 120
    """Maximum number of lines in the generated region of MEMORY.md or USER.md."""
    memory_chars: int = 16_000
    """Maximum number of characters there."""
    memory_tokens: int = 4_000
    """Maximum number of tokens there."""
    model: str | None = None
    """The model that reads what is composed, unless a call names another: its training cutoff decides about patches."""
    feeds: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Feeds for patches, by name: files or URLs. `{"python": "CHANGELOG.md"}`; none by default."""
    cutoffs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Training cutoffs of models that are not known yet, or known better: `{"my-model": "2024-06"}`."""
    tokens: TokenCounter = estimate
    """How tokens are counted for a budget; the tokenizer of the model in use may be given."""
    confidence: Mapping[Source, float] = field(default_factory=lambda: _CONFIDENCE)
    """Confidence of a conclusion that states none, by its source."""
    archival_lookup_triggers: tuple[str, ...] = ("user_ask_evidence", "low_confidence", "recall_miss")
    """Why a search of items may go on to look into the archive."""
    low_confidence: float = 0.5
    """Below this confidence the best answer is backed by a look into the archive."""
    recall_miss_hits: int = 1
    """Fewer results than this count as a miss."""
    recall_miss_closeness: float = 0.3
    """Minimum cosine similarity for a result that shares no word, key, name or time."""
    extract_per_session: int | None = None
    """Turns of a session that an LLM reads as they come, at most; the rest waits for `extract_turns`. None: all those
    that the reader chooses, within `daily_tokens`."""
    daily_tokens: int = 500_000
    """Daily token limit of an agent's jobs (UTC); the rest waits until the next day."""
    background: bool = True
    """Run jobs in the background. If off, they wait for `jobs.run_pending`."""
    job_retries: int = 8
    """Retries before a job is marked dead."""
    job_backoff: float = 60.0
    """Seconds before the first retry; doubles with each retry, with jitter."""
    job_backoff_cap: float = 21_600.0
    """Maximum seconds between retries."""
    job_lease: float = 300.0
    """Lease of a job, in seconds."""
    jobs_at_once: int = 2
    """Concurrent jobs, per agent and process."""
    short_term_limit: int = 12
    """Recent turns of a session that are included word for word."""
    session_idle: timedelta | None = timedelta(hours=12)
    """An open session idle for this long is abandoned: the next `start_session` of its scope
    closes it. A process that has a session open keeps it alive. None: never."""
    compact_warn: float = 0.80
    """Share of the usable input at which `context_used` warns."""
    compact_at: float = 0.90
    """Share at which it asks for compaction."""
    compact_keep_turns: int = 8
    """Recent turns that compaction keeps word for word."""
    compact_tokens: int = 2_000
    """Maximum tokens of a compaction summary."""

    def __post_init__(self) -> None:
        """Refuse what would only be noticed later, or never."""
        for name in ("max_content_bytes", "max_attachment_bytes"):
            _check(1 <= getattr(self, name) <= MOST_BYTES, name, f"from 1 to {MOST_BYTES:,}")
        _check(self.recall_load_on_start in ("all", "none"), "recall_load_on_start", "`all` or `none`")
        _check(self.recall_max_items >= 1, "recall_max_items", "at least 1")
        _check(self.recall_load_budget >= 0, "recall_load_budget", "seconds, 0 or more")
        known = ("user_ask_evidence", "low_confidence", "recall_miss")
        _check(set(self.archival_lookup_triggers) <= set(known), "archival_lookup_triggers", "of " + ", ".join(known))
        _check(0 <= self.low_confidence <= 1, "low_confidence", "from 0 to 1")
        _check(self.recall_miss_hits >= 0, "recall_miss_hits", "0 or more")
        _check(self.files_source in ("user", "outside"), "files_source", "`user` or `outside`")
        _check(self.max_note_bytes >= 1, "max_note_bytes", "at least 1")
        for name in ("memory_lines", "memory_chars", "memory_tokens"):
            _check(getattr(self, name) >= 0, name, "0 or more")
        zone_of(self.time_zone)
        _check(-1 <= self.recall_miss_closeness <= 1, "recall_miss_closeness", "from -1 to 1")
        _check(set(self.decay_rates) <= set(_DECAY), "decay_rates", "by class: " + ", ".join(_DECAY))
        _check(all(0 <= rate < 1 for rate in self.decay_rates.values()), "decay_rates", "rates from 0 to below 1")
        _check(
            0 <= self.forget_below <= self.fade_below <= 1, "forget_below", "from 0 to `fade_below`, which is up to 1"
        )
        _check(self.forget_grace >= timedelta(0), "forget_grace", "no negative time")
        _check(self.extract_per_session is None or self.extract_per_session >= 0, "extract_per_session", "0 or more")
        _check(self.daily_step_seconds > 0, "daily_step_seconds", "more than 0")
        _check(self.daily_turns >= 1, "daily_turns", "at least 1")
        _check(self.daily_at is None or _is_time(self.daily_at), "daily_at", "a time of day such as `03:30`")


def _check(is_right: bool, name: str, accepted: str) -> None:
    if not is_right:
        raise InvalidInput(f"`Config.{name}` must be {accepted}", field=name)


@cache
def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of a name; None stands for this machine's."""
    try:
        return None if name is None else ZoneInfo(name)
    except (ValueError, OSError, TypeError, KeyError):  # all that it may raise for a name that is none
        raise InvalidInput(
            "`Config.time_zone` is not a time zone", field="time_zone", hint=say("hint.write_time_zone")
        ) from None


def default_workspaces() -> Path:
    """Where workspaces of agents in a database are made: `$PERDURE_WORKSPACES`, else `~/.perdure/workspaces`."""
    return Path(os.environ.get("PERDURE_WORKSPACES") or Path.home() / ".perdure" / "workspaces")


def _is_time(text: str) -> bool:
    try:
        return time.fromisoformat(text).tzinfo is None
    except ValueError:
        return False


def default_home() -> str:
    """Where memory lives by default: `$PERDURE_HOME` (a folder or a PostgreSQL URL), else `~/.perdure`."""
    return os.environ.get("PERDURE_HOME") or str(Path.home() / ".perdure")


def cache_folder() -> Path:
    """Where decoded models are kept, once for all homes: `$PERDURE_CACHE`, else `perdure` in the user's cache folder.

    Nothing of anybody's memory is in it: it may be deleted at any time.
    """
    own = os.environ.get("PERDURE_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own).expanduser() if own else Path(shared) / "perdure"


def default_embedder() -> str:
    """The embedder that a runtime uses unless told otherwise: `$PERDURE_EMBEDDER` (`local`, `none`), else `local`."""
    return os.environ.get("PERDURE_EMBEDDER") or "local"


def default_feeds() -> dict[str, str]:
    """The feeds that the command line reads: `$PERDURE_FEEDS`, as in `python=~/CHANGELOG.md node=https://…`."""
    pairs = (pair.partition("=") for pair in (os.environ.get("PERDURE_FEEDS") or "").split())
    return {name: place for name, _, place in pairs}


def default_agent() -> str:
    """The agent the command line speaks for: `$PERDURE_AGENT`, else `default`."""
    return os.environ.get("PERDURE_AGENT") or "default"


def default_language() -> str:
    """What a person at the terminal reads: `zh` where $LC_ALL, $LC_MESSAGES or $LANG says Chinese, else `en`."""
    said = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "zh" if said.lower().startswith("zh") else "en"


def config_file() -> str | None:
    """The configuration file that the environment names: `$PERDURE_CONFIG`."""
    return os.environ.get("PERDURE_CONFIG") or None


def environment(prefix: str) -> dict[str, str]:
    """The variables whose names begin with a prefix."""
    return {name: value for name, value in os.environ.items() if name.startswith(prefix)}

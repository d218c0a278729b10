"""Hints of the library, said as something that can be typed here."""

from __future__ import annotations

import re

SAID_HERE = {
    # verbs
    "archive.records": "perdure traces WORDS",
    "cleanup": "perdure working SESSION --cleanup",
    "commit_turns": "perdure commit",
    "complete": "perdure working SESSION --complete OUTCOME",
    "forget": "perdure forget",
    "history": "perdure history KEY",
    "history.of": "perdure history KEY",
    "items": "perdure items",
    "jobs.list": "perdure jobs list",
    "patches.list": "perdure patches list",
    "review.list": "perdure review",
    "skills.list": "perdure items --type skills",
    "start_session": "perdure session start",
    "start_task": "perdure working SESSION --start GOAL --step STEP",
    # options
    "cutoff": "--cutoff",
    "limit": "--limit",
    "rules": "--by rules",
    "Target": "--query WORDS",
    "datetime.now(UTC)": "2026-02-20T17:00:00+08:00",
    # settings
    "Config.pii": "perdure config --all",
    'Config(cutoffs={"my-model": "2024-06"})': 'memory.cutoffs = {"my-model" = "2024-06"}',
    "Config(workspace=…)": "memory.workspace",
    "Runtime(llm=…)": "llm.model",
    "pool_size": "memory.pool_size",
}
"""What the library calls a thing, and what is typed or set on the command line for it."""

_PHRASES = {
    "give `llm.model` one": "set `llm.model`; `perdure config --all` shows where",
    "name one in `memory.workspace`": "set `memory.workspace`",
    "a `--query WORDS`": "`--query WORDS`",
}
"""Where the other word needs another sentence."""

_QUOTED = re.compile(r"`([^`]+)`")


def typed(hint: str | None) -> str | None:
    """A hint that names commands, options and settings where the library named Python."""
    if hint is None:
        return None
    said = _QUOTED.sub(lambda found: f"`{SAID_HERE.get(found[1], found[1])}`", hint)
    for before, after in _PHRASES.items():
        said = said.replace(before, after)
    return said

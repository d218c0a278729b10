"""Hints of the library, said as something that can be typed here."""

from __future__ import annotations

import re

COMMANDS = {
    "cleanup": "perdure working SESSION --cleanup",
    "commit_turns": "perdure commit",
    "complete": "perdure working SESSION --complete OUTCOME",
    "forget": "perdure forget",
    "history": "perdure history KEY",
    "items": "perdure items",
    "start_session": "perdure session start",
    "start_task": "perdure working SESSION --start GOAL",
}
"""What the library calls a thing, and what does it on the command line."""

_QUOTED = re.compile(r"`([a-z_.]+)(?:\(\))?`")


def typed(hint: str | None) -> str | None:
    """A hint with the verbs of the library replaced by commands."""
    if hint is None:
        return None
    return _QUOTED.sub(lambda found: f"`{COMMANDS[found[1]]}`" if found[1] in COMMANDS else found[0], hint)

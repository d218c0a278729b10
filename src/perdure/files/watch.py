"""Waiting for somebody to change a file: told by the system where `watchfiles` is installed, else by looking."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from perdure.files import notes
from perdure.files.safe import signature_of
from perdure.files.workspace import GENERATED, NOTES

EVERY = 1.0
"""Seconds between two looks where nobody tells."""
QUIET = 300
"""Milliseconds without a change after which an editor has finished saving."""


def changes(workspace: Path, stop: Event) -> Iterator[None]:
    """Yields whenever a file was touched, until `stop` is set. The first is at once: something may have waited."""
    yield None
    try:
        from watchfiles import watch  # type: ignore[import-not-found, unused-ignore]  # an extra
    except ImportError:
        yield from _looking(workspace, stop)
        return
    told = watch(
        workspace,
        watch_filter=lambda _, path: is_watched(workspace, Path(path)),
        debounce=10 * QUIET,
        step=QUIET,
        stop_event=stop,
        raise_interrupt=True,
    )
    for _ in told:
        yield None


def is_watched(workspace: Path, path: Path) -> bool:
    """Whether a file is one that sync reads."""
    try:
        inside = path.relative_to(workspace)
    except ValueError:
        return False
    is_note = len(inside.parts) == 2 and inside.parts[0] == NOTES and notes.day_of(inside.name) is not None
    return is_note or str(inside) in GENERATED


def _looking(workspace: Path, stop: Event) -> Iterator[None]:
    before = _signatures(workspace)
    while not stop.wait(EVERY):
        now = _signatures(workspace)
        if now != before:
            before = now
            yield None


def _signatures(workspace: Path) -> dict[str, tuple[int, int, int] | None]:
    found = {name: signature_of(workspace / name) for name in GENERATED}
    try:
        with os.scandir(workspace / NOTES) as entries:
            days = [entry.name for entry in entries if notes.day_of(entry.name)]
    except FileNotFoundError:
        days = []
    return found | {f"{NOTES}/{name}": signature_of(workspace / NOTES / name) for name in days}

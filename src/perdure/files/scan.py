"""Looking at the files of a workspace: which were touched since the last sync, and what they say."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from perdure.errors import PerdureError
from perdure.files import notes
from perdure.files.report import FileNotice
from perdure.files.safe import read_raw, signature_of, touch
from perdure.files.state import Signature, SyncState
from perdure.files.workspace import GENERATED, NOTES, OWN
from perdure.folders import private_folder

RACY = 1_000_000_000
"""Nanoseconds within which a second change may leave a file with the same time."""


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file that was touched: what it says, or None where it is gone."""

    name: str
    text: str | None
    signature: Signature | None
    day: date | None = None


def scan(workspace: Path, state: SyncState) -> tuple[list[SeenFile], list[FileNotice]]:
    """The files that are not as the last sync left them, and those that cannot be read."""
    now = touch(workspace / OWN / "now")
    seen: list[SeenFile] = []
    failed: list[FileNotice] = []
    for name, day in _names(workspace, state):
        path = workspace / name
        signature = signature_of(path)
        known = state.files.get(name)
        if known is not None and signature is not None and signature == known.signature:
            continue
        try:
            found = read_raw(path)
        except PerdureError as failure:
            failed.append(FileNotice(name, "unreadable", failure.message))
            continue
        text, exact = (None, None) if found is None else found
        is_racy = exact is not None and exact[1] > now - RACY
        seen.append(SeenFile(name, text, None if is_racy else exact, day))
    return seen, failed


def _names(workspace: Path, state: SyncState) -> list[tuple[str, date | None]]:
    """Every file that is there or was there, in order."""
    private_folder(workspace / NOTES)  # refuses one that leads elsewhere
    with os.scandir(workspace / NOTES) as entries:
        days = {f"{NOTES}/{entry.name}" for entry in entries if notes.day_of(entry.name)}
    days |= {name for name in state.files if name.startswith(f"{NOTES}/")}
    found: list[tuple[str, date | None]] = [(name, None) for name in GENERATED]
    return [*found, *((name, notes.day_of(name.partition("/")[2])) for name in sorted(days))]

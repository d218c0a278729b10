"""What the last sync saw, in the workspace itself: so a copy of the folder has its own, and losing it loses nothing.

Without it every line counts as seen for the first time: what is known already is not taken twice, and nothing is
withdrawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perdure.errors import PerdureError
from perdure.files.safe import change, read_text
from perdure.files.workspace import OWN
from perdure.folders import private_folder

NAME = "sync.json"
VERSION = 1
Signature = tuple[int, int, int]
"""Inode, time of the last change and size: what tells that a file was touched."""


@dataclass(slots=True)
class FileState:
    """One file as it was when the last sync was through with it."""

    signature: Signature | None = None
    generation: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    """What each line of ours stood for, by the name in its mark, with the hash of its words."""
    lines: dict[str, list[str]] = field(default_factory=dict)
    """By the hash of a line that a person wrote: the items that came of it."""


@dataclass(slots=True)
class SyncState:
    """All files of a workspace."""

    sequence: int = 0
    """How far the store had come."""
    files: dict[str, FileState] = field(default_factory=dict)

    def of(self, name: str) -> FileState:
        return self.files.setdefault(name, FileState())

    def as_json(self) -> dict[str, Any]:
        shape = {
            name: [one.signature, one.generation, one.shown, one.lines] for name, one in sorted(self.files.items())
        }
        return {"version": VERSION, "sequence": self.sequence, "files": shape}


def load(workspace: Path) -> SyncState:
    """The state; an empty one where there is none that can be read."""
    try:
        found = json.loads(read_text(workspace / OWN / NAME, most=1 << 30) or "{}")
        return _of(found) if found.get("version") == VERSION else SyncState()
    except (PerdureError, ValueError, TypeError, AttributeError, KeyError):
        return SyncState()


def _of(shape: Mapping[str, Any]) -> SyncState:
    files = {
        str(name): FileState(None if seen is None else (seen[0], seen[1], seen[2]), int(generation), shown, lines)
        for name, (seen, generation, shown, lines) in shape["files"].items()
    }
    return SyncState(int(shape["sequence"]), files)


def save(workspace: Path, state: SyncState) -> bool:
    """Keep the state. Says whether it had changed."""
    private_folder(workspace / OWN)
    text = json.dumps(state.as_json(), ensure_ascii=False, separators=(",", ":"))
    return change(workspace / OWN / NAME, lambda before: None if before == text else text, most=1 << 30)

"""Writing the generated region of a file: only when it says something else, with a backup, and never over an edit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from perdure.files.generated import GeneratedRegion
from perdure.files.regions import Regions, found_lines, has_merge_marks, line_hash, one_line, renewed, rows_of, split
from perdure.files.safe import change
from perdure.files.state import FileState
from perdure.files.workspace import BACKUPS, OWN, template
from perdure.folders import atomic_write, private_folder
from perdure.language import Language

KEPT_BACKUPS = 10


class WriteResult(StrEnum):
    """What became of a generated region."""

    WRITTEN = "written"
    SAME = "same"
    EDITED = "edited"
    """Somebody changed it by hand: the next sync takes that in first."""
    UNMARKED = "unmarked"
    """Its marks are lost: a person has to say what is theirs."""
    MERGING = "merging"
    """It holds marks of a merge that is not finished."""


@dataclass(frozen=True, slots=True)
class Regenerated:
    """One file after it was to be written."""

    name: str
    result: WriteResult
    left_out: int = 0


def regenerate(
    workspace: Path, name: str, made: GeneratedRegion, state: FileState, language: Language, *, seen: str | None = None
) -> Regenerated:
    """Make the region of a file anew, and keep in `state` what it shows.

    `seen` is the text that a sync has taken in: it may be written over, whatever somebody changed in it before.
    """
    result = WriteResult.SAME

    def anew(before: str | None) -> str | None:
        nonlocal result
        text = template(name, language) if before is None else before
        parts = split(text)
        is_free = before is None or (seen is not None and before == seen)
        result = WriteResult.SAME if is_free else _obstacle(text, parts, state)
        if result is not WriteResult.SAME:
            return None
        if before is not None and parts.generation is not None and rows_of(parts.body) == list(made.rows):
            return None
        generation = max(state.generation, parts.generation or 0) + 1
        result = WriteResult.WRITTEN
        if before is not None:
            _back_up(workspace, name, before, generation - 1)
        state.generation = generation
        return renewed(text, made.rows, generation)

    change(workspace / name, anew)
    if result in (WriteResult.WRITTEN, WriteResult.SAME):
        state.shown = {line.name: line_hash(one_line(line.text)) for line in made.lines}
    return Regenerated(name, result, made.left_out)


def _obstacle(text: str, parts: Regions, state: FileState) -> WriteResult:
    """Why a region must not be written over now; `SAME` where it may."""
    if has_merge_marks(text):
        return WriteResult.MERGING
    if parts.generation is None:
        return WriteResult.UNMARKED if parts.is_torn or state.generation else WriteResult.SAME
    return WriteResult.EDITED if is_edited(parts, state) else WriteResult.SAME


def is_edited(parts: Regions, state: FileState) -> bool:
    """Whether somebody changed a generated region since it was written."""
    lines = found_lines("\n".join(rows_of(parts.body)))
    if any(line.item_id is None or line.is_edited or line.is_done for line in lines):
        return True
    if not state.generation:
        return False  # nothing is known of what it showed
    return state.generation != parts.generation or {line.name for line in lines} != set(state.shown)


def _back_up(workspace: Path, name: str, text: str, generation: int) -> None:
    folder = workspace / OWN / BACKUPS
    private_folder(folder)
    atomic_write(folder / f"{name}.{generation:06}", text.encode())
    for old in sorted(folder.glob(f"{name}.*"))[:-KEPT_BACKUPS]:
        old.unlink(missing_ok=True)


def drop_backups(workspace: Path) -> None:
    """Remove the backups, and with them what they still say."""
    for path in (workspace / OWN / BACKUPS).glob("*"):
        path.unlink()

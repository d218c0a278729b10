"""Summaries of days, `daily_summaries/YYYY-MM-DD.md`: made anew whole, and without what was forgotten since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from perdure.files.safe import change, read_text

FOLDER = "daily_summaries"


def write(folder: Path, day: date, text: str) -> bool:
    """Write the summary of a day. Says whether it changed."""
    return change(folder / FOLDER / f"{day.isoformat()}.md", lambda before: None if before == text else text)


def line(item_id: str, text: str) -> str:
    """A thing as a line that can be taken out again."""
    return f"- {' / '.join(text.replace('<!--', '&lt;!--').splitlines())} {_mark(item_id)}"


def remove(folder: Path, ids: Sequence[str]) -> int:
    """Take the lines of these items out of every summary. Answers how many files changed."""
    marks = [_mark(name) for name in ids]
    names = sorted(path.name for path in (folder / FOLDER).glob("*.md")) if marks else []
    return sum(_remove(folder / FOLDER / name, marks) for name in names)


def _remove(path: Path, marks: Sequence[str]) -> bool:
    def without(text: str) -> str:
        return "\n".join(row for row in text.split("\n") if not any(row.endswith(mark) for mark in marks))

    found = read_text(path)
    if found is None or without(found) == found:
        return False
    return change(path, lambda before: None if before is None else without(before))


def _mark(item_id: str) -> str:
    return f"<!-- item:{item_id} -->"

"""The notes of a day, `memory/YYYY-MM-DD.md`: lines are only added, until they are forgotten; ours carry their id.

# 2026-01-01

- 14:03 the supplier calls back on Friday <!-- note:01970000-… -->
  a second line of the same note
- a line somebody wrote by hand
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from perdure.errors import InvalidInput
from perdure.files.safe import change, read_text

FOLDER = "memory"
_MARK = re.compile(r"\s*<!-- note:([0-9A-Za-z._-]+) -->\s*$")


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One note as it stands in a file. Without an id it was written by hand."""

    day: date
    number: int
    text: str
    id: str | None = None


def path_of(folder: Path, day: date) -> Path:
    """Where the notes of a day are."""
    if not isinstance(day, date):
        raise InvalidInput(f"`day` must be a date: got {type(day).__name__}", field="day")
    return folder / FOLDER / f"{day.isoformat()[:10]}.md"


def append(folder: Path, item_id: str, text: str, moment: datetime) -> bool:
    """Add a note at the end of its day. One that stands there already is not added again."""
    line = rendered(item_id, text, moment)

    def added(before: str | None) -> str | None:
        if before is None:
            return f"# {moment.date().isoformat()}\n\n{line}"
        if f"<!-- note:{item_id} -->" in before:
            return None
        return f"{before}{'' if not before or before.endswith(chr(10)) else chr(10)}{line}"

    return change(path_of(folder, moment.date()), added)


def remove(folder: Path, day: date, item_id: str) -> bool:
    """Take a note of ours out of its day. What was written by hand stays."""

    def removed(before: str | None) -> str | None:
        if before is None or f"<!-- note:{item_id} -->" not in before:
            return None
        kept: list[str] = []
        is_gone = False
        for row in before.split("\n"):
            is_gone = row.endswith(f"<!-- note:{item_id} -->") or (is_gone and row.startswith("  "))
            kept += [] if is_gone else [row]
        return "\n".join(kept)

    return change(path_of(folder, day), removed)


def rendered(item_id: str, text: str, moment: datetime) -> str:
    """A note as a line of its own. Its words cannot pass for the mark of a line of ours."""
    first, *more = text.replace("<!--", "&lt;!--").replace("\r", "").split("\n")
    rest = "".join(f"  {row}\n" for row in more)
    return f"- {moment:%H:%M} {first} <!-- note:{item_id} -->\n{rest}"


def read(folder: Path, day: date) -> list[NoteLine]:
    """The notes of a day, in order; none where there is no file."""
    return list(_lines(read_text(path_of(folder, day)) or "", day))


def _lines(text: str, day: date) -> Iterator[NoteLine]:
    entries: list[str] = []
    for row in text.split("\n"):
        if row.startswith("  ") and entries:
            entries[-1] += "\n" + row[2:]
        elif row.strip() and not row.startswith("# "):
            entries.append(row)
    for number, entry in enumerate(entries, start=1):
        first, _, rest = entry.partition("\n")
        mark = _MARK.search(first)
        words = (first[: mark.start()] if mark else first).removeprefix("- ").strip()
        yield NoteLine(day, number, f"{words}\n{rest}" if rest else words, mark[1] if mark else None)

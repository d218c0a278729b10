"""The notes of a day, `memory/YYYY-MM-DD.md`: lines are only added, until they are forgotten; ours carry their id.

# 2026-01-01

- 14:03 the supplier calls back on Friday <!-- note:01970000-… notes user -->
  a second line of the same note
- a line somebody wrote by hand
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from perdure.errors import InvalidInput
from perdure.files.regions import found_lines, line_hash
from perdure.files.safe import change, read_text
from perdure.files.workspace import NOTES
from perdure.values import Item

_MARK = re.compile(r"\s*<!-- note:([0-9A-Za-z._-]+)(?: [a-z_]+ [a-z]+)? -->\s*$")
_CLOCK = re.compile(r"^\d\d:\d\d ")
_FILE = re.compile(r"(\d{4}-\d\d-\d\d)\.md")


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One note as it stands in a file. Without an id it was written by hand."""

    day: date
    number: int
    text: str
    id: str | None = None

    @property
    def words(self) -> str:
        """The text without the time before it, where it is ours."""
        return self.text if self.id is None else _CLOCK.sub("", self.text)

    @property
    def hash(self) -> str:
        return line_hash(self.words)


def path_of(folder: Path, day: date) -> Path:
    """Where the notes of a day are."""
    return folder / NOTES / name_of(day)


def name_of(day: date) -> str:
    if not isinstance(day, date):
        raise InvalidInput(f"`day` must be a date: got {type(day).__name__}", field="day")
    return f"{day.isoformat()[:10]}.md"


def day_of(name: str) -> date | None:
    """The day of a file by its name; None where it is no file of notes."""
    found = _FILE.fullmatch(name)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def append(folder: Path, day: date, item: Item, clock: datetime) -> bool:
    """Add a note at the end of its day. One that stands there already is not added again."""
    return append_all(folder, day, [(item, clock)])


def append_all(folder: Path, day: date, notes: Sequence[tuple[Item, datetime]]) -> bool:
    """The same for several: one write."""
    return renew(folder, day, [(item, clock, ()) for item, clock in notes])


def remove(folder: Path, day: date, item_ids: Sequence[str]) -> bool:
    """Take notes of ours out of their day. What was written by hand stays."""
    return renew(folder, day, [(None, None, tuple(item_ids))])


Renewal = tuple[Item | None, datetime | None, tuple[str, ...]]
"""A note, its time, and the versions of it whose lines it takes the place of; without a note they go."""


def renew(folder: Path, day: date, notes: Sequence[Renewal]) -> bool:
    """Bring the lines of notes up to date: those that are missing are added, those of old versions replaced."""

    def renewed(before: str | None) -> str | None:
        text = before
        for item, clock, past in notes:
            line = None if item is None or clock is None else rendered(item, clock)
            if text is not None and any(holds(text, name) for name in past):
                is_there = item is not None and holds(text, item.id)
                text = _replaced(text, past, None if is_there else line)
            elif line is not None and (text is None or item is None or not holds(text, item.id)):
                text = _added(f"# {day.isoformat()}\n\n" if text is None else text, line)
        return None if text == before else text

    return change(path_of(folder, day), renewed)


def _added(text: str, line: str) -> str:
    eol = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else eol
    return f"{text}{gap}{line.replace(chr(10), eol)}"


def _replaced(text: str, past: Sequence[str], line: str | None) -> str:
    """A text in which the lines of some notes give way to one line, or to none."""
    eol = "\r" if "\r\n" in text else ""
    kept: list[str] = []
    is_gone = False
    for row in text.split("\n"):
        mark = _MARK.search(row)
        is_first = mark is not None and mark[1] in past
        is_gone = is_first or (is_gone and row.startswith("  "))
        if is_first and line is not None:
            kept += [new + eol for new in line.removesuffix("\n").split("\n")]
            line = None
        kept += [] if is_gone else [row]
    return "\n".join(kept)


def holds(text: str, item_id: str) -> bool:
    """Whether a file has the line of a note."""
    return f"<!-- note:{item_id} " in text


def rendered(item: Item, clock: datetime) -> str:
    """A note as a line of its own. Its words cannot pass for the mark of a line of ours."""
    first, *more = shown(str(item.value["text"])).split("\n")
    rest = "".join(f"  {row}\n" for row in more)
    return f"- {clock:%H:%M} {first} <!-- note:{item.id} {item.type} {item.source.value} -->\n{rest}"


def shown(text: str) -> str:
    """The words of a note as they stand in its file."""
    return text.replace("<!--", "&lt;!--").replace("\r", "")


def read(folder: Path, day: date) -> list[NoteLine]:
    """The notes of a day, in order; none where there is no file."""
    return list(lines_of(read_text(path_of(folder, day)) or "", day))


def lines_of(text: str, day: date) -> Iterator[NoteLine]:
    """The notes in the text of a file."""
    for line in found_lines(text):
        first, newline, rest = line.text.partition("\n")
        mark = _MARK.search(first)
        words = first[: mark.start()] if mark else first
        yield NoteLine(day, line.number, f"{words}{newline}{rest}", mark[1] if mark else None)

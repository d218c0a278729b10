"""Markdown that people have already: another agent's MEMORY.md and notes, a CLAUDE.md or AGENTS.md, a folder of notes.

What is written for an agent is read line by line; every other page becomes notes, a section each, under its headings.
Nothing outside the folder is followed, nothing in it is changed, and importing twice adds nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from perdure.errors import InvalidInput, PerdureError
from perdure.files.diff import NewLine
from perdure.files.regions import found_lines, line_hash
from perdure.files.report import FileNotice
from perdure.files.safe import read_raw
from perdure.messages import say

FOR_AGENTS = frozenset({"memory.md", "user.md", "claude.md", "agents.md", "soul.md", "identity.md", "gemini.md"})
"""Pages that are written for an agent, by name."""
MOST_FILES = 20_000
SECTION = 8_000
"""Characters of a note at most; a longer section becomes several."""
_DAY = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)")
_DATED = re.compile(r"^(?:date|created|created_at|day)\s*:\s*[\"']?(\d{4}-\d\d-\d\d)", re.MULTILINE | re.IGNORECASE)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(slots=True)
class FolderContents:
    """What a folder has to offer."""

    lines: list[NewLine] = field(default_factory=list)
    problems: list[FileNotice] = field(default_factory=list)
    files: int = 0


def find(place: Path, today: date) -> FolderContents:
    """The lines of a file, or of every Markdown file in a folder, in order of their names."""
    found = FolderContents()
    is_file = os.path.isfile(place)  # unlike those of a path, they say no to names that no file can have
    if not is_file and not os.path.isdir(place):
        raise InvalidInput(f"there is no file or folder `{place}`", field="folder", hint=say("hint.check_path"))
    base = place.parent if is_file else place
    for path in [place] if is_file else _pages(place):
        name = path.relative_to(base).as_posix()
        if found.files >= MOST_FILES:
            raise InvalidInput(f"more than {MOST_FILES:,} files", field="folder", hint=say("hint.folder_by_folder"))
        try:
            read = read_raw(path)
        except PerdureError as failure:
            found.problems.append(FileNotice(name, "unreadable", failure.message))
            continue
        if read is not None:
            found.files += 1
            found.lines += lines_of(name, read[0].removeprefix("\ufeff").replace("\r\n", "\n"), today)
    return found


def _pages(folder: Path) -> Iterator[Path]:
    """Markdown files below a folder; hidden folders, such as those of git and editors, are left out."""
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith((".md", ".markdown")) and not name.startswith("."):
                yield Path(where) / name


def lines_of(name: str, text: str, today: date) -> list[NewLine]:
    """What a page says, as lines to be taken in."""
    base = name.rpartition("/")[2].lower()
    if base in FOR_AGENTS:
        words = [line.text for line in found_lines(_COMMENT.sub("", text)) if line.text]
        return [NewLine(name, text, line_hash(text)) for text in dict.fromkeys(words)]
    day = _day_of(name, text) or today
    title = base.rpartition(".")[0]
    is_daily = _DAY.fullmatch(title) is not None
    sections = _sections(text, "" if is_daily else name.rpartition("/")[2].rpartition(".")[0])
    return [NewLine(name, one, line_hash(one), day) for one in dict.fromkeys(sections)]


def _day_of(name: str, text: str) -> date | None:
    """The day of a page: what its front matter says, else its name."""
    head = text.split("\n---", 1)[0] if text.startswith("---\n") else ""
    for found in (_DATED.search(head), _DAY.search(name)):
        try:
            if found is not None:
                return date.fromisoformat(found[1])
        except ValueError:
            continue
    return None


def _sections(text: str, title: str) -> Iterator[str]:
    """The sections of a page, each under its headings; of a page of the day each line for itself."""
    if not title:
        yield from (line.text for line in found_lines(_COMMENT.sub("", text)) if line.text)
        return
    headings: list[tuple[int, str]] = []
    body: list[str] = []
    in_code = False
    for row in [*_body(text).split("\n"), "# "]:
        in_code = in_code != bool(_FENCE.match(row))
        heading = None if in_code else _HEADING.match(row)
        if heading is None and row != "# ":
            body.append(row)
            continue
        yield from _parts(title, [words for _, words in headings], "\n".join(body).strip())
        body = []
        if heading is not None:
            depth = len(heading[1])
            headings = [*((level, words) for level, words in headings if level < depth), (depth, heading[2])]


def _body(text: str) -> str:
    """A page without front matter and comments."""
    if text.startswith("---\n") and (end := text.find("\n---\n", 3)) >= 0:
        text = text[end + 5 :]
    return _COMMENT.sub("", text)


def _parts(title: str, headings: Sequence[str], body: str) -> Iterator[str]:
    if not body:
        return
    above = " / ".join(dict.fromkeys([title, *headings]))
    part = ""
    for paragraph in body.split("\n\n"):
        if part and len(part) + len(paragraph) > SECTION:
            yield f"{above}\n{part}"
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    for first in range(0, len(part), SECTION):
        yield f"{above}\n{part[first : first + SECTION]}"

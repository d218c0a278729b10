"""A file in two regions: what a person writes, and, between two marks, what is made anew. Pure functions on text.

    # MEMORY

    - Mum's birthday is on 3 May
    <!-- perdure:generated 12 -->
    ## Rules
    - never call before ten <!-- item:01970000-… ~9f8e7d6c -->
    <!-- /perdure:generated -->

A line of ours carries what it stands for and a hash of its words: so an edited one is known by itself. Of what a
person wrote no byte is ever changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

END = "<!-- /perdure:generated -->"
_BEGIN = re.compile(r"^[ \t]*<!-- perdure:generated(?: (\d{1,12}))? -->[ \t]*\r?$", re.MULTILINE)
_END = re.compile(r"^[ \t]*<!-- /perdure:generated -->", re.MULTILINE)
_MARK = re.compile(r"\s*<!-- item:([0-9A-Za-z-]{1,64})(?:\.([0-9a-f]{6}))?(?: ~([0-9a-f]{8}))? -->\s*$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_BULLET = re.compile(r"^(?:[-*+]|\d{1,3}[.)])[ \t]+")
_BOX = re.compile(r"^\[([ xX])\][ \t]+")
_RULE = re.compile(r"^(?:-{3,}|\*{3,}|_{3,}|={3,})$")
_FENCE = re.compile(r"^(?:```|~~~)")
_MERGE = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as it is made: what it stands for (an item, or one field of it) and its words."""

    item_id: str
    text: str
    field: str | None = None
    """The name of the field, where it is only one of an item's."""
    is_done: bool | None = None
    """Whether the box before it is ticked; None where there is none."""

    @property
    def name(self) -> str:
        """What names it in the mark."""
        return self.item_id if self.field is None else f"{self.item_id}.{field_hash(self.field)}"

    def render(self) -> str:
        box = "" if self.is_done is None else f"[{'x' if self.is_done else ' '}] "
        text = one_line(self.text)
        return f"- {box}{text} <!-- item:{self.name} ~{line_hash(text)} -->"


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line as it stands in a file."""

    text: str
    number: int
    item_id: str | None = None
    """What a line of ours stands for; None where a person wrote it."""
    field_hash: str | None = None
    is_edited: bool = False
    """Whether its words are no longer those that were made."""
    is_done: bool | None = None
    made: str | None = None
    """The hash of the words that were made."""

    @property
    def name(self) -> str | None:
        return self.item_id if self.field_hash is None else f"{self.item_id}.{self.field_hash}"


@dataclass(frozen=True, slots=True)
class Regions:
    """A file taken apart. `before + body + after` is the file, byte for byte."""

    before: str
    body: str
    after: str
    generation: int | None
    """Which making of the region this is; None where the marks are missing or torn."""
    is_torn: bool = False
    """One mark without the other, or several of them."""

    @property
    def person(self) -> str:
        """What is the person's."""
        return f"{self.before}\n{self.after}" if self.generation is not None else self.before


def split(text: str) -> Regions:
    """Take a file apart. Where the marks are not one pair in order, all of it is the person's."""
    begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        return Regions(text, "", "", None, is_torn=bool(begins or ends))
    begin, end = begins[0], ends[0]
    return Regions(text[: begin.start()], text[begin.start() : end.end()], text[end.end() :], int(begin[1] or 0))


def renewed(text: str, rows: Sequence[str], generation: int) -> str:
    """The file with its region made anew; without one it gets one at its end. The rest is the same, byte for byte."""
    eol = "\r\n" if "\r\n" in text else "\n"
    body = eol.join([f"<!-- perdure:generated {generation} -->", *rows, END])
    parts = split(text)
    if parts.generation is not None:
        return f"{parts.before}{body}{parts.after}"
    gap = "" if not text else eol if text.endswith("\n") else eol * 2
    return f"{text}{gap}{body}{eol}"


def rows_of(body: str) -> list[str]:
    """The rows between the marks, without the end of each line."""
    return [row.removesuffix("\r") for row in body.split("\n")][1:-1]


def found_lines(text: str) -> list[FoundLine]:
    """The lines that say something: no headings, comments, rules and front matter. Indented rows go with the one
    above them, and a block of code is one line."""
    return [_found(entry, number) for number, entry in enumerate(_entries(text), start=1)]


def _entries(text: str) -> Iterator[str]:
    entry: list[str] = []
    in_code = False
    for row in _without_comments(_without_front_matter(text.removeprefix("\ufeff").replace("\r\n", "\n"))).split("\n"):
        bare = row.strip()
        if _FENCE.match(bare):
            in_code = not in_code
            entry = [*entry, row] if entry else [row]
        elif in_code or (entry and bare and row.startswith(("  ", "\t"))):
            entry.append(row)
        else:
            if entry:
                yield "\n".join(entry)
            entry = [] if not bare or bare.startswith("#") or _RULE.match(bare) else [row]
    if entry:
        yield "\n".join(entry)


def _without_front_matter(text: str) -> str:
    if not text.startswith("---\n"):
        return text
    end = text.find("\n---\n", 3)
    return text if end < 0 else text[end + 5 :]


def _without_comments(text: str) -> str:
    """Comments that are not marks of ours say nothing."""
    return _COMMENT.sub(lambda found: found[0] if _MARK.match(found[0]) or _is_note(found[0]) else "", text)


def _is_note(comment: str) -> bool:
    return comment.startswith("<!-- note:")


def _found(entry: str, number: int) -> FoundLine:
    first, *more = entry.split("\n")
    mark = _MARK.search(first)
    words = _BULLET.sub("", (first[: mark.start()] if mark else first).strip())
    box = _BOX.match(words)
    words = words[box.end() :] if box else words
    text = "\n".join([words, *(row[2:] if row.startswith("  ") else row.strip() for row in more)]).strip()
    is_done = None if box is None else box[1] != " "
    if mark is None:
        return FoundLine(text, number, is_done=is_done)
    is_edited = mark[3] is None or line_hash(text) != mark[3]
    return FoundLine(text, number, mark[1], mark[2], is_edited=is_edited, is_done=is_done, made=mark[3])


def has_merge_marks(text: str) -> bool:
    """Whether somebody is in the middle of a merge."""
    return _MERGE.search(text) is not None


def one_line(text: str) -> str:
    """Words on one line that cannot pass for a mark of ours."""
    return " / ".join(row.strip() for row in text.replace("<!--", "&lt;!--").splitlines() if row.strip())


def line_hash(text: str) -> str:
    """A hash of the words of a line; spaces more or less are no edit."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def field_hash(field: str) -> str:
    return hashlib.sha256(field.encode()).hexdigest()[:6]

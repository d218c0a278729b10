"""A column that is called `password` or `passport`: CSV, Markdown tables, and those that are aligned with spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.values import Shape, is_stand_in, shape
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.names import field_kind
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_MOST_COLUMNS = 60
_LONGEST = 1000
_MOST_ALIGNED = 6
_NUMBERS = {
    "passport": regex(r"(?=(?:.*\d){5})[A-Z]{0,2}[A-Z0-9]{6,9}", re.ASCII),
    "us_ssn": regex(r"\d{3}[- ]?\d\d[- ]?\d{4}", re.ASCII),
    "plate": regex(r"(?=.*\d)(?=.*[A-Z])(?=.{5})\w?[A-Z0-9]{1,4}(?:[- ·]?[A-Z0-9]{1,5}){1,2}"),
}
"""What a column that is called so holds, if it is not any text."""
_NUMBERED = (
    ("passport", ("passport", "护照", "通行证")),
    ("us_ssn", ("ssn", "social security")),
    ("plate", ("licence plate", "license plate", "plate", "车牌")),
)
# A line that says what kind of value a field has is a row of a manual.
_TYPES = frozenset({"string", "str", "int", "integer", "varchar", "char", "text", "bool", "boolean", "bytes"})
# A cell that may name a secret, so that most texts are passed by.
_CELL = (
    rb"(?im)(?:^|[,;|\t ])[ \"'`*]*(?:[a-z0-9_ -]{0,16}(?:pass|p[sw][wd]|pw|pin|otp|token|secret|key|cvv|cvc|cookie"
    rb"|credential|phrase|code|mnemonic|passport|ssn|plate)[a-z0-9_. ]{0,8}"
    rb"|[a-z0-9]{0,4}\x80{2,8})[ \"'`*]*(?:[,;|\t]|\r?$)"
)


def find(view: TextView) -> Iterator[FoundSecret]:
    """Every cell below a heading that names a secret, down to the first line with another number of cells."""
    at = 0
    while cell := pattern(_CELL).search(view.data, at):
        start, end = _line(view, cell.start() + (view.byte(cell.start()) == ord("\n")))
        heading = _heading(view.text[start:end]) if end - start <= _LONGEST else None
        if heading and _is_row(view, start, end, heading[0]):
            heading = None
        at = max(end, cell.end() - 1)
        if heading is None:
            continue
        mark, columns = heading
        width = _width(view.text[start:end], mark)
        while at < len(view.data):
            start, end = _line(view, at + 1)
            if _width(view.text[start:end], mark) != width:
                break
            yield from _cells(view.read(start, min(end, start + 4 * _LONGEST)), start, mark, columns)
            at = end


def _width(line: str, mark: str) -> int:
    return len(line.split()) if mark == " " else line.count(mark)


def _line(view: TextView, at: int) -> tuple[int, int]:
    end = view.data.find(b"\n", at)
    return view.data.rfind(b"\n", 0, at) + 1, len(view.data) if end < 0 else end


def _is_row(view: TextView, start: int, end: int, mark: str) -> bool:
    """Whether a line of as many cells stands before it: then it is no heading."""
    if start == 0 or mark not in "|\t":
        return False
    before = _line(view, start - 1)
    return view.text.count(mark, *before) == view.text.count(mark, start, end)


def _heading(line: str) -> tuple[str, dict[int, str]] | None:
    """The mark between the cells and the columns that name secrets, if this line is a heading."""
    for mark in ("|", "\t", ",", ";"):
        cells = [cell.strip(" \"'`*") for cell in line.rstrip("\r").split(mark)]
        inner = cells[1:-1] if mark == "|" and not cells[0] and not cells[-1] else cells
        is_code = mark in ",;" and line[:1].isspace()
        if 2 <= len(inner) <= _MOST_COLUMNS and not is_code and all(map(_is_title, inner)) and not _TYPES & {*inner}:
            named = {n: kind for n, cell in enumerate(cells) if (kind := _kind(cell))}
            if named:
                return mark, named
    cells = line.split()
    if 2 <= len(cells) <= _MOST_ALIGNED and all(map(_is_title, cells)) and not _TYPES & {*cells}:
        named = {n: kind for n, cell in enumerate(cells) if (kind := _kind(cell))}
        # Words of a sentence look like it: each cell is a title in its own right, or they are set apart.
        if named and ("  " in line or any("\u4e00" <= c <= "\u9fff" for c in line)):
            return " ", named
    return None


def _is_title(cell: str) -> bool:
    return 0 < len(cell) <= 24 and len(cell.split()) <= 2 and not any(c in cell for c in "=()[]{}<>.#")


def _kind(cell: str) -> str | None:
    if cell.lower() in ("pass", "pin", "pw"):
        return "password"
    called = next((kind for kind, names in _NUMBERED if any(name in cell.lower() for name in names)), None)
    return None if ":" in cell else called or field_kind(cell)


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _cells(line: str, start: int, mark: str, columns: dict[int, str]) -> Iterator[FoundSecret]:
    at = 0
    for n, cell in enumerate(line.split() if mark == " " else line.split(mark)):
        at = line.index(cell, at)
        text = cell.strip(" \"'`*\r")
        if n in columns and _is_value(text, columns[n], is_aligned=mark == " "):
            first = start + at + cell.index(text)
            yield FoundSecret(columns[n], first, first + len(text))
        at += len(cell) + (mark != " ")


def _is_value(text: str, kind: str, *, is_aligned: bool) -> bool:
    if kind in _NUMBERS:
        return _NUMBERS[kind].fullmatch(text) is not None
    is_text = len(text) > 2 and not is_stand_in(text) and " " not in text and any(map(_is_plain, text))
    return is_text and (not is_aligned or shape(text, quoted=False, in_sentence=True) >= Shape.DIGITS)

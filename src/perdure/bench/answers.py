"""What each question gave, in a file: a run that was stopped goes on from there, and misses can be looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from perdure.errors import InvalidInput
from perdure.messages import say

Found: TypeAlias = Mapping[str, Mapping[str, list[str]]]
"""By level and way of asking, what was found, best first, by the names of the data set."""
Asked: TypeAlias = tuple[str, str, int]
"""The data set, the agent, and which of its questions."""


@dataclass(slots=True)
class Answers:
    """One line per question after a line that says how they were asked. Without a path nothing is kept."""

    path: Path | None = None
    how: Mapping[str, str] = field(default_factory=dict)
    known: dict[Asked, Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None:
            self._read(self.path)

    def add(self, asked: Asked, found: Found) -> None:
        self.known[asked] = found
        if self.path is not None:
            self._append(self.path, {"asked": asked, "found": found})

    def _read(self, path: Path) -> None:
        if not path.exists():
            self._append(path, dict(self.how))
            return
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise _refused(path, "cannot be read") from None
        whole, _, torn = text.rpartition("\n")
        try:
            head, *rows = [json.loads(line) for line in whole.splitlines()]
            self.known = {(row["asked"][0], row["asked"][1], row["asked"][2]): row["found"] for row in rows}
        except (ValueError, KeyError, TypeError, IndexError):
            raise _refused(path, "holds no answers of this command") from None
        if head != self.how:
            raise _refused(path, "was made in another way")
        if torn:  # stopped while a line was written
            path.write_text(whole + "\n", encoding="utf-8")

    def _append(self, path: Path, row: Mapping[str, object]) -> None:
        try:
            with path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise _refused(path, f"cannot be written: {error.strerror}") from None


def _refused(path: Path, why: str) -> InvalidInput:
    return InvalidInput(f"`{path}` {why}", field="answers", hint=say("hint.another_file"))

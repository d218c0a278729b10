"""The words that stand for what was masked: `[email]`, then `[email 2]` for another one."""

from __future__ import annotations

from perdure.intake.pii.kinds import KINDS
from perdure.intake.pii.pattern import pattern

_PLACEHOLDER = rb"\[(" + "|".join(KINDS).encode() + rb")(?: (\d{1,6}))?\]"


class Placeholders:
    """The same value gets the same placeholder for as long as this lives; values are kept as hashes only."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, int], str] = {}
        self._used: set[str] = set()
        self._last: dict[str, int] = {}

    def reserve(self, text: str) -> None:
        """What an earlier cleaning has put there stands for other values: do not give it again."""
        if "[" in text:
            data = text.encode("latin-1", "replace")
            self._used.update(text[m.start() : m.end()] for m in pattern(_PLACEHOLDER).finditer(data))

    def give(self, kind: str, value: str) -> str:
        """A placeholder for this value; spaces and dashes make no other value of it."""
        same = (kind, hash("".join(c for c in value.casefold() if c not in " -.()·")))
        if same not in self._given:
            number = self._last.get(kind, 0) + 1
            while _name(kind, number) in self._used:
                number += 1
            self._last[kind] = number
            self._given[same] = _name(kind, number)
        return self._given[same]


def is_placeholder(text: str) -> bool:
    return text[:1] == "[" and text.isascii() and pattern(_PLACEHOLDER).fullmatch(text.encode()) is not None


def _name(kind: str, number: int) -> str:
    return f"[{kind}]" if number == 1 else f"[{kind} {number}]"

"""A text in which parts were replaced, and the way back from it to the text that was given."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """Replace the characters from `start` to `end` by `new`, which may be empty."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Places:
    """For each change: where the new part begins and stops, and the span of the given text that it stands for."""

    begins: list[int]
    stops: list[int]
    given: list[tuple[int, int]]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The same span in the given text, with every changed part that it overlaps and what was dropped behind it."""
        place = bisect_right(self.begins, end) - 1
        is_dropped = place >= 0 and self.begins[place] == self.stops[place] == end
        return self._given(start)[0], self.given[place][1] if is_dropped else self._given(end - 1)[1]

    def _given(self, at: int) -> tuple[int, int]:
        """The span of the given text that the character at `at` stands for."""
        place = bisect_right(self.begins, at) - 1
        if place < 0:
            return at, at + 1
        behind = at - self.stops[place]
        if behind < 0:
            return self.given[place]
        end = self.given[place][1]
        return end + behind, end + behind + 1


def replace(text: str, changes: Iterable[Change]) -> tuple[str, Places]:
    """The text with every change made. Changes come in order and do not overlap."""
    parts: list[str] = []
    places = Places([], [], [])
    at = shift = 0
    for change in changes:
        parts += [text[at : change.start], change.new]
        places.begins.append(change.start + shift)
        places.stops.append(change.start + shift + len(change.new))
        places.given.append((change.start, change.end))
        shift += len(change.new) - (change.end - change.start)
        at = change.end
    return "".join([*parts, text[at:]]), places

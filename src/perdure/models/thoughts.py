"""What a model thinks aloud before it answers (`<think>…</think>`): nobody is shown it, and it is not kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

NO_ANSWER = "thoughts, and no answer after them"
_OPENINGS = ("<think>", "<thinking>")
_OPENED = re.compile(r"\A\s*<think(?:ing)?>")
_CLOSED = re.compile(r"</think(?:ing)?>\s*")
_UNOPENED = re.compile(r"\A.*?(?:(?<=\n)[ \t]*</think(?:ing)?>|</think(?:ing)?>(?=\s*(?:\n|\Z|\{|```)))\s*", re.DOTALL)
"""Where the server opens the thoughts itself, only their end is there. In the middle of a line it is just a word."""


def without_thoughts(text: str) -> str:
    """An answer without the thoughts before it; nothing, where it was still thinking when it ended."""
    opened = False
    while begun := _OPENED.match(text):
        opened = True
        closed = _CLOSED.search(text, begun.end())
        text = text[closed.end() :] if closed else ""
    if opened or "</think" not in text or text.lstrip().startswith("{"):
        return text
    return _UNOPENED.sub("", text, count=1)


@dataclass(slots=True)
class ThoughtHabit:
    """What is known of a model after its first answer."""

    is_opened_by_server: bool = False
    """Its answers begin within thoughts, and only their end is told."""


class AnswerPieces:
    """An answer as it comes: of each piece what may be shown. A tag may be split over pieces."""

    def __init__(self, habit: ThoughtHabit) -> None:
        self._habit = habit
        self._shown: list[str] = []
        self._held = ""
        self._is_thinking = habit.is_opened_by_server
        self._is_opened = False
        self._had_thoughts = False
        self._is_answering = False

    def shown_of(self, piece: str) -> str:
        """What may be shown, now that this piece has come."""
        if not self._is_answering:
            self._held += piece
            piece = self._released()
        self._shown.append(piece)
        return piece

    def rest(self) -> str:
        """What was held back and turned out to be an answer, at the end."""
        held = "" if self._is_thinking and self._is_opened else self._held
        self._shown.append(held.lstrip() if self._had_thoughts else held)
        return self._shown[-1]

    def whole(self) -> str:
        """The answer without thoughts. That its server opens them is known from the first that only closes them."""
        text = "".join(self._shown)
        if self._had_thoughts:
            return text
        answer = without_thoughts(text)
        self._habit.is_opened_by_server |= answer != text
        return answer

    def _released(self) -> str:
        """What is held, once it is sure to be an answer."""
        while True:
            if self._is_thinking:
                closed = _CLOSED.search(self._held)
                if closed is None:
                    return ""
                self._held, self._is_thinking, self._had_thoughts = self._held[closed.end() :], False, True
            begun = _OPENED.match(self._held)
            if begun is None:
                break
            self._held, self._is_thinking, self._is_opened = self._held[begun.end() :], True, True
        start = self._held.lstrip()
        if any(opening.startswith(start) for opening in _OPENINGS):
            return ""
        held, self._held, self._is_answering = self._held, "", True
        return start if self._had_thoughts else held

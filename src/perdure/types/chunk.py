"""The text of an item as search sees it: where it is, what it says, as of when. Rebuilt from the item at any time."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC
from typing import Protocol

from perdure.types.base import MemoryType
from perdure.values import JSON, Item, Role

MAX_CHARS = 2_000
OVERLAP = 200
RECORD_CHARS = 400
"""A piece of dialogue as the embedder sees it: longer ones are about too many things at once."""

_SLACK = 40
_WORDS = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"[。！？；!?]|\.(?=\s)")


def chunk_texts(type: MemoryType, item: Item) -> list[str]:
    """One or more texts of at most 2,000 characters; the parts of a long item overlap by at least 200."""
    head = f"[{type.name}:{item.key}]"
    foot = f"Updated at: {item.created_at.astimezone(UTC).date().isoformat()}"
    room = MAX_CHARS - len(head) - len(foot) - 2
    return [f"{head}\n{part}\n{foot}" for part in split_text(body(type, item), room)]


def body(type: MemoryType, item: Item) -> str:
    """What the item says, and those words of its value that the text leaves out: what stands twice counts twice."""
    said, value = _folded(item.content), type.parse(type.of_today(item.type, item.key, item.value))
    lines = [*type.describe(value).splitlines(), *(type.asked_for(value).splitlines() if type.asked_for else ())]
    known = frozenset(_WORDS.findall(said))
    more = (_left_out(line, said, known) for line in lines)
    return "\n".join((item.content.strip(), *filter(None, more)))


def _left_out(line: str, said: str, known: frozenset[str]) -> str:
    """A line, as far as it says what is not said. `age` is not said by `manager`; 孩子 is by 两个孩子."""
    words = _WORDS.findall(line)
    missing = [word for word in words if not _is_said(_folded(word), said, known)]
    return line if len(missing) == len(words) else " ".join(missing)


def _is_said(word: str, said: str, known: frozenset[str]) -> bool:
    return word in known or (not word.isascii() and word in said)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def split_text(text: str, room: int, overlap: int = OVERLAP) -> Iterator[str]:
    """Overlapping parts of at most `room` characters."""
    start = 0
    while len(text) - start > room:
        end = _cut(text, start + room // 2, start + room)
        yield text[start:end].strip()
        # Go back far enough to overlap, and on to a space where one is near.
        back = end - overlap
        slack = _SLACK if overlap else 0
        space = max(text.rfind(" ", back - slack, back), text.rfind("\n", back - slack, back))
        start = space + 1 if space >= 0 else back
    yield text[start:].strip()


def _cut(text: str, low: int, high: int) -> int:
    """The best place to end a part: after a line, a sentence or a word, else anywhere but inside a character."""
    line = text.rfind("\n", low, high)
    if line >= 0:
        return line + 1
    ends = [found.end() for found in _SENTENCE.finditer(text, low, high)]
    if ends:
        return ends[-1]
    space = text.rfind(" ", low, high)
    if space >= 0:
        return space + 1
    while high > low and unicodedata.category(text[high])[0] == "M":
        high -= 1
    return high


class ChunkSource(Protocol):
    """Whatever has the words of an event: an event on its way in, or a record."""

    @property
    def role(self) -> Role | str: ...
    @property
    def content(self) -> str | None: ...
    @property
    def speaker(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def arguments(self) -> JSON: ...
    @property
    def result(self) -> JSON: ...


def record_texts(said: ChunkSource) -> tuple[str, ...]:
    """A record as search sees it: who said it, what was said, and for a tool what it was given and gave back."""
    parts = [said.content or ""]
    if said.role is Role.TOOL:
        parts += [said.name or "", _plain(said.arguments)]
        parts += [_plain(said.result)] if _plain(said.result) not in parts else []
    head = f"{said.speaker or said.role}: "
    text = "\n".join(part for part in parts if part)
    return tuple(head + part for part in split_text(text, RECORD_CHARS, overlap=0)) if text else ()


def _plain(value: JSON) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)

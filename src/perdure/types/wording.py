"""How values read as text: short, and neutral, so that the words of the value are the words that are found."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

UNSORTED = "general"
"""The project, area or domain of what was said without one."""


def lines(*parts: str | None) -> str:
    """Readable text from the parts that are there."""
    return "\n".join(part for part in parts if part)


def outline(*path: str | None) -> str:
    """Where something belongs, from the general to the particular: `writing / tone`. What is left out stays out."""
    return " / ".join(part for part in path if part and part != UNSORTED)


def labelled(label: str, text: str) -> str:
    """`label: text`, or the text alone where nothing names it or the name only repeats it."""
    return text if not label or same_text(label, text) else f"{label}: {text}"


def bullets(texts: Sequence[str]) -> str:
    """One line for each text."""
    return "\n".join(f"- {text}" for text in texts)


def row(*texts: str | None) -> str:
    """Several short things on one line."""
    return ", ".join(text for text in texts if text)


def several(count: int, one: str, many: str | None = None) -> str:
    """`1 item`, `2 items`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def plain(value: object) -> str:
    """Any JSON value as text, without brackets and quotes."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {plain(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain(inner) for inner in value)
    return "" if value is None else str(value)


def same_text(one: object, other: object) -> bool:
    """Whether two values say the same: texts may differ in width, case, spacing and closing punctuation."""
    match one, other:
        case str(), str():
            return loose(one) == loose(other)
        case Mapping(), Mapping():
            return one.keys() == other.keys() and all(same_text(one[name], other[name]) for name in one)
        case ((list() | tuple()), (list() | tuple())):
            return len(one) == len(other) and all(map(same_text, one, other))
        case _:
            return bool(one == other)


def loose(text: str) -> str:
    """A text as `same_text` compares it."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split()).rstrip(" .!?。！？…")

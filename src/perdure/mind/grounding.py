"""Whether what a model wrote rests on what was said: names, numbers and places it uses must stand there."""

from __future__ import annotations

import re
import unicodedata

from perdure.language import sentences

# What a reader would go and look up: numbers of two digits or more, links, paths, file names, identifiers.
_ANCHOR = re.compile(
    r"https?://[^\s<>\"'）)，。；]+|(?:[\w.-]+/)+[\w.-]+|[\w-]+\.(?:py|js|ts|go|rs|md|json|toml|ya?ml|sql|txt|csv|pdf|sh)\b"
    r"|\b[A-Za-z]+[_-][A-Za-z0-9_-]*\d[\w-]*|\b[A-Z]{2,}-\d+\b|\d[\d.,:/%-]*\d%?"
)


def fold(text: str) -> str:
    """A text as it is compared: width, case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def anchors(text: str) -> list[str]:
    """The numbers, links, paths and identifiers of a text, in order, each once."""
    return list(dict.fromkeys(found.group().rstrip(".,:/-") for found in _ANCHOR.finditer(text)))


def is_grounded(text: str, source: str) -> bool:
    """Whether every anchor of the text stands in the source, which has to be folded."""
    return all(fold(anchor) in source for anchor in anchors(text))


def grounded(text: str, source: str) -> str:
    """The sentences of a text whose anchors stand in the (folded) source. What was made up is left out."""
    kept = [
        text[start:end] + mark.strip()
        for start, end, mark in sentences(text, 0, len(text))
        if is_grounded(text[start:end], source)
    ]
    return " ".join(kept)

"""A long token that was broken over lines: by a terminal, a letter, a page of a PDF."""

from __future__ import annotations

from itertools import pairwise

from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

# What stands alone on its line, perhaps behind the sign of a quotation; or at the beginning, when no name looks so.
_NEXT_LINE = rb"[ \t]*\\?\r?\n[ \t>|]*([A-Za-z0-9_.=+/-]{4,})([ \t]*)(\r?\n|[\"',;)]|$|[^\n])"
_MOST_LINES = 12


def last_line(view: TextView, start: int, end: int) -> int:
    """Where a token that begins at `start` ends, if lines go on with what looks drawn by chance."""
    for _ in range(_MOST_LINES):
        line = pattern(_NEXT_LINE).match(view.data, end)
        if line is None:
            break
        text, is_whole = view.read(*line.span(1)), view.read(*line.span(3)).strip() in ("", '"', "'", ",", ";", ")")
        is_hex = view.read(start, end).isalnum() and len(text) == end - start and text.isalnum()
        if not (is_hex or _is_drawn(text, 8 if is_whole else 16)):
            break
        end = line.end(1)
    return end


def _is_drawn(text: str, fewest: int) -> bool:
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(text))
    is_mixed = any(c.isdigit() for c in text) and (any(c.isupper() for c in text) or len(text) > 20)
    return len(text) >= fewest and (is_mixed or turns > 1)

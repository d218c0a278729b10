"""Where a quote stands in a text. Width and white space may differ; a word may not."""

from __future__ import annotations

import unicodedata

from perdure.intake.extract.contract import Span

_MARKS = "\"'“”‘’「」『』 \t\r\n"
LEAST = 2
"""Characters without which a quote says nothing."""


def locate(text: str, quote: str) -> Span | None:
    """The true offsets of the first place where the quote stands; None where it does not."""
    wanted = _plain(quote.strip(_MARKS))[0].strip()
    if len(wanted.replace(" ", "")) < LEAST:
        return None
    plain, places = _plain(text)
    at = plain.find(wanted)
    if at < 0:
        return None
    return places[at], places[at + len(wanted) - 1] + 1


def _plain(text: str) -> tuple[str, list[int]]:
    """The text with its width undone, its accents apart and each run of white space one space; and whence each came."""
    out: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", char):
            if part.isspace():
                if out and out[-1] == " ":
                    continue
                part = " "
            out.append(part)
            places.append(place)
    return "".join(out), places

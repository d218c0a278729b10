"""Which stretches of a turn came from memory itself. They prove nothing and teach nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from perdure.intake.extract.contract import Span
from perdure.store.injected import pieces, plain
from perdure.store.transaction import Transaction
from perdure.values import Event, Role

_SPOKEN = re.compile(r"\b(?:i|i'm|i've|my|we|our)\b|[我咱]", re.IGNORECASE)
_PASTED = re.compile(r"\s*(?:[-*•·>]|\(?\d{1,3}[.)、）])|\n")


def injected_in(tx: Transaction, session_id: str, events: Sequence[Event]) -> Mapping[int, tuple[Span, ...]]:
    """Per event: the ranges of its content that were put into the session's prompt by memory."""
    known = tx.injected.of(session_id)
    if not known:
        return {}
    found: dict[int, tuple[Span, ...]] = {}
    for number, event in enumerate(events):
        if event.role is Role.USER and _is_spoken(event.content):
            continue
        spans = [
            (start, end)
            for start, end in pieces(event.content)
            if plain(event.content[start:end]) and tx.injected.hash_of(event.content[start:end]) in known
        ]
        if spans:
            found[number] = tuple(spans)
    return found


def _is_spoken(text: str) -> bool:
    """One plain sentence in the first person is somebody saying it again, and not a paste."""
    whole = text.strip()
    return not _PASTED.search(whole) and sum(1 for _ in pieces(whole)) <= 1 and bool(_SPOKEN.search(whole))


def outside(text: str, spans: Sequence[Span]) -> str:
    """The text with those ranges blanked out, so that offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text

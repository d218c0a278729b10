"""The log read backwards: a version as it was before a change, and before all changes since a point.

Every entry of the log says what its fields were before. Evidence only grows, and the log counts it; where it was
replaced, the log holds the places (never the words) that stood there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from perdure.store.rows import restored
from perdure.values import Change, Evidence, Item

PROOFS = "proofs"
"""Where the log keeps the whole evidence of a version that got other evidence."""
UNDID = "undid"
"""Where the log keeps the numbers of the entries that this one takes back."""
BESIDE = frozenset({"linked", "settled", "unlinked", "reopened", "hidden", "lifted"})
"""Entries about what stands beside a version: links that may disagree, and spans of the archive that it hides."""


def as_proof(evidence: Evidence) -> list[Any]:
    """A piece of evidence as the log keeps it."""
    return [
        evidence.record_id,
        evidence.start,
        evidence.end,
        evidence.document_id,
        evidence.section_id,
        evidence.url,
    ]


def of_proof(proof: Sequence[Any]) -> Evidence:
    """The inverse of `as_proof`. The quote is read from the record."""
    record_id, start, end, document_id, section_id, url = proof
    return Evidence(record_id, start, end, None, document_id, section_id, url)


def before_change(item: Item, change: Change) -> Item | None:
    """A version, as it is right after one of its changes, as it was before it. None if it came with that change."""
    if change.action in BESIDE:
        return item
    if not change.before:
        return None
    was = restored(item, change.before)
    if PROOFS in change.before:
        quotes = {tuple(as_proof(one)): one for one in item.evidence}
        proofs = [quotes.get(tuple(proof), of_proof(proof)) for proof in change.before[PROOFS]]
        return replace(was, evidence=tuple(proofs))
    if "evidence" in change.before:
        return replace(was, evidence=item.evidence[: change.before["evidence"]])
    return was


def before_all(item: Item, changes: Iterable[Change]) -> Item | None:
    """A version as it was before its changes, which are given newest first. None if it came with one of them."""
    was: Item | None = item
    for change in changes:
        if was is None:
            return None
        was = before_change(was, change)
    return was


def taken_back(changes: Sequence[Change]) -> set[int]:
    """The entries of a log, oldest first, that later ones took back and that count no more."""
    gone: set[int] = set()
    for change in reversed(changes):
        if change.sequence not in gone:
            gone.update(undid(change))
    return gone


def undid(change: Change) -> Sequence[int]:
    """The entries that this one takes back."""
    given = change.after.get(UNDID)
    return [int(number) for number in given if isinstance(number, int)] if isinstance(given, list) else ()

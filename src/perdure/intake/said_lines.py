"""What somebody has said and no item was made of: a request to forget may mean that as well, and then it is hidden.

It also keeps another thing from being taken for the one that is meant, when that one was only said.
"""

from __future__ import annotations

from collections.abc import Sequence

from perdure.intake.extract import mood
from perdure.intake.extract.contract import KnownItem
from perdure.intake.extract.known import words
from perdure.intake.meant import Thing
from perdure.intake.moment import Moment
from perdure.intake.orders import not_own
from perdure.intake.requests import requests_in
from perdure.language import sentences, weight
from perdure.segment import segment
from perdure.spans import Span
from perdure.store.finder import Filters
from perdure.store.transaction import Transaction
from perdure.textcache import cached_texts
from perdure.values import RELAYED, Record, Role

LATEST, WORDED = 40, 40
"""How many messages are looked at: the last ones, and those that share words with the request."""
MAX_WORDS = 64
LONGEST = 600
"""Characters of a message above which it is a document, of which nobody means one line by loose words."""
TELLS = 3
"""What a sentence weighs at least that says something."""


def said_lines(
    tx: Transaction,
    requests: Sequence[str],
    held: Sequence[Thing] = (),
    moment: Moment | None = None,
    turn: tuple[str, int] | None = None,
) -> list[Thing]:
    """Sentences of this scope's users that no item rests on, without those of a `turn` (a session and its number).

    What repeats something that is held is not listed: it goes with that.
    """
    if tx.scope.startswith("group:"):
        return []  # nobody alone hides what a group has said
    near = (*tx.said_since(0, LATEST), *_worded(tx, requests))
    records = {record.id: record for record in near if record.scope == tx.scope}
    if turn is not None:
        records = {r.id: r for r in records.values() if (r.session_id, r.turn_id) != turn}
    if moment is not None:
        records = {r.id: r for r in records.values() if not moment.is_before(r.sequence, r.timestamp)}
    taken = tx.withheld.of(list(records))
    for item in tx.items_resting_on(list(records)):
        for proof in item.evidence:
            if proof.record_id in records:
                end = len(records[proof.record_id].content or "") if proof.end is None else proof.end
                taken.setdefault(proof.record_id, []).append((proof.start or 0, end))
    known: dict[str, set[frozenset[str]]] = {}
    """What is held, as its words, by one of them: only what has that word can repeat it."""
    for thing in held:
        if one := words(thing.said):
            known.setdefault(min(one), set()).add(one)
    found: dict[str, Thing] = {}
    for record in sorted(records.values(), key=lambda one: one.sequence):
        for start, end in _stated(record, taken.get(record.id, ())):
            said = (record.content or "")[start:end]
            own = words(said)
            if not any(one <= own for word in own for one in known.get(word, ())):
                found[said] = Thing(KnownItem("", "", {}, said), line=(record.id, start, end))
    return list(found.values())


def _worded(tx: Transaction, requests: Sequence[str]) -> list[Record]:
    """Older messages that have words of a request."""
    asked = dict.fromkeys(word for request in requests for word in segment(request) if len(word) > 1)
    weights = dict.fromkeys(list(asked)[:MAX_WORDS], 1.0)
    if not weights:
        return []
    chunks = tx.finder.record_chunks(weights, pool=WORDED, at_least=1, filters=Filters(role=Role.USER.value))
    return list(tx.records_by_id(list(dict.fromkeys(chunk.record_id for chunk in chunks))).values())


def _stated(record: Record, taken: Sequence[Span]) -> list[Span]:
    """The sentences of a message that state something of its user's own."""
    text = record.content or ""
    if record.role is not Role.USER or RELAYED in record.tags or len(text) > LONGEST:
        return []
    return [(start, end) for start, end in _statements(text) if not any(start < b and a < end for a, b in taken)]


@cached_texts(1_024)  # the last messages are looked at for every request
def _statements(text: str) -> tuple[Span, ...]:
    apart = [*not_own(text), *((request.start, request.end) for request in requests_in(text))]
    return tuple(
        (start, end)
        for start, end, mark in sentences(text, 0, len(text))
        if not any(start < b and a < end for a, b in apart)
        and "?" not in mark
        and "？" not in mark
        and weight(text[start:end]) >= TELLS
        and not mood.is_question(text[start:end])
    )

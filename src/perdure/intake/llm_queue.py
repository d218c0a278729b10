"""Which turns an LLM reads later, put up in the transaction that keeps them. No model is asked on that path.

The reader chooses: what it would keep, or takes for a change, is worth a model's second look; requests are in any case.
Where there is no reader, what rules found and how much is said decide. The daily cap decides how much is spent.
"""

from __future__ import annotations

from collections.abc import Sequence

from perdure.config import Config
from perdure.intake.extract.contract import Finding, Turn
from perdure.intake.read_ahead import ReadClause, Readings, ReadRequest
from perdure.intake.requests import requests_in
from perdure.language import sentences, weight
from perdure.store.transaction import Transaction
from perdure.values import Role

EXTRACT, LEARN = "extract", "learn"
LEARN_RETRIES = 2
"""Rules that failed on a turn fail on it again, unless the store was the trouble."""
READER_WAITS = "the reader was still loading"
"""Why a turn is put aside that rules have read and the reader has not."""
LONG_TURN = "the turn is long: the reader reads the rest of it"
"""Why a turn is put aside of which the reader has read the beginning."""
NOTHING_FAILED = frozenset({READER_WAITS, LONG_TURN})
READ_BY_RULES = "read by rules alone: the reader is off, or cannot be loaded"
"""What is written down with such a turn where no reader will come: it is done, and not in silence."""
SAYS_MUCH = 6
"""Han characters and words, each counted once, from which on somebody may have said something worth knowing."""


def is_worth_reading(turn: Turn, readings: Readings | None, found: Sequence[Finding]) -> bool:
    """Whether an LLM is asked about a turn. `readings` are the reader's; None where there is no reader."""
    if _has_request(turn):
        return True
    if readings is not None:
        read: list[ReadClause | ReadRequest] = [*readings.clauses]
        read += [request for request in readings.requests if request.kind != "none" and not request.is_faint]
        return any(not _is_injected(turn, one) for one in read)
    is_found = any(one.candidate.type != "entities" and turn.events[one.event].role is Role.USER for one in found)
    return is_found or any(_says_much(e.content) for e in turn.events if e.role is Role.USER)


def _is_injected(turn: Turn, clause: ReadClause | ReadRequest) -> bool:
    return any(a < clause.end and clause.start < b for a, b in turn.injected.get(clause.event, ()))


def _says_much(text: str) -> bool:
    """Whether the sentences of a message that ask nothing say enough together."""
    stated = (text[a:b] for a, b, mark in sentences(text, 0, len(text)) if "?" not in mark and "？" not in mark)
    return sum(map(weight, stated)) >= SAYS_MUCH


def _has_request(turn: Turn) -> bool:
    """Whether somebody asks in so many words to remember or to forget something."""
    said = [(n, event.content) for n, event in enumerate(turn.events) if event.role is Role.USER]
    return any(requests_in(text, turn.injected.get(n, ())) for n, text in said)


def put_up(tx: Transaction, session_id: str, turn_id: int, turn: Turn, config: Config) -> bool:
    """Queue a turn for the LLM. Where there is a limit for its session, requests are read in any case."""
    most = config.extract_per_session
    if most is not None and tx.queue.count_of(EXTRACT, session_id) >= most and not _has_request(turn):
        return False
    return tx.queue.add(EXTRACT, session_id, turn_id, max_retries=config.job_retries)

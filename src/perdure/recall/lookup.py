"""Whether a search of items should go on to look into the archive, why, and what it may show from there.

By default it stays closed. Where items answer weakly, what was said and never became an item is found there.
"""

from __future__ import annotations

from collections.abc import Sequence

from perdure.config import Config
from perdure.recall.question.asking import asks, only_asks
from perdure.recall.question.evidence import asks_for_evidence
from perdure.recall.question.question import MAX_CHARACTERS, telling_words
from perdure.recall.question.times import fold
from perdure.recall.traces import look_up
from perdure.regex import regex
from perdure.store.finding import Filters
from perdure.store.transaction import Transaction
from perdure.values import Hit, Record, Role, Trace

MOST = 0.5
"""An item answers a question if it holds more than this share of its words."""
ENOUGH = 0.4
"""The share of a question's words that a passage must hold to be shown unasked."""
TRIED = 4
"""How many times as many passages as wanted are looked at."""
ASKED_FOR = "user_ask_evidence"
_OF_ASKING = regex(r"(?a)\bask(?:ed|ing)?\b|\bquestions?\b|问")


def lookup_reason(query: str, hits: Sequence[Hit], config: Config) -> str | None:
    """One of `Config.archival_lookup_triggers`, or None: then the archive stays closed.

    Somebody asks for the proof; too little was found; or what was found best is too unsure to stand alone.
    """
    text = query[:MAX_CHARACTERS]
    # A question wants an answer; of what is merely told, whatever it brings to mind is enough.
    words = telling_words(text) if asks(text) else frozenset[str]()
    answers = [hit for hit in hits if _answers(hit, words, config.recall_miss_closeness)]
    reasons = {
        ASKED_FOR: asks_for_evidence(fold(text)),
        "recall_miss": len(answers) < config.recall_miss_hits,
        "low_confidence": bool(answers) and answers[0].item.confidence < config.low_confidence,
    }
    return next(
        (reason for reason, holds in reasons.items() if holds and reason in config.archival_lookup_triggers), None
    )


def _answers(hit: Hit, words: frozenset[str], closeness: float) -> bool:
    """What only the meaning arm found has to be close; something is always the nearest. What only words found has to
    hold most of them.
    """
    arms = hit.why.raw.keys() - {"entities"}
    if arms <= {"meaning"}:
        return hit.why.raw.get("meaning", -1.0) >= closeness
    if words and arms <= {"words", "meaning"}:
        return len(words.intersection(hit.why.words)) > MOST * len(words)
    return True


def passages(tx: Transaction, query: str, reason: str, *, k: int, arms: frozenset[str] | None = None) -> list[Trace]:
    """The k passages of the archive that may answer a question which items did not.

    A question of the user's own is never evidence for its answer, unless somebody wants to know what was asked. Unasked
    only what has enough to do with the question is shown.
    """
    text = query[:MAX_CHARACTERS]
    found = look_up(tx, text, k=TRIED * k, filters=Filters(), arms=arms)
    if not _OF_ASKING.search(fold(text)):
        found = [trace for trace in found if not _is_question(trace.record)]
    if reason != ASKED_FOR:
        words = telling_words(text)
        found = [trace for trace in found if _is_about(trace, words)]
    return found[:k]


def _is_question(record: Record) -> bool:
    return record.role is Role.USER and only_asks(record.content or "")


def _is_about(trace: Trace, words: frozenset[str]) -> bool:
    """Whether a record that nobody asked for has enough to do with the question: some word is always shared.

    What was told directly is an item already, and does not have to be shown as evidence of itself.
    """
    shared = words.intersection(trace.why.words)
    return "direct" not in trace.record.tags and len(shared) >= max(1.0, ENOUGH * len(words))

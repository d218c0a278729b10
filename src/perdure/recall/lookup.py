"""Whether a search of items should go on to look into the archive, why, and what it may show from there.

By default it stays closed. Where items answer weakly, what was said and never became an item is found there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.recall.archive_cache import ArchiveCache
from perdure.recall.bm25 import weigh
from perdure.recall.question.asking import asks, only_asks
from perdure.recall.question.evidence import asks_for_evidence
from perdure.recall.question.question import MAX_CHARACTERS, telling_words
from perdure.recall.question.times import fold
from perdure.recall.traces import look_up
from perdure.regex import regex
from perdure.store.finder import ARCHIVAL, Filters
from perdure.store.transaction import Transaction
from perdure.values import Hit, Record, Role, Trace, check_list

MOST = 0.5
"""An item answers a question if it holds more than this share of its words."""
ENOUGH = 0.4
"""The share of a question's words that a passage must hold to be shown unasked."""
COUNTED = 40
"""How many pieces of records are read to count those that come close."""
TRIED = 4
"""How many times as many passages as wanted are looked at."""
ASKED_FOR = "user_ask_evidence"
_OF_ASKING = regex(r"(?a)\bask(?:ed|ing)?\b|\bquestions?\b|问")


def lookup_reason(query: str, hits: Sequence[Hit], config: Config) -> str | None:
    """One of `Config.archival_lookup_triggers`, or None: then the archive stays closed.

    Somebody asks for the proof; too little was found; or what was found best is too unsure to stand alone.
    """
    if not all(isinstance(hit, Hit) for hit in check_list(hits, "hits")):
        raise InvalidInput("`hits` must be what a search gave", field="hits")
    text = query[:MAX_CHARACTERS]
    answers = answering(text, hits, config)
    reasons = {
        ASKED_FOR: asks_for_evidence(fold(text)),
        "recall_miss": len(answers) < config.recall_miss_hits,
        "low_confidence": bool(answers) and answers[0].item.confidence < config.low_confidence,
    }
    return next(
        (reason for reason, holds in reasons.items() if holds and reason in config.archival_lookup_triggers), None
    )


def answering(query: str, hits: Sequence[Hit], config: Config) -> list[Hit]:
    """The hits that come close enough to a message to answer it."""
    text = query[:MAX_CHARACTERS]
    # A question wants an answer; of what is merely told, whatever it brings to mind is enough.
    words = telling_words(text) if asks(text) else frozenset[str]()
    return [hit for hit in hits if _answers(hit, words, config.recall_miss_closeness)]


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


def passages(
    tx: Transaction,
    query: str,
    reason: str,
    *,
    k: int,
    filters: Filters | None = None,
    arms: frozenset[str] | None = None,
    archive: ArchiveCache | None = None,
) -> list[Trace]:
    """The k passages of the archive that may answer a question which items did not.

    A question of the user's own is never evidence for its answer, unless somebody wants to know what was asked. Unasked
    only what has enough to do with the question is shown.
    """
    text = query[:MAX_CHARACTERS]
    found = look_up(tx, text, k=TRIED * k, filters=filters or Filters(), arms=arms, archive=archive)
    if reason != ASKED_FOR:
        words = telling_words(text)
        found = [t for t in found if _is_told(t.record) and _is_about(words, t.why.words)]
    return [trace for trace in found if _may_prove(trace.record, text)][:k]


def count_passages(tx: Transaction, query: str, *, most: int) -> int:
    """How many records hold enough of a question's words to be worth a look, up to a limit. None of them is shown.

    Their words alone decide, and not what stands around them: that is a fraction of the work of finding the best.
    """
    text = query[:MAX_CHARACTERS]
    words = telling_words(text)
    weights = weigh(tx.finder, ARCHIVAL, sorted(words)).weights
    if not weights:
        return 0
    chunks = tx.finder.record_chunks(weights, pool=COUNTED, at_least=most, filters=Filters())
    held: dict[str, set[str]] = {}
    for chunk in chunks:
        held.setdefault(chunk.record_id, set()).update(chunk.search_text.split(" "))
    close = tx.records_by_id([name for name, said in held.items() if _is_about(words, said)])
    return min(most, sum(_is_told(record) and _may_prove(record, text) for record in close.values()))


def _may_prove(record: Record, query: str) -> bool:
    """Whether a record may be evidence. What was only asked is none, unless somebody wants to know what was asked."""
    is_question = record.role is Role.USER and only_asks(record.content or "")
    return not is_question or bool(_OF_ASKING.search(fold(query)))


def _is_told(record: Record) -> bool:
    """What was written directly is an item already, and does not have to be shown as evidence of itself."""
    return "direct" not in record.tags


def _is_about(words: frozenset[str], held: Iterable[str]) -> bool:
    """Whether a record that nobody asked for has enough to do with the question: some word is always shared.

    A single Chinese character says little, so that of those all are wanted.
    """
    least = ENOUGH if any(len(word) > 1 for word in words) else 1.0
    return len(words.intersection(held)) >= max(1.0, least * len(words))

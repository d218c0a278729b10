"""Whether a search of items should go on to look into the archive, and why. By default it does not."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.recall.question.evidence import asks_for_evidence
from perdure.recall.question.question import MAX_CHARACTERS
from perdure.recall.question.times import fold
from perdure.values import Hit, check_list


def lookup_reason(query: str, hits: Sequence[Hit], config: Config) -> str | None:
    """One of `Config.archival_lookup_triggers`, or None: then the archive stays closed.

    Somebody asks for the proof; too little was found; or what was found best is too unsure to stand alone.
    """
    if not all(isinstance(hit, Hit) for hit in check_list(hits, "hits")):
        raise InvalidInput("`hits` must be what a search gave", field="hits")
    answers = [hit for hit in hits if _answers(hit, config.recall_miss_closeness)]
    reasons = {
        "user_ask_evidence": asks_for_evidence(fold(query[:MAX_CHARACTERS])),
        "recall_miss": len(answers) < config.recall_miss_hits,
        "low_confidence": bool(answers) and answers[0].item.confidence < config.low_confidence,
    }
    return next(
        (reason for reason, holds in reasons.items() if holds and reason in config.archival_lookup_triggers), None
    )


def _answers(hit: Hit, closeness: float) -> bool:
    """What only the meaning arm found has to be close; something is always the nearest."""
    return hit.why.raw.keys() != {"meaning"} or hit.why.raw["meaning"] >= closeness

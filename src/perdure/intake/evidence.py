"""Evidence that a caller gives: turned into offsets of records that exist and say so."""

from __future__ import annotations

from dataclasses import replace

from perdure.config import Config
from perdure.errors import InvalidInput, NotFound
from perdure.intake.admit import check_evidence
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import Candidate, Evidence, Record


def locate(tx: Transaction, candidate: Candidate, config: Config) -> tuple[Candidate, Record | None]:
    """The candidate with quotes as offsets, and the first record it rests on. A quote that is not there is refused."""
    first: Record | None = None
    located: list[Evidence] = []
    for n, evidence in enumerate(check_evidence(candidate.evidence, config)):
        if evidence.record_id is None:
            located.append(evidence)
            continue
        record = tx.record(evidence.record_id)
        if record is None or record.content is None:
            raise NotFound(f"`evidence[{n}].record_id` names no record in this scope")
        start, end = _span(record.content, evidence, f"evidence[{n}]")
        located.append(replace(evidence, start=start, end=end, quote=None))
        first = first or record
    return replace(candidate, evidence=tuple(located)), first


def _span(content: str, evidence: Evidence, where: str) -> tuple[int, int]:
    start, end = evidence.start, evidence.end
    if evidence.quote is not None and start is None:
        start = content.find(evidence.quote)
        if start < 0:
            raise InvalidInput(
                f"`{where}.quote` is not in the record it points to",
                field=f"{where}.quote",
                hint=say("hint.quote_exactly"),
            )
        return start, start + len(evidence.quote)
    if start is None and end is None:
        return 0, len(content)
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end <= len(content):
        raise InvalidInput(f"`{where}` lies outside its record", field=where, hint=say("hint.give_quote"))
    if evidence.quote is not None and content[start:end] != evidence.quote:
        raise InvalidInput(f"`{where}.quote` is not what the record says there", field=f"{where}.quote")
    return start, end

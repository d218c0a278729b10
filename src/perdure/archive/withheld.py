"""What forgetting hides of the archive, for those who read it: masked, blanked out, or named so that it can be avoided.

The archive keeps every word. Only who looks for the words themselves is shown them, marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from perdure.spans import Span, without_spans
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.values import Evidence, Record

MASK = "…"


def spans_of(tx: Transaction, records: Iterable[Record]) -> dict[str, list[Span]]:
    """The hidden spans of records; those without any are left out."""
    return tx.withheld.of([record.id for record in records])


def masked(tx: Transaction, records: Sequence[Record]) -> list[Record]:
    """Records with what is hidden cut out."""
    hidden = spans_of(tx, records)
    return [_masked(record, hidden[record.id]) if record.id in hidden else record for record in records]


def shown(tx: Transaction, records: Sequence[Record]) -> list[Record]:
    """Records as a prompt may show them: what is hidden is cut out, and a record that is all hidden is left out."""
    cut = zip(records, masked(tx, records), strict=True)
    return [after for before, after in cut if after.content == before.content or _says_anything(after)]


def blanked(tx: Transaction, records: Sequence[Record]) -> list[Record]:
    """Records as they may be learned from: what is hidden is blank, and everything else stands where it stood."""
    hidden = spans_of(tx, records)
    return [_blank(record, hidden[record.id]) if record.id in hidden else record for record in records]


def hidden_texts(tx: Transaction, record_ids: Sequence[str]) -> list[str]:
    """The words that are hidden in these records."""
    hidden = tx.withheld.of(record_ids)
    records = tx.records_by_id(list(hidden))
    return [(records[name].content or "")[a:b] for name, spans in hidden.items() if name in records for a, b in spans]


def tells(text: str, hidden: Sequence[str]) -> bool:
    """Whether a line repeats hidden words, or is a part of them."""
    line = fold_name(text.rstrip("…"))
    return any(fold_name(one) in line or line in fold_name(one) for one in hidden if fold_name(one)) if line else False


def quoted(tx: Transaction, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence as a prompt may show it: a quote that is hidden is left out."""
    hidden = tx.withheld.of(list({proof.record_id for proof in evidence if proof.record_id and proof.quote}))
    if not hidden:
        return tuple(evidence)
    return tuple(
        replace(proof, quote=None) if _overlaps(proof, hidden.get(proof.record_id or "", ())) else proof
        for proof in evidence
    )


def _overlaps(proof: Evidence, spans: Sequence[Span]) -> bool:
    start, end = proof.start or 0, 1 << 60 if proof.end is None else proof.end
    return any(a < end and start < b for a, b in spans)


def _masked(record: Record, spans: Sequence[Span]) -> Record:
    return replace(record, content=without_spans(record.content or "", spans, MASK))


def _blank(record: Record, spans: Sequence[Span]) -> Record:
    text = record.content or ""
    for start, end in spans:
        text = text[:start] + " " * len(text[start:end]) + text[end:]
    return replace(record, content=text)


def _says_anything(record: Record) -> bool:
    return bool(fold_name((record.content or "").replace(MASK, "")))

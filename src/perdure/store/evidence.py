"""What items rest on: spans of records, or places in documents."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.store.contract import Row
from perdure.store.statements import VISIBLE_RECORD
from perdure.store.unit import Unit
from perdure.values import Evidence

EVIDENCE_ADD = (
    "INSERT INTO evidence (item_id, ordinal, record_id, span_start, span_end, document_id, section_id, url)"
    " VALUES (:item_id, :ordinal, :record_id, :span_start, :span_end, :document_id, :section_id, :url)"
)
EVIDENCE_CUT = "DELETE FROM evidence AS e WHERE OWNED(e) AND e.item_id = :item_id AND e.ordinal >= :first"
# The quote is read from the record, never kept twice; it is shown only where the record itself may be seen.
EVIDENCE = (
    "SELECT e.item_id, e.record_id, e.span_start, e.span_end,"
    " CASE WHEN e.span_start IS NULL THEN NULL ELSE SUBSTR(r.content, e.span_start + 1, e.span_end - e.span_start) END,"
    " e.document_id, e.section_id, e.url"
    " FROM evidence e LEFT JOIN archival_records r ON r.id = e.record_id AND " + VISIBLE_RECORD + " WHERE OWNED(e)"
    " AND e.item_id IN EACH(:ids) ORDER BY e.item_id, e.ordinal"
)


class EvidenceTable(Unit):
    """The evidence of items."""

    def add_evidence(self, item_id: str, evidence: Sequence[Evidence], *, first: int) -> None:
        self._touched = True
        self._cursor.many(
            EVIDENCE_ADD,
            [
                {
                    "item_id": item_id,
                    "ordinal": ordinal,
                    "record_id": e.record_id,
                    "span_start": e.start,
                    "span_end": e.end,
                    "document_id": e.document_id,
                    "section_id": e.section_id,
                    "url": e.url,
                }
                for ordinal, e in enumerate(evidence, start=first)
            ],
        )

    def _cut_evidence(self, item_id: str, first: int) -> None:
        """Drop the evidence that was added from a place on."""
        self._cursor.later(EVIDENCE_CUT, self._params | {"item_id": item_id, "first": first})

    def _evidence_of(self, item_ids: Sequence[str]) -> dict[str, list[Row]]:
        """Rows of evidence by item, as `item_of` takes them."""
        return self._by_owner(EVIDENCE, item_ids, owner=0)

"""Receipts by idempotency key: a write that is sent again gets the answer it got the first time."""

from __future__ import annotations

from perdure.clock import to_micros
from perdure.store.rows import dumps, receipt_of
from perdure.store.unit import Unit
from perdure.values import Receipt

RECEIPT = (
    "SELECT p.payload_hash, p.receipt_json FROM receipts p"
    " WHERE OWNED(p) AND p.session_id = :session_id AND p.idempotency_key = :idempotency_key"
)
RECEIPT_ADD = (
    "INSERT INTO receipts (session_id, idempotency_key, payload_hash, receipt_json, created_at)"
    " VALUES (:session_id, :idempotency_key, :payload_hash, :receipt_json, :created_at)"
)


class ReceiptTable(Unit):
    """The receipts of a session's writes."""

    def receipt(self, session_id: str, key: str) -> tuple[bytes, Receipt] | None:
        rows = self._cursor.all(RECEIPT, self._params | {"session_id": session_id, "idempotency_key": key})
        return receipt_of(rows[0]) if rows else None

    def add_receipt(self, session_id: str, key: str, payload: bytes, receipt: Receipt) -> None:
        self._touched = True
        self._cursor.run(
            RECEIPT_ADD,
            {
                "session_id": session_id,
                "idempotency_key": key,
                "payload_hash": payload,
                "receipt_json": dumps(receipt.as_json()),
                "created_at": to_micros(self.now),
            },
        )

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


SPENT = b""
"""What stands for the payload of a key whose write was erased: whatever is sent again with it, it was erased."""


class ReceiptTable(Unit):
    """The receipts of a session's writes."""

    def receipt(self, session_id: str, key: str) -> tuple[bytes, Receipt] | None:
        """What a key was used for, and the answer. Once that was erased, the key is known by its hash."""
        for name in (key, self.receipt_key(key)):
            rows = self._cursor.all(RECEIPT, self._params | {"session_id": session_id, "idempotency_key": name})
            if rows:
                return receipt_of(rows[0])
        return None

    def receipt_key(self, key: str) -> str:
        """A key as a hash that only this store can make, for keys that hold what must not be kept."""
        return self.keyed("idempotency", key.encode()).hex()

    def add_receipt(self, session_id: str, key: str, payload: bytes, receipt: Receipt) -> None:
        self._touched = True
        self._cursor.later(
            RECEIPT_ADD,
            {
                "session_id": session_id,
                "idempotency_key": key,
                "payload_hash": payload,
                "receipt_json": dumps(receipt.as_json()),
                "created_at": to_micros(self.now),
            },
        )

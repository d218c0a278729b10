"""A write at most once per idempotency key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from perdure.errors import Conflict, InvalidInput
from perdure.messages import say
from perdure.store.chain import payload_hash
from perdure.store.receipts import SPENT
from perdure.store.transaction import Transaction
from perdure.values import JSON, Receipt, Session, check_name


def once(
    tx: Transaction, session: Session, key: str | None, payload: Sequence[object], write: Callable[[], Receipt]
) -> Receipt:
    """Run a write at most once per idempotency key: the same payload gets the stored receipt, another is a conflict."""
    if key is None:
        return write()
    check_name(key, "idempotency_key")
    try:
        digest = payload_hash(plain(part) for part in payload)
    except RecursionError:
        raise InvalidInput("`value` is nested too deeply", field="value", hint=say("hint.nest_less")) from None
    stored = tx.receipt(session.id, key)
    if stored is not None:
        if stored[0] not in (digest, SPENT):
            raise Conflict("this idempotency key was used for another payload", hint=say("hint.new_key"))
        return stored[1]
    receipt = write()
    tx.add_receipt(session.id, key, digest, receipt)
    return receipt


def plain(value: Any) -> JSON:
    """Any value of ours as JSON, for hashing what an idempotency key stands for."""
    match value:
        case datetime():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case bytes():
            return sha256(value).hexdigest()
        case Mapping():
            return {str(name): plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
        case _ if is_dataclass(value):
            return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        case _:
            return value

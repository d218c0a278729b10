"""History: every version of a key with its evidence, and what was done to them."""

from __future__ import annotations

from perdure.errors import NotFound
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import SHARED, History, Target


def history(tx: Transaction, target: Target) -> History:
    """All versions of the key that an id or a key names, in this scope before `shared`."""
    key, scopes = target.key, [tx.scope, SHARED]
    if target.id is not None:
        item = tx.item(target.id)
        if item is None:
            raise NotFound("no such item in this scope", hint=say("hint.list_items"))
        key, scopes = item.key, [item.scope]
    for scope in scopes:
        versions = tx.versions(scope, key or "")
        changes = tx.changes(scope, key or "")
        if versions or changes:
            return History(key or "", tuple(versions), tuple(changes))
    raise NotFound("no such item in this scope", hint=say("hint.list_items"))

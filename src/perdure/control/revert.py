"""Undoing one write, whole: what it changed is put back as it was, and history keeps both."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.errors import Conflict, InvalidInput, NotFound
from perdure.intake.gate import not_from_here
from perdure.intake.restore import Reverted, restore
from perdure.messages import say
from perdure.store.past import BESIDE, taken_back, undid
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import Change

HARMLESS = BESIDE | {"used", "verified", "unverified"}
"""What may happen to a version after a write without standing in the way of undoing it."""


def undo_revision(tx: Transaction, revision: int, registry: Registry) -> list[Change]:
    """Put back everything that a revision changed in this scope, in one write. Answers what was undone.

    Refused whole where anything it changed was changed again since: undo that first, or keep what came later.
    """
    done = tx.changes_of_revision(revision)
    if not done:
        raise NotFound("no write of that revision changed anything in this scope", hint=say("hint.list_revisions"))
    if any(change.action == "deleted" for change in done):
        raise Conflict("what was deleted cannot be put back", hint=say("hint.archive_may_hold"))
    if why_not := next(filter(None, (not_from_here(tx.scope, change.scope) for change in done)), None):
        raise InvalidInput(why_not, field="scope", hint=say("hint.act_in_main"))
    touched = list({change.item_id for change in done})
    for log in tx.past.changes_of(touched, done[-1].sequence).values():
        if since := _standing(log):
            last = since[0]
            raise Conflict(
                f"`{last.key}` has changed again since, in revision {last.revision}", hint=say("hint.undo_later_first")
            )
    versions = [Reverted(change) for change in reversed(done)]
    restore(tx, versions, registry=registry, reason=say("log.revision_undone", revision=revision))
    return done


def _standing(log: Sequence[Change]) -> list[Change]:
    """Of later changes, the newest first, those that still count: neither harmless nor taken back among themselves."""
    gone = taken_back(log[::-1])
    later = {change.sequence for change in log}
    return [
        change
        for change in log
        if change.action not in HARMLESS
        and change.sequence not in gone
        and not (undid(change) and later.issuperset(undid(change)))
    ]

"""Change sets: each write that changed something (a turn, a review, a relearn, a merge), under its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice

from perdure.clock import iso
from perdure.errors import NotFound
from perdure.messages import coded, say
from perdure.store.past import BESIDE, taken_back
from perdure.store.transaction import LAST, Transaction
from perdure.values import JSON, Change, Item

PAGE = 500


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What one write changed in a scope, in order, each entry with what its item says (None where it is gone)."""

    revision: int
    at: datetime
    changes: tuple[tuple[Change, Item | None], ...]
    is_undone: bool = False
    """Whether all of it was taken back since."""

    @property
    def actions(self) -> dict[str, int]:
        """How many entries of each kind, without those beside a version."""
        return dict(Counter(change.action for change, _ in self.changes if change.action not in BESIDE))

    def as_json(self) -> dict[str, JSON]:
        return {
            "revision": self.revision,
            "at": iso(self.at),
            "is_undone": self.is_undone,
            "actions": self.actions,
            "changes": [
                {
                    "action": change.action,
                    "item_id": change.item_id,
                    "key": change.key,
                    "scope": change.scope,
                    "source_type": change.source.value,
                    "content": None if item is None else item.content,
                    "reason": change.reason,
                    **coded(change.reason),
                }
                for change, item in self.changes
                if change.action not in BESIDE
            ],
        }


def change_sets(tx: Transaction, limit: int, *, with_use: bool) -> list[ChangeSet]:
    """The last change sets of this scope, newest first. Those that only counted use are left out unless wanted."""
    groups = (list(part) for _, part in groupby(_backwards(tx), key=lambda change: change.revision))
    wanted = (group for group in groups if with_use or any(change.action != "used" for change in group))
    return [_change_set(tx, group[::-1]) for group in islice(wanted, limit)]


def _backwards(tx: Transaction) -> Iterator[Change]:
    """The log of this scope, the newest entry first, read page by page."""
    before = LAST
    while page := tx.past.changes_before(before, PAGE):
        yield from page
        before = page[-1].sequence


def change_set(tx: Transaction, revision: int) -> ChangeSet:
    """One change set by its number."""
    changes = tx.changes_of_revision(revision)
    if not changes:
        raise NotFound("no write of that revision changed anything in this scope", hint=say("hint.list_revisions"))
    return _change_set(tx, changes)


def change_numbers(tx: Transaction, first: int, last: int) -> list[int]:
    """The change sets of this scope from one number to another, the newest first. There must be one."""
    before = tx.past.number_of(first - 1)[0]
    found = {change.revision for change in tx.past.changes_after(before) if first <= change.revision <= last}
    if not found:
        raise NotFound("no write of that revision changed anything in this scope", hint=say("hint.list_revisions"))
    return sorted(found, reverse=True)


def _change_set(tx: Transaction, changes: Sequence[Change]) -> ChangeSet:
    ids = list({change.item_id for change in changes})
    items = tx.items_by_id(ids)
    logs = tx.past.changes_of(ids, changes[0].sequence - 1)
    gone = {number for log in logs.values() for number in taken_back(log[::-1])}
    own = [change.sequence for change in changes if change.action not in BESIDE]
    return ChangeSet(
        changes[0].revision,
        changes[0].at,
        tuple((change, items.get(change.item_id)) for change in changes),
        is_undone=bool(own) and all(number in gone for number in own),
    )

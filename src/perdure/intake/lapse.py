"""What becomes of items with time: they fade, lapse, and are deleted in the end. The archive stays.

The policy decides, here it is done. Each is an entry of the log and can be put back, until it is deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from perdure.intake.origin import Criteria
from perdure.intake.policy import ForgetAction
from perdure.messages import say
from perdure.store.past import BESIDE
from perdure.store.transaction import Transaction
from perdure.store.upkeep import DEMOTED, FADED, LAPSED, WEAKENED
from perdure.types.base import DAY
from perdure.types.decay import decayed
from perdure.types.retention import own_day
from perdure.values import Item, Priority, Source, Status

FADES = 0.8
"""What is left of the importance of something permanent each day that a policy of one's own lets it fade."""
KNOWLEDGE = frozenset({"facts", "patterns", "preferences", "patches"})
"""Types that can be verified, and are believed less as long as they are not."""
UNVERIFIED = timedelta(days=30)
BELIEVED = 0.9
"""What is left of the confidence of unverified knowledge after each such time."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to become of an item, and why; `do` does it."""

    item: Item
    action: str
    """As the log will call it."""
    reason: str
    do: Callable[[Transaction], None]


def forget_due(tx: Transaction, criteria: Criteria) -> list[tuple[Item, ForgetAction]]:
    """Do with every item of this scope what the policy says. Answers what was not simply kept. The archive stays."""
    done: list[tuple[Item, ForgetAction]] = []
    for item in tx.decided(type=None, key=None, status=Status.ACTIVE):
        due = fade_or_lapse(tx, criteria, item) if item.scope == tx.scope else None
        if due is not None:
            due.do(tx)
            done.append((item, criteria.policy.forget_policy(item, now=tx.now)))
    return done


def fade_or_lapse(tx: Transaction, criteria: Criteria, item: Item) -> Due | None:
    """What the policy wants to become of an item that is held; None where it stays as it is."""
    match ForgetAction(criteria.policy.forget_policy(item, now=tx.now)):
        case ForgetAction.KEEP:
            return None
        case ForgetAction.DECAY:
            return _fade(tx, criteria, item)
        case ForgetAction.DEACTIVATE:
            return _lapse(tx, criteria, item)
        case ForgetAction.DELETE:
            return _delete(item)


def delete_lapsed(tx: Transaction, criteria: Criteria, item: Item) -> Due | None:
    """The end of something that lapsed by itself, if the policy wants it and nothing of its key is still in use.

    What a person withdrew stays until a person deletes it.
    """
    if criteria.policy.forget_policy(item, now=tx.now) != ForgetAction.DELETE:
        return None
    versions = tx.versions(item.scope, item.key)
    if any(
        version.status in (Status.ACTIVE, Status.PENDING) or version.sequence > item.sequence for version in versions
    ):
        return None
    log = tx.changes(item.scope, item.key)
    ended = [change for change in log if change.item_id == item.id and change.action not in BESIDE]
    return _delete(item) if ended and ended[-1].action == LAPSED else None


def weaken(tx: Transaction, item: Item) -> Due | None:
    """Knowledge that nobody verified is believed a little less, once a month. Never the user's own words."""
    if item.type not in KNOWLEDGE or item.verified or item.pinned or item.source is Source.USER:
        return None
    if item.updated_at + UNVERIFIED > tx.now or not item.is_kept_at(tx.now):
        return None
    less = replace(item, confidence=round(item.confidence * BELIEVED, 4), updated_at=tx.now)
    reason = say("upkeep.unverified", before=_percent(item.confidence), after=_percent(less.confidence))
    return _changing(item, less, WEAKENED, reason)


def _fade(tx: Transaction, criteria: Criteria, item: Item) -> Due | None:
    """It becomes transient: a use renews it for a day only, being said again makes it what it was. Its date stays."""
    if item.priority is Priority.TRANSIENT:
        return None
    if item.priority is Priority.PERMANENT:
        return _fade_permanent(tx, item)
    left = _left(tx, criteria, item)
    least = replace(item, priority=Priority.TRANSIENT, keep_for=DAY, importance=round(left, 4), updated_at=tx.now)
    return _changing(item, least, DEMOTED, say("upkeep.decayed", before=_plain(item.importance), after=_plain(left)))


def _fade_permanent(tx: Transaction, item: Item) -> Due | None:
    """Only a policy of one's own asks for this. Once a day, however often it asks."""
    before = [c.at for c in tx.changes(item.scope, item.key) if c.item_id == item.id and c.action == FADED]
    if before and before[-1] + DAY > tx.now:
        return None
    less = replace(item, importance=round(item.importance * FADES, 4), updated_at=tx.now)
    return _changing(item, less, FADED, say("forget.unused"))


def _lapse(tx: Transaction, criteria: Criteria, item: Item) -> Due:
    reason = say("forget.lapsed")
    if item.expires_at is None or item.expires_at > tx.now:
        left = _left(tx, criteria, item)
        reason = say("upkeep.decayed", before=_plain(item.importance), after=_plain(left))
    gone = replace(item, status=Status.RETRACTED, updated_at=tx.now)
    return _changing(item, gone, LAPSED, reason)


def _delete(item: Item) -> Due:
    reason = say("forget.lapsed_long_ago")

    def do(tx: Transaction) -> None:
        tx.delete_key(item.scope, item.key, like=item, reason=reason)

    return Due(item, "deleted", reason, do)


def _changing(item: Item, after: Item, action: str, reason: str) -> Due:
    def do(tx: Transaction) -> None:
        tx.change_item(item, after, action=action, reason=reason, source=Source.INFERENCE)

    return Due(item, action, reason, do)


def _left(tx: Transaction, criteria: Criteria, item: Item) -> float:
    own = own_day(criteria.registry.get(item.type), item.value)
    return decayed(item, tx.now, criteria.config.decay_rates, own)


def _plain(number: float) -> str:
    return f"{number:.2f}"


def _percent(share: float) -> str:
    return f"{share:.0%}"

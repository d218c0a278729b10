"""Review: what waits for a person's word. Accepting goes through the same write path, with the user's authority."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from perdure.errors import Conflict, NotFound
from perdure.intake.carry_out import ACCEPTED, DENIED, REJECTED, withdraw
from perdure.intake.conclude import conclude
from perdure.intake.forget import ForgetRequest, held_things, take_back
from perdure.intake.gate import not_from_here
from perdure.intake.origin import Criteria, Origin
from perdure.messages import say
from perdure.regex import regex
from perdure.store.links import LinkKind
from perdure.store.transaction import ALL, Transaction
from perdure.types.base import MemoryType
from perdure.values import (
    JSON,
    Candidate,
    Grade,
    Item,
    Merged,
    Outcome,
    Receipt,
    Refused,
    ReviewEntry,
    Session,
    Source,
    Status,
    Superseded,
)

_ENDING = regex("[0-9a-f-]{4,36}")
"""The end of an id: the part in which ids of one moment differ."""
SURE_MATTERS = 0.5
"""The importance that a statement has once it is sure."""


def waiting(tx: Transaction, limit: int = ALL) -> list[ReviewEntry]:
    """Everything that waits in this scope, the oldest first."""
    pending = tx.items(type=None, key=None, status=Status.PENDING, limit=limit)
    return [*(_entry(tx, item) for item in reversed(pending)), *_doubts(tx, limit)]


def provisional(tx: Transaction) -> list[ReviewEntry]:
    """What this scope keeps for a while because it is only likely, the oldest first."""
    held = tx.items(type=None, key=None, status=Status.ACTIVE, limit=ALL)
    likely = sorted((item for item in held if item.grade is Grade.PROVISIONAL), key=lambda item: item.sequence)
    doubts = {one.item.id: one for one in _doubts(tx)} if likely else {}
    return [doubts.get(item.id) or _likely(item) for item in likely]


def entry(tx: Transaction, item_id: str) -> ReviewEntry:
    """One that waits or is provisional, with what it stands against. The end of its id is enough."""
    item = _meant(tx, item_id)
    if item is None or _is_over(tx, item):
        raise NotFound(say("review.gone"), hint=say("hint.list_review"))
    if item.status is Status.PENDING:
        return _entry(tx, item)
    is_linked = any(link.state == "open" for link in tx.links.of(item.id))
    if is_linked and (doubt := next((one for one in _doubts(tx) if one.item.id == item.id), None)):
        return doubt
    if item.status is Status.ACTIVE and item.grade is Grade.PROVISIONAL:
        return _likely(item)
    raise Conflict(say("review.decided"), hint=say("hint.show_history"))


def _is_over(tx: Transaction, item: Item) -> bool:
    """Whether its time has run out, so that there is nothing to decide."""
    return item.status is Status.ACTIVE and not item.holds_at(tx.now)


def _meant(tx: Transaction, item_id: str) -> Item | None:
    if (item := tx.item(item_id)) is not None or not _ENDING.fullmatch(item_id):
        return item
    waiting = tx.items(type=None, key=None, status=Status.PENDING, limit=ALL)
    found = [*tx.items_ending(item_id, 2), *(item for item in waiting if item.id.endswith(item_id))]
    return found[0] if len(found) == 1 else None


def _likely(item: Item) -> ReviewEntry:
    return ReviewEntry(item, (), say("review.provisional"))


def accept(tx: Transaction, session: Session, ids: Sequence[str], criteria: Criteria) -> Receipt:
    """Each candidate becomes what holds, and what is provisional becomes sure, on the user's word."""
    return _each(tx, session, ids, lambda one: _accept(tx, session, one, criteria))


def accept_provisional(
    tx: Transaction, session: Session, criteria: Criteria, only: Sequence[str] | None = None
) -> Receipt:
    """All that is provisional becomes sure. Where it may disagree with another, which one holds is still asked."""
    return _each_likely(tx, session, only, lambda one: _assured(tx, session, one.item, criteria))


def _each(
    tx: Transaction, session: Session, ids: Sequence[str], decide: Callable[[ReviewEntry], Sequence[Outcome]]
) -> Receipt:
    """The same decision on each. Of several, one that is not there or was decided already does not stop the others."""
    outcomes: list[Outcome] = []
    for item_id in dict.fromkeys(ids):
        try:
            one = entry(tx, item_id)
        except (NotFound, Conflict) as why_not:
            if len(ids) == 1:
                raise
            outcomes.append(_undecided(tx, item_id, why_not.message))
            continue
        outcomes += decide(one)  # what fails here may have written half of it, and takes all back
    return Receipt(session.id, None, outcomes=tuple(outcomes))


def _each_likely(
    tx: Transaction,
    session: Session,
    only: Sequence[str] | None,
    decide: Callable[[ReviewEntry], Sequence[Outcome]],
) -> Receipt:
    """The same decision on all that is provisional, or on what still is of the ids that somebody was shown."""
    likely = {one.item.id: one for one in provisional(tx)}
    outcomes: list[Outcome] = []
    for item_id in likely if only is None else dict.fromkeys(only):
        if item_id in likely:
            outcomes += decide(likely[item_id])
        else:
            item = _meant(tx, item_id)
            is_gone = item is None or _is_over(tx, item)
            outcomes.append(_undecided(tx, item_id, say("review.gone" if is_gone else "review.decided")))
    return Receipt(session.id, None, outcomes=tuple(outcomes))


def _undecided(tx: Transaction, item_id: str, why_not: str) -> Outcome:
    """What is told of an id that nothing was decided about."""
    item = _meant(tx, item_id)
    if item is None:
        return Refused("requests", None, why_not, tx.scope, item_id=item_id)
    return Refused(item.type, item.key, why_not, item.scope, item_id=item.id)


def accept_all_from(tx: Transaction, session: Session, source: Source, criteria: Criteria) -> Receipt:
    """All that waits from one source, in the order it came."""
    outcomes: list[Outcome] = []
    for one in waiting(tx):
        if one.item.source is source:
            outcomes += _accept(tx, session, one, criteria)
    return Receipt(session.id, None, outcomes=tuple(outcomes))


def reject(tx: Transaction, session: Session, ids: Sequence[str]) -> Receipt:
    """Each candidate is dropped and what is provisional withdrawn; history keeps that it was there."""
    return _each(tx, session, ids, lambda one: [_reject(tx, one)])


def reject_provisional(tx: Transaction, session: Session, only: Sequence[str] | None = None) -> Receipt:
    """All that is provisional is withdrawn."""
    return _each_likely(tx, session, only, lambda one: [_reject(tx, one)])


def _reject(tx: Transaction, one: ReviewEntry) -> Outcome:
    item, reason = one.item, say("review.rejected")
    if why_not := not_from_here(tx.scope, item.scope):
        return Refused(item.type, item.key, why_not, item.scope, item_id=item.id)
    _settle(tx, one)
    if item.status is Status.ACTIVE:
        return withdraw(tx, item, reason=reason, source=Source.USER, action=REJECTED)
    gone = replace(item, status=Status.RETRACTED, updated_at=tx.now)
    tx.change_item(item, gone, action=REJECTED, reason=reason, source=Source.USER)
    return Refused(item.type, item.key, reason, item.scope, item_id=item.id)


def keep_both(tx: Transaction, session: Session, item_id: str, criteria: Criteria) -> Receipt:
    """Two that may disagree both hold, on the user's word: nobody is asked again, and neither is provisional."""
    one = entry(tx, item_id)
    if not one.doubtful:
        raise Conflict("this is a proposal, and holds only once it is accepted", hint=say("hint.accept_or_reject"))
    _settle(tx, one)
    for item in (one.item, *one.held):
        if item.grade is Grade.PROVISIONAL:
            _assured(tx, session, item, criteria)
    kept = Merged(one.item.type, one.item.key, say("review.both"), one.item.scope, item_id=one.item.id)
    return Receipt(session.id, None, outcomes=(kept,))


def _doubts(tx: Transaction, limit: int = ALL) -> list[ReviewEntry]:
    """Pairs that may disagree, or may say the same: the later statement, and those before it."""
    before: dict[str, list[str]] = {}
    alike: set[str] = set()
    links = tx.links.open(limit)
    items = tx.items_by_id([item_id for link in links for item_id in (link.item_a, link.item_b)])
    for link in links:
        pair = [items[item_id] for item_id in (link.item_a, link.item_b) if item_id in items]
        if len(pair) == 2:
            older, newer = sorted(pair, key=lambda item: item.sequence)
            before.setdefault(newer.id, []).append(older.id)
            alike |= {newer.id} if link.kind is LinkKind.ALIKE else set()
    return [
        ReviewEntry(
            items[newer],
            tuple(items[one] for one in dict.fromkeys(older)),
            say("review.alike" if newer in alike else "review.doubtful"),
            doubtful=True,
        )
        for newer, older in before.items()
    ]


def hand_on(tx: Transaction, item: Item, heir: Item) -> None:
    """What takes the place of an item inherits its open questions, as far as the other side still holds.

    The links of the item itself stay: they ask nothing while it is gone, and ask again should it be put back.
    """
    links = [link for link in tx.links.of(item.id) if link.state == "open" and link.other(item.id) != heir.id]
    others = tx.items_by_id([link.other(item.id) for link in links])
    for link in links:
        other = others.get(link.other(item.id))
        if other is not None and other.status is Status.ACTIVE:
            tx.links.add(heir.id, other.id, link.kind)


def _settle(tx: Transaction, one: ReviewEntry) -> None:
    for older in one.held if one.doubtful else ():
        for kind in LinkKind:
            tx.links.settle(one.item.id, older.id, kind)


def _take_the_later(tx: Transaction, one: ReviewEntry) -> list[Outcome]:
    """The later of two statements that may disagree takes the place of the earlier ones."""
    _settle(tx, one)
    outcomes: list[Outcome] = []
    for older in one.held:
        reason = say("review.accepted")
        closed = replace(older, status=Status.SUPERSEDED, superseded_by=one.item.id, updated_at=tx.now)
        tx.change_item(older, closed, action="superseded", reason=reason, source=Source.USER)
        outcomes.append(
            Superseded(one.item.type, one.item.key, reason, one.item.scope, item_id=one.item.id, replaces=older.id)
        )
    return outcomes


def _entry(tx: Transaction, item: Item) -> ReviewEntry:
    proposed = [c for c in tx.changes(item.scope, item.key) if c.item_id == item.id]
    return ReviewEntry(
        item=item,
        held=tuple(tx.held(item.scope, item.key)),
        reason=proposed[0].reason if proposed else "",
        retracts=any(change.action == DENIED for change in proposed),
    )


def _accept(tx: Transaction, session: Session, one: ReviewEntry, criteria: Criteria) -> list[Outcome]:
    item = one.item
    if why_not := next(filter(None, (not_from_here(tx.scope, each.scope) for each in (item, *one.held))), None):
        return [Refused(item.type, item.key, why_not, item.scope, item_id=item.id)]
    if one.doubtful:
        likely = item.grade is Grade.PROVISIONAL
        return [*_take_the_later(tx, one), *(_assured(tx, session, item, criteria) if likely else ())]
    if item.status is Status.ACTIVE:
        return _assured(tx, session, item, criteria)
    outcomes = _taken_back(tx, session, one, criteria) if one.retracts else _concluded(tx, session, item, criteria)
    written = next((o.item_id for o in outcomes if o.item_id and not one.retracts), None)
    closed = replace(item, status=Status.SUPERSEDED, superseded_by=written, updated_at=tx.now)
    tx.change_item(item, closed, action=ACCEPTED, reason=say("review.accepted"), source=Source.USER)
    return [replace(outcome, reason=say("review.accepted_as", decided=outcome.reason)) for outcome in outcomes]


def _assured(tx: Transaction, session: Session, item: Item, criteria: Criteria) -> list[Outcome]:
    """What is provisional becomes sure and lasting, as if it had been said again."""
    if why_not := not_from_here(tx.scope, item.scope):
        return [Refused(item.type, item.key, why_not, item.scope, item_id=item.id)]
    outcomes = _concluded(tx, session, item, criteria)
    for outcome in outcomes:
        if outcome.replaces == item.id and outcome.item_id and (heir := tx.item(outcome.item_id)) is not None:
            hand_on(tx, item, heir)  # a version with the user's authority: what was asked of the old one is open
    return [replace(outcome, reason=say("review.accepted")) if outcome.item_id else outcome for outcome in outcomes]


def _taken_back(tx: Transaction, session: Session, one: ReviewEntry, criteria: Criteria) -> Sequence[Outcome]:
    item = one.item
    things = held_things(tx, item.scope, item.key, item.value)
    if not things:
        return [Refused(item.type, item.key, say("write.nothing_to_retract"), item.scope)]
    return take_back(tx, criteria, things, ForgetRequest(session, said=item.evidence))


def _concluded(tx: Transaction, session: Session, item: Item, criteria: Criteria) -> Sequence[Outcome]:
    kind = criteria.registry.get(item.type)
    is_likely = item.grade is Grade.PROVISIONAL and item.status is Status.ACTIVE
    candidate = Candidate(
        type=item.type,
        value=_unsigned(kind, item.value),
        key=item.key,
        content=item.content,
        source=Source.USER,
        confidence=max(item.confidence, criteria.config.confidence[Source.USER]),
        importance=max(item.importance, SURE_MATTERS) if is_likely else item.importance,
        evidence=tuple(replace(evidence, quote=None) for evidence in item.evidence),
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        keep=None if is_likely else _kept(kind, item),
        pinned=item.pinned,
    )
    said_in = tx.session(item.session_id or "") or session
    origin = Origin(
        said_in, item.source_turn_id, item.source_message_id, scope=item.scope, is_direct=True, accepts=is_likely
    )
    return conclude(tx, criteria, candidate, origin).outcomes


def _kept(kind: MemoryType, item: Item) -> timedelta | Literal["permanent"] | None:
    """How long the candidate was to be kept; None where that was the type's own time, which counts from its day."""
    if item.keep_for is None:
        return "permanent"
    usual = None if kind.keep is None else kind.keep(kind.parse(item.value))
    return None if usual == item.keep_for else item.keep_for


def _unsigned(kind: MemoryType, value: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """The value without the sources of its parts: whoever accepts it stands for all of them."""
    if kind.sign is None:
        return value
    return {
        name: [
            {k: v for k, v in part.items() if k != "source"} if isinstance(part, Mapping) else part for part in inner
        ]
        if isinstance(inner, list | tuple)
        else inner
        for name, inner in value.items()
    }

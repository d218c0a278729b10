"""Carrying out a plan inside the transaction: versions, evidence, chunks and the log, and an outcome that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from perdure.intake.admit import Admitted
from perdure.intake.origin import Origin
from perdure.intake.resolve import Add, Confirm, Refuse, Replace, Review, Span, Step, Withdraw
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts
from perdure.types.retention import Retention, confirmed, own_day, succeeded
from perdure.types.wording import same_text
from perdure.values import (
    JSON,
    Evidence,
    Grade,
    Item,
    Merged,
    Outcome,
    Pending,
    Priority,
    Refused,
    Retracted,
    Source,
    Status,
    Stored,
    Superseded,
)

CONFIRMED = 0.1
"""How much confidence a confirmation adds, and how much more a changed fact matters than the one it replaces."""
MAX_EVIDENCE = 32
"""What was said this often needs no further proof; without an end, saying it again would cost more every time."""
PENDING, DENIED = "pending", "pending_denial"
"""How the log calls a candidate that waits for review: one that says something, one that takes something back."""
ACCEPTED, EDITED, REJECTED = "accepted", "edited", "rejected"
"""How the log calls what a person decided in review."""


Embeds = Callable[[Item], bool]


def _all(item: Item) -> bool:
    return True


def carry_out(
    tx: Transaction, new: Admitted, steps: tuple[Step, ...], origin: Origin, embeds: Embeds = _all
) -> list[Outcome]:
    """Do what the policy decided, in order. `embeds` says which of what is written gets a vector."""
    outcomes: list[Outcome] = []
    written: Item | None = None
    for step in steps:
        match step:
            case Add():
                written = _write(tx, new, step.value, origin, span=step.span, reason=step.reason, embeds=embeds)
                outcomes.append(_outcome(Stored, new, written, step.reason))
            case Confirm():
                outcomes.append(_confirm(tx, new, step, origin))
            case Replace():
                # Several rivals give way to one new version.
                written = (written if written and same_text(written.value, step.value) else None) or _write(
                    tx, new, step.value, origin, replaces=step.held, span=step.span, reason=step.reason, embeds=embeds
                )
                outcomes.append(_replace(tx, new, step, written, origin))
            case Withdraw():
                outcomes.append(_withdraw(tx, new, step))
            case Review():
                outcomes.append(_review(tx, new, step, origin))
            case Refuse():
                outcomes.append(Refused(new.type.name, new.key, step.reason, new.scope))
    return outcomes


def _write(
    tx: Transaction,
    new: Admitted,
    value: Mapping[str, JSON],
    origin: Origin,
    *,
    reason: str,
    replaces: Item | None = None,
    status: Status = Status.ACTIVE,
    action: str = "stored",
    span: Span | None = None,
    embeds: Embeds = _all,
) -> Item:
    valid_from, valid_to = (new.valid_from, new.valid_to) if span is None else span
    merged = replaces is not None and not same_text(value, new.plain)
    keeps_old = merged or (replaces is not None and same_text(value, replaces.value))
    is_same_kind = replaces is not None and replaces.type == new.type.name
    retention = succeeded(new.type, replaces, new.value, new.retention) if replaces and is_same_kind else new.retention
    proofs = _joined(replaces.evidence, new.evidence) if replaces and keeps_old else new.evidence
    # A question proves nothing, and so it is weighed nowhere; it stands behind the words that answer it.
    proofs = _joined(proofs, origin.asked)
    raised = 0.0 if replaces is None else min(1.0, max(new.importance, replaces.importance) + CONFIRMED)
    item = Item(
        id=tx.ids.new(),
        type=new.type.name,
        key=new.key,
        scope=new.scope,
        value=value,
        # What was merged from several statements is described anew; otherwise the words of the candidate stand.
        content=new.type.describe(new.type.parse(value)) if merged else new.content,
        confidence=_confidence(new, value, replaces),
        importance=max(new.importance, raised),
        priority=retention.priority,
        status=status,
        version=0 if status is Status.PENDING else tx.next_version(new.scope, new.key),
        source=new.source,
        # What is made of several sources is trusted no more than the least of them.
        trust=min(new.trust, replaces.trust) if merged and replaces else new.trust,
        created_at=tx.now,
        updated_at=tx.now,
        sequence=0,
        valid_from=valid_from,
        valid_to=valid_to,
        expires_at=retention.expires_at,
        keep_for=retention.keep_for,
        session_id=origin.session.id,
        source_turn_id=origin.turn_id,
        source_message_id=origin.record_id,
        pinned=new.pinned or (replaces.pinned if replaces else False),
        grade=new.grade,
        last_confirmed_at=tx.now,
        evidence=proofs,
    )
    return tx.add_item(item, chunk_texts(new.type, item), action=action, reason=reason, embed=embeds(item))


def _confidence(new: Admitted, value: Mapping[str, JSON], replaces: Item | None) -> float:
    """How sure the new version is: as said; a little surer where it agrees; the mean of both where it was merged."""
    if replaces is None:
        return new.confidence
    if same_text(value, replaces.value):
        return max(new.confidence, min(1.0, replaces.confidence + CONFIRMED))
    return new.confidence if same_text(value, new.plain) else round((new.confidence + replaces.confidence) / 2, 6)


def _joined(old: Sequence[Evidence], new: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """What both rest on, each place once, what is new last."""
    return (*old, *_fresh(old, new))


def _fresh(old: Sequence[Evidence], new: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The evidence that is not known yet."""
    known = {replace(evidence, quote=None) for evidence in old}
    return tuple(evidence for evidence in new if replace(evidence, quote=None) not in known)


def _confirm(tx: Transaction, new: Admitted, step: Confirm, origin: Origin) -> Outcome:
    """Said again. The same evidence once more proves nothing new, so it changes nothing unless a person accepts it."""
    held = step.held
    fresh = _fresh(held.evidence, new.evidence)
    is_accepted = origin.accepts and held.grade is Grade.PROVISIONAL
    if not fresh and new.pinned <= held.pinned and not is_accepted:
        return _outcome(Merged, new, held, say("write.known"))
    said = new.retention if new.trust >= held.trust else None
    kept = confirmed(held, said, tx.now, own_day(new.type, held.value))
    is_sure = held.grade is Grade.SURE or _makes_sure(new, held, origin)
    if is_sure and held.grade is Grade.PROVISIONAL:
        kept = new.lasting
    elif said is not None and held.priority is Priority.TRANSIENT and tx.was_demoted(held):
        kept = _longer(said, kept)  # it had faded, and is what it was again
    again = replace(
        held,
        grade=Grade.SURE if is_sure else held.grade,
        importance=max(held.importance, new.importance),
        confidence=_surer(new, held, is_fresh=bool(fresh), is_accepted=is_accepted),
        expires_at=kept.expires_at,
        keep_for=kept.keep_for,
        priority=kept.priority,
        last_confirmed_at=tx.now,
        pinned=held.pinned or new.pinned,
        updated_at=tx.now,
    )
    more = fresh[: max(0, MAX_EVIDENCE - len(held.evidence))]
    tx.change_item(
        held,
        again,
        action=ACCEPTED if is_accepted else "confirmed",
        reason=step.reason,
        source=new.source,
        evidence=more,
        by=_said_in(new),
    )
    return _outcome(Merged, new, again, step.reason)


def _surer(new: Admitted, held: Item, *, is_fresh: bool, is_accepted: bool) -> float:
    """How confident memory is of what was said again, or accepted."""
    if is_accepted:
        return max(held.confidence, new.confidence)
    return min(1.0, held.confidence + CONFIRMED) if is_fresh else held.confidence


def _longer(one: Retention, other: Retention) -> Retention:
    """Of two times the one that ends later."""
    if one.expires_at is None or other.expires_at is None:
        return one if one.expires_at is None else other
    return one if one.expires_at >= other.expires_at else replace(one, expires_at=other.expires_at)


def _makes_sure(new: Admitted, held: Item, origin: Origin) -> bool:
    """What was only likely lasts once somebody is sure of it, or says it again in another session."""
    return new.grade is Grade.SURE or origin.is_direct or origin.session.id != held.session_id


def _replace(tx: Transaction, new: Admitted, step: Replace, written: Item, origin: Origin) -> Outcome:
    held = step.held
    action = ACCEPTED if origin.accepts and held.grade is Grade.PROVISIONAL else "superseded"
    closed = replace(
        held,
        # Until the new version begins the old one still holds; the validity interval hands over by itself.
        status=held.status if step.later else Status.SUPERSEDED,
        superseded_by=written.id,
        valid_to=_closing(held, step.closes_at),
        updated_at=tx.now,
    )
    tx.change_item(held, closed, action=action, reason=step.reason, source=new.source, by=_said_in(new))
    return _outcome(Merged if step.adds_only else Superseded, new, written, step.reason, replaces=held.id)


def _withdraw(tx: Transaction, new: Admitted, step: Withdraw) -> Outcome:
    return withdraw(tx, step.held, reason=step.reason, source=new.source, by=_said_in(new))


def withdraw(
    tx: Transaction, held: Item, *, reason: str, source: Source, by: str | None = None, action: str = "retracted"
) -> Outcome:
    """Nobody holds this any more."""
    gone = replace(held, status=Status.RETRACTED, valid_to=_closing(held, tx.now), updated_at=tx.now)
    tx.change_item(held, gone, action=action, reason=reason, source=source, by=by)
    expires_at = None if gone.pinned else gone.expires_at
    return Retracted(held.type, held.key, reason, held.scope, item_id=held.id, expires_at=expires_at)


def _review(tx: Transaction, new: Admitted, step: Review, origin: Origin) -> Outcome:
    waiting = next((w for w in tx.waiting(new.scope, new.key) if same_text(w.value, step.value)), None)
    if waiting is None:
        waiting = _write(
            tx,
            new,
            step.value,
            origin,
            status=Status.PENDING,
            action=DENIED if step.withdraws else PENDING,
            reason=step.reason,
        )
    else:
        more = new.evidence[: max(0, MAX_EVIDENCE - len(waiting.evidence))]
        tx.change_item(waiting, waiting, action="confirmed", reason=step.reason, source=new.source, evidence=more)
    return Pending(
        type=new.type.name,
        key=new.key,
        reason=step.reason,
        scope=new.scope,
        item_id=waiting.id,
        replaces=step.against.id if step.against else None,
        expires_at=waiting.expires_at,
        held=step.against.content if step.against else None,
        proposed="(retract it)" if step.withdraws else waiting.content,
    )


def _said_in(new: Admitted) -> str | None:
    """The record that a change rests on."""
    return next((evidence.record_id for evidence in new.evidence if evidence.record_id is not None), None)


def _closing(held: Item, at: datetime) -> datetime:
    """When a version stops being true: never before it began, never later than it said itself."""
    latest = at if held.valid_to is None else min(at, held.valid_to)
    return latest if held.valid_from is None else max(latest, held.valid_from)


def _outcome(kind: type[Outcome], new: Admitted, item: Item, reason: str, *, replaces: str | None = None) -> Outcome:
    return kind(
        type=new.type.name,
        key=new.key,
        reason=reason,
        scope=item.scope,
        item_id=item.id,
        replaces=replaces,
        expires_at=None if item.pinned else item.expires_at,
    )

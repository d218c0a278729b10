"""The one way in: a candidate becomes items here and nowhere else.

admit → ground (evidence) → gate → policy and resolve → carry out → follow (who is named) → outcome, all inside the
caller's transaction. Versions that were recorded before are put back by `intake.restore`, which follows likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from perdure.errors import InvalidInput
from perdure.intake.admit import Admitted, admit
from perdure.intake.archive_turns import append_turns, clock_notice
from perdure.intake.carry_out import carry_out
from perdure.intake.evidence import locate
from perdure.intake.gate import is_protected, not_from_here, refusal
from perdure.intake.moment import is_known, lapsed, objection
from perdure.intake.origin import Criteria, Origin
from perdure.intake.policy import planned
from perdure.intake.resolve import Add, Replace, Review, Step
from perdure.messages import say
from perdure.store.finder import ARCHIVAL
from perdure.store.mentions import Entities, entities_in, note, note_items, note_name
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.wording import same_text
from perdure.values import (
    SHARED,
    Candidate,
    Event,
    Evidence,
    Item,
    Merged,
    Outcome,
    Receipt,
    Refused,
    Role,
    Session,
    Source,
    Status,
    Stored,
    Superseded,
)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What came of a candidate, and the records that were archived for it."""

    outcomes: tuple[Outcome, ...]
    archived: Receipt | None = field(default=None)
    """The receipt of the turn that a statement without evidence was archived as."""


def conclude(
    tx: Transaction, criteria: Criteria, candidate: Candidate, origin: Origin, *, entities: Entities | None = None
) -> Conclusion:
    """Turn a candidate into items, inside the caller's transaction. `entities` are the names that are known already."""
    try:
        new = _admitted(tx, criteria, candidate, origin)
    except InvalidInput as wrong:
        if origin.is_direct:
            raise
        return Conclusion((Refused(candidate.type, None, say("write.invalid", message=wrong.message), tx.scope),))
    if new.retract and new.scope == tx.scope and not tx.held(new.scope, new.key) and tx.held(SHARED, new.key):
        new = replace(new, scope=SHARED)  # what is not held here is taken back where it is
    if why_not := _refusal(tx, candidate, new, origin):
        return Conclusion((Refused(new.type.name, new.key, why_not, new.scope),))
    if _was_erased(tx, new, origin):
        return Conclusion((Refused(new.type.name, None, say("erase.was_erased"), new.scope),))
    new, origin, archived = _grounded(tx, new, origin)
    held = tx.held(new.scope, new.key)
    new, rivals = _beside(new, held)
    if rivals:
        held = tx.held(new.scope, new.key)
    steps = _awaited(new, held, origin) or planned(criteria.policy, new, held, now=tx.now)
    if origin.moment is not None:
        if known := is_known(new, steps):
            return Conclusion((Merged(new.type.name, new.key, say("write.known"), new.scope, item_id=known.id),))
        if why_not := objection(tx, origin.moment, new, steps):
            return Conclusion((Refused(new.type.name, new.key, why_not, new.scope),))
    steps, doubted = _changes(tx, criteria, new, steps)
    outcomes = carry_out(tx, new, steps, origin, criteria.policy.should_embed_recall)
    _link(tx, outcomes, [*rivals, *doubted])
    follow(tx, outcomes, () if archived is None else archived.records, entities)
    return Conclusion(tuple(outcomes), archived)


def write_direct(
    tx: Transaction, criteria: Criteria, session: Session, candidate: Candidate, *, today: date | None = None
) -> Receipt:
    """One candidate as somebody gave it, concluded in a session. Answers the receipt of the write."""
    origin = Origin(session, today=today, is_direct=True)
    if candidate.evidence:
        candidate, record = locate(tx, candidate, criteria.config)
        if record is not None:
            # The item points back to where it was said, which may be another session of the scope.
            said_in = tx.session(record.session_id) or session
            origin = replace(origin, session=said_in, turn_id=record.turn_id, record_id=record.id)
    concluded = conclude(tx, criteria, candidate, origin)
    receipt = concluded.archived or Receipt(session.id, None, notices=clock_notice(tx))
    return replace(receipt, outcomes=concluded.outcomes)


def follow(
    tx: Transaction, outcomes: Iterable[Outcome], records: Iterable[str] = (), entities: Entities | None = None
) -> None:
    """Note whom the written items and archived records name, and who names an entity that is new."""
    written = {o.item_id: o for o in outcomes if isinstance(o, Stored | Superseded | Merged) and o.item_id}
    archived = list(records)
    if not written and not archived:
        return
    items = tx.items_by_id(sorted(written)) if written else {}
    said = [(r.id, r.scope, r.content or "") for r in tx.records_by_id(archived).values()] if archived else []
    texts = [*(item.content for item in items.values()), *(text for _, _, text in said)]
    known = entities_in(tx, texts) if entities is None else entities
    changed = [i for i in items.values() if isinstance(written[i.id], Stored) or written[i.id].replaces is not None]
    follow_items(tx, items.values(), known, renamed=changed)
    note(tx, ARCHIVAL, said, known)


def follow_items(tx: Transaction, items: Iterable[Item], entities: Entities, *, renamed: Iterable[Item]) -> None:
    """Note whom items name; what was written before may name those among them that are entities with a new name."""
    note_items(tx, items, entities)
    for item in renamed:
        if item.type == "entities" and item.status is Status.ACTIVE:
            note_name(tx, item)


def _admitted(tx: Transaction, criteria: Criteria, candidate: Candidate, origin: Origin) -> Admitted:
    """The candidate, checked, with no more authority than where it comes from."""
    context = KeyContext(
        agent_id=criteria.agent_id,
        session_id=origin.session.id,
        today=origin.today or tx.now.date(),
        new_id=tx.ids.new,
    )
    return admit(
        candidate,
        registry=criteria.registry,
        config=criteria.config,
        scope=origin.scope or tx.scope,
        context=context,
        now=tx.now if origin.moment is None else origin.moment.said_at,
        most=origin.source,
        has_own_key=not origin.is_direct or _names_held(tx, criteria, candidate, origin),
    )


def _names_held(tx: Transaction, criteria: Criteria, candidate: Candidate, origin: Origin) -> bool:
    """Whether a direct write gives the key of something that is held: who read an item may write it back."""
    if candidate.key is None or candidate.type not in criteria.registry.names:
        return False
    key = criteria.registry.get(candidate.type).check_key(candidate.key)
    return bool(tx.held(origin.scope or tx.scope, key))


def _refusal(tx: Transaction, candidate: Candidate, new: Admitted, origin: Origin) -> str | None:
    """Why nothing comes of it: it is not to be changed from here, or what was read stays in the archive alone."""
    if why_not := not_from_here(tx.scope, new.scope):
        return why_not
    if origin.is_direct:
        return None
    why_not = refusal(new)
    if why_not is None and origin.moment is not None:
        why_not = lapsed(new, candidate.duration, origin.session, tx.now)
    return why_not


def _was_erased(tx: Transaction, new: Admitted, origin: Origin) -> bool:
    """Whether this was erased since it was said. What is said anew is free."""
    records = [proof.record_id for proof in new.evidence if proof.record_id]
    if new.retract or not new.evidence or (origin.is_direct and not records):
        return False
    erased_at = tx.tombstones.blocks_fact(new.scope, new.type.name, new.key, dict(new.plain), new.content)
    return bool(erased_at) and all(r.sequence < erased_at for r in tx.records_by_id(records).values())


def _grounded(tx: Transaction, new: Admitted, origin: Origin) -> tuple[Admitted, Origin, Receipt | None]:
    """No item without evidence: a statement that has none is archived, and is its own."""
    if new.evidence:
        return new, origin, None
    archived = append_turns(tx, origin.session, [[_statement(new)]])[0]
    record_id = archived.records[0]
    own = replace(new, evidence=(Evidence(record_id, 0, len(new.content)),))
    return own, replace(origin, turn_id=archived.turn_id, record_id=record_id), archived


def _awaited(new: Admitted, held: Sequence[Item], origin: Origin) -> tuple[Step, ...]:
    """Where a person has to agree first: the candidate is put up for review. What is held already needs no word."""
    is_held = not new.retract and any(same_text(item.value, new.plain) for item in held)
    if origin.waits_because is None or is_held:
        return ()
    return (Review(new.plain, origin.waits_because, held[-1] if held else None, new.retract),)


def _beside(new: Admitted, held: Sequence[Item]) -> tuple[Admitted, list[Item]]:
    """What was read and may say otherwise than what is held under its key, without being sure to replace it.

    It gets a key of its own, made of its statement, so that both stand.
    """
    if new.replaces or new.retract or new.type.combine is not None:
        return new, []
    rivals = [item for item in held if not same_text(item.value, new.plain) and item.content != new.content]
    return (replace(new, key=new.type.own_key(new.key, new.content)), rivals) if rivals else (new, [])


def _changes(
    tx: Transaction, criteria: Criteria, new: Admitted, steps: tuple[Step, ...]
) -> tuple[tuple[Step, ...], list[Item]]:
    """What is held under other keys and gives way to the newcomer, or may disagree with it and is marked.

    Only what is written for the first time puts an end to anything, and only to what its source may change.
    """
    if new.retract:
        return steps, []
    ended = [] if new.takes_place_of in (None, new.key) else tx.held(new.scope, new.takes_place_of or "")
    doubted = [item for key in new.rivals if key != new.key for item in tx.held(new.scope, key)]
    if len(steps) != 1 or not isinstance(first := steps[0], Add):
        # It takes the place of its own words as they were read first: what it changes is marked all the same.
        return steps, [*ended, *doubted]
    if not ended or any(
        item.trust > new.trust or is_protected(criteria.registry.get(item.type), item, new.source) for item in ended
    ):
        return steps, [*ended, *doubted]
    reason = say("write.later_word")
    return tuple(Replace(item, first.value, reason, tx.now, span=first.span) for item in ended), doubted


def _link(tx: Transaction, outcomes: Iterable[Outcome], rivals: Sequence[Item]) -> None:
    """Two that may disagree are linked, shown together and left to a person."""
    written = next((o.item_id for o in outcomes if isinstance(o, Stored | Superseded) and o.item_id), None)
    if written is not None:
        for rival in rivals:
            tx.links.add(written, rival.id)


def _statement(new: Admitted) -> Event:
    """The event that a direct write is. System events are never taken as anybody's words."""
    role = {Source.USER: Role.USER, Source.RELAYED: Role.USER, Source.TOOL: Role.TOOL}.get(new.source, Role.SYSTEM)
    tags = ("direct", new.type.name, *(("retract",) if new.retract else ()))
    return Event(role=role, content=new.content, tags=tags)

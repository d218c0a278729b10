"""Merging one memory into another: what only they changed comes in as it is, what both changed is concluded anew.

The types' own rules settle what both changed (authority, then time, then how the type combines); what they cannot
settle waits for review. It is one change set, so `undo` takes the memories apart again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from perdure.archive import sessions
from perdure.control.state import State, state_at, substance, touched_since
from perdure.errors import InvalidInput
from perdure.intake.conclude import conclude
from perdure.intake.gate import not_from_here
from perdure.intake.origin import Criteria, Origin
from perdure.intake.restore import COPIED, AsAt, Brought, Restored, restore
from perdure.messages import say
from perdure.store.lineage import Ancestor
from perdure.store.past import BESIDE
from perdure.store.transaction import Transaction
from perdure.values import (
    JSON,
    SHARED,
    Attachment,
    Candidate,
    Event,
    Item,
    Outcome,
    Pending,
    Record,
    Refused,
    Session,
    Status,
)

Key = tuple[str, str]
HELD = (Status.ACTIVE, Status.PENDING)


@dataclass(frozen=True, slots=True)
class Other:
    """The memory that is merged in: what it holds, what of it is new since both were one, and the words behind it."""

    agent_id: str
    sequence: int
    state: State
    base: State
    changed: frozenset[Key]
    records: tuple[Record, ...]
    files: Mapping[str, bytes]
    sessions: Mapping[str, Session]


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merge did, or would do. `revision` is what undoes it; None where nothing was written."""

    source: str
    taken: tuple[Item, ...] = ()
    """Held there and changed only there: in force here now."""
    ended: tuple[Item, ...] = ()
    """No longer held there, and not touched here since: ended here, too."""
    settled: tuple[Outcome, ...] = ()
    """Changed on both sides, and settled by the rules of the type."""
    review: tuple[Outcome, ...] = ()
    """Changed on both sides, and for a person to decide."""
    kept: tuple[Item, ...] = ()
    """Changed on both sides: what is held here is later, or was ended there only."""
    records: int = 0
    revision: int | None = None

    def as_json(self) -> dict[str, JSON]:
        lists = {name: [item.as_json() for item in getattr(self, name)] for name in ("taken", "ended", "kept")}
        outcomes = {name: [one.as_json() for one in getattr(self, name)] for name in ("settled", "review")}
        return {
            "source": self.source,
            "revision": self.revision,
            "counts": {name: len(found) for name, found in (lists | outcomes).items()} | {"records": self.records},
            **lists,
            **outcomes,
        }


@dataclass(slots=True)
class _MergePlan:
    versions: list[Restored] = field(default_factory=list)
    taken: list[Item] = field(default_factory=list)
    ended: list[Item] = field(default_factory=list)
    kept: list[Item] = field(default_factory=list)
    disputed: list[tuple[Item, Sequence[Item]]] = field(default_factory=list)


def base_of(ours: Sequence[Ancestor], theirs: Sequence[Ancestor], our_id: str, their_id: str) -> tuple[int, int]:
    """Up to which number of our log, and of theirs, the two were one memory or were merged; zeros if never.

    A fork keeps the numbers of its parent, so that one number means the same in both.
    """
    merges = [one for one in ours if one.kind == "merge" and one.agent_id == their_id]
    if merges:
        return -merges[-1].revision, merges[-1].sequence
    number = fork_base(ours, theirs, our_id, their_id)
    return number, number


def fork_base(ours: Sequence[Ancestor], theirs: Sequence[Ancestor], our_id: str, their_id: str) -> int:
    """Up to which number the two were one memory; zero if never."""
    line = {our_id: 1 << 62} | {one.agent_id: one.sequence for one in ours if one.kind == "fork"}
    other = {their_id: 1 << 62} | {one.agent_id: one.sequence for one in theirs if one.kind == "fork"}
    return max((min(line[name], other[name]) for name in line.keys() & other.keys()), default=0)


def read_other(tx: Transaction, agent_id: str, since: int) -> Other:
    """All that a merge needs of the other memory, from one snapshot of it."""
    keys = touched_since(tx, since)
    state, base = state_at(tx, tx.sequence, keys), state_at(tx, since, keys)
    records = tuple(tx.records_after(since))
    named = {record.session_id for record in records} | {one.session_id or "" for one in state.items.values()}
    found = {name: tx.session(name) for name in named if name}
    files = {file.id: kept[1] for record in records for file in record.attachments if (kept := tx.file(file.id))}
    return Other(
        agent_id,
        tx.sequence,
        state,
        base,
        changed_since(tx, since),
        records,
        files,
        {name: session for name, session in found.items() if session is not None},
    )


def changed_since(tx: Transaction, sequence: int) -> frozenset[Key]:
    """The keys that somebody changed since a number; being used or linked is no change."""
    changes = tx.past.changes_after(sequence)
    return frozenset((one.scope, one.key) for one in changes if one.action not in BESIDE and one.action != "used")


def merge(tx: Transaction, other: Other, since: int, criteria: Criteria) -> MergeReport:
    """Merge another memory into this one, in one unit of work. `since` is the number up to which both were one."""
    start = tx.sequence
    ours = state_at(tx, tx.sequence, other.changed)
    changed = changed_since(tx, since)
    plan = _planned(other, ours, changed, tx.scope)
    adopted = _adopt(tx, other)
    if not_from_here(tx.scope, SHARED) is None and tx.scope != SHARED:
        adopted |= _adopt(tx.within(SHARED), other)
    reason = say("log.merged", source=other.agent_id)
    restore(tx, plan.versions, registry=criteria.registry, reason=reason)
    outcomes = [one for item, base in plan.disputed for one in _concluded(tx, criteria, item, base, reason)]
    _bring_beside(tx, other, adopted)
    if tx.sequence != start:
        tx.lineage.add(other.agent_id, "merge", other.sequence, tx.revision)
    return MergeReport(
        other.agent_id,
        tuple(plan.taken),
        tuple(plan.ended),
        tuple(one for one in outcomes if not isinstance(one, Pending | Refused)),
        tuple(one for one in outcomes if isinstance(one, Pending)),
        tuple(plan.kept),
        len(adopted),
        tx.revision if tx.sequence != start else None,
    )


def _planned(other: Other, ours: State, changed: frozenset[Key], scope: str) -> _MergePlan:
    """What happens to every key that they changed."""
    plan = _MergePlan()
    theirs, here, base = _by_key(other.state), _by_key(ours), _by_key(other.base)
    for key in sorted(key for key in other.changed if not_from_here(scope, key[0]) is None):
        versions, known = theirs.get(key, []), {item.id: item for item in here.get(key, [])}
        held = [item for item in versions if item.status in HELD]
        mine = [item for item in known.values() if item.status in HELD]
        if [substance(item) for item in held] == [substance(item) for item in mine]:
            continue
        if key not in changed:
            _take(plan, versions, known, held)
            continue
        ancestors = [item for item in base.get(key, []) if item.status in HELD]
        for item in held:
            if item.id in known and known[item.id].status in HELD:
                continue
            rivals = [one for one in mine if one.trust >= item.trust and _said(one) > _said(item)]
            if rivals and item.status is Status.ACTIVE:
                plan.kept += rivals
            else:
                plan.disputed.append((item, ancestors))
        if not held:
            plan.kept += mine
    return plan


def _take(plan: _MergePlan, versions: Sequence[Item], known: Mapping[str, Item], held: Sequence[Item]) -> None:
    """What only they changed: their versions as they are."""
    for item in sorted(versions, key=lambda one: one.sequence):
        if item.id not in known:
            plan.versions.append(Brought(item, COPIED))
        elif substance(known[item.id]) != substance(item) or known[item.id].superseded_by != item.superseded_by:
            plan.versions.append(AsAt(known[item.id], item, ()))
    plan.taken += held
    if not held:
        plan.ended += [item for item in known.values() if item.status in HELD]


def _by_key(state: State) -> dict[Key, list[Item]]:
    found: dict[Key, list[Item]] = defaultdict(list)
    for item in state.items.values():
        found[item.scope, item.key].append(item)
    return found


def _said(item: Item) -> datetime:
    return item.last_confirmed_at or item.created_at


def _concluded(tx: Transaction, criteria: Criteria, item: Item, base: Sequence[Item], reason: str) -> Sequence[Outcome]:
    """Their version as a candidate: the rules of its type decide, with no more authority than it has."""
    kind = criteria.registry.get(item.type)
    value = item.value
    if kind.without is not None:  # of what is held in fields, only those that are new there
        known = [fact for one in base for fact in one.value.get("facts", ())]
        value = {**value, "facts": [fact for fact in value["facts"] if fact not in known]}
        if not value["facts"]:
            return ()
    candidate = Candidate(
        type=item.type,
        value=value,
        key=item.key,
        content=item.content if kind.combine is None else None,
        source=item.source,
        confidence=item.confidence,
        importance=item.importance,
        evidence=tuple(replace(proof, quote=None) for proof in item.evidence),
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        keep="permanent" if item.keep_for is None else item.keep_for,
        pinned=item.pinned,
        grade=item.grade,
        reason=reason,
    )
    session = tx.session(item.session_id or "") or sessions.direct(tx)
    origin = Origin(session, None, item.source_message_id, item.source, scope=item.scope, is_direct=True)
    try:
        return conclude(tx, criteria, candidate, origin).outcomes
    except InvalidInput as wrong:
        return (Refused(item.type, item.key, wrong.message, item.scope),)


def _adopt(tx: Transaction, other: Other) -> set[str]:
    """Their records that are not here yet; where a session went on in both, in one of its own. Answers the ids."""
    known = set(tx.records_by_id([record.id for record in other.records]))
    fresh = [record for record in other.records if record.id not in known and record.scope == tx.scope]
    homes: dict[str, Session] = {}
    for (name, _), part in groupby(fresh, key=lambda record: (record.session_id, record.turn_id)):
        turn = list(part)
        if name not in homes:
            homes[name] = _home(tx, other, name)
        held = tx.session(homes[name].id) or homes[name]
        events = [_event(record, other.files) for record in turn]
        tx.append(held, [events], ids=[[record.id for record in turn]])
    return {record.id for record in fresh}


def _home(tx: Transaction, other: Other, name: str) -> Session:
    kind = other.sessions[name].kind if name in other.sessions else "conversation"
    if tx.scope_of(name) is None and kind != sessions.DIRECT:
        return tx.add_session(name, kind)
    apart = f"{name}@{other.agent_id}"
    return tx.session(apart) or tx.add_session(apart, "conversation" if kind == sessions.DIRECT else kind)


def _event(record: Record, files: Mapping[str, bytes]) -> Event:
    return Event(
        role=record.role,
        content=record.content or "",
        speaker=record.speaker,
        name=record.name,
        arguments=record.arguments,
        result=record.result,
        attachments=tuple(
            Attachment(file.name, files[file.id], file.media_type, expires_at=file.expires_at)
            for file in record.attachments
            if file.id in files
        ),
        timestamp=record.timestamp,
        tags=record.tags,
        content_ref=record.content_ref,
    )


def _bring_beside(tx: Transaction, other: Other, adopted: set[str]) -> None:
    """What they had forgotten stays hidden here, and what may disagree with each other there does so here."""
    for record_id, start, end, item_id in sorted(other.state.hidden):
        if record_id in adopted:
            tx.withheld.add(record_id, start, end, item_id=item_id or None)
    links = [(link, settled) for link, settled in sorted(other.state.links.items()) if link not in other.base.links]
    there = tx.items_by_id([one for link, _ in links for one in link[:2]])
    for link, settled in links:
        if link[0] in there and link[1] in there:
            tx.links.add(*link)
            if settled:
                tx.links.settle(*link)

"""Forgetting: soft (`deactivate`) or with every version (`delete`). The archive stays; erasure is another act.

It needs the authority that writing needs: what somebody may not take back, they propose, and a person decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from perdure.errors import InvalidInput, NotFound
from perdure.intake.asked import proofs_of, questions_of, tells_field, unasked
from perdure.intake.choose import as_target as as_target
from perdure.intake.choose import choose, fields_of, is_retold
from perdure.intake.conclude import conclude
from perdure.intake.gate import is_protected, not_from_here
from perdure.intake.moment import LATER, Moment, rests_on_later
from perdure.intake.origin import Criteria, Origin
from perdure.intake.restore import Rebuilt, restore
from perdure.intake.telling import Told, retelling, said_in, scrub_tasks, told_of
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.base import Remainder, Sides
from perdure.types.keys import fold_name
from perdure.types.registry import Registry
from perdure.values import (
    JSON,
    SHARED,
    Candidate,
    Choice,
    Evidence,
    Item,
    Outcome,
    Receipt,
    Refused,
    Retracted,
    Session,
    Source,
    Status,
    Target,
)

DEACTIVATE, DELETE = MODES = ("deactivate", "delete")
DRAWN = ("lessons", "patterns")
"""What is drawn from the cases of finished tasks."""


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """Who asks to forget, and how."""

    session: Session
    source: Source = Source.USER
    mode: str = DEACTIVATE
    said: tuple[Evidence, ...] = ()
    """The words of the request, where it was made in a conversation."""
    moment: Moment | None = None
    """When it was made, if not just now: what was said since then stands."""

    @property
    def by(self) -> str | None:
        """The record that asks."""
        return next((proof.record_id for proof in self.said if proof.record_id), None)


def forget(tx: Transaction, criteria: Criteria, target: Target, asked: ForgetRequest) -> Receipt:
    """Forget what the target names in this scope. Where words may mean several things nothing changes."""
    if asked.mode not in MODES:
        raise InvalidInput(f"`mode` must be one of {', '.join(MODES)}", field="mode")
    meant = choose(tx, target, registry=criteria.registry, include_past=asked.mode == DELETE)
    if not meant.found and (target.id is not None or target.key is not None):
        raise NotFound("no such item in this scope", hint=say("hint.list_items"))
    if not meant.is_clear or (not meant.found and target.query is not None):
        return Receipt(asked.session.id, None, outcomes=_unclear(meant.found, tx.scope))
    outcomes = (*take_back(tx, criteria, meant.found, asked), *_left(meant.near))
    return Receipt(asked.session.id, None, outcomes=outcomes)


def affected(tx: Transaction, target: Target, *, registry: Registry, include_past: bool) -> list[Item]:
    """All that forgetting the target would take away, what tells of it included; nothing where it is not clear."""
    meant = choose(tx, target, registry=registry, include_past=include_past)
    if not meant.is_clear:
        return []
    going = [choice for choice in meant.found if not_from_here(tx.scope, choice.item.scope) is None]
    return [*{choice.item.id: choice.item for choice in going}.values(), *_telling_of(tx, going)]


def held_things(tx: Transaction, scope: str, key: str, value: Mapping[str, JSON]) -> list[Choice]:
    """What is held under a key of what a value names: the fields that it lists, or the items."""
    named = {(fold_name(str(fact["k"])), fold_name(str(fact["v"]))) for fact in value.get("facts", ())}
    things: list[Choice] = []
    for item in tx.held(scope, key):
        fields = fields_of(item)
        same = [f for f in fields if f.fact and (fold_name(str(f.fact["k"])), fold_name(str(f.fact["v"]))) in named]
        things += same if fields else [Choice(item)]
    return things


def take_back(tx: Transaction, criteria: Criteria, choices: Sequence[Choice], asked: ForgetRequest) -> list[Outcome]:
    """Take back what the asker has the authority to take back, propose the rest, and refuse what is not theirs here."""
    outcomes: list[Outcome] = []
    going: list[Choice] = []
    for item, facts in _by_item(choices, only_current=asked.mode == DELETE):
        if why_not := not_from_here(tx.scope, item.scope) or _undecided(item, asked.source):
            outcomes.append(Refused(item.type, item.key, why_not, item.scope, item_id=item.id))
            continue
        taken, disputed = _weighed(tx, criteria, item, facts, asked)
        if disputed is not None:
            outcomes += _proposed(tx, criteria, item, disputed, asked)
        if taken is not None:
            going += _taken(item, facts, taken)
            outcomes.append(_carried_out(tx, criteria, item, taken, asked))
    telling = _telling_of(tx, going)
    outcomes += [_deactivate(tx, item, say("forget.tells_of_it")) for item in telling]
    told, hidden = _hide(tx, going, asked)
    outcomes += _unasked(tx, criteria, told, hidden, asked.by)
    if asked.mode == DELETE:
        for item in _drawn_from(tx, [choice.item for choice in going if choice.item.type == "cases"]):
            count = tx.delete_key(item.scope, item.key, like=item, reason=say("forget.drawn_from_it"))
            outcomes.append(_gone(item, say("forget.deleted", count=count)))
    return outcomes


def _unclear(choices: Sequence[Choice], scope: str) -> tuple[Outcome, ...]:
    """Nothing was forgotten: each thing that may be meant, by the name that means it alone."""
    if not choices:
        return (Refused("requests", None, say("request.unknown"), scope),)
    return tuple(_shown(choice, say("forget.which", count=len(choices), said=choice.said)) for choice in choices)


def _left(choices: Sequence[Choice]) -> tuple[Outcome, ...]:
    """What may be meant beside what was forgotten, and stays."""
    return tuple(_shown(choice, say("forget.near", said=choice.said)) for choice in choices)


def _shown(choice: Choice, reason: str) -> Outcome:
    key = choice.item.key if choice.field is None else choice.target
    return Refused(choice.item.type, key, reason, choice.item.scope, item_id=choice.item.id)


def _undecided(item: Item, source: Source) -> str | None:
    """Why a candidate that waits for a person is not dropped by this source, or None."""
    if item.status is not Status.PENDING or source is Source.USER:
        return None
    return say("forget.waits") if item.scope == SHARED or item.trust > source.trust else None


def _by_item(choices: Sequence[Choice], *, only_current: bool) -> list[tuple[Item, list[Mapping[str, JSON]] | None]]:
    """Each item once, with the fields of it that are meant; None where all of it is.

    With `only_current` each key once, by its newest version: all the others go with it.
    """
    by_item: dict[str, tuple[Item, list[Mapping[str, JSON]] | None]] = {}
    for choice in choices:
        name = f"{choice.item.scope}\0{choice.item.key}" if only_current else choice.item.id
        item, facts = by_item.get(name, (choice.item, []))
        item = max(item, choice.item, key=lambda one: (one.status is Status.ACTIVE, one.sequence))
        whole = facts is None or choice.fact is None
        by_item[name] = item, None if whole else [*(facts or ()), *((choice.fact,) if choice.fact else ())]
    return list(by_item.values())


def _weighed(
    tx: Transaction, criteria: Criteria, item: Item, facts: Sequence[Mapping[str, JSON]] | None, asked: ForgetRequest
) -> tuple[Remainder | None, Mapping[str, JSON] | None]:
    """What may be taken (as what is left then), and the value of what may not."""
    kind, source = criteria.registry.get(item.type), asked.source
    versions = tx.versions(item.scope, item.key) if asked.mode == DELETE else [item]
    is_barred = any(is_protected(kind, version, source) for version in versions)
    if kind.without is None or (facts is None and source is Source.USER):
        is_barred = is_barred or any(version.trust > source.trust for version in versions)
        return (None, item.value) if is_barred else (Remainder(None), None)
    denied = {**item.value, "facts": [_bare(fact) for fact in facts or item.value["facts"]]}
    if is_barred:
        return None, denied
    sides = Sides(new_source=source, new_trust=source.trust, held_trust=item.trust)
    rest = kind.without(kind.parse(item.value), kind.parse(denied), sides)
    is_left_alone = not rest.taken and (facts is None or rest.disputed is not None)
    return (None if is_left_alone else rest), rest.disputed


def _bare(fact: Mapping[str, JSON]) -> dict[str, JSON]:
    return {name: fact[name] for name in ("k", "v", "many") if name in fact}


def _taken(item: Item, facts: Sequence[Mapping[str, JSON]] | None, rest: Remainder) -> list[Choice]:
    """What goes: all of an item, or the fields that are no longer in what is left."""
    if rest.value is None:
        return [Choice(item), *fields_of(item)]
    left = [_bare(fact) for fact in rest.value["facts"]]
    return [field for field in fields_of(item) if _bare(field.fact or {}) not in left]


def _proposed(
    tx: Transaction, criteria: Criteria, item: Item, value: Mapping[str, JSON], asked: ForgetRequest
) -> tuple[Outcome, ...]:
    """It waits for a person, who sees it beside what is held. It rests on the request, or on what the item rests on."""
    evidence = asked.said or tuple(replace(proof, quote=None) for proof in item.evidence)
    candidate = Candidate(
        item.type, value, key=item.key, source=asked.source, evidence=evidence, confidence=item.confidence, retract=True
    )
    origin = Origin(asked.session, source=asked.source, scope=item.scope, is_direct=True)
    return conclude(tx, criteria, candidate, origin).outcomes


def _carried_out(tx: Transaction, criteria: Criteria, item: Item, rest: Remainder, asked: ForgetRequest) -> Outcome:
    if asked.mode == DELETE:
        merged = tx.upkeep.merged_into(item.id)  # it says the same, and goes with it
        count = sum(
            tx.delete_key(one.scope, one.key, like=one, reason=say("forget.asked_to_delete")) for one in (item, *merged)
        )
        if rest.value is not None:
            _keep_rest(tx, criteria.registry, item, rest.value, say("forget.rest_kept"), is_alone=True)
        return _gone(item, say("forget.deleted", count=count))
    if rest.value is None:
        return _deactivate(tx, item, source=asked.source, by=asked.by)
    _keep_rest(tx, criteria.registry, item, rest.value, say("forget.asked"), by=asked.by)
    return _gone(item, say("forget.fields", fields=list(rest.taken)))


def _keep_rest(
    tx: Transaction,
    registry: Registry,
    item: Item,
    value: Mapping[str, JSON],
    reason: str,
    *,
    is_alone: bool = False,
    by: str | None = None,
) -> None:
    """The fields that are left, with the evidence that is theirs."""
    left = value["facts"]
    asked = questions_of(replace(item, value=value, content=""))
    told = [one for one in item.evidence if not one.quote or any(tells_field(one.quote, fact) for fact in left)]
    proofs = [proof for proof in item.evidence if proof in told or proof in asked]
    evidence = tuple(replace(proof, quote=None) for proof in proofs or item.evidence)
    trust = min((Source(fact["source"]).trust for fact in left if fact.get("source")), default=item.trust)
    restore(tx, [Rebuilt(item, value, evidence, trust, is_alone, by)], registry=registry, reason=reason)


def without_fields(
    tx: Transaction, registry: Registry, item: Item, gone: Sequence[Mapping[str, JSON]], reason: str, *, by: str | None
) -> None:
    """Take fields out of an item that has others."""
    left = [fact for fact in item.value["facts"] if fact not in gone]
    _keep_rest(tx, registry, item, {**item.value, "facts": left}, reason, by=by)


def _telling_of(tx: Transaction, going: Sequence[Choice]) -> list[Item]:
    """What tells of it, and is this scope's to take away."""
    found = retelling(tx, [told_of(choice) for choice in going])
    return [item for item in found if not_from_here(tx.scope, item.scope) is None]


def _hide(tx: Transaction, going: Sequence[Choice], asked: ForgetRequest) -> tuple[list[Told], set[str]]:
    """Hide from every pack where it was said, wherever the same is said, and the request; tasks do not hold it on.

    Answers how it is told, and in which records something is hidden of it.
    """
    told = [told_of(choice) for choice in going if not is_retold(choice.item)]
    hidden: set[str] = set()
    for one in told:
        for record_id, start, end in set(said_in(tx, one, asked.said)):
            tx.withheld.add(record_id, start, end, item_id=None if one.item is None else one.item.id)
            hidden.add(record_id)
    if told:
        scrub_tasks(tx, told)
    return told, hidden


def _unasked(
    tx: Transaction, criteria: Criteria, told: Sequence[Told], hidden: Iterable[str], by: str | None
) -> list[Outcome]:
    """What somebody answered stands without its question, where the question told what is forgotten."""
    outcomes: list[Outcome] = []
    for item in tx.items_resting_on(sorted(hidden)):
        is_held = item.status in (Status.ACTIVE, Status.PENDING) and not_from_here(tx.scope, item.scope) is None
        asked = [proof for proof in questions_of(item) if any(one.is_told_by(proof.quote or "") for one in told)]
        if is_held and asked:
            outcomes += _without_questions(tx, criteria, item, asked, by)
    return outcomes


def _without_questions(
    tx: Transaction, criteria: Criteria, item: Item, asked: Sequence[Evidence], by: str | None
) -> list[Outcome]:
    """An item said anew in the words of the user alone: its key was made of the question, too."""
    value, content = item.value, item.content
    for proof in asked:
        value, content = unasked(value, proof.quote or ""), unasked(content, proof.quote or "")
    reason = say("forget.tells_of_it")
    if criteria.registry.get(item.type).without is not None:
        _keep_rest(tx, criteria.registry, item, value, reason, by=by)
        return [_gone(item, reason)]
    gone = _deactivate(tx, item, reason, by=by)
    session = tx.session(item.session_id or "")
    if session is None:
        return [gone]
    alone = Candidate(
        item.type,
        value,
        content=content,
        source=item.source,
        confidence=item.confidence,
        importance=item.importance,
        evidence=tuple(replace(proof, quote=None) for proof in proofs_of(item)),
        keep="permanent" if item.keep_for is None else item.keep_for,
        pinned=item.pinned,
        grade=item.grade,
        replaces=False,
    )
    origin = Origin(session, item.source_turn_id, item.source_message_id, item.source, scope=item.scope)
    return [gone, *conclude(tx, criteria, alone, origin).outcomes]


def hide_said(
    tx: Transaction, criteria: Criteria, lines: Mapping[tuple[str, int, int], str], asked: ForgetRequest
) -> list[Outcome]:
    """Hide sentences that were only said, and take away what tells them: no item is there to be taken back."""
    told = {span: Told(None, (said,)) for span, said in lines.items()}
    found = [item for item in retelling(tx, list(told.values())) if not_from_here(tx.scope, item.scope) is None]
    hidden: set[str] = set()
    for span, one in told.items():
        for record_id, start, end in {span, *said_in(tx, one, asked.said)}:
            tx.withheld.add(record_id, start, end)
            hidden.add(record_id)
    scrub_tasks(tx, list(told.values()))
    outcomes = [_deactivate(tx, item, say("forget.tells_of_it")) for item in found]
    return [*outcomes, *_unasked(tx, criteria, list(told.values()), hidden, asked.by)]


def _drawn_from(tx: Transaction, cases: Sequence[Item]) -> list[Item]:
    """Lessons and patterns that were drawn only from cases that are gone."""
    gone = {proof.record_id for case in cases for proof in case.evidence if proof.record_id}
    if not gone:
        return []
    left = tx.decided(type="cases", key=None, status=None)
    alive = {proof.record_id for case in left for proof in case.evidence}
    drawn = [item for kind in DRAWN for item in tx.decided(type=kind, key=None, status=Status.ACTIVE)]
    return [item for item in drawn if _rests_on(item) & gone and not _rests_on(item) & alive and _is_of_cases(tx, item)]


def _rests_on(item: Item) -> set[str]:
    return {proof.record_id for proof in item.evidence if proof.record_id}


def _is_of_cases(tx: Transaction, item: Item) -> bool:
    """Whether all that it rests on are cases, and nothing that was said besides."""
    records = tx.records_by_id(sorted(_rests_on(item)))
    return all("cases" in record.tags for record in records.values()) and item.scope == tx.scope


def _deactivate(
    tx: Transaction, item: Item, reason: str | None = None, source: Source = Source.USER, by: str | None = None
) -> Outcome:
    gone = replace(item, status=Status.RETRACTED, updated_at=tx.now)
    tx.change_item(item, gone, action="forgotten", reason=reason or say("forget.asked"), source=source, by=by)
    return _gone(item, say("forget.done"))


def _gone(item: Item, reason: str) -> Outcome:
    return Retracted(item.type, item.key, reason, item.scope, item_id=item.id)


def in_turn(tx: Transaction, criteria: Criteria, candidate: Candidate, asked: ForgetRequest) -> list[Outcome]:
    """What a request in a conversation means is taken back: in this scope, else where it is shared."""
    key = criteria.registry.normal_key(candidate.key or "")
    for scope in dict.fromkeys((tx.scope, SHARED)):
        if things := held_things(tx, scope, key, candidate.value):
            if asked.moment is not None and any(rests_on_later(tx, one.item, asked.moment) for one in things):
                return [Refused(candidate.type, key, LATER, scope)]
            return take_back(tx, criteria, things, asked)
    return [Refused(candidate.type, key, say("write.nothing_to_retract"), tx.scope)]

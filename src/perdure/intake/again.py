"""Reading a session once more as a whole: what its turns say that nothing was concluded from, through the same gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from perdure.errors import InvalidInput
from perdure.intake.admit import admit
from perdure.intake.commit import Origin, carry_out
from perdure.intake.extract import Held, Known, names_in
from perdure.intake.gate import refusal
from perdure.intake.learn import Rules, turn_of
from perdure.intake.resolve import resolve
from perdure.intake.write import pointed
from perdure.store.contract import Draft
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.values import Candidate, Evidence, Outcome, Record, Refused, Session, Status


def unconcluded(tx: Transaction, rules: Rules, session: Session, records: Sequence[Record]) -> list[Candidate]:
    """What the rules find in these records under a key that was never known here, not even to be forgotten.

    What was concluded before is not concluded again: an old turn must not overrule what was said or forgotten since.
    """
    turns = [(turn, list(part)) for turn, part in groupby(records, key=lambda record: record.turn_id)]
    readings = [turn_of(tx, session.id, [_draft(record) for record in part]) for _, part in turns]
    mentions: dict[str, int] = {}
    for reading in readings:
        for name in names_in(reading):
            mentions[name] = mentions.get(name, 0) + 1
    held = tuple(
        Held(item.type, item.key, item.value, item.content)
        for item in tx.items(type=None, key=None, status=Status.ACTIVE, limit=rules.config.recall_max_items)
    )
    fresh: dict[str, Candidate] = {}
    for (_, part), reading in zip(turns, readings, strict=True):
        known = Known(held, mentions={name: count - 1 for name, count in mentions.items()})
        try:
            findings = rules.extract(reading, known)
        except Exception:  # noqa: BLE001 - an extractor may raise anything; this turn then gives nothing new
            continue
        for finding in findings:
            if finding.candidate.retract:
                continue  # it spoke of what was held then
            evidence = Evidence(part[finding.event].id, finding.start, finding.end)
            candidate = replace(finding.candidate, evidence=(evidence,), reason=finding.reason)
            key = _key(tx, rules, session, candidate)
            if key is not None and (key in fresh or not _was_known(tx, rules, candidate, key)):
                fresh.pop(key, None)
                fresh[key] = candidate
    return list(fresh.values())


def take(tx: Transaction, rules: Rules, session: Session, candidate: Candidate) -> list[Outcome]:
    """One candidate through admit, gate, resolve and commit. What the gate refuses is told, not raised."""
    context = _context(tx, rules, session)
    try:
        new = admit(
            candidate, registry=rules.registry, config=rules.config, scope=tx.scope, context=context, now=tx.now
        )
        if why_not := refusal(new):
            return [Refused(new.type.name, new.key, why_not, new.scope)]
        new, origin = pointed(tx, new, session)
    except InvalidInput as wrong:
        return [Refused(candidate.type, None, wrong.message, tx.scope)]
    steps = resolve(new, tx.held(new.scope, new.key), now=tx.now)
    return carry_out(tx, new, steps, Origin(session.id, origin.turn_id, origin.message_id))


def _draft(record: Record) -> Draft:
    return Draft(
        role=record.role,
        content=record.content or "",
        timestamp=record.timestamp,
        speaker=record.speaker,
        name=record.name,
        arguments=record.arguments,
        result=record.result,
    )


def _key(tx: Transaction, rules: Rules, session: Session, candidate: Candidate) -> str | None:
    try:
        return admit(
            candidate,
            registry=rules.registry,
            config=rules.config,
            scope=tx.scope,
            context=_context(tx, rules, session),
            now=tx.now,
        ).key
    except InvalidInput:
        return None


def _was_known(tx: Transaction, rules: Rules, candidate: Candidate, key: str) -> bool:
    scope = "shared" if rules.registry.get(candidate.type).always_shared else tx.scope
    return bool(tx.versions(scope, key) or tx.changes(scope, key))


def _context(tx: Transaction, rules: Rules, session: Session) -> KeyContext:
    return KeyContext(agent_id=rules.agent_id, session_id=session.id, today=tx.now.date(), new_id=tx.ids.new)

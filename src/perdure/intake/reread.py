"""Reading a session once more as a whole: what its turns say that nothing was concluded from, by the same way in."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from perdure.archive.withheld import blanked
from perdure.errors import InvalidInput
from perdure.intake.admit import admit
from perdure.intake.conclude import conclude
from perdure.intake.evidence import locate
from perdure.intake.extract import Known, KnownItem
from perdure.intake.learn import RuleReader, event_of, turn_of
from perdure.intake.moment import DECIDED, was_decided_against
from perdure.intake.obey import is_request
from perdure.intake.origin import Criteria, Origin, authority_of
from perdure.intake.statement import as_statement
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.values import SHARED, Candidate, Evidence, Outcome, Record, Refused, Session, Status


def unconcluded(tx: Transaction, reader: RuleReader, session: Session, records: Sequence[Record]) -> list[Candidate]:
    """What the rules find in these records under a key that was never known here, not even to be forgotten.

    What was concluded before is not concluded again: an old turn must not overrule what was said or forgotten since.
    """
    # What was forgotten is blank here, and everything else stands where it stood.
    told = blanked(tx, records)
    turns = [(turn, list(part)) for turn, part in groupby(told, key=lambda record: record.turn_id)]
    readings = [turn_of(tx, session.id, [event_of(record) for record in part]) for _, part in turns]
    most = reader.criteria.config.recall_max_items
    held = tuple(
        KnownItem(item.type, item.key, item.value, item.content)
        for item in tx.items(type=None, key=None, status=Status.ACTIVE, limit=most)
    )
    fresh: dict[str, Candidate] = {}
    for (_, part), reading in zip(turns, readings, strict=True):
        try:
            findings = reader.extract(reading, Known(held))
        except Exception as failure:  # noqa: BLE001 - an extractor may raise anything; this turn gives nothing new
            logging.getLogger(__name__).warning("turn not read again: %s", type(failure).__name__)
            continue
        for finding in findings:
            record = part[finding.event]
            if finding.candidate.retract or is_request(record.content or "", finding.start, finding.end):
                continue  # it spoke of what was held then, or was obeyed when it was said
            statement, (start, end) = as_statement(finding, record.content or "")
            candidate = replace(statement, evidence=(Evidence(record.id, start, end),), reason=finding.reason)
            key = _key(tx, reader.criteria, session, candidate)
            if key is not None and (key in fresh or not _was_known(tx, reader.criteria, candidate, key)):
                fresh.pop(key, None)
                fresh[key] = candidate
    return list(fresh.values())


def take(tx: Transaction, criteria: Criteria, session: Session, candidate: Candidate) -> tuple[Outcome, ...]:
    """Conclude one candidate that rests on records of a session. What is wrong with it is told, not raised."""
    try:
        candidate, record = locate(tx, candidate, criteria.config)
    except InvalidInput as wrong:
        return (Refused(candidate.type, None, wrong.message, tx.scope),)
    if was_decided_against(tx, tx.scope, candidate.evidence):
        return (Refused(candidate.type, None, DECIDED, tx.scope),)
    origin = Origin(session)
    if record is not None:
        source = authority_of(record.role, record.tags)
        origin = Origin(session, record.turn_id, record.id, source)
    return conclude(tx, criteria, candidate, origin).outcomes


def _key(tx: Transaction, criteria: Criteria, session: Session, candidate: Candidate) -> str | None:
    context = KeyContext(agent_id=criteria.agent_id, session_id=session.id, today=tx.now.date(), new_id=tx.ids.new)
    try:
        return admit(
            candidate,
            registry=criteria.registry,
            config=criteria.config,
            scope=tx.scope,
            context=context,
            now=tx.now,
            has_own_key=True,
        ).key
    except InvalidInput:
        return None


def _was_known(tx: Transaction, criteria: Criteria, candidate: Candidate, key: str) -> bool:
    scope = SHARED if criteria.registry.get(candidate.type).always_shared else tx.scope
    return bool(tx.versions(scope, key) or tx.changes(scope, key))

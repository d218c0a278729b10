"""The write path, top to bottom. Each function here is one unit of work: it is committed whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from perdure.config import Config
from perdure.errors import Conflict, InvalidInput, NotFound
from perdure.intake.admit import Admitted, admit
from perdure.intake.cleaning import CleanTurn
from perdure.intake.commit import Origin, carry_out
from perdure.intake.extract.sentences import language_of
from perdure.intake.learn import Learning
from perdure.intake.policy import planned, policy_of
from perdure.store.chain import payload_hash
from perdure.store.contract import Draft
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.registry import Registry
from perdure.values import JSON, Candidate, Evidence, Receipt, Role, Session, Source, check_name

CLOCK_TOLERANCE = 1.0
"""Seconds the clock may step back before a receipt mentions it."""


def once(
    tx: Transaction, session: Session, key: str | None, payload: Sequence[object], write: Callable[[], Receipt]
) -> Receipt:
    """Run a write at most once per idempotency key: the same payload gets the stored receipt, another is a conflict."""
    if key is None:
        return write()
    check_name(key, "idempotency_key")
    try:
        digest = payload_hash(plain(part) for part in payload)
    except RecursionError:
        raise InvalidInput("`value` is nested too deeply", field="value", hint="nest it less, or keep a file") from None
    stored = tx.receipt(session.id, key)
    if stored is not None:
        if stored[0] != digest:
            raise Conflict("this idempotency key was used for another payload", hint="use a new key for a new write")
        return stored[1]
    receipt = write()
    tx.add_receipt(session.id, key, digest, receipt)
    return receipt


def append_turns(tx: Transaction, session: Session, turns: Sequence[Sequence[Draft]]) -> list[Receipt]:
    """Archive turns: one receipt each."""
    notices = _clock_notice(tx)
    first = session.turn_count + 1
    return [
        Receipt(session=session.id, turn_id=first + n, records=tuple(ids), notices=notices)
        for n, ids in enumerate(tx.append(session, turns))
    ]


def keep_turns(
    tx: Transaction, session: Session, turns: Sequence[CleanTurn], learning: Learning | None
) -> list[Receipt]:
    """Archive turns and learn from each in order. What the policy does not archive is kept only as evidence."""
    if learning is not None and any(not route.to_archival for turn in turns for route in learning.routes(turn.drafts)):
        return _keep_chosen(tx, session, turns, learning)
    kept = append_turns(tx, session, [turn.drafts for turn in turns])
    receipts = []
    for turn, receipt in zip(turns, kept, strict=True):
        told = replace(receipt, notices=(*receipt.notices, *turn.notices))
        receipts.append(told if learning is None else learning.from_turn(session, turn.drafts, told))
    return receipts


def _keep_chosen(tx: Transaction, session: Session, turns: Sequence[CleanTurn], learning: Learning) -> list[Receipt]:
    """Turn by turn: learn first, archive what is to be kept or proves something, then write what was learned."""
    receipts = []
    for turn in turns:
        read = learning.read(session, turn.drafts, session.turn_count + 1)
        wanted = [n for n, route in enumerate(learning.routes(turn.drafts)) if route.to_archival or n in read.proves]
        left = len(turn.drafts) - len(wanted)
        receipt = append_turns(tx, session, [[turn.drafts[n] for n in wanted]])[0]
        session = replace(session, turn_count=session.turn_count + 1, message_count=session.message_count + len(wanted))
        told = (*receipt.notices, *turn.notices, *((_not_kept(turn, left),) if left else ()))
        receipts.append(learning.learn(session, read, replace(receipt, notices=told), wanted))
    return receipts


def _not_kept(turn: CleanTurn, count: int) -> str:
    if language_of(turn.drafts[0].content) == "zh":
        return f"按设置，这一轮有 {count} 条内容没有存档。"
    return f"By the settings {count} of the events of this turn {'were' if count > 1 else 'was'} not archived."


def upsert(
    tx: Transaction, session: Session, candidate: Candidate, *, registry: Registry, config: Config, agent_id: str
) -> Receipt:
    """One candidate: admit, resolve, commit. A statement without evidence is archived and becomes its own."""
    context = KeyContext(agent_id=agent_id, session_id=session.id, today=tx.now.date(), new_id=tx.ids.new)
    new = admit(candidate, registry=registry, config=config, scope=tx.scope, context=context, now=tx.now)
    receipt = Receipt(session=session.id, turn_id=None, notices=_clock_notice(tx))
    if new.evidence:
        new, origin = pointed(tx, new, session)
    else:
        receipt = append_turns(tx, session, [[_statement(new)]])[0]
        record_id = receipt.records[0]
        new = replace(new, evidence=(Evidence(record_id, 0, len(new.content)),))
        origin = Origin(session.id, receipt.turn_id, record_id)
    policy = policy_of(config, registry)
    steps = planned(policy, new, tx.held(new.scope, new.key), now=tx.now)
    return replace(receipt, outcomes=tuple(carry_out(tx, new, steps, origin, policy.should_embed_recall)))


def _statement(new: Admitted) -> Draft:
    """The event that a direct write is. System events are never taken as anybody's words."""
    role = {Source.USER: Role.USER, Source.RELAYED: Role.USER, Source.TOOL: Role.TOOL}.get(new.source, Role.SYSTEM)
    tags = ("direct", new.type.name, *(("retract",) if new.retract else ()))
    return Draft(role=role, content=new.content, timestamp=None, tags=tags)


def pointed(tx: Transaction, new: Admitted, session: Session) -> tuple[Admitted, Origin]:
    """Evidence as offsets into records that exist and say so. A quote that is not there is refused."""
    origin: Origin | None = None
    located: list[Evidence] = []
    for n, evidence in enumerate(new.evidence):
        if evidence.record_id is None:
            located.append(evidence)
            continue
        record = tx.record(evidence.record_id)
        if record is None or record.content is None:
            raise NotFound(f"`evidence[{n}].record_id` names no record in this scope")
        start, end = _span(record.content, evidence, f"evidence[{n}]")
        located.append(replace(evidence, start=start, end=end, quote=None))
        origin = origin or Origin(record.session_id, record.turn_id, record.id)
    return replace(new, evidence=tuple(located)), origin or Origin(session.id, None, None)


def _span(content: str, evidence: Evidence, where: str) -> tuple[int, int]:
    start, end = evidence.start, evidence.end
    if evidence.quote is not None and start is None:
        start = content.find(evidence.quote)
        if start < 0:
            raise InvalidInput(
                f"`{where}.quote` is not in the record it points to",
                field=f"{where}.quote",
                hint="quote it word for word",
            )
        return start, start + len(evidence.quote)
    if start is None and end is None:
        return 0, len(content)
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end <= len(content):
        raise InvalidInput(f"`{where}` lies outside its record", field=where, hint="give `quote`, or 0 ≤ start < end")
    if evidence.quote is not None and content[start:end] != evidence.quote:
        raise InvalidInput(f"`{where}.quote` is not what the record says there", field=f"{where}.quote")
    return start, end


def _clock_notice(tx: Transaction) -> tuple[str, ...]:
    behind = tx.clock_went_back_by
    if behind <= CLOCK_TOLERANCE:
        return ()
    return (f"the clock is {timedelta(seconds=round(behind))} behind the last write; the order is kept all the same",)


def plain(value: Any) -> JSON:
    """Any value of ours as JSON, for hashing what an idempotency key stands for."""
    match value:
        case datetime():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case bytes():
            return sha256(value).hexdigest()
        case Mapping():
            return {str(name): plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
        case _ if is_dataclass(value):
            return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        case _:
            return value

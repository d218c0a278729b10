"""What an LLM reads out of turns, and what rules failed on: the jobs `extract` and `learn`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import cast

from perdure.archive.withheld import blanked, shown
from perdure.errors import InvalidInput, ModelUnavailable, NotFound
from perdure.intake.carry_out import withdraw
from perdure.intake.extract import KnownItem, Turn, llm
from perdure.intake.jobs_front import Effect, JobsFront
from perdure.intake.learn import event_of, turn_of
from perdure.intake.llm_queue import EXTRACT, LEARN, is_worth_reading
from perdure.intake.moment import Moment
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.models.contract import LLMClient, Prompt
from perdure.port import NotNow, Place, Port
from perdure.segment import segment
from perdure.store.queue import Job
from perdure.store.transaction import ALL, Transaction
from perdure.types.registry import Registry
from perdure.values import (
    Event,
    Item,
    Merged,
    Receipt,
    Record,
    Refused,
    Role,
    Session,
    Stored,
    Superseded,
    check_count,
    check_scope,
)

BEFORE = 2
"""Turns before it that the model sees with a turn."""
RELATED = 24
"""Items it sees with it."""
BATCH = 100
ERASED = say("notice.turn_gone")


@dataclass(frozen=True, slots=True)
class Page:
    """A turn as it was read from the archive."""

    session: Session
    turn_id: int
    records: tuple[Record, ...]
    events: tuple[Event, ...]

    @property
    def moment(self) -> Moment:
        return Moment(self.records[-1].sequence, self.records[-1].timestamp)

    @property
    def receipt(self) -> Receipt:
        return Receipt(self.session.id, self.turn_id, tuple(record.id for record in self.records))


def page_of(tx: Transaction, session_id: str, turn_id: int) -> Page | None:
    """A turn of this scope that is still whole; None where it never was, or where some of it was erased."""
    session = tx.session(session_id)
    records = tuple(blanked(tx, tx.records_of_turn(session_id, turn_id)))
    if session is None or session.scope != tx.scope or not records:
        return None
    if any(record.content is None or "direct" in record.tags for record in records):
        return None
    return Page(session, turn_id, records, tuple(event_of(record) for record in records))


class Extraction:
    """Reads turns again: by rules where they failed, by an LLM where there is one."""

    def __init__(self, port: Port, intake: Intake, jobs: JobsFront) -> None:
        self._port = port
        self._intake = intake
        self._jobs = jobs
        jobs.register(EXTRACT, self._extract)
        jobs.register(LEARN, self._learn, needs_llm=False)

    async def turn(self, session: Session | str, turn_id: int, llm_client: LLMClient | None = None) -> Receipt:
        """Have an LLM read one turn now. Answers what came of it."""
        check_count(turn_id, "turn_id", 1 << 62)
        place = await self._port.place(session, None)
        page = await self._port.read(place.scope, lambda tx: page_of(tx, place.session_id, turn_id))
        if page is None:
            raise NotFound("no such turn to learn from in this session", hint=say("hint.show_turns"))
        try:
            answer = await self.ask(page, llm_client)
        except NotNow as later:
            raise ModelUnavailable(later.reason, reason=later.reason, hint=say("hint.lifted_tomorrow")) from None
        return await self._port.write(place.scope, lambda tx: self.apply(tx, page, answer, page.moment))

    async def unextracted(self, limit: int, scope: str) -> int:
        """Queue the turns of a scope that no LLM has read, the oldest first, and have them read."""
        config = self._port.config
        check_count(limit, "limit", ALL)
        check_scope(scope)

        def unread(tx: Transaction) -> list[tuple[str, int]]:
            turns: list[tuple[str, int]] = []
            after = 0
            while len(turns) < limit and (found := tx.queue.unread(EXTRACT, after=after, limit=BATCH)):
                after = found[-1][2]
                turns += [
                    (session_id, turn_id)
                    for session_id, turn_id, _ in found
                    if is_worth_reading(tx.records_of_turn(session_id, turn_id), config)
                ]
            return turns[:limit]

        def put_up(tx: Transaction) -> int:
            return sum(tx.queue.add(EXTRACT, *turn, max_retries=config.job_retries) for turn in turns)

        turns = await self._port.read(scope, unread)
        added = await self._port.write(scope, put_up)
        await self._jobs.run_pending()
        return added

    async def ask(self, page: Page, llm_client: LLMClient | None = None) -> llm.ExtractionAnswer:
        """What an LLM proposes for a turn. No transaction is open meanwhile."""
        place = Place(page.session.scope, page.session.id)
        prompt = await self._port.read(place.scope, lambda tx: self._prompt(tx, page))
        reply = await self._port.ask(prompt, purpose=EXTRACT, place=place, llm=llm_client)
        return cast(llm.ExtractionAnswer, reply.parsed)

    def apply(self, tx: Transaction, page: Page, answer: llm.ExtractionAnswer, moment: Moment) -> Receipt:
        """Conclude what the answer proposes, as what rules find is concluded."""
        again = page_of(tx, page.session.id, page.turn_id)
        if again is None:
            return Receipt(page.session.id, page.turn_id, notices=(ERASED,))
        turn = turn_of(tx, page.session.id, again.events)
        found, refused = llm.read(answer, turn, self._port.registry)
        learning = self._intake.learning(tx)
        receipt = again.receipt
        for read in found:
            receipt = learning.take(again.session, turn, [read.finding], receipt, moment)
            receipt = _better(tx, self._port.registry, read.replaces, receipt)
        unfounded = tuple(Refused(no.type, None, no.reason, tx.scope) for no in refused)
        return replace(receipt, outcomes=(*receipt.outcomes, *unfounded))

    async def _extract(self, job: Job) -> Effect:
        page = await self._port.read(job.scope, lambda tx: page_of(tx, job.session_id, job.turn_id))
        if page is None:
            return lambda tx: ERASED
        answer = await self.ask(page)
        return lambda tx: _note(self.apply(tx, page, answer, _moment(page, job)))

    async def _learn(self, job: Job) -> Effect:
        """A turn once more: by rules where they failed on it, by the reader where it was not there yet."""
        page = await self._port.read(job.scope, lambda tx: page_of(tx, job.session_id, job.turn_id))
        if page is None:
            return lambda tx: ERASED
        readings = await self._intake.readings(page.events, job.scope)

        def effect(tx: Transaction) -> str | None:
            page = page_of(tx, job.session_id, job.turn_id)
            if page is None:
                return ERASED
            learning = self._intake.learning(tx)
            learning.from_turn(page.session, page.events, page.receipt, _moment(page, job), readings)
            return None

        return effect

    def _prompt(self, tx: Transaction, page: Page) -> Prompt:
        turn = turn_of(tx, page.session.id, page.events)
        earlier = [
            record
            for turn_id in range(max(1, page.turn_id - BEFORE), page.turn_id)
            for record in shown(tx, tx.records_of_turn(page.session.id, turn_id))
        ]
        before = [Event(r.role, r.content or "", speaker=r.speaker, name=r.name) for r in earlier]
        related = _related(tx, turn)
        held = [KnownItem(item.type, item.key, item.value, item.content) for item in related]
        records = (*page.receipt.records, *(record.id for record in earlier))
        prompt = llm.ask(turn, before, held, self._port.registry)
        return replace(prompt, items=tuple(item.id for item in related), records=records)


def _moment(page: Page, job: Job) -> Moment:
    """Retention counts from when it was said; a job for an old turn makes nothing young again."""
    return Moment(page.moment.sequence, min(page.moment.said_at, job.created_at))


def _related(tx: Transaction, turn: Turn) -> list[Item]:
    """What is held that shares words with a turn, the newest first."""
    said = [event.content for event in turn.events if event.role in (Role.USER, Role.TOOL)]
    words = list(dict.fromkeys(word for text in said for word in segment(text[: llm.MAX_SHOWN])))[:256]
    ids = list(dict.fromkeys(found.item_id for found in tx.find(words, every=False, limit=4 * RELATED)))
    items = tx.items_by_id(ids[:RELATED])
    # What is restricted is given to no model; the rest is told apart by what it says, not by when it holds.
    found = [items[name] for name in ids[:RELATED] if name in items]
    return [item for item in found if item.restricted_at is None]


def _note(receipt: Receipt) -> str | None:
    """Why some of what a model proposed was refused: reasons that carry no text."""
    reasons: Counter[str] = Counter(
        outcome.reason for outcome in receipt.outcomes if isinstance(outcome, Refused) and outcome.key is None
    )
    told = [f"{reason} ×{count}" if count > 1 else reason for reason, count in reasons.items()]
    return "; ".join((*receipt.notices, *told)) or None


def _better(tx: Transaction, registry: Registry, key: str | None, receipt: Receipt) -> Receipt:
    """Withdraw what the same turn was read as before, if the newcomer was taken and has no less authority."""
    last = receipt.outcomes[-1] if receipt.outcomes else None
    if key is None or not isinstance(last, Stored | Superseded | Merged) or last.item_id is None:
        return receipt
    new = tx.item(last.item_id)
    try:
        normal = registry.normal_key(key)
    except InvalidInput:  # the model made the key up: there is nothing it could mean
        return receipt
    if new is None or normal == new.key:
        return receipt
    gone = [
        withdraw(tx, item, reason=say("write.said_better", key=new.key), source=new.source)
        for item in tx.held(tx.scope, normal)
        if (item.session_id, item.source_turn_id) == (receipt.session, receipt.turn_id)
        and item.trust <= new.trust
        # What was said elsewhere as well does not stand or fall with this turn.
        and {evidence.record_id for evidence in item.evidence} <= set(receipt.records)
    ]
    return replace(receipt, outcomes=(*receipt.outcomes, *gone))

"""What an LLM reads out of turns, and what rules failed on: the jobs `extract` and `learn`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from perdure.errors import ModelUnavailable, NotFound
from perdure.intake.extract import Held, Turn, llm
from perdure.intake.late import Late
from perdure.intake.later import EXTRACT, LEARN, is_worth_reading
from perdure.intake.learn import Learning, turn_of
from perdure.intake.refine import better
from perdure.models.contract import Prompt
from perdure.parts.jobs import Effect, NotNow
from perdure.segment import segment
from perdure.store.contract import Draft
from perdure.store.queue import Job
from perdure.store.transaction import Transaction
from perdure.values import Event, Receipt, Record, Refused, Role, Session, check_count

if TYPE_CHECKING:
    from perdure.agent import AgentMemory

BEFORE = 2
"""Turns before it that the model sees with a turn."""
RELATED = 24
"""Items it sees with it."""
BATCH = 100
ERASED = "the turn is no longer in the archive"


@dataclass(frozen=True, slots=True)
class Page:
    """A turn as it was read from the archive."""

    session: Session
    turn_id: int
    records: tuple[Record, ...]
    drafts: tuple[Draft, ...]

    @property
    def late(self) -> Late:
        return Late(self.records[-1].sequence, self.records[-1].timestamp)

    @property
    def receipt(self) -> Receipt:
        return Receipt(self.session.id, self.turn_id, tuple(record.id for record in self.records))


def page_of(tx: Transaction, session_id: str, turn_id: int) -> Page | None:
    """A turn of this scope that is still whole; None where it never was, or where some of it was erased."""
    session = tx.session(session_id)
    records = tuple(tx.records_of_turn(session_id, turn_id))
    if session is None or session.scope != tx.scope or not records:
        return None
    if any(record.content is None or "direct" in record.tags for record in records):
        return None
    return Page(session, turn_id, records, tuple(_draft(record) for record in records))


def _draft(record: Record) -> Draft:
    return Draft(
        role=record.role,
        content=record.content or "",
        timestamp=record.timestamp,
        speaker=record.speaker,
        name=record.name,
        arguments=record.arguments,
        result=record.result,
        tags=record.tags,
    )


class Extraction:
    """Reads turns again: by rules where they failed, by an LLM where there is one."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent
        agent.jobs.register(EXTRACT, self._extract)
        agent.jobs.register(LEARN, self._learn, needs_llm=False)

    async def turn(self, session: Session | str, turn_id: int) -> Receipt:
        """Have an LLM read one turn now. Answers what came of it."""
        check_count(turn_id, "turn_id", 1 << 62)
        name, scope = await self._agent._place(session, None)
        page = await self._agent._read(scope, lambda tx: page_of(tx, name or "", turn_id))
        if page is None:
            raise NotFound("no such turn to learn from in this session", hint="`archive.records` shows its turns")
        try:
            answer = await self.ask(page)
        except NotNow as later:
            raise ModelUnavailable(later.reason, reason=later.reason, hint="it is lifted tomorrow (UTC)") from None
        return await self._agent._write(scope, lambda tx: self.apply(tx, page, answer, page.late))

    async def unextracted(self, limit: int, scope: str) -> int:
        """Queue the turns of a scope that no LLM has read, the oldest first, and have them read."""
        config = self._agent._config

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

        turns = await self._agent._read(scope, unread)
        added = await self._agent._write(scope, put_up)
        await self._agent.jobs.run_pending()
        return added

    async def ask(self, page: Page) -> llm.Answer:
        """What an LLM proposes for a turn. No transaction is open meanwhile."""
        agent, scope = self._agent, page.session.scope
        prompt = await agent._read(scope, lambda tx: self._prompt(tx, page))
        reply = await agent.usage._ask(prompt, purpose=EXTRACT, session_id=page.session.id, scope=scope)
        return cast(llm.Answer, reply.parsed)

    def apply(self, tx: Transaction, page: Page, answer: llm.Answer, late: Late) -> Receipt:
        """Take what the answer proposes through admit, gate, resolve and commit, as what rules find."""
        again = page_of(tx, page.session.id, page.turn_id)
        if again is None:
            return Receipt(page.session.id, page.turn_id, notices=(ERASED,))
        turn = turn_of(tx, page.session.id, again.drafts)
        found, refused = llm.read(answer, turn, self._agent._registry)
        learning = Learning(tx, self._agent._rules, self._agent._hot.get(tx.scope))
        receipt = again.receipt
        for read in found:
            receipt = learning.take(again.session, turn, [read.finding], receipt, late)
            receipt = better(tx, self._agent._rules, read.replaces, receipt)
        unfounded = tuple(Refused(no.type, None, no.reason, tx.scope) for no in refused)
        return replace(receipt, outcomes=(*receipt.outcomes, *unfounded))

    async def _extract(self, job: Job) -> Effect:
        page = await self._agent._read(job.scope, lambda tx: page_of(tx, job.session_id, job.turn_id))
        if page is None:
            return lambda tx: ERASED
        answer = await self.ask(page)
        return lambda tx: _note(self.apply(tx, page, answer, _late(page, job)))

    async def _learn(self, job: Job) -> Effect:
        """Rules once more over a turn they failed on."""

        def effect(tx: Transaction) -> str | None:
            page = page_of(tx, job.session_id, job.turn_id)
            if page is None:
                return ERASED
            learning = Learning(tx, self._agent._rules, self._agent._hot.get(tx.scope))
            learning.from_turn(page.session, page.drafts, page.receipt, _late(page, job))
            return None

        return effect

    def _prompt(self, tx: Transaction, page: Page) -> Prompt:
        turn = turn_of(tx, page.session.id, page.drafts)
        earlier = [
            record
            for turn_id in range(max(1, page.turn_id - BEFORE), page.turn_id)
            for record in tx.records_of_turn(page.session.id, turn_id)
        ]
        before = [Event(r.role, r.content or "", speaker=r.speaker, name=r.name) for r in earlier]
        return llm.ask(turn, before, _related(tx, turn), self._agent._registry)


def _late(page: Page, job: Job) -> Late:
    """Retention counts from when it was said; a job for an old turn makes nothing young again."""
    return Late(page.late.sequence, min(page.late.said_at, job.created_at))


def _related(tx: Transaction, turn: Turn) -> list[Held]:
    """What is held that shares words with a turn, the newest first."""
    said = [event.content for event in turn.events if event.role in (Role.USER, Role.TOOL)]
    words = list(dict.fromkeys(word for text in said for word in segment(text[: llm.MAX_SHOWN])))[:256]
    ids = list(dict.fromkeys(found.item_id for found in tx.find(words, every=False, limit=4 * RELATED)))
    items = tx.items_by_id(ids[:RELATED])
    return [Held(i.type, i.key, i.value, i.content) for i in map(items.get, ids[:RELATED]) if i is not None]


def _note(receipt: Receipt) -> str | None:
    """Why some of what a model proposed was refused: reasons that carry no text."""
    reasons: Counter[str] = Counter(
        outcome.reason for outcome in receipt.outcomes if isinstance(outcome, Refused) and outcome.key is None
    )
    told = [f"{reason} ×{count}" if count > 1 else reason for reason, count in reasons.items()]
    return "; ".join((*receipt.notices, *told)) or None

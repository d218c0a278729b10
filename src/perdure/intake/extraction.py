"""What an LLM reads out of turns, and what rules failed on: the jobs `extract` and `learn`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from perdure.archive.withheld import blanked, shown
from perdure.errors import ModelUnavailable, NotFound
from perdure.intake.asked import said_before
from perdure.intake.extract import Known, KnownItem, Turn, llm
from perdure.intake.jobs_front import Effect, JobsFront
from perdure.intake.learn import event_of, turn_of
from perdure.intake.llm_queue import EXTRACT, LEARN, NOTHING_FAILED, READ_BY_RULES, is_worth_reading
from perdure.intake.meant import things_of
from perdure.intake.moment import Moment
from perdure.intake.proposed_turn import MATCHED, ProposedTurn
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.models.contract import LLMClient, Prompt
from perdure.port import NotNow, Place, Port
from perdure.segment import segment
from perdure.store.queue import STOPPED, Job
from perdure.store.transaction import ALL, Transaction
from perdure.values import Event, Item, Receipt, Record, Refused, Role, Session, check_count, check_scope

BEFORE = 2
"""Turns before it that the model sees with a turn."""
RELATED = 24
"""Items it sees with it."""
NEWEST = 6
"""How many of them at most because they are new: what people speak of is often what they said last."""
REACH = 400
"""Characters of a message by which the reader looks for what it may be about."""
BATCH = 100
ERASED = say("notice.turn_gone")


@dataclass(frozen=True, slots=True)
class Page:
    """A turn as it was read from the archive."""

    session: Session
    turn_id: int
    records: tuple[Record, ...]
    events: tuple[Event, ...]
    before: str
    """What the assistant said last before it."""

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
    before = said_before(tx, session_id, turn_id)
    return Page(session, turn_id, records, tuple(event_of(record) for record in records), before)


class Extraction:
    """Reads turns again: by rules where they failed, by an LLM where there is one."""

    def __init__(self, port: Port, intake: Intake, jobs: JobsFront) -> None:
        self._port = port
        self._intake = intake
        self._jobs = jobs
        self._receipts: dict[int, Receipt] = {}
        """Of the jobs whose effect is just being kept."""
        jobs.register(EXTRACT, self._extract, then=self._follow)
        # What a turn changes or forgets may have been said in the one before it.
        jobs.register(LEARN, self._learn, needs_llm=False, then=self._follow, in_order=True)

    async def turn(
        self,
        session: Session | str,
        turn_id: int,
        llm_client: LLMClient | None = None,
        *,
        only_if_worth: bool = False,
    ) -> Receipt:
        """Have an LLM read one turn now. Answers what came of it."""
        check_count(turn_id, "turn_id", 1 << 62)
        place = await self._port.place(session, None)
        page = await self._port.read(place.scope, lambda tx: page_of(tx, place.session_id, turn_id))
        if page is None:
            raise NotFound("no such turn to learn from in this session", hint=say("hint.show_turns"))
        if only_if_worth and not await self._is_worth_reading(place.scope, place.session_id, turn_id):
            return page.receipt
        try:
            answer = await self.ask(page, llm_client)
        except NotNow as later:
            raise ModelUnavailable(later.reason, reason=later.reason, hint=say("hint.lifted_tomorrow")) from None
        receipt = await self._port.write(place.scope, lambda tx: self.apply(tx, page, answer, page.moment))
        return await self._intake.followed(receipt)

    async def unextracted(self, limit: int, scope: str) -> int:
        """Queue the turns of a scope that no LLM has read and that are worth it, the oldest first, and have them read.

        What is not worth it is noted, so that it is looked at once.
        """
        check_count(limit, "limit", ALL)
        check_scope(scope)
        added, after = 0, 0
        while added < limit and (found := await self._port.read(scope, partial(_unread, after=after))):
            after = found[-1][2]
            chosen: list[tuple[str, int, bool]] = []
            for session_id, turn_id, _ in found:
                is_chosen = await self._is_worth_reading(scope, session_id, turn_id)
                chosen.append((session_id, turn_id, is_chosen))
                added += is_chosen
                if added >= limit:
                    break
            await self._port.write(scope, partial(self._put_up, chosen))
        await self._jobs.run_pending()
        return added

    async def _is_worth_reading(self, scope: str, session_id: str, turn_id: int) -> bool:
        page = await self._port.read(scope, lambda tx: page_of(tx, session_id, turn_id))
        if page is None:
            return False
        readings = await self._intake.readings(page.events, scope, page.before)
        turn = await self._port.read(scope, lambda tx: turn_of(tx, session_id, page.events))
        if self._intake.has_reader:
            return is_worth_reading(turn, readings, ())
        return is_worth_reading(turn, None, self._intake.reader.extract(turn, Known()))

    def _put_up(self, turns: Sequence[tuple[str, int, bool]], tx: Transaction) -> None:
        for session_id, turn_id, is_chosen in turns:
            if is_chosen:
                tx.queue.add(EXTRACT, session_id, turn_id, max_retries=self._port.config.job_retries)
            else:
                tx.queue.done(EXTRACT, session_id, turn_id)

    async def ask(self, page: Page, llm_client: LLMClient | None = None) -> llm.ExtractionAnswer:
        """What an LLM proposes for a turn. No transaction is open meanwhile."""
        place = Place(page.session.scope, page.session.id)
        said = [event.content[:REACH] for event in page.events if event.role is Role.USER]
        await self._intake.prepare(said, place.scope)
        prompt, related = await self._port.read(place.scope, lambda tx: self._prompt(tx, page, said))
        reply = await self._port.ask(prompt, purpose=EXTRACT, place=place, llm=llm_client)
        answer = cast(llm.ExtractionAnswer, reply.parsed)
        # What it quotes is matched with what is held inside the transaction, as all that is read is.
        held = [thing.said for thing in things_of(map(_known, related))]
        await self._intake.prepare([*(proposed.quote for proposed in answer.candidates), *held], place.scope)
        await self._intake.prepare_requests([proposed.quote for proposed in answer.candidates if proposed.retract])
        return answer

    def apply(self, tx: Transaction, page: Page, answer: llm.ExtractionAnswer, moment: Moment) -> Receipt:
        """Conclude what the answer proposes, as what rules and the reader find is concluded."""
        again = page_of(tx, page.session.id, page.turn_id)
        if again is None:
            return Receipt(page.session.id, page.turn_id, notices=(ERASED,))
        turn = turn_of(tx, page.session.id, again.events)
        found, refused = llm.read(answer, turn, self._port.registry)
        proposals = ProposedTurn(self._intake, tx, again.session, turn, again.receipt, moment)
        for read in found:
            proposals.take(read, _related(tx, turn))
        proposals.doubt(answer.wrong)
        unfounded = tuple(Refused(no.type, None, no.reason, tx.scope) for no in refused)
        return replace(proposals.receipt, outcomes=(*proposals.receipt.outcomes, *unfounded))

    async def _follow(self, job: Job) -> Receipt | None:
        """Copies of what was forgotten go as well. Answers what came of the job."""
        receipt = self._receipts.pop(job.id, None)
        return None if receipt is None else await self._intake.followed(receipt)

    async def _extract(self, job: Job) -> Effect:
        page = await self._port.read(job.scope, lambda tx: page_of(tx, job.session_id, job.turn_id))
        if page is None:
            return lambda tx: ERASED
        answer = await self.ask(page)

        def effect(tx: Transaction) -> str | None:
            self._receipts[job.id] = receipt = self.apply(tx, page, answer, _moment(page, job))
            return _note(receipt)

        return effect

    async def _learn(self, job: Job) -> Effect:
        """A turn once more: by rules where they failed on it, by the reader where it was not there yet."""
        page = await self._port.read(job.scope, lambda tx: page_of(tx, job.session_id, job.turn_id))
        if page is None:
            return lambda tx: ERASED
        readings = await self._intake.readings(page.events, job.scope, page.before, is_whole=True)
        # It waited for the reader, and none will come: that is told.
        is_by_rules = not self._intake.has_reader and job.last_error in (*NOTHING_FAILED, STOPPED)

        def effect(tx: Transaction) -> str | None:
            page = page_of(tx, job.session_id, job.turn_id)
            if page is None:
                return ERASED
            learning, moment = self._intake.learning(tx), _moment(page, job)
            read = learning.read(page.session, page.events, page.turn_id, moment, readings)
            learned = learning.learn(page.session, read, page.receipt, range(len(page.events)), moment)
            self._receipts[job.id] = learned
            learning.put_up(page.session, page.turn_id, read)
            return READ_BY_RULES if is_by_rules else None

        return effect

    def _prompt(self, tx: Transaction, page: Page, said: Sequence[str]) -> tuple[Prompt, list[Item]]:
        """The question about a turn, and the items that it shows."""
        turn = turn_of(tx, page.session.id, page.events)
        earlier = [
            record
            for turn_id in range(max(1, page.turn_id - BEFORE), page.turn_id)
            for record in shown(tx, tx.records_of_turn(page.session.id, turn_id))
        ]
        before = [Event(r.role, r.content or "", speaker=r.speaker, name=r.name) for r in earlier]
        entries = self._intake.learning(tx).hot.entries.values()
        here = [entry.item for entry in entries if entry.item.holds_at(tx.now) and entry.item.type in MATCHED]
        own = [item for item in here if (item.session_id, item.source_turn_id) == (page.session.id, page.turn_id)]
        newest = here[: -NEWEST - 1 : -1]
        items = {i.id: i for i in (*own, *self._near(here, said), *newest, *_related(tx, turn))}
        # What is restricted is given to no model; the rest is told apart by what it says, not by when it holds.
        related = [item for item in items.values() if item.restricted_at is None][:RELATED]
        records = (*page.receipt.records, *(record.id for record in earlier))
        prompt = llm.ask(turn, before, [*map(_known, related)], self._port.registry, {item.key for item in own})
        return replace(prompt, items=tuple(item.id for item in related), records=records), related

    def _near(self, items: Sequence[Item], said: Sequence[str]) -> list[Item]:
        """What the turn may be about although it shares no word with it, by the reader."""
        things = [(thing, item) for item in items for thing in things_of([_known(item)])]
        texts = [thing.said for thing, _ in things]
        return [things[at][1] for text in said for at, _ in self._intake.nearest(text, texts)]


def _known(item: Item) -> KnownItem:
    return KnownItem(item.type, item.key, item.value, item.content)


def _unread(tx: Transaction, *, after: int) -> list[tuple[str, int, int]]:
    return tx.queue.unread(EXTRACT, after=after, limit=BATCH)


def _moment(page: Page, job: Job) -> Moment:
    """Retention counts from when it was said; a job for an old turn makes nothing young again."""
    return Moment(page.moment.sequence, min(page.moment.said_at, job.created_at))


def _related(tx: Transaction, turn: Turn) -> list[Item]:
    """What is held that shares words with a turn, the newest first."""
    said = [event.content for event in turn.events if event.role in (Role.USER, Role.TOOL)]
    words = list(dict.fromkeys(word for text in said for word in segment(text[: llm.MAX_SHOWN])))[:256]
    ids = list(dict.fromkeys(found.item_id for found in tx.find(words, every=False, limit=4 * RELATED)))
    items = tx.items_by_id(ids[:RELATED])
    return [items[name] for name in ids[:RELATED] if name in items]


def _note(receipt: Receipt) -> str | None:
    """Why some of what a model proposed was refused: reasons that carry no text."""
    reasons: Counter[str] = Counter(
        outcome.reason for outcome in receipt.outcomes if isinstance(outcome, Refused) and outcome.key is None
    )
    told = [f"{reason} ×{count}" if count > 1 else reason for reason, count in reasons.items()]
    return "; ".join((*receipt.notices, *told)) or None

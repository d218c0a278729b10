"""Sessions from start to end: what was left open is closed, and of what has ended the story is told and kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from perdure.archive import sessions
from perdure.errors import ModelUnavailable, PerdureError, StoreUnavailable
from perdure.intake import reread
from perdure.intake.cleaning import CleanTurn
from perdure.intake.jobs_front import Effect, JobsFront
from perdure.intake.obey import without_requests_to_forget
from perdure.intake.pii import clean_name
from perdure.intake.verbs import Intake
from perdure.language import language_of
from perdure.mind import consolidation, episodes
from perdure.mind.consolidation import Consolidated
from perdure.mind.heard import Heard, heard, is_worth_telling
from perdure.mind.shown_items import ShownItems
from perdure.mind.topics import task_in
from perdure.mind.working_front import WorkingFront, close_working, follow_tasks
from perdure.port import NotNow, Place, Port
from perdure.slices import batched
from perdure.store.contract import Diagnosis
from perdure.store.finder import RECALL
from perdure.store.queue import Job
from perdure.store.transaction import Transaction
from perdure.types.naming import Names
from perdure.values import (
    MAIN,
    Candidate,
    Item,
    Merged,
    Outcome,
    Receipt,
    Retracted,
    Role,
    Session,
    Status,
    Stored,
    Superseded,
)

EPISODE, CONSOLIDATE = KINDS = ("episode", "consolidate")
MAX_RECORDS = 400
"""Of a longer session the last so many records are told of; what came before was compacted or learned from."""
ENTITIES = 500
TO_DO = frozenset({"tasks", "goals", "events", "decisions"})
"""Types whose words may set the current task as well."""
SLICE = 20
"""How many candidates are concluded in one transaction: others write in between."""
BEATS = 4
"""Signs of life within the time after which a session counts as left behind."""


class SessionsFront:
    """Starting, ending and what follows. Its verbs are on the agent itself."""

    def __init__(self, port: Port, intake: Intake, jobs: JobsFront, working: WorkingFront, shown: ShownItems) -> None:
        self._port = port
        self._intake = intake
        self._jobs = jobs
        self._working = working
        self._shown = shown
        self._held: dict[str, str] = {}
        """Sessions that this process has open, with their scopes."""
        self._beating: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.problem: str | None = None
        jobs.register(EPISODE, self._episode_job)
        jobs.register(CONSOLIDATE, self._consolidate_job)

    # start and end

    async def start(self, name: str, scope: str, kind: str) -> Session:
        """Close what was left behind in this scope, then open the session, or take it up again."""
        for text, field in ((name, "session_id"), (scope, "scope"), (kind, "kind")):
            clean_name(text, field, self._intake.privacy)
        idle = self._port.config.session_idle

        def look(tx: Transaction) -> tuple[list[str], bool]:
            left = [] if idle is None else tx.working.idle(tx.now - idle)
            return left, tx.queue.is_due(KINDS)

        left, has_work = await self._port.read(scope, look)
        for other in left:
            if other != name and other not in self._held:
                await self._quietly(self._end(other, scope, only_idle=True))

        def begin(tx: Transaction) -> Session:
            session = sessions.start(tx, name, kind)
            tx.working.touch([session.id])
            return session

        session = await self._port.write(scope, begin)
        self.hold(name, scope)
        if left or has_work:
            await self._quietly(self._work())
        return session

    async def end(self, session: Session | str) -> Session:
        """Close a session. Its episode is told and its outcome kept: now, or by a model in the background."""
        place = await self._port.place(session, None)
        ended = await self._end(place.session_id, place.scope)
        await self._quietly(self._work())
        return ended

    async def _quietly(self, follows: Awaitable[object]) -> None:
        """What follows a write that is done already must not make it look refused: it stays due, and doctor shows why.

        The next start or end takes it up again.
        """
        try:
            await follows
            self.problem = None
        except PerdureError as failure:
            self.problem = failure.message

    async def _end(self, name: str, scope: str, *, only_idle: bool = False) -> Session:
        idle = self._port.config.session_idle
        # A long session is looked through before the transaction, so that nobody waits for that.
        looked_at = await self._port.read(scope, lambda tx: _looked_at(tx, name))

        def work(tx: Transaction) -> Session:
            held = sessions.require(tx, name)
            if only_idle and (idle is None or name not in tx.working.idle(tx.now - idle)):
                return held  # somebody came back for it, or closed it
            was_open = held.is_open
            ended = sessions.end(tx, name)
            if was_open and not ended.is_open:
                self._shown.count(tx, name)
                close_working(tx, name)
                self._follow_up(tx, ended, looked_at)
            return ended

        ended = await self._port.write(scope, work)
        if not ended.is_open:
            self._held.pop(name, None)
            self._shown.drop(name)
            await self._quietly(self._working.drop_files(name))
        return ended

    def _follow_up(self, tx: Transaction, session: Session, looked_at: tuple[int, bool]) -> None:
        """What is to be told and kept is put up: for a model in the background, or to be done without one right after.

        It may take long, so nobody waits for it in this transaction; cut short, the next start or end takes it up.
        """
        count, is_worth_it = looked_at
        if count != session.message_count:  # somebody said something meanwhile
            is_worth_it = _looked_at(tx, session.id)[1]
        if not is_worth_it:
            return
        due = self._intake.criteria.policy.should_consolidate(self._port.agent_id, session)
        for kind in KINDS if due else (EPISODE,):
            tx.queue.add(kind, session.id, max_retries=self._port.config.job_retries)

    def began(self, place: Place) -> None:
        """Turns are about to be kept: this process has the session open."""
        self.hold(place.session_id, place.scope)

    def follow(self, tx: Transaction, session: Session, turns: Sequence[CleanTurn], kept: Sequence[Receipt]) -> None:
        """Turns come in: the scratchpad keeps in step, and a model looks at a session that goes on for long."""
        fresh = sum(not receipt.replayed for receipt in kept)
        if tasks := _tasks_in(tx, turns, kept):
            follow_tasks(tx, session, tasks, self._port.ids.new)
        if self._port.llm is not None and self._is_due(session, fresh):
            last = session.turn_count + fresh
            tx.queue.add(CONSOLIDATE, session.id, last, max_retries=self._port.config.job_retries)

    def _is_due(self, session: Session, turns: int) -> bool:
        """Whether the policy finds a session worth consolidating at one of the next so many turns."""
        after = (replace(session, turn_count=session.turn_count + n) for n in range(1, turns + 1))
        return any(self._intake.criteria.policy.should_consolidate(self._port.agent_id, then) for then in after)

    def check(self) -> list[Diagnosis]:
        """What `doctor` says about sessions: only something when something is wrong."""
        if self.problem is None:
            return []
        return [Diagnosis("sessions", False, self.problem, "it is tried again when a session starts or ends")]

    # signs of life

    def hold(self, name: str, scope: str) -> None:
        """This process has the session open, and will say so for as long as it lives."""
        if name in self._held:
            return
        self._held[name] = scope
        if self._port.config.session_idle is not None and (self._beating is None or self._beating.done()):
            self._beating = asyncio.get_running_loop().create_task(self._beat())

    async def _beat(self) -> None:
        idle = self._port.config.session_idle
        while idle is not None and self._held:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), idle.total_seconds() / BEATS)
            try:
                await self.sign()
                self.problem = None
            except StoreUnavailable:
                return  # closed
            except PerdureError as failure:
                self.problem = failure.message  # tried again with the next beat

    async def sign(self) -> None:
        """Say that the sessions this process has open are in use."""
        for scope in sorted(set(self._held.values())):
            names = sorted(name for name, place in self._held.items() if place == scope)
            await self._port.note(scope, _touching(names))

    async def close(self) -> None:
        """Stop giving signs of life. Sessions stay open: they can be taken up again by their ids."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    # what follows

    async def _work(self) -> None:
        """What a model was to do and there is none any more: done now without. With one the background does it."""
        if self._port.llm is not None:
            return
        while await self._port.read(MAIN, lambda tx: tx.queue.is_due(KINDS)):
            taken = await self._jobs.lease(KINDS)
            for job in taken:
                await self._jobs.do(job)
            if not taken:
                return  # somebody else was quicker

    async def _episode_job(self, job: Job) -> Effect:
        session, said, entities = await self._port.read(job.scope, lambda tx: _listen(tx, job.session_id))
        if session is None or not is_worth_telling(said):
            return lambda tx: None
        is_last = job.retry_count >= job.max_retries
        candidate = await self._tell(session, said, entities, may_extract=is_last)
        return lambda tx: None if candidate is None else self._keep_episode(tx, session.id, candidate, entities)

    async def generate_episode(self, session: Session | str) -> Item | None:
        """The episode of a session, written now. None when there is nothing to summarise."""
        place = await self._port.place(session, None)
        found, said, entities = await self._port.read(place.scope, lambda tx: _listen(tx, place.session_id))
        if found is None or not is_worth_telling(said):
            return None
        candidate = await self._tell(found, said, entities, may_extract=True)
        if candidate is None:
            return None

        def work(tx: Transaction) -> Item | None:
            self._keep_episode(tx, found.id, candidate, entities)
            held = tx.items(type="episodes", key=f"episode:{found.id}", status=Status.ACTIVE, limit=1)
            return held[0] if held else None

        return await self._port.write(place.scope, work)

    async def _tell(
        self, session: Session, said: Sequence[Heard], entities: Sequence[Item], *, may_extract: bool
    ) -> Candidate | None:
        """By the model if there is one; if it is unavailable and may be done without, in the words that were said."""
        if self._port.llm is not None:
            try:
                reply = await self._port.ask(
                    episodes.prompt(said), purpose=EPISODE, place=Place(session.scope, session.id)
                )
            except (ModelUnavailable, NotNow):
                if not may_extract:
                    raise
            else:
                told = reply.parsed
                made = (
                    episodes.from_model(session, said, told, reply.model)
                    if isinstance(told, episodes.ToldEpisode)
                    else None
                )
                if made is not None:
                    return made
        return await self._port.run(lambda: episodes.extractive(session, said, entities))

    def _keep_episode(self, tx: Transaction, session_id: str, candidate: Candidate, entities: Sequence[Item]) -> None:
        told = {name: part for name, part in candidate.value.items() if name != "session_id"}  # a name, and no secret
        cleaned, _ = self._intake.clean(replace(candidate, value=told))
        whole = replace(cleaned, value={**cleaned.value, "session_id": session_id})
        receipt = self._intake.conclude(tx, sessions.require(tx, session_id), whole)
        names = Names.of((item.key, item.value) for item in entities)
        named = names.found_in(" ".join(map(str, (told.get("summary"), told.get("entities")))))
        for item_id in _kept(receipt.outcomes):
            tx.index.add_mentions(RECALL, [(key, tx.scope, item_id) for key in named])

    async def _consolidate_job(self, job: Job) -> Effect:
        is_last = job.retry_count >= job.max_retries
        effect = await self._consolidation(job.session_id, job.scope, may_extract=is_last)

        def work(tx: Transaction) -> None:
            effect(tx)

        return work

    async def consolidate(self, session: Session | str) -> Consolidated:
        """Keep the three to eight things of a session that are worth it."""
        place = await self._port.place(session, None)
        return await self._port.write(
            place.scope, await self._consolidation(place.session_id, place.scope, may_extract=True)
        )

    async def is_due(self, session: Session | str) -> bool:
        """Whether a session is to be consolidated."""
        place = await self._port.place(session, None)

        def look(tx: Transaction) -> bool:
            held = sessions.require(tx, place.session_id)
            left = tx.working.unconsolidated(held.id, held.turn_count)
            return self._is_due(replace(held, turn_count=held.turn_count - left), left)

        return await self._port.read(place.scope, look)

    async def _consolidation(
        self, name: str, scope: str, *, may_extract: bool
    ) -> Callable[[Transaction], Consolidated]:
        """The unit that consolidates a session. The model, if there is one, is asked before it begins."""

        def look(tx: Transaction) -> tuple[list[Heard], list[Candidate]]:
            session = sessions.require(tx, name)
            said = heard(tx, name, limit=MAX_RECORDS)
            return said, reread.unconcluded(tx, self._intake.reader, session, [one.record for one in said])

        said, found = await self._port.read(scope, look)
        proposed = await self._propose(said, name, scope, may_extract=may_extract)
        taken = [
            item_id
            for some in batched(found, SLICE)
            for item_id in await self._port.write(scope, partial(self._take_all, name=name, candidates=some))
        ]
        return lambda tx: self._keep_best(tx, name, said, proposed, taken)

    def _keep_best(
        self,
        tx: Transaction,
        name: str,
        said: Sequence[Heard],
        proposed: Sequence[Candidate],
        new: Sequence[str],
    ) -> Consolidated:
        """Take what a model proposed, and choose among all that came of the session, and `new` of it just now."""
        chosen = self._take_all(tx, name, proposed)
        ids = list(dict.fromkeys([*chosen, *new, *tx.working.concluded_in(name, 4 * consolidation.MOST)]))
        items = tx.items_by_id(ids)
        of_recall = [i for i in ids if i in items and items[i].type not in consolidation.LEFT_OUT]
        # What the model chose comes first, then what weighs most.
        weighed = sorted(of_recall, key=lambda i: (i not in chosen, -items[i].importance))
        language = language_of(" ".join(one.text for one in said if one.is_person)[:4_000])
        return consolidation.summed_up(weighed, language)

    def _take_all(self, tx: Transaction, name: str, candidates: Sequence[Candidate]) -> list[str]:
        """Conclude candidates that rest on a session. Answers the ids of what was kept."""
        session = sessions.require(tx, name)
        cleaned = [self._intake.clean(candidate)[0] for candidate in candidates]
        return [i for one in cleaned for i in _kept(reread.take(tx, self._intake.criteria, session, one))]

    async def _propose(self, said: Sequence[Heard], name: str, scope: str, *, may_extract: bool) -> list[Candidate]:
        if self._port.llm is None or not is_worth_telling(said):
            return []
        try:
            reply = await self._port.ask(consolidation.prompt(said), purpose=CONSOLIDATE, place=Place(scope, name))
        except (ModelUnavailable, NotNow):
            if not may_extract:
                raise
            return []
        chosen = reply.parsed
        return consolidation.from_model(chosen, said) if isinstance(chosen, consolidation.ChosenItems) else []


def _looked_at(tx: Transaction, name: str) -> tuple[int, bool]:
    """How many messages a session has, and whether anything was said that is worth telling."""
    session, said, _ = _listen(tx, name)
    return 0 if session is None else session.message_count, is_worth_telling(said)


def _listen(tx: Transaction, name: str) -> tuple[Session | None, list[Heard], list[Item]]:
    session = tx.session(name)
    if session is None or session.scope != tx.scope:
        return None, [], []
    entities = tx.items(type="entities", key=None, status=Status.ACTIVE, limit=ENTITIES)
    return session, heard(tx, name, limit=MAX_RECORDS), entities


def _tasks_in(tx: Transaction, turns: Sequence[CleanTurn], kept: Sequence[Receipt]) -> list[str]:
    """The tasks that people set in these turns. What memory was told to keep or to forget is done, and no task."""
    tasks: list[str] = []
    for turn, receipt in zip(turns, kept, strict=True):
        if receipt.replayed or any(isinstance(outcome, Retracted) for outcome in receipt.outcomes):
            continue
        concluded = _concluded(tx, receipt)
        said = (without_requests_to_forget(event.content) for event in turn.events if event.role is Role.USER)
        tasks += [task for text in said if (task := task_in(text, concluded)) is not None]
    return tasks


def _concluded(tx: Transaction, receipt: Receipt) -> list[str]:
    """The words of a turn that memory made an item of, unless that is something to do."""
    ids = [o.item_id for o in receipt.outcomes if o.item_id is not None and o.type not in TO_DO]
    if not ids:
        return []
    said = {record.id: record.content or "" for record in tx.records_by_id(receipt.records).values()}
    spans = [e for item in tx.items_by_id(ids).values() for e in item.evidence if e.record_id in said]
    return [part for e in spans if (part := said[e.record_id or ""][e.start : e.end])]


def _touching(names: Sequence[str]) -> Callable[[Transaction], None]:
    return lambda tx: tx.working.touch(names)


def _kept(outcomes: Sequence[Outcome]) -> list[str]:
    return [o.item_id for o in outcomes if isinstance(o, Stored | Merged | Superseded) and o.item_id]

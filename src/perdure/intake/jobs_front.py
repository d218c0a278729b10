"""`luna.jobs`: work for later, done in the background by whoever has the agent open."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from perdure.errors import Conflict, InvalidInput, ModelUnavailable, NotFound, PerdureError, StoreUnavailable
from perdure.intake.llm_queue import LEARN, NOTHING_FAILED, READ_BY_RULES
from perdure.messages import say
from perdure.models.backoff import full_jitter
from perdure.port import NotNow, Port
from perdure.store.contract import Diagnosis
from perdure.store.queue import DEAD, DONE, KINDS, LEASED, STATES, WAITING, Job
from perdure.store.transaction import ALL, Transaction
from perdure.types.wording import several
from perdure.values import MAIN, Receipt, Session, check_callable, check_count

T = TypeVar("T")
Effect = Callable[[Transaction], str | None]
Worker = Callable[[Job], Awaitable[Effect]]
"""Does the slow part of a job with no transaction open. What it answers is run in the one that finishes the job;
should that answer a text, it is kept with the job as what was refused."""
Then = Callable[[Job], Awaitable[Receipt | None]]
Listener = Callable[[Job, Receipt], None]

SHOWN = 5
"""How many reasons `doctor` tells; `jobs` lists them all."""
LONGEST = 86_400.0
"""Seconds that a server may ask us to stay away."""
NAP = 60.0
"""Seconds after which a sleeping worker looks again whatever it was told: a clock may have been set."""


@dataclass(frozen=True, slots=True)
class _Kind:
    work: Worker
    needs_llm: bool
    then: Then | None
    turn: AbstractAsyncContextManager[object]
    """Held while a job is worked on and its effect kept."""


class JobsFront:
    """`luna.jobs`: what waits, what failed for good and why, and the worker that does it."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._kinds: dict[str, _Kind] = {}
        self._owner = self._port.ids.new()
        self._running: dict[asyncio.Task[None], Job] = {}
        self._listeners: list[Listener] = []
        self._leasing = asyncio.Lock()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._problem: str | None = None

    def register(
        self, kind: str, work: Worker, *, needs_llm: bool = True, then: Then | None = None, in_order: bool = False
    ) -> None:
        """Say who does jobs of a kind. Without an LLM they wait, unless the worker can do without one.

        `then` is called once the effect of a job is kept, and answers what there is to tell of it. With `in_order` each
        begins when the one before it is kept.
        """
        _check_kind(kind)
        self._kinds[kind] = _Kind(work, needs_llm, then, asyncio.Lock() if in_order else nullcontext())

    def listen(self, listener: Listener) -> None:
        """Have somebody hear what came of a turn that was read later than it was said."""
        check_callable(listener, "listener")
        self._listeners.append(listener)

    @property
    def kinds(self) -> list[str]:
        """The kinds of job that can be done here and now."""
        has_llm = self._port.llm is not None
        return [name for name, kind in self._kinds.items() if has_llm or not kind.needs_llm]

    # what a person sees

    async def retry(self, job: Job | int, *, session: Session | str | None = None, scope: str | None = None) -> Job:
        """Let a job that failed, or waits, run at once with all its tries."""
        number = job.id if isinstance(job, Job) else job
        check_count(number, "job", ALL)
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Job:
            moved, found = tx.queue.retry(number), tx.queue.job(number)
            if found is None:
                raise NotFound("no job with that number in this scope", hint=say("hint.list_jobs"))
            if not moved:
                raise Conflict(f"this job is {found.status}", hint=say("hint.retry_states"))
            return found

        return await self._port.write(place.scope, work)

    async def check(self) -> list[Diagnosis]:
        """What `doctor` says about work for later: counts and reasons, never text."""
        return await self._port.read(MAIN, self._findings)

    def _findings(self, tx: Transaction) -> list[Diagnosis]:
        counts = tx.queue.counts()
        dead, waiting = (sum(n for (_, s), n in counts.items() if s == status) for status in (DEAD, WAITING))
        unserved = sorted({kind for kind, status in counts if status == WAITING} - {*self.kinds})
        told = f"{waiting} waiting"
        if why := _reasons(tx.queue.reasons(WAITING)):
            told += f" ({why})"
        done = dict(tx.queue.reasons(DONE))
        if by_rules := done.pop(READ_BY_RULES, 0):
            told += f"; {several(by_rules, 'turn')} {READ_BY_RULES}"
        if why := _reasons([*done.items()]):
            told += f"; done, but refused: {why}"
        if unserved:
            told += f"; no worker here for {', '.join(f'`{kind}`' for kind in unserved)}"
            told += "" if self._port.llm else " (no LLM is configured)"
        if self._problem:
            told += f"; the worker stopped: {self._problem}"
        findings = [Diagnosis("jobs", self._problem is None, told)]
        if dead:
            told = f"{dead} dead ({_reasons(tx.queue.reasons(DEAD))}); {told}"
            repair = "`perdure jobs list` shows them; `perdure jobs retry ID` tries one again"
            findings = [Diagnosis("jobs", False, told, repair)]
        reasons = _together(tx.queue.reasons(status, LEARN) for status in (WAITING, LEASED, DEAD))
        for reason in NOTHING_FAILED:  # rules have read it
            reasons.pop(reason, None)
        if unlearned := sum(reasons.values()):
            told = f"{several(unlearned, 'turn')} stored, but extraction failed: {_reasons([*reasons.items()])}"
            findings.append(Diagnosis("learning", False, told, "they are tried again; `perdure jobs` shows each"))
        return findings

    # the worker

    def wake(self) -> None:
        """Let the background go on, if it is not at it already."""
        if self._closed or not self._port.config.background or not self.kinds:
            return
        self._news.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        # Nothing is leased once it is closed: what is due would be looked at again and again.
        while self._news.is_set() and not self._closed:
            self._news.clear()
            try:
                await self.run_pending()
                due = await self._port.read(MAIN, lambda tx: (tx.queue.next_due(self.kinds), tx.now))
                self._problem = None
            except PerdureError as failure:  # the next write wakes it again; `doctor` shows why it stopped
                self._problem = failure.message
                return
            if due[0] is not None:
                await self._nap((due[0] - due[1]).total_seconds())

    async def _nap(self, seconds: float) -> None:
        """Until the next job is due, or until woken."""
        try:
            await asyncio.wait_for(self._news.wait(), min(max(seconds, 0.0), NAP))
        except TimeoutError:
            self._news.set()

    async def run_pending(self) -> int:
        """Do everything that is due and wait for what is under way. Answers how many jobs were tried."""
        tried = 0
        while True:
            await self._start_some()
            if not self._running:
                return tried
            done, _ = await asyncio.wait(set(self._running), return_when=asyncio.FIRST_COMPLETED)
            tried += len(done)

    async def finish(self, kind: str, *, within: float) -> bool:
        """Have the jobs of one kind done that are due or under way. Answers whether all are, after so many seconds.

        What is not done by then goes on, or is left to whoever opens this agent next.
        """
        _check_kind(kind)
        _check_seconds(within)
        clock = asyncio.get_running_loop()
        until = clock.time() + within
        try:
            while True:
                if clock.time() < until:
                    await self._start_some([kind])
                under_way = {task for task, job in self._running.items() if job.kind == kind}
                if not under_way:
                    if not await self._port.read(MAIN, lambda tx: tx.queue.is_due([kind])):
                        return True
                    under_way = {*self._running}  # others have all the places
                left = until - clock.time()
                if not under_way or left <= 0:
                    return False
                await asyncio.wait(under_way, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        except PerdureError as failure:  # whoever opens it next tries again; `doctor` shows why this one did not
            self._problem = failure.message
            return False

    async def _start_some(self, only: Sequence[str] | None = None) -> None:
        """Lease as many jobs as there are free places."""
        config = self._port.config
        kinds = [kind for kind in self.kinds if only is None or kind in only]
        async with self._leasing:
            free = config.jobs_at_once - len(self._running)
            if self._closed or not kinds or free <= 0:
                return
            # Looking costs a read; only who finds something asks to write.
            if not await self._port.read(MAIN, lambda tx: tx.queue.is_due(kinds)):
                return
            for job in await self._leased(kinds, free):
                if self._closed:
                    await self._give_back(job)
                    continue
                task = asyncio.get_running_loop().create_task(self.do(job))
                self._running[task] = job
                task.add_done_callback(lambda done: self._running.pop(done, None))

    async def _leased(self, kinds: Sequence[str], limit: int) -> list[Job]:
        """Lease jobs. Stopped in the middle of it we give back what we got: else it waits until the lease is over."""
        leasing = asyncio.ensure_future(self.lease(kinds, limit))
        try:
            return await asyncio.shield(leasing)
        except asyncio.CancelledError:
            for job in await leasing:
                await self._give_back(job)
            raise

    async def lease(self, kinds: Sequence[str], limit: int = 8) -> list[Job]:
        """Lease what is due of these kinds, for whoever does it at once."""
        until = timedelta(seconds=self._port.config.job_lease)
        return await self._port.note(MAIN, lambda tx: tx.queue.lease(self._owner, tx.now + until, kinds, limit))

    async def do(self, job: Job) -> None:
        """One try of one job. Whatever happens is written down with it."""
        if not isinstance(job, Job):
            raise InvalidInput("`job` must be one that `lease` gave", field="job")
        kind = self._kinds[job.kind]
        try:
            async with kind.turn:
                async with asyncio.timeout(self._port.config.job_lease):
                    effect = await kind.work(job)
                await self._port.write(job.scope, lambda tx: _finish(tx, job, effect))
        except asyncio.CancelledError:
            await asyncio.shield(self._give_back(job))
            raise
        except NotNow as later:
            reason, until = later.reason, later.until
            await self._write_down(job, lambda tx: tx.queue.put_off(job, reason, until))
        except LostLease:
            return  # another worker has it, and what was done here was not kept
        except StoreUnavailable:
            return  # nothing can be written down; the job is taken up when its lease is over
        except ModelUnavailable as failure:
            await self._fail(job, failure.reason, failure.retry_after)
        except PerdureError as failure:
            await self._fail(job, failure.code)  # its message may name a session, and `doctor` tells reasons to all
        except Exception as failure:  # noqa: BLE001 - the top of a worker: the kind of error is kept, never its text
            await self._fail(job, type(failure).__name__)
        else:
            if kind.then is not None and (receipt := await kind.then(job)) is not None:
                for listener in self._listeners:
                    listener(job, receipt)

    async def _fail(self, job: Job, reason: str, after: float | None = None) -> None:
        config = self._port.config
        pause = full_jitter(
            job.retry_count + 1, base=config.job_backoff, cap=config.job_backoff_cap, chance=self._chance()
        )
        wait = timedelta(seconds=max(pause, min(after or 0.0, LONGEST)))
        is_last = job.retry_count >= job.max_retries
        await self._write_down(job, lambda tx: tx.queue.fail(job, reason, None if is_last else tx.now + wait))

    async def _give_back(self, job: Job) -> None:
        """Closing in the middle of a job: it waits for the next worker, and no try is counted."""
        await self._write_down(job, lambda tx: tx.queue.put_off(job, job.last_error, tx.now))

    async def _write_down(self, job: Job, work: Callable[[Transaction], bool]) -> None:
        try:
            await self._port.note(job.scope, work)
        except PerdureError as failure:
            self._problem = failure.message  # the job is taken up again when its lease is over

    def _chance(self) -> float:
        return int.from_bytes(self._port.ids.salt()[:6], "big") / (1 << 48)

    async def close(self) -> None:
        """Stop where we are and give back what was leased."""
        self._closed = True
        begun = dict(self._running)
        tasks = [task for task in (self._task, *begun) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task, job in begun.items():
            if task.cancelled():  # one that had not even begun gave nothing back itself
                await self._give_back(job)

    async def list(
        self,
        status: str | None = None,
        *,
        limit: int = 1_000,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Job]:
        """The jobs of a scope, the oldest first."""
        if status is not None and status not in STATES:
            raise InvalidInput(f"`status` must be one of {', '.join(STATES)}", field="status")
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.queue.jobs(status, limit))


class LostLease(Exception):
    """The lease ran out and somebody else took the job."""


def _finish(tx: Transaction, job: Job, effect: Effect) -> None:
    try:
        tx.queue.finish(job)
    except Conflict:
        raise LostLease from None
    note = effect(tx)
    if note:
        tx.queue.note(job, note)


def _together(found: Iterable[list[tuple[str, int]]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for reasons in found:
        counts.update(dict(reasons))
    return counts


def _reasons(found: list[tuple[str, int]]) -> str:
    shown = [f"{reason} ×{count}" for reason, count in found[:SHOWN]]
    return ", ".join([*shown, "…"] if len(found) > SHOWN else shown)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise InvalidInput(
            f"there are no jobs of the kind `{kind}`", field="kind", hint=say("hint.known", names=list(KINDS))
        )


def _check_seconds(within: object) -> None:
    is_number = isinstance(within, int | float) and not isinstance(within, bool)
    if not is_number or not 0 <= float(str(within)) <= LONGEST:
        raise InvalidInput(f"`within` takes 0 to {LONGEST:.0f} seconds", field="within")

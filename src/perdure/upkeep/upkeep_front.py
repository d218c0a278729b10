"""`luna.upkeep`: the daily run, what it forgot, and putting that back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from perdure.errors import PerdureError
from perdure.files.files_front import FilesFront
from perdure.intake.extraction import Extraction
from perdure.intake.jobs_front import JobsFront
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.port import Port
from perdure.recall.verbs import Recall
from perdure.store.contract import Diagnosis
from perdure.store.transaction import ALL, Transaction
from perdure.store.upkeep import DONE, FAILED, RUNNING, UNFINISHED, StepRow
from perdure.upkeep.forgotten import Forgotten, bring_back, forgotten
from perdure.upkeep.report import DailyReport, StepReport
from perdure.upkeep.schedule import is_due, local_day, seconds_until
from perdure.upkeep.steps import FeedReader, StepRun, Steps
from perdure.values import (
    JSON,
    MAIN,
    Item,
    Session,
    Status,
    check_callable,
    check_count,
    check_mapping,
    check_name,
    check_text,
)

MAX_ADDRESS = 4_096
NAP = 60.0
"""Seconds after which the scheduler looks at the clock again, whatever it was told: clocks are set, machines sleep."""
MAX_TARGET = 8_192
OnStep = Callable[[StepReport], None]


@dataclass(frozen=True, slots=True)
class Decayed:
    """What is left of an item's importance, and what the policy makes of it."""

    item: Item
    importance: float
    action: str

    def as_json(self) -> dict[str, JSON]:
        return {**self.item.as_json(), "decayed": self.importance, "action": self.action}


class UpkeepFront:
    """`luna.upkeep`: a memory that is left alone tidies itself."""

    def __init__(
        self,
        port: Port,
        intake: Intake,
        extraction: Extraction,
        jobs: JobsFront,
        files: FilesFront,
        recall: Recall,
        read_feeds: FeedReader,
    ) -> None:
        self._port = port
        self._criteria = intake.criteria
        self._steps = Steps(port, intake.criteria, extraction, jobs, files, recall, read_feeds)
        self._one_at_a_time = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._problem: str | None = None

    async def run_daily(
        self,
        *,
        dry_run: bool = False,
        feeds: Mapping[str, str] | None = None,
        on_step: OnStep | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> DailyReport:
        """Do what is due in every scope, step by step; with `dry_run` only say what that would be, and why.

        A step that fails says so and stops no other. Again on the same day it finds nothing left to do. Counts are
        over all scopes; items are named only where the scope that asks may see them.
        """
        check_callable(on_step, "on_step")
        for name, address in check_mapping(feeds or {}, "feeds").items():
            check_name(name, "feeds")
            check_text(address, "feeds", max_bytes=MAX_ADDRESS)
        place = await self._port.place(session, scope)
        async with self._one_at_a_time:
            day = await self._port.read(MAIN, lambda tx: local_day(tx.now, self._steps.zone))
            steps: list[StepReport] = []
            for name in Steps.NAMES:
                report = StepReport(name)
                chosen = self._port.config.feeds if feeds is None else feeds
                await self._do(StepRun(report, place.scope, day, dry_run, chosen))
                steps.append(report)
                if on_step is not None:
                    on_step(report)
            return DailyReport(day.isoformat(), dry_run, tuple(steps))

    async def _do(self, run: StepRun) -> None:
        """One step within its time. What becomes of it is written down, so that a kill is seen as well."""
        report, began = run.report, time.monotonic()
        started: StepRow | None = None
        try:
            started = await self._write_down(run, RUNNING)
            async with asyncio.timeout(self._port.config.daily_step_seconds):
                await self._steps.run(report.name, run)
        except TimeoutError:
            report.state, report.code = UNFINISHED, "out_of_time"
            report.problem = say("upkeep.out_of_time", seconds=f"{self._port.config.daily_step_seconds:g}")
        except PerdureError as failure:
            report.fail(failure.message, failure.code)
        except Exception as failure:  # noqa: BLE001 - the top of a step: the others are to go on, and this one is shown
            report.fail(type(failure).__name__, type(failure).__name__)
        report.seconds = time.monotonic() - began
        try:
            await self._write_down(run, report.state, started)
        except PerdureError as failure:
            report.fail(report.problem or failure.message, report.code or failure.code)

    async def _write_down(self, run: StepRun, state: str, started: StepRow | None = None) -> StepRow | None:
        """Keep the state of a step: counts and a short reason. Its text stays with whoever asked."""
        if run.dry_run:
            return None
        report = run.report

        def work(tx: Transaction) -> StepRow:
            since = tx.now if started is None else started.started_at
            until = None if state == RUNNING else tx.now
            row = StepRow(run.day.isoformat(), report.name, state, report.changed, report.code, since, until)
            known = tx.upkeep.last_done(report.name, row.day) if report.name == "feeds" and state != DONE else None
            if known is None or known.day != row.day:
                tx.upkeep.put_step(row)
            return row

        return await self._port.note(MAIN, work)

    async def last_run(self) -> list[StepRow]:
        """What became of each step of the last run. Counts and states: nothing of what is remembered."""
        rows = await self._port.read(MAIN, lambda tx: tx.upkeep.last_steps())
        return sorted((row for row in rows if row.step in Steps.NAMES), key=lambda row: Steps.NAMES.index(row.step))

    async def compute_decay(
        self, *, session: Session | str | None = None, scope: str | None = None, limit: int = 1_000
    ) -> list[Decayed]:
        """What is left of the importance of the items of a scope that decay, the least first. Nothing changes."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> list[Decayed]:
            items = tx.items(type=None, key=None, status=Status.ACTIVE, limit=ALL)
            found = [(self._steps.left(tx, item), item) for item in items]
            due = [(left, item) for left, item in found if left < item.importance]
            due.sort(key=lambda pair: (pair[0], pair[1].sequence))
            policy = self._criteria.policy
            return [Decayed(item, left, policy.forget_policy(item, now=tx.now)) for left, item in due[:limit]]

        return await self._port.read(place.scope, work)

    async def cleanup_expired(self, *, session: Session | str | None = None, scope: str | None = None) -> StepReport:
        """Only the step that lets go of what has lapsed, in one scope: soft first, deleted after the grace period."""
        place = await self._port.place(session, scope)
        day = await self._port.read(place.scope, lambda tx: local_day(tx.now, self._steps.zone))
        report = StepReport("expire")
        await self._steps.expire(StepRun(report, place.scope, day, False, {}), place.scope)
        return report

    async def forgotten(
        self, *, limit: int = 100, session: Session | str | None = None, scope: str | None = None
    ) -> list[Forgotten]:
        """What lapsed or was withdrawn in a scope, and why; the latest first."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        config = self._port.config
        return await self._port.read(place.scope, lambda tx: forgotten(tx, config, limit))

    async def restore(self, target: str, *, session: Session | str | None = None, scope: str | None = None) -> Item:
        """Let something hold again that lapsed, was withdrawn or was merged, on the user's word.

        `target` is an id, or what `forgotten` names as the target of a field: `<id>#city`.
        """
        check_text(target, "target", max_bytes=MAX_TARGET)
        place = await self._port.place(session, scope)
        return await self._port.write(place.scope, lambda tx: bring_back(tx, self._criteria, target))

    async def check(self) -> list[Diagnosis]:
        """What `doctor` says about the last run: only something when something is wrong."""
        rows = await self.last_run()
        bad = [row for row in rows if row.state in (FAILED, UNFINISHED)]
        if not self._one_at_a_time.locked():
            bad += [row for row in rows if row.state == RUNNING]
        told = [f"`{row.step}` {'was interrupted' if row.state == RUNNING else row.state}" for row in bad]
        if self._problem is not None:
            told.append(self._problem)
        if not told:
            return []
        said = "; ".join(told) + (f" on {rows[-1].day}" if bad else "")
        return [Diagnosis("upkeep", False, said, "`perdure daily` goes on with it and says why")]

    # the scheduler

    def wake(self) -> None:
        """Keep the time that is configured, for as long as the agent is open."""
        config = self._port.config
        if config.daily_at is not None and config.background and (self._timer is None or self._timer.done()):
            self._timer = asyncio.get_running_loop().create_task(self._keep_time(config.daily_at))

    async def _keep_time(self, at: str) -> None:
        while not self._closing.is_set():
            wait = NAP
            try:
                await self._run_if_due(at)
                wait = min(seconds_until(await self._port.read(MAIN, lambda tx: tx.now), at, self._steps.zone), NAP)
                self._problem = None
            except PerdureError as failure:
                self._problem = failure.message  # tried again, unless this is closed; `doctor` shows it
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), wait)

    async def _run_if_due(self, at: str) -> DailyReport | None:
        """The run of today, if its time has come and nobody has done it."""

        def look(tx: Transaction) -> bool:
            rows = {row.step: row for row in tx.upkeep.last_steps()}
            last = rows.get(Steps.NAMES[-1])
            is_whole = last is not None and last.state != RUNNING
            return is_due(tx.now, at, date.fromisoformat(last.day) if last and is_whole else None, self._steps.zone)

        return await self.run_daily() if await self._port.read(MAIN, look) else None

    async def close(self) -> None:
        """Stop where it is. What is left is done by the next run."""
        self._closing.set()
        if self._timer is not None:
            self._timer.cancel()
            with suppress(asyncio.CancelledError):
                await self._timer

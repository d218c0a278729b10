"""The steps of the daily run. Each can be run again at any time: it does what is due, and finds nothing due after that.

A step reads page by page, decides, and writes a few items at a time, deciding again on what it then finds. So writers
hardly wait, a kill loses nothing that was not done, and a dry run is the same without the writing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol

from perdure.config import zone_of
from perdure.files import summaries
from perdure.files.files_front import FilesFront
from perdure.files.regenerate import WriteResult
from perdure.intake.extraction import Extraction
from perdure.intake.jobs_front import JobsFront
from perdure.intake.lapse import Due, delete_lapsed, fade_or_lapse, weaken
from perdure.intake.llm_queue import EXTRACT, LEARN, READ_BY_RULES
from perdure.intake.merge import Same, find_same, merge, unlinked
from perdure.intake.origin import Criteria
from perdure.messages import say
from perdure.port import Port
from perdure.recall.verbs import Recall
from perdure.store.queue import DONE
from perdure.store.transaction import Transaction
from perdure.store.upkeep import LAPSED, MERGED, SKIPPED
from perdure.types.decay import decayed
from perdure.types.retention import own_day
from perdure.upkeep import alike
from perdure.upkeep.report import StepReport, UpkeepChange
from perdure.upkeep.schedule import Zone
from perdure.upkeep.summary import tell
from perdure.values import MAIN, SHARED, Item, Status

PAGE = 500
BATCH = 10
"""Items that one write changes at most: others wait no longer than for these."""
MISSED = 31
"""Days whose summaries are made up for, if nothing ran on them."""
LISTED = 1_000
"""Changes that a report lists of one step. All are counted."""

Judge = Callable[[Transaction, Item], Due | None]
Pages = Callable[[Transaction, int], list[Item]]


class FeedAnswer(Protocol):
    """What came of reading one feed."""

    @property
    def name(self) -> str: ...
    @property
    def proposed(self) -> Sequence[str]: ...
    @property
    def problem(self) -> str | None: ...


class FeedReader(Protocol):
    """Reads feeds and proposes what they tell."""

    def __call__(
        self, feeds: Mapping[str, str] | None = None, *, since: date | None = None
    ) -> Awaitable[Sequence[FeedAnswer]]: ...


@dataclass(frozen=True, slots=True)
class StepRun:
    """One step on its way: what was asked for, and the report that it fills."""

    report: StepReport
    scope: str
    """Who asked: what is listed is of this scope, and shared."""
    day: date
    dry_run: bool
    feeds: Mapping[str, str]

    def tell(self, change: UpkeepChange, *, is_proposal: bool = False) -> None:
        if is_proposal:
            self.report.proposed += 1
        else:
            self.report.changed += 1
        if change.item.scope in (self.scope, SHARED) and len(self.report.changes) < LISTED:
            self.report.changes.append(change)

    def note(self, text: str) -> None:
        self.report.notes.append(text)

    def skip(self, why: str) -> None:
        self.report.state = SKIPPED
        self.note(why)


class Steps:
    """What the daily run does, in this order."""

    NAMES = ("extract", "merge", "decay", "forget", "expire", "attachments", "files", "summary", "feeds")

    def __init__(
        self,
        port: Port,
        criteria: Criteria,
        extraction: Extraction,
        jobs: JobsFront,
        files: FilesFront,
        recall: Recall,
        read_feeds: FeedReader,
    ) -> None:
        self._port = port
        self._criteria = criteria
        self._recall = recall
        self._extraction = extraction
        self._jobs = jobs
        self._files = files
        self._read_feeds = read_feeds

    async def run(self, name: str, run: StepRun) -> None:
        """Do one step."""
        work: dict[str, Callable[[StepRun], Awaitable[None]]] = {
            "extract": self._extract,
            "merge": self._merge,
            "decay": self._decay,
            "forget": self._forget,
            "expire": self._expire,
            "attachments": self._attachments,
            "files": self._generate,
            "summary": self._summary,
            "feeds": self._feeds,
        }
        await work[name](run)

    @property
    def zone(self) -> Zone:
        """Whose days these are."""
        return zone_of(self._port.config.time_zone)

    @property
    def _folder(self) -> Path | None:
        """Where the files are that a person reads."""
        return self._port.workspace

    async def _scopes(self) -> list[str]:
        return await self._port.read(MAIN, lambda tx: tx.upkeep.scopes())

    async def _extract(self, run: StepRun) -> None:
        """What waits to be read: by a model, if there is one; what rules failed on is tried again without."""
        left = self._port.config.daily_turns
        if self._port.llm is None:
            run.note(say("upkeep.no_model"))
        if not run.dry_run:
            before = await self._port.read(MAIN, _read_by_rules)
            run.report.changed += await self._jobs.run_pending()
            if (late := await self._port.read(MAIN, _read_by_rules) - before) > 0:
                run.note(say("upkeep.read_by_rules", count=late))
        for scope in await self._scopes() if self._port.llm is not None else ():
            if run.dry_run:
                found = await self._port.read(scope, partial(_unread, limit=left))
                run.note(say("upkeep.would_read", count=found)) if found else None
            elif left > 0:
                read = await self._extraction.unextracted(left, scope)
                run.report.changed += read
                left -= read

    async def _merge(self, run: StepRun) -> None:
        """Items that say the same become one; those that may say the same are put up for review."""
        scopes = await self._scopes()
        merged = set[str]()
        for scope in scopes:
            for same in await self._port.read(scope, self._same):
                into = same.stays
                if run.dry_run:
                    gone: Sequence[Item] = same.others
                else:
                    gone = await self._port.write(scope, partial(self._make_one, same))
                for item in gone:
                    merged.add(item.id)
                    run.tell(UpkeepChange(MERGED, item, say("upkeep.same", key=into.key), into.id))
        for scope in scopes:
            await self._propose_alike(run, scope, merged)

    async def _propose_alike(self, run: StepRun, scope: str, merged: set[str]) -> None:
        """Compare what is new since the last run with what is near it."""
        yesterday = (run.day - timedelta(days=1)).isoformat()

        def look(tx: Transaction) -> list[Item]:
            last = tx.upkeep.last_done("merge", yesterday)
            return alike.new_items(tx, self._criteria.registry, None if last is None else last.started_at)

        seen = set[frozenset[str]]()
        for item in await self._port.read(scope, look):
            if run.report.proposed >= alike.MOST:
                return
            if item.id in merged:
                continue
            others = [one for one in await self._like_ones(item, scope, seen) if one.id not in merged]
            seen |= {frozenset((item.id, one.id)) for one in others}
            if not others:
                continue
            plan = alike.unlinked if run.dry_run else alike.propose
            acting = self._port.read if run.dry_run else self._port.write
            for other in await acting(scope, partial(plan, item=item, others=others)):
                run.tell(UpkeepChange("proposed", item, say("review.alike"), other.id), is_proposal=True)

    async def _like_ones(self, item: Item, scope: str, seen: set[frozenset[str]]) -> list[Item]:
        near = await self._recall.search(item.content, alike.NEIGHBOURS, scope=scope)
        others = [hit.item for hit in near if frozenset((item.id, hit.item.id)) not in seen]
        others = [other for other in others if alike.may_be_same(item, other)]
        close = await self._recall.compare(item.content, [other.content for other in others])
        return alike.like_ones(item, others, close)

    def _same(self, tx: Transaction) -> list[Same]:
        items = [item for item in _all(tx) if item.is_kept_at(tx.now)]
        found = find_same(items, self._criteria.registry)
        groups = (unlinked(tx, [same.stays, *same.others]) for same in found)
        return [same for group in groups for same in find_same(group, self._criteria.registry)]

    def _make_one(self, same: Same, tx: Transaction) -> list[Item]:
        return merge(tx, self._criteria.registry, same)

    async def _decay(self, run: StepRun) -> None:
        """Count what has decayed, and believe a little less what nobody has verified for long."""
        count = 0

        def counted(tx: Transaction, after: int) -> list[Item]:
            nonlocal count
            page = _active(tx, after)
            count += sum(self.left(tx, item) < item.importance for item in page if item.is_kept_at(tx.now))
            return page

        for scope in await self._scopes():
            await self._sweep(run, scope, counted, weaken)
        if count:
            run.note(say("upkeep.decays", count=count))

    def left(self, tx: Transaction, item: Item) -> float:
        """What is left of an item's importance."""
        own = own_day(self._criteria.registry.get(item.type), item.value)
        return decayed(item, tx.now, self._criteria.config.decay_rates, own)

    async def _forget(self, run: StepRun) -> None:
        """What the policy lets fade or end although its time is not over."""
        for scope in await self._scopes():
            await self._sweep(run, scope, _active, self._due_before_its_time)

    def _due_before_its_time(self, tx: Transaction, item: Item) -> Due | None:
        return fade_or_lapse(tx, self._criteria, item) if item.is_kept_at(tx.now) else None

    async def _expire(self, run: StepRun) -> None:
        """What has lapsed goes; what went long ago is deleted."""
        for scope in await self._scopes():
            await self.expire(run, scope)

    async def expire(self, run: StepRun, scope: str) -> None:
        """The same in one scope."""
        await self._sweep(run, scope, _active, self._lapsed)
        deleted = await self._sweep(run, scope, _ended, self._long_lapsed)
        folder = self._folder
        if deleted and folder is not None and not run.dry_run:
            await self._port.run(lambda: summaries.remove(folder, [item.id for item in deleted]))

    def _lapsed(self, tx: Transaction, item: Item) -> Due | None:
        due = None if item.is_kept_at(tx.now) else fade_or_lapse(tx, self._criteria, item)
        return due if due is not None and due.action in (LAPSED, "deleted") else None

    def _long_lapsed(self, tx: Transaction, item: Item) -> Due | None:
        return delete_lapsed(tx, self._criteria, item) if item.status is Status.RETRACTED else None

    async def _sweep(self, run: StepRun, scope: str, pages: Pages, judge: Judge) -> list[Item]:
        """Go through a scope page by page and do what the judge finds due. Answers the items it was done to."""
        after, touched = 0, list[Item]()

        def look(tx: Transaction) -> tuple[list[Due], int | None]:
            page = pages(tx, after)
            return [due for item in page if (due := judge(tx, item))], page[-1].sequence if page else None

        while True:
            found, last = await self._port.read(scope, look)
            for start in range(0, len(found), BATCH):
                batch = found[start : start + BATCH]
                if not run.dry_run:
                    batch = await self._port.write(scope, partial(_carry_out, [due.item.id for due in batch], judge))
                for due in batch:
                    run.tell(UpkeepChange(due.action, due.item, due.reason))
                touched += [due.item for due in batch]
            if last is None:
                return touched
            after = last

    async def _attachments(self, run: StepRun) -> None:
        """The bytes of attachments whose time is over."""
        if run.dry_run:
            files = await self._port.read(MAIN, lambda tx: tx.upkeep.expired_files())
            run.report.changed = len({file.sha256 for file in files})
        elif await self._port.read(MAIN, lambda tx: bool(tx.upkeep.expired_files())):
            run.report.changed = await self._port.note(MAIN, lambda tx: tx.upkeep.drop_bytes())

    async def _generate(self, run: StepRun) -> None:
        """The files that are made of what is held now."""
        if self._folder is None:
            run.skip(say("upkeep.no_folder"))
        elif run.dry_run:
            run.note(say("upkeep.would_generate"))
        else:
            for file in await self._files.write_generated():
                if file.result is WriteResult.WRITTEN:
                    run.report.changed += 1
                    run.note(say("upkeep.written", name=file.name))
                elif file.result is not WriteResult.SAME:
                    run.note(say("upkeep.left_alone", name=file.name))
            await self._files.write_ledger()

    async def _summary(self, run: StepRun) -> None:
        """Yesterday in a few lines, and the days before it on which nothing ran."""
        folder = self._folder
        if folder is None:
            run.skip(say("upkeep.no_folder"))
            return
        for day in await self._days(run):
            text = await self._port.read(MAIN, partial(tell, day=day, zone=self.zone))
            if text is None:
                continue
            name = f"{summaries.FOLDER}/{day.isoformat()}.md"
            if run.dry_run:
                run.note(say("upkeep.would_write", name=name))
            elif await self._port.run(partial(summaries.write, folder, day, text)):
                run.report.changed += 1
                run.note(say("upkeep.written", name=name))

    async def _days(self, run: StepRun) -> list[date]:
        yesterday = run.day - timedelta(days=1)
        last = await self._port.read(MAIN, lambda tx: tx.upkeep.last_done("summary", yesterday.isoformat()))
        first = yesterday if last is None else date.fromisoformat(last.day)
        first = max(first, yesterday - timedelta(days=MISSED - 1))
        return [first + timedelta(days=n) for n in range((yesterday - first).days + 1)]

    async def _feeds(self, run: StepRun) -> None:
        """Once a month, news of the world: what they tell is proposed, and a person decides."""
        if not run.feeds:
            run.skip(say("upkeep.no_feeds"))
            return
        last = await self._port.read(MAIN, lambda tx: tx.upkeep.last_done("feeds", run.day.isoformat()))
        if last is not None and last.day[:7] == run.day.isoformat()[:7]:
            run.skip(say("upkeep.feeds_read", day=last.day))
            return
        if run.dry_run:
            run.note(say("upkeep.would_read_feeds", names=sorted(run.feeds)))
            return
        since = None if last is None else date.fromisoformat(last.day)
        answers = await self._read_feeds(run.feeds, since=since)
        run.report.proposed = sum(len(answer.proposed) for answer in answers)
        if bad := [answer for answer in answers if answer.problem is not None]:
            told = "; ".join(f"{answer.name}: {answer.problem}" for answer in bad)
            run.report.fail(told, "feeds")
            run.note(say("upkeep.feeds_again"))


def _active(tx: Transaction, after: int) -> list[Item]:
    return tx.upkeep.active(after=after, limit=PAGE)


def _ended(tx: Transaction, after: int) -> list[Item]:
    return tx.upkeep.past(tx.now, after=after, limit=PAGE)


def _all(tx: Transaction) -> list[Item]:
    """Everything that was decided for in this scope."""
    items: list[Item] = []
    while page := _active(tx, items[-1].sequence if items else 0):
        items += page
    return items


def _carry_out(ids: Sequence[str], judge: Judge, tx: Transaction) -> list[Due]:
    """Decide once more, on the items as they are now, and do it."""
    done: list[Due] = []
    for item in sorted(tx.items_by_id(ids).values(), key=lambda item: item.sequence):
        if (due := judge(tx, item)) is not None:
            due.do(tx)
            done.append(due)
    return done


def _read_by_rules(tx: Transaction) -> int:
    """How many turns waited for the reader where none came."""
    return dict(tx.queue.reasons(DONE, LEARN)).get(READ_BY_RULES, 0)


def _unread(tx: Transaction, limit: int) -> int:
    return len(tx.queue.unread(EXTRACT, limit=limit))

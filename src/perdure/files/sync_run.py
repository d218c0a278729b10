"""One sync from beginning to end: look, plan, take in, repair notes, write, remember what was seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from perdure.errors import PerdureError
from perdure.files import notes, workspace
from perdure.files import state as states
from perdure.files.diff import EMPTY, MISSING
from perdure.files.generated import GeneratedRegion
from perdure.files.regenerate import Regenerated, WriteResult, regenerate
from perdure.files.regions import line_hash
from perdure.files.report import FileNotice, LineAction, LineChange, SyncReport
from perdure.files.safe import hold, let_go, read_text
from perdure.files.scan import scan
from perdure.files.state import FileState, SyncState
from perdure.files.sync import FROM_FILE, SyncPlan, Taking, TouchedNote, marked_notes, planned, settled, touched_notes
from perdure.intake.verbs import Intake
from perdure.language import Language
from perdure.messages import say
from perdure.port import Port
from perdure.values import MAIN, Item

LOCK = "sync.lock"


@dataclass(frozen=True, slots=True)
class RegionTexts:
    """What the generated regions are to say."""

    made: Mapping[str, GeneratedRegion]
    language: Language


class SyncRun:
    """A sync of one workspace. Only one runs at a time."""

    def __init__(self, port: Port, intake: Intake, folder: Path, *, dry_run: bool, confirm: bool) -> None:
        self._port = port
        self._folder = folder
        self._dry_run = dry_run
        self._confirm = confirm
        self._intake = intake

    async def run(self, language: Language, regions: Callable[[], Awaitable[RegionTexts]]) -> SyncReport:
        """Sync. A file that cannot be read or written is told, and the others go on."""
        lock = await self._port.run(self._begin(language))
        try:
            return await self._sync(regions)
        finally:
            let_go(lock)

    def _begin(self, language: Language) -> Callable[[], int]:
        def begin() -> int:
            if not self._dry_run and not (self._folder / workspace.OWN).exists():
                workspace.prepare(self._folder, language)
            return hold(self._folder / workspace.OWN / LOCK)

        return begin

    async def _sync(self, regions: Callable[[], Awaitable[RegionTexts]]) -> SyncReport:
        state = await self._port.run(lambda: states.load(self._folder))
        is_first = state.sequence == 0
        seen, failed = await self._port.run(lambda: scan(self._folder, state))
        named = marked_notes(seen)
        items = await self._port.read(MAIN, lambda tx: tx.items_by_id(named)) if named else {}
        plan, moved = planned(seen, state, items, confirm=self._confirm)
        plan.problems += failed
        taking = Taking(self._port, self._intake, confirm=self._confirm, dry_run=self._dry_run, is_first=is_first)
        changes = await taking.run(plan.steps)
        if self._dry_run:
            return self._report(plan, changes, ())
        settled(state, plan, changes, moved, confirm=self._confirm)
        changes += await self._repair(state, plan)
        texts = await regions()
        written = await self._port.run(lambda: self._regenerate(plan, texts, state))
        return self._report(plan, changes, written)

    def _report(self, plan: SyncPlan, changes: Sequence[LineChange], written: Sequence[Regenerated]) -> SyncReport:
        told = tuple(one for one in changes if one.action is not LineAction.KNOWN)
        names = tuple(one.name for one in written if one.result is WriteResult.WRITTEN)
        return SyncReport(told, tuple(plan.questions), tuple(plan.problems), names, dry_run=self._dry_run)

    async def _repair(self, state: SyncState, plan: SyncPlan) -> list[LineChange]:
        """Notes that did not reach their file are written there now; those that were forgotten leave it."""
        after = state.sequence
        touched, sequence = await self._port.read(MAIN, lambda tx: (touched_notes(tx, after), tx.sequence))
        days: dict[str, list[TouchedNote]] = {}
        for one in touched:
            days.setdefault(one.day, []).append(one)
        repaired: list[LineChange] = []
        for day, of_day in days.items():
            name = f"{workspace.NOTES}/{day}.md"
            if plan.is_open(name):
                continue
            try:
                repaired += await self._port.run(partial(self._repair_day, day, of_day))
                _keep_shown(state.of(name), of_day)
            except PerdureError as failure:
                plan.problems.append(FileNotice(name, "unwritable", failure.message))
        for lost in plan.diffs:
            if self._confirm and lost.question in (MISSING, EMPTY):
                repaired += await self._restore_day(lost.name)
        for line in repaired:
            state.of(line.file).signature = None
        if not plan.problems:
            state.sequence = sequence
        return repaired

    def _repair_day(self, day: str, touched: Sequence[TouchedNote]) -> list[LineChange]:
        name = f"{workspace.NOTES}/{day}.md"
        text = read_text(self._folder / name) or ""
        held = [one.held for one in touched if one.held is not None]
        local = self._port.local
        notes.renew(
            self._folder,
            date.fromisoformat(day),
            [(one.held, None if one.held is None else local(one.held.created_at), one.ids) for one in touched],
        )
        replaced = {one.held.id for one in touched if one.held and any(notes.holds(text, old) for old in one.ids)}
        absent = [item for item in held if item.id not in replaced and not notes.holds(text, item.id)]
        return [_repaired(name, item) for item in absent]

    async def _restore_day(self, name: str) -> list[LineChange]:
        """A file of notes that went missing, written again on a person's word."""
        day = notes.day_of(name.partition("/")[2])
        if day is None:
            return []
        held = await self._port.read(MAIN, lambda tx: tx.carried.in_range(f"note:{day}:", f"note:{day};", 100_000))
        lost = [TouchedNote(day.isoformat(), item, ()) for item in held if FROM_FILE not in item.key]
        return await self._port.run(lambda: self._repair_day(day.isoformat(), lost)) if lost else []

    def _regenerate(self, plan: SyncPlan, texts: RegionTexts, state: SyncState) -> list[Regenerated]:
        written: list[Regenerated] = []
        for name in workspace.GENERATED:
            if plan.is_open(name):
                continue
            known = state.of(name)
            try:
                one = regenerate(self._folder, name, texts.made[name], known, texts.language, seen=plan.seen.get(name))
            except PerdureError as failure:
                plan.problems.append(FileNotice(name, "unwritable", failure.message))
                continue
            if one.result is not WriteResult.SAME:
                known.signature = None
            written.append(one)
        states.save(self._folder, state)
        return written


def _keep_shown(known: FileState, touched: Sequence[TouchedNote]) -> None:
    """The lines of notes that stand in a file now."""
    for one in touched:
        for old in one.ids:
            known.shown.pop(old, None)
        if one.held is not None:
            known.shown[one.held.id] = line_hash(notes.shown(str(one.held.value["text"])))


def _repaired(name: str, item: Item) -> LineChange:
    text = str(item.value["text"])
    return LineChange(name, LineAction.REPAIRED, text, reason=say("file.repaired"), item_ids=(item.id,))


def write_generated(folder: Path, texts: RegionTexts) -> list[Regenerated]:
    """The generated regions alone, where nobody has edited them."""
    state = states.load(folder)
    written = [regenerate(folder, name, texts.made[name], state.of(name), texts.language) for name in texts.made]
    states.save(folder, state)
    return written

"""`luna.files`: the workspace, files that a person reads and edits. MEMORY.md, USER.md and notes are `main` alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from perdure.errors import Conflict, InvalidInput, PerdureError, Unsupported
from perdure.files import notes, summaries, workspace
from perdure.files.generated import RegionLimits, held, made
from perdure.files.importing import find
from perdure.files.ledger import LEDGER, RebuildCounts, head_of
from perdure.files.notes import NoteLine
from perdure.files.rebuild import ForeignLedger, keep_ledger, rebuild
from perdure.files.regenerate import Regenerated, WriteResult, drop_backups
from perdure.files.report import FileNotice, SyncReport
from perdure.files.safe import change, read_text
from perdure.files.sync import Taking
from perdure.files.sync_run import RegionTexts, SyncRun, write_generated
from perdure.folders import private_folder
from perdure.intake.verbs import Intake
from perdure.language import Language, language_of
from perdure.messages import say
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import (
    MAIN,
    SHARED,
    Candidate,
    Evidence,
    Item,
    Outcome,
    Receipt,
    Refused,
    Session,
    Source,
    Status,
    check_source,
    check_text,
)

IMPORTED = "import-"
"""How the ids of imported notes begin."""
SETTING = "workspace"
"""The setting of an agent that names its workspace."""


class FilesFront:
    """`luna.files`: what can be read, corrected and kept without a program."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake
        self._one_at_a_time = asyncio.Lock()
        intake.after_forgetting = self._forget

    async def warm(self) -> None:
        """Find out where this agent's workspace is."""
        try:
            named = await self._port.read(MAIN, lambda tx: tx.settings.get(SETTING))
        except PerdureError:
            return  # a store in trouble still opens, so that `check` can say so
        self._port.own_workspace = Path(named) if isinstance(named, str) else None

    # where the files are

    async def folder(self) -> str | None:
        """The workspace; None where there is none yet."""
        found = self._port.workspace
        return None if found is None else str(found)

    async def prepare(self, folder: str | None = None, *, language: str | None = None) -> bool:
        """Make the workspace: folders, MEMORY.md and USER.md. What is there stays; says whether it made any.

        With `folder` this agent keeps its files there from now on.
        """
        if folder is not None:
            place = await self._port.run(lambda: _claim(folder, self._port.agent_id))
            await self._port.write(MAIN, lambda tx: tx.settings.set(SETTING, str(place)))
            self._port.own_workspace = place
        elif self._port.workspace is None:
            self._port.own_workspace = self._port.default_workspace
        where = self._own()
        spoken = await self._language() if language is None else _language(language)
        return await self._port.run(lambda: workspace.prepare(where, spoken))

    def _own(self) -> Path:
        found = self._port.workspace
        if found is None:
            raise Unsupported("this agent has no workspace yet", hint=say("hint.name_workspace"))
        return found

    async def _language(self) -> Language:
        """The language of the agent: of who it is, else of what it holds for good."""

        def read(tx: Transaction) -> Language:
            who = tx.items(type="identity", key=None, status=Status.ACTIVE, limit=1)
            return language_of("\n".join(item.content for item in [*who, *tx.carried.core(20)]))

        return await self._port.read(MAIN, read)

    # notes

    async def append(
        self,
        text: str,
        *,
        source: Source | str = Source.USER,
        evidence: Sequence[Evidence] = (),
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Add a note: first to the memory, then to the file of its day. Should the file fail, the receipt says so."""
        check_text(text, "text", max_bytes=self._port.config.max_note_bytes)
        candidate = Candidate("notes", {"text": text}, source=source, evidence=evidence)
        receipt = await self._intake.upsert(
            candidate, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow
        )
        outcome = receipt.outcomes[0]
        if isinstance(outcome, Refused) or outcome.item_id is None:
            return receipt
        item_id = outcome.item_id
        item = await self._port.read(outcome.scope, lambda tx: tx.item(item_id))
        assert item is not None  # it was written a moment ago, or confirmed
        told = await self._write(item)
        return replace(receipt, notices=(*receipt.notices, told))

    async def _write(self, item: Item) -> str:
        """Put a note into its file, and say what became of it, in the language of the note."""
        language = language_of(str(item.value["text"]))
        if item.scope != MAIN:
            return say("notice.note_only_main", language)
        folder = self._port.workspace
        if folder is None:
            return say("notice.note_no_folder", language)
        if item.status is not Status.ACTIVE:
            return say("notice.note_waits", language)
        day, clock = day_of(item.key) or self._port.today(item.created_at), self._port.local(item.created_at)
        name = f"{workspace.NOTES}/{notes.name_of(day)}"
        spoken = await self._language()

        def write() -> None:
            workspace.prepare(folder, spoken)
            notes.append(folder, day, item, clock)

        try:
            await self._port.run(write)
        except PerdureError as failure:
            return say("notice.note_not_written", language, name=name, why=failure.message)
        return say("notice.note_written", language, name=name)

    async def notes(
        self, day: date, *, session: Session | str | None = None, scope: str | None = None
    ) -> list[NoteLine]:
        """The notes of a day as they stand in its file; those written by hand have no id."""
        place = await self._port.place(session, scope)
        folder = self._port.workspace
        if place.scope != MAIN or folder is None:
            return []
        lines = await self._port.run(lambda: notes.read(folder, day))
        return await self._port.read(place.scope, lambda tx: shown_notes(tx, lines, day))

    # MEMORY.md and USER.md

    async def memory(self, *, session: Session | str | None = None, scope: str | None = None) -> str | None:
        """MEMORY.md as it stands. None outside the main scope, and where there is no such file."""
        return await self._text(workspace.MEMORY, session, scope)

    async def user(self, *, session: Session | str | None = None, scope: str | None = None) -> str | None:
        """USER.md as it stands. None outside the main scope, and where there is no such file."""
        return await self._text(workspace.USER, session, scope)

    async def _text(self, name: str, session: Session | str | None, scope: str | None) -> str | None:
        place = await self._port.place(session, scope)
        folder = self._port.workspace
        if place.scope != MAIN or folder is None:
            return None
        return await self._port.run(lambda: read_text(folder / name))

    async def write_generated(self) -> list[Regenerated]:
        """Make the generated regions of MEMORY.md and USER.md anew, where they would say something else.

        Answers what became of each file. One that somebody edited is left alone until `sync` has taken that in.
        """
        folder = self._own()
        texts = await self._regions()
        return await self._port.run(lambda: write_generated(folder, texts))

    async def generate(self) -> bool:
        """The same; says whether anything changed."""
        return any(one.result is WriteResult.WRITTEN for one in await self.write_generated())

    async def _regions(self) -> RegionTexts:
        config = self._port.config
        items = await self._port.read(MAIN, lambda tx: held(tx, self._port.registry))
        spoken = await self._language()
        limits = RegionLimits(config.memory_lines, config.memory_chars, config.memory_tokens, config.tokens)
        return RegionTexts({name: made(name, items, limits, spoken) for name in workspace.GENERATED}, spoken)

    # both ways

    async def sync(
        self,
        *,
        dry_run: bool = False,
        confirm: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> SyncReport:
        """Take in what a person changed in the files, and write what memory holds.

        Nothing is withdrawn where a file is missing, empty, without its marks or an older copy, nor when more than
        five lines are gone: the report asks, and `confirm` says yes. With `dry_run` nothing changes. The files are
        those of `main`: elsewhere there is nothing to sync.
        """
        place = await self._port.place(session, scope)
        if place.scope != MAIN:
            return SyncReport(dry_run=dry_run)
        # Once begun it is finished, whoever stops waiting for it: half of it would have to be made up for.
        running = asyncio.ensure_future(self._sync(self._own(), dry_run=dry_run, confirm=confirm))
        running.add_done_callback(_heard)
        return await asyncio.shield(running)

    async def _sync(self, folder: Path, *, dry_run: bool, confirm: bool) -> SyncReport:
        async with self._one_at_a_time:
            run = SyncRun(self._port, self._intake, folder, dry_run=dry_run, confirm=confirm)
            report = await run.run(await self._language(), self._regions)
            return report if dry_run else await self._with_ledger(report, folder, confirm)

    async def _with_ledger(self, report: SyncReport, folder: Path, confirm: bool) -> SyncReport:
        """Ledger and history up to date; one of another store is not written over without a person's word."""
        try:
            await keep_ledger(self._port, folder)
        except ForeignLedger:
            if confirm:
                await keep_ledger(self._port, folder, anew=True)
                return report
            name = f"{workspace.NOTES}/{LEDGER}"
            asked = FileNotice(name, "foreign", say("file.foreign", name=name))
            return replace(report, questions=(*report.questions, asked))
        except PerdureError as failure:  # what was taken in is safe; the next sync makes up for the ledger
            told = FileNotice(f"{workspace.NOTES}/{LEDGER}", "unwritable", failure.message)
            return replace(report, problems=(*report.problems, told))
        return report

    async def import_markdown(
        self,
        folder: str,
        *,
        source: Source | str = Source.OUTSIDE,
        dry_run: bool = False,
        report: Callable[[int], None] | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> SyncReport:
        """Take in Markdown that somebody has: another agent's files, or any folder of notes. It is left as it is.

        `source` says whose word it is: `outside` unless they are your own notes (`user`). Importing twice adds
        nothing. `report` hears how many lines more are done.
        """
        who = check_source(source)
        place = await self._port.place(session, scope)
        today = await self._port.read(place.scope, lambda tx: self._port.today(tx.now))
        found = await self._port.run(lambda: find(_whole_path(folder), today))
        taking = Taking(self._port, self._intake, dry_run=dry_run, source=who, scope=place.scope, prefix=IMPORTED)
        changes = await taking.run(found.lines, report)
        return SyncReport(tuple(changes), problems=tuple(found.problems), files=found.files, dry_run=dry_run)

    # the memory in files

    async def write_ledger(self, *, anew: bool = False) -> bool:
        """Bring the ledger and the history of every scope up to the last commit. Says whether there was anything new.

        `anew` writes all of it again: after something was erased, its words are in no file either.
        """
        folder = self._own()
        await self._port.run(lambda: drop_backups(folder) if anew else private_folder(folder))
        try:
            return await keep_ledger(self._port, folder, anew=anew)
        except ForeignLedger:
            name = f"{workspace.NOTES}/{LEDGER}"
            raise Conflict(f"`{name}` is the ledger of another store", hint=say("hint.rebuild_first")) from None

    async def renew(self) -> None:
        """After something was erased: write anew what is written from the store. What there is none of stays so."""
        folder = self._port.workspace
        if folder is None or not await self._port.run(folder.is_dir):
            return
        if await self._port.run((folder / workspace.NOTES / LEDGER).is_file):
            await self.write_ledger(anew=True)
        if await self._port.run(lambda: _is_prepared(folder)):
            await self.write_generated()

    async def close(self) -> None:
        """Leave the ledger as the store is left, where there is one. What goes wrong there is made up for by a sync."""
        folder = self._port.workspace
        async with self._one_at_a_time:
            pass  # a sync that somebody stopped waiting for
        if folder is not None and self._port.config.background:
            with suppress(PerdureError, ForeignLedger, OSError):
                if await self._port.run(lambda: head_of(folder)) is not None:
                    await keep_ledger(self._port, folder)

    async def rebuild(self, folder: str | None = None) -> RebuildCounts:
        """Make this agent, which must be empty, from the files of a workspace alone: its own, or another folder.

        The same items, notes, sessions and evidence under the same ids; of every item the version that was held.
        """
        place = self._own() if folder is None else await self._port.run(lambda: _whole_path(folder))
        done = await rebuild(self._port, place)
        if place == self._port.workspace:
            await keep_ledger(self._port, place, anew=True)
        return done

    async def _forget(self, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        """Take what was forgotten out of the files, too. Answers what could not be."""
        folder = self._port.workspace
        ours = [outcome for outcome in outcomes if outcome.scope in (MAIN, SHARED) and outcome.item_id is not None]
        if folder is None or not ours or not folder.is_dir():
            return ()
        try:
            for outcome in ours:
                if outcome.type == "notes" and (day := day_of(outcome.key or "")) is not None:
                    await self._port.run(partial(notes.remove, folder, day, [outcome.item_id or ""]))
            await self._port.run(lambda: summaries.remove(folder, [outcome.item_id or "" for outcome in ours]))
            written = await self.write_generated() if await self._port.run(lambda: _is_prepared(folder)) else []
        except PerdureError as failure:
            return (say("notice.note_not_written", name=workspace.NOTES, why=failure.message),)
        edited = [one.name for one in written if one.result not in (WriteResult.WRITTEN, WriteResult.SAME)]
        return tuple(say("notice.file_left_alone", name=name) for name in edited)


def _heard(done: asyncio.Future[SyncReport]) -> None:
    """An error that nobody waits for any more is not shouted about."""
    if not done.cancelled():
        done.exception()


def _whole_path(name: object) -> Path:
    """A folder that somebody names: the whole path, so that it is the same one from everywhere."""
    text = check_text(name, "folder", max_bytes=4_096)
    try:
        place = Path(text).expanduser()
    except RuntimeError:  # nobody of the name after `~`
        place = Path(text)
    if not place.is_absolute():
        raise InvalidInput("`folder` is not a whole path", field="folder", hint=say("hint.absolute_folder"))
    return place


def _claim(name: str, agent_id: str) -> Path:
    """A folder belongs to one agent: another one's is refused."""
    place = _whole_path(name)
    private_folder(place / workspace.OWN)
    owner = read_text(place / workspace.OWN / "agent")
    if owner is not None and owner != agent_id:
        raise InvalidInput(
            "this folder is the workspace of another agent", field="folder", hint=say("hint.other_folder")
        )
    change(place / workspace.OWN / "agent", lambda before: agent_id if before is None else None)
    return place


def day_of(key: str) -> date | None:
    """The day in the key of a note, `note:2026-05-01:…`."""
    try:
        return date.fromisoformat(key.split(":")[1])
    except (IndexError, ValueError):
        return None


def shown_notes(tx: Transaction, lines: Sequence[NoteLine], day: date) -> list[NoteLine]:
    """Lines without those that were forgotten, ours or a person's: a file that still has them brings nothing back."""
    held_items = tx.items_by_id([line.id for line in lines if line.id is not None])
    gone = {name for name, item in held_items.items() if item.status is not Status.ACTIVE}
    hidden = tx.withheld.lines() if any(line.id is None for line in lines) else frozenset()
    name = f"{workspace.NOTES}/{notes.name_of(day)}"
    return [line for line in lines if line.id not in gone and (line.id is not None or (name, line.text) not in hidden)]


def _is_prepared(folder: Path) -> bool:
    return any((folder / name).exists() for name in workspace.GENERATED)


def _language(name: str) -> Language:
    if name not in ("en", "zh"):
        raise InvalidInput("`language` must be `en` or `zh`", field="language")
    return "zh" if name == "zh" else "en"

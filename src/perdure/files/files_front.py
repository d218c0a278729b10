"""`luna.files`: notes of the day and MEMORY.md, as files a person can read. They belong to the main scope alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from perdure.errors import PerdureError, Unsupported
from perdure.files import memory_md, notes, summaries
from perdure.files.notes import NoteLine
from perdure.files.safe import read_text
from perdure.folders import private_folder
from perdure.intake.verbs import Intake
from perdure.language import language_of
from perdure.messages import say
from perdure.port import Port
from perdure.types.core import CORE_ITEMS
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
)


class FilesFront:
    """`luna.files`: what can be read without a program."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake
        intake.after_forgetting = self._forget

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
        text = str(item.value["text"])
        language = language_of(text)
        if item.scope != MAIN:
            return say("notice.note_only_main", language)
        folder = self._port.folder
        if folder is None:
            return say("notice.note_no_folder", language)
        name = f"{notes.FOLDER}/{item.created_at.date().isoformat()}.md"

        def write() -> None:
            _prepare(folder)
            notes.append(folder, item.id, text, item.created_at)

        try:
            await self._port.run(write)
        except PerdureError as failure:
            return say("notice.note_not_written", language, name=name, why=failure.message)
        return say("notice.note_written", language, name=name)

    async def _forget(self, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        """Take what was forgotten out of the files, too. Answers what could not be."""
        folder = self._port.folder
        ours = [outcome for outcome in outcomes if outcome.scope in (MAIN, SHARED) and outcome.item_id is not None]
        if folder is None or not ours:
            return ()
        try:
            for outcome in ours:
                if outcome.type == "notes" and (day := _day_of(outcome.key or "")) is not None:
                    await self._port.run(partial(notes.remove, folder, day, outcome.item_id or ""))
            await self._port.run(lambda: summaries.remove(folder, [outcome.item_id or "" for outcome in ours]))
            if await self._port.run(lambda: memory_md.holds(folder, [outcome.item_id or "" for outcome in ours])):
                await self.generate()
        except PerdureError as failure:
            return (say("notice.note_not_written", name=notes.FOLDER, why=failure.message),)
        return ()

    async def notes(
        self, day: date, *, session: Session | str | None = None, scope: str | None = None
    ) -> list[NoteLine]:
        """The notes of a day as they stand in its file; those written by hand have no id."""
        place = await self._port.place(session, scope)
        folder = self._port.folder
        if place.scope != MAIN or folder is None:
            return []
        lines = await self._port.run(lambda: notes.read(folder, day))
        ids = [line.id for line in lines if line.id is not None]
        held = await self._port.read(place.scope, lambda tx: tx.items_by_id(ids)) if ids else {}
        # A line that could not be taken out when its note was forgotten is not read on either.
        gone = {name for name, item in held.items() if item.status is not Status.ACTIVE}
        return [line for line in lines if line.id not in gone]

    async def memory(self, *, session: Session | str | None = None, scope: str | None = None) -> str | None:
        """MEMORY.md as it stands. None outside the main scope, and where there is no such file."""
        place = await self._port.place(session, scope)
        folder = self._port.folder
        if place.scope != MAIN or folder is None:
            return None
        return await self._port.run(lambda: read_text(folder / memory_md.NAME))

    async def prepare(self) -> bool:
        """Make the folder `memory/` and MEMORY.md from its template. What is there stays; says whether it made any."""
        folder = self._own()
        return await self._port.run(lambda: _prepare(folder))

    async def generate(self) -> bool:
        """Make MEMORY.md, or its generated region, anew from core memory. Says whether anything changed."""
        folder = self._own()
        items = await self._port.read(MAIN, lambda tx: tx.carried.core(CORE_ITEMS))
        return await self._port.run(self._generating(folder, items))

    def _own(self) -> Path:
        folder = self._port.folder
        if folder is None:
            raise Unsupported("this home has no folder for files", hint=say("hint.name_workspace"))
        return folder

    @staticmethod
    def _generating(folder: Path, items: Sequence[Item]) -> Callable[[], bool]:
        lines = [(item.id, item.content) for item in items]
        return lambda: memory_md.generate(folder, lines)


def _day_of(key: str) -> date | None:
    """The day in the key of a note, `note:2026-05-01:…`."""
    try:
        return date.fromisoformat(key.split(":")[1])
    except (IndexError, ValueError):
        return None


def _prepare(folder: Path) -> bool:
    is_new = not (folder / notes.FOLDER).is_dir()
    private_folder(folder / notes.FOLDER)
    return memory_md.prepare(folder) or is_new

"""`luna.files`: notes of the day and MEMORY.md, as files a person can read. They belong to the main scope alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from perdure.errors import PerdureError, Unsupported
from perdure.files import memory_md, notes
from perdure.files.notes import NoteLine
from perdure.files.safe import read_text
from perdure.intake.verbs import Intake
from perdure.language import language_of
from perdure.port import Port
from perdure.store.sqlite.files import private_folder
from perdure.types.core import CORE_ITEMS
from perdure.values import MAIN, Candidate, Evidence, Item, Receipt, Refused, Session, Source

# What became of a note, in English and in Chinese.
_THERE = ("the note is in `{name}` too", "这条笔记也写进了 `{name}`")
_NOT_THERE = (
    "the note is kept in memory, but not in `{name}`: {why}",
    "这条笔记已存入记忆，但没有写进 `{name}`：{why}",
)
_ONLY_MAIN = (
    "the note is kept in memory alone: files belong to the main scope",
    "这条笔记只存入记忆：文件只属于 main 范围",
)
_NO_FOLDER = (
    "the note is kept in memory alone: this home has no folder (`Config.workspace` names one)",
    "这条笔记只存入记忆：这里没有文件夹（可用 `Config.workspace` 指定）",
)


class FilesFront:
    """`luna.files`: what can be read without a program."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake

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
        zh = language_of(text) == "zh"
        if item.scope != MAIN:
            return _ONLY_MAIN[zh]
        folder = self._port.folder
        if folder is None:
            return _NO_FOLDER[zh]
        name = f"{notes.FOLDER}/{item.created_at.date().isoformat()}.md"

        def write() -> None:
            _prepare(folder)
            notes.append(folder, item.id, text, item.created_at)

        try:
            await self._port.run(write)
        except PerdureError as failure:
            return _NOT_THERE[zh].format(name=name, why=failure.message)
        return _THERE[zh].format(name=name)

    async def notes(
        self, day: date, *, session: Session | str | None = None, scope: str | None = None
    ) -> list[NoteLine]:
        """The notes of a day as they stand in its file; those written by hand have no id."""
        place = await self._port.place(session, scope)
        folder = self._port.folder
        if place.scope != MAIN or folder is None:
            return []
        return await self._port.run(lambda: notes.read(folder, day))

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
            raise Unsupported("this home has no folder for files", hint="name one in `Config(workspace=…)`")
        return folder

    @staticmethod
    def _generating(folder: Path, items: Sequence[Item]) -> Callable[[], bool]:
        lines = [(item.id, item.content) for item in items]
        return lambda: memory_md.generate(folder, lines)


def _prepare(folder: Path) -> bool:
    is_new = not (folder / notes.FOLDER).is_dir()
    private_folder(folder / notes.FOLDER)
    return memory_md.prepare(folder) or is_new

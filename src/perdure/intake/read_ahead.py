"""Reading turns ahead of the transaction that keeps them, by the reader of our own. It proposes; `conclude` decides.

No write waits for the reader to load: until it is there, turns are read by rules alone and put up to be read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from perdure.errors import Unsupported
from perdure.values import Event, Role

if TYPE_CHECKING:
    from perdure.intake.read.reader import Reader

T = TypeVar("T")

MOST = 32
"""Clauses of one turn that are read before it is acknowledged; the rest stays in the archive."""


@dataclass(frozen=True, slots=True)
class ReadClause:
    """What the reader takes one clause of an event to be."""

    event: int
    start: int
    end: int
    type: str
    """The kind of statement; empty where the reader is not sure enough of it."""
    act: str
    whose: str
    is_sure: bool
    """Otherwise it is likely, and kept provisionally."""


class TurnReader:
    """The reader of one process: loaded once, in the background, and used by one thread at a time."""

    def __init__(self, executor: Executor, cache: Path | None) -> None:
        self._executor = executor
        self._cache = cache
        self._reader: Reader | None = None
        self._loading: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self.problem: str | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether turns can be read now."""
        return self._reader is not None

    def load(self) -> None:
        """Begin to load it, unless that was begun or has failed."""
        if self._reader is None and self._loading is None and self.problem is None:
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        from perdure.intake.read.reader import load_reader

        try:
            self._reader = await self._in_thread(lambda: load_reader(self._cache))
        except Unsupported as missing:
            self.problem = missing.message  # `doctor` shows it; rules go on alone

    async def wait(self) -> bool:
        """Wait until it is loaded. Answers whether it is."""
        self.load()
        if self._loading is not None:
            await asyncio.shield(self._loading)
        return self.is_loaded

    async def read(self, events: Sequence[Event], before: str = "") -> tuple[ReadClause, ...]:
        """What a turn's user says, clause by clause. `before` is what the assistant said last."""
        reader = self._reader
        if reader is None:
            return ()
        async with self._turn:
            return await self._in_thread(lambda: _read(reader, events, before))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Stop waiting for it."""
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)


def _read(reader: Reader, events: Sequence[Event], before: str) -> tuple[ReadClause, ...]:
    from perdure.intake.read.clauses import clauses

    found: list[ReadClause] = []
    for number, event in enumerate(events):
        if event.role == Role.ASSISTANT:
            before = event.content
        if event.role != Role.USER:
            continue
        for one in reader.read(clauses(event.content)[: MOST - len(found)], before[-400:]):
            if one.keep:
                kind = one.type if one.type_sure >= reader.limits["type"] else ""
                found.append(ReadClause(number, one.start, one.end, kind, one.act, one.whose, one.grade == "sure"))
    return tuple(found)

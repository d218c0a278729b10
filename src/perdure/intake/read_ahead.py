"""Reading turns ahead of the transaction that keeps them, by the reader of our own. It proposes; `conclude` decides.

No write waits for the reader to load: until it is there, turns are read by rules alone and put up to be read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from perdure.errors import Unsupported
from perdure.values import Event, Grade, Role

if TYPE_CHECKING:
    from perdure.intake.read.match import Described
    from perdure.intake.read.reader import Reader

T = TypeVar("T")

CHANGES = frozenset({"update", "correct", "retract", "done"})
"""The acts by which somebody says that something is no longer as it was."""
MAY_CHANGE = 0.3
"""The chance of being kept from which on such a clause is looked at: what it changes may make it worth keeping."""
DESCRIBED = 4_096
"""How many texts are kept as the reader sees them; each takes about 3 KB."""
MOST = 32
"""Clauses of one turn that are read before it is acknowledged; the rest stays in the archive."""


@dataclass(frozen=True, slots=True)
class ReadClause:
    """What the reader takes one clause of an event to be."""

    event: int
    start: int
    end: int
    types: Mapping[str, float]
    """The chance of every kind of statement."""
    act: str
    whose: str
    grade: Grade | None
    """How sure it is that this is to be kept; None for what may only matter because of what it changes."""
    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Which of what is held a statement changes."""

    at: int
    is_sure: bool
    """Otherwise a person decides."""


class TurnReader:
    """The reader of one process: loaded once, in the background, and used by one thread at a time."""

    def __init__(self, executor: Executor, cache: Path | None) -> None:
        self._executor = executor
        self._cache = cache
        self._reader: Reader | None = None
        self._loading: asyncio.Task[None] | None = None
        self._turn = Lock()
        self._described: dict[str, Described] = {}
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

        def read() -> tuple[ReadClause, ...]:
            with self._turn:
                return _read(reader, events, before)

        return await self._in_thread(read)

    async def prepare(self, texts: Iterable[str]) -> None:
        """Describe texts ahead of a transaction that is to match them; what is described is kept."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._described]
        if missing and self._reader is not None:
            await self._in_thread(lambda: self._describe(missing))

    def match(self, said: str, held: Sequence[str]) -> Changed | None:
        """Which of what is held a statement changes, if one stands out. Looks only at what was prepared."""
        reader, new = self._reader, self._described.get(said)
        known = [(at, found) for at, text in enumerate(held) if (found := self._described.get(text)) is not None]
        if reader is None or new is None or not known:
            return None
        with self._turn:
            best = reader.match(new, [found for _, found in known])[0]
        sure, likely = reader.odds
        if best.odds < likely or best.relation.best == "same":
            return None
        is_change = best.relation.best in ("replaces", "ends")
        return Changed(known[best.at][0], is_sure=is_change and best.odds >= sure)

    def _describe(self, texts: Sequence[str]) -> None:
        assert self._reader is not None
        with self._turn:
            if len(self._described) + len(texts) > DESCRIBED:
                self._described = {}
            self._described |= {one.text: one for one in self._reader.describe(texts)}

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
            if not one.keep and (one.sure < MAY_CHANGE or one.act not in CHANGES):
                continue
            grade = Grade(one.grade) if one.keep else None
            said = event.content[one.start : one.end]
            found.append(ReadClause(number, one.start, one.end, one.types, one.act, one.whose, grade, said))
    return tuple(found)

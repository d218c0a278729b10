"""`luna.index`: the vectors that follow writes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from perdure.errors import InvalidInput, ModelUnavailable, PerdureError
from perdure.models.contract import EmbeddingClient
from perdure.port import Port
from perdure.recall.arms.meaning import Asked
from perdure.recall.embedding import ask, compare, embed_some
from perdure.recall.rebuild import Rebuilding, RebuildProgress, begin, reached, rebuild
from perdure.slices import Pace
from perdure.store.finder import ARCHIVAL, RECALL
from perdure.store.indexing import LAST
from perdure.store.transaction import Transaction
from perdure.values import (
    MAIN,
    IndexProgress,
    Item,
    check_callable,
)

T = TypeVar("T")
Report = Callable[[int, int], None]

DEAD_SHARE = 0.3
"""The share of tombstones among the vectors that makes compaction worth its while."""
DROPPED = 1_000
"""How many vectors are dropped in one transaction: others write in between."""
NOTED_EVERY = 1_000
"""Numbers of the agent's line after which it is noted in the store that no vector is missing."""
RECORD_VECTORS = "record_vectors"
"""What the settings of an agent call it."""


class IndexFront:
    """`luna.index`: the vectors that follow writes in the background."""

    def __init__(self, port: Port, embedder: EmbeddingClient | None, embeds: Callable[[Item], bool]) -> None:
        self._port = port
        self._embeds = embeds
        self._embedder = embedder
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._problem: str | None = None
        self._reports: list[Callable[[int], None]] = []
        self._complete: dict[str, int] = {}
        """Up to which number of the agent's line no vector is missing, by kind of memory."""
        self.records_wanted = port.config.record_vectors
        """As it was when last looked."""
        self._count_at = 0
        self._items_ready = asyncio.Event()
        """Set while no item lacks its vector."""

    @property
    def has_model(self) -> bool:
        """Whether meaning is meant to be asked at all."""
        return self._embedder is not None

    async def refresh(self) -> None:
        """Go on with a rebuild that was cut short, or begin one if words were cut by other rules than today's."""
        if await self._read(reached) is not None:
            await self._go_on(None)
        elif await self._read(lambda tx: tx.index.is_outdated()):
            await self.rebuild()

    async def rebuild(self, *, at_once: bool = False, report: Report | None = None) -> int:
        """Make everything derived again. Answers how many items there were. Vectors follow in the background.

        Others write in between, and everything is found meanwhile. Cut short, it goes on when the agent is opened.
        `at_once` is for an index that is damaged: in one transaction, which keeps others waiting. `report` hears how
        much is done, and of how much.
        """
        check_callable(report, "report")
        if at_once:
            return await self._port.write(MAIN, lambda tx: rebuild(tx, self._port.registry, self._embeds))
        await self._write(begin)
        return await self._go_on(report)

    async def _go_on(self, report: Report | None) -> int:
        work, pace, items = Rebuilding(self._port.registry, self._embeds), Pace(), 0
        progress: RebuildProgress | None = None
        while True:
            with pace.unit() as size:
                progress = await self._write(partial(work.some, limit=size))
            if progress is None:
                break
            items = progress.items
            if report is not None:
                report(*progress.share)
        self.wake()
        return items

    async def compact(self) -> int:
        """Remove the vectors of items that are no longer in force. Returns how many."""
        return await self._drop(lambda tx: tx.index.compact(DROPPED))

    async def progress(self) -> IndexProgress:
        """How far the vectors are, and what keeps them from going on, if anything does."""
        if self._embedder is None:
            return IndexProgress(None, 0, 0, 0, None)
        model = self._embedder.name

        def work(tx: Transaction) -> IndexProgress:
            shares = [tx.index.shares(mem_type) for mem_type in (RECALL, ARCHIVAL)]
            missing = tx.index.unembedded(model, records=self.wants_records(tx))
            return IndexProgress(model, sum(s.all for s in shares), sum(s.dead for s in shares), missing, self._problem)

        return await self._port.read(MAIN, work)

    async def catch_up(self, *, items_only: bool = False, report: Callable[[int], None] | None = None) -> IndexProgress:
        """Wait until everything that should have a vector has one, or until the model gives up.

        `items_only` waits for those of items alone; records follow in the background. `report` hears how many were
        made, batch by batch. What was made stays: cut short, it goes on from there.
        """
        check_callable(report, "report")
        if report is not None:
            self._reports.append(report)
        try:
            self.wake()
            if self._task is not None and items_only:
                ready = asyncio.ensure_future(self._items_ready.wait())
                await asyncio.wait({ready, self._task}, return_when=asyncio.FIRST_COMPLETED)
                ready.cancel()
            elif self._task is not None:
                await asyncio.shield(self._task)
        finally:
            if report is not None:
                self._reports.remove(report)
        return await self.progress()

    async def record_vectors(self) -> bool:
        """Whether this agent's records have vectors too, so that the archive is searched by meaning as well."""
        return await self._read(self.wants_records)

    async def set_record_vectors(self, wanted: bool | None) -> bool:
        """Set it for this agent; None goes back to `Config.record_vectors`. They are made in the background.

        Without them the vectors that records had are dropped. Answers what holds now.
        """
        if wanted is not None and not isinstance(wanted, bool):
            raise InvalidInput("`wanted` must be true, false or None", field="wanted")

        def work(tx: Transaction) -> bool:
            tx.settings.set(RECORD_VECTORS, wanted)
            return self.wants_records(tx)

        holds = await self._write(work)
        if not holds:
            await self._drop(lambda tx: 0 if self.wants_records(tx) else tx.index.drop_vectors(ARCHIVAL, DROPPED))
        self._complete.pop(ARCHIVAL, None)
        self.wake()
        return holds

    def wants_records(self, tx: Transaction) -> bool:
        """The same inside a unit of work."""
        kept = tx.settings.get(RECORD_VECTORS)
        self.records_wanted = self._port.config.record_vectors if kept is None else bool(kept)
        return self.records_wanted

    async def ask(self, query: str, *, as_statement: bool = True) -> Asked | None:
        """A question as a vector; None when there is no embedder, or while it is unavailable: words still find."""
        try:
            return await ask(self._embedder, query, as_statement=as_statement)
        except ModelUnavailable as failure:
            self._problem = failure.message
            return None

    async def compare(self, text: str, others: Sequence[str]) -> list[float]:
        """How near in meaning each of the others is to a text; nothing where no model can say."""
        if self._embedder is None or not others:
            return []
        try:
            return await compare(self._embedder, text, others)
        except ModelUnavailable as failure:
            self._problem = failure.message
            return []

    def wake(self) -> None:
        """Let the background go on, if it is not at it already."""
        if self._embedder is None:
            return
        self._again = True
        self._items_ready.clear()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._follow(self._embedder))

    async def _follow(self, embedder: EmbeddingClient) -> None:
        while self._again:
            self._again = False
            try:
                sequence, noted = await self._read(partial(self._noted, model=embedder.name))
                await self._fill(embedder, RECALL, noted[RECALL], sequence)
                self._items_ready.set()
                if ARCHIVAL in noted:
                    await self._fill(embedder, ARCHIVAL, noted[ARCHIVAL], sequence)
                else:
                    self._complete.pop(ARCHIVAL, None)
                await self._compact_if_needed(sequence)
            except PerdureError as failure:
                self._problem = failure.message  # the next write tries again; `progress` and `doctor` show it

    def _noted(self, tx: Transaction, model: str) -> tuple[int, dict[str, int]]:
        """The last number of the agent's line, and up to which no vector is missing of each kind that has them."""
        kinds = (RECALL, ARCHIVAL) if self.wants_records(tx) else (RECALL,)
        return tx.sequence, {kind: tx.index.complete_to(kind, model) for kind in kinds}

    async def _fill(self, embedder: EmbeddingClient, mem_type: str, noted: int, reached: int) -> None:
        """Make every vector that is missing. What was complete once is not looked through again."""
        # Forgotten until it is so again: cut short, what was dropped meanwhile must be looked for from the beginning.
        since, before = max(noted, self._complete.pop(mem_type, 0)), LAST
        write = self._write if mem_type == RECALL else self._write_if_wanted
        begun_anew = False
        while made := await embed_some(embedder, self._read, write, mem_type, since=since, before=before):
            self._problem = None
            begun_anew |= made.begins_anew
            since, before = (0, LAST) if made.begins_anew else (since, made.down_to)
            for report in self._reports:
                report(made.count)
            if made.is_last:
                break
        self._complete[mem_type] = reached
        if reached - noted > NOTED_EVERY and not begun_anew:  # the next process begins from there
            await self._write(lambda tx: tx.index.set_complete(mem_type, embedder.name, reached, since=noted))

    async def _compact_if_needed(self, now: int) -> None:
        if now < self._count_at:
            return
        shares = await self._read(lambda tx: tx.index.shares(RECALL))
        self._count_at = now + shares.all // 10  # before that, not enough can have died
        if shares.dead > DEAD_SHARE * max(1, shares.all):
            await self.compact()

    async def _drop(self, some: Callable[[Transaction], int]) -> int:
        """Drop vectors, some in each transaction, until none is left. Answers how many there were."""
        count = 0
        while dropped := await self._write(some):
            count += dropped
        return count

    async def _read(self, work: Callable[[Transaction], T]) -> T:
        return await self._port.read(MAIN, work)

    async def _write(self, work: Callable[[Transaction], T]) -> T:
        return await self._port.note(MAIN, work)

    async def _write_if_wanted(self, work: Callable[[Transaction], bool]) -> bool:
        """Vectors of records, unless somebody decided against them while they were made."""
        return await self._write(lambda tx: self.wants_records(tx) and work(tx))

    async def close(self) -> None:
        """Stop where we are; what is missing is made when the agent is opened again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

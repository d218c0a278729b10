"""The named parts of an agent: `luna.index`, `luna.history`, `luna.review` and `luna.archive`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from perdure.archive import sessions
from perdure.control.history import history
from perdure.errors import InvalidInput, ModelUnavailable, NotFound, StoreUnavailable
from perdure.intake import review
from perdure.intake.forget import as_target
from perdure.models.contract import EmbeddingClient
from perdure.recall.arms.meaning import Asked
from perdure.recall.embedding import ask, embed_some
from perdure.store.finding import ARCHIVAL, RECALL, Lookup
from perdure.store.transaction import ALL, LAST, Transaction
from perdure.values import (
    MAIN,
    History,
    IndexProgress,
    Item,
    Receipt,
    Record,
    ReviewEntry,
    Session,
    Source,
    StoredFile,
    Target,
    check_count,
    check_name,
    check_scope,
)

if TYPE_CHECKING:
    from perdure.agent import AgentMemory

T = TypeVar("T")

DEAD_SHARE = 0.3
"""The share of tombstones among the vectors that makes compaction worth its while."""


class IndexPart:
    """`luna.index`: the vectors that follow writes in the background."""

    def __init__(self, agent: AgentMemory, embedder: EmbeddingClient | None) -> None:
        self._agent = agent
        self._embedder = embedder
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._problem: str | None = None

    @property
    def has_model(self) -> bool:
        """Whether meaning is meant to be asked at all."""
        return self._embedder is not None

    async def refresh(self) -> None:
        """Make the word index again if its words were cut by other rules than today's."""
        if await self._read(lambda tx: tx.index.is_outdated()):
            await self._agent.rebuild_index()

    async def progress(self) -> IndexProgress:
        """How far the vectors are, and what keeps them from going on, if anything does."""
        if self._embedder is None:
            return IndexProgress(None, 0, 0, 0, None)
        model, records = self._embedder.name, self._agent._config.record_vectors

        def work(tx: Transaction) -> IndexProgress:
            shares = [tx.index.shares(mem_type) for mem_type in (RECALL, ARCHIVAL)]
            missing = tx.index.unembedded(model, records=records)
            return IndexProgress(model, sum(s.all for s in shares), sum(s.dead for s in shares), missing, self._problem)

        return await self._agent._read(MAIN, work)

    async def catch_up(self) -> IndexProgress:
        """Wait until everything that should have a vector has one, or until the model gives up."""
        self.wake()
        if self._task is not None:
            await asyncio.shield(self._task)
        return await self.progress()

    async def ask(self, query: str, *, as_statement: bool = True) -> Asked | None:
        """A question as a vector; None when there is no embedder, or while it is out of reach: words still find."""
        try:
            return await ask(self._embedder, query, as_statement=as_statement)
        except ModelUnavailable as failure:
            self._problem = failure.message
            return None

    def wake(self) -> None:
        """Let the background go on, if it is not at it already."""
        if self._embedder is None:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._follow(self._embedder))

    async def _follow(self, embedder: EmbeddingClient) -> None:
        while self._again:
            self._again = False
            try:
                while await embed_some(embedder, self._read, self._write, records=self._agent._config.record_vectors):
                    self._problem = None
                await self._compact_if_needed()
            except ModelUnavailable as failure:
                self._problem = failure.message  # the next write tries again; `progress` and `doctor` show it
            except StoreUnavailable as failure:
                self._problem = failure.message

    async def _compact_if_needed(self) -> None:
        shares = await self._read(lambda tx: tx.index.shares(RECALL))
        if shares.dead > DEAD_SHARE * max(1, shares.all):
            await self._write(lambda tx: tx.index.compact())

    async def _read(self, work: Callable[[Transaction], T]) -> T:
        return await self._agent._read(MAIN, work)

    async def _write(self, work: Callable[[Transaction], T]) -> T:
        return await asyncio.wrap_future(self._agent._store.submit(MAIN, work))

    async def close(self) -> None:
        """Stop where we are; what is missing is made when the agent is opened again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class HistoryPart:
    """`luna.history`: how things came to be what they are."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def of(
        self, target: Item | Target | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> History:
        """Every version of an item (by item, id or key), oldest first, with evidence and the log of changes."""
        chosen = Target(id=target.id) if isinstance(target, Item) else as_target(target)
        if chosen.id is None and chosen.key is None:
            raise InvalidInput("history is of one item: give its `id` or its `key`", field="target")
        if chosen.key is not None:
            chosen = replace(chosen, key=self._agent._registry.normal_key(chosen.key))
        _, where = await self._agent._place(session, scope)
        return await self._agent._read(where, lambda tx: history(tx, chosen))


class ReviewPart:
    """`luna.review`: what waits for a person's word, both sides and the evidence."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def list(self, *, session: Session | str | None = None, scope: str | None = None) -> list[ReviewEntry]:
        """Everything that waits in a scope, the oldest first."""
        _, where = await self._agent._place(session, scope)
        return await self._agent._read(where, review.waiting)

    async def show(
        self, item_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> ReviewEntry:
        """One candidate with its evidence, and what is held against it."""
        check_name(item_id, "item_id")
        _, where = await self._agent._place(session, scope)
        return await self._agent._read(where, lambda tx: review.entry(tx, item_id))

    async def accept(self, item_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Let it hold, on the user's word."""
        check_name(item_id, "item_id")
        rules = self._agent._rules
        return await self._decide(session, scope, lambda tx, held: review.accept(tx, held, item_id, rules))

    async def reject(self, item_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Drop it. Nothing that is held changes."""
        check_name(item_id, "item_id")
        return await self._decide(session, scope, lambda tx, held: review.reject(tx, held, item_id))

    async def accept_all_from(
        self, source: Source | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Accept all that waits from one source, in the order it came, in one transaction."""
        chosen, rules = review.as_source(source), self._agent._rules
        return await self._decide(session, scope, lambda tx, held: review.accept_all_from(tx, held, chosen, rules))

    async def _decide(
        self, session: Session | str | None, scope: str | None, decide: Callable[[Transaction, Session], Receipt]
    ) -> Receipt:
        name, where = await self._agent._place(session, scope)

        def work(tx: Transaction) -> Receipt:
            return decide(tx, sessions.require_open(tx, name) if name else sessions.direct(tx))

        return await self._agent._write(where, work)


class ArchivePart:
    """`luna.archive`: what happened, word for word."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def sessions(self, *, limit: int = 100, scope: str = MAIN) -> list[Session]:
        """Sessions of a scope, newest first."""
        check_count(limit, "limit", ALL)
        return await self._agent._read(check_scope(scope), lambda tx: tx.sessions(limit))

    async def lookups(self, *, limit: int = 100, scope: str = MAIN) -> list[Lookup]:
        """Looks into the archive, newest first: when, why and how much came back; never what was asked."""
        check_count(limit, "limit", ALL)
        return await self._agent._read(check_scope(scope), lambda tx: tx.finder.lookups(limit))

    async def records(self, session: Session | str, *, after: int = 0, limit: int = 1_000) -> list[Record]:
        """The records of a session in order; `after` is the sequence of the last one seen."""
        check_count(limit, "limit", ALL)
        if after != 0:
            check_count(after, "after", LAST)
        name, where = await self._agent._place(session, None)
        return await self._agent._read(where, lambda tx: tx.records(name or "", after=after, limit=limit))

    async def record(self, record_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Record:
        """One record by its id."""
        check_name(record_id, "record_id")
        _, where = await self._agent._place(session, scope)
        found = await self._agent._read(where, lambda tx: tx.record(record_id))
        if found is None:
            raise NotFound("nothing of that name in this scope")
        return found

    async def attachment(
        self, attachment_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> tuple[StoredFile, bytes]:
        """An attachment and its bytes, checked against the hash taken when they came in."""
        check_name(attachment_id, "attachment_id")
        _, where = await self._agent._place(session, scope)
        found = await self._agent._read(where, lambda tx: tx.file(attachment_id))
        if found is None:
            raise NotFound("nothing of that name in this scope")
        return found

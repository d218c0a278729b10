"""Runtime: opens a home (a folder or a PostgreSQL database) and hands out agents."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from perdure.agent import AgentMemory
from perdure.clock import Clock, SystemClock
from perdure.config import Config, cache_folder, default_embedder, default_home
from perdure.control.branches import compare_agents, run_fork, run_merge
from perdure.control.fork import Fork
from perdure.control.fronts import Certificate
from perdure.control.merge import MergeReport
from perdure.control.state import Diff
from perdure.errors import InvalidInput, ModelUnavailable, StoreUnavailable
from perdure.folders import folder_name, remove_folder
from perdure.ids import Ids
from perdure.intake.extract import extract
from perdure.intake.learn import Extractor
from perdure.intake.llm_queue import LEARN
from perdure.intake.policy import MemoryPolicy
from perdure.intake.read_ahead import TurnReader
from perdure.messages import say
from perdure.models.build import embedder as build
from perdure.models.build import llm as build_llm
from perdure.models.checked import CheckedEmbedder
from perdure.models.contract import EmbeddingClient, LLMClient
from perdure.models.settings import ModelSettings
from perdure.port import AgentPort
from perdure.store.contract import AgentRow, AgentStore, Diagnosis, Engine
from perdure.store.lineage import Ancestor
from perdure.store.points import PointLike
from perdure.types.registry import load
from perdure.urls import check_home, is_server
from perdure.values import MAIN, check_name, check_scope

CATCH_UP = 5.0
"""Seconds that warming up may take for turns that waited; the rest goes on, or is left to whoever comes next."""


class Runtime:
    """Many agents in one home. Close it, or use it as an async context manager."""

    def __init__(
        self,
        home: str | Path | None = None,
        *,
        config: Config | None = None,
        clock: Clock | None = None,
        embedder: EmbeddingClient | ModelSettings | str | None = None,
        llm: LLMClient | ModelSettings | None = None,
        extractor: Extractor = extract,
        policy: MemoryPolicy | None = None,
    ) -> None:
        """Open a home.

        `embedder` is a client, its settings or its name (`local`, `none`): `$PERDURE_EMBEDDER`, else `local`.
        `llm` is a client or the settings of one; without it memory works by rules alone.
        `policy` decides what is kept, learned, embedded and forgotten; by default what the settings say.
        """
        chosen = config or Config()
        self._config = chosen if policy is None else replace(chosen, policy=policy)
        self._clock = clock or SystemClock()
        self._extractor = extractor
        self._ids = Ids(self._clock)
        self._executor = ThreadPoolExecutor(max_workers=self._config.pool_size, thread_name_prefix="perdure")
        self._engine = self._open_engine(default_home() if home is None else home)
        self._agents: dict[str, tuple[AgentMemory, AgentStore]] = {}
        self._opening = asyncio.Lock()
        self._closed = False
        self._embedder = self._choose(default_embedder() if embedder is None else embedder)
        self._llm = build_llm(llm) if isinstance(llm, ModelSettings) else llm
        self._turn_reader = self._make_reader()

    @staticmethod
    def _choose(embedder: EmbeddingClient | ModelSettings | str) -> EmbeddingClient | None:
        wanted = ModelSettings(provider=embedder) if isinstance(embedder, str) else embedder
        return build(wanted) if isinstance(wanted, ModelSettings) else CheckedEmbedder(wanted)

    def _make_reader(self) -> TurnReader | None:
        """The reader, if turns are to be read by it."""
        wanted = self._embedder is not None if self._config.reader is None else self._config.reader
        return TurnReader(self._executor, cache_folder()) if wanted else None

    def _open_engine(self, home: str | Path) -> Engine:
        if not isinstance(home, str | Path):
            raise InvalidInput(f"`home` must be a folder or a URL: got {type(home).__name__}", field="home")
        if is_server(check_home(str(home))) and isinstance(home, str):
            from perdure.store.postgres.engine import PostgresEngine

            return PostgresEngine(home, config=self._config, clock=self._clock, ids=self._ids, executor=self._executor)
        from perdure.store.sqlite.engine import SQLiteEngine

        return SQLiteEngine(
            Path(home).expanduser(), config=self._config, clock=self._clock, ids=self._ids, executor=self._executor
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def agent(self, agent_id: str, *, create: bool = True) -> AgentMemory:
        """An agent's memory, made on first use unless `create` is false. The same id gives the same object."""
        check_name(agent_id, "agent_id")
        async with self._opening:
            self._check_open()
            if agent_id not in self._agents:
                loop = asyncio.get_running_loop()
                store = await loop.run_in_executor(self._executor, lambda: self._engine.open(agent_id, create=create))
                port = AgentPort(
                    store,
                    config=self._config,
                    registry=load(),
                    ids=self._ids,
                    executor=self._executor,
                    llm=self._llm,
                )
                memory = AgentMemory(
                    port, embedder=self._embedder, extractor=self._extractor, turn_reader=self._turn_reader
                )
                self._agents[agent_id] = memory, store
                await memory.open()
            return self._agents[agent_id][0]

    # one memory out of another

    async def fork(self, source: str, new: str, *, at: PointLike | None = None) -> Fork:
        """Make an agent with the memory of another: as it is now, or as it was at a time, a change set or a snapshot.

        From then on each goes its own way. A fork from an earlier point knows nothing of what came later.
        """
        self._check_open()
        if check_name(source, "source") == check_name(new, "new"):
            raise InvalidInput("an agent is not forked into itself", field="new", hint=say("hint.another_name"))
        parent = await self.agent(source, create=False)
        return await run_fork(parent.port, self._engine, new, at)

    async def diff(self, first: str, second: str, *, scope: str = MAIN) -> Diff:
        """What the second agent holds otherwise than the first, in one scope."""
        one, other = await self.agent(first, create=False), await self.agent(second, create=False)
        return await compare_agents(one.port, other.port, check_scope(scope))

    async def merge(self, source: str, into: str, *, scope: str = MAIN, dry_run: bool = False) -> MergeReport:
        """Merge what one agent learned into another, in one scope and in one change set, which `history.undo` undoes.

        What only the source changed comes in as it is; what both changed is settled by the rules of its type, or waits
        for review. The source stays as it is.
        """
        if check_name(source, "source") == check_name(into, "into"):
            raise InvalidInput("an agent is not merged into itself", field="into", hint=say("hint.name_two_agents"))
        theirs, ours = await self.agent(source, create=False), await self.agent(into, create=False)
        return await run_merge(theirs.port, ours.port, ours.policy, check_scope(scope), dry_run=dry_run)

    async def ancestors(self, agent_id: str) -> list[Ancestor]:
        """The agents that a memory was forked from or that were merged into it, the oldest first."""
        memory = await self.agent(agent_id, create=False)
        return await memory.port.read(MAIN, lambda tx: tx.lineage.ancestors())

    async def warm(self) -> None:
        """Load a model that runs on this machine, so that the first question need not wait for it.

        Turns that waited for the reader are read as soon as it is there: what comes next may build on them.
        """
        from perdure.models.local import LocalEmbedder

        if self._turn_reader is not None and await self._turn_reader.wait():
            for memory, _ in [*self._agents.values()]:
                await memory.jobs.finish(LEARN, within=CATCH_UP)
        if isinstance(self._embedder, LocalEmbedder):
            with suppress(ModelUnavailable):  # whoever needs it tries again, and `doctor` says what is wrong with it
                await self._embedder.load()

    async def agents(self) -> list[AgentRow]:
        """Every agent of this home, ordered by id."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._engine.agents)

    async def delete_agent_data(self, agent_id: str) -> Certificate:
        """Delete all that an agent has, of every scope, itself included: database, notes, attachments, tombstones.

        It cannot be undone. On PostgreSQL no query finds it any more; purging the server's files is the operator's.
        """
        check_name(agent_id, "agent_id")
        asked_at = self._clock.now()
        place = (await self.agent(agent_id, create=False)).port.workspace
        async with self._opening:
            self._check_open()
            loop = asyncio.get_running_loop()
            if agent_id in self._agents:
                memory, store = self._agents.pop(agent_id)
                await memory.close()
                await loop.run_in_executor(self._executor, store.close)
            return await loop.run_in_executor(self._executor, lambda: self._delete(agent_id, place, asked_at))

    def _delete(self, agent_id: str, workspace: Path | None, asked_at: datetime) -> Certificate:
        counts = Counter(self._engine.delete(agent_id))
        operator = [] if self._engine.name == "sqlite" else [say("erase.server_part")]
        if workspace is not None and workspace.name == folder_name(agent_id):
            counts.update(remove_folder(workspace))
        elif workspace is not None and workspace.is_dir():  # a folder that somebody chose may hold more than ours
            operator.append(say("erase.folder_stays", folder=str(workspace)))
        now = self._clock.now()
        return Certificate(self._ids.new(), agent_id, "", asked_at, now, counts=counts, operator=tuple(operator))

    async def check(self) -> list[Diagnosis]:
        """Versions and abilities of the engine behind this home."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._engine.check)

    async def close(self) -> None:
        """Finish what is queued and let go of every file, connection and thread. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        stores = [store for _, store in self._agents.values()]
        for memory, _ in self._agents.values():
            await memory.close()
        self._agents.clear()
        if self._turn_reader is not None:
            await self._turn_reader.close()
        if self._embedder is not None:
            await self._embedder.close()
        if self._llm is not None:
            await self._llm.close()
        await asyncio.to_thread(self._shut, stores)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("this runtime is closed", hint=say("hint.open_runtime"))

    def _shut(self, stores: list[AgentStore]) -> None:
        for store in stores:
            store.close()
        self._engine.close()
        self._executor.shutdown(wait=True)

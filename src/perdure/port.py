"""What a capability is given to work with: a place to act in, units of work, models, settings and the clock.

A capability never sees the agent or another capability's store. It says where (`place`), runs a unit of work there
(`read`, `write`), asks a model (`ask`), or runs something slow in a thread (`run`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from perdure.config import Config, default_workspaces, zone_of
from perdure.errors import InvalidInput, NotFound, StoreUnavailable
from perdure.folders import folder_name
from perdure.ids import Ids
from perdure.messages import say
from perdure.models.contract import LLMClient, Prompt, Reply
from perdure.store.contract import AgentStore
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import MAIN, Session, check_name, check_scope

T = TypeVar("T")
SessionLike = Session | str | None
WORKSPACE = "workspace"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens: a scope, and the session in it if there is one."""

    scope: str
    session: str | None = None

    @property
    def session_id(self) -> str:
        """The session's id. Asked only where the verb takes a session and not a scope."""
        if self.session is None:
            raise InvalidInput("`session` is missing", field="session", hint=say("hint.start_session"))
        return self.session


class NotNow(Exception):
    """A model must not be asked before then. Whoever asked waits, and no try is counted."""

    def __init__(self, reason: str, until: datetime) -> None:
        super().__init__(reason)
        self.reason = reason
        self.until = until


class _Rehearsed(Exception):
    """Takes back a unit of work that was only to be looked at."""


class Port(Protocol):
    """One agent, as its capabilities see it."""

    @property
    def agent_id(self) -> str:
        """The agent's id, exactly as given."""
        ...

    @property
    def config(self) -> Config: ...

    @property
    def registry(self) -> Registry: ...

    @property
    def ids(self) -> Ids: ...

    @property
    def llm(self) -> LLMClient | None: ...

    @property
    def folder(self) -> Path | None:
        """Where the agent's files live: beside its database, or in the workspace; None where there is neither."""
        ...

    @property
    def workspace(self) -> Path | None:
        """The folder of files that a person reads and edits; None where there is none."""
        ...

    @property
    def default_workspace(self) -> Path:
        """Where that folder is made when nobody has said where."""
        ...

    own_workspace: Path | None

    def today(self, now: datetime) -> date:
        """The day of a moment where the agent lives (`Config.time_zone`)."""
        ...

    def local(self, moment: datetime) -> datetime:
        """A moment as the clocks there show it."""
        ...

    async def place(self, session: SessionLike = None, scope: str | None = None) -> Place:
        """The place that a session, or else a scope (default `main`), stands for. Both given must agree."""
        ...

    async def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        """Run a unit of work that writes nothing."""
        ...

    async def write(self, scope: str, work: Callable[[Transaction], T], *, dry_run: bool = False) -> T:
        """Run a unit of work and answer once it is durable. What follows writes (vectors, jobs) is woken.

        With `dry_run` the work is done and taken back: its answer tells what would have come of it.
        """
        ...

    async def note(self, scope: str, work: Callable[[Transaction], T]) -> T:
        """The same for what only concerns the books (queue, usage, vectors): nothing follows it."""
        ...

    async def run(self, work: Callable[[], T]) -> T:
        """Run something that blocks, in a thread."""
        ...

    async def ask(self, prompt: Prompt, *, purpose: str, place: Place, llm: LLMClient | None = None) -> Reply:
        """Ask the LLM, or another, within the daily cap, and write down what it cost. Over the cap: `NotNow`."""
        ...


class AgentPort:
    """The port of an open agent."""

    def __init__(
        self,
        store: AgentStore,
        *,
        config: Config,
        registry: Registry,
        ids: Ids,
        executor: Executor,
        llm: LLMClient | None = None,
    ) -> None:
        self.store = store
        self.config = config
        self.registry = registry
        self.ids = ids
        self.llm = llm
        self._executor = executor
        self.own_workspace: Path | None = None
        """The folder that somebody named for this agent alone."""
        self._scopes: dict[str, str] = {}
        self._followers: list[Callable[[bool], None]] = []
        self._ledger: CostLedger | None = None

    @property
    def agent_id(self) -> str:
        return self.store.agent_id

    @property
    def folder(self) -> Path | None:
        if self.store.folder is not None or self.config.workspace is None:
            return self.store.folder
        return Path(self.config.workspace).expanduser() / folder_name(self.agent_id)

    @property
    def workspace(self) -> Path | None:
        if self.own_workspace is not None:
            return self.own_workspace
        if self.config.workspace is not None:
            return Path(self.config.workspace).expanduser() / folder_name(self.agent_id)
        if self.store.folder is not None:
            return self.store.folder / WORKSPACE
        # A database may serve many machines: on this one there are files once somebody has asked for them.
        return self.default_workspace if self.default_workspace.is_dir() else None

    @property
    def default_workspace(self) -> Path:
        """Where files are made when nobody has said where."""
        if self.store.folder is not None:
            return self.store.folder / WORKSPACE
        return default_workspaces() / folder_name(self.agent_id)

    def today(self, now: datetime) -> date:
        return self.local(now).date()

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(zone_of(self.config.time_zone))

    def after_write(self, follower: Callable[[bool], None]) -> None:
        """Have something woken after every write; it hears whether the write queued work for later."""
        self._followers.append(follower)

    def keep_books(self, ledger: CostLedger) -> None:
        """Have the cost of every answer of the model written down there."""
        self._ledger = ledger

    async def place(self, session: SessionLike = None, scope: str | None = None) -> Place:
        if session is None:
            return Place(check_scope(MAIN if scope is None else scope))
        name = check_name(session.id if isinstance(session, Session) else session, "session")
        if name not in self._scopes:
            found = await self.read(MAIN, lambda tx: tx.scope_of(name))
            if found is None:
                raise NotFound(f"no session `{name}`", hint=say("hint.start_session"))
            self._scopes[name] = found
        where = self._scopes[name]
        if scope is not None and check_scope(scope) != where:
            raise InvalidInput(
                "`scope` is not the scope of this session", field="scope", hint=say("hint.scope_or_session")
            )
        return Place(where, name)

    async def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await self.run(lambda: self.store.read(scope, work))

    async def write(self, scope: str, work: Callable[[Transaction], T], *, dry_run: bool = False) -> T:
        if dry_run:
            return await self._rehearse(scope, work)
        answer, has_jobs = await self.note(scope, lambda tx: (work(tx), tx.queue.has_grown))
        for follow in self._followers:
            follow(has_jobs)
        return answer

    async def _rehearse(self, scope: str, work: Callable[[Transaction], T]) -> T:
        answers: list[T] = []

        def rehearsed(tx: Transaction) -> None:
            answers.append(work(tx))
            raise _Rehearsed

        try:
            await self.note(scope, rehearsed)
        except _Rehearsed:
            return answers[-1]
        raise AssertionError("a rehearsal never ends by itself")

    async def note(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await asyncio.wrap_future(self.store.submit(scope, work))

    async def run(self, work: Callable[[], T]) -> T:
        try:
            running = asyncio.get_running_loop().run_in_executor(self._executor, work)
        except RuntimeError:  # the executor takes no more work
            raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again")) from None
        return await running

    async def ask(self, prompt: Prompt, *, purpose: str, place: Place, llm: LLMClient | None = None) -> Reply:
        assert self._ledger is not None
        return await self._ledger.ask(prompt, purpose=purpose, place=place, llm=llm)


class CostLedger(Protocol):
    """Who asks the model and writes down what it cost."""

    async def ask(self, prompt: Prompt, *, purpose: str, place: Place, llm: LLMClient | None = None) -> Reply: ...

"""AgentMemory: the verbs of one agent. Each is short: it says which unit of work runs, and in which scope."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import TypeVar

from perdure.archive import sessions
from perdure.archive.events import draft_turn
from perdure.config import Config
from perdure.control.doctor import examine
from perdure.control.history import history
from perdure.errors import InvalidInput, NotFound, StoreDamaged, StoreUnavailable
from perdure.ids import Ids
from perdure.intake import write
from perdure.intake.forget import as_target, forget, matching
from perdure.recall.index import rebuild
from perdure.recall.search import retrieve
from perdure.store.contract import AgentStore, Draft, Finding
from perdure.store.transaction import ALL, LAST, Transaction
from perdure.types.registry import Registry
from perdure.values import (
    MAIN,
    Candidate,
    Event,
    History,
    Hit,
    Item,
    Receipt,
    Record,
    Session,
    Status,
    StoredFile,
    Target,
    check_count,
    check_name,
    check_scope,
)

T = TypeVar("T")


class AgentMemory:
    """The memory of one agent. No verb takes another agent's id; every verb acts in one scope."""

    def __init__(self, store: AgentStore, *, config: Config, registry: Registry, ids: Ids, executor: Executor) -> None:
        self._store = store
        self._config = config
        self._registry = registry
        self._ids = ids
        self._executor = executor
        self._scopes: dict[str, str] = {}
        self.history = HistoryPart(self)
        self.archive = ArchivePart(self)

    @property
    def id(self) -> str:
        """The agent's id, exactly as given."""
        return self._store.agent_id

    # sessions

    async def start_session(
        self, session_id: str | None = None, *, scope: str = MAIN, kind: str = "conversation"
    ) -> Session:
        """Open a session in a scope. An id that is open in the same scope is taken up again."""
        name = self._ids.new() if session_id is None else check_name(session_id, "session_id")
        check_name(kind, "kind")
        return await self._write(check_scope(scope), lambda tx: sessions.start(tx, name, kind))

    async def end_session(self, session: Session | str) -> Session:
        """Close a session; what was kept only for its length lapses. Ending it twice changes nothing."""
        name, scope = await self._place(session, None)
        return await self._write(scope, lambda tx: sessions.end(tx, name or ""))

    # writing

    async def commit_turn(
        self, session: Session | str, events: Sequence[Event], *, idempotency_key: str | None = None
    ) -> Receipt:
        """Keep one turn. When this returns, it survives kill -9 and power loss."""
        return (await self.commit_turns(session, [events], idempotency_key=idempotency_key))[0]

    async def commit_turns(
        self, session: Session | str, turns: Sequence[Sequence[Event]], *, idempotency_key: str | None = None
    ) -> list[Receipt]:
        """Keep many turns in one transaction: all of them, or none. Answers one receipt per turn."""
        drafts = [draft_turn(events, self._config) for events in turns]
        name, scope = await self._place(session, None)

        def work(tx: Transaction) -> list[Receipt]:
            if idempotency_key is None:
                return write.append_turns(tx, sessions.require_open(tx, name or ""), drafts)
            held = sessions.require(tx, name or "")
            receipts = []
            for n, turn in enumerate(drafts):
                key = f"{idempotency_key}#{n}" if n else idempotency_key
                payload = ["commit_turn", turn, len(drafts)]
                receipts.append(write.once(tx, held, key, payload, _appending(tx, held.id, turn)))
            return receipts

        return await self._write(scope, work)

    async def add_event(self, session: Session | str, event: Event, *, idempotency_key: str | None = None) -> Receipt:
        """Keep a single event as a turn of its own. Its archive id is `receipt.records[0]`."""
        return await self.commit_turn(session, [event], idempotency_key=idempotency_key)

    async def upsert_recall(
        self,
        candidate: Candidate,
        *,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Conclude something: store it, merge it, supersede what it replaces, or put it up for review."""
        name, where = await self._place(session, scope)

        def work(tx: Transaction) -> Receipt:
            held = sessions.require(tx, name) if name else sessions.direct(tx)

            def upsert() -> Receipt:
                session = sessions.require_open(tx, held.id)
                return write.upsert(
                    tx, session, candidate, registry=self._registry, config=self._config, agent_id=self.id
                )

            return write.once(tx, held, idempotency_key, ["upsert_recall", candidate], upsert)

        return await self._write(where, work)

    async def forget_recall(
        self,
        target: Target | str,
        *,
        mode: str = "deactivate",
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Forget items by id, key, type or query: `deactivate` keeps versions, `delete` does not. The archive stays."""
        chosen = as_target(target)
        name, where = await self._place(session, scope)

        def work(tx: Transaction) -> Receipt:
            held = sessions.require(tx, name) if name else sessions.direct(tx)

            def forgetting() -> Receipt:
                return forget(tx, sessions.require_open(tx, held.id), chosen, mode, registry=self._registry)

            return write.once(tx, held, idempotency_key, ["forget_recall", chosen, mode], forgetting)

        return await self._write(where, work)

    # reading

    async def preview_forget(
        self,
        target: Target | str,
        *,
        mode: str = "deactivate",
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Item]:
        """The items that `forget_recall` would forget, so that a person can look before agreeing."""
        chosen = as_target(target)
        _, where = await self._place(session, scope)
        every = mode == "delete"
        return await self._read(
            where, lambda tx: list(matching(tx, chosen, registry=self._registry, include_past=every))
        )

    async def items(
        self,
        type: str | None = None,
        key: str | None = None,
        status: Status | str | None = Status.ACTIVE,
        *,
        limit: int = 1_000,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Item]:
        """List items. `active` is what holds now; another status, or None for all, lists versions, newest first."""
        kind = None if type is None else self._registry.get(type).name
        normal = None if key is None else self._registry.normal_key(key)
        wanted = None if status is None else _status(status)
        check_count(limit, "limit", ALL)
        _, where = await self._place(session, scope)
        return await self._read(where, lambda tx: tx.items(type=kind, key=normal, status=wanted, limit=limit))

    async def item(self, item_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Item:
        """One version by its id, whatever its status."""
        check_name(item_id, "item_id")
        _, where = await self._place(session, scope)
        found = await self._read(where, lambda tx: tx.item(item_id))
        if found is None:
            raise NotFound("nothing of that name in this scope", hint="`items` lists what there is")
        return found

    async def retrieve_recall(
        self, query: str, *, k: int | None = None, session: Session | str | None = None, scope: str | None = None
    ) -> list[Hit]:
        """The items that best match a question, best first."""
        _, where = await self._place(session, scope)
        count = self._config.recall_top_k if k is None else k
        return await self._read(where, lambda tx: retrieve(tx, query, count))

    # upkeep

    async def rebuild_index(self) -> int:
        """Make everything derived from items again. Answers how many items there were."""
        return await self._write(MAIN, lambda tx: rebuild(tx, self._registry))

    async def check(self) -> list[Finding]:
        """What `perdure doctor` shows: engine, integrity, hash chain, versions, evidence, index."""
        findings: list[Finding] = []
        for look in (self._store.check, lambda: self._store.read(MAIN, lambda tx: examine(tx, self._registry))):
            try:
                findings += await self._run(look)
            except StoreDamaged as damage:  # what is found here is the answer, not a failure of asking
                findings.append(Finding("contents", False, damage.message, damage.hint))
        return findings

    # how it is done

    async def _place(self, session: Session | str | None, scope: str | None) -> tuple[str | None, str]:
        """The session's id, if any, and the scope to act in. A session fixes its scope; a given one has to agree."""
        if session is None:
            return None, check_scope(MAIN if scope is None else scope)
        name = check_name(session.id if isinstance(session, Session) else session, "session")
        if name not in self._scopes:
            found = await self._read(MAIN, lambda tx: tx.scope_of(name))
            if found is None:
                raise NotFound(f"no session `{name}`", hint="start one with `start_session`")
            self._scopes[name] = found
        where = self._scopes[name]
        if scope is not None and check_scope(scope) != where:
            raise InvalidInput("`scope` is not the scope of this session", field="scope", hint="give only one of them")
        return name, where

    async def _write(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await asyncio.wrap_future(self._store.submit(scope, work))

    async def _read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await self._run(lambda: self._store.read(scope, work))

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            running = asyncio.get_running_loop().run_in_executor(self._executor, work)
        except RuntimeError:  # the executor takes no more work
            raise StoreUnavailable("this memory is closed", hint="open the agent again") from None
        return await running


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


class ArchivePart:
    """`luna.archive`: what happened, word for word."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def sessions(self, *, limit: int = 100, scope: str = MAIN) -> list[Session]:
        """Sessions of a scope, newest first."""
        check_count(limit, "limit", ALL)
        return await self._agent._read(check_scope(scope), lambda tx: tx.sessions(limit))

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


def _appending(tx: Transaction, session_id: str, turn: list[Draft]) -> Callable[[], Receipt]:
    return lambda: write.append_turns(tx, sessions.require_open(tx, session_id), [turn])[0]


def _status(status: Status | str) -> Status:
    try:
        return Status(status)
    except ValueError:
        accepted = ", ".join(f"`{member.value}`" for member in Status)
        raise InvalidInput(f"`status` must be one of {accepted}", field="status") from None

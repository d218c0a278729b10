"""AgentMemory: the verbs of one agent. Each is short: it says which unit of work runs, and in which scope."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from perdure.archive import sessions
from perdure.archive.events import draft_turn
from perdure.clock import aware
from perdure.config import Config
from perdure.control.doctor import examine
from perdure.control.history import history
from perdure.errors import InvalidInput, ModelUnavailable, NotFound, PerdureError, StoreDamaged, StoreUnavailable
from perdure.ids import Ids
from perdure.intake import review, write
from perdure.intake.cleaning import CleanTurn, clean_candidate, clean_turn
from perdure.intake.extract import extract
from perdure.intake.forget import as_target, forget, matching
from perdure.intake.hot import Hot
from perdure.intake.learn import Extractor, Learning, Rules
from perdure.intake.pii import Policy
from perdure.models.contract import EmbeddingClient
from perdure.recall.arms.meaning import Asked
from perdure.recall.embedding import ask, embed_some
from perdure.recall.index import rebuild
from perdure.recall.search import check_query, search
from perdure.recall.traces import LOOKUP_REASONS, look_up
from perdure.store.contract import AgentStore, Finding
from perdure.store.finding import ARCHIVAL, RECALL, Filters, Lookup, View
from perdure.store.transaction import ALL, LAST, Transaction
from perdure.types.registry import Registry
from perdure.values import (
    MAIN,
    Candidate,
    Event,
    History,
    Hit,
    IndexProgress,
    Item,
    Receipt,
    Record,
    ReviewEntry,
    Role,
    Session,
    Source,
    Status,
    StoredFile,
    Target,
    Trace,
    check_count,
    check_name,
    check_scope,
)

T = TypeVar("T")

NOT_LEARNED = "this turn is kept, but nothing was learned from it: learning failed"
LONG = 20_000
"""Characters from which on cleaning is worth a thread of its own: others go on meanwhile."""
HOT_SCOPES = 64
"""Of how many scopes the hot set stays in memory."""
DEAD_SHARE = 0.3
"""The share of tombstones among the vectors that makes compaction worth its while."""


class AgentMemory:
    """The memory of one agent. No verb takes another agent's id; every verb acts in one scope."""

    def __init__(
        self,
        store: AgentStore,
        *,
        config: Config,
        registry: Registry,
        ids: Ids,
        executor: Executor,
        embedder: EmbeddingClient | None = None,
        extractor: Extractor = extract,
    ) -> None:
        self._store = store
        self._config = config
        self._registry = registry
        self._ids = ids
        self._executor = executor
        self._scopes: dict[str, str] = {}
        self._privacy = Policy(config.pii, config.pii_default)
        self._rules = Rules(extractor, registry, config, store.agent_id)
        self._hot: dict[str, Hot] = {}
        self._unlearned: Counter[str] = Counter()
        self.history = HistoryPart(self)
        self.review = ReviewPart(self)
        self.archive = ArchivePart(self)
        self.index = IndexPart(self, embedder)

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
        self,
        session: Session | str,
        events: Sequence[Event],
        *,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> Receipt:
        """Keep one turn and learn from it. When this returns, both survive kill -9 and power loss.

        What is private is masked first, unless `allow` names its class. With `learn=False` the turn is only kept.
        """
        return (await self.commit_turns(session, [events], idempotency_key=idempotency_key, allow=allow, learn=learn))[
            0
        ]

    async def commit_turns(
        self,
        session: Session | str,
        turns: Sequence[Sequence[Event]],
        *,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> list[Receipt]:
        """Keep many turns in one transaction: all of them, or none. Answers one receipt per turn."""
        drafts = [draft_turn(events, self._config) for events in turns]

        def clean() -> list[CleanTurn]:
            return [clean_turn(turn, self._privacy, allow) for turn in drafts]

        is_long = sum(len(draft.content) for turn in drafts for draft in turn) > LONG
        cleaned = await self._run(clean) if is_long else clean()
        name, scope = await self._place(session, None)

        def keep(tx: Transaction, learning: Learning | None, told: tuple[str, ...] = ()) -> list[Receipt]:
            kept = [replace(turn, notices=(*turn.notices, *told)) for turn in cleaned]
            if idempotency_key is None:
                return write.keep_turns(tx, sessions.require_open(tx, name or ""), kept, learning)
            held = sessions.require(tx, name or "")
            receipts = []
            for n, turn in enumerate(kept):
                key = f"{idempotency_key}#{n}" if n else idempotency_key
                payload = ["commit_turn", turn.drafts, len(cleaned)]
                receipts.append(write.once(tx, held, key, payload, _keeping(tx, held.id, turn, learning)))
            return receipts

        if not learn:
            return await self._write(scope, lambda tx: keep(tx, None))
        return await self._learn(scope, keep)

    async def _learn(self, scope: str, keep: Callable[..., list[Receipt]]) -> list[Receipt]:
        """Run a unit that learns. Should learning break it, it runs once more without: the record comes first."""

        def work(tx: Transaction) -> tuple[list[Receipt], Learning, Hot]:
            learning = Learning(tx, self._rules, self._hot.get(scope))
            receipts = keep(tx, learning)
            return receipts, learning, learning.done()

        try:
            receipts, learning, hot = await self._write(scope, work)
        except PerdureError:
            raise
        except Exception as failure:  # noqa: BLE001 - whatever learning raises, the turn is kept and the receipt says so
            self._unlearned[type(failure).__name__] += 1
            return await self._write(scope, lambda tx: keep(tx, None, (NOT_LEARNED,)))
        if learning.failure is not None:
            self._unlearned[learning.failure] += 1
        self._keep_hot(scope, hot)
        return receipts

    def _keep_hot(self, scope: str, hot: Hot) -> None:
        """What a durable write left behind, for the next one; of a few scopes, the ones used last."""
        known = self._hot.pop(scope, None)
        self._hot[scope] = hot if known is None or known.revision <= hot.revision else known
        while len(self._hot) > HOT_SCOPES:
            self._hot.pop(next(iter(self._hot)))

    async def add_event(
        self,
        session: Session | str,
        event: Event,
        *,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> Receipt:
        """Keep a single event as a turn of its own. Its archive id is `receipt.records[0]`."""
        return await self.commit_turn(session, [event], idempotency_key=idempotency_key, allow=allow, learn=learn)

    async def upsert_recall(
        self,
        candidate: Candidate,
        *,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Conclude something: store it, merge it, supersede what it replaces, or put it up for review."""
        candidate, notices = clean_candidate(candidate, self._privacy, allow)
        name, where = await self._place(session, scope)

        def work(tx: Transaction) -> Receipt:
            held = sessions.require(tx, name) if name else sessions.direct(tx)

            def upsert() -> Receipt:
                session = sessions.require_open(tx, held.id)
                receipt = write.upsert(
                    tx, session, candidate, registry=self._registry, config=self._config, agent_id=self.id
                )
                return replace(receipt, notices=(*receipt.notices, *notices))

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
        """The conclusions that best match a question, best first. Episodes are left to `search_memory`."""
        return await self._search(query, k, session, scope, without=frozenset({"episodes"}))

    async def search_memory(
        self,
        query: str,
        *,
        k: int | None = None,
        as_of: datetime | None = None,
        include_history: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Hit]:
        """Items and episodes that answer a question, with evidence and, for every hit, why it is there.

        Only what holds now is found, unless `as_of` asks what was held then, or `include_history` for every version.
        """
        if as_of is not None and include_history:
            raise InvalidInput("give `as_of` or `include_history`, not both", field="as_of")
        view = View.AS_OF if as_of else View.HISTORY if include_history else View.CURRENT
        return await self._search(query, k, session, scope, view=view, as_of=as_of)

    async def _search(
        self,
        query: str,
        k: int | None,
        session: Session | str | None,
        scope: str | None,
        *,
        view: View = View.CURRENT,
        as_of: datetime | None = None,
        without: frozenset[str] = frozenset(),
    ) -> list[Hit]:
        text = check_query(query)
        day = None if as_of is None else aware(as_of, "as_of")
        _, where = await self._place(session, scope)
        count = self._config.recall_top_k if k is None else k
        asked = await self.index.ask(text, as_statement=False)
        hits = await self._read(
            where,
            lambda tx: search(
                tx, text, k=count, asked=asked, view=view, as_of=day, without=without, arms=self._config.arms
            ),
        )
        if asked is not None or not self.index.has_model:
            return hits
        return [replace(hit, why=replace(hit.why, missing=("meaning",))) for hit in hits]

    async def retrieve_archival(
        self,
        query: str,
        *,
        reason: str = "tool_call",
        k: int = 10,
        session: Session | str | None = None,
        scope: str | None = None,
        in_session: str | None = None,
        role: str | None = None,
        tool: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        by_session: bool = False,
    ) -> list[Trace]:
        """Look into the archive. Never by default: the reason is one of `LOOKUP_REASONS`, and the look is logged.

        `session` or `scope` say who asks; `in_session`, `role`, `tool`, `since` and `until` narrow what is looked at.
        `by_session` gives the best record of each of the best sessions.
        """
        text = check_query(query)
        if reason not in LOOKUP_REASONS:
            raise InvalidInput(f"`reason` must be one of {', '.join(LOOKUP_REASONS)}", field="reason")
        filters = Filters(
            session_id=None if in_session is None else check_name(in_session, "in_session"),
            role=None if role is None else _role(role),
            name=None if tool is None else check_name(tool, "tool"),
            since=None if since is None else aware(since, "since"),
            until=None if until is None else aware(until, "until"),
        )
        name, where = await self._place(session, scope)
        asked = await self.index.ask(text) if self._config.record_vectors else None

        found = await self._read(
            where,
            lambda tx: look_up(
                tx, text, k=k, filters=filters, asked=asked, by_session=by_session, arms=self._config.arms
            ),
        )
        await self._write(where, lambda tx: tx.add_lookup(name, reason, len(found)))
        return found

    async def search_conversation_traces(
        self, keyword: str, *, k: int = 10, session: Session | str | None = None, scope: str | None = None
    ) -> list[Trace]:
        """What was said and done, word for word, with tool arguments and results. The call itself is the reason."""
        return await self.retrieve_archival(keyword, reason="tool_call", k=k, session=session, scope=scope)

    # upkeep

    async def rebuild_index(self) -> int:
        """Make everything derived again. Answers how many items there were. Vectors follow in the background."""
        return await self._write(MAIN, lambda tx: rebuild(tx, self._registry))

    async def compact_index(self) -> int:
        """Drop the vectors of what no longer holds. Answers how many went."""
        return await self._write(MAIN, lambda tx: tx.index.compact())

    async def check(self) -> list[Finding]:
        """What `perdure doctor` shows: engine, integrity, hash chain, versions, evidence, index."""
        findings: list[Finding] = []
        for look in (self._store.check, lambda: self._store.read(MAIN, lambda tx: examine(tx, self._registry))):
            try:
                findings += await self._run(look)
            except StoreDamaged as damage:  # what is found here is the answer, not a failure of asking
                findings.append(Finding("contents", False, damage.message, damage.hint))
        if self._unlearned:
            kinds = ", ".join(f"{kind} ×{count}" for kind, count in sorted(self._unlearned.items()))
            findings.append(Finding("learning", False, f"turns were kept but not learned from: {kinds}", NOT_LEARNED))
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
        answer = await asyncio.wrap_future(self._store.submit(scope, work))
        self.index.wake()
        return answer

    async def _read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await self._run(lambda: self._store.read(scope, work))

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            running = asyncio.get_running_loop().run_in_executor(self._executor, work)
        except RuntimeError:  # the executor takes no more work
            raise StoreUnavailable("this memory is closed", hint="open the agent again") from None
        return await running


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


def _keeping(tx: Transaction, session_id: str, turn: CleanTurn, learning: Learning | None) -> Callable[[], Receipt]:
    return lambda: write.keep_turns(tx, sessions.require_open(tx, session_id), [turn], learning)[0]


def _role(role: str) -> str:
    try:
        return Role(role).value
    except ValueError:
        raise InvalidInput("`role` must be one of `user`, `assistant`, `tool`, `system`", field="role") from None


def _status(status: Status | str) -> Status:
    try:
        return Status(status)
    except ValueError:
        accepted = ", ".join(f"`{member.value}`" for member in Status)
        raise InvalidInput(f"`status` must be one of {accepted}", field="status") from None

"""AgentMemory: the verbs of one agent. Each is short: it says which unit of work runs, and in which scope."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from perdure.archive import sessions
from perdure.archive.events import draft_turn
from perdure.clock import aware
from perdure.config import Config
from perdure.context.carry import Latency, Task
from perdure.context.pack import ContextPack
from perdure.control.doctor import examine
from perdure.errors import InvalidInput, NotFound, PerdureError, StoreDamaged, StoreUnavailable
from perdure.ids import Ids
from perdure.intake import write
from perdure.intake.cleaning import CleanTurn, clean_candidate, clean_turn
from perdure.intake.extract import extract
from perdure.intake.forget import affected, as_target, forget
from perdure.intake.hot import Hot, HotScopes
from perdure.intake.learn import Extractor, Learning, Rules, follow_write, put_aside
from perdure.intake.pii import Policy
from perdure.intake.policy import MemoryPolicy, policy_of
from perdure.mind.compaction import Compaction, ContextUse
from perdure.models.contract import EmbeddingClient, LLMClient
from perdure.parts.archive import ArchivePart
from perdure.parts.compaction import CompactionPart
from perdure.parts.context import ContextPart
from perdure.parts.experience import ExperiencePart
from perdure.parts.extraction import Extraction
from perdure.parts.files import FilesPart
from perdure.parts.history import HistoryPart
from perdure.parts.hot import HotPart
from perdure.parts.identity import IdentityPart
from perdure.parts.index import IndexPart
from perdure.parts.jobs import JobsPart
from perdure.parts.knowledge import KnowledgePart
from perdure.parts.patches import PatchesPart, notice
from perdure.parts.relearn import RelearnPart
from perdure.parts.review import ReviewPart
from perdure.parts.sessions import SessionsPart, marked, tasks_in
from perdure.parts.skills import SkillsPart
from perdure.parts.usage import UsagePart
from perdure.parts.working import WorkingPart
from perdure.recall.index import rebuild
from perdure.recall.search import check_query, search
from perdure.recall.traces import LOOKUP_REASONS, look_up
from perdure.recall.vocabulary import Vocabularies
from perdure.store.contract import AgentStore, Finding
from perdure.store.finder import Filters, View
from perdure.store.transaction import ALL, Transaction
from perdure.types.registry import Registry
from perdure.values import (
    MAIN,
    Candidate,
    Event,
    Evidence,
    Hit,
    Item,
    Receipt,
    Role,
    Session,
    Source,
    Status,
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
        llm: LLMClient | None = None,
        extractor: Extractor = extract,
    ) -> None:
        self._store = store
        self._config = config
        self._registry = registry
        self._ids = ids
        self._executor = executor
        self._llm = llm
        self._scopes: dict[str, str] = {}
        self._privacy = Policy(config.pii, config.pii_default)
        self._hot = HotScopes()
        self._names = Vocabularies()
        self._rules = Rules(extractor, registry, config, store.agent_id, notice, refined=llm is not None)
        self.jobs = JobsPart(self)
        self.usage = UsagePart(self)
        self._extraction = Extraction(self)
        self.relearn = RelearnPart(self)
        self.history = HistoryPart(self)
        self.review = ReviewPart(self)
        self.archive = ArchivePart(self)
        self.index = IndexPart(self, embedder)
        self.hot = HotPart(self)
        self.patches = PatchesPart(self)
        self.files = FilesPart(self)
        self._context = ContextPart(self)
        self.experience = ExperiencePart(self)
        self.skills = SkillsPart(self)
        self.knowledge = KnowledgePart(self)
        self.identity = IdentityPart(self)
        self.working = WorkingPart(self)
        self._sessions = SessionsPart(self)
        self._compaction = CompactionPart(self, config.tokens)

    @property
    def policy(self) -> MemoryPolicy:
        """What decides what is kept, learned, embedded and forgotten here."""
        return policy_of(self._config, self._registry)

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
        return await self._sessions.start(name, check_scope(scope), check_name(kind, "kind"))

    async def end_session(self, session: Session | str) -> Session:
        """Close a session; what was kept only for its length lapses. Ending it twice changes nothing.

        Its episode is told and the three to eight things worth it are kept: with a model in the background, else now.
        """
        return await self._sessions.end(session)

    async def generate_episode(self, session: Session | str) -> Item | None:
        """Tell now what a session was about. None when nothing was said in it to tell of."""
        return await self._sessions.generate_episode(session)

    async def consolidate_recall(self, session: Session | str) -> list[str]:
        """Keep of a session the three to eight things worth it; fewer when there are fewer. Answers the item ids."""
        return list((await self._sessions.consolidate(session)).item_ids)

    async def should_consolidate(self, session: Session | str) -> bool:
        """Whether a session ended unconsolidated, or has gone on for long since it was consolidated."""
        return await self._sessions.is_due(session)

    async def context_used(
        self, session: Session | str, *, limit: int, used: int | None = None, reserve: int = 0
    ) -> ContextUse:
        """How full a context of `limit` tokens is; `reserve` of them are kept for the answer. Says when to compact."""
        return await self._compaction.used(session, limit=limit, used=used, reserve=reserve)

    async def compact(self, session: Session | str, *, keep_turns: int | None = None) -> Compaction:
        """Save what is worth saving, then sum up all but the last turns. Again gives the same until more is said."""
        return await self._compaction.compact(session, keep_turns=keep_turns)

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
            return [marked(clean_turn(turn, self._privacy, allow), learn) for turn in drafts]

        is_long = sum(len(draft.content) for turn in drafts for draft in turn) > LONG
        cleaned = await self._run(clean) if is_long else clean()
        name, scope = await self._place(session, None)
        self._sessions.hold(name or "", scope)
        tasks = tasks_in(cleaned)

        def keep(tx: Transaction, learning: Learning | None, told: tuple[str, ...] = ()) -> list[Receipt]:
            kept = [replace(turn, notices=(*turn.notices, *told)) for turn in cleaned]
            if idempotency_key is None:
                opened = sessions.require_open(tx, name or "")
                if learning is not None:
                    self._sessions.follow(tx, opened, tasks, len(kept))
                return write.keep_turns(tx, opened, kept, learning)
            held = sessions.require(tx, name or "")
            receipts: list[Receipt] = []
            for n, turn in enumerate(kept):
                key = f"{idempotency_key}#{n}" if n else idempotency_key
                payload = ["commit_turn", turn.drafts, len(cleaned)]
                receipts.append(write.once(tx, held, key, payload, _keeping(tx, held.id, turn, learning)))
            fresh = sum(not receipt.replayed for receipt in receipts)
            if fresh and learning is not None:
                self._sessions.follow(tx, held, tasks, fresh)
            return receipts

        if not learn:
            return await self._write(scope, lambda tx: _kept_only(tx, keep(tx, None)))
        return await self._learn(scope, keep)

    async def _learn(self, scope: str, keep: Callable[..., list[Receipt]]) -> list[Receipt]:
        """Run a unit that learns. Should learning break it, it runs once more without: the record comes first."""

        def work(tx: Transaction) -> tuple[list[Receipt], Hot]:
            learning = Learning(tx, self._rules, self._hot.get(scope))
            receipts = keep(tx, learning)
            return receipts, learning.done()

        try:
            receipts, hot = await self._write(scope, work)
        except PerdureError:
            raise
        except Exception as failure:  # noqa: BLE001 - whatever learning raises, the turn is kept and the receipt says so
            reason = type(failure).__name__

            def unlearned(tx: Transaction) -> list[Receipt]:
                receipts = keep(tx, None, (NOT_LEARNED,))
                for receipt in receipts:
                    put_aside(tx, receipt.session, receipt.turn_id or 0, reason)
                return receipts

            return await self._write(scope, unlearned)
        self._hot.keep(scope, hot)
        return receipts

    async def _conclude(self, scope: str, write: Callable[[Transaction], Receipt]) -> Receipt:
        """Run a unit that writes items, and note whom they name."""

        def work(tx: Transaction) -> Receipt:
            receipt = write(tx)
            follow_write(tx, receipt)
            return receipt

        return await self._write(scope, work)

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

        return await self._conclude(where, work)

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

    async def extract_from_turn_v2(self, session: Session | str, turn_id: int) -> Receipt:
        """Have an LLM read one turn now, instead of later in the background. Answers what came of it."""
        return await self._extraction.turn(session, turn_id)

    async def process_unextracted_turns(self, limit: int = 100, *, scope: str = MAIN) -> int:
        """Have an LLM read turns of a scope that none has read yet, the oldest first. Answers how many there were."""
        check_count(limit, "limit", ALL)
        return await self._extraction.unextracted(limit, check_scope(scope))

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
        return await self._read(where, lambda tx: affected(tx, chosen, registry=self._registry, include_past=every))

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
                tx,
                text,
                k=count,
                asked=asked,
                view=view,
                as_of=day,
                without=without,
                arms=self._config.arms,
                names=self._names,
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
        with_words: bool = False,
    ) -> list[Trace]:
        """Look into the archive. Never by default: the reason is one of `LOOKUP_REASONS`, and the look is logged.

        `session` or `scope` say who asks; `in_session`, `role`, `tool`, `since` and `until` narrow what is looked at.
        `by_session` gives the best record of each of the best sessions; `with_words` leaves out what only stands beside
        the words.
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
        asked = await self.index.ask(text) if await self.index.record_vectors() else None

        found = await self._read(
            where,
            lambda tx: look_up(
                tx,
                text,
                k=k,
                filters=filters,
                asked=asked,
                by_session=by_session,
                with_words=with_words,
                arms=self._config.arms,
            ),
        )
        await self._write(where, lambda tx: tx.add_lookup(name, reason, len(found)))
        return found

    async def search_conversation_traces(
        self, keyword: str, *, k: int = 10, session: Session | str | None = None, scope: str | None = None
    ) -> list[Trace]:
        """What was said and done, word for word, with tool arguments and results. The call itself is the reason."""
        return await self.retrieve_archival(
            keyword, reason="tool_call", k=k, session=session, scope=scope, with_words=True
        )

    async def compose(
        self,
        session: Session | str | None,
        message: str,
        *,
        budget: int,
        mode: str = "auto",
        model: str | None = None,
        scope: str | None = None,
        now: datetime | None = None,
    ) -> ContextPack:
        """What to put into the prompt for a message, within a budget of tokens: blocks, citations, what was left out.

        `auto` recalls what fits the message; `on_demand` leaves searching to the model; `strategy` decides by the task.
        Without a session it is a look ahead, in a scope: nothing is said about what was shown.
        """
        return await self._context.compose(
            session, message, budget=budget, mode=mode, model=model, scope=scope, now=now
        )

    async def activate(
        self,
        task: Task | Mapping[str, object] | str,
        *,
        model: str | None = None,
        max_tokens: int,
        latency: Latency = "realtime",
        session: Session | str | None = None,
        scope: str | None = None,
        now: datetime | None = None,
    ) -> ContextPack:
        """Wake for a task in six steps, as far as it needs: identity, experience, knowledge, context, patches, task."""
        return await self._context.activate(
            task, model=model, max_tokens=max_tokens, latency=latency, session=session, scope=scope, now=now
        )

    async def memory_append(
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
        """Add a note to the day: an item, and a line in `memory/YYYY-MM-DD.md`. Notes are never changed, only added."""
        return await self.files.append(
            text,
            source=source,
            evidence=evidence,
            session=session,
            scope=scope,
            idempotency_key=idempotency_key,
            allow=allow,
        )

    # upkeep

    async def rebuild_index(self) -> int:
        """Make everything derived again. Answers how many items there were. Vectors follow in the background."""
        return await self._write(MAIN, lambda tx: rebuild(tx, self._registry, self.policy.should_embed_recall))

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
        findings += [*await self.jobs.check(), *self._sessions.check()]
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
        answer, has_jobs = await asyncio.wrap_future(
            self._store.submit(scope, lambda tx: (work(tx), tx.queue.has_grown))
        )
        self.index.wake()
        if has_jobs:
            self.jobs.wake()
        return answer

    async def _read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        return await self._run(lambda: self._store.read(scope, work))

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            running = asyncio.get_running_loop().run_in_executor(self._executor, work)
        except RuntimeError:  # the executor takes no more work
            raise StoreUnavailable("this memory is closed", hint="open the agent again") from None
        return await running


def _kept_only(tx: Transaction, receipts: list[Receipt]) -> list[Receipt]:
    """What was committed with `learn=False` is not learned from later either."""
    if receipts:
        tx.queue.close(receipts[0].session, [receipt.turn_id or 0 for receipt in receipts if not receipt.replayed])
    return receipts


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

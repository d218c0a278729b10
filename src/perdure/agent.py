"""AgentMemory: the verbs of one agent. Each is short: the capability that owns the work does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from perdure.clock import Time
from perdure.context.carry import Latency, Task
from perdure.context.context_front import DEFAULT_BUDGET, ContextFront
from perdure.context.pack import ContextPack
from perdure.control.fronts import (
    AuditFront,
    Certificate,
    EraseFront,
    ErasurePreview,
    ErasureTarget,
    ExportReport,
    HistoryFront,
    ImportReport,
    PortableFront,
    RelearnFront,
    Report,
    ReviewFront,
    UsageFront,
    diagnose,
    renew,
)
from perdure.files.files_front import FilesFront
from perdure.intake.extract import extract
from perdure.intake.extraction import Extraction
from perdure.intake.jobs_front import JobsFront
from perdure.intake.learn import Extractor
from perdure.intake.policy import MemoryPolicy
from perdure.intake.read_ahead import TurnReader
from perdure.intake.verbs import Intake
from perdure.mind.fronts import (
    Compaction,
    CompactionFront,
    ContextUse,
    ExperienceFront,
    IdentityFront,
    KnowledgeFront,
    PatchesFront,
    SessionsFront,
    ShownItems,
    SkillsFront,
    WorkingFront,
    notice,
)
from perdure.models.contract import EmbeddingClient, LLMClient
from perdure.port import AgentPort
from perdure.recall.fronts import ArchiveFront, HotFront, IndexFront
from perdure.recall.verbs import Recall
from perdure.store.contract import Diagnosis
from perdure.store.points import PointLike
from perdure.upkeep.upkeep_front import UpkeepFront
from perdure.values import (
    MAIN,
    Candidate,
    Choices,
    Event,
    Evidence,
    Hits,
    Item,
    Receipt,
    Session,
    Source,
    Status,
    Target,
    Trace,
    check_name,
    check_scope,
)


class AgentMemory:
    """The memory of one agent. No verb takes another agent's id; every verb acts in one scope."""

    def __init__(
        self,
        port: AgentPort,
        *,
        embedder: EmbeddingClient | None = None,
        extractor: Extractor = extract,
        turn_reader: TurnReader | None = None,
    ) -> None:
        self.port = port
        self._intake = intake = Intake(port, extractor, notice, turn_reader)
        self.index = IndexFront(port, embedder, intake.criteria.policy.should_embed_recall)
        self._recall = recall = Recall(port, self.index)
        self.jobs = JobsFront(port)
        self.usage = UsageFront(port)
        self._extraction = Extraction(port, intake, self.jobs)
        self.relearn = RelearnFront(port, intake, self._extraction)
        self.history = HistoryFront(port, recall)
        self.audit = AuditFront(port)
        self._portable = PortableFront(port, intake)
        self.review = ReviewFront(port, intake)
        self.archive = ArchiveFront(port, recall.log)
        self.hot = HotFront(port)
        self.files = FilesFront(port, intake)
        self.patches = PatchesFront(port, intake, recall)
        self.experience = ExperienceFront(port, intake, recall)
        self.skills = SkillsFront(port, intake)
        self.knowledge = KnowledgeFront(port, intake, recall)
        self.identity = IdentityFront(port, intake)
        self.working = WorkingFront(port, intake)
        shown = ShownItems(port.registry)
        self._context = ContextFront(port, recall, self.index, shown)
        self._sessions = SessionsFront(port, intake, self.jobs, self.working, shown)
        self._compaction = CompactionFront(port, intake, self.files)
        self.upkeep = UpkeepFront(
            port, intake, self._extraction, self.jobs, self.files, recall, self.patches.read_feeds
        )
        self.erasure = EraseFront(port, self._sessions.generate_episode, self.files.renew)
        intake.add_follower(self._sessions)
        port.keep_books(self.usage)
        port.after_write(self._wake)

    def _wake(self, has_jobs: bool) -> None:
        """A write is durable: vectors follow it, and work that it queued begins."""
        self.index.wake()
        if has_jobs:
            self.jobs.wake()

    async def open(self) -> None:
        """What an agent does when it is opened: types and index brought up to date, the hot set read, work taken up."""
        await self.erasure.finish_open()
        await self.files.warm()
        await (self.index.rebuild() if await renew(self.port) else self.index.refresh())
        await self.hot.warm()
        self._wake(True)
        self.upkeep.wake()

    async def close(self) -> None:
        """Stop what runs in the background. The store itself is closed by the runtime."""
        await self.upkeep.close()
        await self.hot.close()
        await self._sessions.close()
        await self.jobs.close()
        await self.files.close()
        await self.index.close()
        await self._recall.log.close()

    @property
    def policy(self) -> MemoryPolicy:
        """What decides what is kept, learned, embedded and forgotten here."""
        return self._intake.criteria.policy

    @property
    def id(self) -> str:
        """The agent's id, exactly as given."""
        return self.port.agent_id

    # sessions

    async def start_session(
        self, session_id: str | None = None, *, scope: str = MAIN, kind: str = "conversation"
    ) -> Session:
        """Open a session in a scope. An id that is open in the same scope is taken up again."""
        name = self.port.ids.new() if session_id is None else check_name(session_id, "session_id")
        return await self._sessions.start(name, check_scope(scope), check_name(kind, "kind"))

    async def end_session(self, session: Session | str) -> Session:
        """Close a session; what was kept only for the session expires. Ending it twice changes nothing.

        Its episode is told and the three to eight things worth it are kept: with a model in the background, else now.
        """
        return await self._sessions.end(session)

    async def generate_episode(self, session: Session | str) -> Item | None:
        """Write the episode of a session now. None when there is nothing to summarise."""
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
        events: Event | Sequence[Event],
        *,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> Receipt:
        """Keep one turn, of one event or several, and learn from it. Then both survive kill -9 and power loss.

        What is private is masked first, unless `allow` names its class. With `learn=False` the turn is only kept.
        """
        return (
            await self._intake.commit_turns(
                session, [events], idempotency_key=idempotency_key, allow=allow, learn=learn
            )
        )[0]

    async def commit_turns(
        self,
        session: Session | str,
        turns: Sequence[Event | Sequence[Event]],
        *,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> list[Receipt]:
        """Keep many turns in one transaction: all of them, or none. Answers one receipt per turn."""
        return await self._intake.commit_turns(
            session, turns, idempotency_key=idempotency_key, allow=allow, learn=learn
        )

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

    async def remember(
        self,
        text: str,
        *,
        source: Source | str = Source.USER,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Remember a text for good: each sentence by the type that its words say, and else word for word.

        `The user …`, as a model writes, is read like `I …`. `upsert_recall` takes a value instead of a text.
        """
        return await self._intake.remember(
            text, source=source, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow
        )

    async def forget(
        self,
        what: str,
        *,
        session: Session | str | None = None,
        scope: str | None = None,
        source: Source | str = Source.USER,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Forget the one thing that words, a key or an id mean. Where several may be meant, nothing changes.

        `forget_recall` takes more kinds of targets, and deletes.
        """
        return await self._intake.forget_named(
            what, session=session, scope=scope, source=source, idempotency_key=idempotency_key
        )

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
        return await self._intake.upsert(
            candidate, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow
        )

    async def forget_recall(
        self,
        target: Target | str,
        *,
        mode: str = "deactivate",
        session: Session | str | None = None,
        scope: str | None = None,
        source: Source | str = Source.USER,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Forget items by id, key, type or words: `deactivate` keeps versions, `delete` does not. The archive stays.

        Words that may mean several things change nothing: the receipt shows each of them. What `source` may not take
        back is put up for review.
        """
        return await self._intake.forget(
            target, mode=mode, session=session, scope=scope, source=source, idempotency_key=idempotency_key
        )

    async def preview_erase(
        self,
        target: ErasureTarget,
        *,
        everywhere: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> ErasurePreview:
        """What `erase` would take away: items, versions, spans of the archive, and where else the same words stand."""
        return await self.erasure.preview(target, everywhere=everywhere, session=session, scope=scope)

    async def erase(
        self,
        target: ErasureTarget,
        *,
        everywhere: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Certificate:
        """Erase for good: items, versions, the words in the archive, all that was derived from them, and every copy.

        The certificate says what is gone, by ids and counts, and what a look at every byte found. It cannot be undone.
        """
        return await self.erasure.erase(target, everywhere=everywhere, session=session, scope=scope)

    async def extract_turn(
        self, session: Session | str, turn_id: int, *, llm: LLMClient | None = None, only_if_worth: bool = False
    ) -> Receipt:
        """Have an LLM read one turn now, instead of later in the background. Answers what came of it.

        `llm` is asked instead of the one that was configured, once, within the same daily cap. With `only_if_worth` it
        is asked only about a turn that would have been chosen for the background.
        """
        return await self._extraction.turn(session, turn_id, llm, only_if_worth=only_if_worth)

    async def extract_turns(self, limit: int = 100, *, scope: str = MAIN) -> int:
        """Have an LLM read turns of a scope that none has read yet, the oldest first. Answers how many there were."""
        return await self._extraction.unextracted(limit, scope)

    # Names from the documents that this design began with.
    extract_from_turn_v2 = extract_turn
    process_unextracted_turns = extract_turns

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
        return await self._intake.preview_forget(target, mode=mode, session=session, scope=scope)

    async def which(self, what: str, *, session: Session | str | None = None, scope: str | None = None) -> Choices:
        """What an id, a key or words mean of what is held; where that is not clear, all that they may mean."""
        return await self._intake.which(what, session=session, scope=scope)

    async def items(
        self,
        type: str | None = None,
        key: str | None = None,
        status: Status | str | None = Status.ACTIVE,
        *,
        ending: str | None = None,
        limit: int = 1_000,
        as_of: PointLike | None = None,
        valid_at: Time | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Item]:
        """List items. `active` is what holds now; another status, or None for all, lists versions, newest first.

        `ending`, alone, finds what holds now by the last characters of its id, which is what citations show. `as_of` (a
        time, a change set or a snapshot) lists what was believed then; `valid_at` what was true then.
        """
        return await self._recall.items(
            type, key, status, ending=ending, limit=limit, as_of=as_of, valid_at=valid_at, session=session, scope=scope
        )

    async def item(
        self,
        name: str,
        *,
        as_of: PointLike | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Item:
        """One version by its id, whatever its status; by a key the one that holds now. With `as_of` as it was then."""
        return await self._recall.item(name, as_of=as_of, session=session, scope=scope)

    async def retrieve_recall(
        self,
        query: str,
        *,
        k: int | None = None,
        as_of: PointLike | None = None,
        valid_at: Time | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Hits:
        """The conclusions that best match a question, best first. Episodes are left to `search_memory`."""
        episodes = frozenset({"episodes"})
        return await self._recall.search(
            query, k, as_of=as_of, valid_at=valid_at, session=session, scope=scope, without=episodes
        )

    async def search_memory(
        self,
        query: str,
        *,
        k: int | None = None,
        as_of: PointLike | None = None,
        valid_at: Time | None = None,
        include_history: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Hits:
        """Items and episodes that answer a question, with evidence and, for every hit, why it is there.

        Only what holds now is found, unless `as_of` asks what was believed then, `valid_at` what was true then, or
        `include_history` for every version.
        The answer is a list; where it answers weakly, its `hint` says that the archive holds something close.
        """
        return await self._recall.search(
            query, k, as_of=as_of, valid_at=valid_at, include_history=include_history, session=session, scope=scope
        )

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
        since: Time | None = None,
        until: Time | None = None,
        as_of: PointLike | None = None,
        by_session: bool = False,
        with_words: bool = False,
    ) -> list[Trace]:
        """Look into the archive. Never by default: the reason is one of `LOOKUP_REASONS`, and the look is logged.

        `session` or `scope` say who asks; `in_session`, `role`, `tool`, `since` and `until` narrow what is looked at.
        `by_session` gives the best record of each of the best sessions; `with_words` leaves out what only stands beside
        the words.
        """
        return await self._recall.look_up(
            query,
            reason=reason,
            k=k,
            session=session,
            scope=scope,
            in_session=in_session,
            role=role,
            tool=tool,
            since=since,
            until=until,
            as_of=as_of,
            by_session=by_session,
            with_words=with_words,
        )

    async def search_conversation_traces(
        self,
        keyword: str,
        *,
        k: int = 10,
        as_of: PointLike | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Trace]:
        """What was said and done, word for word, with tool arguments and results. The call itself is the reason."""
        return await self._recall.look_up(keyword, k=k, as_of=as_of, session=session, scope=scope, with_words=True)

    async def compose(
        self,
        session: Session | str | None,
        message: str,
        *,
        budget: int = DEFAULT_BUDGET,
        mode: str = "auto",
        model: str | None = None,
        scope: str | None = None,
        now: Time | None = None,
        as_of: PointLike | None = None,
    ) -> ContextPack:
        """What to put into the prompt for a message, within a budget of tokens: blocks, citations, what was left out.

        `auto` recalls what fits the message; `on_demand` leaves searching to the model; `strategy` decides by the task;
        `additions` gives only what fits the message and the session was not shown before.
        Without a session it is a look ahead, in a scope: nothing is said about what was shown.
        With `as_of` (a time, a change set or a snapshot) it is made of what was believed then, and that is not noted.
        """
        return await self._context.compose(
            session, message, budget=budget, mode=mode, model=model, scope=scope, now=now, as_of=as_of
        )

    async def activate(
        self,
        task: Task | Mapping[str, object] | str,
        *,
        model: str | None = None,
        max_tokens: int = DEFAULT_BUDGET,
        latency: Latency = "realtime",
        session: Session | str | None = None,
        scope: str | None = None,
        now: Time | None = None,
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

    # taking it elsewhere

    async def export_agent(
        self, file: str | Path | None = None, *, force: bool = False, report: Report | None = None
    ) -> ExportReport:
        """Everything this agent has, of every scope, as one file in an open format; without a name, as bytes.

        A file that is there already is replaced only with `force`. `report` hears how many rows of how many are done.
        """
        await self._recall.log.settle()
        return await self._portable.export_agent(file, force=force, report=report)

    async def import_agent(
        self,
        file: str | Path,
        *,
        format: str | None = None,
        as_mine: bool = False,
        dry_run: bool = False,
        files: bool = True,
        scope: str | None = None,
        report: Report | None = None,
    ) -> ImportReport:
        """Bring a file in: an export, or what mem0, LangGraph, Letta, ChatGPT, Claude or JSON lines kept.

        An empty agent becomes what was exported; one that holds something gets what is new to it. What other programs
        kept is `outside`, and is not learned from, unless `as_mine` says that it is the user's own; it comes into
        `scope`. With `dry_run` nothing is kept; without `files` the agent's folder is left as it is.
        """
        return await self._portable.import_agent(
            file, format=format, as_mine=as_mine, dry_run=dry_run, files=files, scope=scope, report=report
        )

    # upkeep

    async def rebuild_index(self, *, at_once: bool = False, report: Callable[[int, int], None] | None = None) -> int:
        """Make everything derived again, while others write. Answers how many items there were. Vectors follow.

        `at_once` is for a damaged index: in one transaction. `report` hears how much is done, and of how much.
        """
        return await self.index.rebuild(at_once=at_once, report=report)

    async def compact_index(self) -> int:
        """Remove the vectors of items that are no longer in force. Returns how many."""
        return await self.index.compact()

    async def check(self) -> list[Diagnosis]:
        """What `perdure doctor` shows: engine, integrity, hash chain, versions, evidence, index."""
        findings = await diagnose(self.port)
        return [*findings, *await self.jobs.check(), *self._sessions.check(), *await self.upkeep.check()]

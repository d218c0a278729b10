"""Memory: the verbs of an agent for code that is not async. No logic of its own: one portal runs the async verbs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from perdure.agent import AgentMemory
from perdure.clock import Clock
from perdure.config import Config
from perdure.control.fronts import AuditFront, EraseFront, HistoryFront, RelearnFront, ReviewFront, UsageFront
from perdure.errors import StoreUnavailable
from perdure.files.files_front import FilesFront
from perdure.intake.jobs_front import JobsFront
from perdure.messages import say
from perdure.mind.fronts import (
    ExperienceFront,
    IdentityFront,
    KnowledgeFront,
    PatchesFront,
    SkillsFront,
    WorkingFront,
)
from perdure.models.contract import EmbeddingClient, LLMClient
from perdure.models.settings import ModelSettings
from perdure.recall.fronts import ArchiveFront, HotFront, IndexFront
from perdure.runtime import Runtime
from perdure.upkeep.upkeep_front import UpkeepFront

P = ParamSpec("P")
T = TypeVar("T")
Target = TypeVar("Target")


class Portal:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="perdure-portal", daemon=True)
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        return self._loop.is_closed()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run to the end and answer here. If the wait is interrupted (Ctrl-C), the coroutine is cancelled."""
        if self.is_closed:
            coroutine.close()
            raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again"))
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Twin(Generic[Target]):
    """A blocking face of an async object."""

    def __init__(self, portal: Portal, target: Target) -> None:
        self._portal = portal
        self._target = target


def blocking(
    verb: Callable[Concatenate[Target, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Twin[Target], P], T]:
    """The blocking form of an async method, with the same signature."""

    def call(self: Twin[Target], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._portal.run(verb(self._target, *args, **kwargs))

    call.__name__, call.__doc__ = verb.__name__, verb.__doc__
    call.__wrapped__ = verb  # type: ignore[attr-defined]  # so that help() and the parity test see the signature
    return call


class BlockingHistory(Twin[HistoryFront]):
    """`luna.history`, blocking."""

    of = blocking(HistoryFront.of)
    explain = blocking(HistoryFront.explain)
    timeline = blocking(HistoryFront.timeline)
    changes = blocking(HistoryFront.changes)
    change = blocking(HistoryFront.change)
    diff = blocking(HistoryFront.diff)
    undo = blocking(HistoryFront.undo)
    rollback = blocking(HistoryFront.rollback)
    snapshot = blocking(HistoryFront.snapshot)
    snapshots = blocking(HistoryFront.snapshots)
    drop_snapshot = blocking(HistoryFront.drop_snapshot)


class BlockingAudit(Twin[AuditFront]):
    """`luna.audit`, blocking."""

    report = blocking(AuditFront.report)


class BlockingErasure(Twin[EraseFront]):
    """`luna.erasure`, blocking."""

    preview = blocking(EraseFront.preview)
    erase = blocking(EraseFront.erase)
    restrict = blocking(EraseFront.restrict)
    certificates = blocking(EraseFront.certificates)


class BlockingReview(Twin[ReviewFront]):
    """`luna.review`, blocking."""

    list = blocking(ReviewFront.list)
    show = blocking(ReviewFront.show)
    accept = blocking(ReviewFront.accept)
    reject = blocking(ReviewFront.reject)
    accept_provisional = blocking(ReviewFront.accept_provisional)
    reject_provisional = blocking(ReviewFront.reject_provisional)
    edit = blocking(ReviewFront.edit)
    keep_both = blocking(ReviewFront.keep_both)
    accept_all_from = blocking(ReviewFront.accept_all_from)
    training_lines = blocking(ReviewFront.training_lines)
    undo_source = blocking(ReviewFront.undo_source)
    forget_due = blocking(ReviewFront.forget_due)


class BlockingArchive(Twin[ArchiveFront]):
    """`luna.archive`, blocking."""

    sessions = blocking(ArchiveFront.sessions)
    lookup_reason = blocking(ArchiveFront.lookup_reason)
    lookups = blocking(ArchiveFront.lookups)
    records = blocking(ArchiveFront.records)
    record = blocking(ArchiveFront.record)
    attachment = blocking(ArchiveFront.attachment)


class BlockingIdentity(Twin[IdentityFront]):
    """`luna.identity`, blocking."""

    get = blocking(IdentityFront.get)
    set = blocking(IdentityFront.set)
    history = blocking(IdentityFront.history)


class BlockingWorking(Twin[WorkingFront]):
    """`luna.working`, blocking."""

    show = blocking(WorkingFront.show)
    get = blocking(WorkingFront.get)
    scratchpad = blocking(WorkingFront.scratchpad)
    folder = blocking(WorkingFront.folder)
    start_task = blocking(WorkingFront.start_task)
    advance = blocking(WorkingFront.advance)
    focus = blocking(WorkingFront.focus)
    complete = blocking(WorkingFront.complete)
    set = blocking(WorkingFront.set)
    set_state = blocking(WorkingFront.set_state)
    note_thought = blocking(WorkingFront.note_thought)
    add_file = blocking(WorkingFront.add_file)
    cleanup = blocking(WorkingFront.cleanup)


class BlockingIndex(Twin[IndexFront]):
    """`luna.index`, blocking."""

    progress = blocking(IndexFront.progress)
    catch_up = blocking(IndexFront.catch_up)
    record_vectors = blocking(IndexFront.record_vectors)
    set_record_vectors = blocking(IndexFront.set_record_vectors)


class BlockingHot(Twin[HotFront]):
    """`luna.hot`, blocking."""

    items = blocking(HotFront.items)


class BlockingFiles(Twin[FilesFront]):
    """`luna.files`, blocking."""

    folder = blocking(FilesFront.folder)
    append = blocking(FilesFront.append)
    notes = blocking(FilesFront.notes)
    memory = blocking(FilesFront.memory)
    user = blocking(FilesFront.user)
    prepare = blocking(FilesFront.prepare)
    generate = blocking(FilesFront.generate)
    write_generated = blocking(FilesFront.write_generated)
    sync = blocking(FilesFront.sync)
    import_markdown = blocking(FilesFront.import_markdown)
    write_ledger = blocking(FilesFront.write_ledger)
    rebuild = blocking(FilesFront.rebuild)


class BlockingPatches(Twin[PatchesFront]):
    """`luna.patches`, blocking."""

    add = blocking(PatchesFront.add)
    list = blocking(PatchesFront.list)
    switch = blocking(PatchesFront.switch)
    apply_on_activate = blocking(PatchesFront.apply_on_activate)
    preview = blocking(PatchesFront.preview)
    is_model_outdated = blocking(PatchesFront.is_model_outdated)
    history = blocking(PatchesFront.history)
    report = blocking(PatchesFront.report)
    read_feeds = blocking(PatchesFront.read_feeds)


class BlockingExperience(Twin[ExperienceFront]):
    """`luna.experience`, blocking."""

    record = blocking(ExperienceFront.record)
    retrieve = blocking(ExperienceFront.retrieve)


class BlockingSkills(Twin[SkillsFront]):
    """`luna.skills`, blocking."""

    practise = blocking(SkillsFront.practise)
    of = blocking(SkillsFront.of)
    list = blocking(SkillsFront.list)


class BlockingKnowledge(Twin[KnowledgeFront]):
    """`luna.knowledge`, blocking."""

    process_update = blocking(KnowledgeFront.process_update)
    verify = blocking(KnowledgeFront.verify)
    find_existing = blocking(KnowledgeFront.find_existing)
    sources = blocking(KnowledgeFront.sources)


class BlockingJobs(Twin[JobsFront]):
    """`luna.jobs`, blocking."""

    list = blocking(JobsFront.list)
    retry = blocking(JobsFront.retry)
    run_pending = blocking(JobsFront.run_pending)
    check = blocking(JobsFront.check)


class BlockingUsage(Twin[UsageFront]):
    """`luna.usage`, blocking."""

    today = blocking(UsageFront.today)
    calls = blocking(UsageFront.calls)
    list = blocking(UsageFront.list)


class BlockingRelearn(Twin[RelearnFront]):
    """`luna.relearn`, blocking."""

    preview = blocking(RelearnFront.preview)
    apply = blocking(RelearnFront.apply)
    undo = blocking(RelearnFront.undo)


class BlockingUpkeep(Twin[UpkeepFront]):
    """`luna.upkeep`, blocking."""

    run_daily = blocking(UpkeepFront.run_daily)
    last_run = blocking(UpkeepFront.last_run)
    compute_decay = blocking(UpkeepFront.compute_decay)
    cleanup_expired = blocking(UpkeepFront.cleanup_expired)
    forgotten = blocking(UpkeepFront.forgotten)
    restore = blocking(UpkeepFront.restore)
    check = blocking(UpkeepFront.check)


class Memory(Twin[AgentMemory]):
    """One agent's memory, blocking. Open it with `Memory.open` and close it, or use it in a `with`."""

    def __init__(self, portal: Portal, runtime: Runtime, agent: AgentMemory) -> None:
        super().__init__(portal, agent)
        self._runtime = runtime
        self.erasure = BlockingErasure(portal, agent.erasure)
        self.history = BlockingHistory(portal, agent.history)
        self.audit = BlockingAudit(portal, agent.audit)
        self.review = BlockingReview(portal, agent.review)
        self.archive = BlockingArchive(portal, agent.archive)
        self.index = BlockingIndex(portal, agent.index)
        self.hot = BlockingHot(portal, agent.hot)
        self.patches = BlockingPatches(portal, agent.patches)
        self.files = BlockingFiles(portal, agent.files)
        self.experience = BlockingExperience(portal, agent.experience)
        self.skills = BlockingSkills(portal, agent.skills)
        self.knowledge = BlockingKnowledge(portal, agent.knowledge)
        self.identity = BlockingIdentity(portal, agent.identity)
        self.working = BlockingWorking(portal, agent.working)
        self.jobs = BlockingJobs(portal, agent.jobs)
        self.usage = BlockingUsage(portal, agent.usage)
        self.relearn = BlockingRelearn(portal, agent.relearn)
        self.upkeep = BlockingUpkeep(portal, agent.upkeep)

    @classmethod
    def open(
        cls,
        agent_id: str,
        home: str | Path | None = None,
        *,
        create: bool = True,
        config: Config | None = None,
        clock: Clock | None = None,
        embedder: EmbeddingClient | ModelSettings | str | None = None,
        llm: LLMClient | ModelSettings | None = None,
        warm: bool = False,
    ) -> Self:
        """Open an agent in a home: a folder, or a PostgreSQL URL. With `warm` its local models are loaded first."""
        portal = Portal()
        try:
            runtime = Runtime(home, config=config, clock=clock, embedder=embedder, llm=llm)
            try:
                memory = cls(portal, runtime, portal.run(runtime.agent(agent_id, create=create)))
                if warm:
                    portal.run(runtime.warm())
                return memory
            except BaseException:
                portal.run(runtime.close())
                raise
        except BaseException:
            portal.close()
            raise

    @property
    def id(self) -> str:
        """The agent's id, exactly as given."""
        return self._target.id

    start_session = blocking(AgentMemory.start_session)
    end_session = blocking(AgentMemory.end_session)
    generate_episode = blocking(AgentMemory.generate_episode)
    consolidate_recall = blocking(AgentMemory.consolidate_recall)
    should_consolidate = blocking(AgentMemory.should_consolidate)
    context_used = blocking(AgentMemory.context_used)
    compact = blocking(AgentMemory.compact)
    commit_turn = blocking(AgentMemory.commit_turn)
    commit_turns = blocking(AgentMemory.commit_turns)
    add_event = blocking(AgentMemory.add_event)
    remember = blocking(AgentMemory.remember)
    forget = blocking(AgentMemory.forget)
    upsert_recall = blocking(AgentMemory.upsert_recall)
    forget_recall = blocking(AgentMemory.forget_recall)
    preview_erase = blocking(AgentMemory.preview_erase)
    erase = blocking(AgentMemory.erase)
    extract_turn = blocking(AgentMemory.extract_turn)
    extract_turns = blocking(AgentMemory.extract_turns)
    extract_from_turn_v2 = extract_turn
    process_unextracted_turns = extract_turns
    preview_forget = blocking(AgentMemory.preview_forget)
    which = blocking(AgentMemory.which)
    items = blocking(AgentMemory.items)
    item = blocking(AgentMemory.item)
    retrieve_recall = blocking(AgentMemory.retrieve_recall)
    search_memory = blocking(AgentMemory.search_memory)
    retrieve_archival = blocking(AgentMemory.retrieve_archival)
    search_conversation_traces = blocking(AgentMemory.search_conversation_traces)
    compose = blocking(AgentMemory.compose)
    activate = blocking(AgentMemory.activate)
    memory_append = blocking(AgentMemory.memory_append)
    export_agent = blocking(AgentMemory.export_agent)
    import_agent = blocking(AgentMemory.import_agent)
    rebuild_index = blocking(AgentMemory.rebuild_index)
    compact_index = blocking(AgentMemory.compact_index)
    check = blocking(AgentMemory.check)

    def close(self) -> None:
        """Finish what is queued and let go of everything. Closing twice is harmless."""
        if self._portal.is_closed:
            return
        try:
            self._portal.run(self._runtime.close())
        finally:
            self._portal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

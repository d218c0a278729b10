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
from perdure.errors import StoreUnavailable
from perdure.models.contract import EmbeddingClient, LLMClient
from perdure.models.settings import ModelSettings
from perdure.parts.archive import ArchivePart
from perdure.parts.experience import ExperiencePart
from perdure.parts.files import FilesPart
from perdure.parts.history import HistoryPart
from perdure.parts.hot import HotPart
from perdure.parts.identity import IdentityPart
from perdure.parts.index import IndexPart
from perdure.parts.jobs import JobsPart
from perdure.parts.knowledge import KnowledgePart
from perdure.parts.patches import PatchesPart
from perdure.parts.relearn import RelearnPart
from perdure.parts.review import ReviewPart
from perdure.parts.skills import SkillsPart
from perdure.parts.usage import UsagePart
from perdure.parts.working import WorkingPart
from perdure.runtime import Runtime

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
            raise StoreUnavailable("this memory is closed", hint="open the agent again")
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


class BlockingHistory(Twin[HistoryPart]):
    """`luna.history`, blocking."""

    of = blocking(HistoryPart.of)


class BlockingReview(Twin[ReviewPart]):
    """`luna.review`, blocking."""

    list = blocking(ReviewPart.list)
    show = blocking(ReviewPart.show)
    accept = blocking(ReviewPart.accept)
    reject = blocking(ReviewPart.reject)
    accept_all_from = blocking(ReviewPart.accept_all_from)
    undo_source = blocking(ReviewPart.undo_source)
    forget_due = blocking(ReviewPart.forget_due)


class BlockingArchive(Twin[ArchivePart]):
    """`luna.archive`, blocking."""

    sessions = blocking(ArchivePart.sessions)
    lookup_reason = blocking(ArchivePart.lookup_reason)
    lookups = blocking(ArchivePart.lookups)
    records = blocking(ArchivePart.records)
    record = blocking(ArchivePart.record)
    attachment = blocking(ArchivePart.attachment)


class BlockingIdentity(Twin[IdentityPart]):
    """`luna.identity`, blocking."""

    get = blocking(IdentityPart.get)
    set = blocking(IdentityPart.set)
    history = blocking(IdentityPart.history)


class BlockingWorking(Twin[WorkingPart]):
    """`luna.working`, blocking."""

    show = blocking(WorkingPart.show)
    get = blocking(WorkingPart.get)
    scratchpad = blocking(WorkingPart.scratchpad)
    folder = blocking(WorkingPart.folder)
    start_task = blocking(WorkingPart.start_task)
    advance = blocking(WorkingPart.advance)
    focus = blocking(WorkingPart.focus)
    complete = blocking(WorkingPart.complete)
    set = blocking(WorkingPart.set)
    set_state = blocking(WorkingPart.set_state)
    note_thought = blocking(WorkingPart.note_thought)
    add_file = blocking(WorkingPart.add_file)
    cleanup = blocking(WorkingPart.cleanup)


class BlockingIndex(Twin[IndexPart]):
    """`luna.index`, blocking."""

    progress = blocking(IndexPart.progress)
    catch_up = blocking(IndexPart.catch_up)
    record_vectors = blocking(IndexPart.record_vectors)
    set_record_vectors = blocking(IndexPart.set_record_vectors)


class BlockingHot(Twin[HotPart]):
    """`luna.hot`, blocking."""

    items = blocking(HotPart.items)


class BlockingFiles(Twin[FilesPart]):
    """`luna.files`, blocking."""

    append = blocking(FilesPart.append)
    memory = blocking(FilesPart.memory)
    notes = blocking(FilesPart.notes)
    prepare = blocking(FilesPart.prepare)
    generate = blocking(FilesPart.generate)


class BlockingPatches(Twin[PatchesPart]):
    """`luna.patches`, blocking."""

    add = blocking(PatchesPart.add)
    list = blocking(PatchesPart.list)
    switch = blocking(PatchesPart.switch)
    apply_on_activate = blocking(PatchesPart.apply_on_activate)
    preview = blocking(PatchesPart.preview)
    is_model_outdated = blocking(PatchesPart.is_model_outdated)
    history = blocking(PatchesPart.history)
    report = blocking(PatchesPart.report)
    read_feeds = blocking(PatchesPart.read_feeds)


class BlockingExperience(Twin[ExperiencePart]):
    """`luna.experience`, blocking."""

    record = blocking(ExperiencePart.record)
    retrieve = blocking(ExperiencePart.retrieve)


class BlockingSkills(Twin[SkillsPart]):
    """`luna.skills`, blocking."""

    practise = blocking(SkillsPart.practise)
    of = blocking(SkillsPart.of)
    list = blocking(SkillsPart.list)


class BlockingKnowledge(Twin[KnowledgePart]):
    """`luna.knowledge`, blocking."""

    process_update = blocking(KnowledgePart.process_update)
    verify = blocking(KnowledgePart.verify)
    find_existing = blocking(KnowledgePart.find_existing)
    sources = blocking(KnowledgePart.sources)


class BlockingJobs(Twin[JobsPart]):
    """`luna.jobs`, blocking."""

    list = blocking(JobsPart.list)
    retry = blocking(JobsPart.retry)
    run_pending = blocking(JobsPart.run_pending)
    check = blocking(JobsPart.check)


class BlockingUsage(Twin[UsagePart]):
    """`luna.usage`, blocking."""

    today = blocking(UsagePart.today)
    list = blocking(UsagePart.list)


class BlockingRelearn(Twin[RelearnPart]):
    """`luna.relearn`, blocking."""

    preview = blocking(RelearnPart.preview)
    apply = blocking(RelearnPart.apply)
    undo = blocking(RelearnPart.undo)


class Memory(Twin[AgentMemory]):
    """One agent's memory, blocking. Open it with `Memory.open` and close it, or use it in a `with`."""

    def __init__(self, portal: Portal, runtime: Runtime, agent: AgentMemory) -> None:
        super().__init__(portal, agent)
        self._runtime = runtime
        self.history = BlockingHistory(portal, agent.history)
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
    ) -> Self:
        """Open an agent in a home: a folder, or a PostgreSQL URL."""
        portal = Portal()
        try:
            runtime = Runtime(home, config=config, clock=clock, embedder=embedder, llm=llm)
            try:
                return cls(portal, runtime, portal.run(runtime.agent(agent_id, create=create)))
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
    upsert_recall = blocking(AgentMemory.upsert_recall)
    forget_recall = blocking(AgentMemory.forget_recall)
    extract_from_turn_v2 = blocking(AgentMemory.extract_from_turn_v2)
    process_unextracted_turns = blocking(AgentMemory.process_unextracted_turns)
    preview_forget = blocking(AgentMemory.preview_forget)
    items = blocking(AgentMemory.items)
    item = blocking(AgentMemory.item)
    retrieve_recall = blocking(AgentMemory.retrieve_recall)
    search_memory = blocking(AgentMemory.search_memory)
    retrieve_archival = blocking(AgentMemory.retrieve_archival)
    search_conversation_traces = blocking(AgentMemory.search_conversation_traces)
    compose = blocking(AgentMemory.compose)
    activate = blocking(AgentMemory.activate)
    memory_append = blocking(AgentMemory.memory_append)
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

"""What stands behind the tools: one agent in one scope, opened in the background, and this conversation's session."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from perdure.errors import InvalidInput, ModelUnavailable, NotFound, PerdureError, Unsupported
from perdure.messages import say
from perdure.values import (
    JSON,
    MAIN,
    RELAYED,
    Candidate,
    Choice,
    Choices,
    Event,
    Hits,
    Item,
    Outcome,
    Receipt,
    ReviewEntry,
    Session,
    Source,
    Trace,
)

if TYPE_CHECKING:  # what they bring with them is loaded when the agent is opened: a host waits for the first answer
    from perdure.agent import AgentMemory
    from perdure.context.pack import ContextPack
    from perdure.control.explain import Explanation
    from perdure.mind.working import WorkingMemory
    from perdure.models.contract import LLMClient
    from perdure.runtime import Runtime

KIND = "mcp"
EPISODES = "episodes"
Action = Literal["show", "start", "focus", "advance", "note", "set", "complete"]
_ID = re.compile(r"[0-9a-f]{4,8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""An id or its end: a search shows eight characters, a composed context as few as tell it apart."""
_KEY = re.compile(r"[a-z_]+:\S+")


def is_name(what: str) -> bool:
    """Whether this is the id or the key of a memory, and not words about it."""
    name = what.strip().strip("[]")
    return bool(_ID.fullmatch(name) or _KEY.fullmatch(name))


@dataclass(frozen=True, slots=True)
class HostMemory:
    """Which memory a server speaks for. It is fixed when the server starts; no call can name another."""

    agent: str
    scope: str
    name: str | None = None
    """What the agent is called, as long as nobody has said who it is."""


class Desk:
    """The memory behind the tools. Everything it does is in its own agent and scope."""

    def __init__(self, runtime: Callable[[], Runtime], memory: HostMemory) -> None:
        self._make = runtime
        self._memory = memory
        self._runtime: Runtime | None = None
        self._agent: asyncio.Task[AgentMemory] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._session: Session | None = None
        self._starting = asyncio.Lock()

    def open(self) -> None:
        """Begin to open the agent; the first call waits for it if it must."""
        if self._agent is None or (self._agent.done() and self._agent.exception() is not None):
            self._agent = asyncio.get_running_loop().create_task(self._opened())

    async def _opened(self) -> AgentMemory:
        try:
            if self._runtime is None:
                self._runtime = await asyncio.to_thread(self._make)
            agent = await self._runtime.agent(self._memory.agent)
            if self._memory.name is not None and await agent.identity.get() is None:
                await agent.identity.set(self._memory.name)
            self._warming = asyncio.create_task(self._runtime.warm())
            return agent
        except PerdureError as error:
            # The call that waits for it is told, too; this is for whoever reads the host's log.
            logging.getLogger(__name__).error("the memory cannot be opened: %s (%s)", error.message, error.hint)
            raise

    async def agent(self) -> AgentMemory:
        """The agent. One that could not be opened is tried again at the next call."""
        self.open()
        assert self._agent is not None
        return await asyncio.shield(self._agent)

    @property
    def scope(self) -> str:
        return self._memory.scope

    async def session(self) -> Session:
        """The session of this conversation, begun by the first call that needs one."""
        agent = await self.agent()
        async with self._starting:
            if self._session is None:
                self._session = await agent.start_session(scope=self.scope, kind=KIND)
            return self._session

    async def end(self) -> Session | None:
        """End the session, if there is one; the next write begins another."""
        async with self._starting:
            ended, self._session = self._session, None
        if ended is None:
            return None
        return await (await self.agent()).end_session(ended)

    async def close(self) -> None:
        """The host is gone: end the session and let go of everything."""
        with suppress(
            PerdureError
        ):  # a session that stays open is closed at the next start; nobody is there to be told
            await self.end()
        for task in (self._agent, self._warming):
            if task is not None:
                await asyncio.gather(task, return_exceptions=True)
        if self._runtime is not None:
            await self._runtime.close()

    # reading

    async def search(self, query: str, k: int) -> Hits:
        return await (await self.agent()).search_memory(query, k=k, scope=self.scope)

    async def traces(self, keyword: str, k: int) -> list[Trace]:
        agent = await self.agent()
        return await agent.search_conversation_traces(keyword, k=k, session=self._session, scope=self.scope)

    async def one(self, what: str) -> list[Item]:
        """The items that a model may mean: by id, key or words, else what a search finds, episodes last."""
        if named := await self._named(what):
            return named
        meant = await (await self.agent()).which(what, scope=self.scope)
        if meant.found and meant.is_clear:
            return [choice.item for choice in meant.found]
        return sorted((hit.item for hit in await self.search(what, 5)), key=lambda item: item.type == EPISODES)

    async def to_forget(self, what: str) -> Choices:
        """The things to forget, or those that may be meant. What is only near in meaning is shown and not taken."""
        name = what.strip().strip("[]")
        if _ID.fullmatch(name):
            items = await self._named(what)
            return Choices(tuple(map(Choice, items)), is_clear=len(items) <= 1)
        found = await (await self.agent()).which(name if _KEY.fullmatch(name) else what, scope=self.scope)
        if found.found:
            return found
        return Choices(tuple(Choice(hit.item) for hit in await self.search(what, 5)), is_clear=False)

    async def _named(self, what: str) -> list[Item]:
        """The item of this id or its end, or of this key."""
        agent = await self.agent()
        name = what.strip().strip("[]")
        if _ID.fullmatch(name):
            return await agent.items(ending=name, scope=self.scope)
        if _KEY.fullmatch(name):
            with suppress(InvalidInput):  # it only looked like a key: it is searched for like any other words
                return await agent.items(key=name, scope=self.scope)
        return []

    async def explain(self, item: Item) -> Explanation:
        return await (await self.agent()).history.explain(item, scope=self.scope)

    async def contents(self, outcomes: Sequence[Outcome]) -> dict[str, Item]:
        """The items that a receipt speaks of."""
        agent = await self.agent()
        found: dict[str, Item] = {}
        for outcome in outcomes:
            if outcome.item_id is not None:
                try:
                    found[outcome.item_id] = await agent.item(outcome.item_id, scope=self.scope)
                except NotFound:
                    continue  # deleted since: the receipt still says what happened
        return found

    async def compose(self, message: str, budget: int, mode: str) -> ContextPack:
        agent, session = await self.agent(), await self.session()
        return await agent.compose(session, message, budget=budget, mode=mode)

    async def work(self, action: Action, text: str, steps: Sequence[str], key: str, value: JSON) -> WorkingMemory:
        """One action on the current task."""
        working, session = (await self.agent()).working, await self.session()
        match action:
            case "start":
                return await working.start_task(session, text, steps)
            case "focus":
                return await working.focus(session, text)
            case "advance":
                return await working.advance(session, text or None)
            case "note":
                return await working.note_thought(session, text)
            case "set":
                return await working.set(session, key, value)
            case "complete":
                await working.complete(session, text)
            case "show":
                pass
        return await working.show(session)

    async def scratchpad(self) -> str:
        """The current task and what was completed last, as a page."""
        return (await (await self.agent()).working.scratchpad(await self.session())).to_markdown()

    async def memory_file(self) -> str:
        """MEMORY.md with its generated region fresh; outside the main scope there is none."""
        agent = await self.agent()
        if self.scope != MAIN:
            raise NotFound("MEMORY.md belongs to the main scope", hint=say("hint.scope_search"))
        return await self._fresh(agent, agent.files.memory) or "# MEMORY\n"

    async def user_file(self) -> str:
        """What is known of the person, as a page: USER.md in the main scope, elsewhere what that scope knows."""
        agent = await self.agent()
        if self.scope == MAIN and (text := await self._fresh(agent, agent.files.user)) is not None:
            return text
        known = [item for kind in ("profile", "preferences") for item in await agent.items(kind, scope=self.scope)]
        return "\n".join(["# USER", "", *(f"- {' '.join(item.content.split())}" for item in known)]) + "\n"

    @staticmethod
    async def _fresh(agent: AgentMemory, read: Callable[[], Awaitable[str | None]]) -> str | None:
        """A file with its generated region made anew; None where there is no workspace."""
        with suppress(Unsupported):  # what a file would hold is still found by search
            await agent.files.write_generated()
        return await read()

    async def notes(self, day: str) -> str:
        """The notes of a day."""
        try:
            date = datetime.fromisoformat(day).date()
        except ValueError:
            raise InvalidInput("a day is written as 2026-05-01", field="day") from None
        lines = await (await self.agent()).files.notes(date, scope=self.scope)
        return "\n".join([f"# {date.isoformat()}", "", *(f"- {line.text}" for line in lines)]) + "\n"

    # writing

    async def commit(self, events: Sequence[Event], key: str | None) -> Receipt:
        """Keep a turn. What a host's model hands over as the user's words is relayed."""
        agent, session = await self.agent(), await self.session()
        relayed = [replace(event, tags=(*event.tags, RELAYED)) for event in events]
        return await agent.commit_turn(session, relayed, idempotency_key=key)

    async def read_by(self, llm: LLMClient, receipt: Receipt) -> Receipt:
        """The receipt of a kept turn with what a model found in it besides; a model that fails changes nothing."""
        agent = await self.agent()
        if receipt.replayed or receipt.turn_id is None:
            return receipt
        try:
            found = await agent.extract_turn(receipt.session, receipt.turn_id, llm=llm, only_if_worth=True)
        except ModelUnavailable as failure:
            return replace(receipt, notices=(*receipt.notices, say("notice.host_model", reason=failure.reason)))
        return replace(receipt, outcomes=(*receipt.outcomes, *found.outcomes))

    async def remember(self, text: str, source: Source) -> Receipt:
        """Keep a sentence as it is worded, by the type that it says."""
        agent, session = await self.agent(), await self.session()
        return await agent.remember(text, source=source, session=session)

    async def waiting(self) -> list[ReviewEntry]:
        """What waits for the user's word."""
        return await (await self.agent()).review.list(scope=self.scope)

    async def settle(self, entry: ReviewEntry, decision: str) -> Receipt:
        """Settle a proposal as the user has answered."""
        review = (await self.agent()).review
        if decision == "keep_both":
            return await review.keep_both(entry.item.id, scope=self.scope)
        settle = review.accept if decision == "accept" else review.reject
        return await settle(entry.item.id, scope=self.scope)

    async def settle_as_relayed(self, entry: ReviewEntry, decision: str) -> Receipt:
        """The same on the word of a host's model: it is proposed once more, as relayed, and decided by authority."""
        item = entry.item
        # Of two that may disagree a host's model settles neither: saying the later one again would reject it.
        if decision == "accept" and not entry.retracts and not entry.doubtful:
            again = Candidate(item.type, item.value, key=item.key, content=item.content, source=Source.RELAYED)
            receipt = await self.upsert(again)
            if any(outcome.outcome in ("stored", "merged", "superseded") for outcome in receipt.outcomes):
                await self.settle(entry, "reject")  # what it proposed holds now
            return receipt
        if decision == "reject" and item.source.trust <= Source.RELAYED.trust:
            return await self.settle(entry, "reject")
        raise Unsupported(say("mcp.needs_user"), hint=say("hint.settle"))

    async def upsert(self, candidate: Candidate) -> Receipt:
        agent, session = await self.agent(), await self.session()
        return await agent.upsert_recall(candidate, session=session)

    async def append(self, text: str, source: Source) -> Receipt:
        agent, session = await self.agent(), await self.session()
        return await agent.memory_append(text, session=session, source=source)

    async def forget(self, choice: Choice) -> Receipt:
        """Forget one thing. What a host's model asks for is relayed: the user's own words are not taken back by it."""
        agent, session = await self.agent(), await self.session()
        return await agent.forget_recall(choice.target, session=session, source=Source.RELAYED)

"""A random life of a memory, by seed: what is said, concluded, decided, forgotten, used, undone and rolled back."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from perdure import AgentMemory, Candidate, Event, ManualClock, PerdureError
from perdure.control.state import State, state_at
from perdure.store.past import as_proof
from perdure.store.rows import mutable_params

SAID = (
    *("I live in Leeds.", "I moved to Porto.", "I love tea.", "I don't like tea any more.", "I'm allergic to nuts."),
    *("My sister Ann is a doctor.", "Forget that I love tea.", "I work for Acme.", "Meeting with Bob on 3 May 2026."),
    *("我住在杭州。", "我搬到深圳了。", "我喜欢喝茶。", "我不喜欢喝茶了。", "我对花生过敏。", "忘掉我喜欢喝茶。"),
    *("以后别用表情符号。", "我在腾讯上班。", "Please 用中文 answer me.", "我的 favourite colour 是 green。"),
)
SCOPES = ("main", "main", "main", "peer:a", "shared")
STEPS = ("say", "say", "say", "conclude", "conclude", "conclude", "decide", "forget", "use", "undo", "go back", "wait")


@dataclass
class Life:
    """One agent, lived by a seed. After each step it is written down what every scope held."""

    memory: AgentMemory
    clock: ManualClock
    random: random.Random
    seen: list[tuple[int, dict[str, State]]] = field(default_factory=list)
    sessions: int = 0

    async def live(self, steps: int) -> None:
        for _ in range(steps):
            step = self.random.choice(STEPS)
            with suppress(PerdureError):  # refused, and so nothing changed
                await getattr(self, "_" + step.replace(" ", "_"))(self.random.choice(SCOPES))
            self.clock.advance(timedelta(minutes=self.random.randint(1, 600)))
            await self.note()

    async def note(self) -> None:
        revision = await self.memory.port.read("main", lambda tx: tx.revision)
        self.seen.append((revision, await now(self.memory)))

    async def _say(self, scope: str) -> None:
        self.sessions += 1
        session = await self.memory.start_session(f"s{self.sessions}", scope="main" if scope == "shared" else scope)
        await self.memory.commit_turn(session, [Event.user(self.random.choice(SAID))])
        if self.random.random() < 0.3:
            await self.memory.end_session(session)

    async def _conclude(self, scope: str) -> None:
        subject, value = self.random.choice(["Kest", "Orra", "杭州"]), self.random.choice(["one", "two", "三"])
        source = self.random.choice(["user", "user", "tool", "inference", "outside"])
        fact = {"subject": subject, "predicate": "state", "value": value}
        await self.memory.upsert_recall(Candidate("facts", fact, source=source), scope=scope)

    async def _decide(self, scope: str) -> None:
        waiting = await self.memory.review.list(scope=scope)
        if waiting:
            one = self.random.choice(waiting)
            verbs = ["accept", "reject", *(["keep_both"] * 3 if one.doubtful else [])]
            await getattr(self.memory.review, self.random.choice(verbs))(one.item.id, scope=scope)

    async def _forget(self, scope: str) -> None:
        held = await self.memory.items(scope=scope)
        if held:
            mode = "delete" if self.random.random() < 0.1 else "deactivate"
            await self.memory.forget_recall(self.random.choice(held).id, mode=mode, scope=scope)

    async def _use(self, scope: str) -> None:
        self.sessions += 1
        session = await self.memory.start_session(f"s{self.sessions}", scope="main" if scope == "shared" else scope)
        await self.memory.compose(session, "tea, Leeds, Kest, 杭州, 喝茶", budget=1_500)
        await self.memory.end_session(session)

    async def _undo(self, scope: str) -> None:
        found = await self.memory.history.changes(limit=3, scope=scope)
        if found:
            keep_later = self.random.random() < 0.3
            await self.memory.history.undo(self.random.choice(found).revision, keep_later=keep_later, scope=scope)

    async def _go_back(self, scope: str) -> None:
        if self.seen:
            await self.memory.history.rollback(self.random.choice(self.seen)[0], scope=scope)

    async def _wait(self, scope: str) -> None:
        self.clock.advance(timedelta(days=self.random.randint(0, 5)))


async def now(memory: AgentMemory) -> dict[str, State]:
    """What each scope holds, read plainly and without the log."""
    return {scope: await memory.port.read(scope, lambda tx: state_at(tx, tx.sequence)) for scope in set(SCOPES)}


def plain(state: State, *, only: set[str], scopes: set[str]) -> dict[str, Any]:
    """A state in a form that can be compared: items that are still there, in the scopes that are meant."""
    items = {
        item.id: (mutable_params(item), [as_proof(one) for one in item.evidence])
        for item in state.items.values()
        if item.id in only and item.scope in scopes
    }
    links = {link: settled for link, settled in state.links.items() if set(link[:2]) <= items.keys()}
    return {"items": items, "links": links, "hidden": {one for one in state.hidden if one[3] in items}}


def without_later(state: State, there: set[str]) -> State:
    """A state without the versions that came after a point, all of which must be retracted."""
    later = [item for item in state.items.values() if item.id not in there]
    assert not [item for item in later if item.status.value in ("active", "pending")]
    return replace(state, items={item_id: item for item_id, item in state.items.items() if item_id in there})

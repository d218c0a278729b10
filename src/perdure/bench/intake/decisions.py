"""Runs cases of decisions: each in an agent of its own, at the times it names, through the public verbs alone."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from perdure.agent import AgentMemory
from perdure.bench.intake.cases import DecisionCase
from perdure.bench.intake.verdicts import Counts, Look, Seen, judge
from perdure.bench.run import Step
from perdure.clock import ManualClock
from perdure.config import Config
from perdure.models.contract import EmbeddingClient
from perdure.runtime import Runtime
from perdure.values import Event, Receipt, Session

PAUSE = timedelta(hours=12)
"""Who is silent for longer than this has ended the conversation."""
ALL = 10_000


async def measure_decisions(
    cases: Sequence[DecisionCase], step: Step, *, model: EmbeddingClient | None = None, reader: bool = False
) -> Counts:
    """Run every case and count what memory decided; with `reader` turns are read by the packaged reader too."""
    counts = Counts()
    with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
        for n, case in enumerate(cases):
            step("decisions", n, len(cases))
            counts.add(case, judge(case, await run_case(case, home, model, reader=reader)))
    step("decisions", len(cases), len(cases))
    return counts


async def run_case(
    case: DecisionCase, home: str | Path, model: EmbeddingClient | None = None, *, reader: bool = False
) -> Seen:
    """Say the turns of a case at their times, and look at memory around each of them and in the end."""
    clock = ManualClock(case.turns[0].at)
    before: list[Look] = []
    after: list[Look] = []
    receipts: list[Receipt] = []
    async with Runtime(home, config=Config(reader=reader), clock=clock, embedder=model or "none") as runtime:
        if reader:
            await runtime.warm()
        agent = await runtime.agent(f"bench {case.id}")
        session = await agent.start_session()
        for turn in case.turns:
            if turn.at - clock.now() > PAUSE:
                session = await _next_session(agent, session, clock, turn.at - clock.now())
            else:
                clock.advance(turn.at - clock.now())
            before.append(await look(agent))
            events = [Event.user(turn.user), *([Event.assistant(turn.assistant)] if turn.assistant else [])]
            receipts.append(await agent.commit_turn(session, events))
            if model is not None:
                await agent.index.catch_up()
            after.append(await look(agent))
        rest = case.looked_at - clock.now()
        if rest > PAUSE:
            await _next_session(agent, session, clock, rest)
        else:
            clock.advance(rest)
        return Seen(before, after, receipts, await look(agent))


async def _next_session(agent: AgentMemory, session: Session, clock: ManualClock, passes: timedelta) -> Session:
    """The conversation ends when nobody has said anything for a while; the next begins after the rest of the time."""
    clock.advance(PAUSE)
    await agent.end_session(session)
    clock.advance(passes - PAUSE)
    return await agent.start_session()


async def look(agent: AgentMemory) -> Look:
    """What memory holds now, and what of it waits in review beside something that may disagree."""
    waiting = await agent.review.list()
    doubtful = {item.id for entry in waiting for item in (entry.item, *entry.held)}
    return Look(await agent.items(limit=ALL), frozenset(doubtful))

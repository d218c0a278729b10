"""A merge is taken apart again under everything that came after it: how often does that go wrong?"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime
from tests.control.life import SAID
from tests.control.test_undo import state

LIVES = int(os.environ.get("PERDURE_UNMERGE_LIVES", "1"))
STEPS = 14
MOST_WRONG = 0.05
"""The share of keys that may differ from what there would be without the merge; `docs/control.md` gives the measure."""

Step = tuple[str, str, str]


def steps(rng: random.Random, count: int) -> list[Step]:
    """What is said and concluded, by seed. Requests to forget are left out: what they mean depends on what is held."""
    made: list[Step] = []
    for _ in range(count):
        if rng.random() < 0.5:
            said = rng.choice([text for text in SAID if "orget" not in text and "忘" not in text])
            made.append(("say", said, ""))
        else:
            made.append((rng.choice(["user", "user", "tool", "inference"]), rng.choice("abcde"), rng.choice("123")))
    return made


async def live(memory: AgentMemory, clock: ManualClock, life: Sequence[Step], session: str) -> None:
    await memory.start_session(session)
    for source, subject, value in life:
        clock.advance(timedelta(minutes=7))
        if source == "say":
            await memory.commit_turn(session, [Event.user(subject)])
        else:
            fact = {"subject": subject, "predicate": "state", "value": value}
            await memory.upsert_recall(Candidate("facts", fact, source=source))


async def test_a_merge_is_taken_apart_again(tmp_path: Path) -> None:
    wrong = whole = 0
    for seed in range(LIVES):
        rng = random.Random(seed)
        before, theirs, ours, after = (steps(rng, STEPS) for _ in range(4))
        found = []
        for merges in (True, False):
            clock = ManualClock()
            home = tmp_path / f"{seed}-{merges}"
            async with Runtime(home, clock=clock, config=Config(reader=False), embedder="none") as runtime:
                luna = await runtime.agent("luna")
                await live(luna, clock, before, "before")
                await runtime.fork("luna", "nova")
                await live(await runtime.agent("nova"), clock, theirs, "theirs")
                await live(luna, clock, ours, "ours")
                report = await runtime.merge("nova", "luna") if merges else None
                await live(luna, clock, after, "after")
                if report is not None and report.revision is not None:
                    await luna.history.undo(report.revision, keep_later=True)
                found.append(await state(luna))
        keys = set(found[0]) | set(found[1])
        differing = {key for key in keys if found[0].get(key) != found[1].get(key)}
        wrong, whole = wrong + len(differing), whole + len(keys)
    logging.getLogger(__name__).warning("un-merge: %d of %d keys differ over %d lives", wrong, whole, LIVES)
    assert wrong / whole <= MOST_WRONG


@pytest.mark.requirement("R372")
async def test_a_merge_that_nothing_was_built_on_is_undone_exactly(tmp_path: Path) -> None:
    rng = random.Random(99)
    clock = ManualClock()
    async with Runtime(tmp_path, clock=clock, config=Config(reader=False), embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await live(luna, clock, steps(rng, STEPS), "before")
        await runtime.fork("luna", "nova")
        await live(await runtime.agent("nova"), clock, steps(rng, STEPS), "theirs")
        await live(luna, clock, steps(rng, STEPS), "ours")
        before = await state(luna)
        report = await runtime.merge("nova", "luna")
        assert await state(luna) != before
        await luna.history.undo(report.revision or 0)
        assert await state(luna) == before

"""What one agent is told does not depend on any other: the same bytes, scores and order included."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Attachment, Candidate, Event, ManualClock, PerdureError, Runtime, Source, Target
from perdure.testing import Transcript
from tests import postgres
from tests.homes import ENGINES

WORDS = ["绿茶", "tea", "红酒", "wine", "Berlin", "柏林", "city", "moon", "月亮", "music", "run"]
SCRIPTS = 5
CROWD = 2_000


async def script(memory: AgentMemory, clock: ManualClock, seed: int) -> str:
    """A life in small: what was said and everything that was answered."""
    chance = random.Random(seed)
    seen = Transcript()

    def words(most: int) -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(1, most)))

    async def note(name: str, call: Awaitable[object]) -> None:
        try:
            seen.note(name, await call)
        except PerdureError as error:
            seen.note(name, error)

    for n in range(3):
        await note("start", memory.start_session(f"s{n}", scope=chance.choice(["main", "peer:a", "shared"])))
    for _ in range(25):
        scope = chance.choice(["main", "peer:a", "shared"])
        session = f"s{chance.randint(0, 3)}"
        candidate = Candidate(
            chance.choice(["facts", "preferences", "lessons"]),
            {"name": words(1), "lesson": words(3)},
            source=chance.choice(list(Source)),
        )
        if candidate.type != "lessons":
            field = "predicate" if candidate.type == "facts" else "name"
            candidate = Candidate(candidate.type, {field: words(1), "value": words(4)}, source=candidate.source)
        match chance.randint(0, 6):
            case 0:
                files = [Attachment("a", words(2).encode())]
                await note("commit", memory.commit_turn(session, [Event.user(words(9), attachments=files)]))
            case 1 | 2 | 3:
                await note("upsert", memory.upsert_recall(candidate, scope=scope, idempotency_key=words(1)))
            case 4:
                await note("forget", memory.forget_recall(Target(query=words(1)), scope=scope))
            case 5:
                clock.advance(timedelta(hours=chance.randint(-5, 40)))
            case 6:
                await note("end", memory.end_session(session))
        await note("items", memory.items(status=None, scope=scope))
        await note("find", memory.retrieve_recall(words(3), scope=scope, k=5))
    for scope in ("main", "peer:a", "shared"):
        await note("sessions", memory.archive.sessions(scope=scope))
    for n in range(3):
        await note("records", memory.archive.records(f"s{n}"))
    await note("check", memory.check())
    return str(seen)


async def crowd(memory: AgentMemory) -> None:
    """Somebody whose memory is full of the very same words, keys, sessions and idempotency keys."""
    chance = random.Random(0)
    for n in range(3):
        await memory.start_session(f"s{n}", scope=("main", "peer:a", "shared")[n])
    turns = [[Event.user(" ".join(chance.choices(WORDS, k=9)))] for _ in range(CROWD)]
    await memory.commit_turns("s0", turns)
    for n in range(CROWD // 20):
        text = " ".join(chance.choices(WORDS, k=12))
        await memory.upsert_recall(
            Candidate("facts", {"predicate": f"{chance.choice(WORDS)} {n % 40}", "value": text}),
            scope=("main", "peer:a", "shared")[n % 3],
            idempotency_key=WORDS[n] if n < len(WORDS) else None,
        )


@pytest.fixture(params=ENGINES)
def two_homes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    if request.param == "sqlite":
        yield str(tmp_path / "alone"), str(tmp_path / "crowded")
    else:
        server = request.getfixturevalue("postgres_server")
        with postgres.fresh_database(server) as alone, postgres.fresh_database(server) as crowded:
            yield alone, crowded


@pytest.mark.requirement("R037", "R326")
async def test_answers_are_the_same_with_and_without_another_agent(two_homes: tuple[str, str]) -> None:
    alone, home = two_homes
    clock = ManualClock()
    transcripts: dict[str, list[str]] = {}
    for place, others in ((alone, False), (home, True)):
        async with Runtime(place, clock=clock) as runtime:
            if others:
                await crowd(await runtime.agent("B"))
            transcripts[place] = []
            for seed in range(SCRIPTS):
                clock.advance(ManualClock().now() - clock.now())
                transcripts[place].append(await script(await runtime.agent(f"A{seed}"), clock, seed))
    assert transcripts[alone] == transcripts[home]
    assert all(len(text.splitlines()) > 60 for text in transcripts[alone])


async def test_a_script_that_sees_one_row_more_is_told_apart(tmp_path: Path) -> None:
    """Red control: the comparison notices what interference would do."""
    clock = ManualClock()
    texts = []
    async with Runtime(tmp_path, clock=clock) as runtime:
        for n in range(2):
            memory = await runtime.agent(f"A{n}")
            if n:
                await memory.upsert_recall(Candidate("facts", {"predicate": "tea", "value": "tea"}), scope="shared")
            texts.append(await script(memory, ManualClock(), 1))
    assert texts[0] != texts[1]

"""Edits, writes, syncs and kills in random order: no line that was acknowledged is lost, none of a person's
is touched, and a sync that is left alone comes to rest.

`PERDURE_FILES_STEPS` is how many steps are taken; `make files` takes 50,000.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path

import pytest

from perdure import AgentMemory, Conflict, Event, ManualClock, Memory, NotFound, Runtime
from perdure.errors import PerdureError
from perdure.files.regions import line_hash, split
from perdure.files.report import LineAction

STEPS = int(os.environ.get("PERDURE_FILES_STEPS", "90"))
PER_LIFE = 300
KEPT = {LineAction.ADDED, LineAction.WAITING, LineAction.CORRECTED, LineAction.CONFLICT}
WORDS = ["York", "Leeds", "绿茶", "花生", "boiler", "小安", "Friday", "spare key", "piano", "红茶"]
FORMS = [
    "I live in {}.",
    "我喜欢{}。",
    "the {} is in the blue folder",
    "I'm allergic to {}.",
    "{} 在三号柜子里",
    "Never call {}.",
]


@dataclass
class Life:
    """One agent, and what must not be lost."""

    home: Path
    chance: random.Random
    clock: ManualClock = field(default_factory=ManualClock)
    acknowledged: set[str] = field(default_factory=set)
    person: str = ""
    """What the person's region of MEMORY.md says, byte for byte."""
    number: int = 0

    def sentence(self) -> str:
        self.number += 1
        return f"{self.chance.choice(FORMS).format(self.chance.choice(WORDS))} ({self.number})"


Step = Callable[[Life, AgentMemory, Path], object]


def memory(folder: Path) -> Path:
    return folder / "MEMORY.md"


def edit_region(life: Life, luna: AgentMemory, folder: Path) -> None:
    """Correct, delete or tick a line of ours."""
    text = memory(folder).read_bytes().decode()
    parts = split(text)
    rows = parts.body.split("\n")
    ours = [n for n, row in enumerate(rows) if "<!-- item:" in row]
    if not ours or parts.generation is None:
        return
    n = life.chance.choice(ours)
    match life.chance.randrange(3):
        case 0:
            rows[n] = f"- {life.sentence()} {rows[n][rows[n].index('<!-- item:') :]}"
        case 1:
            del rows[n]
        case _:
            rows[n] = rows[n].replace("[ ]", "[x]")
    memory(folder).write_bytes(f"{parts.before}{chr(10).join(rows)}{parts.after}".encode())


def write_line(life: Life, luna: AgentMemory, folder: Path) -> None:
    parts = split(memory(folder).read_bytes().decode())
    if parts.generation is None:
        return
    line = f"- {life.sentence()}\n"
    life.person = line + parts.before
    memory(folder).write_bytes(f"{life.person}{parts.body}{parts.after}".encode())


def delete_line(life: Life, luna: AgentMemory, folder: Path) -> None:
    parts = split(memory(folder).read_bytes().decode())
    rows = parts.before.splitlines(keepends=True)
    if parts.generation is None or not rows or not rows[0].startswith("- "):
        return
    life.person = "".join(rows[1:])
    memory(folder).write_bytes(f"{life.person}{parts.body}{parts.after}".encode())


def write_note(life: Life, luna: AgentMemory, folder: Path) -> None:
    path = folder / f"memory/{life.clock.now().date()}.md"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{before}- {life.sentence()}\n", encoding="utf-8")


async def append(life: Life, luna: AgentMemory, folder: Path) -> None:
    text = life.sentence()
    await luna.memory_append(text)
    life.acknowledged.add(text)


async def say(life: Life, luna: AgentMemory, folder: Path) -> None:
    text = life.sentence()
    await luna.commit_turn(await luna.start_session(), [Event.user(text)])
    life.acknowledged.add(text)


async def forget(life: Life, luna: AgentMemory, folder: Path) -> None:
    items = await luna.items()
    if items:
        with suppress(NotFound):  # a sync that goes on may have been there first
            await luna.forget_recall(life.chance.choice(items).id)


async def sync(life: Life, luna: AgentMemory, folder: Path) -> None:
    report = await luna.files.sync(confirm=life.chance.random() < 0.3)
    life.acknowledged |= {one.text for one in report.changes if one.text and one.action in KEPT}


async def left_sync(life: Life, luna: AgentMemory, folder: Path) -> None:
    """A sync that somebody stops waiting for."""
    running = asyncio.ensure_future(luna.files.sync())
    for _ in range(life.chance.randrange(1, 40)):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def sync_on_and_on(home: str) -> None:
    with Memory.open("luna", home, embedder="none") as luna:
        while True:
            with suppress(Conflict):
                luna.files.sync()


async def killed_sync(life: Life, luna: AgentMemory, folder: Path) -> None:
    """A process that syncs the same files, killed at some moment."""
    other = get_context("spawn").Process(target=sync_on_and_on, args=(str(life.home),))
    await luna.files.sync()
    other.start()
    await asyncio.sleep(life.chance.uniform(0.5, 2.5))
    other.kill()
    await asyncio.to_thread(other.join)


ACTS: list[Step] = [edit_region, edit_region, write_line, write_line, delete_line, write_note, append, say, forget]
ACTS += [sync, sync, left_sync]
KILLS = 40 if STEPS > PER_LIFE else 0
"""In a long run one step of so many kills a process that syncs."""


async def check(life: Life, luna: AgentMemory, folder: Path) -> None:
    """Nothing acknowledged is lost; nothing of the person's has changed; two syncs come to rest."""
    assert split(memory(folder).read_bytes().decode()).before == life.person
    for _ in range(2):
        await sync(life, luna, folder)
        assert split(memory(folder).read_bytes().decode()).before == life.person
    report = await luna.files.sync()
    assert report.changes == ()
    assert report.problems == ()
    said = [
        record.content or ""
        for s in await luna.archive.sessions(limit=10_000)
        for record in await luna.archive.records(s)
    ]
    words = {line_hash(text) for text in said}
    assert [text for text in life.acknowledged if line_hash(text) not in words] == []


@pytest.mark.parametrize("seed", range(max(1, STEPS // PER_LIFE)))
async def test_no_acknowledged_line_is_lost(tmp_path: Path, seed: int) -> None:
    life = Life(tmp_path / "home", random.Random(seed))
    steps = min(STEPS, PER_LIFE)
    while steps > 0:
        async with Runtime(life.home, clock=life.clock) as runtime:  # and opened again, every now and then
            luna = await runtime.agent("luna")
            await luna.files.prepare()
            folder = Path(str(await luna.files.folder()))
            life.person = life.person or split(memory(folder).read_bytes().decode()).before
            for _ in range(min(30, steps)):
                life.clock.advance(timedelta(minutes=life.chance.randrange(300)))
                act = killed_sync if KILLS and life.chance.randrange(KILLS) == 0 else life.chance.choice(ACTS)
                try:
                    done = act(life, luna, folder)
                    if asyncio.iscoroutine(done):
                        await done
                except PerdureError as failure:
                    pytest.fail(f"{act.__name__}: {failure.message}")
                steps -= 1
            await check(life, luna, folder)

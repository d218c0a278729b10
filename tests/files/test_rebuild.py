"""A memory made again from the files of its workspace is the same memory, in every scope.

`PERDURE_FILES_CASES` is how many random histories are tried; `make files` tries a thousand.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Conflict, Event, InvalidInput, ManualClock, Runtime
from tests.homes import fresh_id

CASES = int(os.environ.get("PERDURE_FILES_CASES", "3"))
SCOPES = ("main", "main", "main", "peer:ann", "group:g/../x", "shared")
SAID = [
    "I live in {place}.",
    "我现在住在{place}。",
    "My sister is called {name}.",
    "我妹妹叫{name}。",
    "Never call me before {n} o'clock.",
    "I'm allergic to {thing}.",
    "我喜欢{thing}。",
    "I don't like {thing} any more.",
    "We decided to use {thing} for the {name} project.",
    "Remind me to buy {thing} tomorrow.",
    "Forget that I like {thing}.",
    "忘掉我住在哪里。",
    "Remember that the {thing} is with {name}.",
    "nice weather, 今天天气不错 <!-- x -->",
]
WORDS = {
    "place": ["York", "Leeds", "杭州", "利兹"],
    "name": ["Ann", "小安", "Zoë", "O'Neil"],
    "thing": ["peanuts", "绿茶", "PostgreSQL", "milk", "spare key"],
    "n": ["9", "10"],
}


def sentence(chance: random.Random) -> str:
    return chance.choice(SAID).format(**{name: chance.choice(words) for name, words in WORDS.items()})


async def live(luna: AgentMemory, clock: ManualClock, chance: random.Random, steps: int) -> None:
    """A random life of a memory."""
    sessions: list[str] = []
    for n in range(steps):
        clock.advance(timedelta(minutes=chance.randrange(600)))
        act = chance.randrange(10)
        if act < 5 or not sessions:
            scope = chance.choice(SCOPES[:-1])
            session = await luna.start_session(f"会话 {n}" if n % 3 else f"s-{n}", scope=scope)
            sessions.append(session.id)
            events = [Event.user(sentence(chance)), Event.assistant("ok"), Event.tool("clock", {"n": n}, {"at": n})]
            await luna.commit_turn(session, events[: chance.randrange(1, 4)])
        elif act == 5:
            await luna.commit_turn(chance.choice(sessions[-3:]), [Event.user(sentence(chance))])
        elif act == 6:
            await luna.memory_append(sentence(chance), scope=chance.choice(SCOPES))
        elif act == 7:
            items = [item for item in await luna.items() if item.type != "identity"]
            if items:
                await luna.forget_recall(chance.choice(items).id)
        elif act == 8:
            await luna.files.sync(confirm=True)
            path = Path(str(await luna.files.folder())) / "MEMORY.md"
            path.write_text(f"- {sentence(chance)}\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        else:
            await luna.end_session(sessions.pop())


async def view(luna: AgentMemory) -> dict[str, Any]:
    """What a memory holds, without the places on its number line."""
    seen: dict[str, Any] = {}
    for scope in dict.fromkeys(SCOPES):
        items = [item.as_json() for item in await luna.items(scope=scope, limit=10_000)]
        seen[f"items {scope}"] = sorted(items, key=lambda item: str(item["id"]))
        waiting = [entry.item.as_json() for entry in await luna.review.list(scope=scope)]
        seen[f"review {scope}"] = sorted(waiting, key=lambda item: str(item["id"]))
        for session in await luna.archive.sessions(scope=scope):
            seen[f"session {session.id}"] = session.as_json()
            records = [record.as_json() | {"sequence": 0} for record in await luna.archive.records(session)]
            seen[f"records {session.id}"] = records
        pack = await luna.compose(None, "where do I live? 我喜欢什么？", budget=3_000, scope=scope)
        seen[f"pack {scope}"] = sorted(line.split("] ", 1)[-1] for line in pack.text.split("\n") if line[:1] == "[")
    return json.loads(json.dumps(seen, default=str))  # type: ignore[no-any-return]


@pytest.mark.requirement("R024", "R118", "R291")
@pytest.mark.parametrize("seed", range(CASES))
async def test_a_memory_is_made_again_from_its_files_alone(tmp_path: Path, seed: int) -> None:
    chance, clock = random.Random(seed), ManualClock()
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.files.prepare()
        await live(luna, clock, chance, 25)
        await luna.files.sync(confirm=True)
        before = await view(luna)
        shutil.copytree(str(await luna.files.folder()), tmp_path / "copy")
    async with Runtime(tmp_path / "other", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.files.prepare(str(tmp_path / "copy"))
        told = await luna.files.rebuild()
        assert await view(luna) == before
        assert told.items > 0
        assert [finding for finding in await luna.check() if not finding.ok] == []
        assert (await luna.files.sync()).changes == ()
        assert await view(luna) == before


async def test_an_agent_that_holds_something_is_not_rebuilt_over(tmp_path: Path) -> None:
    async with Runtime(tmp_path / "home", clock=ManualClock()) as runtime:
        luna, other = await runtime.agent("luna"), await runtime.agent("other")
        await luna.memory_append("a note")
        await luna.files.sync()
        with pytest.raises(Conflict):
            await luna.files.rebuild()
        with pytest.raises(InvalidInput, match="there is no"):
            await other.files.rebuild()


def lose_database(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()


async def test_a_ledger_of_another_store_is_not_written_over(tmp_path: Path) -> None:
    """Who lost the database and starts again in the same folder does not lose the files too."""
    clock = ManualClock()
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.memory_append("the only copy")
        await luna.files.sync()
        folder = Path(str(await luna.files.folder()))
    lose_database(folder.parent)
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        report = await luna.files.sync()
        assert [one.kind for one in report.questions] == ["foreign"]
        with pytest.raises(Conflict):
            await luna.files.write_ledger()
        assert "the only copy" in (folder / "memory/items.jsonl").read_text()
    lose_database(folder.parent)
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        assert (await luna.files.rebuild()).items == 1
        assert (await luna.files.sync()).questions == ()


async def test_a_torn_line_of_the_history_is_mended(tmp_path: Path) -> None:
    async with Runtime(tmp_path / "home", clock=ManualClock()) as runtime:
        luna = await runtime.agent("luna")
        await luna.files.prepare()
        session = await luna.start_session("s")
        await luna.commit_turn(session, [Event.user("one")])
        await luna.files.write_ledger()
        path = Path(str(await luna.files.folder())) / "conversation_history/s.jsonl"
        whole = path.read_text()
        path.write_text(whole + '{"line":"record","id":"to')
        await luna.commit_turn(session, [Event.user("两")])
        assert await luna.files.write_ledger() is True
        assert [json.loads(line)["content"] for line in path.read_text().splitlines()] == ["one", "两"]
        assert path.read_text().startswith(whole)
        assert await luna.files.write_ledger() is False


async def test_rebuild_on_both_engines(busy_home: str, tmp_path: Path) -> None:
    clock = ManualClock()
    async with Runtime(tmp_path / "from", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.files.prepare()
        await live(luna, clock, random.Random(7), 12)
        await luna.files.sync(confirm=True)
        before, folder = await view(luna), str(await luna.files.folder())
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.files.prepare(folder)
        await luna.files.rebuild(folder)
        assert await view(luna) == before

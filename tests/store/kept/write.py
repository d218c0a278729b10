"""Write a memory with the code at hand, to be kept as what this version of the schema wrote.

    python -m tests.store.kept.write            # before the next migration is added, with the sources of that moment

For each engine it leaves the database and what its owner could read then. Later versions must read the same.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from perdure import AgentMemory, Attachment, Candidate, Event, Evidence, ManualClock, Runtime, Source, Target
from perdure.store.migrate import migrations
from perdure.store.sqlite.files import DATABASE
from perdure.testing import FakeEmbedder
from tests import postgres

KEPT = Path(__file__).parent
AGENT = "luna 月亮"
SCOPES = ("main", "peer:ann", "group:team", "shared")


def fact(predicate: str, value: str, **more: Any) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value}, **more)


async def fill(memory: AgentMemory, clock: ManualClock) -> None:
    """Something of everything, in both languages."""
    session = await memory.start_session("chat 一", kind="chat")
    await memory.commit_turn(
        session,
        [
            Event.user("我叫阿哲，住在杭州，每天早上喝绿茶。", speaker="阿哲", tags=["topic:me"]),
            Event.assistant("记住了。"),
            Event.tool("search", {"q": "green tea"}, {"hits": ["龙井"]}),
            Event.user("see the file", attachments=[Attachment("笔记.txt", "龙井茶".encode(), "text/plain")]),
        ],
        idempotency_key="first",
    )
    await memory.commit_turn(session, [Event.user("Remember that I am allergic to penicillin."), Event.assistant("ok")])
    await memory.commit_turn(session, [Event.user("我下周三要去 Berlin 出差，帮我记一下。")])
    [first, *_] = await memory.archive.records(session)
    for city in ("Berlin", "Paris", "杭州"):
        clock.advance(timedelta(days=1))
        await memory.upsert_recall(fact("city", city), session=session)
    await memory.upsert_recall(fact("city", "Rome", source=Source.INFERENCE))  # waits for review
    await memory.upsert_recall(fact("tea", "绿茶", evidence=[Evidence(first.id, quote="绿茶")], pinned=True))
    await memory.upsert_recall(fact("mood", "happy", duration="24h"))
    await memory.upsert_recall(fact("old job", "baker"))
    await memory.upsert_recall(fact("old job", "baker", retract=True))
    await memory.upsert_recall(fact("gone", "this was deleted"))
    await memory.forget_recall(Target(key="fact:user:gone"), mode="delete")
    await memory.upsert_recall(fact("weather", "rain"))
    await memory.forget_recall("fact:user:weather")
    await memory.upsert_recall(Candidate("entities", {"canonical": "Ann Lee", "kind": "person", "aliases": ["安"]}))
    await memory.upsert_recall(Candidate("preferences", {"name": "drink", "value": "green tea 绿茶"}), scope="shared")
    for scope in ("peer:ann", "group:team"):
        other = await memory.start_session(f"talk in {scope}", scope=scope)
        await memory.commit_turn(other, [Event.user("Ann Lee is our new designer. 她在上海。", speaker="Bob")])
        await memory.upsert_recall(fact("city", f"city of {scope}"), session=other)
    await memory.identity.set("Luna", role="a companion 伙伴")
    await memory.patches.add("event", "Python 3.14 is out", event_date="2025-10-07")
    await memory.memory_append("a note 一条笔记", session=session)
    await memory.working.start_task(session, "write the report 写报告", ["outline", "text"])
    await memory.index.catch_up()
    await memory.end_session("talk in peer:ann")


async def readable(memory: AgentMemory) -> dict[str, Any]:
    """What the owner of this memory can read, as JSON."""
    seen: dict[str, Any] = {"items": {}, "history": {}, "records": {}}
    for scope in SCOPES:
        items = await memory.items(status=None, scope=scope, limit=1_000)
        seen["items"][scope] = [item.as_json() for item in items]
        keys = sorted({item.key for item in items if item.scope == scope})
        seen["history"][scope] = {key: (await memory.history.of(key, scope=scope)).as_json() for key in keys}
        for session in await memory.archive.sessions(scope=scope):
            records = await memory.archive.records(session)
            seen["records"][session.id] = [record.as_json() for record in records]
    return seen


async def write(home: str) -> dict[str, Any]:
    clock = ManualClock()
    async with Runtime(home, clock=clock, embedder=FakeEmbedder()) as runtime:
        memory = await runtime.agent(AGENT)
        await fill(memory, clock)
        seen = await readable(memory)
        store = runtime._engine.open(AGENT, create=False)
        # The secret itself is nobody's to see; what is made with it must stay the same.
        seen["keyed"] = store.read("main", lambda tx: tx.keyed("kept", b"a line").hex())
        seen["now"] = clock.now().isoformat()
        store.close()
    return seen


def keep(folder: Path, engine: str, seen: dict[str, Any]) -> None:
    text = json.dumps(seen, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / f"{engine}.json").write_text(text + "\n", encoding="utf-8")


def dump(url: str) -> str:
    """The database as statements, without what only `psql` understands."""
    program = postgres.find_binaries() / "pg_dump"
    done = subprocess.run(
        [program, "--inserts", "--no-owner", "--no-comments", url],
        capture_output=True,
        text=True,
        check=True,
        env={"LC_ALL": "C", "PATH": os.defpath},
    )
    return "\n".join(line for line in done.stdout.splitlines() if not line.startswith(("\\", "--"))).strip() + "\n"


def main() -> None:
    folder = KEPT / f"{migrations('sqlite')[-1].number:04}"
    if folder.exists():
        sys.exit(f"{folder} is there already: what was kept is never written again")
    folder.mkdir()
    keep(folder, "sqlite", asyncio.run(write(str(folder / "home"))))
    for left in (folder / "home").rglob("*"):  # the database and its attachments are what is kept
        if left.is_file() and left.name != DATABASE and left.parent.name != "attachments":
            left.unlink()
    with postgres.private_server() as server, postgres.fresh_database(server) as url:
        keep(folder, "postgres", asyncio.run(write(url)))
        (folder / "postgres.sql").write_text(dump(url), encoding="utf-8")


if __name__ == "__main__":
    main()

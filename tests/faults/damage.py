"""Damages copies of a store at random and reads everything back; run as a process of its own, because it might crash.

python -m tests.faults.damage <home> <seed> <count>      prints one JSON object: counts, and what was wrong
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from perdure import Attachment, Candidate, Config, Event, Item, Record, Runtime
from perdure.agent import AgentMemory
from perdure.errors import PerdureError

AGENT = "luna"
EVERYTHING = 100_000
EXPLICIT = ("store_damaged", "store_unavailable", "unsupported", "store_busy")
"""What a caller may hear of a damaged store. (A byte in a lock table can look like a lock.)"""
QUICK = Config(busy_timeout=0.2)


async def fill(home: Path) -> None:
    """A store with something in every table."""
    async with Runtime(home) as runtime:
        agent = await runtime.agent(AGENT)
        for s in range(3):
            session = await agent.start_session(f"session {s}")
            for n in range(12):
                await agent.commit_turn(
                    session,
                    [
                        Event.user(f"{s}/{n} 我喜欢喝茶 and more " * (1 + n % 4 * 20), speaker="阿哲", tags=["tea"]),
                        Event.tool("lookup", {"query": n, "deep": [1, {"a": None}]}, {"found": [n, "x"]}),
                    ],
                    idempotency_key=f"{s}/{n}",
                )
        await agent.commit_turn(session, [Event.user("a file", attachments=[Attachment("f.txt", b"bytes" * 900)])])
        for n in range(60):
            await agent.upsert_recall(
                Candidate(type="facts", value={"predicate": f"p{n % 25}", "value": f"value {n} 值"})
            )
        await agent.forget_recall("fact:user:p3")
        await agent.forget_recall("fact:user:p4", mode="delete")
        await agent.end_session("session 0")


def record_key(record: Record) -> tuple[Any, ...]:
    """What the hash of a record covers."""
    files = tuple(file.sha256 for file in record.attachments)
    return (
        record.content,
        record.speaker,
        record.name,
        json.dumps([record.arguments, record.result]),
        record.tags,
        record.content_ref,
        files,
    )


def item_key(item: Item) -> tuple[Any, ...]:
    """What the sum of an item covers."""
    return item.type, item.key, item.scope, json.dumps(item.value), item.content, item.version, item.source


Oracle = dict[str, dict[str, Any]]


async def read(agent: AgentMemory, oracle: Oracle | None) -> tuple[Oracle, Counter[str], list[str]]:
    """Read everything in every way there is. Answers what was seen, which errors were met, and what was wrong."""
    seen: Oracle = {"records": {}, "items": {}, "status": {}, "files": {}, "sessions": {}}
    errors: Counter[str] = Counter()
    wrong: list[str] = []

    async def tried(what: str, verb: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await verb()
        except PerdureError as error:
            if error.code in EXPLICIT:
                errors[error.code] += 1
            elif error.code != "not_found":  # a row that went missing: then something else has to notice
                wrong.append(f"{what}: {error!r}")
        except Exception as error:  # noqa: BLE001 - exactly this must not happen, and is reported
            wrong.append(f"{what}: {type(error).__name__}: {error}")
        return None

    sessions = await tried("sessions", agent.archive.sessions) or []
    seen["sessions"] = {session.id: session.is_open for session in sessions}
    for session in ("session 0", "session 1", "session 2", "direct:main"):
        for record in await tried("records", lambda s=session: agent.archive.records(s, limit=EVERYTHING)) or ():
            seen["records"][record.id] = record_key(record)
            for file in record.attachments:
                found = await tried("attachment", lambda f=file: agent.archive.attachment(f.id))
                if found is not None:
                    seen["files"][file.id] = found[1]
    for item in await tried("items", lambda: agent.items(status=None, limit=EVERYTHING)) or ():
        seen["items"][item.id] = item_key(item)
        seen["status"][item.id] = item.status
    found = await tried("search", lambda: agent.retrieve_recall("value p7 值", k=50)) or ()
    active = await tried("active", agent.items) or ()
    for told in (
        await tried("archive search", lambda: agent.retrieve_archival("喝茶 lookup", reason="user_ask_evidence")) or ()
    ):
        if oracle is not None and record_key(told.record) not in oracle["records"].values():
            wrong.append("a record that was never stored was found")
    history = await tried("history", lambda: agent.history.of("fact:user:p7"))
    for item in (*(hit.item for hit in found), *active, *(history.versions if history else ())):
        if oracle is not None and oracle["items"].get(item.id) != item_key(item):
            wrong.append("an item that is not what was stored was served")
    findings = await tried("check", agent.check)
    if findings is not None and not all(finding.ok for finding in findings):
        errors["found by check"] += 1
    return seen, errors, wrong


def compare(oracle: Oracle, seen: Oracle, errors: Counter[str]) -> list[str]:
    """What was served must be what was stored. What is missing or has another status must not go unnoticed."""
    wrong: list[str] = []
    # A record's id is not under its own hash but in the chain, so its text is what has to be right when it is served.
    texts = set(oracle["records"].values())
    wrong += ["a record that was never stored was served" for value in seen["records"].values() if value not in texts]
    for kind in ("items", "files"):
        for name, value in seen[kind].items():
            if oracle[kind].get(name) != value:
                wrong.append(f"{kind}: something that is not what was stored was served")
    if not errors and seen != oracle:
        differing = [kind for kind in oracle if seen[kind] != oracle[kind]]
        wrong.append(f"{', '.join(differing)} differ, and nobody noticed")
    return wrong


async def survey(home: Path, oracle: Oracle | None) -> tuple[Oracle | None, Counter[str], list[str]]:
    """Open and read everything."""
    try:
        async with Runtime(home, config=QUICK) as runtime:
            agent = await runtime.agent(AGENT)
            return await read(agent, oracle)
    except PerdureError as error:
        return None, Counter({error.code: 1}), [] if error.code in EXPLICIT else [f"open: {error!r}"]
    except Exception as error:  # noqa: BLE001 - exactly this must not happen, and is reported
        return None, Counter(), [f"open: {type(error).__name__}: {error}"]


def mutate(chance: random.Random, path: Path) -> str:
    """Damage a file, and say how."""
    data = bytearray(path.read_bytes())
    page = 4096
    pages = len(data) // page
    kind = chance.choices(
        ("flip", "header", "bytes", "zero", "noise", "swap", "truncate", "cut", "grow"), (8, 4, 4, 2, 2, 2, 1, 1, 1)
    )[0]
    match kind:
        case "flip":
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case "header":
            # The first bytes of a page say what it is and where its cells are.
            at = chance.randrange(pages) * page + chance.randrange(100)
            data[at] = chance.randrange(256)
        case "bytes":
            for _ in range(chance.randint(2, 50)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case "zero" | "noise":
            at = chance.randrange(pages) * page
            data[at : at + page] = bytes(page) if kind == "zero" else chance.randbytes(page)
        case "swap":
            one, other = (n * page for n in chance.sample(range(pages), 2))
            data[one : one + page], data[other : other + page] = data[other : other + page], data[one : one + page]
        case "truncate":
            del data[chance.randrange(pages) * page :]
        case "cut":
            del data[chance.randrange(len(data)) :]
        case "grow":
            data += chance.randbytes(chance.choice((1, page, 3 * page)))
    path.write_bytes(data)
    return kind


def main(home: Path, seed: int, count: int) -> dict[str, Any]:
    chance = random.Random(seed)
    oracle, _, wrong = asyncio.run(survey(home, None))
    assert oracle is not None
    assert not wrong
    totals: Counter[str] = Counter()
    problems: list[str] = []
    for n in range(count):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "home"
            shutil.copytree(home, copy)
            kind = mutate(chance, next(copy.glob("*/memory.db")))
            seen, errors, wrong = asyncio.run(survey(copy, oracle))
            if seen is not None:
                wrong += compare(oracle, seen, errors)
            problems += [f"seed {seed}, mutation {n} ({kind}): {line}" for line in wrong]
            totals["noticed" if errors else "harmless"] += 1
    return {"mutations": count, **totals, "problems": problems}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))

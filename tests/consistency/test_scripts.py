"""The regression set: what was said in one session changes what the next is told; nothing stale or foreign does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perdure import AgentMemory, Candidate, ContextPack, Event, Runtime, Session, Source
from perdure.context.render import Framed, parse
from tests.consistency.scripts import SCRIPTS, Script
from tests.homes import fresh_id

BUDGET = 3_000
MODES = ("auto", "on_demand", "strategy")


async def play(luna: AgentMemory, script: Script) -> dict[str, Session]:
    """Say everything, each room in sessions of its own."""
    rooms: dict[str, Session] = {}
    for room, said in script.said:
        if room not in rooms:
            rooms[room] = await luna.start_session(scope=room.split(" ")[0])
        await luna.commit_turn(rooms[room], [Event.user(said), Event.assistant("ok")])
    for session in rooms.values():
        await luna.end_session(session)
    return rooms


async def told(luna: AgentMemory, room: str, message: str, mode: str = "auto") -> ContextPack:
    session = await luna.start_session(scope=room.split(" ")[0])
    return await luna.compose(session, message, budget=BUDGET, mode=mode)


@pytest.mark.requirement("R347", "R353")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: f"{script.name} {script.language}")
async def test_a_later_session_is_told_what_holds_and_nothing_else(luna: AgentMemory, script: Script) -> None:
    await play(luna, script)
    for room, message, holds, lacks in script.asked:
        pack = await told(luna, room, message)
        assert [word for word in holds if word not in pack.text] == [], (message, pack.text)
        assert [word for word in lacks if word in pack.text] == [], (message, pack.text)


@pytest.mark.requirement("R351")
async def test_no_mode_is_told_anything_stale_or_foreign(
    runtime: Runtime, record_property: Callable[[str, object], None]
) -> None:
    """The misuse rate: of all lines recalled, how many say what no longer holds or belongs to another room."""
    lines, wrong = dict.fromkeys(MODES, 0), dict.fromkeys(MODES, 0)
    for script in SCRIPTS:
        luna = await runtime.agent(fresh_id())
        await play(luna, script)
        for room, message, _, lacks in script.asked:
            for mode in MODES:
                pack = await told(luna, room, message, mode)
                rows = [line.text for block in await read(luna, pack, room) for line in block.lines if line.id]
                lines[mode] += len(rows)
                wrong[mode] += sum(any(word in row for word in lacks) for row in rows)
    said = ", ".join(f"{mode} {wrong[mode]} of {lines[mode]}" for mode in MODES)
    record_property("measured", f"lines that mislead, by mode: {said}")
    assert wrong == dict.fromkeys(MODES, 0)
    assert lines["auto"] > 10


async def read(luna: AgentMemory, pack: ContextPack, room: str) -> list[Framed]:
    return await luna.port.read(room.split(" ")[0], lambda tx: parse(pack.text, tx.keyed))


@pytest.mark.requirement("R353")
@pytest.mark.parametrize(("predicate", "user", "web"), [("office", "Leeds", "Hull"), ("办公室", "绍兴", "宁波")])
async def test_a_weaker_source_does_not_replace_what_is_told(
    luna: AgentMemory, predicate: str, user: str, web: str
) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": predicate, "value": user}))
    await luna.upsert_recall(Candidate("facts", {"predicate": predicate, "value": web}, source=Source.OUTSIDE))
    pack = await told(luna, "main 1", f"{predicate}?")
    assert (user in pack.text, web in pack.text) == (True, False)
    assert len(await luna.review.list()) == 1


@pytest.mark.parametrize(
    ("old", "new", "asked", "model"),
    [
        ("Python 3.12 is the newest Python", "Python 3.14 is the newest Python", "which Python is newest?", "gpt-4o"),
        ("最新的 Python 是 3.12", "最新的 Python 是 3.14", "最新的 Python 是哪个？", "gpt-4o"),
    ],
)
async def test_a_patch_changes_an_answer(luna: AgentMemory, old: str, new: str, asked: str, model: str) -> None:
    session = await luna.start_session()
    before = await luna.compose(session, asked, budget=BUDGET, model=model)
    assert "patch_block" not in before.blocks
    await luna.patches.add("technology", "Python 3.14", update={old: new}, event_date="2025-10-07")
    after = await luna.compose(session, asked, budget=BUDGET, model=model)
    assert new in after.blocks["patch_block"].text
    assert answer(before, asked) is None
    assert answer(after, asked) == new


def answer(pack: ContextPack, asked: str) -> str | None:
    """What a reader of the pack would say: the patch, where there is one that speaks of it."""
    block = pack.blocks.get("patch_block")
    rows = block.text.split("\n")[1:-1] if block else []
    said = [row for row in rows if "3.14" in row]
    return next((text for row in said for text in (row.split("“")[-1].rstrip("”"),)), None)

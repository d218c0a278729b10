"""How long things are kept: by class, by the end of the session, and on no path once their time is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime
from tests.homes import fresh_id

DAY = timedelta(days=1)
SECRET = {"en": "saffron", "zh": "藏红花"}


def fact(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": f"spice {value}", "value": value}, **more)  # type: ignore[arg-type]


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock, tmp_path: Path) -> AsyncIterator[AgentMemory]:
    """An agent with a folder on either engine."""
    config = Config(workspace=str(tmp_path / "workspace"))
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        yield await runtime.agent(fresh_id())


@pytest.mark.requirement("R211")
async def test_what_is_transient_lasts_a_day_and_ends_with_its_session(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.start_session("a")
    await luna.start_session("b")
    for session, value in (("a", "saffron"), ("b", "藏红花")):
        await luna.upsert_recall(fact(value, priority="transient"), session=session)
    await luna.upsert_recall(fact("pepper"), session="a")
    held = {item.value["value"]: item for item in await luna.items("facts")}
    assert held["saffron"].expires_at == held["藏红花"].expires_at == clock.now() + DAY
    assert held["pepper"].expires_at is None
    # The end of a session takes what was transient in it, and only that.
    await luna.end_session("a")
    assert {item.value["value"] for item in await luna.items("facts")} == {"藏红花", "pepper"}
    assert await luna.retrieve_recall("saffron") == []
    # Without an end the day is over after a day.
    clock.advance(DAY - timedelta(seconds=1))
    assert len(await luna.retrieve_recall("藏红花")) == 1
    clock.advance(timedelta(seconds=1))
    assert await luna.retrieve_recall("藏红花") == []
    # What lapsed can still be explained.
    history = await luna.history.of("fact:user:spice_saffron")
    assert [change.action for change in history.changes][-1] in ("lapsed", "expired")


@pytest.mark.requirement("R214")
@pytest.mark.parametrize("value", SECRET.values())
async def test_what_is_permanent_is_never_deleted_by_time(luna: AgentMemory, clock: ManualClock, value: str) -> None:
    await luna.start_session("s")
    await luna.upsert_recall(fact(value, priority="permanent", importance=0.5), session="s")
    await luna.commit_turn("s", [Event.user("I live in York.")])
    await luna.end_session("s")
    for _ in range(3):
        clock.advance(4 * 365 * DAY)
        await luna.review.forget_due()
        await luna.start_session()
    held = await luna.items()
    kept = [item for item in held if item.type == "facts"]
    assert [(item.value["value"], item.priority.value, item.expires_at) for item in kept] == [
        (value, "permanent", None)
    ]
    assert [item.type for item in held if item.type == "profile"] == ["profile"]
    assert (await luna.retrieve_recall(value))[0].item.id == kept[0].id


@pytest.mark.requirement("R216")
@pytest.mark.parametrize("value", SECRET.values(), ids=SECRET)
async def test_what_has_expired_is_on_no_path(luna: AgentMemory, clock: ManualClock, value: str) -> None:
    session = await luna.start_session()
    brief = {"keep": 2 * DAY}
    for candidate in (
        fact(value, **brief),
        Candidate("entities", {"kind": "topic", "canonical": value}, **brief),
        Candidate("events", {"title": f"{value} party", "date": "2026-01-02"}, **brief),
        Candidate("preferences", {"name": "spice", "value": value}, importance=0.9, **brief),
        Candidate("rules", {"name": "spice", "rule": f"always add {value}"}, **brief),
        Candidate("skills", {"skill_name": value}, **brief),
        Candidate("cases", {"problem": f"cook with {value}", "type": "success"}, **brief),
        Candidate(
            "decisions", {"project": "kitchen", "topic": "spice", "decision": value}, valid_to=clock.now() + 2 * DAY
        ),
    ):
        await luna.upsert_recall(candidate)
    stamped = {"description": f"cook with {value}", "type": "coding", "complexity": 7, "requires_context": True}

    async def seen() -> dict[str, str]:
        """What each way of reading shows."""
        await luna.files.generate()
        folder = luna.port.workspace
        assert folder is not None
        pack = await luna.compose(session, f"cook with {value}", budget=20_000)
        packs = {
            mode: await luna.compose(None, f"cook with {value}", budget=20_000, mode=mode)
            for mode in ("on_demand", "strategy")
        }
        # `short_term_block` and `task_block` repeat what is asked, so the lines of memory are what counts.
        woken = await luna.activate(stamped, max_tokens=40_000, latency="batch")
        lines = [line for one in (pack, *packs.values(), woken) for line in one.lines]
        return {
            "items": str(await luna.items()),
            "by type": str([await luna.items(kind) for kind in ("facts", "events", "rules", "decisions")]),
            "hot": str(await luna.hot.items()),
            "search": str(await luna.search_memory(f"cook with {value}")),
            "by time": str(await luna.search_memory("what happened on 2 January 2026?")),
            "recall": str(await luna.retrieve_recall(value)),
            "find_existing": str(await luna.knowledge.find_existing(f"spice {value}: {value}")),
            "experience": str(await luna.experience.retrieve(f"cook with {value}")),
            "skills": str(await luna.skills.list()),
            "which": str(await luna.which(value)),
            "context": "\n".join(line for line in lines if line != stamped["description"]),
            "MEMORY.md": (folder / "MEMORY.md").read_text(encoding="utf-8"),
        }

    before = await seen()
    assert {name for name, text in before.items() if value not in text} <= {"MEMORY.md"}  # a control
    clock.advance(2 * DAY)
    after = await seen()
    assert [name for name, text in after.items() if value in text] == []

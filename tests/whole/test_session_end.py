"""What follows when a session ends or grows too long: once, however often it is asked for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from perdure import AgentMemory, Config, Event, ManualClock, Runtime
from perdure.testing import ScriptedLLM
from tests.homes import fresh_id

TALKS = {
    "en": [
        "Please help me move the Moonlight shop to the new server.",
        "We decided to use PostgreSQL 16 for it.",
        "The config is in deploy/prod.yaml and the port is 8443.",
    ],
    "zh": [
        "帮我把月光商店迁移到新的服务器。",
        "我们决定用 PostgreSQL 16。",
        "配置文件在 deploy/prod.yaml，端口是 8443。",
    ],
}
TOLD = {
    "en": {"summary": "The Moonlight shop moves to the new server.", "goal": "move the Moonlight shop", "outcome": ""},
    "zh": {"summary": "月光商店迁移到新的服务器。", "goal": "迁移月光商店", "outcome": ""},
}
languages = pytest.mark.parametrize("language", ["en", "zh"])


def model(language: str) -> ScriptedLLM:
    """One that answers whatever it is asked for, and adds nothing of its own."""
    nothing: dict[str, Any] = {"entities": [], "tools_used": [], "items": [], "candidates": []}
    return ScriptedLLM({**nothing, **TOLD[language]})


async def talk(luna: AgentMemory, language: str, more: int = 0) -> None:
    await luna.start_session("s")
    for text in (*TALKS[language], *("ok" for _ in range(more))):
        await luna.commit_turn("s", [Event.user(text), Event.assistant("OK.")])


@pytest.mark.requirement("R187")
@languages
async def test_the_end_of_a_session_has_a_model_tell_its_episode_once(
    busy_home: str, clock: ManualClock, language: str
) -> None:
    name = fresh_id()
    manual = Config(background=False)
    async with Runtime(busy_home, clock=clock, llm=model(language), config=manual) as runtime:
        luna = await runtime.agent(name)
        await talk(luna, language)
        await asyncio.gather(*(luna.end_session("s") for _ in range(5)))
        queued = [(job.kind, job.turn_id) for job in await luna.jobs.list() if job.kind == "episode"]
        assert queued == [("episode", 0)]
        assert await luna.items("episodes") == []  # nobody waited for the model
    # Another process finishes it; a second worker and another end find nothing to do.
    async with Runtime(busy_home, clock=clock, llm=model(language), config=manual) as runtime:
        luna = await runtime.agent(name)
        await luna.jobs.run_pending()
        await luna.end_session("s")
        assert await luna.jobs.run_pending() == 0
        [episode] = await luna.items("episodes", status=None)
        assert episode.value["summary"] == TOLD[language]["summary"]
        assert episode.value["made_by"] == "scripted:1"
        asked = [row for row in await luna.usage.list() if row.purpose == "episode"]
        assert [(row.calls, row.session_id) for row in asked] == [(1, "s")]


@pytest.mark.requirement("R188")
@languages
async def test_compaction_puts_the_turns_it_takes_up_for_extraction_each_once(
    busy_home: str, clock: ManualClock, language: str
) -> None:
    # One turn is put up as it comes, so that the others can only come by compaction.
    config = Config(background=False, extract_per_session=1)
    async with Runtime(busy_home, clock=clock, llm=model(language), config=config) as runtime:
        luna = await runtime.agent(fresh_id())
        await talk(luna, language, more=2)

        async def queued() -> list[int]:
            return sorted(job.turn_id for job in await luna.jobs.list() if job.kind == "extract")

        before = await queued()
        done = await luna.compact("s", keep_turns=2)
        assert done.is_done
        assert await queued() == [1, 2, 3] != before
        # Again, and at the same time: each turn stands there once.
        await asyncio.gather(*(luna.compact("s", keep_turns=2) for _ in range(4)))
        assert await queued() == [1, 2, 3]
        await luna.compact("s", keep_turns=1)
        rows = [(job.kind, job.session_id, job.turn_id) for job in await luna.jobs.list()]
        assert len(rows) == len(set(rows))
        await luna.jobs.run_pending()
        asked = [row for row in await luna.usage.list() if row.purpose == "extract"]
        assert sum(row.calls for row in asked) == len(await queued())

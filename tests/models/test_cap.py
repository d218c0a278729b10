"""The daily cap holds also where many calls are made at once: reserve, call, settle."""

from __future__ import annotations

import asyncio
from pathlib import Path

from perdure.config import Config
from perdure.models.contract import Prompt, Reply
from perdure.port import NotNow, Place
from perdure.runtime import Runtime


class Slow:
    """A model that answers once it is told to, and counts how many were let through."""

    name = "slow"

    def __init__(self) -> None:
        self.asked = 0
        self.go_on = asyncio.Event()

    async def generate(self, prompt: Prompt) -> Reply:
        self.asked += 1
        await self.go_on.wait()
        return Reply("ok", None, 60, 50, self.name)

    async def close(self) -> None:
        return None


async def test_twenty_jobs_at_once_do_not_overrun_the_cap(tmp_path: Path) -> None:
    model = Slow()
    config = Config(daily_tokens=50, background=False)
    async with Runtime(tmp_path, config=config, embedder="none", llm=model) as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session()
        place = Place("main", session.id)
        calls = [
            asyncio.ensure_future(luna.port.ask(Prompt.ask("hello"), purpose="extract", place=place)) for _ in range(20)
        ]
        while not model.asked or sum(call.done() for call in calls) < 19:
            await asyncio.wait(calls, timeout=0.01)
        model.go_on.set()
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert model.asked == 1
        assert sum(isinstance(answer, NotNow) for answer in answers) == 19
        assert (await luna.usage.today()).tokens == 110


async def test_what_was_set_aside_is_free_again_once_a_call_has_ended(tmp_path: Path) -> None:
    model = Slow()
    model.go_on.set()
    config = Config(daily_tokens=1_000, background=False)
    async with Runtime(tmp_path, config=config, embedder="none", llm=model) as runtime:
        luna = await runtime.agent("luna")
        place = Place("main", (await luna.start_session()).id)
        for _ in range(5):
            await luna.port.ask(Prompt.ask("hello"), purpose="extract", place=place)
        assert model.asked == 5

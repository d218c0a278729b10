"""The daily cap holds also where many calls are made at once: reserve, call, settle."""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from perdure import ManualClock
from perdure.config import Config
from perdure.models.contract import Prompt, Reply
from perdure.port import NotNow, Place
from perdure.runtime import Runtime
from tests.homes import fresh_id


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
        model.go_on.clear()
        call = asyncio.ensure_future(luna.port.ask(Prompt.ask("hello"), purpose="extract", place=place))
        while model.asked < 6:
            await asyncio.wait([call], timeout=0.01)
        assert await luna.port.read("main", lambda tx: tx.usage.reserved()) > 0
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        assert await luna.port.read("main", lambda tx: tx.usage.reserved()) == 0


CHILD = """
import asyncio, sys
from perdure import Config, Runtime
from perdure.models.contract import Prompt, Reply
from perdure.port import NotNow, Place

class Slow:
    name = "slow"
    async def generate(self, prompt):
        print("asked", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        return Reply("ok", None, 60, 50, self.name)
    async def close(self):
        pass

async def main():
    config = Config(daily_tokens=50, background=False)
    async with Runtime(sys.argv[1], config=config, embedder="none", llm=Slow()) as runtime:
        luna = await runtime.agent(sys.argv[2])
        place = Place("main", (await luna.start_session(sys.argv[3])).id)
        calls = (luna.port.ask(Prompt.ask("hello"), purpose="extract", place=place) for _ in range(10))
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(one, NotNow | Reply) for one in answers), answers
        print("refused", sum(isinstance(one, NotNow) for one in answers), flush=True)

asyncio.run(main())
"""


async def test_two_processes_do_not_overrun_the_cap_together(busy_home: str) -> None:
    agent = fresh_id()
    async with Runtime(busy_home, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        first, second = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CHILD, busy_home, agent, name),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            for name in ("one", "two")
        ]
        told = await asyncio.gather(*(child.stdout.readline() for child in (first, second)))
        assert sorted(told) == [b"asked\n", b"refused 10\n"]
        for child in (first, second):
            await child.communicate(b"\n")
        assert (await luna.usage.today()).tokens == 110
        assert (await luna.usage.today()).calls == 1


async def test_what_a_process_set_aside_that_is_gone_lapses(busy_home: str, clock: ManualClock) -> None:
    async with Runtime(busy_home, embedder="none", clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.port.note("main", lambda tx: tx.usage.reserve("gone", 500, tx.now + timedelta(minutes=15)))
        assert await luna.port.read("main", lambda tx: tx.usage.reserved()) == 500
        clock.advance(timedelta(minutes=16))
        assert await luna.port.read("main", lambda tx: tx.usage.reserved()) == 0

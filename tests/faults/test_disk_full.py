"""A full disk refuses writes in clear words; reads go on, nothing is lost, and with some room it works again."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
from pathlib import Path

from perdure import Attachment, Event, Runtime, StoreUnavailable
from perdure.agent import AgentMemory
from tests.faults.disks import small_disk

MEGABYTES = 48


def fill_up(disk: Path, leave: int) -> Path:
    """Take all the room but a little."""
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        room = os.statvfs(disk)
        os.posix_fallocate(file.fileno(), 0, max(1, room.f_bavail * room.f_frsize - leave))
    return ballast


async def write_until_full(agent: AgentMemory, texts: list[str]) -> StoreUnavailable:
    """Commit turns of all sizes, with and without files, until one is refused."""
    for n in range(10_000):
        text = f"{len(texts)} " + "x" * (n % 7) * 500
        files = [Attachment("f", os.urandom(3_000))] if n % 3 == 0 else []
        try:
            await agent.commit_turn("s", [Event.user(text, attachments=files)])
        except StoreUnavailable as error:
            return error
        texts.append(text)
    raise AssertionError("the disk never was full")


async def said(agent: AgentMemory) -> list[str]:
    return [str(record.content) for record in await agent.archive.records("s", limit=100_000)]


def test_a_full_disk_refuses_writes_keeps_what_it_has_and_recovers(tmp_path: Path) -> None:
    async def go(disk: Path) -> int:
        texts: list[str] = []
        async with Runtime(disk / "home") as runtime:
            agent = await runtime.agent("luna")
            await agent.start_session("s")
            for leave in range(0, 640_000, 16_000):
                ballast = fill_up(disk, leave)
                refused = await write_until_full(agent, texts)
                assert "full" in str(refused) or "No space left" in str(refused)
                assert refused.hint
                assert await said(agent) == texts, "what was acknowledged can be read while the disk is full"
                ballast.unlink()
                texts.append(f"room again at {leave}")
                await agent.commit_turn("s", [Event.user(texts[-1])])
            assert [finding for finding in await agent.check() if not finding.ok] == []
        async with Runtime(disk / "home") as runtime:
            agent = await runtime.agent("luna", create=False)
            assert await said(agent) == texts
            assert [finding for finding in await agent.check() if not finding.ok] == []
        return len(texts)

    with small_disk(tmp_path / "disk", MEGABYTES) as disk:
        assert asyncio.run(go(disk)) > 40


def test_a_disk_without_room_for_a_new_agent_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    async def is_made(home: Path, name: str) -> bool:
        async with Runtime(home) as runtime:
            before = [row.id for row in await runtime.agents()]
            try:
                await runtime.agent(name)
            except StoreUnavailable:
                assert [row.id for row in await runtime.agents()] == before
                return False
            return True

    with small_disk(tmp_path / "disk", 4) as disk:
        (disk / "home").mkdir(mode=0o700)
        made = []
        for leave in range(0, 900_000, 12_000):  # up to where the new file alone would have room, and beyond
            ballast = fill_up(disk, leave)
            made.append(asyncio.run(is_made(disk / "home", f"luna {leave}")))
            ballast.unlink()
            asyncio.run(make(disk / "home", f"luna {leave}"))
            shutil.rmtree(disk / "home")
            (disk / "home").mkdir(mode=0o700)
        assert made == sorted(made)
        assert set(made) == {False, True}


def test_a_file_that_may_not_grow_refuses_writes_and_goes_on_when_it_may(tmp_path: Path) -> None:
    """The same without a disk of one's own: the system limits the size of files, as quotas do."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def go() -> None:
        texts: list[str] = []
        async with Runtime(tmp_path / "home") as runtime:
            agent = await runtime.agent("luna")
            await agent.start_session("s")
            for limit in range(300_000, 1_500_000, 100_000):
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
                try:
                    refused = await write_until_full(agent, texts)
                finally:
                    resource.setrlimit(resource.RLIMIT_FSIZE, before)
                assert refused.hint
                assert await said(agent) == texts
                texts.append(f"no limit after {limit}")
                await agent.commit_turn("s", [Event.user(texts[-1])])
            assert await said(agent) == texts
            assert [finding for finding in await agent.check() if not finding.ok] == []

    asyncio.run(go())


async def make(home: Path, name: str) -> None:
    async with Runtime(home) as runtime:
        agent = await runtime.agent(name)
        assert [finding for finding in await agent.check() if not finding.ok] == []

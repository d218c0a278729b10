"""An export is the whole agent in one file; brought in elsewhere and exported again it is the same, byte for byte."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import threading
import zipfile
from pathlib import Path

import pytest

from perdure import Config, Conflict, ManualClock, Runtime
from perdure.models.settings import ModelSettings
from tests.control.random_agents import live
from tests.homes import everything, fresh_id

CASES = int(os.environ.get("PERDURE_EXPORT_CASES", "2"))
FULL = 2
"""The life of this seed leaves something in every table; the next ones are others."""


@pytest.fixture(params=["sqlite-sqlite", "sqlite-postgres", "postgres-sqlite", "postgres-postgres"])
def road(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where an agent comes from and where it goes."""

    def home(engine: str, name: str) -> str:
        return str(tmp_path / name) if engine == "sqlite" else str(request.getfixturevalue("busy_database"))

    source, target = request.param.split("-")
    return home(source, "one"), home(target, "two")


def opened(home: str, tmp_path: Path, name: str, clock: ManualClock) -> Runtime:
    return Runtime(home, clock=clock, config=Config(workspace=str(tmp_path / f"files-{name}"), background=False))


@pytest.mark.requirement("R308", "R333")
@pytest.mark.parametrize("seed", range(FULL, FULL + CASES))
async def test_an_agent_that_was_moved_is_the_same_byte_for_byte(
    road: tuple[str, str], seed: int, tmp_path: Path, clock: ManualClock
) -> None:
    source, target = road
    name = fresh_id()
    async with opened(source, tmp_path, "a", clock) as runtime:
        luna = await runtime.agent(name)
        await live(luna, clock, seed)
        first = await luna.export_agent(tmp_path / "first.zip")
        assert seed != FULL or min(*first.counts.values(), first.attachments, first.files) > 0
        found = [hit.item.id for hit in await luna.search_memory("Where do I live? 苏州")]
    # On one server two agents of one name cannot be: there and back again under another.
    there = name if source != target else fresh_id()
    async with opened(target, tmp_path, "b", clock) as runtime:
        moved = await runtime.agent(there)
        report = await moved.import_agent(tmp_path / "first.zip")
        assert report.mode == "load"
        assert dict(report.counts) == dict(first.counts)
        assert [hit.item.id for hit in await moved.search_memory("Where do I live? 苏州")] == found
        assert [check for check in await moved.check() if not check.ok] == []
        second = await moved.export_agent(tmp_path / "second.zip")
    if there == name:
        assert (tmp_path / "second.zip").read_bytes() == (tmp_path / "first.zip").read_bytes()
        assert second.sha256 == first.sha256
        return
    async with opened(str(tmp_path / "three"), tmp_path, "c", clock) as runtime:
        back = await runtime.agent(name)
        await back.import_agent(tmp_path / "second.zip")
        third = await back.export_agent()
    # The key of its identity carries the agent's name: an entry of the log that was renamed is no longer sealed.
    assert _members(third.data) == _members((tmp_path / "first.zip").read_bytes())


def _members(data: bytes | None) -> dict[str, bytes]:
    """The files of an export without the sums over all of them, and without the salts of renamed entries."""
    assert data is not None
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name != "manifest.json"]
        return {
            name: re.sub(rb'("key":"identity:.*"salt":)("\w*"|null)', rb"\1null", archive.read(name)) for name in names
        }


@pytest.mark.requirement("R333")
async def test_configuration_travels_and_keys_and_passwords_do_not(tmp_path: Path, clock: ManualClock) -> None:
    secret = "sk-never-in-an-export"
    config = Config(
        pii_default="store",
        recall_top_k=5,
        feeds={"news": f"https://user:{secret}@example.org/feed"},
        workspace=str(tmp_path / secret),
    )
    model = ModelSettings(provider="openai", model="m", api_key=secret, proxy=f"http://u:{secret}@proxy")
    async with Runtime(tmp_path / "home", clock=clock, config=config, llm=model) as runtime:
        luna = await runtime.agent("luna")
        await luna.index.set_record_vectors(False)
        await luna.export_agent(tmp_path / "luna.zip")
    with zipfile.ZipFile(tmp_path / "luna.zip") as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
    assert json.loads(parts["configuration.json"]) == {"pii_default": "store", "recall_top_k": 5}
    assert json.loads(parts["agent.json"])["settings"] == {"record_vectors": False}
    assert not [name for name, text in parts.items() if secret in text]
    async with Runtime(tmp_path / "other", clock=clock) as runtime:
        copy = await runtime.agent("luna")
        report = await copy.import_agent(tmp_path / "luna.zip")
        assert any("recall_top_k" in notice for notice in report.notices)


async def test_an_export_that_is_stopped_leaves_no_file(tmp_path: Path, clock: ManualClock) -> None:
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.memory_append("a note")

        def stop(done: int, total: int) -> None:
            raise Conflict("enough")

        with pytest.raises(Conflict):
            await luna.export_agent(tmp_path / "luna.zip", report=stop)
        assert os.listdir(tmp_path) == ["home"]


@pytest.mark.parametrize("holds", [False, True])
async def test_an_import_that_nobody_waits_for_any_more_leaves_nothing(
    tmp_path: Path, clock: ManualClock, holds: bool
) -> None:
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna, other = await runtime.agent("luna"), await runtime.agent("other")
        await live(luna, clock, FULL, steps=4)
        await luna.export_agent(tmp_path / "luna.zip")
        if holds:
            await other.memory_append("its own")
        before = await everything(other)
        loop, gone = asyncio.get_running_loop(), threading.Event()

        def report(done: int, total: int) -> None:
            loop.call_soon_threadsafe(task.cancel)
            gone.wait(5)

        task = asyncio.ensure_future(other.import_agent(tmp_path / "luna.zip", report=report))
        task.add_done_callback(lambda _: gone.set())  # only then its thread goes on
        with pytest.raises(asyncio.CancelledError):
            await task
        await other.memory_append("afterwards")  # waits for whoever writes before it
        assert len(await other.items(status=None)) == 1 + holds
        assert before.count("\n") < (await everything(other)).count("\n")


async def test_progress_is_told_up_to_all_there_is(tmp_path: Path, clock: ManualClock) -> None:
    told: list[tuple[int, int]] = []
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.memory_append("a note")
        report = await luna.export_agent(tmp_path / "luna.zip", report=lambda *so_far: told.append(so_far))
        assert told[-1] == (sum(report.counts.values()), sum(report.counts.values()))
        told.clear()
        await (await runtime.agent("copy")).import_agent(tmp_path / "luna.zip", report=lambda *far: told.append(far))
        assert told[-1][0] == told[-1][1] > 0

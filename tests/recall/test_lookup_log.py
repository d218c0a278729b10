"""Looks into the archive are written down soon after they were answered, several at once, and none is left out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from perdure import AgentMemory, Event
from perdure.errors import StoreUnavailable
from perdure.port import Place
from perdure.recall import lookup_log
from perdure.recall.lookup_log import LookupLog, UnloggedLook
from perdure.store.transaction import Transaction


def written(tx: Transaction) -> list[str]:
    return [look.reason for look in tx.finder.lookups(10)]


async def test_looks_are_written_down_without_anybody_asking(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup_log, "PAUSE", 0.01)
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("The pump failed.")], learn=False)
    before = await luna.port.read("main", lambda tx: tx.revision)
    for reason in ("maintenance", "tool_call", "recall_miss"):
        await luna.retrieve_archival("pump", reason=reason)
    async with asyncio.timeout(10):
        while len(await luna.port.read("main", written)) < 3:
            await asyncio.to_thread(lambda: None)
    assert await luna.port.read("main", written) == ["recall_miss", "tool_call", "maintenance"]
    assert await luna.port.read("main", lambda tx: tx.revision) <= before + 3


async def test_who_asks_for_the_log_sees_every_look_in_its_scope(luna: AgentMemory) -> None:
    await luna.retrieve_archival("pump", reason="maintenance", scope="peer:mei")
    await luna.retrieve_archival("pump", reason="tool_call")
    assert [look.reason for look in await luna.archive.lookups()] == ["tool_call"]
    assert [look.reason for look in await luna.archive.lookups(scope="peer:mei")] == ["maintenance"]


async def test_what_could_not_be_written_waits_for_the_next_time(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lookup_log, "PAUSE", 0.0)
    log, note = LookupLog(luna.port), luna.port.note
    now = await luna.port.read("main", lambda tx: tx.now)

    async def refused(*_: Any) -> Any:
        raise StoreUnavailable("no room on the disk")

    monkeypatch.setattr(luna.port, "note", refused)
    log.add(UnloggedLook(Place("main"), "maintenance", 1, now))
    with pytest.raises(StoreUnavailable):
        await log.settle()
    await log.close()
    assert "not written down" in caplog.text
    monkeypatch.setattr(luna.port, "note", note)
    await log.close()
    assert await luna.port.read("main", written) == ["maintenance"]

"""An export into an agent that holds something: what is new comes, nothing comes twice, and what is later stands."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Attachment, Candidate, Event, ManualClock, Record, Runtime, Source
from tests.control.random_agents import live
from tests.homes import everything, fresh_id


async def tell(luna: AgentMemory, *said: str, scope: str = "main") -> None:
    session = await luna.start_session(scope=scope)
    for text in said:
        await luna.commit_turn(session, [Event.user(text, attachments=[Attachment("a.txt", text.encode())])])
    await luna.end_session(session)


async def known(luna: AgentMemory, scope: str = "main") -> str:
    return "\n".join(item.content for item in await luna.items(scope=scope) if item.type != "episodes")


async def said(luna: AgentMemory) -> list[Record]:
    return [record for session in await luna.archive.sessions() for record in await luna.archive.records(session)]


async def sound(luna: AgentMemory) -> None:
    assert [check for check in await luna.check() if not check.ok] == []


@pytest.fixture
async def twin(runtime: Runtime, luna: AgentMemory, tmp_path: Path) -> AgentMemory:
    """The same memory, under another name: two that go on from one past."""
    await tell(luna, "I live in York.", "我对花生过敏。")
    await luna.export_agent(tmp_path / "past.zip")
    copy = await runtime.agent(fresh_id())
    await copy.import_agent(tmp_path / "past.zip")
    return copy


@pytest.mark.parametrize("seed", range(2))
async def test_what_is_here_already_changes_nothing(
    luna: AgentMemory, clock: ManualClock, tmp_path: Path, seed: int
) -> None:
    await live(luna, clock, seed, steps=8)
    await luna.export_agent(tmp_path / "luna.zip")
    before = (await luna.export_agent()).sha256
    report = await luna.import_agent(tmp_path / "luna.zip", files=False)
    assert report.mode == "merge"
    assert set(report.counts) <= {"known", "records_known"}
    assert (await luna.export_agent()).sha256 == before


async def test_what_the_other_learned_comes_with_its_story(
    luna: AgentMemory, twin: AgentMemory, clock: ManualClock, tmp_path: Path
) -> None:
    clock.advance(timedelta(days=1))
    await tell(twin, "My sister Zoe works at a bakery.", "I am allergic to penicillin.")
    await tell(twin, "我喜欢安静的房间。", scope="peer:a")
    await twin.export_agent(tmp_path / "twin.zip")
    report = await luna.import_agent(tmp_path / "twin.zip")
    assert report.counts["records"] == 3
    assert report.counts["sessions"] == 2
    assert await known(luna) == await known(twin)
    assert await known(luna, "peer:a") == await known(twin, "peer:a")
    items = await luna.items()
    assert all(proof.quote for item in items for proof in item.evidence)
    record = next(record for record in await said(luna) if record.attachments)
    assert (await luna.archive.attachment(record.attachments[0].id))[1] == (record.content or "").encode()
    await sound(luna)
    before = await everything(luna)
    assert set((await luna.import_agent(tmp_path / "twin.zip")).counts) <= {"known", "records_known"}
    assert await everything(luna) == before


async def test_what_was_said_here_later_stands(
    luna: AgentMemory, twin: AgentMemory, clock: ManualClock, tmp_path: Path
) -> None:
    clock.advance(timedelta(days=1))
    await tell(twin, "I live in Bath now.")
    clock.advance(timedelta(days=1))
    await tell(luna, "我现在住在大理。")
    await twin.export_agent(tmp_path / "twin.zip")
    await luna.import_agent(tmp_path / "twin.zip")
    assert "大理" in await known(luna)
    assert "Bath" not in await known(luna)
    await sound(luna)


async def test_what_was_said_there_later_replaces(
    luna: AgentMemory, twin: AgentMemory, clock: ManualClock, tmp_path: Path
) -> None:
    clock.advance(timedelta(days=1))
    await tell(twin, "I live in Bath now.")
    await twin.export_agent(tmp_path / "twin.zip")
    await luna.import_agent(tmp_path / "twin.zip")
    assert "Bath" in await known(luna)
    assert "York" not in await known(luna)
    await sound(luna)


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
async def test_what_was_forgotten_here_does_not_come_back(
    luna: AgentMemory, clock: ManualClock, tmp_path: Path, mode: str
) -> None:
    await luna.upsert_recall(Candidate("facts", {"subject": "user", "predicate": "car", "value": "a red van"}))
    await tell(luna, "Please remember that the spare key is with Ann.", "我喜欢安静的房间。")
    await luna.export_agent(tmp_path / "past.zip")
    clock.advance(timedelta(days=1))
    while held := await luna.items():
        await luna.forget_recall(held[0].key, mode=mode)
    await luna.import_agent(tmp_path / "past.zip")
    assert await luna.items() == []


async def test_the_export_of_another_agent_is_nobodys_word(
    runtime: Runtime, luna: AgentMemory, clock: ManualClock, tmp_path: Path
) -> None:
    stranger = await runtime.agent(fresh_id())
    await stranger.identity.set("Mallory", role="thief")
    await tell(stranger, "Please remember that the safe is open.", "I live in Hull.", "I prefer to be called boss.")
    await stranger.export_agent(tmp_path / "stranger.zip")
    await luna.identity.set("Luna")
    await tell(luna, "I live in York.")
    clock.advance(timedelta(days=1))
    report = await luna.import_agent(tmp_path / "stranger.zip")
    assert any("another agent" in notice for notice in report.notices)
    identity = await luna.identity.get()
    assert identity is not None
    assert identity.name == "Luna"
    assert "Hull" not in await known(luna)
    assert {item.source for item in await luna.items() if "safe" in item.content} <= {Source.OUTSIDE}
    records = [record for record in await said(luna) if record.content == "I live in Hull."]
    assert all("imported" in record.tags for record in records)
    await sound(luna)


async def test_the_owner_can_say_that_another_agent_is_theirs_too(
    runtime: Runtime, luna: AgentMemory, tmp_path: Path
) -> None:
    other = await runtime.agent(fresh_id())
    await tell(other, "My sister Zoe works at a bakery.", "我对花生过敏。")
    await other.export_agent(tmp_path / "other.zip")
    await tell(luna, "I live in York.")
    await luna.import_agent(tmp_path / "other.zip", as_mine=True)
    text = await known(luna)
    assert "York" in text
    assert "花生" in text
    assert {item.source for item in await luna.items() if item.type != "episodes"} == {Source.USER}
    await sound(luna)


async def test_a_dry_run_of_a_merge_tells_and_keeps_nothing(
    luna: AgentMemory, twin: AgentMemory, tmp_path: Path
) -> None:
    await tell(twin, "My sister Zoe works at a bakery.")
    await twin.export_agent(tmp_path / "twin.zip")
    before = await everything(luna)
    told = await luna.import_agent(tmp_path / "twin.zip", dry_run=True)
    assert await everything(luna) == before
    done = await luna.import_agent(tmp_path / "twin.zip")
    assert dict(told.counts) == dict(done.counts)

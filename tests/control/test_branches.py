"""Forks, comparisons and merges: one memory out of another, and two into one, with nothing lost on the way."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Attachment, Candidate, Conflict, Event, ManualClock, NotFound, Runtime
from perdure.control.state import substance
from perdure.errors import InvalidInput, StoreUnavailable
from tests.control.test_undo import state, tell
from tests.homes import fresh_id

HOUR = timedelta(hours=1)


def fact(subject: str, value: str, source: str = "user") -> Candidate:
    return Candidate("facts", {"subject": subject, "predicate": "state", "value": value}, source=source)


async def held(memory: AgentMemory) -> dict[str, object]:
    return {item.key: item.value.get("value") for item in await memory.items("facts")}


async def sound(memory: AgentMemory) -> None:
    assert [finding for finding in await memory.check() if not finding.ok] == []


@pytest.mark.requirement("R372")
async def test_a_fork_knows_all_that_its_parent_knew_and_goes_its_own_way(luna: AgentMemory, runtime: Runtime) -> None:
    await luna.identity.set("Luna", role="companion")
    await tell(luna, "first", "I live in Leeds.", "我喜欢喝茶。")
    session = await luna.start_session("files")
    kept = await luna.commit_turn(session, [Event.user("See this.", attachments=[Attachment("a.txt", b"bytes")])])
    await luna.upsert_recall(fact("Kest", "peer"), scope="peer:a")
    name = fresh_id()
    fork = await runtime.fork(luna.id, name)
    assert (fork.agent_id, fork.parent_id) == (name, luna.id)
    twin = await runtime.agent(name, create=False)
    await sound(twin)
    who = await twin.identity.get()
    assert who is not None
    assert (who.memory_id, who.name, who.role) == (name, "Luna", "companion")
    assert not await runtime.diff(luna.id, name)
    assert not await runtime.diff(luna.id, name, scope="peer:a")
    assert [one.id for one in await twin.items("profile")] == [one.id for one in await luna.items("profile")]
    assert (await twin.history.explain("喜欢喝茶")).quotes[0].is_exact
    record = await twin.archive.record(kept.records[0])
    assert (await twin.archive.attachment(record.attachments[0].id))[1] == b"bytes"
    await tell(twin, "second", "I moved to Porto.")
    assert "Leeds" in str(await state(luna))
    assert "Porto" not in str(await state(luna))
    [difference] = (await runtime.diff(luna.id, name)).differences
    assert (difference.key, difference.kind) == ("profile:user", "changed")
    assert [(one.agent_id, one.kind) for one in await runtime.ancestors(name)] == [(luna.id, "fork")]
    assert {row.id for row in await runtime.agents()} >= {luna.id, name}
    await sound(luna)


async def test_a_fork_from_an_earlier_point_knows_nothing_of_what_came_later(
    luna: AgentMemory, runtime: Runtime, clock: ManualClock
) -> None:
    await tell(luna, "first", "I live in Leeds.", "我喜欢喝茶。")
    await luna.upsert_recall(fact("Kest", "one"))
    await luna.upsert_recall(fact("Kest", "early"), scope="peer:a")
    await luna.history.snapshot("then")
    before = await state(luna)
    seen = [(item.id, substance(item)) for item in await luna.items(status=None)]
    clock.advance(HOUR)
    await tell(luna, "first", "I moved to Porto.", "我不喜欢喝茶了。")
    session = await luna.start_session("later")
    await luna.commit_turn(session, [Event.user("A zebra.", attachments=[Attachment("z", b"zebra bytes")])])
    await luna.end_session("first")
    await luna.upsert_recall(fact("Kest", "two"))
    await luna.upsert_recall(fact("Kest", "late"), scope="peer:a")
    await luna.forget_recall(fact("Kest", "two").value and "fact:kest:state")
    name = fresh_id()
    await runtime.fork(luna.id, name, at="then")
    twin = await runtime.agent(name)
    assert await state(twin) == before
    assert [(item.id, substance(item)) for item in await twin.items(status=None)] == seen
    assert [item.value["value"] for item in await twin.items("facts", scope="peer:a")] == ["early"]
    assert await twin.search_conversation_traces("zebra Porto") == []
    assert {one.id for one in await twin.archive.sessions()} == {"first", "direct:main"}
    first = next(one for one in await twin.archive.sessions() if one.id == "first")
    assert (first.is_open, first.turn_count, first.message_count) == (True, 2, 2)
    assert all("later" not in change.reason for one in await twin.history.changes() for change, _ in one.changes)
    await sound(twin)
    await tell(twin, "first", "I work for Acme.")
    assert "Acme" in str(await state(twin))


async def test_a_name_that_is_taken_or_unknown_is_refused(luna: AgentMemory, runtime: Runtime) -> None:
    other = await runtime.agent(fresh_id())
    await tell(other, "s", "I love jazz.")
    before = await state(other)
    with pytest.raises(Conflict):
        await runtime.fork(luna.id, other.id)
    with pytest.raises(InvalidInput):
        await runtime.fork(luna.id, luna.id)
    with pytest.raises(NotFound):
        await runtime.fork("nobody at all", fresh_id())
    with pytest.raises(NotFound):
        await runtime.fork(luna.id, fresh_id(), at="no such snapshot")
    with pytest.raises(InvalidInput):
        await runtime.merge(luna.id, luna.id)
    assert await state(other) == before


async def test_a_fork_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await tell(luna, "s", "I love jazz.")

        def fails(*_: object, **__: object) -> None:
            raise OSError("no room")

        monkeypatch.setattr("perdure.store.sqlite.engine.copy_attachments", fails)
        with pytest.raises(StoreUnavailable):
            await runtime.fork("luna", "twin")
        assert [row.id for row in await runtime.agents()] == ["luna"]
        monkeypatch.undo()
        await runtime.fork("luna", "twin")
        assert [row.id for row in await runtime.agents()] == ["luna", "twin"]


@pytest.mark.requirement("R372")
async def test_a_merge_takes_what_only_they_changed_and_leaves_what_only_we_did(
    luna: AgentMemory, runtime: Runtime, clock: ManualClock
) -> None:
    for subject in ("same", "theirs", "ours", "gone"):
        await luna.upsert_recall(fact(subject, "old"))
    await tell(luna, "talk", "I love jazz.")
    name = fresh_id()
    await runtime.fork(luna.id, name)
    twin = await runtime.agent(name)
    clock.advance(HOUR)
    await twin.upsert_recall(fact("theirs", "new"))
    await twin.forget_recall("fact:gone:state")
    await tell(twin, "talk", "我喜欢爬山。", "Never book flights without asking me.")
    await tell(twin, "alone", "My sister Ann is a doctor.")
    await luna.upsert_recall(fact("ours", "new"))
    before = await state(luna)
    shown = await runtime.merge(name, luna.id, dry_run=True)
    assert await state(luna) == before
    report = await runtime.merge(name, luna.id)
    assert {k: v for k, v in report.as_json().items() if k != "revision"} == {
        k: v for k, v in shown.as_json().items() if k != "revision"
    }
    facts = {key.split(":")[1]: value for key, value in (await held(luna)).items()}
    assert facts == {"same": "old", "theirs": "new", "ours": "new"}
    assert (report.review, report.kept, [one.key for one in report.ended]) == ((), (), ["fact:gone:state"])
    found = await luna.history.explain("我喜欢爬山")
    assert found.quotes[0].is_exact
    assert found.quotes[0].session_id == f"talk@{name}"
    assert {one.id for one in await luna.archive.sessions()} >= {"talk", f"talk@{name}", "alone"}
    await sound(luna)
    assert (await runtime.merge(name, luna.id)).revision is None  # they are one again
    clock.advance(HOUR)
    await twin.upsert_recall(fact("theirs", "newer"))
    again = await runtime.merge(name, luna.id)
    assert [item.value["value"] for item in again.taken] == ["newer"]
    assert [one.kind for one in await runtime.ancestors(luna.id)] == ["merge", "merge"]
    for revision in (again.revision, report.revision):
        await luna.history.undo(revision or 0)
    assert await state(luna) == before


async def test_what_both_changed_is_settled_by_authority_then_time_or_waits(
    luna: AgentMemory, runtime: Runtime, clock: ManualClock
) -> None:
    for subject in ("later", "earlier", "weak", "strong"):
        await luna.upsert_recall(fact(subject, "old", "tool" if subject == "strong" else "user"))
    name = fresh_id()
    await runtime.fork(luna.id, name)
    twin = await runtime.agent(name)
    clock.advance(HOUR)
    await twin.upsert_recall(fact("earlier", "theirs"))
    await luna.upsert_recall(fact("later", "ours"))
    await luna.upsert_recall(fact("strong", "ours", "tool"))
    clock.advance(HOUR)
    await luna.upsert_recall(fact("earlier", "ours"))
    await twin.upsert_recall(fact("later", "theirs"))
    await twin.upsert_recall(fact("strong", "theirs"))
    await twin.forget_recall("fact:weak:state")
    await twin.upsert_recall(fact("weak", "theirs", "tool"))
    await luna.upsert_recall(fact("weak", "ours"))
    report = await runtime.merge(name, luna.id)
    facts = {key.split(":")[1]: value for key, value in (await held(luna)).items()}
    assert facts == {"later": "theirs", "earlier": "ours", "strong": "theirs", "weak": "ours"}
    assert [item.value["value"] for item in report.kept if item.key == "fact:earlier:state"] == ["ours"]
    waiting = {one.item.key: one.item.value["value"] for one in await luna.review.list()}
    assert waiting in ({"fact:weak:state": "theirs"}, {})
    assert (len(report.review) + len([k for k in report.kept if k.key == "fact:weak:state"])) >= 1


@pytest.mark.parametrize(
    ("mine", "theirs"), [("I live in Leeds.", "I work for Acme."), ("我住在杭州。", "我在腾讯上班。")]
)
async def test_a_profile_that_both_added_to_has_both(
    luna: AgentMemory, runtime: Runtime, clock: ManualClock, mine: str, theirs: str
) -> None:
    await tell(luna, "a", "My name is Ada." if mine.isascii() else "我叫阿哲。")
    name = fresh_id()
    await runtime.fork(luna.id, name)
    twin = await runtime.agent(name)
    clock.advance(HOUR)
    await tell(luna, "b", mine)
    await tell(twin, "c", theirs)
    await runtime.merge(name, luna.id)
    [profile] = await luna.items("profile")
    assert len(profile.value["facts"]) == 3
    await sound(luna)


async def test_memories_that_never_met_are_merged_too_and_what_was_forgotten_stays_hidden(
    luna: AgentMemory, runtime: Runtime
) -> None:
    other = await runtime.agent(fresh_id())
    await tell(luna, "talk", "I love jazz.")
    await tell(other, "talk", "我喜欢喝茶。", "Never book flights without asking me.")
    await other.forget_recall((await other.items("preferences"))[0].id)
    report = await runtime.merge(other.id, luna.id)
    assert report.records >= 2
    contents = {item.content for item in await luna.items()}
    assert "I love jazz." in contents
    assert "我喜欢喝茶。" not in contents
    hidden = await luna.port.read("main", lambda tx: tx.withheld.everything())
    assert hidden
    assert all(
        "喝茶" not in line
        for line in str((await luna.compose(None, "喝茶", budget=2_000, scope="main")).text).splitlines()
        if line.startswith("[")
    )
    await sound(luna)

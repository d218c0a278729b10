"""What was believed at a point, and what was true at a moment: two questions, on every read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta

import pytest

from perdure import AgentMemory, Candidate, ErasureTarget, Event, InvalidInput, ManualClock, NotFound
from perdure.control.timeline_svg import as_svg

DAY = timedelta(days=1)


def city(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)


async def _belief(luna: AgentMemory, **when: object) -> list[object]:
    items = await luna.items("facts", **when)  # type: ignore[arg-type]
    found = [hit.item for hit in await luna.search_memory("city", **when)]  # type: ignore[arg-type]
    recalled = [hit.item for hit in await luna.retrieve_recall("city", **when)]  # type: ignore[arg-type]
    assert {item.id for item in items} == {item.id for item in found} == {item.id for item in recalled}
    return [item.value["value"] for item in items]


@pytest.mark.requirement("R368")
async def test_every_read_says_what_was_believed_then(luna: AgentMemory, clock: ManualClock) -> None:
    moments: dict[str, datetime] = {}
    for name in ("Rome", "Oslo", "奥斯陆"):
        moments[name] = clock.now()
        await luna.upsert_recall(city(name))
        await luna.history.snapshot(f"in {name}")
        clock.advance(DAY)
    await luna.forget_recall("fact:user:city")
    clock.advance(DAY)
    assert await _belief(luna) == []
    for name, moment in moments.items():
        assert await _belief(luna, as_of=moment) == [name]
        assert await _belief(luna, as_of=f"in {name}") == [name]
    assert await _belief(luna, as_of=moments["Rome"] - DAY) == []
    [rome] = await luna.items(as_of=moments["Rome"])
    assert (rome.status.value, rome.is_active, rome.superseded_by) == ("active", True, None)
    assert (await luna.item(rome.id)).status.value == "superseded"
    assert await luna.item(rome.id, as_of="in Rome") == rome
    then = await luna.history.of("fact:user:city", as_of="in Oslo")
    assert [version.status.value for version in then.versions] == ["superseded", "active"]
    assert [change.action for change in then.changes] == ["stored", "stored", "superseded"]
    with pytest.raises(NotFound):
        await luna.item((await luna.items(status="retracted"))[0].id, as_of="in Rome")


async def test_what_was_undone_or_lapsed_since_was_believed_then(luna: AgentMemory, clock: ManualClock) -> None:
    start = clock.now()
    await luna.upsert_recall(city("Rome", keep=timedelta(days=3)))
    clock.advance(5 * DAY)
    assert await _belief(luna) == []
    assert await _belief(luna, as_of=start + DAY) == ["Rome"]
    [change] = await luna.history.changes()
    await luna.history.undo(change.revision)
    assert await _belief(luna, as_of=start + DAY) == ["Rome"]
    assert await _belief(luna, as_of=start + 4 * DAY) == []


@pytest.mark.parametrize("few", [1_000, -1], ids=["little changed", "much changed"])
async def test_own_and_shared_were_seen_as_they_were(
    luna: AgentMemory, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """However it is read: what is now with what was touched taken back, or everything."""
    monkeypatch.setattr("perdure.recall.as_of.FEW", few)
    await luna.upsert_recall(city("all"), scope="shared")
    await luna.memory_append("untouched")
    one = clock.now()
    clock.advance(DAY)
    await luna.upsert_recall(city("own"))
    two = clock.now()
    clock.advance(DAY)
    await luna.forget_recall("fact:user:city")
    await luna.upsert_recall(city("everybody"), scope="shared")
    three = clock.now()
    clock.advance(DAY)
    await luna.forget_recall("fact:user:city", scope="shared")
    for moment, value in ((one, "all"), (two, "own"), (three, "everybody")):
        found = await luna.items(as_of=moment)
        assert [item.value.get("value") for item in found if item.type == "facts"] == [value]
        assert [item.type for item in found].count("notes") == 1
        assert [item.value["value"] for item in await luna.items("facts", "fact:user:city", as_of=moment)] == [value]
        assert len(await luna.items(as_of=moment, limit=1)) == 1


async def test_the_archive_ends_where_it_ended_then(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("The spare key is with Ann.")])
    then = clock.now()
    clock.advance(DAY)
    await luna.commit_turn(session, [Event.user("The spare key is with Bob.")])
    assert len(await luna.search_conversation_traces("spare key")) == 2
    found = await luna.search_conversation_traces("spare key", as_of=then)
    assert [trace.record.content for trace in found] == ["The spare key is with Ann."]


async def test_what_was_true_is_not_what_was_believed(luna: AgentMemory, clock: ManualClock) -> None:
    """Said in June: York since May. In mid-May Leeds was believed, and York was true."""
    may, june = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    await luna.upsert_recall(city("Leeds"))
    clock.advance(june - clock.now())
    await luna.upsert_recall(city("York", valid_from=may))
    clock.advance(30 * DAY)
    middle = may + 15 * DAY
    assert await _belief(luna, as_of=middle) == ["Leeds"]
    assert await _belief(luna, valid_at=middle) == ["York"]
    assert await _belief(luna, valid_at=may - DAY) == ["Leeds"]
    assert await _belief(luna, valid_at=datetime(2025, 12, 1, tzinfo=UTC)) == []
    assert await _belief(luna, valid_at=middle, as_of=middle) == ["Leeds"]


@pytest.mark.parametrize(
    ("liked", "denied"), [("I like jazz.", "I don't like jazz any more."), ("我喜欢喝茶。", "我不喜欢喝茶了。")]
)
async def test_what_was_denied_since_was_true_then(
    luna: AgentMemory, clock: ManualClock, liked: str, denied: str
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(liked)])
    then = clock.now()
    clock.advance(DAY)
    await luna.commit_turn(session, [Event.user(denied)])
    assert liked in [item.content for item in await luna.items("preferences", valid_at=then)]


async def test_forgotten_words_are_not_told_as_true(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(city("Rome"))
    then = clock.now()
    clock.advance(DAY)
    await luna.forget_recall("fact:user:city")
    assert await _belief(luna, valid_at=then) == []


async def test_a_text_without_a_zone_is_local_time_and_a_date_alone_is_that_day(
    luna: AgentMemory, clock: ManualClock, shanghai: None
) -> None:
    clock.advance(datetime(2026, 3, 1, 1, tzinfo=UTC) - clock.now())  # nine in the morning there
    await luna.upsert_recall(city("Rome"))
    clock.advance(timedelta(hours=8))
    await luna.upsert_recall(city("Oslo", valid_from="2026-03-01", valid_to="2026-03-04"))
    clock.advance(timedelta(minutes=1))
    assert await _belief(luna, as_of="2026-03-01T09:30") == ["Rome"]
    assert await _belief(luna, as_of="2026-03-01 17:00:01") == ["Oslo"]
    assert await _belief(luna, as_of="2026-03-01") == ["Oslo"]  # up to now: the day is not over
    assert await _belief(luna, as_of="2026-02-28") == []
    with pytest.raises(InvalidInput, match="future"):
        await luna.items(as_of="2026-03-02")
    with pytest.raises(NotFound):
        await luna.items(as_of="2026-02-30")
    clock.advance(2 * DAY)
    assert await _belief(luna, valid_at="2026-03-04") == await _belief(luna, valid_at="2026-03-01") == ["Oslo"]
    assert await _belief(luna, valid_at="2026-03-05") == []
    assert (await luna.item("fact:user:city")).as_json()["valid_to"] == "2026-03-04T16:00:00Z"


async def test_texts_are_taken_wherever_a_time_is(luna: AgentMemory, clock: ManualClock, shanghai: None) -> None:
    session = await luna.start_session("s")
    await luna.commit_turn(session, Event.user("在苏州吃了面。", timestamp="2025-12-30T09:00"), learn=False)
    await luna.commit_turn(session, Event.user("在杭州吃了面。", timestamp="2025-12-31"), learn=False)
    told = await luna.archive.records(session)
    assert [record.as_json()["timestamp"] for record in told] == ["2025-12-30T01:00:00Z", "2025-12-30T16:00:00Z"]
    day = await luna.retrieve_archival("面", since="2025-12-30", until="2025-12-30", session=session)
    assert [trace.record.content for trace in day] == ["在苏州吃了面。"]
    await luna.working.start_task(session, "bake")
    held = await luna.working.set(session, "oven", "hot", expires="2026-01-02")
    assert held.context["oven"].expires_at == datetime(2026, 1, 2, 16, tzinfo=UTC)
    gone = await luna.preview_erase(ErasureTarget(since="2025-12-31", until="2025-12-31"))
    assert {span.record_id for span in gone.spans} == {told[1].id}


async def test_a_time_needs_a_zone_and_history_is_another_question(luna: AgentMemory, clock: ManualClock) -> None:
    for wrong in ({"as_of": datetime(2026, 1, 1)}, {"valid_at": datetime(2026, 1, 1)}):  # noqa: DTZ001
        with pytest.raises(InvalidInput):
            await luna.items(**wrong)
    with pytest.raises(InvalidInput):
        await luna.search_memory("city", valid_at=clock.now(), include_history=True)


async def test_a_timeline_of_a_key_an_entity_and_a_period_as_text_and_as_a_picture(
    luna: AgentMemory, clock: ManualClock
) -> None:
    await luna.upsert_recall(Candidate("entities", {"kind": "person", "canonical": "Zoe", "aliases": [], "attrs": {}}))
    await luna.upsert_recall(city("Rome <b>&\x07"))
    start = clock.now()
    clock.advance(10 * DAY)
    await luna.upsert_recall(city("奥斯陆", valid_from=start))
    await luna.memory_append("Met Zoe in Oslo 的咖啡馆")
    clock.advance(10 * DAY)
    found = await luna.history.timeline("fact:user:city")
    assert [(one.item.value["value"], one.ended_by) for one in found.stretches] == [
        ("Rome <b>&\x07", "superseded"),
        ("奥斯陆", None),
    ]
    assert found.stretches[0].believed_to == start + 10 * DAY
    [entity] = await luna.items("entities")
    named = await luna.history.timeline(entity.key)
    assert [one.item.type for one in named.stretches] == ["entities", "notes"]
    everything = await luna.history.timeline()
    assert len(everything.stretches) == 4
    later = await luna.history.timeline(since=start + 15 * DAY)
    assert "Rome" not in " ".join(later.as_text())
    for shown in (found, everything, await luna.history.timeline(until=start - DAY)):
        picture = ET.fromstring(as_svg(shown))
        assert len(picture.findall(".//{*}rect/{*}title")) == len(shown.stretches)
        assert "http" not in as_svg(shown).replace("http://www.w3.org/2000/svg", "")

"""Sessions and the archive: what happened, in order, in its scope."""

from __future__ import annotations

import hashlib

import pytest

from perdure import AgentMemory, Attachment, Candidate, Conflict, Event, InvalidInput, Record, Role
from tests.homes import refused


@pytest.mark.requirement("R033", "R035", "R040", "R113", "R115", "R116", "R302")
async def test_everything_said_is_appended_whether_or_not_anything_is_concluded(luna: AgentMemory) -> None:
    await luna.start_session("s")
    receipt = await luna.add_event("s", Event.user("just small talk"))
    [archive_id] = receipt.records
    assert (await luna.archive.record(archive_id)).content == "just small talk"
    assert receipt.outcomes == ()
    assert await luna.items(status=None) == []
    await luna.add_event("s", Event.user("just small talk"))
    first, second = await luna.archive.records("s")
    assert (first.content, first.turn_id) == (second.content, second.turn_id - 1)
    assert first.id != second.id


@pytest.mark.requirement("R113", "R117", "R120", "R033")
async def test_a_tool_call_is_kept_with_its_arguments_and_result(luna: AgentMemory) -> None:
    await luna.start_session("s")
    await luna.commit_turn(
        "s",
        [
            Event.user("weather?"),
            Event.tool("weather", {"city": "柏林"}, {"temp": 3.5}, tags=["tool:weather"]),
            Event.tool("note", None, "plain text"),
            Event.assistant("3.5 degrees"),
            Event.system("policy", content_ref="log.jsonl#3"),
        ],
    )
    records = await luna.archive.records("s")
    assert [record.role for record in records] == [Role.USER, Role.TOOL, Role.TOOL, Role.ASSISTANT, Role.SYSTEM]
    assert {record.turn_id for record in records} == {1}
    assert (records[1].name, records[1].arguments, records[1].result, records[1].tags) == (
        "weather",
        {"city": "柏林"},
        {"temp": 3.5},
        ("tool:weather",),
    )
    assert [records[1].content, records[2].content] == ['{"temp": 3.5}', "plain text"]
    assert records[4].content_ref == "log.jsonl#3"
    assert set(Record.__dataclass_fields__) >= {"id", "session_id", "turn_id", "role", "content", "timestamp", "tags"}


@pytest.mark.requirement("R119")
async def test_a_file_is_kept_with_its_type_size_hash_and_bytes(luna: AgentMemory) -> None:
    await luna.start_session("s")
    data = bytes(range(256)) * 40
    sha256 = hashlib.sha256(data).hexdigest()
    picture = Attachment("猫.png", data, "image/png", sha256.upper())
    await luna.commit_turn("s", [Event.user("look", attachments=[picture])])
    await luna.commit_turn("s", [Event.user("again", attachments=[Attachment("same bytes", data)])])
    one, two = await luna.archive.records("s")
    [file], [same] = one.attachments, two.attachments
    assert (file.name, file.media_type, file.size, file.sha256) == ("猫.png", "image/png", 10_240, sha256)
    assert (await luna.archive.attachment(file.id))[1] == (await luna.archive.attachment(same.id))[1] == data


@pytest.mark.requirement("R036", "R310", "R121")
async def test_sessions_are_apart_and_memory_goes_on_from_one_to_the_next(luna: AgentMemory) -> None:
    one = await luna.start_session()
    await luna.commit_turn(one, [Event.user("a"), Event.assistant("b")])
    await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Berlin"}), session=one)
    ended = await luna.end_session(one)
    assert (ended.is_open, ended.message_count, ended.turn_count) == (False, 3, 2)
    two = await luna.start_session()
    assert two.id > one.id
    assert await luna.archive.records(two) == []
    assert [item.content for item in await luna.items(session=two)] == ["city: Berlin"]
    assert [session.id for session in await luna.archive.sessions()] == [two.id, one.id]


async def test_standing_sessions_belong_to_direct_writes_alone(luna: AgentMemory) -> None:
    error = await refused(luna, luna.start_session("direct:main"))
    assert (type(error), error.field) == (InvalidInput, "session_id")
    await luna.upsert_recall(Candidate("facts", {"predicate": "a", "value": "b"}), scope="peer:a")
    assert [session.id for session in await luna.archive.sessions(scope="peer:a")] == ["direct:peer:a"]
    assert (await luna.end_session("direct:peer:a")).is_open
    error = await refused(luna, luna.start_session("direct:peer:a", scope="peer:a"))
    assert type(error) is InvalidInput


async def test_one_id_is_one_session_of_one_scope(luna: AgentMemory) -> None:
    first = await luna.start_session("s", scope="peer:a")
    assert await luna.start_session("s", scope="peer:a") == first
    error = await refused(luna, luna.start_session("s", scope="peer:b"))
    assert type(error) is Conflict

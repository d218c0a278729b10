"""What other programs kept comes in once, is nobody's word until its owner says so, and is then as old as it is."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Event, InvalidInput, Runtime, Source
from perdure.control.portable.foreign.formats import READERS
from tests.control.foreign_files import CHATGPT, FILES, LANGGRAPH, LETTA_FIRST, MEM0, zipped
from tests.homes import everything, fresh_id


@pytest.fixture(params=READERS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """The name of a program and a file of its."""
    path = tmp_path / "kept.json"
    path.write_bytes(FILES[request.param])
    return request.param, path


@pytest.fixture
async def sqlite_luna(sqlite_runtime: Runtime) -> AgentMemory:
    """For what is the same on either engine."""
    return await sqlite_runtime.agent(fresh_id())


SAID = {
    "chatgpt": ["I live in York now.", "How nice!", "我对花生过敏。", "记住了。"],
    "claude": ["I am a vegetarian.", "I am a wolf.", "好的。", "results"],
    "letta": [
        "I am Sam, a helpful assistant.",
        "The human's name is Chad. 他喜欢喝茶。",
        "I live in Leeds.",
        "Leeds is lovely.",
    ],
    "mem0": ["Likes hiking on weekends", "住在上海"],
    "langgraph": ["User prefers tea", "用户在学法语"],
    "jsonl": ["I live in Bath.", "ok", "The spare key is with Ann."],
}


async def said(luna: AgentMemory) -> list[Any]:
    records = [record for session in await luna.archive.sessions() for record in await luna.archive.records(session)]
    return sorted(records, key=lambda record: record.sequence)


async def test_a_file_is_recognised_and_comes_in_word_for_word_and_as_nobodys_word(
    luna: AgentMemory, kept: tuple[str, Path]
) -> None:
    name, path = kept
    report = await luna.import_agent(path)
    assert (report.format, report.mode, report.dry_run) == (name, "merge", False)
    records = await said(luna)
    assert [record.content for record in records if "direct" not in record.tags or "notes" in record.tags] == SAID[name]
    assert all("imported" in record.tags for record in records if record.name is None and record.role == "user")
    items = await luna.items()
    assert {item.source for item in items} <= {Source.OUTSIDE}
    assert not [item for item in items if item.type in ("profile", "preferences")]
    assert all(item.evidence[0].quote for item in items)
    assert [check for check in await luna.check() if not check.ok] == []


async def test_what_came_in_before_does_not_come_in_again(sqlite_luna: AgentMemory, kept: tuple[str, Path]) -> None:
    _, path = kept
    for as_mine in (False, True):
        await sqlite_luna.import_agent(path, as_mine=as_mine)
        before = await everything(sqlite_luna)
        again = await sqlite_luna.import_agent(path, as_mine=as_mine)
        assert again.counts["known"] > 0
        assert _without_revision(await everything(sqlite_luna)) == _without_revision(before)


def _without_revision(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("revision"))


async def test_a_dry_run_tells_and_keeps_nothing(sqlite_luna: AgentMemory, kept: tuple[str, Path]) -> None:
    _, path = kept
    before = await everything(sqlite_luna)
    told = await sqlite_luna.import_agent(path, dry_run=True, as_mine=True)
    assert await everything(sqlite_luna) == before
    done = await sqlite_luna.import_agent(path, as_mine=True)
    assert dict(told.counts) == dict(done.counts)
    assert told.dry_run


@pytest.mark.parametrize("first", ["outside", "mine"])
async def test_as_mine_teaches_what_the_user_said(luna: AgentMemory, tmp_path: Path, first: str) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(FILES["chatgpt"])
    if first == "outside":
        await luna.import_agent(path)
        assert await luna.items() == []
    await luna.import_agent(path, as_mine=True)
    items = await luna.items()
    assert {item.source for item in items} == {Source.USER}
    text = " ".join(item.content for item in items)
    assert "York" in text
    assert "花生" in text
    assert "wolf" not in text


async def test_a_pasted_file_and_an_answer_teach_nothing(sqlite_luna: AgentMemory, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(FILES["claude"])
    await sqlite_luna.import_agent(path, as_mine=True)
    assert not [item for item in await sqlite_luna.items() if "wolf" in item.content and item.source is Source.USER]


async def test_what_was_said_later_stands_whichever_came_in_first(luna: AgentMemory, tmp_path: Path) -> None:
    session = await luna.start_session()  # the clock stands at 2026, the file at 2024
    await luna.commit_turn(session, [Event.user("I live in Leeds now.")])
    path = tmp_path / "conversations.json"
    path.write_bytes(FILES["chatgpt"])
    await luna.import_agent(path, as_mine=True)
    [profile] = [item for item in await luna.items() if item.key == "profile:user"]
    assert "Leeds" in str(profile.value)
    assert "York" not in str(profile.value)


async def test_of_two_imported_statements_the_later_one_holds(luna: AgentMemory, tmp_path: Path) -> None:
    lines = [
        {"role": "user", "content": "I live in Bath now.", "session": "new", "timestamp": "2024-05-01T10:00:00Z"},
        {"role": "user", "content": "I live in Hull now.", "session": "old", "timestamp": "2023-05-01T10:00:00Z"},
        {"role": "user", "content": "我现在住在大理。", "session": "last", "timestamp": "2025-05-01T10:00:00Z"},
    ]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    await luna.import_agent(path, as_mine=True)
    [profile] = [item for item in await luna.items() if item.key == "profile:user"]
    assert "大理" in str(profile.value)
    assert "Hull" not in str(profile.value)


async def test_a_conversation_that_went_on_is_continued(sqlite_luna: AgentMemory, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(FILES["chatgpt"])
    await sqlite_luna.import_agent(path)
    longer = json.loads(FILES["chatgpt"])
    mapping = longer[0]["mapping"]
    mapping["a2"]["children"] = ["q3"]
    mapping["q3"] = json.loads(json.dumps(CHATGPT[0]["mapping"]["q1"]))  # type: ignore[index]
    mapping["q3"] |= {"id": "q3", "parent": "a2", "children": []}
    mapping["q3"]["message"] |= {"id": "q3", "content": {"content_type": "text", "parts": ["And one more thing."]}}
    longer[0]["current_node"] = "q3"
    path.write_text(json.dumps(longer), encoding="utf-8")
    report = await sqlite_luna.import_agent(path)
    assert (report.counts["known"], report.counts["turns"]) == (2, 1)
    assert (await said(sqlite_luna))[-1].content == "And one more thing."


async def test_half_characters_and_names_of_pictures_do_not_keep_a_conversation_out(
    sqlite_luna: AgentMemory, tmp_path: Path
) -> None:
    odd = FILES["chatgpt"].replace(b"I live in York now.", b"I live in York now. \\ud83d\\u0000")
    path = tmp_path / "export.zip"
    path.write_bytes(zipped("conversations-000.json", odd))
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("pictures/2024-01-01T10:00:00 ../x.png", b"png")
        file.writestr("__MACOSX/._conversations-000.json", b"\0")
    report = await sqlite_luna.import_agent(path)
    assert (report.format, report.counts["records"]) == ("chatgpt", 4)
    assert (await said(sqlite_luna))[0].content == "I live in York now. ?"


@pytest.mark.parametrize("name", ["chatgpt", "claude"])
async def test_the_zip_file_as_it_is_downloaded_is_read(sqlite_luna: AgentMemory, tmp_path: Path, name: str) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(zipped("conversations.json", FILES[name]))
    report = await sqlite_luna.import_agent(path)
    assert report.format == name
    assert [record.content for record in await said(sqlite_luna)] == SAID[name]


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("mem0", MEM0["results"]),
        ("mem0", {"memories": MEM0["results"]}),
        ("langgraph", {"items": LANGGRAPH}),
        ("langgraph", [{"prefix": "a.b", "key": "k", "value": {"x": 1}, "created_at": None}]),
        ("letta", LETTA_FIRST),
    ],
)
async def test_other_forms_of_the_same_are_recognised(
    sqlite_luna: AgentMemory, tmp_path: Path, name: str, shape: Any
) -> None:
    path = tmp_path / "kept.json"
    path.write_text(json.dumps(shape), encoding="utf-8")
    assert (await sqlite_luna.import_agent(path, dry_run=True)).format == name


async def test_a_value_that_is_wrong_is_refused_by_name_and_the_rest_comes_in(
    sqlite_luna: AgentMemory, tmp_path: Path
) -> None:
    lines = [
        {"type": "nonsense", "value": {}},
        {"type": "facts", "value": {"colour": "green"}},
        {"text": "fine"},
        {"role": "user", "content": ""},
    ]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    report = await sqlite_luna.import_agent(path)
    assert (report.counts["memories"], report.counts["refused"]) == (1, 3)
    assert len(report.details) == 3


BAD = {
    "empty": b"",
    "no json": b"hello",
    "cut": FILES["chatgpt"][:-40],
    "another shape": b'[{"mapping": 1}]',
    "a number": b"[1]",
    "unknown": b'{"a": 1}',
    "latin-1": '[{"memory": "caf\xe9"}]'.encode("latin-1"),
    "deep": b'{"role": ' + b"[" * 100_000,
    "a line of 10 MB": b'{"text": "' + b"x" * (10 << 20) + b'"}',
    "second object wrong": b'{"text": "fine"}\n{"neither": 1}',
    "no zip": b"PK\x03\x04 but no more",
}


@pytest.mark.parametrize("case", BAD)
async def test_a_bad_file_is_refused_with_a_hint_and_nothing_changes(
    sqlite_runtime: Runtime, tmp_path: Path, case: str
) -> None:
    luna = await sqlite_runtime.agent(fresh_id())
    path = tmp_path / "bad"
    path.write_bytes(BAD[case])
    before = await everything(luna)
    with pytest.raises(InvalidInput) as caught:
        await luna.import_agent(path)
    assert caught.value.hint
    assert await everything(luna) == before

"""Claude Code's hooks: context when a session starts, each turn kept once, the session closed at its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perdure import Event, Memory
from perdure.integrations.claude_code import read_transcript
from tests.surfaces.command import Answer, Command


def row(kind: str, content: object, second: int, **more: object) -> str:
    stamp = f"2099-05-01T10:00:{second:02d}.000Z"  # after the session began, whenever this test runs
    return json.dumps({"type": kind, "timestamp": stamp, "message": {"role": kind, "content": content}, **more})


TRANSCRIPT = [
    row("user", "<command-name>/clear</command-name>", 0),
    row("user", "Always use tabs in this project. My name is Mia.", 1),
    row(
        "assistant",
        [
            {"type": "text", "text": "Understood."},
            {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
        ],
        2,
    ),
    row("user", [{"type": "tool_result", "tool_use_id": "t1", "content": "README.md"}], 3),
    row("assistant", [{"type": "text", "text": "Done."}], 4),
    row("assistant", [{"type": "text", "text": "a side conversation"}], 5, isSidechain=True),
    row("user", "Caveat: not the user's words", 6, isMeta=True),
    json.dumps({"type": "summary", "summary": "x"}),
    "{ half a line",
]
SECOND = [row("user", "我住在杭州。", 10), row("assistant", [{"type": "text", "text": "好的。"}], 11)]


def hook(perdure: Command, event: str, transcript: Path, session: str = "abc", **more: str) -> Answer:
    payload: dict[str, Any] = {"session_id": session, "hook_event_name": event, "cwd": "/home/mia/shop", **more}
    return perdure(
        "--agent", "luna", "hook", "claude-code", stdin=json.dumps({**payload, "transcript_path": str(transcript)})
    )


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "abc.jsonl"
    path.write_text("\n".join(TRANSCRIPT), encoding="utf-8")
    return path


def test_turns_are_kept_once_and_known_in_the_next_session(perdure: Command, transcript: Path) -> None:
    assert hook(perdure, "SessionStart", transcript).code == 0
    assert hook(perdure, "Stop", transcript).out == ""
    assert hook(perdure, "Stop", transcript).code == 0  # a hook may run twice
    transcript.write_text("\n".join([*TRANSCRIPT[:-1], *SECOND]), encoding="utf-8")
    assert hook(perdure, "Stop", transcript).code == 0
    assert hook(perdure, "SessionEnd", transcript).code == 0
    with Memory.open("luna", perdure.home) as luna:
        [session] = luna.archive.sessions()
        assert not session.is_open
        said = [(record.role.value, record.content or record.result) for record in luna.archive.records(session)]
        assert said == [
            ("user", "Always use tabs in this project. My name is Mia."),
            ("assistant", "Understood."),
            ("tool", "README.md"),
            ("assistant", "Done."),
            ("user", "我住在杭州。"),
            ("assistant", "好的。"),
        ]
        assert session.turn_count == 2
        # A hook speaks for the user: what was said there may make rules.
        assert {item.source.value for item in luna.items("rules")} == {"user"}
    context = hook(perdure, "SessionStart", transcript, session="next").json["hookSpecificOutput"]
    assert context["hookEventName"] == "SessionStart"
    assert "Mia" in context["additionalContext"]
    assert "tabs" in context["additionalContext"]


def test_a_session_that_is_resumed_after_its_end_goes_on_under_a_number(perdure: Command, transcript: Path) -> None:
    hook(perdure, "Stop", transcript)
    hook(perdure, "SessionEnd", transcript)
    assert hook(perdure, "SessionStart", transcript).code == 0
    with Memory.open("luna", perdure.home) as luna:
        assert {session.id for session in luna.archive.sessions()} == {"claude-code:abc", "claude-code:abc#2"}


@pytest.mark.parametrize(
    "stdin",
    [
        *("", "{", "[]", "5", "{}", '{"session_id": "x"}', '{"session_id": "x", "hook_event_name": "Other"}'),
        '{"session_id": "x", "hook_event_name": "Stop"}',
        '{"session_id": "x", "hook_event_name": "Stop", "transcript_path": "/no/such/file"}',
    ],
)
def test_what_a_hook_cannot_use_is_said_on_stderr_alone(perdure: Command, stdin: str) -> None:
    answer = perdure("hook", "claude-code", stdin=stdin)
    assert answer.code in (1, 2)
    assert answer.out == ""
    assert answer.err


@pytest.mark.parametrize(
    ("held", "new", "answer"),
    [("I live in Leeds.", "The user lives in York.", "yes"), ("我住在杭州。", "用户住在苏州。", "对")],
)
def test_the_users_answer_in_the_host_settles_what_its_model_asked(
    perdure: Command, tmp_path: Path, held: str, new: str, answer: str
) -> None:
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        session = luna.start_session("s")
        luna.commit_turn(session, Event.user(held))
        luna.remember(new, source="relayed", session=session)
        [entry] = luna.review.list()
    transcript = tmp_path / "t.jsonl"
    call = {"type": "tool_use", "id": "t1", "name": "mcp__perdure__proposals", "input": {}}
    talk = [
        row("user", "Anything open?", 1),
        row("assistant", [call], 2),
        row("user", [{"type": "tool_result", "tool_use_id": "t1", "content": entry.question}], 3),
        row("assistant", [{"type": "text", "text": f"One thing. {entry.question}"}], 4),
    ]
    transcript.write_text("\n".join(talk), encoding="utf-8")
    assert hook(perdure, "Stop", transcript).code == 0
    talk += [row("user", answer, 10), row("assistant", [{"type": "text", "text": "OK."}], 11)]
    transcript.write_text("\n".join(talk), encoding="utf-8")
    assert hook(perdure, "Stop", transcript).code == 0
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        assert luna.review.list() == []
        assert new.rstrip(".。") in luna.item("profile:user").content


def test_only_hosts_with_hooks_have_them(perdure: Command) -> None:
    assert perdure("hook", "cursor", stdin="{}").code == 2


def test_a_long_paste_is_cut() -> None:
    [line] = read_transcript([row("user", "x" * 50_000, 1)])
    assert len(line.event.content) < 21_000


@pytest.mark.parametrize(
    ("said", "prompt", "word", "other"),
    [
        ("I am allergic to shrimp. The spare key is with Ann.", "Where is the spare key?", "Ann", "Hello there!"),
        ("我对虾过敏。备用钥匙在小安那里。", "备用钥匙在哪？", "小安", "你好呀"),
    ],
)
def test_a_prompt_brings_what_fits_it_and_was_not_shown(
    perdure: Command, transcript: Path, said: str, prompt: str, word: str, other: str
) -> None:
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        luna.remember(said)
    answer = hook(perdure, "UserPromptSubmit", transcript, prompt=prompt)
    context = answer.json["hookSpecificOutput"]
    assert context["hookEventName"] == "UserPromptSubmit"
    assert word in context["additionalContext"]
    assert hook(perdure, "UserPromptSubmit", transcript, prompt=prompt).out == ""  # it was shown already
    assert hook(perdure, "UserPromptSubmit", transcript, prompt=other).out == ""  # nothing fits
    assert hook(perdure, "UserPromptSubmit", transcript, session="next", prompt=prompt).out != ""
    hook(perdure, "SessionStart", transcript, session="third")
    shown = hook(perdure, "UserPromptSubmit", transcript, session="third", prompt=prompt)
    assert shown.code == 0


def test_calls_of_our_own_tools_are_not_kept(perdure: Command, transcript: Path) -> None:
    called = {"type": "tool_use", "id": "t9", "name": "mcp__perdure__remember", "input": {"content": "I like jazz."}}
    told = {"type": "tool_result", "tool_use_id": "t9", "content": "Remembered: [abcd1234] I like jazz."}
    lines = [row("user", "Hi.", 1), row("assistant", [called], 2), row("user", [told], 3)]
    transcript.write_text("\n".join(lines), encoding="utf-8")
    assert hook(perdure, "Stop", transcript).code == 0
    with Memory.open("luna", perdure.home) as luna:
        [session] = luna.archive.sessions()
        assert [record.content for record in luna.archive.records(session)] == ["Hi."]
        assert luna.items() == []


def test_a_prompt_without_words_is_refused(perdure: Command, transcript: Path) -> None:
    assert hook(perdure, "UserPromptSubmit", transcript).code == 1

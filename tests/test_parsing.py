"""JSON and TOML from outside: well formed, or a ValueError, however they are built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure.errors import Conflict, InvalidInput
from perdure.integrations.claude_code import read_transcript
from perdure.integrations.edit import edited
from perdure.parsing import MAX_DEPTH, read_json, read_toml
from perdure.settings import MAX_FILE, load

DEEP = 100_000


@pytest.mark.parametrize("depth", [MAX_DEPTH + 2, 900, 1_000, 5_000, DEEP])
def test_what_is_nested_too_deeply_is_a_value_error(depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth):
        with pytest.raises(ValueError, match=r".+"):
            read_json(text)
    with pytest.raises(ValueError, match=r".+"):
        read_toml(f"a = {'[' * depth}{']' * depth}")
    with pytest.raises(ValueError, match=r".+"):
        read_toml("[" + ".".join("a" * min(depth, 2_000)) + "]\nx = 1")


@pytest.mark.parametrize("text", ['{"a": [1, {"b": "中"}]}', "[" * 150 + "]" * 150, '"x"', "null"])
def test_what_is_not_comes_through(text: str) -> None:
    assert json.dumps(read_json(text), ensure_ascii=False) == text


@pytest.mark.parametrize(
    "text",
    [
        '{"memory": {"pii": ' + "[" * DEEP + "]" * DEEP + "}}",
        '{"memory": {"pii": ' + '{"a":' * 500 + "1" + "}" * 500 + "}}",
        "[" * DEEP,
        '{"memory": {"recall_top_k": ' + "9" * 10_000 + "}}",
        " " * (MAX_FILE + 1),
        '{"a": "\\ud800"}',
    ],
    ids=["deep list", "deep table", "open", "long number", "huge", "surrogate"],
)
def test_a_configuration_that_cannot_be_read_is_invalid_input(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(InvalidInput):
        load(path)


@pytest.mark.parametrize(
    "text",
    [
        f"[memory]\npii = {'[' * DEEP}{']' * DEEP}",
        f"[memory]\npii = {'{a=' * 2_000}1{'}' * 2_000}",
        "[memory.pii." + ".".join("a" * 2_000) + "]\nx = 1",
        "[memory]\n" * 100_000,
    ],
    ids=["deep list", "deep table", "dotted", "huge"],
)
def test_the_same_in_toml(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(InvalidInput):
        load(path)


def test_a_variable_that_is_nested_too_deeply_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path))
    monkeypatch.setenv("PERDURE_MEMORY_PII", "[" * 90_000)
    with pytest.raises(InvalidInput, match="PERDURE_MEMORY_PII"):
        load()


def test_a_host_s_settings_that_are_nested_too_deeply_are_left_alone() -> None:
    for form, text in (("json", "[" * DEEP), ("toml", f"a = {'[' * 3_000}{']' * 3_000}")):
        with pytest.raises(Conflict):
            edited(text, form, lambda content: None, where="settings")


def test_a_line_of_a_transcript_that_cannot_be_read_is_left_out() -> None:
    good = {"type": "user", "timestamp": "2026-01-01T00:00:00Z", "message": {"content": "你好"}}
    found = list(read_transcript(["[" * DEEP, "{", json.dumps(good)]))
    assert [line.event.content for line in found] == ["你好"]

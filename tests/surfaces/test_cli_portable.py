"""`perdure export`, `import` and `move`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.control.foreign_files import FILES
from tests.homes import busy_database
from tests.surfaces.command import Command, lines, user

__all__ = ["busy_database"]


def told(perdure: Command, *said: str) -> None:
    perdure.json("commit", "--agent", "luna", "--session", "s", stdin=lines([user(text) for text in said]))


def test_an_export_becomes_the_agent_of_its_name(perdure: Command, tmp_path: Path) -> None:
    told(perdure, "I live in York.", "我对花生过敏。")
    file = str(tmp_path / "luna.zip")
    done = perdure.json("export", file, "--agent", "luna")["export"]
    assert (done["agent"], done["counts"]["archival_records"], done["path"]) == ("luna", 2, file)
    assert Path(file).stat().st_mode & 0o077 == 0
    other = ("--home", str(tmp_path / "other"))
    tried = perdure.json("import", file, "--dry-run", *other)["import"]
    assert (tried["dry_run"], tried["mode"]) == (True, "load")
    perdure("import", file, *other)
    found = perdure.json("search", "York", "--agent", "luna", *other)["items"]
    assert found[0]["key"] == "profile:user"
    again = perdure.json("export", str(tmp_path / "again.zip"), "--agent", "luna", *other)["export"]
    assert again["sha256"] == done["sha256"]
    named = perdure.json("import", file, "--agent", "nova", *other)["import"]
    assert named["agent"] == "nova"


def test_a_file_is_replaced_only_when_that_is_said(perdure: Command, tmp_path: Path) -> None:
    told(perdure, "I live in York.")
    file = tmp_path / "luna.zip"
    file.write_text("mine", encoding="utf-8")
    answer = perdure("export", str(file), "--agent", "luna")
    assert (answer.code, file.read_text(encoding="utf-8")) == (1, "mine")
    assert "--force" in answer.err
    assert perdure("export", str(file), "--agent", "luna", "--force").code == 0
    assert file.read_bytes().startswith(b"PK")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("way", ["there", "back"])
def test_an_agent_moves_between_engines_with_one_command(
    perdure: Command, busy_database: str, tmp_path: Path, way: str
) -> None:
    name = f"luna-{way}"
    here, there = (perdure.home, busy_database) if way == "there" else (busy_database, perdure.home)
    perdure.json(
        "commit", "--agent", name, "--home", here, stdin=lines([user("I live in York."), user("我住在苏州。")])
    )
    moved = perdure.json("move", there, "--agent", name, "--home", here)["move"]
    assert moved["agent"] == name
    first = perdure.json("export", str(tmp_path / "a.zip"), "--agent", name, "--home", here)["export"]
    second = perdure.json("export", str(tmp_path / "b.zip"), "--agent", name, "--home", there)["export"]
    assert first["sha256"] == second["sha256"]
    again = perdure("move", there, "--agent", name, "--home", here, "--json")
    assert again.error["code"] == "conflict"
    renamed = perdure.json("move", there, "--agent", name, "--home", here, "--as", f"{name}-2")["move"]
    assert renamed["agent"] == f"{name}-2"


def test_moving_to_where_it_is_makes_no_sense(perdure: Command) -> None:
    told(perdure, "I live in York.")
    assert perdure("move", perdure.home, "--agent", "luna").code == 2
    assert perdure("move", "http://nowhere", "--agent", "luna").code == 2


def test_conversations_of_others_wait_for_the_owners_word(perdure: Command, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_bytes(FILES["chatgpt"])
    answer = perdure("import", str(file), "--agent", "luna")
    assert answer.code == 0
    assert "outside" in answer.out
    assert perdure.json("items", "--agent", "luna")["items"] == []
    assert perdure.json("traces", "York", "--agent", "luna")["records"]
    perdure("import", str(file), "--agent", "luna", "--as-mine")
    assert "York" in json.dumps(perdure.json("items", "--agent", "luna"))


@pytest.mark.parametrize("body", [b"", b"hello", b"PK\x03\x04", b'{"a": 1}', FILES["chatgpt"][:-20]])
def test_a_bad_file_makes_no_agent(perdure: Command, tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "bad"
    file.write_bytes(body)
    answer = perdure("import", str(file), "--agent", "luna", "--json")
    assert answer.code == 1
    assert answer.error["hint"]
    assert perdure.json("agents")["agents"] == []


def test_a_file_that_is_not_there_is_said_to_be_missing(perdure: Command) -> None:
    assert perdure("import", "nothing.zip", "--json").error["code"] == "not_found"

"""`perdure install` and `uninstall` on settings files of the shapes that hosts really have."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.integrations import jsonc
from perdure.integrations.hosts import HOSTS, Host, host
from tests.surfaces.command import Command

CLAUDE = {
    "numStartups": 12,
    "projects": {"/home/li/代码": {"mcpServers": {}, "history": [{"display": "你好"}]}},
    "mcpServers": {"github": {"type": "stdio", "command": "npx", "args": ["-y", "server-github"], "env": {"T": "x"}}},
}
SETTINGS = {
    "model": "opus",
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}],
    },
}
CODEX = """# my own remark
model = "gpt-5"  # and this one

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]

[tui]
theme = "dark"
"""
BEFORE: dict[str, str] = {
    "claude-code": json.dumps(CLAUDE, ensure_ascii=False, indent=2),
    "claude-desktop": json.dumps({"globalShortcut": "", "mcpServers": {"fs": {"command": "x", "args": []}}}),
    "cursor": '{\n\t"mcpServers": {\n\t\t"a": {"url": "http://localhost:1"}\n\t}\n}\n',
    "codex": CODEX,
    "vscode": '{"servers": {"m": {"type": "stdio", "command": "x"}}, "inputs": []}',
    "gemini": json.dumps({"security": {"auth": {"selectedType": "oauth"}}, "ui": {"theme": "Default"}}, indent=4),
}


def read(file: Path, form: str) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text) if form == "toml" else json.loads(text)
    return found


def prepared(chosen: Host, user: Path) -> Path:
    file = chosen.file(user)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(BEFORE[chosen.name], encoding="utf-8")
    os.chmod(file, 0o644)
    return file


@pytest.mark.parametrize("chosen", HOSTS, ids=lambda chosen: chosen.name)
def test_install_adds_one_entry_and_uninstall_takes_it_out_again(
    perdure: Command, tmp_path: Path, chosen: Host
) -> None:
    file = prepared(chosen, tmp_path)
    before = read(file, chosen.form)
    answer = perdure("--agent", "luna", "install", chosen.name, "--user-home", str(tmp_path), "--json")
    assert answer.code == 0
    assert answer.json["changed"]
    after = read(file, chosen.form)
    entry = after[chosen.servers].pop("perdure")
    hooked = ["--hooked"] if chosen.hooks else []
    own = ["mcp", *hooked, "--home", perdure.home, "--agent", "luna"]  # the home is from the environment
    assert entry["args"][-len(own) :] == own
    assert Path(entry["command"]).is_absolute()
    assert ("type" in entry) == chosen.typed
    assert after == {**before, chosen.servers: before.get(chosen.servers, {})}
    assert file.with_name(file.name + ".perdure-backup").read_text(encoding="utf-8") == BEFORE[chosen.name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o644

    written = file.read_bytes()
    again = perdure("--agent", "luna", "install", chosen.name, "--user-home", str(tmp_path), "--json")
    assert again.json == {"host": chosen.name, "changed": False, "files": [], "notices": []}
    assert file.read_bytes() == written

    assert perdure("uninstall", chosen.name, "--user-home", str(tmp_path)).code == 0
    assert read(file, chosen.form) == {**before, chosen.servers: before.get(chosen.servers, {})}
    assert "does not have" in perdure("uninstall", chosen.name, "--user-home", str(tmp_path)).out


def test_what_a_person_wrote_around_it_stays_byte_for_byte(perdure: Command, tmp_path: Path) -> None:
    file = prepared(host("codex"), tmp_path)
    perdure("install", "codex", "--user-home", str(tmp_path))
    assert file.read_text(encoding="utf-8").replace(CODEX, "").count("perdure") >= 1
    assert CODEX.splitlines()[0] in file.read_text(encoding="utf-8")
    assert "# and this one" in file.read_text(encoding="utf-8")
    tabs = prepared(host("cursor"), tmp_path)
    perdure("install", "cursor", "--user-home", str(tmp_path))
    assert '\n\t\t"perdure"' in tabs.read_text(encoding="utf-8")
    chinese = prepared(host("claude-code"), tmp_path)
    perdure("install", "claude-code", "--user-home", str(tmp_path))
    assert "代码" in chinese.read_text(encoding="utf-8")


def test_hooks_of_claude_code_stand_beside_those_of_others(perdure: Command, tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(SETTINGS), encoding="utf-8")
    perdure("install", "claude-code", "--user-home", str(tmp_path))
    hooks = json.loads(file.read_text())["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreToolUse"}
    assert hooks["Stop"][0] == SETTINGS["hooks"]["Stop"][0]  # type: ignore[index]
    assert hooks["Stop"][1]["hooks"][0]["command"].endswith(f" hook claude-code --home {perdure.home}")
    perdure("--agent", "nova", "install", "claude-code", "--user-home", str(tmp_path))  # another memory takes its place
    hooks = json.loads(file.read_text())["hooks"]
    assert [len(hooks[event]) for event in ("SessionStart", "Stop", "SessionEnd")] == [1, 2, 1]
    assert hooks["Stop"][1]["hooks"][0]["command"].endswith(f" hook claude-code --home {perdure.home} --agent nova")
    perdure("uninstall", "claude-code", "--user-home", str(tmp_path))
    assert json.loads(file.read_text()) == SETTINGS


def test_hooks_can_be_left_out(perdure: Command, tmp_path: Path) -> None:
    perdure("install", "claude-code", "--no-hooks", "--user-home", str(tmp_path))
    assert (tmp_path / ".claude.json").is_file()
    assert not (tmp_path / ".claude").exists()


def test_a_dry_run_and_printing_change_nothing(perdure: Command, tmp_path: Path) -> None:
    file = prepared(host("cursor"), tmp_path)
    shown = perdure("install", "cursor", "--dry-run", "--user-home", str(tmp_path))
    assert '+\t\t"perdure": {' in shown.out
    printed = perdure("install", "cursor", "--print", "--user-home", str(tmp_path))
    assert json.loads(printed.out)["mcpServers"]["perdure"]["args"][-3:] == ["mcp", "--home", perdure.home]
    assert file.read_text() == BEFORE["cursor"]
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("text", ["{ // a comment\n", "[1, 2]", '{"mcpServers": 5}', "{", "not json"])
def test_a_file_we_cannot_read_is_left_as_it_is(perdure: Command, tmp_path: Path, text: str) -> None:
    file = host("cursor").file(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    answer = perdure("install", "cursor", "--user-home", str(tmp_path), "--json")
    assert answer.code == 1
    assert answer.error["hint"]
    assert file.read_text() == text
    assert list(file.parent.iterdir()) == [file]


def test_a_link_into_a_folder_of_dotfiles_stays_a_link(perdure: Command, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text("{}")
    link = host("cursor").file(tmp_path)
    link.parent.mkdir()
    link.symlink_to(real)
    assert perdure("install", "cursor", "--user-home", str(tmp_path)).code == 0
    assert link.is_symlink()
    assert "perdure" in real.read_text()


def test_without_a_host_they_are_listed_and_an_unknown_one_is_refused(perdure: Command, tmp_path: Path) -> None:
    prepared(host("codex"), tmp_path)
    perdure("install", "cursor", "--user-home", str(tmp_path))
    states = {
        row["host"]: row["state"] for row in perdure("install", "--user-home", str(tmp_path), "--json").json["hosts"]
    }
    assert states["cursor"] == "installed"
    assert states["codex"] == "found"
    assert states["gemini"] == "not found"
    wrong = perdure("install", "emacs", "--user-home", str(tmp_path), "--json")
    assert wrong.code == 1
    assert "claude-code" in wrong.error["hint"]
    assert perdure("uninstall", "--json").code == 2


def test_a_program_that_is_not_there_yet_is_told_of(perdure: Command, tmp_path: Path) -> None:
    answer = perdure("install", "cursor", "--user-home", str(tmp_path))
    assert "Cursor was not found here; its settings are ready for it." in answer.words
    answer = perdure("install", "cursor", "--user-home", str(tmp_path), "--agent", "luna")
    assert "Restart it to load the memory." in answer.words


def test_nothing_is_installed_that_could_not_be_started(
    perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perdure.cli.mcp.find_spec", lambda name: None)
    for words in (("install", "cursor", "--user-home", str(tmp_path)), ("mcp",)):
        answer = perdure(*words)
        assert answer.code == 1
        assert "pip install 'perdure[mcp]'" in answer.err
    assert not host("cursor").file(tmp_path).exists()


COMMENTED = """\
// my servers
{
\t/* tools */
\t"servers": {
\t\t"docs": { "type": "stdio", "command": "x" }, // "perdure": not this one
\t\t// a remark at the end
\t},
\t"inputs": [], // none
}
"""
SHAPES = [
    COMMENTED,
    COMMENTED.replace("\n", "\r\n"),
    "\ufeff" + COMMENTED,
    '{"servers":{"a":{"command":"x"}},"inputs":[]}',
    '{ "servers": { "a": 1 } }',
    '{\n  "servers": {\n    "a": 1 // last\n  } // end\n}\n',
    '{\n  "servers": {\n    "a": [1, 2],\n    "b": "// no comment",\n  },\n}',
]


@pytest.mark.parametrize("text", SHAPES)
def test_commented_json_is_edited_in_place(perdure: Command, tmp_path: Path, text: str) -> None:
    file = host("vscode").file(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode())
    assert perdure("install", "vscode", "--user-home", str(tmp_path)).code == 0
    after = file.read_bytes().decode()
    assert '"perdure"' in after
    kept = iter(after)
    assert all(character in kept for character in text)  # every byte is still there, in its order
    assert jsonc.read(after.removeprefix("\ufeff")).value["servers"]["perdure"]["type"] == "stdio"
    assert ("\r\n" in text) == ("\r\n" in after)
    assert perdure("install", "vscode", "--user-home", str(tmp_path), "--json").json["changed"] is False
    perdure("uninstall", "vscode", "--user-home", str(tmp_path))
    assert file.read_bytes().decode() == text


@pytest.mark.parametrize(
    "text", ["{", '{"a": 1 "b": 2}', '{"a": }', "{'a': 1}", '{"a": 1} x', "[" * 100_000, "/* open"]
)
def test_what_is_no_json_even_with_comments_is_left_alone(perdure: Command, tmp_path: Path, text: str) -> None:
    file = host("cursor").file(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    answer = perdure("install", "cursor", "--user-home", str(tmp_path))
    assert answer.code == 1
    assert "by hand" in answer.err
    assert file.read_text() == text


@given(
    before=st.recursive(
        st.integers() | st.text("ab"), lambda inner: st.dictionaries(st.text("abc"), inner), max_leaves=8
    ),
    after=st.recursive(
        st.integers() | st.text("ab"), lambda inner: st.dictionaries(st.text("abc"), inner), max_leaves=8
    ),
    indent=st.sampled_from([None, 2, "\t"]),
)
def test_any_change_gives_the_value_that_was_wanted(before: Any, after: Any, indent: int | str | None) -> None:
    old, new = {"x": before, "list": [1, before]}, {"x": after, "list": [1, before, after]}
    text = json.dumps(old, indent=indent)
    assert json.loads(jsonc.changed(text, new)) == new
    assert json.loads(jsonc.changed(json.dumps(new, indent=indent), old)) == old

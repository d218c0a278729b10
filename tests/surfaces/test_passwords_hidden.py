"""A password in the home's URL is shown by no command and written into no file."""

from __future__ import annotations

import json
import logging
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from perdure.integrations.hosts import HOSTS, Host, host
from tests.surfaces.command import Answer, Command, lines, user
from tests.surfaces.test_cli_help import NOT_JSON, RUNS

PASSWORD = "hunter2-Zq9xKpLm"
REACHED_BY = ("mcp",), ("hook",)
"""Started below as programs, because they speak on stdin and stdout."""
NOWHERE = f"postgresql://perdure:{PASSWORD}@127.0.0.1:1/memory"
BROKEN = (
    f"postgresql://me:pa/{PASSWORD}@db/memory",  # a slash that should be `%2F`
    f"postgresql://me:{PASSWORD}",  # the host was forgotten
    f"postgresql:/me:{PASSWORD}@db/memory",  # one slash too few
    f"postgresql//me:{PASSWORD}@db/memory",  # no colon
    f"Postgresql://me:{PASSWORD}@db/memory",
    f"mysql://me:{PASSWORD}@db/memory",
    f"host=db user=me password={PASSWORD}",
    f"postgresql://db/memory?user=me&password={PASSWORD}",
    f"postgresql://db/memory?sslpassword={PASSWORD}&connect_timeout=1",
)


def with_password(url: str) -> str:
    """The URL of a test server, which trusts everybody: what stands there as a password is never asked for."""
    assert url.startswith("postgresql://postgres@/")
    return url.replace("postgres@/", f"postgres:{PASSWORD}@/", 1)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder and a working folder of one's own: whatever is written can be looked through."""
    folder = tmp_path / "user"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.chdir(folder)
    (folder / "CHANGES.md").write_text("# Changes\n\n## 2.0 (2026-01-02)\n\n- New parser\n", encoding="utf-8")
    return folder


def files_with(text: str, folder: Path) -> list[str]:
    return [str(path) for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()] + [
        str(path) for path in folder.rglob("*") if text in path.name
    ]


def leaks(answer: Answer, folder: Path, log: pytest.LogCaptureFixture) -> list[str]:
    """Where the password can be seen."""
    told = {"stdout": answer.out, "stderr": answer.err, "log": log.text}
    return [name for name, text in told.items() if PASSWORD in text] + files_with(PASSWORD, folder)


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_no_command_shows_or_writes_the_password_of_a_server_that_answers(
    postgres_url: str, elsewhere: Path, perdure: Command, caplog: pytest.LogCaptureFixture, form: tuple[str, ...]
) -> None:
    caplog.set_level(logging.DEBUG)
    perdure.home = with_password(postgres_url)
    talk = lines([user("My name is Ada. 我住在杭州。")])
    assert perdure("commit", "--session", "s", stdin=talk).code == 0
    seen = {
        path: leaks(perdure(*path, *RUNS.get(path, ()), *form, stdin=talk), elsewhere, caplog)
        for path in (*RUNS, ("chat",))
        if path[0] != "bench"  # which opens no home
    }
    assert {path: found for path, found in seen.items() if found} == {}


@pytest.mark.parametrize("home", [NOWHERE, *BROKEN])
@pytest.mark.parametrize("path", [("config",), ("doctor",), ("items",), ("init",), ()])
def test_no_error_shows_the_password_of_a_home_that_cannot_be_used(
    elsewhere: Path, perdure: Command, caplog: pytest.LogCaptureFixture, path: tuple[str, ...], home: str
) -> None:
    caplog.set_level(logging.DEBUG)
    perdure.home = home
    for words in (path, (*path, "--json", "--home", home), (*path, f"--home={home}")):
        assert leaks(perdure(*words), elsewhere, caplog) == []
    # Whatever may be made of such a home, no folder is.
    assert sorted(file.name for file in elsewhere.iterdir()) == ["CHANGES.md"]


def test_a_url_where_a_command_should_stand_is_not_repeated(elsewhere: Path, perdure: Command) -> None:
    for words in ((NOWHERE,), ("--json", NOWHERE), ("items", NOWHERE), ("items", f"--hom={NOWHERE}")):
        answer = perdure(*words)
        assert answer.code == 2
        assert PASSWORD not in answer.out + answer.err


def entry_of(chosen: Host, folder: Path) -> list[str]:
    text = chosen.file(folder).read_text(encoding="utf-8")
    content: Any = tomllib.loads(text) if chosen.form == "toml" else json.loads(text)
    found: list[str] = content[chosen.servers]["perdure"]["args"]
    return found


@pytest.mark.parametrize("chosen", HOSTS, ids=lambda chosen: chosen.name)
def test_install_writes_the_address_without_its_password_and_says_where_that_belongs(
    elsewhere: Path, perdure: Command, chosen: Host
) -> None:
    perdure.home = f"postgresql://me:{PASSWORD}@db.example:5433/memory?sslmode=verify-full&password={PASSWORD}"
    for words in (("--print",), ("--dry-run",), ()):
        answer = perdure("install", chosen.name, *words)
        assert answer.code == 0
        assert PASSWORD not in answer.out + answer.err
        assert "~/.pgpass" in answer.out + answer.err
        assert "db.example:5433:memory:me:" in answer.out + answer.err
    assert files_with(PASSWORD, elsewhere) == []
    home = "postgresql://me@db.example:5433/memory?sslmode=verify-full"
    assert entry_of(chosen, elsewhere)[-2:] == ["--home", home]
    assert "~/.pgpass" in perdure.json("install", chosen.name)["notices"][0]


def test_install_without_a_password_has_nothing_to_say_about_it(elsewhere: Path, perdure: Command) -> None:
    perdure.home = "postgresql:///?service=perdure"
    answer = perdure.json("install", "cursor")
    assert answer["notices"] == []
    assert entry_of(host("cursor"), elsewhere)[-1] == perdure.home


@pytest.mark.parametrize("home", BROKEN[:2])
def test_install_writes_nothing_for_a_url_that_it_cannot_take_apart(
    elsewhere: Path, perdure: Command, home: str
) -> None:
    perdure.home = home
    answer = perdure("install", "cursor")
    assert answer.code != 0
    assert PASSWORD not in answer.out + answer.err
    assert not host("cursor").file(elsewhere).exists()


@pytest.mark.parametrize("name", ["claude-code", "codex"])
def test_a_password_that_an_older_install_wrote_is_gone_from_settings_and_backup(
    elsewhere: Path, perdure: Command, name: str
) -> None:
    perdure.home = "postgresql://me@db.example/memory"
    perdure("install", name)
    for file in [path for path in elsewhere.rglob("*") if path.is_file()]:
        file.write_text(file.read_text().replace("me@db", f"me:{PASSWORD}@db"))
    chosen = host(name)
    others = 'token = "kept"\n' if chosen.form == "toml" else None
    if others:
        chosen.file(elsewhere).write_text(others + chosen.file(elsewhere).read_text())
    assert files_with(PASSWORD, elsewhere)
    shutil.copytree(elsewhere, elsewhere.parent / "before")
    for words in (("install", name, "--dry-run"), ("install", name), ("uninstall", name)):
        answer = perdure(*words)
        assert answer.code == 0
        assert PASSWORD not in answer.out + answer.err
    assert files_with(PASSWORD, elsewhere) == []
    shutil.rmtree(elsewhere)
    shutil.copytree(elsewhere.parent / "before", elsewhere)
    assert PASSWORD not in perdure("uninstall", name, "--json").out
    assert files_with(PASSWORD, elsewhere) == []
    if others:
        assert chosen.file(elsewhere).with_name("config.toml.perdure-backup").read_text().startswith(others)


def test_what_hosts_start_keeps_the_password_to_itself(perdure: Command) -> None:
    perdure.home = NOWHERE
    said = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": "/tmp"}
    hook = perdure.program("hook", "claude-code", stdin=json.dumps(said).encode())
    assert hook.code == 1
    asked = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "search_memory", "arguments": {"query": "x"}},
        },
    ]
    served = perdure.program("mcp", stdin="".join(json.dumps(line) + "\n" for line in asked).encode())
    assert "cannot be reached" in served.err
    for answer in (hook, served):
        assert PASSWORD not in answer.out + answer.err


def test_every_command_is_looked_at() -> None:
    assert set(NOT_JSON) == {("chat",), *REACHED_BY}


def test_the_search_finds_a_password_that_is_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The red control."""
    (tmp_path / "written").write_text(f"--home {NOWHERE}")
    logging.getLogger("tests").error(NOWHERE)
    found = leaks(Answer(0, NOWHERE, NOWHERE), tmp_path, caplog)
    assert found == ["stdout", "stderr", "log", str(tmp_path / "written")]


def test_settings_show_no_password_in_their_repr(elsewhere: Path) -> None:
    from perdure.settings import load

    settings = load(home=NOWHERE)
    assert PASSWORD not in repr(settings)
    assert PASSWORD not in repr(settings.values)
    assert settings.home == NOWHERE

"""Help that can be trusted: whole sentences under headings, examples that parse, JSON from every command."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from perdure.cli.completion import Shell
from perdure.cli.main import MENU, app
from perdure.cli.menu import MenuEntry
from tests.surfaces.command import Command, lines, user
from tests.surfaces.terminal import width

ROOT: Any = typer.main.get_command(app)
ONE_LINE = 64
"""What is left of 80 columns beside the name of a command."""


def leaves(group: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, with the words that call it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name), command


def groups() -> list[tuple[str, ...]]:
    return [(), *((name,) for name, command in ROOT.commands.items() if hasattr(command, "commands"))]


LEAVES = dict(leaves())
VISIBLE = {path: command for path, command in LEAVES.items() if not command.hidden}


def examples() -> list[tuple[tuple[str, ...], str]]:
    return [(path, line) for path, command in VISIBLE.items() for line in command.epilog.splitlines()[2:]]


# What is read


def test_help_lists_every_command_under_a_heading(perdure: Command) -> None:
    out = perdure("--help").out
    headings = [line[:-1] for line in out.splitlines() if re.fullmatch(r"[A-Z][a-z ]+:", line)]
    assert headings == ["Options", *MENU]
    for name in {path[0] for path in VISIBLE}:
        assert re.search(rf"^  {name}  +[A-Z]", out, re.MULTILINE), name
    assert "hook" not in out


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("path", [*groups(), *VISIBLE], ids="-".join)
def test_help_fits_and_is_never_cut(
    perdure: Command, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = perdure(*path, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert not re.search(r"\w\.\.\.$", answer.out, re.MULTILINE)
    prose = [line for line in answer.out.splitlines() if "perdure " not in line]  # what is to be typed stays whole
    assert max(map(width, prose)) <= columns


@pytest.mark.parametrize("path", VISIBLE, ids="-".join)
def test_a_summary_is_one_sentence_on_one_line_of_80_columns(path: tuple[str, ...]) -> None:
    summary = VISIBLE[path].get_short_help_str(10_000)
    assert summary.endswith(".")
    assert len(summary) <= ONE_LINE, summary


@pytest.mark.parametrize("path", VISIBLE, ids="-".join)
def test_every_command_shows_an_example(perdure: Command, path: tuple[str, ...]) -> None:
    out = perdure(*path, "--help").out
    shown = re.search(r"^  Examples?:\n((?:    .+\n?)+)", out, re.MULTILINE)
    assert shown is not None, out
    assert " ".join(("perdure", *path)) in shown[1]


@pytest.mark.parametrize(
    ("path", "line"), examples(), ids=lambda part: part if isinstance(part, str) else "-".join(part)
)
def test_every_example_is_understood(path: tuple[str, ...], line: str) -> None:
    called = re.search(r"perdure ([^|<)]+)", line)
    assert called is not None
    words = shlex.split(called[1])
    assert tuple(words[: len(path)]) == path
    # Parsed as it would be, and not run.
    with VISIBLE[path].make_context("perdure", words[len(path) :]):
        pass


def test_the_first_help_ends_with_examples(perdure: Command) -> None:
    out = perdure("--help").out
    assert out.index("Maintenance:") < out.index("Examples:\n    perdure tour\n") < out.index("perdure COMMAND --help")


# JSON from every command

NOT_JSON = {
    ("chat",): "a conversation",
    ("mcp",): "speaks its own protocol on stdout",
    ("hook",): "speaks the host's protocol on stdout",
}
RUNS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("tour",): (),
    ("init",): (),
    ("install",): ("--user-home", "."),
    ("uninstall",): ("cursor", "--user-home", "."),
    ("completion",): ("zsh",),
    ("remember",): ("a note",),
    ("commit",): ("--session", "s"),
    ("sync",): (),
    ("rebuild",): (".",),
    ("identity",): (),
    ("working",): ("s",),
    ("session", "start"): ("s",),
    ("session", "list"): (),
    ("session", "end"): ("s",),
    ("patches", "add"): ("Twitter is called X",),
    ("patches", "list"): (),
    ("patches", "history"): (),
    ("patches", "feeds"): ("news=CHANGES.md",),
    ("search",): ("钥匙",),
    ("items",): (),
    ("show",): ("profile:user",),
    ("history",): ("profile:user",),
    ("why",): ("profile:user",),
    ("timeline",): ("profile:user",),
    ("traces",): ("Ada",),
    ("context",): ("你好",),
    ("review",): (),
    ("teach",): ("--out", "user.jsonl"),
    ("forget",): ("profile:user", "--dry-run"),
    ("erase",): ("profile:user", "--yes"),
    ("restrict",): ("profile:user",),
    ("verify",): (),
    ("undo",): ("--source", "session:s"),
    ("changes",): (),
    ("snapshot",): ("here",),
    ("rollback",): ("1",),
    ("diff",): ("1",),
    ("fork",): ("nova",),
    ("merge",): ("luna",),
    ("relearn",): (),
    ("forgotten",): (),
    ("restore",): ("nobody",),
    ("daily",): (),
    ("export",): ("another.zip",),
    ("import",): ("default.zip", "--dry-run", "--agent", "twin"),
    ("move",): ("elsewhere",),
    ("doctor",): (),
    ("audit",): ("--html", "audit.html"),
    ("index",): (),
    ("jobs", "list"): (),
    ("jobs", "retry"): ("--dead",),
    ("jobs", "run"): (),
    ("config",): (),
    ("agents",): (),
    ("usage",): (),
    ("bench", "recall"): ("--data", "."),
    ("bench", "intake"): ("--part", "fresh"),
}
FAILS = {("bench", "recall"): 2, ("restore",): 1, ("rebuild",): 1}
"""There is no data set here, and nothing of that name: the error is JSON too."""


def test_every_command_is_on_the_list_of_those_that_answer_in_json() -> None:
    assert RUNS.keys() | NOT_JSON.keys() == LEAVES.keys()
    assert not RUNS.keys() & NOT_JSON.keys()


@pytest.mark.parametrize("path", RUNS, ids="-".join)
def test_every_command_answers_in_json(
    perdure: Command, path: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("CHANGES.md").write_text("# Changes\n\n## 2.0 (2026-01-02)\n\n- New parser\n", encoding="utf-8")
    talk = lines([user("My name is Ada.")])
    perdure.json("commit", "--session", "s", stdin=talk)
    if path == ("import",):
        perdure.json("export", "default.zip")
    if path == ("merge",):
        perdure.json("init", "--agent", "luna")
    answer = perdure(*path, *RUNS[path], "--json", stdin=talk)
    assert (answer.code, answer.err) == (FAILS.get(path, 0), ""), answer
    assert isinstance(answer.json, dict)
    assert ("error" in answer.json) == (path in FAILS)


@pytest.mark.parametrize("path", [path for path in NOT_JSON if path != ("hook",)], ids="-".join)
def test_what_has_no_json_says_so(perdure: Command, path: tuple[str, ...]) -> None:
    answer = perdure(*path, "--json")
    assert (answer.code, answer.error["code"]) == (2, "usage")


# Completion


@pytest.mark.parametrize("shell", list(Shell))
def test_completion_is_a_script_and_nothing_else(perdure: Command, shell: Shell) -> None:
    answer = perdure("completion", shell.value)
    assert (answer.code, answer.err) == (0, "")
    assert f"_PERDURE_COMPLETE=complete_{shell.value}" in answer.out
    assert perdure.json("completion", shell.value)["script"] == answer.out.rstrip("\n")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("ses",), ["session"]),
        (("session", "st"), ["start"]),
        (("items", "--sta"), ["--status"]),
        (("items", "--status", "re"), ["retracted"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes_commands_options_and_choices(
    perdure: Command, typed: tuple[str, ...], offered: list[str]
) -> None:
    words = " ".join(map(shlex.quote, ("perdure", *typed)))
    script = (
        f'eval "$(perdure completion bash)"; COMP_WORDS=({words}); COMP_CWORD={len(typed)};'
        '_perdure_completion perdure; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    done = subprocess.run(
        ["bash", "-c", script],
        env=perdure.environment(PATH=path),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout.split(), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_answered_too(perdure: Command, shell: str) -> None:
    asked = {
        "_PERDURE_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "perdure ses",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    answer = perdure.program(env=asked)
    assert (answer.code, answer.err) == (0, "")
    assert "session" in answer.out
    assert "Start, end and list sessions" in answer.out


def test_menu_entries_name_what_they_call() -> None:
    for entries in MENU.values():
        for entry in entries:
            inner = [entry] if isinstance(entry, MenuEntry) else list(entry.entries)
            assert all(one.lines for one in inner), json.dumps(entry.name)

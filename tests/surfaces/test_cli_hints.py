"""What a hint on the command line names can be typed there; progress is shown to those who wait."""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import perdure as package
from perdure.agent import AgentMemory
from perdure.cli import progress as bars
from perdure.cli.progress import Progress
from perdure.messages import en
from perdure.mind.working_front import WorkingFront
from perdure.recall.archive_front import ArchiveFront
from perdure.runtime import Runtime
from perdure.settings import load
from tests.surfaces.command import Command

SOURCES = Path(package.__file__).parent
EXAMPLE = re.compile(r"`[^`]+`|\{.+\}")
NEVER_SEEN_HERE = {
    "[Event.user(...), ...]": "the command line reads events from JSON lines",
    "EmbeddingClient": "for those who bring an embedder in Python",
    "pg_hba.conf": "no Python: a file of the PostgreSQL server",
}
PYTHON = re.compile(r"[A-Z]\w+[.(]|\w\(|^[a-z_]+\.[a-z_]+$|^[A-Z][a-z]+[A-Z]\w+$")
VERBS = {name for kind in (AgentMemory, Runtime, ArchiveFront, WorkingFront) for name in dir(kind) if name[0] != "_"}


def hints() -> Iterator[ast.expr]:
    """Every hint of an error, as it is written in the sources."""
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "hint":
                yield node.value


def prose(hint: ast.expr) -> Iterator[str]:
    """Words of a hint that no catalogue holds. What is typed as it stands (`perdure daily`) needs no translation."""
    if isinstance(hint, ast.Call):
        return
    if isinstance(hint, ast.Constant) and isinstance(hint.value, str) and not EXAMPLE.fullmatch(hint.value):
        yield hint.value
    for part in ast.iter_child_nodes(hint):
        yield from prose(part)


def coded_hints(surface: str | None) -> dict[str, str]:
    """Every hint that has a code, as a surface says it."""
    hints = [code for code in en.CATALOGUE.messages if code.startswith("hint.")]
    return {code: str(en.CATALOGUE.template(code, surface)) for code in hints}


def pythonic(hint: str) -> list[str]:
    quoted = [word for word in re.findall(r"`([^`]+)`", hint) if not word.startswith("perdure ")]
    known = NEVER_SEEN_HERE.keys() | {value.name for value in load(None).values}
    return [word for word in quoted if word not in known and (word in VERBS or PYTHON.search(word))]


def test_no_hint_of_the_library_speaks_python_on_the_command_line() -> None:
    assert [hint for hint in coded_hints(None).values() if pythonic(hint)], "the library does speak Python"
    assert {code: words for code, hint in coded_hints("cli").items() if (words := pythonic(hint))} == {}


def test_a_hint_has_a_code_unless_it_is_typed_as_it_stands() -> None:
    every = list(hints())
    assert len(every) > 200, "the sources were read"
    assert [words for hint in every for words in prose(hint)] == []
    assert list(prose(ast.parse("'do it again'", mode="eval").body)) == ["do it again"]


def test_a_hint_names_a_command_in_words_and_in_json(perdure: Command) -> None:
    perdure.json("init")
    words = ("remember", "x", "--session", "nope")
    assert perdure(*words).err.endswith("hint: start one with `perdure session start`\n")
    assert perdure(*words, "--json").error["hint"] == "start one with `perdure session start`"
    assert perdure("relearn", "--by", "llm", "--json").error["hint"] == (
        "re-read with `--by rules`, or set `llm.model`; `perdure config --all` shows where"
    )


def test_one_is_said_in_the_singular(perdure: Command) -> None:
    perdure.json("remember", "one")
    assert "1 item (" in perdure("items").out
    assert "1 record and 1 change verified" in perdure("doctor").words
    perdure.json("remember", "two")
    assert "2 items (" in perdure("items").out
    assert "2 records and 2 changes verified" in perdure("doctor").words


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def waited(monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, patience: float) -> str:
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(bars, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm-256color")
    with Progress("counting", 4) as progress:
        if progress._timer is not None and patience == 0:
            progress._timer.join()
        progress.reached(1)
        progress.advance(1)
        progress.reached(3, title="counting on")
    return screen.getvalue()


def test_who_waits_at_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = waited(monkeypatch, Screen(), 0)
    assert "counting on" in seen
    assert "75%" in seen


def test_nothing_is_shown_within_the_first_second_nor_to_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, Screen(), 3_600) == ""
    assert waited(monkeypatch, io.StringIO(), 0) == ""

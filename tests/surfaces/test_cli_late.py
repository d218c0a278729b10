"""What was said while the reader was loading: the next command reads it, and `chat` tells what it learned."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from perdure import Config, Event, Runtime
from perdure.cli import chat
from tests.surfaces.command import Command, lines, user
from tests.surfaces.terminal import Terminal

SAID = "My passport is in the study drawer."


@pytest.fixture
def reading(perdure_anywhere: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command line whose turns are read by the reader, though nothing is searched by meaning."""
    return with_reader(perdure_anywhere, tmp_path, monkeypatch)


def with_reader(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    config = tmp_path / "reads.toml"
    config.write_text("[memory]\nreader = true\n")
    monkeypatch.setenv("PERDURE_CONFIG", str(config))
    monkeypatch.setenv("PERDURE_WORKSPACES", str(tmp_path / "workspaces"))
    return command


def said_too_early(home: str) -> None:
    async def say_it() -> None:
        config = Config(background=False, reader=True)
        async with Runtime(home, config=config, embedder="none") as runtime:
            luna = await runtime.agent("default")
            await luna.start_session("early")
            await luna.commit_turn("early", [Event.user(SAID)])

    asyncio.run(say_it())


def known(perdure: Command) -> list[str]:
    return [item["content"] for item in perdure.json("items")["items"] if item["type"] == "facts"]


def learning(perdure: Command) -> list[tuple[str, str | None]]:
    jobs = perdure.json("jobs", "list")["jobs"]
    return [(job["status"], job["last_error"]) for job in jobs if job["kind"] == "learn"]


@pytest.mark.parametrize(
    ("command", "stdin"),
    [
        (("daily",), ""),
        (("jobs", "run"), ""),
        (("commit", "--session", "later"), lines([user("Good morning!")])),
        (("chat",), ""),
    ],
    ids=["daily", "jobs run", "commit", "chat"],
)
def test_the_next_command_reads_what_was_said(reading: Command, command: tuple[str, ...], stdin: str) -> None:
    said_too_early(reading.home)
    [(status, _)] = learning(reading)
    assert (status, known(reading)) == ("waiting", [])
    assert reading(*command, stdin=stdin).code == 0
    assert known(reading) == [SAID]
    assert {status for status, _ in learning(reading)} == {"done"}


def test_a_dry_run_reads_nothing_and_leaves_it_waiting(reading: Command) -> None:
    said_too_early(reading.home)
    reading("daily", "--dry-run")
    assert [status for status, _ in learning(reading)] == ["waiting"]


def test_a_conversation_ends_with_what_was_learned_late(reading: Command) -> None:
    answer = reading("chat", stdin=f"{SAID}\n")
    assert answer.code == 0
    late = answer.err.partition("learned from what was said before:")[2]
    assert "[stored]" in late
    assert known(reading) == [SAID]
    assert {status for status, _ in learning(reading)} == {"done"}


def test_what_rules_had_told_is_not_told_again(reading: Command) -> None:
    answer = reading("chat", stdin="I live in Leeds.\n")
    assert answer.err.count("Leeds") == 1, answer.err


def test_what_is_not_read_in_time_is_told_and_left_to_the_next_command(
    reading: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reads.toml").write_text("[memory]\nreader = true\nbackground = false\n")
    monkeypatch.setattr(chat, "LAST_WORDS", 0.0)
    answer = reading("chat", stdin=f"{SAID}\n")
    assert "not read to its end yet" in answer.err
    assert known(reading) == []
    reading("jobs", "run")
    assert known(reading) == [SAID]


def test_at_a_terminal_it_is_told_while_nobody_types_and_can_be_taken_back(
    perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = with_reader(perdure, tmp_path, monkeypatch)
    terminal = Terminal(reading, "chat")
    terminal.say(f"{SAID}\n")  # typed ahead: the reader cannot be there yet
    terminal.until("[stored]")
    terminal.until("you › ", after="[stored]")
    terminal.say("/undo\n")
    terminal.until("taken back: ")
    terminal.say("/quit\n")
    assert terminal.end().code == 0
    assert known(reading) == []

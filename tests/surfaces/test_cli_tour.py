"""`perdure tour`: it shows what it claims, in both languages, and says so when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure.cli import tour
from perdure.cli.tales import TALES, Tale
from tests.surfaces.command import Command
from tests.surfaces.terminal import Terminal, width


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("tale", TALES.values(), ids=list(TALES))
def test_the_tour_shows_what_it_claims_in_both_languages(
    perdure: Command, monkeypatch: pytest.MonkeyPatch, tale: Tale, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = perdure("tour", "--lang", tale.language)
    assert (answer.code, answer.err) == (0, "")
    assert "FAILED" not in answer.out
    for part in (tale.new, tale.needed, tale.well, "perdure chat", "perdure install"):
        assert part in answer.words
    assert max(map(width, answer.out.splitlines())) <= columns
    assert not Path(perdure.home).exists()


@pytest.mark.parametrize(
    ("surroundings", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
    ],
)
def test_the_tour_speaks_the_language_of_the_terminal(
    perdure: Command, monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert perdure.json("tour")["language"] == language


def test_the_tour_tells_its_steps_to_a_program_and_can_be_looked_at(perdure_anywhere: Command) -> None:
    here = ("--home", perdure_anywhere.home)
    told = perdure_anywhere.json("tour", *here)
    assert told["ok"] is True
    assert len(told["steps"]) == 6
    assert all(step["ok"] and step["seen"] and step["by_hand"].startswith("perdure ") for step in told["steps"])
    assert told["agent"].startswith("tour-")
    history = perdure_anywhere.json("history", tour.PERSON, *here, "--agent", told["agent"])
    assert [version["status"] for version in history["items"]][-2:] == ["superseded", "active"]


def test_the_tour_leaves_nothing_behind(perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    perdure.json("tour")
    assert list(tmp_path.iterdir()) == []


def test_a_tour_that_does_not_show_what_it_claims_fails(perdure: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing is said of a move: what was held before holds on.
    monkeypatch.setattr(tour, "_change", lambda memory, tale: tour.TourStep(tale.superseded, True, (), "perdure items"))
    answer = perdure("tour", "--lang", "en")
    assert answer.code == 1
    assert "FAILED" in answer.out
    assert TALES["en"].unwell in answer.words


def test_at_a_terminal_the_tour_waits_for_enter(perdure: Command) -> None:
    tale = TALES["zh"]
    terminal = Terminal(perdure, "tour", "--lang", "zh")
    for step in range(1, 7):
        terminal.until(f"{step}. ")
        terminal.until(tale.go_on, after=f"{step}. ")
        assert f"{step + 1}. " not in terminal.seen
        terminal.say("\n")
    answer = terminal.end()
    assert answer.code == 0
    assert tale.well in answer.out

"""`perdure demo`: it shows what it claims, in real processes, and says so when it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perdure.cli import demo
from tests.surfaces.command import Command


def test_the_demo_shows_what_it_claims(perdure: Command) -> None:
    answer = perdure("demo")
    assert (answer.code, answer.err) == (0, "")
    assert "FAILED" not in answer.out
    for part in ("叫我阿哲", "employer: Contoso", "v1 superseded", "gone from search", "Everything showed"):
        assert part in answer.words
    assert not Path(perdure.home).exists()


def test_the_demo_tells_its_steps_to_a_program(perdure_anywhere: Command) -> None:
    told = perdure_anywhere.json("demo", "--home", perdure_anywhere.home)
    assert told["ok"] is True
    assert all(step["ok"] and step["seen"] for step in told["steps"])
    processes = {step["process"] for step in told["steps"]}
    assert len(processes) == 2
    assert os.getpid() not in processes
    assert told["agent"].startswith("demo-")


def test_the_demo_can_be_kept_and_looked_at(perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    told = perdure.json("demo", "--keep")
    assert Path(told["home"]).is_dir()
    history = perdure.json("history", "fact:user:employer", "--home", told["home"], "--agent", told["agent"])
    assert [version["status"] for version in history["items"]] == ["superseded", "active"]


def test_the_demo_leaves_nothing_behind(perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    perdure.json("demo")
    assert list(tmp_path.iterdir()) == []


def test_a_demo_that_does_not_show_what_it_claims_fails(perdure: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    # The second process looks into a memory of which the first one knows nothing.
    play = demo._in_a_process
    monkeypatch.setattr(demo, "_in_a_process", lambda stage, act: play(stage, demo.Act.RECALL))
    answer = perdure("demo")
    assert answer.code == 1
    assert "FAILED" in answer.out

"""`make crash` says what it is going to do, and how far it is."""

from __future__ import annotations

import pytest

from tests.faults import long
from tests.faults.long import LOOPS, Progress, announcement, busyness


def test_the_announcement_names_every_loop_that_is_chosen_and_the_time_it_takes() -> None:
    tests = [f"{name}_something[0]" for name in LOOPS]
    whole = announcement(tests)
    for name, count, _ in LOOPS.values():
        assert f"{count:,} {name}" in whole
    assert "minute" in whole
    assert announcement(tests[:1]).count(",") < whole.count(",")
    assert announcement([]).startswith("no long loop")


def test_a_busy_machine_is_said_to_take_longer() -> None:
    tests = [f"{name}_something[0]" for name in LOOPS]

    def minutes(said: str) -> int:
        return int(said.partition("about ")[2].split()[0].replace(",", ""))

    assert minutes(announcement(tests, busy=4.0)) > 3 * minutes(announcement(tests))
    assert "4.0 times as busy" in announcement(tests, busy=4.0)
    assert busyness() >= 1


def test_the_loops_are_those_that_there_are(pytestconfig: pytest.Config) -> None:
    folder = pytestconfig.rootpath / "tests" / "faults"
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.glob("test_*.py"))
    assert [name for name in LOOPS if f"def {name}" not in text] == []


def test_progress_is_told_now_and_then_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    progress = Progress(said.append, "kills", 3)
    progress.reached(1)
    assert said == []
    monkeypatch.setattr(long, "EVERY", 0.0)
    progress.reached(2)
    progress.reached(3)
    assert [line.split(",")[0] for line in said] == ["kills: 2 of 3", "kills: 3 of 3"]

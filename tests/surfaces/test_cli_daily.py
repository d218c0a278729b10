"""`perdure daily`, `forgotten` and `restore`: what is done each day, what went, and getting it back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure import Candidate, Config, ManualClock, Runtime
from perdure.cli import daily
from tests.surfaces.command import Command

SAID = {"en": "The boiler is in the cellar", "zh": "锅炉在地下室"}
STEPS = ["extract", "merge", "decay", "forget", "expire", "attachments", "files", "summary", "feeds"]


async def fill(home: str, said: str) -> None:
    """Two that say the same, and one that lapsed long ago."""
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    async with Runtime(home, clock=clock, config=Config(background=False), embedder="none") as runtime:
        luna = await runtime.agent("default")
        for name, more in (("place", {}), ("where", {}), ("brief", {"priority": "short_term"})):
            value = {"subject": "boiler", "predicate": name, "value": "cellar"}
            text = said if name != "brief" else f"{said}?!"
            await luna.upsert_recall(Candidate("facts", value, content=text, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_the_day_is_foreseen_done_shown_and_taken_back(perdure: Command, said: str) -> None:
    asyncio.run(fill(perdure.home, said))
    assert perdure("daily", "--status").words.strip() == "no daily run yet"
    foreseen = perdure.json("daily", "--dry-run")
    assert [step["name"] for step in foreseen["steps"]] == STEPS
    assert (foreseen["dry_run"], foreseen["changed"]) == (True, 2)
    assert len(perdure.json("items")["items"]) == 2
    words = perdure("daily", "--dry-run").words
    assert said in words
    assert "dry run: nothing was changed" in words
    done = perdure("daily")
    assert (done.code, done.err) == (0, "")
    assert "merged: " in done.words
    assert "lapsed: " in done.words
    assert perdure.json("daily")["changed"] == 0
    assert [step["state"] for step in perdure.json("daily", "--status")["steps"]] == ["done"] * 8 + ["skipped"]
    assert "attachments" in perdure("daily", "--status").words
    gone = perdure.json("forgotten")["items"]
    assert [one["action"] for one in gone] == ["merged", "lapsed"] or {one["action"] for one in gone} == {
        "merged",
        "lapsed",
    }
    assert said in perdure("forgotten").words
    for one in gone:
        assert perdure.json("restore", one["id"])["item"]["status"] == "active"
    assert len(perdure.json("items")["items"]) == 3
    assert perdure("forgotten").words.strip() == "nothing was forgotten"
    assert perdure("restore", gone[0]["id"], "--json").error["code"] == "conflict"
    assert perdure("restore", "nobody", "--json").error["hint"] == "`perdure forgotten` lists what can be restored"


def test_a_failed_step_is_seen_in_the_exit_code(perdure: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(fill(perdure.home, "x"))
    monkeypatch.setenv("PERDURE_FEEDS", "python=/no/such/file")
    answer = perdure("daily", "--json")
    assert answer.code == 1
    assert [step["name"] for step in answer.json["steps"] if step["state"] == "failed"] == ["feeds"]
    assert "cannot be read" in perdure("daily").words
    assert "`feeds` failed" in perdure("doctor").words
    assert "feeds failed" in perdure("daily", "--status").words


@pytest.mark.parametrize("scheduler", ["cron", "launchd", "systemd"])
def test_it_prints_what_starts_it_every_day(perdure: Command, scheduler: str) -> None:
    answer = perdure("daily", "--print", scheduler, "--at", "04:05", "--agent", "luna")
    assert answer.code == 0
    assert perdure.home in answer.out
    assert perdure.json("daily", "--print", scheduler, "--at", "04:05", "--agent", "luna")["lines"] == answer.out[:-1]
    secret = perdure("daily", "--print", scheduler, "--home", "postgresql://me:pass@localhost/db")
    assert "pass@" not in secret.out


def test_every_agent_of_a_home_has_its_run(perdure: Command) -> None:
    asyncio.run(fill(perdure.home, "x"))
    perdure.json("init", "--agent", "露娜")
    runs = perdure.json("daily", "--all-agents")["agents"]
    assert [(run["agent"], len(run["steps"])) for run in runs] == [("default", 9), ("露娜", 9)]
    assert runs[0]["changed"] > 0
    assert "露娜" in perdure("daily", "--all-agents", "--dry-run").words
    assert "--all-agents" in perdure("daily", "--print", "cron", "--all-agents").out
    for path in Path(perdure.home).glob("default-*/memory.db*"):
        path.write_bytes(b"damaged")
    answer = perdure("daily", "--all-agents", "--json")
    assert answer.code == 1
    assert [("error" in run) for run in answer.json["agents"]].count(True) == 1
    assert perdure("daily", "--all-agents", "--status", "--json").error["code"] == "usage"


def test_the_bar_knows_how_many_steps_there_are() -> None:
    assert len(STEPS) == daily.STEPS


def test_options_that_do_not_go_together_are_refused(perdure: Command) -> None:
    for words in (["--dry-run", "--status"], ["--print", "cron", "--dry-run"], ["--at", "04:00"]):
        assert perdure("daily", *words, "--json").error["code"] == "usage"
    assert perdure("daily", "--print", "at", "--json").error["code"] == "invalid_input"
    assert perdure("daily", "--json").error["code"] == "not_found"

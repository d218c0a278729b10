"""`perdure jobs` and `perdure relearn`: what waits and why, and re-reading the archive."""

from __future__ import annotations

import asyncio

import pytest

from perdure import Config, Event, Runtime
from perdure.intake.extract import Finding, Known, Turn
from tests.surfaces.command import Command


def broken(turn: Turn, known: Known) -> list[Finding]:
    raise RuntimeError("planted")


def nothing(turn: Turn, known: Known) -> list[Finding]:
    return []


async def fill(home: str, extractor: object, *texts: str) -> None:
    config = Config(background=False)
    async with Runtime(home, extractor=extractor, config=config, embedder="none") as runtime:  # type: ignore[arg-type]
        luna = await runtime.agent("default")
        await luna.start_session("s")
        for text in texts:
            await luna.commit_turn("s", [Event.user(text)])


@pytest.mark.parametrize("text", ["I live in York.", "我住在杭州。"])
def test_what_waits_is_listed_run_and_tried_again(perdure: Command, text: str) -> None:
    asyncio.run(fill(perdure.home, broken, text))
    [job] = perdure("jobs", "list", "--json").json["jobs"]
    assert (job["kind"], job["status"], job["last_error"]) == ("learn", "waiting", "RuntimeError")
    assert "RuntimeError" in perdure("jobs", "list").words
    sick = perdure("doctor", "--json")
    assert sick.code == 1
    assert [f["check"] for f in sick.json["findings"] if not f["ok"]] == ["learning"]
    [moved] = perdure("jobs", "retry", str(job["id"]), "--json").json["jobs"]
    assert moved["status"] == "waiting"
    assert perdure("jobs", "retry", "--dead", "--json").json["jobs"] == []
    assert perdure("jobs", "retry", "--json").code == 2
    done = perdure("jobs", "run", "--json").json
    assert (done["tried"], done["jobs"]) == (1, [])
    assert len(perdure("items", "--json").json["items"]) == 1
    assert perdure("doctor", "--json").code == 0
    assert perdure("jobs", "retry", "77", "--json").error["code"] == "not_found"
    assert perdure("jobs", "list", "--status", "eaten", "--json").error["code"] == "invalid_input"
    assert perdure("jobs", "list", "--scope", "peer:a").words.strip() == "no jobs"


def test_the_archive_is_read_again_and_put_back(perdure: Command) -> None:
    asyncio.run(fill(perdure.home, nothing, "I live in York.", "我喜欢乌龙茶。"))
    shown = perdure("relearn", "--json").json
    assert (shown["applied"], shown["turns"], len(shown["changes"])) == (False, 2, 2)
    assert perdure("items", "--json").json["items"] == []
    assert "perdure relearn --apply" in perdure("relearn").words
    done = perdure("relearn", "--apply", "--json").json
    assert len(perdure("items", "--json").json["items"]) == 2
    assert "nothing to change" in perdure("relearn").words
    assert perdure("relearn", "--undo", str(done["revision"]), "--json").json["applied"] is True
    assert perdure("items", "--json").json["items"] == []
    assert perdure("relearn", "--undo", "1", "--apply", "--json").code == 2
    assert perdure("relearn", "--by", "llm", "--json").error["code"] == "unsupported"

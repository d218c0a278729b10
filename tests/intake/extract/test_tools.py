"""Tools: an artifact, a changed state, a lesson from a failure; never a fact about the user."""

from __future__ import annotations

from typing import Any

from perdure.intake.extract import Finding, Turn, extract
from perdure.values import Event, Source
from tests.intake.extract.said import TODAY, keys


def ran(*calls: tuple[str, Any, Any]) -> list[Finding]:
    return extract(Turn(tuple(Event.tool(*call, content=str(call[2])) for call in calls), TODAY))


def test_what_a_tool_made_becomes_a_ref() -> None:
    (finding,) = ran(("export_pdf", {"name": "q1"}, {"path": "/out/q1.pdf"}))
    assert keys([finding]) == ["entity:file:out/q1.pdf"]
    assert finding.candidate.source is Source.TOOL


def test_a_changed_state_is_a_dated_event() -> None:
    assert keys(ran(("deploy", {"service": "api"}, {"ok": True}))) == ["event:general:2026-03-02:deploy_api"]


def test_a_task_that_a_tool_closes_is_done() -> None:
    (finding,) = ran(("close_issue", {"id": "HAR-31"}, {"id": "HAR-31", "title": "Login", "status": "closed"}))
    assert (keys([finding]), finding.candidate.value["status"]) == (["task:general:har_31"], "done")


def test_a_failed_call_teaches_a_lesson_and_a_later_success_its_fix() -> None:
    failed = ("run", {"cmd": "make"}, {"exit_code": 2, "stderr": "ModuleNotFoundError: No module named 'yaml'"})
    again = ("run", {"cmd": "pip install pyyaml"}, {"exit_code": 0})
    (finding,) = ran(failed, again)
    assert finding.candidate.type == "lessons"
    assert finding.candidate.value["fix"] == 'worked with {"cmd": "pip install pyyaml"}'


def test_the_same_failure_has_the_same_key_whatever_the_numbers() -> None:
    one, other = (ran(("push", None, f"Error: timeout after {n} s at /tmp/{n}.log")) for n in (3, 40))
    assert keys(one) == keys(other)


def test_reading_and_searching_leave_nothing() -> None:
    assert ran(("read_file", {"path": "a.py"}, "x = 1"), ("web_search", {"q": "x"}, "I live in Rome")) == []

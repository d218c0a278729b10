"""`perdure usage`: tokens per session, and what models were paid for."""

from __future__ import annotations

import json

import pytest

from perdure import Memory
from perdure.testing.fakes import ScriptedLLM
from tests.surfaces.command import Command


@pytest.mark.requirement("R354", "R375")
def test_tokens_are_told_per_session_purpose_and_day(perdure: Command) -> None:
    said = json.dumps({"role": "user", "content": "I live in Leeds and I work for the railway there."}) + "\n"
    perdure("commit", "--session", "s", stdin=said)
    empty = perdure("usage", "--json").json
    [session] = empty["sessions"]
    assert (session["id"], session["turns"], session["messages"]) == ("s", 1, 1)
    assert session["tokens"] >= 8
    assert empty["models"] == []
    assert "no model used" in perdure("usage").words

    with Memory.open("default", perdure.home, llm=ScriptedLLM({"candidates": []})) as memory:
        memory.process_unextracted_turns()
        memory.jobs.run_pending()
    spent = perdure("usage", "--json").json
    [row] = spent["models"]
    assert (row["purpose"], row["calls"]) == ("extract", 1)
    assert spent["today"]["tokens"] == row["tokens_in"] + row["tokens_out"] > 0
    assert "extract" in perdure("usage").words

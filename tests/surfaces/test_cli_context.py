"""`perdure context` shows a pack: to a program in full, to a person with bars, citations and what was left out."""

from __future__ import annotations

import pytest

from tests.surfaces.command import Command

PACK = {"text", "tokens", "budget", "mode", "blocks", "citations", "dropped", "lookup"}


@pytest.fixture
def filled(perdure: Command) -> Command:
    perdure.json("init")
    perdure.json("remember", "--type", "rules", "--value", '{"rule": "never call before ten"}')
    perdure.json("remember", "--type", "facts", "--value", '{"predicate": "favourite tea", "value": "绿茶"}')
    return perdure


def test_a_pack_is_one_object(filled: Command) -> None:
    pack = filled.json("context", "which tea is my favourite?", "--budget", "900")
    assert pack.keys() == PACK
    assert pack["tokens"] <= pack["budget"] == 900
    assert {*pack["blocks"]} == {"memory_guide", "core_block", "recall_block"}
    assert "绿茶" in pack["blocks"]["recall_block"]["text"]
    assert [citation["key"] for citation in pack["citations"]] == [
        "rule:general:never_call_before_ten",
        "fact:user:favourite_tea",
    ]
    lean = filled.json("context", "which tea?", "--mode", "on_demand")
    assert {*lean["blocks"]} == {"memory_guide", "core_block"}


def test_a_person_sees_blocks_bars_citations_and_what_was_left_out(filled: Command) -> None:
    seen = filled("context", "我最喜欢的 tea 是什么？", "--budget", "1200").out
    for words in ("memory_guide", "core_block", "█", "of 1,200", "citations", "rule:general:never_call_before_ten"):
        assert words in seen, words
    for n in range(9):
        filled.json("remember", "--type", "facts", "--value", f'{{"predicate": "tea {n}", "value": "{"long " * 60}"}}')
    assert "left out" in filled("context", "tea", "--budget", "700").out
    assert filled("context", "tea", "--text").out.startswith("<memory_guide ")


def test_looking_changes_nothing_and_a_small_budget_says_what_is_needed(filled: Command) -> None:
    before = filled.json("items", "--status", "all")
    filled.json("context", "tea")
    assert filled.json("items", "--status", "all") == before
    answer = filled("context", "tea", "--budget", "10")
    assert answer.code == 1
    assert "guide and identity alone take" in answer.err
    assert filled("context", "tea", "--mode", "all").code == 2
    assert filled("context", "tea", "--session", "nobody").code == 1

"""`perdure review --provisional` and `perdure teach`: what is likely is decided on, one by one or all at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure import Candidate, Memory
from perdure.values import Grade
from tests.surfaces.command import Command

TEXTS = ("I could live on pistachio ice cream", "我一到雨天就想吃火锅", "my boss is basically a volcano")


@pytest.fixture
def likely(perdure_anywhere: Command) -> list[str]:
    """Three provisional items; their ids."""
    ids = []
    with Memory.open("default", home=perdure_anywhere.home, embedder="none") as memory:
        for text in TEXTS:
            value = {"subject": "user", "predicate": text, "value": text}
            receipt = memory.upsert_recall(Candidate("facts", value, content=text, grade=Grade.PROVISIONAL))
            ids += [outcome.item_id or "" for outcome in receipt.outcomes]
    return ids


def contents(perdure: Command) -> dict[str, str]:
    return {item["content"]: item["grade"] for item in perdure.json("items")["items"]}


def test_what_is_provisional_is_shown_on_request(perdure_anywhere: Command, likely: list[str]) -> None:
    perdure = perdure_anywhere
    assert perdure.json("review")["reviews"] == []
    reviews = perdure.json("review", "--provisional")["reviews"]
    assert [one["item"]["content"] for one in reviews] == list(TEXTS)
    assert {one["code"] for one in reviews} == {"review.provisional"}
    assert perdure.json("review", "--show", likely[1][-8:])["reviews"] == [reviews[1]]
    words = perdure("review", "--provisional").words
    assert all(part in words for part in (*TEXTS, "Provisional", "likely, and said once", "perdure review --accept"))
    assert perdure("review").words.strip() == "nothing to review"


def test_several_are_accepted_and_rejected_at_once(perdure_anywhere: Command, likely: list[str]) -> None:
    perdure = perdure_anywhere
    [receipt] = perdure.json("review", "--accept", likely[0], "--accept", "no-such-id", "--accept", likely[1][-8:])[
        "receipts"
    ]
    assert [one["outcome"] for one in receipt["outcomes"]] == ["merged", "refused", "merged"]
    told = perdure("review", "--reject", likely[2], "--reject", likely[0])
    assert told.code == 0
    assert all(part in told.words for part in ("Decided on 2 items", "retracted", "this was decided already", TEXTS[2]))
    assert contents(perdure) == {TEXTS[0]: "sure", TEXTS[1]: "sure"}
    assert perdure("review", "--accept", "nobody", "--accept", likely[0]).code == 1
    assert perdure("review", "--accept", "nobody", "--json").error["code"] == "not_found"


def test_other_words_take_the_place(perdure_anywhere: Command, likely: list[str]) -> None:
    perdure = perdure_anywhere
    [receipt] = perdure.json("review", "--edit", likely[0], "--text", "I order the pistachio")["receipts"]
    assert [one["outcome"] for one in receipt["outcomes"]] == ["stored"]
    assert contents(perdure) == {"I order the pistachio": "sure", TEXTS[1]: "provisional", TEXTS[2]: "provisional"}
    assert "下雨天只吃火锅" in perdure("review", "--edit", likely[1], "--text", "下雨天只吃火锅").words


def test_all_of_them_are_decided_on_only_where_that_is_meant(perdure_anywhere: Command, likely: list[str]) -> None:
    perdure = perdure_anywhere
    for words in (
        ("--accept-all",),
        ("--reject-all", "--yes"),
        ("--provisional", "--reject-all"),
        ("--provisional", "--accept-all", "--reject-all", "--yes"),
        ("--accept", likely[0], "--reject", likely[1]),
        ("--edit", likely[0]),
        ("--text", "I like tea"),
    ):
        assert perdure("review", *words, "--json").error["code"] == "usage", words
    assert set(contents(perdure).values()) == {"provisional"}
    assert "Decided on 3 items" in perdure("review", "--provisional", "--accept-all").words
    assert set(contents(perdure).values()) == {"sure"}
    assert perdure("review", "--provisional", "--reject-all", "--yes").words.strip() == "nothing to decide"
    assert len(contents(perdure)) == 3


def test_all_of_them_are_rejected_with_a_word_that_says_so(perdure_anywhere: Command, likely: list[str]) -> None:
    [receipt] = perdure_anywhere.json("review", "--provisional", "--reject-all", "--yes")["receipts"]
    assert [one["item_id"] for one in receipt["outcomes"]] == likely
    assert contents(perdure_anywhere) == {}


def test_what_was_decided_is_written_as_training_lines(
    perdure_anywhere: Command, likely: list[str], tmp_path: Path
) -> None:
    perdure = perdure_anywhere
    out, pairs = tmp_path / "user.jsonl", tmp_path / "pairs.jsonl"
    perdure("review", "--accept", likely[1])
    perdure("review", "--reject", likely[2])
    shape = perdure.json("teach", "--out", str(out), "--pairs", str(pairs), "--hand", "ann")["teach"]
    assert shape == {"sentences": {"count": 2, "file": str(out)}, "pairs": {"count": 0, "file": str(pairs)}}
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(line["hand"], line["keep"], line["text"]) for line in lines] == [
        ("ann", 1, TEXTS[1]),
        ("ann", 0, TEXTS[2]),
    ]
    assert (out.stat().st_mode & 0o077, pairs.read_text(encoding="utf-8")) == (0, "")
    assert perdure("teach", "--out", str(out), "--json").error["code"] == "usage"
    assert perdure("teach", "--out", str(out), "--force").words.startswith("2 sentences in")
    assert perdure("teach", "--out", str(tmp_path / "none" / "x.jsonl"), "--json").error["code"] == "usage"

"""`perdure review --provisional` and `perdure teach`: what is likely is decided on, one by one or all at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure import Candidate, Memory
from perdure.values import Grade
from tests.surfaces.command import Command
from tests.surfaces.terminal import Terminal

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


def test_all_that_was_shown_is_rejected_and_nothing_that_came_meanwhile(
    perdure_anywhere: Command, likely: list[str]
) -> None:
    perdure = perdure_anywhere
    terminal = Terminal(perdure, "review", "--provisional", "--reject-all")
    terminal.until("Reject them?")
    late = "nights are when I come alive"
    with Memory.open("default", home=perdure.home, embedder="none") as memory:
        value = {"subject": "user", "predicate": late, "value": late}
        memory.upsert_recall(Candidate("facts", value, content=late, grade=Grade.PROVISIONAL))
    assert late not in terminal.seen
    terminal.say("y\n")
    assert terminal.end().code == 0
    assert contents(perdure) == {late: "provisional"}


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


def test_two_kinds_of_lines_do_not_go_into_one_file(
    perdure_anywhere: Command, likely: list[str], tmp_path: Path
) -> None:
    perdure = perdure_anywhere
    perdure("review", "--accept", likely[1])
    file = tmp_path / "both.jsonl"
    (tmp_path / "other.jsonl").symlink_to(file)
    (tmp_path / "here").symlink_to(tmp_path)
    for other in (file, tmp_path / "other.jsonl", tmp_path / "here" / "both.jsonl"):
        told = perdure("teach", "--out", str(file), "--pairs", str(other), "--force", "--json").error
        assert told["code"] == "usage", other
        assert "the same file" in told["message"]
        assert not file.exists()


def test_a_file_that_is_replaced_can_be_read_by_its_owner_alone(
    perdure_anywhere: Command, likely: list[str], tmp_path: Path
) -> None:
    perdure = perdure_anywhere
    perdure("review", "--accept", likely[1])
    file, elsewhere, link = tmp_path / "user.jsonl", tmp_path / "mine.jsonl", tmp_path / "link.jsonl"
    for old in (file, elsewhere):
        old.write_text("old", encoding="utf-8")
        old.chmod(0o644)
    link.symlink_to(elsewhere)
    with file.open(encoding="utf-8") as before:
        for name in (file, link):
            assert perdure("teach", "--out", str(name), "--force").code == 0
        assert before.read() == "old"  # whoever holds the old file open does not read the new words
    for new in (file, elsewhere):
        assert new.stat().st_mode & 0o077 == 0
        assert json.loads(new.read_text(encoding="utf-8"))["text"] == TEXTS[1]
    assert link.is_symlink()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert perdure("teach", "--out", str(tmp_path), "--force", "--json").error["code"] == "usage"

"""`perdure erase`: a preview, a question, a certificate."""

from __future__ import annotations

import pytest

from tests.surfaces.command import Command


@pytest.mark.parametrize("text", ["the spare key is with zephyrine", "备用钥匙在泽菲琳那里"])
def test_what_was_erased_is_previewed_certified_and_gone(perdure: Command, text: str) -> None:
    perdure.json("remember", text)
    [item] = perdure.json("items")["items"]
    preview = perdure.json("erase", item["id"], "--dry-run")
    assert [one["id"] for one in preview["items"]] == [item["id"]]
    assert [span["quote"] for span in preview["spans"]] == [text]
    certificate = perdure.json("erase", item["id"], "--yes")["certificate"]
    assert certificate["scan"]["clean"] is True
    assert certificate["items"] == [item["id"]]
    assert text not in str(certificate)
    assert perdure.json("items")["items"] == []
    assert perdure.json("traces", text)["records"] == []
    assert perdure("erase", item["id"], "--yes").code == 1


def test_erasing_with_nobody_to_ask_needs_yes(perdure: Command) -> None:
    perdure.json("remember", "one")
    answer = perdure("erase", "--type", "notes", "--json")
    assert answer.code == 2
    assert "--yes" in answer.json["error"]["hint"]
    assert len(perdure.json("items")["items"]) == 1


@pytest.mark.parametrize("words", [(), ("a:b", "--type", "notes"), ("--query", "x", "--session", "s")])
def test_a_target_is_exactly_one_thing(perdure: Command, words: tuple[str, ...]) -> None:
    perdure.json("remember", "one")
    assert perdure("erase", *words, "--yes").code == 2


def test_the_certificate_is_told_in_words(perdure: Command) -> None:
    perdure.json("remember", "the gate code word is marigoldine")
    told = perdure("erase", "--query", "marigoldine", "--yes").words
    assert "erased: 1 version of 1 item, 1 record" in told
    assert "nothing of it is left" in told

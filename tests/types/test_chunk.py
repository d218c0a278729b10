"""Chunks: where, what and when, in pieces that a search can hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.types.chunk import MAX_CHARS, OVERLAP, chunk_texts
from tests.types.examples import EXAMPLES, Example, item

TONE = next(example for example in EXAMPLES if example.key == "pref:writing:tone")


def bodies(content: str, example: Example = TONE) -> list[str]:
    return ["\n".join(text.split("\n")[1:-1]) for text in chunk_texts(example.kind, item(example, content))]


@pytest.mark.requirement("R230", "R231", "R232")
def test_a_chunk_says_where_what_and_when() -> None:
    content = "User prefers a focused and exacting tone for technical documents in writing."
    assert chunk_texts(TONE.kind, item(TONE, content)) == [
        f"[preferences:pref:writing:tone]\n{content}\nUpdated at: 2026-02-20"
    ]


@pytest.mark.requirement("R229", "R230", "R231")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_type_has_a_chunk_with_all_its_words(example: Example) -> None:
    (text,) = chunk_texts(example.kind, item(example, "一句话"))
    head, *body, foot = text.split("\n")
    assert (head, body[0], foot) == (f"[{example.type}:{example.key}]", "一句话", "Updated at: 2026-02-20")
    assert [word for word in example.words if word not in text] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_what_the_text_says_already_is_not_said_twice(example: Example) -> None:
    (text,) = chunk_texts(example.kind, item(example))
    assert text == f"[{example.type}:{example.key}]\n{example.kind.describe(example.parse())}\nUpdated at: 2026-02-20"


def test_of_a_value_only_those_words_stand_beside_the_text_that_it_leaves_out() -> None:
    assert bodies("My manager wants an exacting tone.") == ["My manager wants an exacting tone.\nwriting focused and"]
    assert bodies("文风要 focused and exacting") == ["文风要 focused and exacting\nwriting tone"]


def test_what_was_only_said_of_somebody_stands_there_once() -> None:
    said = "On the graveyard shift at the mill since May"
    kind = next(example.kind for example in EXAMPLES if example.type == "profile")
    fields = [
        {"k": "statement", "v": said, "many": True, "said": said},
        {"k": "city", "v": "York", "said": "off to York"},
    ]
    value = kind.parse({"subject": "user", "facts": fields})
    profile = replace(
        item(TONE), type="profile", key="profile:user", content=kind.describe(value), value=kind.dump(value)
    )
    (text,) = chunk_texts(kind, profile)
    assert text.count("graveyard") == text.count("York") == 1
    assert "city live" in text
    assert "statement" not in text.casefold()


@pytest.mark.parametrize("piece", ["memory ", "记忆", "A line of text.\n", "这是一句话。", "x"])
def test_long_text_becomes_overlapping_chunks(piece: str) -> None:
    content = "".join(f"{number}{piece}" for number in range(6000 // len(piece))).strip()
    texts = chunk_texts(TONE.kind, item(TONE, content))
    assert len(texts) > 3
    assert max(map(len, texts)) <= MAX_CHARS
    parts = bodies(content)
    for one, following in pairwise(parts):
        assert following[: OVERLAP - 1] in one
    assert all(part in f"{content}\nwriting / tone: focused and exacting" for part in parts)


def test_words_and_sentences_stay_whole_where_they_can() -> None:
    parts = bodies("memory " * 900)
    assert {word for part in parts for word in part.split("\n")[0].split()} == {"memory"}
    assert {part[-1] for part in bodies("这是一句完整的话。" * 500)[:-1]} == {"。"}


@given(st.lists(st.sampled_from(["", " ", "\n", "。", ". ", "记忆", "\u0301", "x" * 90]), min_size=1, max_size=900))
def test_nothing_is_lost_between_chunks(gaps: list[str]) -> None:
    marks = [f"<{number}>" for number in range(len(gaps))]
    texts = chunk_texts(TONE.kind, item(TONE, "".join(mark + gap for mark, gap in zip(marks, gaps, strict=True))))
    assert max(map(len, texts)) <= MAX_CHARS
    whole = "".join(texts)
    assert [mark for mark in marks if mark not in whole] == []


def test_the_same_item_always_gives_the_same_chunks() -> None:
    content = "记忆 memory " * 700
    assert chunk_texts(TONE.kind, item(TONE, content)) == chunk_texts(TONE.kind, item(TONE, content))

"""Reading a question: what to look for, and what was only asked with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.recall.question.names import NamesAsked, Vocabulary
from perdure.recall.question.question import MAX_WORDS, Question, read
from perdure.recall.question.wording import TYPE_WORDS
from perdure.segment import segment
from perdure.types.registry import builtin
from tests.recall.question.times import SUNDAY

VOCABULARY = Vocabulary.of(
    {
        "阿哲": "entity:person:azhe",
        "Ada": "entity:person:ada_b",
        "Ada Lovelace": "entity:person:ada",
        "C++": "entity:tool:c++",
        "北京": "entity:place:beijing",
        "北京大学": "entity:org:pku",
        "ＡＢＣ": "entity:org:abc",
    },
    ["Caroline", "李雷"],
)


def test_a_question_is_read_as_a_whole() -> None:
    got = read("What did Caroline tell Ada Lovelace about my goals?", SUNDAY, VOCABULARY)
    assert got == Question(
        text="What did Caroline tell Ada Lovelace about my goals?",
        language="en",
        words=("carolin", "ada", "lovelac", "goal"),
        types=("goals",),
        entities=("entity:person:ada",),
        speakers=("Caroline",),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("When did Caroline go to the LGBTQ support group?", ("carolin", "go", "lgbtq", "support", "group")),
        ("What's my dog's name?", ("dog", "name")),
        ("我喜欢喝什么茶？", tuple(dict.fromkeys(segment("喜欢喝 茶")))),
        ("我家的猫叫什么名字", tuple(dict.fromkeys(segment("我家 猫叫 名字")))),
        ("我上周三跟李雷吃了什么", tuple(dict.fromkeys(segment("李雷吃")))),
        ("last May in Rome", ("rome",)),
        ("FAISS索引在哪里", ("faiss", "索", "引", "索引")),
        ("上周三", ()),
        ("who am I", ("who", "am", "i")),
        ("你是谁", tuple(segment("你是谁"))),
        ("where did we live before we moved to Berlin?", ("live", "move", "berlin")),
        ("", ()),
        ("🎉?!", ()),
        ('"quoted" AND (near*)', ("quot", "near")),
    ],
)
def test_what_was_asked_with_is_not_looked_for(text: str, words: tuple[str, ...]) -> None:
    assert read(text, SUNDAY).words == words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我喜欢喝什么茶", "zh"),
        ("What do I like?", "en"),
        ("我用FAISS做索引", "zh"),
        ("这个 function returns 什么 value 啊", "mixed"),
        ("what does 你好 mean in this sentence of mine", "en"),
        ("42", "other"),
        ("🎉", "other"),
    ],
)
def test_the_language_is_that_of_most_words(text: str, language: str) -> None:
    assert read(text, SUNDAY).language == language


@pytest.mark.parametrize(
    ("text", "types", "keys"),
    [
        ("what are my preferences", ("preferences",), ()),
        ("我的偏好", ("preferences",), ()),
        ("pref:writing:*", ("preferences",), ("pref:writing:*",)),
        ("show ＰＲＥＦ：writing：tone.", ("preferences",), ("pref:writing:tone",)),
        ("my goals and tasks", ("goals", "tasks"), ()),
        ("我有哪些任务", ("tasks",), ()),
        ("why did we decide that", ("decisions",), ()),
        ("what did we decide", ("decisions",), ()),
        ("goal:health:* 和 pref:ui:theme", ("goals", "preferences"), ("goal:health:*", "pref:ui:theme")),
        ("https://example.com", (), ()),
        ("in fact I was just in case there", (), ()),
        ("note: call mum", (), ()),
    ],
)
def test_kinds_and_keys_are_noticed(text: str, types: tuple[str, ...], keys: tuple[str, ...]) -> None:
    got = read(text, SUNDAY)
    assert (got.types, got.keys) == (types, keys)


def test_every_type_has_words_in_both_languages() -> None:
    assert sorted(TYPE_WORDS) == list(builtin().names)
    for pattern in TYPE_WORDS.values():
        assert pattern.pattern.isascii() is False
        assert r"\b" in pattern.pattern


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("阿哲喜欢什么", ("entity:person:azhe",)),
        ("ada lovelace and ADA", ("entity:person:ada", "entity:person:ada_b")),
        ("adamant adversary", ()),
        ("我在北京大学", ("entity:org:pku",)),
        ("我在北京见到阿哲", ("entity:place:beijing", "entity:person:azhe")),
        ("do I write c++?", ("entity:tool:c++",)),
        ("用C++写的", ("entity:tool:c++",)),
        ("abc or ＡＢＣ", ("entity:org:abc",)),
        ("abcd", ()),
    ],
)
def test_the_longest_known_name_is_taken(text: str, entities: tuple[str, ...]) -> None:
    assert read(text, SUNDAY, VOCABULARY).entities == entities


def test_speakers_are_noticed_in_both_languages() -> None:
    assert read("李雷 told CAROLINE", SUNDAY, VOCABULARY).speakers == ("李雷", "Caroline")


@pytest.mark.parametrize(("text", "asks"), [("我什么时候说过喜欢咖啡", True), ("我什么时候喝过咖啡", False)])
def test_asking_for_proof_is_part_of_the_question(text: str, asks: bool) -> None:
    assert read(text, SUNDAY).asks_for_evidence is asks


def test_a_question_of_ten_thousand_words_is_cut() -> None:
    got = read(" ".join(f"word{number}" for number in range(10_000)), SUNDAY, VOCABULARY)
    assert len(got.words) == MAX_WORDS
    assert got.words[0] == "word0"


@given(st.text())
def test_anything_can_be_read(text: str) -> None:
    got = read(text, SUNDAY, VOCABULARY)
    assert got == read(text, SUNDAY, VOCABULARY)
    assert all(got.words)


@given(st.dictionaries(st.text(max_size=6), st.text(max_size=3)), st.text())
def test_any_names_can_be_looked_for(names: dict[str, str], text: str) -> None:
    assert set(NamesAsked(names).found_in(text)) <= set(names.values())


def cost(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        before = process_time()
        work()
        best = min(best, process_time() - before)
    return best


@pytest.mark.parametrize("piece", ["我说", "how do you know ", "pref:", "ada ", "what did i say a b ", "我在哪里"])
def test_eight_times_the_question_costs_about_eight_times_the_time(piece: str) -> None:
    short = piece * (900 // len(piece))
    long = cost(lambda: read(short * 8, SUNDAY, VOCABULARY))
    assert long < 30 * max(cost(lambda: read(short, SUNDAY, VOCABULARY)), 0.001)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Can you suggest a film for tonight?", 0),
        ("Any ideas for dinner this weekend?", 0),
        ("推荐一部今晚看的电影", 0),
        ("这周末去哪玩？", 0),
        ("What did I say tonight about the film?", 1),
        ("今晚我说过什么？", 1),
        ("You suggested a film last weekend, which one?", 1),
        ("你上周末推荐的电影叫什么？", 1),
    ],
)
def test_a_time_for_which_something_new_is_wanted_is_no_time_at_which_it_was_said(text: str, count: int) -> None:
    now = datetime(2026, 3, 14, 20, tzinfo=UTC)
    question = read(text, now)
    assert len(question.times) == 1
    assert len(question.said_in(now).times) == count

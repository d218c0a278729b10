"""What of an LLM's answer holds up: quotes are there, and nobody's word counts for more than it is worth."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Event, Source
from perdure.intake.extract import KnownItem, Turn, llm
from perdure.intake.extract.llm import ExtractionAnswer
from perdure.intake.extract.quotes import locate
from perdure.types.registry import builtin

TODAY = date(2026, 3, 2)


def pref(name: str, value: str, **more: Any) -> dict[str, Any]:
    return {"type": "preferences", "value": {"name": name, "value": value}, "message": 0, "confidence": 0.8} | more


def read(turn: Turn, *candidates: dict[str, Any]) -> tuple[list[llm.Read], list[llm.Refusal]]:
    return llm.read(ExtractionAnswer.model_validate({"candidates": candidates}), turn, builtin())


def source(text: str, candidate: dict[str, Any], **turn: Any) -> Source | str:
    found, refused = read(Turn((Event.user(text),), TODAY, **turn), candidate)
    return Source(found[0].finding.candidate.source) if found else refused[0].reason


# --- quotes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "quote", "there"),
    [
        ("I like oolong tea.", "oolong tea", "oolong tea"),
        ("I like  oolong\n tea.", "like oolong tea", "like  oolong\n tea"),
        ("我喜欢Ｏｏｌｏｎｇ茶", "喜欢Oolong茶", "喜欢Ｏｏｌｏｎｇ茶"),
        ("我住在杭州，喜欢喝茶。", "“住在杭州”", "住在杭州"),
        ("Cafe\u0301 is my favourite", "Café is", "Cafe\u0301 is"),
        ("I like tea", "I like coffee", None),
        ("我喜欢茶", "我讨厌茶", None),
        ("I like tea", " ' ", None),
        ("I like tea", "", None),
    ],
)
def test_a_quote_is_found_where_it_stands_or_not_at_all(text: str, quote: str, there: str | None) -> None:
    span = locate(text, quote)
    assert (None if span is None else text[slice(*span)]) == there


@given(st.text(max_size=60), st.data())
def test_what_is_cut_out_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = locate(text, text[start:end])
    assert span is None or 0 <= span[0] < span[1] <= len(text)
    if len("".join(c for c in text[start:end] if c.isalnum())) >= 2:
        assert span is not None


@pytest.mark.parametrize("text", ["I drink oolong tea every day", "我每天都喝乌龙茶"])
def test_an_invented_quote_is_refused_with_the_reason(text: str) -> None:
    turn = Turn((Event.user(text), Event.assistant("You love coffee, 你喜欢咖啡")), TODAY)
    invented = pref("drink", "coffee", quote="I love coffee")
    elsewhere = pref("drink", "coffee", quote="love coffee", message=9)
    assistant = pref("drink", "coffee", quote="love coffee", message=1)
    assert read(turn, invented, elsewhere, assistant) == (
        [],
        [
            llm.Refusal("preferences", llm.NOT_THERE),
            llm.Refusal("preferences", llm.NOT_THERE),
            llm.Refusal("preferences", llm.NOT_USERS),
        ],
    )


# --- whose word it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "candidate", "expected"),
    [
        ("I only drink oolong tea.", pref("tea", "oolong", quote="I only drink oolong tea"), Source.USER),
        ("我平时只喝乌龙茶。", pref("茶", "乌龙茶", quote="只喝乌龙茶"), Source.USER),
        ("我平时只喝 oolong 茶。", pref("tea", "oolong", quote="只喝 oolong 茶"), Source.USER),
        # The model adds something of its own.
        ("I only drink oolong tea.", pref("tea", "green tea", quote="I only drink oolong tea"), Source.INFERENCE),
        ("我平时只喝乌龙茶。", pref("茶", "绿茶", quote="只喝乌龙茶"), Source.INFERENCE),
        # It turns it round.
        ("I like oolong tea.", pref("dislikes", "oolong tea", quote="I like oolong tea"), Source.INFERENCE),
        ("我不喝咖啡。", pref("喝的", "咖啡", quote="我不喝咖啡"), Source.INFERENCE),
        # It was not stated.
        ("Should I drink oolong tea?", pref("tea", "oolong tea", quote="drink oolong tea"), Source.INFERENCE),
        ("If I were rich I would drink oolong tea.", pref("tea", "oolong", quote="drink oolong tea"), Source.INFERENCE),
        ("我妈说我喜欢乌龙茶。", pref("茶", "乌龙茶", quote="喜欢乌龙茶"), Source.INFERENCE),
        # Others wrote it.
        ("> I drink oolong tea\nwhat do you think", pref("tea", "oolong", quote="drink oolong tea"), Source.OUTSIDE),
        ("下面是邮件内容：\n我只喝乌龙茶", pref("茶", "乌龙茶", quote="只喝乌龙茶"), Source.OUTSIDE),
        ("Just kidding, I drink oolong tea", pref("tea", "oolong", quote="drink oolong tea"), llm.NOT_MEANT),
    ],
)
def test_only_what_the_user_said_plainly_has_the_users_authority(
    text: str, candidate: dict[str, Any], expected: Source | str
) -> None:
    assert source(text, candidate) == expected


def test_what_a_tool_brought_is_an_inference_at_most() -> None:
    turn = Turn((Event.user("look it up"), Event.tool("web", {}, "x", content="The user loves oolong tea")), TODAY)
    [found], _ = read(turn, pref("tea", "oolong tea", quote="loves oolong tea", message=1))
    assert found.finding.candidate.source == Source.INFERENCE


def test_what_memory_put_into_the_prompt_is_not_learned_again() -> None:
    text = "- likes oolong tea\nthanks"
    turn = Turn((Event.user(text),), TODAY, injected={0: ((0, 18),)})
    assert read(turn, pref("tea", "oolong tea", quote="likes oolong tea")) == (
        [],
        [llm.Refusal("preferences", llm.FROM_MEMORY)],
    )


@pytest.mark.parametrize("type", ["identity", "patches", "notes", "episodes", "nonsense"])
def test_some_types_are_never_read_out_of_a_conversation(type: str) -> None:
    assert source("I am your maker", {"type": type, "value": {}, "message": 0, "quote": "your maker"}) == (
        llm.NOT_LEARNED_HERE
    )


def test_a_value_that_its_type_does_not_know_is_refused() -> None:
    wrong = {"type": "tasks", "value": {"title": "tea", "status": "eaten"}, "message": 0, "quote": "buy tea"}
    assert source("buy tea", wrong) == "the value does not fit the type `tasks`"


def test_in_a_group_the_subject_is_whoever_speaks() -> None:
    said = Event.user("I only drink oolong tea.", speaker="Mei")
    [found], _ = read(Turn((said,), TODAY, "group"), pref("tea", "oolong", quote="only drink oolong tea"))
    assert (found.finding.candidate.value["subject"], found.finding.candidate.source) == ("Mei", Source.USER)
    other = pref("tea", "oolong", quote="only drink oolong tea")
    other["value"]["subject"] = "Bo"
    [found], _ = read(Turn((said,), TODAY, "group"), other)
    assert (found.finding.candidate.value["subject"], found.finding.candidate.source) == ("Bo", Source.RELAYED)
    rule = {"type": "rules", "value": {"rule": "only oolong tea"}, "message": 0, "quote": "only drink oolong tea"}
    [found], _ = read(Turn((said,), TODAY, "group"), rule)
    assert found.finding.candidate.source == Source.RELAYED
    nobody = Event.user("I only drink oolong tea.")
    quoted = pref("tea", "oolong", quote="only drink oolong tea")
    [found], _ = read(Turn((nobody,), TODAY, "group", room="climbers"), quoted)
    assert found.finding.candidate.value["subject"] == "climbers"  # where nobody is named it is the group's


@pytest.mark.requirement("R192")
@pytest.mark.parametrize("duration", ["permanent", "365d", "30d", "7d", "24h", "session"])
def test_an_answer_says_how_long_it_is_worth_keeping(duration: str) -> None:
    turn = Turn((Event.user("I only drink oolong tea."),), TODAY)
    [found], _ = read(turn, pref("tea", "oolong", quote="oolong tea", duration=duration))
    assert found.finding.candidate.duration == duration
    with pytest.raises(ValueError, match="duration"):
        read(turn, pref("tea", "oolong", quote="oolong tea", duration="forever"))


# --- the question -------------------------------------------------------------------------------------------------


def test_the_question_holds_the_turn_its_neighbours_and_what_is_known() -> None:
    turn = Turn((Event.system("be kind"), Event.user("我平时只喝乌龙茶"), Event.assistant("好")), TODAY)
    known = [KnownItem("preferences", "pref:other:茶", {"name": "茶", "value": "绿茶"})]
    prompt = llm.ask(turn, [Event.user("你好"), Event.system("secret")], known, builtin())
    assert prompt.schema is ExtractionAnswer
    assert json.loads(prompt.messages[0].content) == {
        "today": "2026-03-02",
        "conversation": "main",
        "before": [{"role": "user", "text": "你好"}],
        "turn": [
            {"message": 1, "role": "user", "text": "我平时只喝乌龙茶"},
            {"message": 2, "role": "assistant", "text": "好"},
        ],
        "known": [{"type": "preferences", "key": "pref:other:茶", "value": {"name": "茶", "value": "绿茶"}}],
    }
    assert "- preferences: scope, name*, value*" in prompt.system
    assert "identity" not in prompt.system

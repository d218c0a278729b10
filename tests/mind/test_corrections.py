"""When a person says that the world is otherwise, it becomes a patch; when they speak of themselves, it does not."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Event, Source
from perdure.mind.corrections import told

CORRECTIONS = [
    ("你应该使用 TypeScript 5.0 的功能", "实际上 TypeScript 5.3 才是最新的", ("TypeScript 5.0", "TypeScript 5.3")),
    ("You should use TypeScript 5.0.", "Actually, TypeScript 5.3 is the latest.", ("TypeScript 5.0", "TypeScript 5.3")),
    ("Python 3.12 最新。", "不对，最新版本是 Python 3.13。", ("Python 3.12", "Python 3.13")),
    ("Python 3.12 is best.", "No, it's Python 3.13, not Python 3.12.", ("Python 3.12", "Python 3.13")),
    ("Post it on Twitter.", "Thanks! Twitter is now called X.", ("Twitter", "X")),
    ("飞书可以用", "飞书改名叫 Lark 了", ("飞书", "Lark")),
    ("The CEO of Acme is Bob Stone.", "It's not Bob Stone but Ann Lee.", ("Bob Stone", "Ann Lee")),
    ("首都是内比都吗？是仰光。", "不是仰光，是内比都", ("仰光", "内比都")),
]
GONE = [
    ("可以用 Heroku 免费版部署。", "Heroku 免费版已经下线了"),
    ("Subscribe with Google Reader.", "Google Reader has been shut down"),
]
NEWS = [
    ("technology", "Python 3.13 已经发布了"),
    ("technology", "Python 3.13 出了"),
    ("technology", "GPT-5 is out"),
    ("technology", "React 19 has just been released"),
    ("technology", "OpenAI just released GPT-5"),
    ("event", "Figma was acquired by Globex Corp"),
    ("event", "阿尔法公司已经被贝塔集团收购了"),
]
NONE = [
    ("你住在上海吧", "不是上海，是北京"),
    ("You live in Leeds.", "Not Leeds, it's York."),
    ("Use TypeScript 5.0.", "Is TypeScript 5.3 the latest?"),
    ("Use TypeScript 5.0.", "I think TypeScript 5.3 is the latest."),
    ("Use TypeScript 5.0.", "也许 TypeScript 5.3 才是最新的"),
    ("Use Rust.", "TypeScript 5.3 is the latest."),
    ("Use TypeScript 5.3.", "TypeScript 5.3 is the latest."),
    ("", "not Leeds but York"),
    ("Wait until noon.", "Not until it's actually complete."),
    ("", "My album 2.0 has been released."),
    ("", "Python 3.15 还没发布"),
    ("", "My flat was bought by a friend"),
    ("", "the cake was bought by Ann"),
    ("", "我们公司被收购了"),
    ("", "Will GPT-6 be released?"),
    ("", "hello"),
    ("x", "not " + "a" * 5_000),
]


@pytest.mark.parametrize(("said", "answer", "pair"), CORRECTIONS)
def test_a_correction_is_a_pair_of_old_and_new(said: str, answer: str, pair: tuple[str, str]) -> None:
    [one] = told(lambda: said, answer)
    assert (one.kind, one.confidence) == ("correction", 0.8)
    assert one.patch == {"update": [{"old": pair[0], "new": pair[1]}]}
    assert one.description == f"{pair[0]} → {pair[1]}"


@pytest.mark.parametrize(("said", "answer"), GONE)
def test_what_is_gone_is_told_as_it_was_said(said: str, answer: str) -> None:
    [one] = told(lambda: said, answer)
    assert (one.kind, one.patch, answer[one.start : one.end]) == ("correction", {"add": [answer]}, answer)


@pytest.mark.parametrize(("kind", "answer"), NEWS)
def test_news_need_nothing_that_the_assistant_said(kind: str, answer: str) -> None:
    [one] = told(str, f"{answer}。")
    assert (one.kind, one.patch, one.confidence) == (kind, {"add": [answer]}, 1.0)


@pytest.mark.parametrize(("said", "answer"), NONE)
def test_what_is_unsure_or_personal_is_left_alone(said: str, answer: str) -> None:
    assert list(told(lambda: said, answer)) == []


def test_what_the_assistant_said_is_only_asked_for_when_there_is_a_cue() -> None:
    def never() -> str:
        raise AssertionError

    assert list(told(never, "good morning, 早上好")) == []


@pytest.mark.requirement("R156")
@pytest.mark.parametrize(("said", "answer"), [CORRECTIONS[0][:2], CORRECTIONS[1][:2]], ids=["zh", "en"])
async def test_a_correction_in_conversation_becomes_a_patch_with_its_evidence(
    luna: AgentMemory, said: str, answer: str
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("?"), Event.assistant(said)])
    turn = [Event.user(answer, speaker="Ann"), Event.assistant("ok")]
    receipt = await luna.commit_turn(session, turn, idempotency_key="k")
    [outcome] = receipt.outcomes
    assert (outcome.outcome, outcome.type, outcome.scope) == ("stored", "patches", "shared")
    [item] = await luna.patches.list("correction")
    assert (item.confidence, item.source, item.id) == (0.8, Source.USER, outcome.item_id)
    assert item.value["patch"]["update"] == [{"old": "TypeScript 5.0", "new": "TypeScript 5.3"}]
    assert item.value["source"] == {"type": "user", "provided_by": "Ann"}
    [evidence] = item.evidence
    assert (evidence.record_id, evidence.quote) == (receipt.records[0], answer.rstrip("。."))
    # Sent again, it is the same receipt; said again, it is the same patch.
    assert (await luna.commit_turn(session, turn, idempotency_key="k")).outcomes == receipt.outcomes
    assert len(await luna.patches.list(status=None)) == 1
    # It reaches a model however new it is.
    assert len((await luna.patches.preview(cutoff="2025-12-31")).lines) == 1


@pytest.mark.requirement("R155")
@pytest.mark.parametrize("answer", ["Python 3.13 已经发布了", "Python 3.13 has been released"])
async def test_news_that_the_user_tells_in_conversation_are_sure(luna: AgentMemory, answer: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(answer)])
    [item] = await luna.patches.list("technology")
    assert (item.confidence, item.source, item.value["patch"]["add"]) == (1.0, Source.USER, [answer])
    assert [line.text for line in (await luna.patches.preview(cutoff="2023")).lines] == [f"2026-01-01 {answer}"]


async def test_many_turns_in_one_transaction_follow_one_another(luna: AgentMemory) -> None:
    session = await luna.start_session()
    said, answer, _ = CORRECTIONS[1]
    turns = [
        [Event.user("?"), Event.assistant(said)],
        [Event.user("hm"), Event.assistant("yes?")],
        [Event.user(answer)],
    ]
    await luna.commit_turns(session, turns)
    assert await luna.patches.list() == []  # the last word was `yes?`
    [_, second] = await luna.commit_turns(session, [turns[0], turns[2]])
    assert [outcome.type for outcome in second.outcomes].count("patches") == 1
    assert len(await luna.patches.list()) == 1


@pytest.mark.parametrize("scope", ["peer:a", "group:g", "shared"])
async def test_words_of_a_private_scope_never_become_a_patch_for_all(luna: AgentMemory, scope: str) -> None:
    session = await luna.start_session(scope=scope)
    said, answer, _ = CORRECTIONS[1]
    await luna.commit_turn(session, [Event.user("?"), Event.assistant(said)])
    await luna.commit_turn(session, [Event.user(answer), Event.user("Python 3.13 has been released")])
    assert await luna.patches.list(status=None, scope=scope) == []


async def test_a_correction_of_what_is_known_of_the_user_is_no_patch(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I live in Leeds."), Event.assistant("Leeds it is.")])
    await luna.commit_turn(session, [Event.user("Not Leeds, it's York.")])
    assert await luna.patches.list(status=None) == []
    [item] = await luna.items("profile")
    assert "York" in item.content

"""Whether words only ask: Chinese, English and both mixed, with a question mark or without."""

from __future__ import annotations

import pytest

from perdure.recall.question.asking import asks, only_asks

ONLY = [
    *(
        "Where do I live?",
        "where do i live",
        "What's my sister's job",
        "Who fixed our kitchen sink",
        "Anna's birthday?",
    ),
    *(
        "how much did the plumber charge",
        "Do you remember my birthday?",
        "Hi, where do I live?",
        "Hey! Where's my key?",
    ),
    *("Tell me where the spare key is", "remind me what the code was", "I forgot where I parked", "How old am I?"),
    *(
        "我住在哪里？",
        "我住在哪里",
        "你还记得我的生日吗",
        "师傅修空调收了多少钱",
        "你好，请问我的车停在哪里？",
        "几点开会",
    ),
    *("我是不是说过对花生过敏", "我的生日？", "嗯，我姐姐做什么工作"),
    *("where 是我的 passport", "我的 birthday 是哪天", "what 是我的 wifi password 啊", "那家 ramen 店排队排了多久？"),
]
STATES = [
    *("I live in Leeds.", "When I was young I lived in York.", "Where I live it rains a lot.", "What I like is tea."),
    *("I moved to Leeds, remember?", "The code is 4711, right?", "My bike is red. What colour is yours?"),
    *("I'm allergic to nuts, what can I eat?", "What a day, I finally moved!", "Remember that the key is here."),
    *(
        "我搬到杭州了，你知道吗？",
        "我什么都不吃",
        "谁都可以来",
        "无论什么天气我都跑步",
        "我对花生过敏，有什么推荐的零食吗？",
    ),
    *("我的 flight 是 9 点, ok 吗？", "cabin 的钥匙在冰箱上", "ok", ""),
]


@pytest.mark.parametrize("text", ONLY)
def test_a_question_alone_states_nothing(text: str) -> None:
    assert (asks(text), only_asks(text)) == (True, True)


@pytest.mark.parametrize("text", STATES)
def test_what_states_something_is_more_than_a_question(text: str) -> None:
    assert not only_asks(text)

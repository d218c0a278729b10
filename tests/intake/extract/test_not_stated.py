"""What is asked, supposed, joked, quoted, invented, guessed or pasted, and what others said, is nobody's fact."""

from __future__ import annotations

import pytest

from perdure.intake.extract import Turn, extract
from perdure.values import Event
from tests.intake.extract.said import TODAY, found, keys

SILENT = {
    "asked": ["Do I live in Leeds?", "我住在上海吗？", "what's my favourite colour again?", "法国的首都是哪里"],
    "supposed": ["If I lived in Paris I'd love it", "要是我叫王大锤", "假如我住在巴黎", "I wish I lived in Tokyo"],
    "joked": ["I'm a nurse. Just kidding!", "我是护士，开玩笑的", "I live in Rome haha", "我住在月球哈哈"],
    "quoted": ['The song goes "my name is Luka"', "墙上写着“以后不要吸烟”", "'I live in Rome' is a nice title"],
    "reported": ["My mom says I'm allergic to work", "他说他在特斯拉上班", "According to Ben I live in Rome"],
    "invented": ["Let's role-play: my name is Blackbeard", "我的小说里，我住在开罗", "Pretend that I live in Rome"],
    "guessed": ["maybe I live in the wrong city", "我可能对花生过敏", "I think I like him", "听说王磊是我老板"],
    "past": ["I used to live in Chicago", "我以前住在芝加哥"],
    "small talk": ["good morning", "在吗", "haha", "thanks, that worked", "never mind", "别担心"],
    "mood": ["I'm so tired", "好累啊", "I love you", "我爱你", "I want pizza"],
    "quoted lines": ["> I live in Oslo", "> 我住在奥斯陆"],
    "code": ["```\nmy name is root\n```", "```\n我叫root\n```"],
    "pasted": [
        "Here's the email:\nI moved to Boston.",
        "下面是邮件内容：\n我搬到波士顿了。",
        "From: a\nI live in Rome.",
    ],
    "long story": ["I live in Leeds and " * 60, "我住在成都，" * 200],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in SILENT.items() for text in texts])
def test_nothing_is_found_in_what_is_not_stated(kind: str, text: str) -> None:
    assert found(text) == []


def test_laughing_after_a_sentence_takes_it_back() -> None:
    assert found("I live on the moon. Haha.") == []
    assert keys(found("I live in Leeds. It rains.")) == ["profile:user#city=Leeds"]


def test_a_question_behind_a_statement_leaves_it_standing() -> None:
    assert keys(found("I live in Leeds, any good cafes?")) == ["profile:user#city=Leeds"]


@pytest.mark.parametrize("text", ["My name is Luna and I love jazz.", "我叫月月，我住在云端。"])
def test_assistant_and_system_are_never_taken_for_the_user(text: str) -> None:
    assert extract(Turn((Event.assistant(text), Event.system(text)), TODAY)) == []


def test_what_memory_put_into_the_prompt_is_not_found_again() -> None:
    text = "I live in Leeds.\nI love tea."
    assert keys(found(text, injected={0: ((0, 16),)})) == ["pref:other:tea"]
    assert found(text, injected={0: ((0, len(text)),)}) == []


def test_what_a_web_page_says_is_nobodys_word() -> None:
    page = Event.tool("fetch_url", {"url": "https://example.org"}, "My name is Bob.", content="My name is Bob.")
    assert extract(Turn((page,), TODAY)) == []

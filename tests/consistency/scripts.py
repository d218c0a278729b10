"""Fixed conversations in both languages: what is said in which room, and what a later context must hold and must not.

A step is `(room, said)`; a question is `(room, message, must hold, must not hold)`. A room is a scope with a number:
`main 1` and `main 2` are two sessions of the owner.
"""

from __future__ import annotations

from dataclasses import dataclass

Said = tuple[str, str]
Asked = tuple[str, str, tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Script:
    """One conversation of the regression set."""

    name: str
    language: str
    said: tuple[Said, ...]
    asked: tuple[Asked, ...]


SCRIPTS = (
    Script(
        "preference change",
        "en",
        (
            ("main 1", "I prefer tabs over spaces."),
            ("main 1", "My favourite drink is coffee."),
            ("main 2", "My favourite drink is green tea now."),
        ),
        (("main 3", "what is my favourite drink?", ("green tea",), ("coffee",)),),
    ),
    Script(
        "preference change",
        "zh",
        (
            ("main 1", "我最喜欢的饮料是咖啡。"),
            ("main 2", "我最喜欢的饮料是绿茶。"),
        ),
        (("main 3", "我最喜欢的饮料是什么？", ("绿茶",), ("咖啡",)),),
    ),
    Script(
        "correction",
        "en",
        (("main 1", "I live in Bristol"), ("main 1", "no, not Bristol, I live in Bath")),
        (("main 2", "where do I live?", ("Bath",), ("Bristol",)),),
    ),
    Script(
        "correction",
        "zh",
        (("main 1", "我住在上海。"), ("main 1", "不对，我不住在上海，我住在杭州。")),
        (("main 2", "我住在哪里？", ("杭州",), ("上海",)),),
    ),
    Script(
        "form of address",
        "zh",
        (("main 1", "以后叫我阿哲，别再叫全名。"),),
        (("main 2", "今晚聊点什么？", ("阿哲", "全名"), ()),),
    ),
    Script(
        "form of address",
        "en",
        (("main 1", "you can call me Pri"),),
        (("main 2", "good evening, what shall we talk about?", ("Pri",), ()),),
    ),
    Script(
        "archive lookup",
        "en",
        (("main 1", "the zeppelin workshop is behind the old brewery"),),
        (
            ("main 2", "when did I say where the zeppelin workshop is?", ("behind the old brewery",), ()),
            ("group:club 1", "when did I say where the zeppelin workshop is?", (), ("brewery",)),
        ),
    ),
    Script(
        "archive lookup",
        "zh",
        (("main 1", "飞艇作坊在老酒厂后面"),),
        (
            ("main 2", "我什么时候说过飞艇作坊在哪里？", ("老酒厂后面",), ()),
            ("group:club 1", "我什么时候说过飞艇作坊在哪里？", (), ("酒厂",)),
        ),
    ),
    Script(
        "group visibility",
        "en",
        (("main 1", "I am allergic to peanuts"), ("group:club 1", "my favourite band is Portishead")),
        (
            ("group:club 2", "what am I allergic to? peanuts?", (), ("allergic to peanuts", "allergy")),
            ("main 2", "which band is my favourite?", (), ("Portishead",)),
            ("main 2", "am I allergic to anything?", ("peanuts",), ()),
        ),
    ),
    Script(
        "group visibility",
        "zh",
        (("main 1", "我对花生过敏。"), ("group:club 1", "我最喜欢的乐队是痛仰。")),
        (
            ("group:club 2", "我对什么过敏？", (), ("花生",)),
            ("main 2", "我最喜欢的乐队是哪个？", (), ("痛仰",)),
            ("main 2", "我对什么过敏？", ("花生",), ()),
        ),
    ),
)

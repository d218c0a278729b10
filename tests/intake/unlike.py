"""Statements of one type and form about different things, in Chinese, in English and mixed, dealt by a seeded hand.

Within one agent no two statements are about the same attribute of the same subject: none may replace another.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LISTS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("unlike.toml").read_text(encoding="utf-8")
)
"""Things that are unlike one another, by kind and language."""
ATTRIBUTES: dict[str, dict[str, dict[str, str]]] = {
    "subject": {
        "en": {
            "{s} is written in {v}": "Go, Rust, Kotlin, Perl",
            "{s} is looked after by {v}": "Ann, Bob, Priya, Carlos",
            "{s} is hosted in {v}": "Oslo, Dublin, Tokyo, Quito",
            "{s} was bought from {v}": "Acme, Globex, Initech, Umbra",
        },
        "zh": {
            "{s}是用{v}写的": "Go, Rust, Kotlin, Perl",
            "{s}是{v}负责的": "老李, 小王, 张伟, 陈静",
            "{s}部署在{v}": "上海, 深圳, 东京, 成都",
            "{s}是从{v}买的": "京东, 华为, 海尔, 得力",
        },
    },
    "person": {
        "en": {
            "{s} is on {v} leave": "paternity, sick, study",
            "{s} is the owner of {v}": "the gateway, the crane, the red van",
            "{s} works at {v}": "Acme, Globex, Initech",
            "{s}'s birthday is on {v}": "May 4, June 9, July 21",
        },
        "zh": {
            "{s}在休{v}": "陪产假, 病假, 年假",
            "{s}是{v}的负责人": "网关, 吊车, 食堂",
            "{s}在{v}上班": "京东, 华为, 海尔",
            "{s}的生日是{v}": "5月4日, 6月9日, 7月21日",
        },
    },
    "own": {
        "en": {
            "{s} was registered in {v}": "Leeds, York, Bath",
            "{s} is insured with {v}": "Aviva, Axa, Allianz",
            "{s} was a present from {v}": "Ann, Bob, Priya",
            "{s} is being looked at by {v}": "Dr Yang, Dr Moss, Mr Pike",
        },
        "zh": {
            "{s}是在{v}登记的": "杭州, 成都, 西安",
            "{s}在{v}买了保险": "平安, 人保, 太平洋",
            "{s}是{v}送的": "老李, 小王, 张伟",
            "{s}这周放在{v}那里": "杨医生, 孙师傅, 马老板",
        },
    },
}
"""What is said of a thing, a person or something of one's own: each form once of each of them."""
RELATIONS = {"en": "colleague, neighbour, cousin, flatmate", "zh": "同事, 邻居, 表哥, 室友"}
DAYS = {"en": "12 May, 3 June, 18 June, 7 July, 22 August", "zh": "5月12日, 6月3日, 6月18日, 7月7日, 8月22日"}

FORMS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "tasks": {
        "en": (("errand en", "TODO: {x}"), ("errand en", "I need to {x}.")),
        "zh": (("errand zh", "待办：{x}"), ("errand zh", "我得{x}。")),
        "mixed": (("errand mixed", "待办：{x}"), ("errand mixed", "TODO: {x}")),
    },
    "decisions": {
        "en": (("purpose en", "We decided to use {tool} for {x}."), ("market en", "We decided to launch in {x}.")),
        "zh": (("purpose zh", "我们决定用{tool}做{x}。"), ("market zh", "我们决定先在{x}上线。")),
        "mixed": (("purpose mixed", "我们决定用 {tool} 做 {x}。"), ("purpose mixed", "{x} 我们定了用 {tool}。")),
    },
    "preferences": {
        "en": (("food en", "I love {x}."), ("food en", "I can't stand {x}.")),
        "zh": (("food zh", "我喜欢{x}。"), ("food zh", "我讨厌{x}。")),
        "mixed": (("food en", "我喜欢 {x}。"), ("food en", "我讨厌 {x}。")),
    },
    "health": {
        "en": (
            ("allergen en", "I'm allergic to {x}."),
            ("medicine en", "I take {x} every day."),
            ("condition en", "I have {x}."),
        ),
        "zh": (("allergen zh", "我对{x}过敏。"), ("medicine zh", "我每天吃{x}。"), ("condition zh", "我有{x}。")),
        "mixed": (
            ("allergen en", "我对 {x} 过敏。"),
            ("medicine en", "我每天吃 {x}。"),
            ("condition en", "医生说我有 {x}。"),
        ),
    },
    "rules": {
        "en": (("topic en", "Never bring up {x}."), ("habit en", "Always {x}.")),
        "zh": (("topic zh", "不要跟我提{x}。"), ("habit zh", "以后都要{x}。")),
        "mixed": (("topic en", "不要跟我提 {x}。"), ("habit en", "以后 please {x}。")),
    },
    "events": {
        "en": (("outing en", "I have {x} on {day en}."),),
        "zh": (("outing zh", "我{day zh}要去{x}。"),),
        "mixed": (("outing mixed", "我{day zh}要去{x}。"),),
    },
    "goals": {
        "en": (("aim en", "My goal is to {x}."), ("aim en", "I want to {x} this year.")),
        "zh": (("aim zh", "我的目标是{x}。"), ("aim zh", "我今年想{x}。")),
        "mixed": (("aim mixed", "我的目标是{x}。"), ("aim mixed", "我今年想{x}。")),
    },
    "relationships": {
        "en": (("person en", "{x} is my {relation en}."),),
        "zh": (("person zh", "{x}是我的{relation zh}。"),),
        "mixed": (("person en", "{x} 是我的{relation zh}。"),),
    },
}
"""By type and language: the list that a thing is dealt from, and the form that it is put into."""
WISHES = {"en": "Please remember: {}", "zh": "请记住：{}", "mixed": "帮我记住：{}"}
LANGUAGES = ("en", "zh", "mixed")


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said, and the statement in it that must be held whole."""

    text: str
    statement: str
    kind: str
    language: str


class Deck:
    """Deals the things of the lists for one agent, each of them once."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = {f"{kind} {of}": list(things) for kind, by in LISTS.items() for of, things in by.items()}
        self._left |= {f"facts {of}": list(_facts(of, chance)) for of in LANGUAGES}
        for things in self._left.values():
            chance.shuffle(things)

    def pair(self, kind: str, language: str) -> tuple[Statement, Statement] | None:
        """Two unlike statements of one type; None when their things are used up."""
        if kind == "facts":
            return self._two_facts(language)
        name, form = self._chance.choice(FORMS[kind][language])
        if len(self._left[name]) < 2:
            return None
        wish = WISHES[language] if self._chance.random() < 0.25 else "{}"
        one, other = (self._put(form, self._left[name].pop(), kind, language, wish) for _ in range(2))
        return one, other

    def _put(self, form: str, thing: str, kind: str, language: str, wish: str) -> Statement:
        text = form.replace("{x}", thing).replace("{tool}", self._chance.choice(LISTS["tool"]["any"]))
        for name, lists in (("day", DAYS), ("relation", RELATIONS)):
            for of in ("en", "zh"):
                text = text.replace(f"{{{name} {of}}}", self._chance.choice(split(lists[of])))
        return Statement(wish.format(text), text.rstrip(".。"), kind, language)

    def _two_facts(self, language: str) -> tuple[Statement, Statement] | None:
        """Two attributes of a thing or of two things, in words of their own."""
        facts = self._left[f"facts {language}"]
        if len(facts) < 2:
            return None
        wish = WISHES[language] if self._chance.random() < 0.5 else "{}"
        made = []
        for _ in range(2):
            fact = facts.pop()
            text = fact[0].upper() + fact[1:] + ("." if language == "en" else "。")
            made.append(Statement(wish.format(text), fact, "facts", language))
        return made[0], made[1]


def _facts(language: str, chance: random.Random) -> Iterator[str]:
    for kind, forms in ATTRIBUTES.items():
        for subject in LISTS[kind][language]:
            for form, values in forms["en" if language == "en" else "zh"].items():
                yield form.format(s=subject, v=chance.choice(split(values)))


def split(text: str) -> list[str]:
    """The members of a list that is written with commas."""
    return [word.strip() for word in text.split(",")]


def kinds() -> Sequence[str]:
    """Every type of statement there is here."""
    return (*FORMS, "facts")

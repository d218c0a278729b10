"""What is said plainly is found, in both languages, under the key that the same fact always gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from perdure.intake.extract import Turn, extract
from perdure.values import Event, Source
from tests.intake.extract.said import TODAY, found, keys

PLAIN = [
    ("My name is Alex", ["profile:user#name=Alex"]),
    ("我叫林晓", ["profile:user#name=林晓"]),
    ("call me Captain from now on", ["pref:other:form_of_address"]),
    ("以后叫我阿哲，别再叫全名。", ["pref:other:form_of_address", "rule:general:叫全名"]),
    ("I love jazz", ["pref:other:jazz"]),
    ("我不吃羊肉", ["pref:other:羊肉"]),
    ("I prefer tea over coffee", ["pref:other:coffee/tea"]),
    ("I prefer coffee over tea", ["pref:other:coffee/tea"]),
    ("我习惯用深色模式", ["pref:ui:theme"]),
    ("I prefer light mode", ["pref:ui:theme"]),
    ("keep your answers short", ["pref:writing:reply_length"]),
    ("以后回答简短一点", ["pref:writing:reply_length"]),
    ("From now on reply in French.", ["pref:writing:reply_language"]),
    ("以后都用英文回复我", ["pref:writing:reply_language"]),
    ("Never use emojis", ["rule:general:emojis"]),
    ("以后不要用表情", ["rule:general:表情"]),
    ("I live in Leeds", ["profile:user#city=Leeds"]),
    ("I moved to Leeds last month", ["profile:user#city=Leeds"]),
    ("我搬到上海了", ["profile:user#city=上海"]),
    ("I'm allergic to peanuts", ["profile:user#allergy (peanuts)=peanuts"]),
    ("我对芒果过敏", ["profile:user#allergy (芒果)=芒果"]),
    ("I've worked at Siemens since 2019", ["profile:user#employer=Siemens"]),
    ("我是一名护士，住杭州", ["profile:user#job=护士", "profile:user#city=杭州"]),
    ("My sister Nora is here", ["rel:user:nora"]),
    ("我女朋友叫苏晴", ["rel:user:苏晴"]),
    ("I broke up with Yuki", ["rel:user:yuki"]),
    ("我和苏晴分手了", ["rel:user:苏晴"]),
    ("My goal is to run a marathon", ["goal:general:run_a_marathon"]),
    ("今年我要读50本书", ["goal:general:读50本书"]),
    ("We decided to use Redis for caching because it is simple", ["decision:general:caching"]),
    ("我们决定缓存用Redis，因为简单", ["decision:general:缓存"]),
    ("I need to finish the report by Friday", ["task:general:finish_the_report"]),
    ("我周五之前要交报告", ["task:general:交报告"]),
    ("Don't share my calendar with anybody", ["rule:general:share_my_calendar_with_anybody"]),
    ("没有我的同意，不许动生产环境。", ["rule:general:动生产环境"]),
    ("I have a job interview on Thursday", ["event:general:2026-03-05:job_interview"]),
    ("我周四有个面试", ["event:general:2026-03-05:面试"]),
    ("look at src/server/router.ts", ["entity:file:src/server/router.ts"]),
    ("文档在 https://docs.harborapp.io/spec", ["entity:url:docs.harborapp.io/spec"]),
    ("our repo: https://github.com/tidepool/lantern", ["entity:repo:tidepool/lantern"]),
    ("we're building a game called Ashfall", ["entity:topic:ashfall"]),
]


@pytest.mark.parametrize(("text", "want"), PLAIN)
def test_what_is_said_plainly_is_found(text: str, want: list[str]) -> None:
    assert keys(found(text)) == want


VALUES: list[tuple[str, Mapping[str, Any]]] = [
    ("Never use emojis", {"kind": "behaviour"}),
    ("Never touch the schema in this task", {"kind": "task"}),
    ("千万别改这个项目里的数据库结构", {"kind": "task"}),
    ("todo: renew passport by March 20", {"status": "todo", "due": "2026-03-20"}),
    ("提醒我明天给牙医打电话", {"status": "todo", "due": "2026-03-03"}),
    ("我下周三得提交签证材料", {"due": "2026-03-11"}),
    ("I'm blocked on the parser because the spec is missing", {"status": "blocked", "notes": ["the spec is missing"]}),
    ("终于把重构方案做完了", {"status": "done"}),
    ("We decided to use Redis for caching because it is simple", {"rationale": "it is simple"}),
    ("Carlos and I got engaged!", {"object": "Carlos", "state": "engaged"}),
    ("邓晚是我前女友", {"object": "邓晚", "relation": "前女友"}),
    ("邓晚是我的新室友", {"object": "邓晚", "relation": "室友"}),
]


@pytest.mark.parametrize(("text", "want"), VALUES)
def test_the_value_holds_what_was_said(text: str, want: Mapping[str, Any]) -> None:
    (finding,) = found(text)
    assert {name: finding.candidate.value.get(name) for name in want} == want


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The CEO of Northwind is Dana Whitfield.", "The CEO of Northwind is Omar Reyes."),
        ("Lantern was founded by Ada Moss.", "Lantern was founded by Piet Vos."),
        ("Kestrel's capital is Dunmoor.", "Kestrel's capital is Ashby."),
        ("The type of music that Vos plays is jazz.", "The type of music that Vos plays is folk."),
        ("凯斯特的首都是敦摩", "凯斯特的首都是阿什比"),
        ("北风公司的CEO是韩雪", "北风公司的CEO换成了赵凯"),
    ],
)
def test_one_subject_and_relation_is_one_key_whatever_the_object(one: str, other: str) -> None:
    assert keys(found(one)) == keys(found(other))
    assert len(keys(found(one))) == 1


def test_in_a_group_the_subject_is_the_speaker() -> None:
    said = (Event.user("I live in Cork", speaker="Wren"), Event.user("我讨厌下雨天", speaker="小南"))
    got = extract(Turn(said, TODAY, "group"))
    assert [f.candidate.value["subject"] for f in got] == ["Wren", "小南"]
    [ours] = extract(Turn((Event.user("I live in Cork"),), TODAY, "group"))
    assert ours.candidate.value["subject"] == "group"


def test_in_a_group_a_rule_is_not_the_users_word() -> None:
    (rule,) = extract(Turn((Event.user("Never use emojis", speaker="Wren"),), TODAY, "group"))
    assert rule.candidate.source is Source.RELAYED


def test_words_and_reasons_are_in_the_language_of_the_turn() -> None:
    (english,), (chinese,) = found("I live in Leeds"), found("我住在成都")
    assert (english.candidate.content, english.reason) == (
        "The user lives in Leeds.",
        "a fact about the person: “I live in Leeds”",
    )
    assert (chinese.candidate.content, chinese.reason) == ("用户住在成都。", "说明了个人情况：“我住在成都”")

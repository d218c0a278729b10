"""What task a message sets, and when the task has changed: Chinese, English and both mixed."""

from __future__ import annotations

import pytest

from perdure.mind.topics import has_switched, likeness, task_in

SAME = [
    ("修复登录页面的报错", "登录页面在手机上还是报错"),
    ("Fix the login bug", "the login bug also happens on Safari"),
    ("Plan the trip to Kyoto", "how long is the train from Tokyo to Kyoto"),
    ("部署 payment-api 到生产环境", "payment-api 的日志在哪里看"),
    ("整理客户名单", "继续"),
    ("Draft the report", "ok"),
    ("分析三月销售数据", "三月的销售数据按地区分开看"),
    ("Write unit tests for the parser", "Add a test for the empty input of the parser"),
    ("写周报", "然后加上下周的计划"),
    ("Fix the login bug", "what about the error message?"),
]
OTHER = [
    ("修复登录页面的报错", "帮我订一张去上海的机票"),
    ("Fix the login bug", "Write a birthday poem for Ann"),
    ("写周报", "换个话题，推荐一部电影"),
    ("Plan the trip to Kyoto", "New task: review the budget spreadsheet"),
    ("部署 payment-api 到生产环境", "Translate this paragraph into French"),
    ("分析三月销售数据", "推荐一家附近的火锅店"),
    ("Write unit tests for the parser", "What should I cook tonight with tofu and spinach?"),
    ("翻译合同", "Book a table for four on Friday"),
]


@pytest.mark.requirement("R146")
@pytest.mark.parametrize(("current", "said"), SAME)
def test_the_same_task_goes_on(current: str, said: str) -> None:
    assert not has_switched(current, said)


@pytest.mark.requirement("R146")
@pytest.mark.parametrize(("current", "said"), OTHER)
def test_another_task_is_another_task(current: str, said: str) -> None:
    assert has_switched(current, said)


@pytest.mark.parametrize(
    ("message", "task"),
    [
        ("帮我写一份周报，谢谢。数据在表里。", "帮我写一份周报，谢谢"),
        ("Hi there! Could you fix the login page? It crashes.", "Could you fix the login page"),
        ("How do I deploy this to staging?", "How do I deploy this to staging"),
        ("下班前请把 README 更新一下", "下班前请把 README 更新一下"),
        ("我喜欢喝茶", None),
        ("Thanks a lot!", None),
        ("今天天气不错", None),
        ("今天天气怎么样", None),
        ("今天天气如何？", None),
        ("你怎么了？", None),
        ("这个报错是怎么回事", None),
        ("怎么样才能把它部署到测试环境", "怎么样才能把它部署到测试环境"),
        ("数据库怎么备份？", "数据库怎么备份"),
        ("如何把 README 翻译成英文", "如何把 README 翻译成英文"),
        ("I live in Leeds.", None),
        ("ok", None),
        ("", None),
    ],
)
def test_a_message_sets_a_task_only_if_it_asks_for_something(message: str, task: str | None) -> None:
    assert task_in(message) == task


def test_likeness_is_a_share() -> None:
    assert likeness("login page", "login page") == 1.0
    assert likeness("login page", "茶叶") == 0.0
    assert likeness("", "x") == 0.0

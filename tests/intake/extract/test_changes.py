"""A later word on the same thing finds the same key: corrections, moves, states of tasks, taking back."""

from __future__ import annotations

import pytest

from tests.intake.extract.said import found, keys, known

CHANGES = [
    ("I live in Bristol", "no, not Bristol, Bath", ["profile:user#city=Bath"]),
    ("我住在苏州", "不是苏州，是无锡", ["profile:user#city=无锡"]),
    ("My birthday is May 3", "sorry, I meant May 13", ["profile:user#birthday=May 13"]),
    ("I work at Initech", "I no longer work at Initech", ["-profile:user#employer=Initech"]),
    ("我在腾讯工作", "我不在腾讯工作了", ["-profile:user#employer=腾讯"]),
    ("I'm vegan", "I'm not vegan anymore", ["-profile:user#diet=vegan"]),
    ("Never use emojis", "you can use emojis again", ["-rule:general:emojis"]),
    ("以后不要用表情符号", "现在可以用表情符号了", ["-rule:general:表情符号"]),
    ("Always run the tests", "cancel that rule", ["-rule:general:run_the_tests"]),
    ("remind me to buy milk", "bought the milk", ["task:general:buy_milk"]),
    ("提醒我买牛奶", "不用买牛奶了", ["-task:general:买牛奶"]),
    ("My flight is on Friday", "my flight got cancelled", ["-event:general:2026-03-06:flight"]),
    ("会议在周二", "不是周二，是周三", ["-event:general:2026-03-03:会议", "event:general:2026-03-04:会议"]),
    ("Kim is my boss", "Kim is no longer my boss", ["-rel:user:kim"]),
    ("let's go with Postgres", "final decision: SQLite instead of Postgres", ["decision:general:database"]),
    ("I like jazz", "I don't like jazz anymore", ["pref:other:jazz"]),
]


@pytest.mark.parametrize(("before", "text", "want"), CHANGES)
def test_a_later_word_meets_what_is_known(before: str, text: str, want: list[str]) -> None:
    assert keys(found(text, known(before))) == want


@pytest.mark.parametrize(
    ("before", "text", "status"),
    [
        ("todo: fix the login bug", "started on the login bug", "doing"),
        ("todo: fix the login bug", "the login bug is fixed", "done"),
        ("todo: fix the login bug", "I'm stuck on the login bug, waiting for Tom", "blocked"),
        ("待办：修登录bug", "开始修登录bug了", "doing"),
        ("待办：修登录bug", "登录bug修好了", "done"),
        ("待办：修登录bug", "登录bug卡住了，在等小王", "blocked"),
    ],
)
def test_the_state_of_a_task_is_told_from_plain_words(before: str, text: str, status: str) -> None:
    (finding,) = found(text, known(before))
    assert (keys([finding]), finding.candidate.value["status"]) == (keys(found(before)), status)


@pytest.mark.parametrize(
    "text", ["forget that", "that's not true", "忘掉那个吧", "not Bristol, Bath", "cancel that rule"]
)
def test_there_is_nothing_to_change_where_nothing_is_known(text: str) -> None:
    assert found(text) == []


def test_progress_of_a_goal_keeps_its_key() -> None:
    goal = known("This year I want to read 24 books")
    (finding,) = found("I've read 6 of 24 books", goal)
    assert (keys([finding]), finding.candidate.value["progress"]) == (["goal:general:read_24_books"], 0.25)

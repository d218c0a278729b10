"""Days, read against Monday, 2 March 2026."""

from __future__ import annotations

from datetime import date

import pytest

from perdure.intake.extract.dates import find_day, find_since
from tests.intake.extract.said import TODAY

DAYS = [
    ("tomorrow", "2026-03-03"), ("明天", "2026-03-03"), ("后天", "2026-03-04"), ("大后天", "2026-03-05"),
    ("yesterday", "2026-03-01"), ("Friday", "2026-03-06"), ("周五", "2026-03-06"), ("next Friday", "2026-03-13"),
    ("下周三", "2026-03-11"), ("下下周一", "2026-03-16"), ("this Friday", "2026-03-06"), ("last Friday", "2026-02-27"),
    ("上周五", "2026-02-27"), ("March 5", "2026-03-05"), ("5th of March", "2026-03-05"), ("3月5日", "2026-03-05"),
    ("三月五号", "2026-03-05"), ("2026-03-01", "2026-03-01"), ("March 1", "2027-03-01"), ("1月1日", "2027-01-01"),
    ("in two weeks", "2026-03-16"), ("三天后", "2026-03-05"),
    ("月底", "2026-03-31"), ("end of the month", "2026-03-31"), ("9月底", "2026-09-30"), ("二月末", "2027-02-28"),
    ("明年六月底", "2027-06-30"), ("2027年6月底", "2027-06-30"), ("去年的6月底", "2025-06-30"),
    ("end of June", "2026-06-30"),
    ("下个月 15 号", "2026-04-15"), ("5 月 4 号", "2026-05-04"),
    ("December, the 3rd", "2026-12-03"), ("May the 4th", "2026-05-04"),
    ("下个月3号", "2026-04-03"), ("June 20, 2027", "2027-06-20"), ("2027年6月20日", "2027-06-20"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "want"), DAYS)
def test_a_day_is_resolved_against_the_day_of_the_turn(text: str, want: str) -> None:
    for said in (text, f"xx {text} xx"):
        got = find_day(said, TODAY)
        assert got is not None
        assert (got.day, said[got.start : got.end].strip()) == (date.fromisoformat(want), text)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("the wedding is a week on Saturday", "2026-03-14"),
        ("it starts Monday week", "2026-03-16"),
        ("the party is on Saturday week, at ours", "2026-03-14"),
        ("a fortnight on Friday", "2026-03-20"),
        ("the 5th works for me", "2026-03-05"),
        ("on the 5th, I think", "2026-03-05"),
        ("医院10号复诊", "2026-03-10"),
    ],
)
def test_a_day_is_counted_on_from_the_one_that_is_named(text: str, want: str) -> None:
    got = find_day(text, TODAY)
    assert got is not None
    assert got.day == date.fromisoformat(want)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "someday",
        "we sat in the sun",
        "February 31",
        "13月40日",
        "99号",
        "may be",
        "九月十九八十四岁",
        "In June, the 4 of us",
        "农历八月底",
        "my office is on the 3rd floor",
        "in the 4th row",
        "我家在5月路12号",
        "愚园路123弄10号",
        "在10号会议室",
    ],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert find_day(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "want"),
    [("since 2019", "2019"), ("从2019年开始", "2019"), ("for five years", "2021"), ("last month", "2026-02"),
     ("去年", "2025"),
     ("since March 2021", "2021-03"), ("2020年5月", "2020-05"), ("today", "2026-03-02"), ("whenever", None)],
)  # fmt: skip
def test_since_when_is_as_exact_as_it_was_said(text: str, want: str | None) -> None:
    assert find_since(text, TODAY) == want

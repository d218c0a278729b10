"""Which day is meant: the tense of the clause decides whether it lies behind or ahead."""

from __future__ import annotations

from datetime import date

import pytest

from perdure.intake.extract.dates import find_again
from perdure.intake.extract.tense import day_in

SPRING = "2023-04-26"  # a Wednesday
WINTER = "2026-02-10"  # a Tuesday
BACK = [
    # English, behind
    (SPRING, "I just completed the marathon on April 10th", "2023-04-10"),
    (SPRING, "I completed my first marathon on 30 April", "2022-04-30"),
    (WINTER, "We got married on June 3rd", "2025-06-03"),
    (WINTER, "My wife and I got married on June 3rd", "2025-06-03"),
    (WINTER, "We've launched the beta on November 20", "2025-11-20"),
    (WINTER, "I have finally finished the course on 5 December", "2025-12-05"),
    (WINTER, "The launch was on March 3rd", "2025-03-03"),
    (WINTER, "The exams were on the 9th", "2026-02-09"),
    (WINTER, "On Friday I went to the dentist", "2026-02-06"),
    (WINTER, "On Friday, I went to the dentist", "2026-02-06"),
    (WINTER, "I saw the doctor on Thursday", "2026-02-05"),
    (WINTER, "I had a scan on Tuesday", "2026-02-03"),
    (WINTER, "I met Bob this past Saturday", "2026-02-07"),
    (WINTER, "I'm so glad we met on May 4", "2025-05-04"),
    (WINTER, "Finished the thesis on December 31", "2025-12-31"),
    (WINTER, "My grandma died on February 29", "2024-02-29"),
    (WINTER, "I signed the lease on the 31st", "2026-01-31"),
    (WINTER, "I paid the rent on the 31st", "2026-01-31"),
    (WINTER, "She said hello and left on Monday", "2026-02-09"),
    (WINTER, "I did the tax return on February 10", "2026-02-10"),
    (WINTER, "I ran 10k on New Year's Day, on January 1st", "2026-01-01"),
    # 中文，过去
    (SPRING, "我四月十号跑完了全马", "2023-04-10"),
    (SPRING, "我四月三十号跑完了全马", "2022-04-30"),
    (WINTER, "我们6月3号结了婚", "2025-06-03"),
    (WINTER, "我们是6月3号结的婚", "2025-06-03"),
    (WINTER, "周五我去了牙医那里", "2026-02-06"),
    (WINTER, "周五，我去了牙医那里", "2026-02-06"),
    (WINTER, "我12月31号刚交完论文", "2025-12-31"),
    (WINTER, "我们已经在11月20日上线了", "2025-11-20"),
    (WINTER, "我31号交了房租", "2026-01-31"),
    (WINTER, "奶奶2月29号走了", "2024-02-29"),
    (WINTER, "我周四看过医生", "2026-02-05"),
    (WINTER, "我5月4号入职的", "2025-05-04"),
    (WINTER, "前年5月4号我们搬的家", "2024-05-04"),
    (WINTER, "我周五参加了年会", "2026-02-06"),
    # mixed
    (WINTER, "我们 team 11月20号 release 了 v2", "2025-11-20"),
    (WINTER, "我 just finished 了全马 on June 3rd", "2025-06-03"),
    (WINTER, "周五 I went to the 牙医", "2026-02-06"),
    (WINTER, "I 周四 met 了客户", "2026-02-05"),
]
AHEAD = [
    # English, ahead
    (SPRING, "I will run a marathon on April 10th", "2024-04-10"),
    (WINTER, "We're getting married on June 3rd", "2026-06-03"),
    (WINTER, "I'm excited about the concert on Friday", "2026-02-13"),
    (WINTER, "I have a dentist appointment on January 5", "2027-01-05"),
    (WINTER, "I've got a flight on Friday", "2026-02-13"),
    (WINTER, "I'm going to Paris on March 3rd", "2026-03-03"),
    (WINTER, "The deadline is January 31", "2027-01-31"),
    (WINTER, "I booked a flight on January 5", "2027-01-05"),
    (WINTER, "I've booked a table for Saturday", "2026-02-14"),
    (WINTER, "We were invited to a wedding on June 3rd", "2026-06-03"),
    (WINTER, "I bought tickets to the show on Friday", "2026-02-13"),
    (WINTER, "I signed up for a race on Saturday", "2026-02-14"),
    (WINTER, "The meeting was moved to Friday", "2026-02-13"),
    (WINTER, "The launch was scheduled for January 20", "2027-01-20"),
    (WINTER, "I finished my thesis and have my graduation on Friday", "2026-02-13"),
    (WINTER, "On Friday I have the exam", "2026-02-13"),
    (WINTER, "Our delayed flight is on Friday", "2026-02-13"),
    (WINTER, "I have a flu shot on Monday", "2026-02-16"),
    (WINTER, "Fred is coming on Friday", "2026-02-13"),
    (WINTER, "My rent is due on the 31st", "2026-03-31"),
    (WINTER, "The next leap day is February 29", "2028-02-29"),
    (WINTER, "I need to pay by the 5th", "2026-03-05"),
    (WINTER, "I was going to move on Friday", "2026-02-13"),
    (WINTER, "I have an exam this coming Friday", "2026-02-13"),
    # 中文，将来
    (WINTER, "我6月3号要结婚了", "2026-06-03"),
    (WINTER, "我打算1月5号去北京", "2027-01-05"),
    (WINTER, "我周五有个面试", "2026-02-13"),
    (WINTER, "我约了周五的牙医", "2026-02-13"),
    (WINTER, "我订了1月5号的机票", "2027-01-05"),
    (WINTER, "我买了周六的演唱会门票", "2026-02-14"),
    (WINTER, "我报了名1月5号的马拉松", "2027-01-05"),
    (WINTER, "会议改到周五了", "2026-02-13"),
    (WINTER, "拿药改成20号了", "2026-02-20"), (WINTER, "体检改为周五了", "2026-02-13"),
    (WINTER, "周五要去体检", "2026-02-13"),
    (WINTER, "我们会在1月20日上线", "2027-01-20"),
    (WINTER, "31号交房租", "2026-03-31"),
    (WINTER, "我们的婚礼在1月5号", "2027-01-05"),
    (WINTER, "我写完了论文，周五要答辩", "2026-02-13"),
    (WINTER, "后年5月4号退休", "2028-05-04"),
    # mixed
    (WINTER, "我周五要 present", "2026-02-13"),
    (WINTER, "I will 周五 去 Beijing", "2026-02-13"),
    (WINTER, "我 booked 了周五的 flight", "2026-02-13"),
]  # fmt: skip


@pytest.mark.parametrize(("today", "said", "want"), BACK + AHEAD)
def test_the_tense_of_the_clause_says_which_day_is_meant(today: str, said: str, want: str) -> None:
    found = day_in(said, date.fromisoformat(today))
    assert found is not None
    assert found.day.isoformat() == want


@pytest.mark.parametrize(
    ("said", "past", "want"),
    [("dentist, May 4", True, "2025-05-04"), ("dentist, May 4", False, "2026-05-04"),
     ("牙医 周五", True, "2026-02-06"), ("牙医 周五", False, "2026-02-13"), ("周五就交了", True, "2026-02-06")],
)  # fmt: skip
def test_where_no_verb_tells_the_rule_does(said: str, past: bool, want: str) -> None:
    found = day_in(said, date.fromisoformat(WINTER), past=past)
    assert found is not None
    assert found.day.isoformat() == want


@pytest.mark.parametrize(
    ("said", "day", "recurs"),
    [
        ("every Monday at 9", "2026-02-16", "weekly"), ("on Mondays", "2026-02-16", "weekly"),
        ("each Tuesday", "2026-02-10", "weekly"), ("每周三下午", "2026-02-11", "weekly"),
        ("每个星期天", "2026-02-15", "weekly"), ("standup 每周一", "2026-02-16", "weekly"),
        ("the 1st of every month", "2026-03-01", "monthly"), ("每月15号", "2026-02-15", "monthly"),
        ("每个月31号", "2026-03-31", "monthly"), ("every May 4", "2026-05-04", "yearly"),
        ("May 4 every year", "2026-05-04", "yearly"), ("每年2月29日", "2028-02-29", "yearly"),
        ("every other Monday", "2026-02-16", None), ("每两周三", "2026-02-11", None),
        ("every Monday and Friday", "2026-02-16", None), ("每周一、周三", "2026-02-16", None),
    ],
)  # fmt: skip
def test_a_rhythm_is_no_single_day(said: str, day: str, recurs: str | None) -> None:
    today = date.fromisoformat(WINTER)
    again = find_again(said, today)
    assert again is not None
    assert (again.day.isoformat(), again.recurs) == (day, recurs)
    first = day_in(said, today)
    assert first is None or recurs is None  # the second day of two is still one


@pytest.mark.parametrize("said", ["on Monday", "Wednesday", "these days", "周三", "每天", "", "the month of May"])
def test_what_has_no_rhythm_is_none(said: str) -> None:
    assert find_again(said, date.fromisoformat(WINTER)) is None

"""What holds for times in every language: places, zones, events, evil input."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.recall.question.times import time_spans
from tests.recall.question.test_times_en import TABLE as ENGLISH
from tests.recall.question.test_times_zh import TABLE as CHINESE
from tests.recall.question.times import SUNDAY, read

NAMED = [text for _, text, _ in (*ENGLISH, *CHINESE)]


def test_a_span_says_where_it_stands_and_how_large_it_is() -> None:
    (span,) = time_spans("Did we meet since last May?", SUNDAY)
    assert span == TimeSpan(datetime(2026, 5, 1, tzinfo=UTC), None, (12, 26), "since last May", SpanKind.SINCE)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("yesterday", SpanKind.DAY),
        ("上周末", SpanKind.WEEKEND),
        ("two weeks ago", SpanKind.WEEK),
        ("去年五月", SpanKind.MONTH),
        ("Q3 2025", SpanKind.QUARTER),
        ("今年春天", SpanKind.SEASON),
        ("2021年", SpanKind.YEAR),
        ("between March and May", SpanKind.RANGE),
        ("2021年以来", SpanKind.SINCE),
        ("before June", SpanKind.UNTIL),
    ],
)
def test_the_kind_tells_how_exactly_it_was_meant(text: str, kind: SpanKind) -> None:
    assert [span.kind for span in time_spans(text, SUNDAY)] == [kind]


def test_several_times_in_two_languages_come_in_order() -> None:
    assert read("上周三 or in May 2023, 或者昨天?", SUNDAY) == [
        "2026-11-04..2026-11-05",
        "2023-05-01..2023-06-01",
        "2026-11-14..2026-11-15",
    ]


def test_days_begin_at_midnight_of_the_zone() -> None:
    east = timezone(timedelta(hours=8))
    late = datetime(2026, 11, 15, 20, tzinfo=UTC)  # already the 16th in the east
    (span,) = time_spans("昨天", late, zone=east)
    assert (span.start, span.end) == (
        datetime(2026, 11, 14, 16, tzinfo=UTC),
        datetime(2026, 11, 15, 16, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("text", "event", "side"),
    [
        ("What did I eat before we moved?", "we moved", "before"),
        ("before we moved what did I eat?", "we moved", "before"),
        ("Where did I live before my wedding in Rome?", "my wedding in Rome", "before"),
        ("How have I felt since the surgery last?", "the surgery last", "after"),
        ("What changed after Anna left?", "Anna left", "after"),
        ("who visited while I was ill", "I was ill", "during"),
        ("搬家之前我住在哪里", "搬家", "before"),
        ("我们搬家之前住在哪里", "我们搬家", "before"),
        ("自从毕业以后我去了哪些地方", "毕业", "after"),
        ("毕业后我去了哪", "毕业", "after"),
        ("吃饭的时候我们聊了什么", "吃饭", "during"),
        ("手术前我吃什么药", "手术", "before"),
    ],
)
def test_a_time_tied_to_an_event_keeps_its_words(text: str, event: str, side: str) -> None:
    found = [(span.kind, span.event, span.side, span.start, span.end) for span in time_spans(text, SUNDAY)]
    assert found == [(SpanKind.RELATIVE, event, side, None, None)]


@pytest.mark.parametrize(
    "text",
    ["when did I say that", "when is my birthday", "什么时候", "我以前住哪", "之前说的", "还是之后", "是在多少天之后"],
)
def test_a_question_after_the_time_is_not_an_event(text: str) -> None:
    assert time_spans(text, SUNDAY) == []


@given(st.lists(st.one_of(st.sampled_from(NAMED), st.text(max_size=8))).map("".join), st.datetimes())
def test_anything_can_be_read_at_any_time(text: str, now: datetime) -> None:
    spans = time_spans(text, now.replace(tzinfo=UTC))
    assert spans == time_spans(text, now.replace(tzinfo=UTC))
    edge = 0
    for span in spans:
        assert span.at[0] >= edge or span.kind == SpanKind.RELATIVE
        edge = span.at[1]
        assert span.text == text[span.at[0] : span.at[1]]
        assert span.start is None or span.end is None or span.start < span.end


def cost(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        before = process_time()
        work()
        best = min(best, process_time() - before)
    return best


EVIL = [
    "may ",
    "上上",
    "2026-",
    "the ",
    "before the ",
    "前前",
    "十十",
    "a few ",
    "from march to ",
    "    ",
    "5月",
    "周一到",
    "last ",
]


@pytest.mark.parametrize("piece", [*EVIL, "before we moved ", "以前", "1", "between may and "])
def test_eight_times_the_text_costs_about_eight_times_the_time(piece: str) -> None:
    short = piece * (2_000 // len(piece))
    assert cost(lambda: time_spans(short * 8, SUNDAY)) < 30 * max(cost(lambda: time_spans(short, SUNDAY)), 0.001)

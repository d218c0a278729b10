"""Spans of text are put together and left out, whatever their order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.spans import merged, without_spans

spans = st.lists(st.tuples(st.integers(-3, 15), st.integers(-3, 15)), max_size=6)


@pytest.mark.parametrize(
    ("text", "hidden", "left"),
    [
        ("我住在杭州，喜欢绿茶。", [(3, 5)], "我住在…，喜欢绿茶。"),
        ("I live in Leeds and like tea.", [(10, 15), (25, 28)], "I live in … and like …."),
        ("我在 Leeds 上班", [(3, 8)], "我在 … 上班"),
        ("👩‍👩‍👧 and tea", [(0, 5)], "… and tea"),
        ("tea", [(0, 3)], "…"),
        ("tea", [], "tea"),
        ("tea", [(1, 1), (3, 9), (-5, 0), (2, 1)], "tea"),
        ("green tea", [(4, 99), (-2, 1)], "…ree…"),
        ("abcdef", [(0, 2), (2, 3), (1, 2)], "…def"),
        ("", [(0, 4)], ""),
    ],
)
def test_each_span_becomes_one_mask(text: str, hidden: list[tuple[int, int]], left: str) -> None:
    assert without_spans(text, hidden) == left


def test_the_mask_may_be_another_or_none() -> None:
    assert without_spans("green tea", [(0, 6)], mask="[hidden] ") == "[hidden] tea"
    assert without_spans("green tea", [(0, 6)], mask="") == "tea"


@given(spans)
def test_merged_spans_hold_the_same_characters_in_order_and_apart(given_spans: list[tuple[int, int]]) -> None:
    joined = merged(given_spans)
    assert {n for span in joined for n in range(*span)} == {n for span in given_spans for n in range(*span)}
    assert all(one[1] < other[0] for one, other in pairwise(joined))
    assert all(start < end for start, end in joined)


@given(st.text(max_size=12), spans)
def test_what_is_left_is_what_was_not_hidden(text: str, hidden: list[tuple[int, int]]) -> None:
    gone = {n for span in hidden for n in range(*span)}
    assert without_spans(text, hidden, mask="") == "".join(ch for n, ch in enumerate(text) if n not in gone)

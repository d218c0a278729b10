"""Whatever a text is written in, it is read as a person reads it, and what is masked is the text that was given."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.intake.pii import clean, scan
from perdure.intake.pii.places import TextChange, replace
from perdure.intake.pii.view import view
from perdure.segment import segment
from tests.intake.pii.test_scan import ANYTHING

PHONE = "13812345678"


def written(style: str) -> str:
    """The phone number in another kind of digits."""
    return "".join(style[int(digit)] for digit in PHONE)


STYLES = {
    "circled": written("⓪①②③④⑤⑥⑦⑧⑨"),
    "negative circled": written("⓿❶❷❸❹❺❻❼❽❾"),
    "full width": written("０１２３４５６７８９"),
    "bold": written("𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"),
    "double-struck": written("𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"),
    "superscript": written("⁰¹²³⁴⁵⁶⁷⁸⁹"),
    "subscript": written("₀₁₂₃₄₅₆₇₈₉"),
    "Arabic": written("٠١٢٣٤٥٦٧٨٩"),
    "Devanagari": written("०१२३४५६७८९"),
    "in brackets": written("⓪⑴⑵⑶⑷⑸⑹⑺⑻⑼"),
    "Chinese": written("零一二三四五六七八九"),
    "Chinese, spoken": "幺三八幺二三四五六七八",
    "Chinese, on a cheque": written("零壹贰叁肆伍陆柒捌玖"),
    "keycaps": "".join(f"{digit}\ufe0f\u20e3" for digit in PHONE),
    "zero width": "\u200b".join(PHONE),
    "byte order marks": "\ufeff".join(PHONE),
    "soft hyphens": "138\u00ad1234\u00ad5678",
    "digit by digit": " ".join(PHONE),
    "with hyphens": "-".join(PHONE),
    "in words": "one three eight one two three four five six seven eight",
    "in dots": "138.1234.5678",
    "over lines": "138\n1234\n5678",
    "middle dots": "138·1234·5678",
    "no-break spaces": "138\u00a01234\u00a05678",
}


@pytest.mark.parametrize("number", STYLES.values(), ids=STYLES)
def test_a_phone_number_is_masked_in_whatever_digits(number: str) -> None:
    assert clean(f"打我电话：{number}。").text == "打我电话：[phone]。"
    assert clean(f"Call me: {number}, thanks").text == "Call me: [phone], thanks"


@pytest.mark.parametrize("number", STYLES.values(), ids=STYLES)
def test_what_is_indexed_comes_from_what_is_kept(number: str) -> None:
    words = segment(clean(f"打我电话：{number}。").text)
    assert not any(PHONE in unicodedata.normalize("NFKC", word) or "1234" in word for word in words)


@pytest.mark.parametrize("number", [STYLES["circled"], STYLES["bold"], STYLES["full width"], STYLES["soft hyphens"]])
def test_the_index_would_have_held_the_plain_digits(number: str) -> None:
    """A red control: this is what the text would be found by, had it been kept."""
    assert PHONE in segment(number)


def test_numbers_from_ten_on_in_circles_count_as_two_digits() -> None:
    assert clean("卡号 ④①⑪⑪⑪⑪⑪⑪⑪").text == "卡号 [bank_card]"


@pytest.mark.parametrize(
    "password",
    ["ｈｕｎｔｅｒ２", "𝗁𝗎𝗇𝗍𝖾𝗋𝟤", "h\u200bu\u200bn\u200bt\u200be\u200br2", "ⓗⓤⓝⓣⓔⓡ②"],
)
def test_a_password_in_other_letters_is_masked(password: str) -> None:
    assert clean(f"my password is {password}").text == "my password is [password]"
    assert clean(f"密码：{password}").text == "密码：[password]"


@given(ANYTHING)
def test_every_place_in_what_is_read_is_a_place_in_what_was_given(text: str) -> None:
    seen = view(text)
    assert len(seen.text) == len(seen.data)
    for at in range(len(seen.data)):
        start, end = seen.origin(at, at + 1)
        assert 0 <= start < end <= len(text)


ODD = st.lists(
    st.sampled_from([*STYLES.values(), "密码是", "hunter2", " [at] ", "⑩", "\u200b", "ﬁ", "a", "。", "1", " "])
)


@given(ODD.map("。".join))
def test_what_was_cleaned_holds_no_number_in_any_digits(text: str) -> None:
    cleaned = clean(text).text
    assert [found for found in scan(unicodedata.normalize("NFKC", cleaned)) if found.kind == "phone"] == []


def test_places_lead_back_through_parts_that_shrink_grow_and_vanish() -> None:
    text, places = replace("ab[at]c⑩d", [TextChange(0, 1, ""), TextChange(2, 6, "@"), TextChange(7, 8, "10")])
    assert text == "b@c10d"
    assert [places.origin(at, at + 1) for at in range(6)] == [(1, 2), (2, 6), (6, 7), (7, 8), (7, 8), (8, 9)]
    assert places.origin(0, 6) == (1, 9)


def test_what_cannot_be_seen_goes_with_what_it_stands_behind() -> None:
    text, places = replace("ab\u200bc", [TextChange(2, 3, "")])
    assert (text, places.origin(0, 2), places.origin(2, 3)) == ("abc", (0, 3), (3, 4))

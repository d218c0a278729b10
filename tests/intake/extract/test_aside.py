"""Whose words a line brings: who is named before a colon speaks, and a label of the sender's own names nobody."""

from __future__ import annotations

import pytest

from perdure.intake.extract.aside import own_words


def own(text: str) -> str:
    return " ".join(text[a:b] for a, b in own_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "[12:03] Dave: I hate Mondays",
        "12:03 Dave: I hate Mondays",
        "the guy on the podcast: I wake up at 4am and I never eat sugar",
        "From Dave: my new address is 5 Oak Street, I work nights now",
        "小李发来的：我下周结婚，我对象是护士",
        "日记范文：今天我和妈妈去动物园，我最喜欢大熊猫",
        "Dear team,\nI'm Sarah from HR. I live in Boston.\nBest,\nSarah",
    ],
)
def test_who_is_named_before_a_colon_speaks(text: str) -> None:
    assert own(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "note: I'm allergic to peanuts",
        "PS: I live in Leeds",
        "update: I moved to York",
        "reminder: the rent is due",
        "allergies: peanuts",
        "my address: 5 Oak Street",
        "From Monday: I work nights",
        "from now on: reply in English",
        "12:30 lunch: meet Ann",
        "备注：我对花生过敏",
        "更新：我搬到成都了",
        "我发来的：我的简历",
    ],
)
def test_a_label_of_ones_own_names_nobody(text: str) -> None:
    assert own(text) == text


def test_a_letter_ends_with_its_name_and_what_follows_is_ones_own() -> None:
    assert own("Dear team,\nI live in Boston.\nBest,\nSarah\nI live in Leeds") == "I live in Leeds"

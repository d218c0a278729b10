"""What shared words tell: a name more than an everyday word, in both languages."""

from __future__ import annotations

import pytest

from perdure.intake.read.telling import Telling
from perdure.intake.read.weights import open_weights


@pytest.fixture(scope="module")
def telling() -> Telling:
    return Telling(open_weights())


@pytest.mark.parametrize(
    ("said", "name", "everyday"),
    [
        (
            "Dunsop went bust, now we have it in a barn",
            "The party is at Dunsop Manor",
            "The bread is in the kitchen now",
        ),
        ("麻薯飞走了，找不回来了", "我养的鹦鹉叫麻薯", "飞机晚点，人回来了"),
        ("城东那套不要了，deal 定在河边", "我决定买城东那套", "那个不要了"),
    ],
)
def test_a_shared_name_tells_more_than_shared_everyday_words(
    telling: Telling, said: str, name: str, everyday: str
) -> None:
    signs = telling.signs(said, [name, everyday, "nothing alike"])
    assert signs[0, 1] > signs[1, 1]
    assert signs[2].tolist()[:3] == [0, 0, 0]
    assert signs[0, 3] > 0 > signs[2, 3]


@pytest.mark.parametrize("said", ["", "…", "👍", "1 2 3", "\x00"])
def test_what_has_no_words_tells_nothing(telling: Telling, said: str) -> None:
    assert telling.signs(said, [said, "I live in Leeds"]).max() == 0
    assert telling.signs(said, []).shape == (0, 4)

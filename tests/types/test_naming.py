"""Names are looked up by how they begin: whatever stands in a text is among those that can."""

from __future__ import annotations

import random

import pytest

from perdure.types import naming
from perdure.types.naming import Names, name_starts, starts_in

CHARACTERS = [
    *"aAbBzZ019 _-.+'#@/é ",
    *"ßİıſﬁⅧ①１Ａａ\u0301\u0327\u00ad\u200d\u3000\xa0",
    *"李小明のカー가힣ไทยعन्。，・𠮷😀",
]
WORDS = [
    "Ann",
    "ann lee",
    "Lee",
    "小明",
    "李",
    "C++",
    ".NET",
    "O'Neil",
    "Straße",
    "项目 A",
    "项目A",
    "brain_mvp",
    "v3.12",
]


def made_of(dice: random.Random, most: int) -> str:
    return "".join(dice.choice((dice.choice(CHARACTERS), dice.choice(WORDS))) for _ in range(dice.randint(1, most)))


def missed(name: str, text: str) -> bool:
    """Whether a name stands in a text and could not be looked up there."""
    value = {"canonical": name}
    return bool(Names.of([("it", value)]).found_in(text)) and starts_in(text).isdisjoint(name_starts(value))


def some_pairs(seed: int, count: int) -> list[tuple[str, str]]:
    """Names and texts, most of which hold the name as it is or written otherwise."""
    dice, pairs = random.Random(seed), []
    for _ in range(count):
        name = made_of(dice, 6)
        spelled = dice.choice((name, name.upper(), name.lower(), name.swapcase()))
        around = [made_of(dice, 8) for _ in range(2)]
        gaps = [dice.choice(("", " ", "，", "a", "明")) for _ in range(2)]
        pairs.append((name, around[0] + gaps[0] + spelled + gaps[1] + around[1]))
    return pairs


def test_no_name_that_stands_in_a_text_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = some_pairs(1, 4_000)
    found = [pair for pair in pairs if Names.of([("it", {"canonical": pair[0]})]).found_in(pair[1])]
    assert len(found) > 1_000
    assert [pair for pair in found if missed(*pair)] == []
    starts = {pair: name_starts({"canonical": pair[0]}) for pair in found}
    monkeypatch.setattr(naming, "PIECES", 2)  # the red control: texts that are looked up by less
    assert any(starts_in(pair[1]).isdisjoint(starts[pair]) for pair in found)


def test_pieces_are_what_names_are_joined_by() -> None:
    """The pattern and the rule by which a name stands in a text agree on every character there is."""
    for number in range(0x34000):  # what comes after has no letters
        character = chr(number)
        pieces = [piece[0] for piece in naming._PIECE.finditer(character + "a")]
        want = [character + "a"] if naming._joined(character, "a") else [character, "a"]
        assert pieces == (want if not character.isspace() else ["a"]), hex(number)


def test_a_long_name_is_looked_up_by_its_beginning() -> None:
    long = "x" * 500
    assert name_starts({"canonical": long, "aliases": ["小明同学", "Ann Lee of Oslo", ""]}) == [
        "ann lee of",
        "x" * 64,
        "小明同",
    ]
    assert not missed(long, f"so {long}!")
    assert name_starts({"canonical": None}) == []

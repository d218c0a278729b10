"""Who denies what: a qualifier is what is denied, and nobody denies in another's name."""

from __future__ import annotations

import pytest

from perdure.intake.extract.denial import is_stated, may_end, names_only
from perdure.intake.meant import Thing, denied_by
from tests.intake.extract.said import found as read
from tests.intake.extract.said import keys, known


@pytest.mark.parametrize(
    ("denied", "values", "whole"),
    [
        ("vegetarian anymore", ["vegetarian"], True),
        ("a strict vegetarian", ["vegetarian"], False),
        ("work at Acme as a designer now", ["Acme", "designer"], True),
        ("work for Acme's rival", ["Acme"], False),
        ("living in central London", ["London"], False),
        ("have a dog", ["Rex", "dog"], True),
        ("have a big dog", ["Rex", "dog"], False),
        ("住成都了", ["成都"], True),
        ("是严格吃素的", ["素"], False),
        ("在字节上班了", ["字节"], True),
    ],
)
def test_a_qualifier_is_what_is_denied(denied: str, values: list[str], whole: bool) -> None:
    assert names_only(denied, values) is whole


@pytest.mark.parametrize(
    "said",
    [
        "I'm not allergic to peanuts, he says",
        "I'm not only allergic to peanuts",
        "it's not that I'm not allergic to peanuts",
        "if I'm not allergic to peanuts",
        "maybe I'm not allergic to peanuts",
        "我不是不对花生过敏",
        "我不只对花生过敏",
    ],
)
def test_nothing_is_denied_in_passing_on_or_twice(said: str) -> None:
    clause = said.split(",")[0]
    assert not is_stated(said, clause)


HELD = ("I'm allergic to peanuts", "I live in Leeds", "我住在成都", "我对花生过敏")


@pytest.mark.parametrize(
    "said",
    [
        "I'm not allergic to peanuts, he says",
        "I don't just live in Leeds, I love it",
        "我不是不对花生过敏",
        "my wife is not allergic to peanuts",
        "Tom no longer lives in Leeds",
        "老王不住成都了",
        "我老婆对花生不过敏",
        "我妈不住成都",
    ],
)
def test_what_is_so_of_somebody_else_or_only_passed_on_is_no_denial(said: str) -> None:
    held = known(*HELD)
    facts = [(item, dict(fact)) for item in held.items for fact in item.value.get("facts", ())]
    things = [Thing(item, {**fact, "said": text}) for item, fact in facts for text in HELD if str(fact["v"]) in text]
    assert denied_by(said, things) is None
    assert not any(key.startswith("-") for key in keys(read(said, held)))


def test_a_plain_denial_is_one() -> None:
    held = known("I'm vegetarian")
    assert keys(read("I'm not vegetarian any more", held)) == ["-profile:user#diet=vegetarian"]
    assert is_stated(
        "turns out I'm not allergic to peanuts after all", "turns out I'm not allergic to peanuts after all"
    )


def test_a_correction_of_what_there_may_be_several_of_takes_the_old_one_out() -> None:
    held = known("I'm allergic to peanuts")
    assert keys(read("no, not peanuts, walnuts", held)) == [
        "-profile:user#allergy (peanuts)=peanuts",
        "profile:user#allergy (walnuts)=walnuts",
    ]


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("my wife is not allergic to peanuts", "I'm allergic to peanuts"),
        ("You got that wrong, I'm not allergic to peanuts.", "I'm allergic to shellfish"),
        ("are you sure I'm not allergic to peanuts?", "I'm allergic to peanuts"),
        ("he says I'm not allergic to peanuts but I am", "I'm allergic to peanuts"),
        ("I'm not allergic to work", "I'm allergic to peanuts"),
        ("my allergy test for cats came back negative", "I'm allergic to peanuts"),
        ("peanuts are not nuts, they're legumes", "I'm allergic to peanuts"),
        ("Ruth isn't vegetarian any more", "I'm vegetarian"),
        ("Tom no longer lives in Leeds", "I live in Leeds"),
        ("老王不住成都了", "我住在成都"),
        ("我老婆对花生不过敏", "我对花生过敏"),
        ("你记错了，我不是对花生过敏", "我对shellfish过敏"),
        ('he shouted "forget Leeds!" and ran off', "I live in Leeds"),
    ],
)
def test_what_is_anothers_or_of_another_thing_ends_nothing(said: str, held: str) -> None:
    assert not may_end(said, held)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("vegetarian no more", "I'm vegetarian"),
        ("not vegetarian anymore, caved and had a burger", "I'm vegetarian but I do eat eggs"),
        ("I'm not allergic to peanuts after all", "I'm allergic to peanuts"),
        ("the allergy to peanuts is gone", "I'm allergic to peanuts"),
        ("I don't live in Leeds any more", "I live in Leeds"),
        ("Claire left, Tom's running our team now", "Claire runs our team."),
        ("The dentist moved me to Thursday", "I have a dentist appointment on Tuesday"),
        ("standup is not at 9:30 any more", "Standup is at 9:30"),
        ("我不住成都了", "我住在成都"),
        ("跳槽了，现在在蚂蚁", "我在字节跳动上班。"),
        ("古筝课早就不上了，琴也送人了", "我在学古筝。"),
    ],
)
def test_what_speaks_of_the_speakers_own_thing_may_end_it(said: str, held: str) -> None:
    assert may_end(said, held)

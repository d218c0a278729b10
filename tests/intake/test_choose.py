"""Words mean one thing that is held, or they change nothing and what they may mean is shown."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, Event, NotFound, Refused, Retracted, Target
from tests.homes import refused

TALK = {
    "en": (
        "I live in Leeds.",
        "I'm allergic to peanuts.",
        "I'm allergic to shellfish.",
        "My mum's birthday is on May 4.",
        "My name is Mia and I work at Acme.",
    ),
    "zh": ("我住在杭州。", "我对花生过敏。", "我对海鲜过敏。", "我妈的生日是5月4日。", "我叫小米，在华为工作。"),
    "mixed": (
        "我住在 Leeds。",
        "I'm allergic to 花生。",
        "我对 shellfish 过敏。",
        "我妈的 birthday 是5月4日。",
        "我叫 Mia。",
    ),
}


async def told(luna: AgentMemory, language: str) -> AgentMemory:
    session = await luna.start_session("s")
    for said in TALK[language]:
        await luna.commit_turn(session, [Event.user(said), Event.assistant("OK")])
    return luna


async def fields(luna: AgentMemory) -> set[str]:
    return {str(fact["v"]) for item in await luna.items("profile") for fact in item.value["facts"]}


ONE = {
    "en": {
        "that I live in Leeds": "Leeds",
        "where I live": "Leeds",
        "shellfish allergy": "shellfish",
        "my name": "Mia",
        "my employer": "Acme",
    },
    "zh": {"我住在杭州": "杭州", "海鲜过敏": "海鲜", "我的名字": "小米", "花生": "花生"},
    "mixed": {"shellfish 过敏": "shellfish", "我住在 Leeds": "Leeds"},
}


@pytest.mark.parametrize(("language", "words"), [(language, words) for language in ONE for words in ONE[language]])
async def test_words_that_mean_one_field_forget_that_field_alone(luna: AgentMemory, language: str, words: str) -> None:
    await told(luna, language)
    before, others = await fields(luna), {i.key for i in await luna.items() if i.type != "profile"}
    receipt = await luna.forget_recall(Target(query=words))
    assert [type(outcome) for outcome in receipt.outcomes] == [Retracted], receipt
    assert before - await fields(luna) == {ONE[language][words]}
    assert {i.key for i in await luna.items() if i.type != "profile"} == others
    # What was said with it in one sentence is not told on by what is left.
    assert not any(ONE[language][words] in item.content for item in await luna.items("profile"))


SEVERAL = {"en": ("my allergies", "allergic"), "zh": ("过敏", "我的过敏"), "mixed": ("过敏",)}


@pytest.mark.parametrize(
    ("language", "words"), [(language, words) for language in SEVERAL for words in SEVERAL[language]]
)
async def test_words_that_may_mean_several_change_nothing_and_show_each(
    luna: AgentMemory, language: str, words: str
) -> None:
    await told(luna, language)
    before = {(item.id, item.status) for item in await luna.items(status=None)}
    receipt = await luna.forget_recall(Target(query=words))
    assert {(item.id, item.status) for item in await luna.items(status=None)} == before
    assert len(receipt.outcomes) >= 2
    assert all(isinstance(outcome, Refused) and outcome.item_id for outcome in receipt.outcomes)
    assert await luna.preview_forget(Target(query=words)) == []
    # Each is shown by a name that means it alone.
    named = [outcome.key for outcome in receipt.outcomes]
    assert len(set(named)) == len(named)
    assert all(isinstance(outcome, Retracted) for outcome in (await luna.forget_recall(str(named[-1]))).outcomes)


EVERY = {
    "en": {"both allergies": {"peanuts", "shellfish"}, "everything about my allergies": {"peanuts", "shellfish"}},
    "zh": {"过敏的全部": {"花生", "海鲜"}, "两条过敏": {"花生", "海鲜"}},
    "mixed": {"两条过敏": {"花生", "shellfish"}, "所有 allergy": {"花生", "shellfish"}},
}


@pytest.mark.parametrize(("language", "words"), [(language, words) for language in EVERY for words in EVERY[language]])
async def test_words_that_say_so_forget_several_and_nothing_else(luna: AgentMemory, language: str, words: str) -> None:
    await told(luna, language)
    before, others = await fields(luna), {i.key for i in await luna.items() if i.type != "profile"}
    meant = await luna.which(words)
    assert meant.is_clear
    assert len(meant.found) == 2
    receipt = await luna.forget_recall(Target(query=words))
    assert all(isinstance(outcome, Retracted) for outcome in receipt.outcomes), receipt
    assert before - await fields(luna) == EVERY[language][words]
    assert {i.key for i in await luna.items() if i.type != "profile"} == others


@pytest.mark.parametrize("words", ["all three allergies", "三条过敏", "both, but keep the peanut allergy"])
async def test_words_that_mean_another_number_than_fits_change_nothing(luna: AgentMemory, words: str) -> None:
    await told(luna, "en")
    await luna.remember("我对芒果过敏。我对猫毛过敏。")
    before = {(item.id, item.status) for item in await luna.items(status=None)}
    receipt = await luna.forget_recall(Target(query=words))
    assert {(item.id, item.status) for item in await luna.items(status=None)} == before
    assert all(isinstance(outcome, Refused) for outcome in receipt.outcomes)


async def test_what_may_be_meant_as_well_stays_and_is_shown(luna: AgentMemory) -> None:
    for said in ("Tom owes me forty pounds for his knee brace", "Tom hurt his knee brace strap", "Tom has a knee"):
        await luna.remember(said)
    receipt = await luna.forget_recall(Target(query="everything about Tom's knee brace"))
    assert [type(outcome) for outcome in receipt.outcomes] == [Retracted, Retracted, Refused]
    assert [item.content for item in await luna.items()] == ["Tom has a knee"]


NONE = {
    "en": ("the dentist appointment", "my dog", "the Kafka decision"),
    "zh": ("看牙医的预约", "我的狗", "用 Kafka 的决定"),
    "mixed": ("dentist 预约",),
}


@pytest.mark.parametrize(("language", "words"), [(language, words) for language in NONE for words in NONE[language]])
async def test_words_that_mean_nothing_that_is_held_change_nothing_and_say_so(
    luna: AgentMemory, language: str, words: str
) -> None:
    await told(luna, language)
    before = {(item.id, item.status) for item in await luna.items(status=None)}
    [outcome] = (await luna.forget_recall(Target(query=words))).outcomes
    assert isinstance(outcome, Refused)
    assert {(item.id, item.status) for item in await luna.items(status=None)} == before


async def test_two_that_say_the_same_are_one_thing(luna: AgentMemory) -> None:
    for _ in range(2):
        await luna.memory_append("The bins go out on Monday.")
    receipt = await luna.forget_recall(Target(query="the bins"))
    assert [type(outcome) for outcome in receipt.outcomes] == [Retracted, Retracted]


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
@pytest.mark.parametrize(
    ("language", "target", "gone"),
    [
        ("en", "profile:user#city", "Leeds"),
        ("en", "PROFILE：User#City", "Leeds"),
        ("en", "profile:user#allergy=peanuts", "peanuts"),
        ("zh", "profile:user#city", "杭州"),
        ("zh", "profile:user#allergy=花生", "花生"),
        ("mixed", "profile:user#allergy=花生", "花生"),
    ],
)
async def test_a_field_of_a_profile_has_a_name_of_its_own(
    luna: AgentMemory, language: str, target: str, gone: str, mode: str
) -> None:
    await told(luna, language)
    before = await fields(luna)
    [choice] = (await luna.which(target)).found
    assert gone in choice.said
    receipt = await luna.forget_recall(target, mode=mode)
    assert [type(outcome) for outcome in receipt.outcomes] == [Retracted]
    assert before - await fields(luna) == {gone}
    history = await luna.history.of(target)
    assert (gone in str([version.value for version in history.versions])) == (mode == "deactivate")
    assert not [hit for hit in await luna.search_memory(gone) if gone in hit.item.content]
    assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_a_field_with_several_values_is_not_clear_without_one(luna: AgentMemory) -> None:
    await told(luna, "en")
    meant = await luna.which("profile:user#allergy")
    assert not meant.is_clear
    assert [choice.target for choice in meant.found] == [
        "profile:user#allergy=peanuts",
        "profile:user#allergy=shellfish",
    ]
    receipt = await luna.forget_recall("profile:user#allergy")
    assert all(isinstance(outcome, Refused) for outcome in receipt.outcomes)
    assert {"peanuts", "shellfish"} <= await fields(luna)


@pytest.mark.parametrize("target", ["profile:user#shoe size", "profile:user#city=York", "profile:anna#city"])
async def test_a_field_that_is_not_there_is_not_found(luna: AgentMemory, target: str) -> None:
    await told(luna, "en")
    error = await refused(luna, luna.forget_recall(target))
    assert type(error) is NotFound


async def test_a_key_that_has_the_mark_itself_is_still_a_key(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "favourite language", "value": "C#", "subject": "C#"}))
    [item] = await luna.items("facts")
    assert "#" in item.key
    await luna.forget_recall(item.key)
    assert await luna.items("facts") == []


async def test_what_was_forgotten_may_be_said_anew(luna: AgentMemory) -> None:
    await told(luna, "en")
    before = await fields(luna)
    await luna.forget_recall("profile:user#city")
    await luna.commit_turn("s", [Event.user("I live in Leeds.")])
    assert await fields(luna) == before

"""Remembering and forgetting plain text, in the wording of people and of models, and the small comforts around it."""

from __future__ import annotations

from pathlib import Path

import pytest

import perdure
from perdure import Event, InvalidInput, ManualClock, Memory, NotFound
from perdure.intake.wishes import as_own_words

TYPED = [
    ("The user is allergic to shrimp.", "profile", "profile:user"),
    ("用户对虾过敏。", "profile", "profile:user"),
    ("User prefers dark mode.", "preferences", "pref:ui:theme"),
    ("用户喜欢喝美式咖啡，不加糖。", "preferences", "pref:other:美式咖啡"),
    ("The user's daughter is called Mia.", "relationships", "rel:user:mia"),
    ("团队周会在周二上午十点", "events", "event:general:weekly-tue:团队周会在周二上午十点"),
    ("用户对 peanut 过敏", "profile", "profile:user"),
    ("I live in Leeds.", "profile", "profile:user"),
    ("The spare key is with Ann. It is blue.", "facts", "fact:user:the_spare_key_is_with_ann_it_is_blue"),
]


@pytest.fixture
def luna(tmp_path: Path) -> Memory:
    with Memory.open("luna", tmp_path, clock=ManualClock(), embedder="none") as memory:
        yield memory


@pytest.mark.parametrize(("text", "kind", "key"), TYPED)
def test_a_text_is_kept_by_the_type_that_its_words_say(luna: Memory, text: str, kind: str, key: str) -> None:
    receipt = luna.remember(text)
    [outcome] = receipt.outcomes
    item = luna.item(key)
    assert (outcome.outcome, item.type, item.expires_at) == ("stored", kind, None)
    assert text.rstrip(".。") in item.content
    assert item.evidence[0].quote in text


def test_every_sentence_is_kept_and_a_denial_denies(luna: Memory) -> None:
    luna.remember("The user lives in York. The wifi box is behind the sofa. It blinks at night!")
    contents = [item.content for item in luna.items()]
    assert "The wifi box is behind the sofa. It blinks at night!" in contents
    assert "York" in luna.item("profile:user").content
    assert luna.remember("The user no longer lives in York.").outcomes[0].outcome == "retracted"
    assert "York" not in " ".join(item.content for item in luna.items())


def test_what_a_model_relays_does_not_overturn_the_user(luna: Memory) -> None:
    luna.commit_turn(luna.start_session("s"), Event.user("I live in Leeds."))
    [outcome] = luna.remember("The user lives in York.", source="relayed").outcomes
    assert outcome.outcome == "pending"
    assert "Leeds" in luna.item("profile:user").content
    [guess] = luna.remember("The user seems tired.", source="inference").outcomes
    assert luna.item(guess.item_id).type == "notes"


def test_what_is_remembered_is_found_four_days_later(tmp_path: Path) -> None:
    from datetime import timedelta

    clock = ManualClock()
    with Memory.open("luna", tmp_path, clock=clock, embedder="none") as luna:
        luna.remember("The user is allergic to shrimp", source="relayed")
        clock.advance(timedelta(days=4))
        assert "shrimp" in luna.compose(luna.start_session(), "suggest a dinner").text


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("The user has a dog and their dog is called Max", "I have a dog and my dog is called Max"),
        ("the user doesn’t eat pork", "I don't eat pork"),
        ("This user never watches TV", "I never watch TV"),
        ("Bob is the user's boss", "Bob is my boss"),
        ("该用户的女儿叫小雨", "我的女儿叫小雨"),
        ("Users like it", "Users like it"),
        ("他住在成都", "他住在成都"),
    ],
)
def test_a_model_speaks_of_the_user_in_the_third_person(said: str, own: str) -> None:
    assert as_own_words(said) == own


def test_words_forget_the_one_thing_that_they_mean(luna: Memory) -> None:
    luna.remember("The spare key is with Ann.")
    luna.remember("I live in Leeds.")
    assert [o.outcome for o in luna.forget("the spare key").outcomes] == ["retracted"]
    assert [item.key for item in luna.items()] == ["profile:user"]
    assert luna.forget("profile:user#city").outcomes[0].outcome == "retracted"
    assert not luna.forget("the moon landing").outcomes or luna.forget("the moon landing").outcomes[0].item_id is None


def test_small_comforts(luna: Memory) -> None:
    session = luna.start_session("s")
    receipt = luna.commit_turn(session, Event.user("I live in Leeds.", timestamp="2026-01-01T08:00:00+08:00"))
    [record] = luna.archive.records("s")
    assert record.timestamp.isoformat() == "2026-01-01T00:00:00+00:00"
    item = luna.item("profile:user")
    assert luna.item(item.id) == item
    assert receipt.outcomes[0].item_id == item.id
    assert luna.compose(session, "where do I live?").budget == 2_000
    assert luna.search_memory("Leeds", as_of="2026-01-01T00:00:00Z")
    assert luna.compose(session, "hi", now="2026-01-03T00:00:00Z").text
    with pytest.raises(NotFound):
        luna.item("fact:user:nothing")
    with pytest.raises(InvalidInput, match="ISO 8601"):
        luna.retrieve_archival("Leeds", since="yesterday")
    with pytest.raises(InvalidInput, match="session"):
        luna.commit_turn(None, Event.user("x"))  # type: ignore[arg-type]


def test_the_package_lists_its_names() -> None:
    assert dir(perdure) == sorted([*perdure.__all__, "__version__"])
    for name in perdure.__all__:
        assert getattr(perdure, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing"):
        _ = perdure.nothing


def test_names_of_before_are_those_of_today() -> None:
    assert perdure.AgentMemory.extract_from_turn_v2 is perdure.AgentMemory.extract_turn
    assert perdure.AgentMemory.process_unextracted_turns is perdure.AgentMemory.extract_turns

"""What a case counts, on lists of items made up here: every fault that is planted must be counted, and no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from perdure.bench.intake.cases import DecisionCase
from perdure.bench.intake.verdicts import Counts, Look, Seen, judge
from perdure.values import (
    Item,
    Merged,
    Outcome,
    Priority,
    Receipt,
    Refused,
    Retracted,
    Source,
    Status,
    Stored,
)

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
PETS = ("My dog is called Rex.", "我的猫叫咪咪。")


def item(text: str, *, type: str = "facts", id: str = "", facts: Sequence[tuple[str, str, str]] = ()) -> Item:
    value = {"facts": [{"k": k, "v": v, "said": said} for k, v, said in facts]} if facts else {"value": text}
    return Item(
        id or text,
        type,
        f"{type}:{id or text}",
        "main",
        value,
        text,
        0.9,
        0.5,
        Priority.LONG_TERM,
        Status.ACTIVE,
        1,
        Source.USER,
        1.0,
        NOW,
        NOW,
        1,
    )


def case(
    measure: str,
    turns: Sequence[str],
    *,
    holds: Iterable[tuple[str, ...]] = (),
    gone: Iterable[tuple[str, ...]] = (),
    silent: bool = False,
    ask: bool = False,
) -> DecisionCase:
    said = [{"at": NOW, "user": text} for text in turns]
    return DecisionCase.model_validate(
        {"id": "x", "lang": "en", "measure": measure, "turns": said, "holds": tuple(holds), "gone": tuple(gone)}
        | {"silent": silent, "ask": ask}
    )


def seen(*states: Sequence[str | Item], receipt: Sequence[Outcome] = (), doubtful: Iterable[str] = ()) -> Seen:
    """What was held after each turn, from nothing on; the last state is what is held in the end too."""
    looks = [Look([one if isinstance(one, Item) else item(one) for one in state]) for state in states]
    end = Look(looks[-1].items, frozenset(doubtful))
    receipts = [*(Receipt("s", n) for n in range(len(looks) - 1)), Receipt("s", len(looks), outcomes=tuple(receipt))]
    return Seen([Look([]), *looks[:-1]], looks, receipts, end)


def counted(one: DecisionCase, what: Seen) -> dict[str, tuple[int, int]]:
    """The measures that say anything, as (n, of)."""
    counts = Counts()
    counts.add(one, judge(one, what))
    assert counts.groups["all"] == counts.groups["en"]
    return {name: (n, of) for name, (n, of) in counts.groups["all"].items() if of}


def test_two_that_both_stand_are_no_collision_and_a_replaced_one_is() -> None:
    both = case("collision", PETS, holds=[("Rex",), ("猫", "咪咪")])
    assert counted(both, seen(PETS[:1], PETS)) == {"collision": (0, 2), "missed": (0, 2)}
    assert counted(both, seen(PETS[:1], PETS[1:])) == {"collision": (1, 2), "missed": (0, 2)}


def test_what_was_never_stored_is_missed_and_no_collision() -> None:
    both = case("collision", PETS, holds=[("Rex",), ("咪咪",)])
    assert counted(both, seen(PETS[:1], PETS[:1])) == {"collision": (0, 1), "missed": (1, 2)}


def test_a_statement_that_was_taken_for_another_is_a_collision() -> None:
    both = case("collision", PETS, holds=[("Rex",), ("咪咪",)])
    receipt = [Merged("facts", "facts:pet", "a fact: “我的猫叫咪咪” (said before)", "main", item_id=PETS[0])]
    assert counted(both, seen(PETS[:1], PETS[:1], receipt=receipt)) == {"collision": (1, 2), "missed": (0, 2)}


def test_words_must_stand_together_in_one_thing_and_width_and_case_do_not_matter() -> None:
    one = case("lost", ["x"], holds=[("ＬＥＯ", "８ and 8")])
    assert counted(one, seen(["Remember leo takes it at 8  and 8"])) == {"lost": (0, 1)}
    assert counted(one, seen(["Leo takes it", "at 8 and 8"])) == {"lost": (1, 1)}


def test_fields_of_a_profile_are_things_of_their_own() -> None:
    profile = item(
        "- I live in Leeds\n- My dog is called Rex",
        type="profile",
        facts=[("city", "Leeds", "I live in Leeds"), ("pet (dog)", "Rex", "My dog is called Rex")],
    )
    assert counted(case("lost", ["x"], holds=[("Leeds", "dog")]), seen([profile])) == {"lost": (1, 1)}
    change = case("stale", ["x"], holds=[("Rex",)], gone=[("Leeds",)])
    assert counted(change, seen([profile]))["stale"] == (1, 1)


def test_fields_that_one_sentence_said_are_told_apart() -> None:
    said = "I live in Leeds and I'm allergic to peanuts."
    city, allergy = ("city", "Leeds", said), ("allergy (peanuts)", "peanuts", said)
    both, rest, wrong = (
        item(said, type="profile", id="profile", facts=facts) for facts in ([city, allergy], [allergy], [city])
    )
    asked = case("forget", [said, "Forget that I live in Leeds"], holds=[("peanuts",)], gone=[("live in Leeds",)])
    fine = {"wrong_forget": (0, 1), "forget_obeyed": (1, 1), "missed": (0, 1), "not_stored": (0, 1)}
    assert counted(asked, seen([both], [rest])) == fine
    assert counted(asked, seen([both], [both])) == {**fine, "forget_obeyed": (0, 1), "forget_asked": (0, 1)}
    assert counted(asked, seen([both], [wrong])) == {
        **fine,
        "wrong_forget": (1, 1),
        "forget_obeyed": (0, 1),
        "forget_asked": (0, 1),
    }


def test_the_old_beside_the_new_is_stale_unless_it_is_marked_or_says_the_new_too() -> None:
    moved = case("stale", ["I live in Leeds", "I live in York now"], holds=[("York",)], gone=[("Leeds",)])
    first, second, both = ["I live in Leeds"], ["I live in York now"], ["I moved from Leeds to York"]
    assert counted(moved, seen(first, second))["stale"] == (0, 1)
    assert counted(moved, seen(first, first + second))["stale"] == (1, 1)
    assert counted(moved, seen(first, first + second, doubtful=first))["stale"] == (0, 1)
    assert counted(moved, seen(first, both))["stale"] == (0, 1)
    assert counted(moved, seen([], second)) == {"collision": (0, 1), "missed": (0, 1), "not_stored": (1, 1)}


def test_forgetting_counts_what_went_and_what_else_went() -> None:
    asked = case("forget", ["a", "b", "Forget Leeds"], holds=[("Rex",)], gone=[("Leeds",)])
    rex, leeds, tea = "My dog is Rex", "I live in Leeds", "I like tea"
    done = [Retracted("facts", "facts:x", "forgotten", "main", item_id=leeds)]
    fine = {"wrong_forget": (0, 1), "forget_obeyed": (1, 1), "missed": (0, 1), "not_stored": (0, 1)}
    assert counted(asked, seen([rex], [rex, leeds, tea], [rex, tea], receipt=done)) == fine
    assert counted(asked, seen([rex], [rex, leeds, tea], [tea], receipt=done)) == {**fine, "wrong_forget": (1, 1)}
    assert counted(asked, seen([rex], [rex, leeds, tea], [rex], receipt=done)) == {**fine, "wrong_forget": (1, 1)}


def test_a_request_to_forget_that_is_not_obeyed_must_ask() -> None:
    asked = case("forget", ["a", "Forget Leeds"], gone=[("Leeds",)])
    leeds = ["I live in Leeds"]
    question = Refused("requests", None, "say which: “I live in Leeds”; “I like tea”", "main")
    silence = Refused("requests", None, "nothing was forgotten", "main")
    told = seen(leeds, leeds, receipt=[question])
    assert counted(asked, told)["forget_obeyed"] == (0, 1)
    assert counted(asked, told)["forget_asked"] == (1, 1)
    assert counted(asked, told)["wrong_forget"] == (0, 1)
    assert counted(asked, seen(leeds, leeds, receipt=[silence]))["forget_asked"] == (0, 1)
    assert counted(asked, seen(leeds, leeds))["forget_asked"] == (0, 1)


def test_confirming_what_was_to_be_forgotten_is_a_wrong_forget() -> None:
    asked = case("forget", ["a", "Stop remembering that I like jazz"], gone=[("jazz",)])
    jazz, rule = "I like jazz", "Stop remembering that I like jazz"
    merged = Merged("facts", "facts:x", "said before", "main", item_id=jazz)
    stored = Stored("rules", "rules:x", "new", "main", item_id=rule)
    assert counted(asked, seen([jazz], [jazz], receipt=[merged]))["wrong_forget"] == (1, 1)
    assert counted(asked, seen([jazz], [jazz, rule], receipt=[stored]))["wrong_forget"] == (1, 1)
    assert counted(asked, seen([jazz], [jazz]))["wrong_forget"] == (0, 1)


def test_an_unclear_request_to_forget_must_change_nothing_and_name_the_candidates() -> None:
    unclear = case("forget", [*PETS, "Forget my pet"], holds=[("Rex",), ("咪咪",)], ask=True)
    question = Refused("requests", None, f"which: “{PETS[0]}”; “{PETS[1]}”", "main")
    gone = Retracted("facts", "facts:x", "forgotten", "main", item_id=PETS[0])
    right = counted(unclear, seen(PETS[:1], PETS, PETS, receipt=[question]))
    assert right == {"wrong_forget": (0, 1), "forget_asked": (1, 1), "missed": (0, 2)}
    wrong = counted(unclear, seen(PETS[:1], PETS, PETS[1:], receipt=[gone]))
    assert wrong == {"wrong_forget": (1, 1), "forget_asked": (0, 1), "missed": (0, 2)}


def test_an_episode_keeps_nothing_but_may_bring_back_what_was_forgotten() -> None:
    told = item("We spoke of Rex, who lives in Leeds", type="episodes")
    assert counted(case("lost", ["x"], holds=[("Rex",)]), seen([told])) == {"lost": (1, 1)}
    asked = case("forget", ["a", "Forget Leeds"], gone=[("Leeds",)])
    assert counted(asked, seen(["I live in Leeds"], [told]))["forget_obeyed"] == (0, 1)


def test_what_was_no_command_must_change_nothing() -> None:
    quiet = case("false_command", ["a", "I'll never forget Paris"], holds=[("Rex",)], silent=True)
    rex, paris = "My dog is Rex", "I'll never forget Paris"
    refused = Refused("requests", None, "no request", "main")
    assert counted(quiet, seen([rex], [rex], receipt=[refused])) == {"false_command": (0, 1), "missed": (0, 1)}
    assert counted(quiet, seen([rex], [rex, paris])) == {"false_command": (1, 1), "missed": (0, 1)}
    assert counted(quiet, seen([rex], [])) == {"false_command": (1, 1), "missed": (0, 1)}
    gone = Retracted("facts", "facts:x", "forgotten", "main")
    assert counted(quiet, seen([rex], [rex], receipt=[gone]))["false_command"] == (1, 1)
    loud = case("false_command", ["a", "I'll never forget Paris"], holds=[("Rex",)])
    assert counted(loud, seen([rex], [rex, paris])) == {"false_command": (0, 1), "missed": (0, 1)}


def test_what_is_no_longer_there_at_its_time_lapsed_early() -> None:
    birthday = case("early_lapse", ["Her birthday is on March 3rd"], holds=[("birthday", "March 3")])
    text = "Her birthday is on March 3rd"
    there = seen([text])
    assert counted(birthday, there) == {"early_lapse": (0, 1), "missed": (0, 1)}
    assert counted(birthday, Seen(there.before, there.after, there.receipts, Look([])))["early_lapse"] == (1, 1)
    assert counted(birthday, seen([])) == {"missed": (1, 1)}


def test_every_error_is_listed_with_what_was_said() -> None:
    counts = Counts()
    both = case("collision", PETS, holds=[("Rex",), ("咪咪",)])
    counts.add(both, judge(both, seen(PETS[:1], PETS[1:])))
    why = "stored by turn 1, no longer there: Rex"
    assert counts.errors == [
        {"id": "x", "lang": "en", "said": list(PETS), "errors": [{"measure": "collision", "why": why}]}
    ]

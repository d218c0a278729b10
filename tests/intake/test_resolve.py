"""What a candidate does to what is held: a pure function, case by case."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from perdure.config import Config
from perdure.intake.admit import Admitted, admit
from perdure.intake.resolve import Add, Confirm, Refuse, Replace, Review, Step, Withdraw, resolve
from perdure.types.base import KeyContext
from perdure.types.registry import builtin
from perdure.values import Candidate, Evidence, Item, Source, Status

NOW = datetime(2026, 6, 1, tzinfo=UTC)
DAY = timedelta(days=1)
CONTEXT = KeyContext(agent_id="luna", session_id="s", today=date(2026, 6, 1), new_id=lambda: "fresh")

# type → what is held, the same again in other dress, something else
VALUES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "facts": (
        {"predicate": "city", "value": "Berlin"},
        {"predicate": "City", "value": " BERLIN. "},
        {"predicate": "city", "value": "Paris"},
    ),
    "decisions": (
        {"topic": "engine", "decision": "SQLite"},
        {"topic": "Engine", "decision": "sqlite"},
        {"topic": "engine", "decision": "PostgreSQL"},
    ),
    "notes": ({"id": "n", "text": "milk"}, {"id": "n", "text": "Milk!"}, {"id": "n", "text": "bread"}),
    "entities": (
        {"kind": "org", "canonical": "Acme", "attrs": {"seat": "Rome"}},
        {"kind": "org", "canonical": "Acme", "attrs": {"seat": "rome"}},
        {"kind": "org", "canonical": "Acme", "attrs": {"seat": "Oslo"}},
    ),
}


def admitted(value: dict[str, Any], type: str = "facts", **more: Any) -> Admitted:
    candidate = Candidate(type, value, **more)
    return admit(candidate, registry=builtin(), config=Config(), scope="main", context=CONTEXT, now=NOW)


numbers = count(1)


def held(value: dict[str, Any], type: str = "facts", **more: Any) -> Item:
    new = admitted(value, type, **more)
    number = next(numbers)
    return Item(
        id=f"i{number}",
        type=type,
        key=new.key,
        scope=new.scope,
        value=new.plain,
        content=new.content,
        confidence=new.confidence,
        importance=new.importance,
        priority=new.retention.priority,
        status=Status.ACTIVE,
        version=number,
        source=new.source,
        trust=new.trust,
        created_at=NOW,
        updated_at=NOW,
        sequence=number,
        valid_from=new.valid_from,
        valid_to=new.valid_to,
        expires_at=new.retention.expires_at,
        keep_for=new.retention.keep_for,
        pinned=new.pinned,
        evidence=(Evidence(f"r{number}", 0, 1),),
    )


def fact(value: str, **more: Any) -> Item:
    return held({"predicate": "city", "value": value}, **more)


def new_fact(value: str, **more: Any) -> Admitted:
    return admitted({"predicate": "city", "value": value}, **more)


def names(steps: tuple[Step, ...]) -> list[str]:
    return [type(step).__name__ for step in steps]


LOWER, EQUAL, HIGHER = (Source.TOOL, Source.OUTSIDE), (Source.TOOL, Source.TOOL), (Source.TOOL, Source.USER)


@pytest.mark.parametrize("type", VALUES)
@pytest.mark.parametrize(
    ("sources", "which", "expected"),
    [
        (LOWER, 1, ["Confirm"]),
        (EQUAL, 1, ["Confirm"]),
        (HIGHER, 1, ["Replace"]),
        (LOWER, 2, ["Review"]),
        (EQUAL, 2, ["Replace"]),
        (HIGHER, 2, ["Replace"]),
    ],
    ids=["lower agrees", "equal agrees", "higher agrees", "lower differs", "equal differs", "higher differs"],
)
@pytest.mark.requirement("R199", "R200", "R203", "R207", "R208")
def test_authority_comes_first_then_time(
    type: str, sources: tuple[Source, Source], which: int, expected: list[str]
) -> None:
    old = held(VALUES[type][0], type, source=sources[0])
    new = admitted(VALUES[type][which], type, source=sources[1])
    steps = resolve(new, [old], now=NOW)
    assert names(steps) == expected
    match steps[0]:
        case Confirm() as step:
            assert step.held is old
        case Replace() as step:
            # Agreement of a better source raises what is held; nothing became untrue.
            assert (step.held, step.adds_only, step.later) == (old, which == 1, False)
        case Review() as step:
            assert (step.against, step.withdraws) == (old, False)


def test_the_first_of_its_key_is_added() -> None:
    assert resolve(new_fact("Berlin"), [], now=NOW) == (Add(new_fact("Berlin").plain, "new"),)


@pytest.mark.parametrize("old_source", list(Source))
@pytest.mark.parametrize("new_source", list(Source))
@pytest.mark.requirement("R208")
def test_a_lower_source_never_overturns_a_higher_one(old_source: Source, new_source: Source) -> None:
    steps = resolve(new_fact("Paris", source=new_source), [fact("Berlin", source=old_source)], now=NOW)
    assert names(steps) == (["Review"] if new_source.trust < old_source.trust else ["Replace"])


def test_one_stronger_rival_among_several_is_enough_for_review() -> None:
    weak = fact("Rome", source=Source.OUTSIDE, valid_to=NOW + DAY)
    strong = fact("Berlin", source=Source.USER, valid_from=NOW + DAY)
    steps = resolve(new_fact("Paris", source=Source.TOOL), [weak, strong], now=NOW)
    assert steps == (Review(new_fact("Paris").plain, "`tool` contradicts what `user` said", strong),)


@pytest.mark.parametrize("source", [source for source in Source if source is not Source.USER])
def test_rules_and_identity_come_from_the_user_alone(source: Source) -> None:
    for kind, value in (("rules", {"rule": "be brief"}), ("identity", {"name": "Luna"})):
        new = admitted(value, kind, source=source)
        assert names(resolve(new, [], now=NOW)) == ["Review"]
        assert names(resolve(replace(new, source=Source.USER, trust=1.0), [], now=NOW)) == ["Add"]
        # Agreeing is no change, so it needs no authority.
        assert names(resolve(new, [held(value, kind)], now=NOW)) == ["Confirm"]


def test_relayed_words_make_preferences_and_tools_do_not() -> None:
    value = {"name": "tone", "value": "brief"}
    assert names(resolve(admitted(value, "preferences", source=Source.RELAYED), [], now=NOW)) == ["Add"]
    assert names(resolve(admitted(value, "preferences", source=Source.TOOL), [], now=NOW)) == ["Review"]


def test_only_the_user_shares_an_item() -> None:
    new = replace(new_fact("Berlin", source=Source.RELAYED), scope="shared")
    assert names(resolve(new, [], now=NOW)) == ["Review"]
    assert names(resolve(replace(new, source=Source.USER), [], now=NOW)) == ["Add"]
    patch = admitted({"type": "event", "description": "d"}, "patches", source=builtin().get("patches").least_source)
    assert names(resolve(patch, [], now=NOW)) == ["Add"]


# --- denial -------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R202")
def test_a_denial_withdraws_whatever_is_held_or_to_come() -> None:
    now_, later = fact("Berlin", valid_to=NOW + DAY), fact("Paris", valid_from=NOW + DAY)
    steps = resolve(new_fact("Berlin", retract=True, reason="moved"), [now_, later], now=NOW)
    assert steps == (Withdraw(now_, "moved"), Withdraw(later, "moved"))


def test_a_denial_by_a_lower_source_waits_for_review() -> None:
    old = fact("Berlin")
    new = new_fact("Berlin", retract=True, source=Source.INFERENCE)
    assert resolve(new, [old], now=NOW) == (Review(new.plain, "`inference` denies what `user` said", old, True),)


def test_denying_what_is_not_held_is_refused() -> None:
    assert resolve(new_fact("x", retract=True), [], now=NOW) == (Refuse("no item with this key to retract"),)


# --- when both are true -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["Berlin", "Paris"])
def test_disjoint_times_stand_beside_each_other(value: str) -> None:
    past, to_come = fact("Berlin", valid_to=NOW - DAY), fact("Berlin", valid_from=NOW + DAY)
    after = new_fact(value, valid_from=NOW - DAY, valid_to=NOW + DAY)
    assert resolve(after, [past, to_come], now=NOW) == (Add(after.plain, "true at another time"),)


@pytest.mark.requirement("R204")
def test_what_begins_later_takes_over_then() -> None:
    old = fact("Berlin")
    new = new_fact("Paris", valid_from=NOW + DAY)
    assert resolve(new, [old], now=NOW) == (
        Replace(old, new.plain, "takes effect when it begins", NOW + DAY, later=True),
    )


def test_what_began_already_closes_the_old_at_that_time() -> None:
    old = fact("Berlin", valid_from=NOW - 9 * DAY)
    new = new_fact("Paris", valid_from=NOW - 2 * DAY)
    assert resolve(new, [old], now=NOW) == (Replace(old, new.plain, "more recent", NOW - 2 * DAY),)


def test_what_was_true_before_ends_where_the_known_begins() -> None:
    old = fact("Berlin", valid_from=NOW - DAY)
    new = new_fact("Rome", valid_from=NOW - 9 * DAY)
    span = (NOW - 9 * DAY, NOW - DAY)
    assert resolve(new, [old], now=NOW) == (Add(new.plain, "true before the current value", span),)


def test_what_comes_between_two_versions_claims_no_time_of_either() -> None:
    first = fact("Berlin", valid_to=NOW + 10 * DAY)
    second = fact("Paris", valid_from=NOW + 10 * DAY)
    new = new_fact("Rome", valid_from=NOW + 5 * DAY)
    span = (NOW + 5 * DAY, NOW + 10 * DAY)
    assert resolve(new, [first, second], now=NOW) == (
        Replace(first, new.plain, "takes effect when it begins", NOW + 5 * DAY, later=True, span=span),
    )


def test_what_would_never_have_held_is_superseded_at_once() -> None:
    old = fact("Berlin", valid_from=NOW + DAY)
    new = new_fact("Paris", valid_from=NOW + DAY)
    assert resolve(new, [old], now=NOW) == (Replace(old, new.plain, "takes effect when it begins", NOW + DAY),)


def test_a_better_source_that_agrees_with_one_of_two_replaces_both() -> None:
    guess = fact("Berlin", source=Source.INFERENCE, valid_to=NOW + DAY)
    to_come = fact("Paris", source=Source.INFERENCE, valid_from=NOW + DAY)
    steps = resolve(new_fact("Berlin"), [guess, to_come], now=NOW)
    assert [(type(step), step.held) for step in steps if isinstance(step, Replace)] == [
        (Replace, guess),
        (Replace, to_come),
    ]


def test_what_held_in_the_past_does_not_confirm_what_holds_now() -> None:
    old = fact("Berlin", valid_to=NOW - DAY)
    assert names(resolve(new_fact("Berlin"), [old], now=NOW)) == ["Replace"]
    assert names(resolve(new_fact("Berlin", valid_to=NOW - 2 * DAY), [old], now=NOW)) == ["Confirm"]


# --- adding up ----------------------------------------------------------------------------------------------------


def test_a_lower_source_may_add_to_a_merged_item_and_its_contradiction_waits() -> None:
    old = held(VALUES["entities"][0], "entities")
    new = admitted(
        {"kind": "org", "canonical": "Acme", "attrs": {"seat": "Oslo", "staff": 9}}, "entities", source=Source.TOOL
    )
    review, added = resolve(new, [old], now=NOW)
    assert isinstance(review, Review)
    assert isinstance(added, Replace)
    assert review.value["attrs"] == {"seat": "Oslo"}
    assert (added.value["attrs"], added.adds_only) == ({"seat": "Rome", "staff": 9}, True)


def test_practice_adds_up_also_when_it_is_the_same_again() -> None:
    practice = {"skill_name": "Go", "total_practice_time": 60}
    [step] = resolve(admitted(practice, "skills"), [held(practice, "skills")], now=NOW)
    assert isinstance(step, Replace)
    assert step.value["total_practice_time"] == 120


def test_a_lesson_seen_again_counts() -> None:
    lesson = {"lesson": "look before you leap"}
    [step] = resolve(admitted(lesson, "lessons"), [held(lesson, "lessons")], now=NOW)
    assert isinstance(step, Replace)
    assert (step.value["occurrences"], step.adds_only) == (2, True)


@pytest.mark.parametrize(
    ("kind", "value"), [("skills", {"skill_name": "Go", "total_practice_time": 60}), ("lessons", {"lesson": "look"})]
)
def test_the_same_evidence_counts_once(kind: str, value: dict[str, Any]) -> None:
    old = held(value, kind)
    again = replace(admitted(value, kind), evidence=(replace(old.evidence[0], quote="x"),))
    assert names(resolve(again, [old], now=NOW)) == ["Confirm"]


def test_a_merged_item_holds_whenever_one_of_its_parts_does() -> None:
    first = held(VALUES["entities"][0], "entities", valid_to=NOW + DAY)
    second = held({"kind": "org", "canonical": "Acme", "attrs": {"staff": 9}}, "entities", valid_from=NOW + 2 * DAY)
    new = admitted({"kind": "org", "canonical": "Acme", "attrs": {"ceo": "Ann"}}, "entities", valid_from=NOW)
    steps = resolve(new, [first, second], now=NOW)
    assert [(step.held, step.span) for step in steps if isinstance(step, Replace)] == [
        (first, (None, None)),
        (second, (None, None)),
    ]
    assert {tuple(step.value["attrs"].items()) for step in steps if isinstance(step, Replace)} == {
        (("seat", "Rome"), ("staff", 9), ("ceo", "Ann"))
    }

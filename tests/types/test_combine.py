"""Merging: what adds up, what replaces, and what a lower source cannot change."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.types.base import Combined, OnConflict, Sides
from perdure.types.registry import builtin
from perdure.types.skills import MAX_HISTORY
from perdure.values import Source
from tests.types.examples import EXAMPLES, Example

sources = st.sampled_from(Source)
words = st.sampled_from(["北京", "上海", "Berlin", "berlin", "Ｂerlin"])
keys = st.sampled_from(["city", "City", "城市", "role"])
profiles = st.dictionaries(keys, words, min_size=1).map(
    lambda facts: {"facts": [{"k": k, "v": v} for k, v in {k.casefold(): v for k, v in facts.items()}.items()]}
)
entities = st.builds(
    lambda aliases, attrs: {"kind": "org", "canonical": "Acme", "aliases": aliases, "attrs": attrs},
    st.lists(words, max_size=3),
    st.dictionaries(keys, words),
)


def merge(name: str, held: dict[str, Any], new: dict[str, Any], was: Source, now: Source) -> Combined:
    kind = builtin().get(name)
    assert kind.combine
    return kind.combine(kind.parse(held), kind.parse(new), Sides(now, now.trust, was.trust))


def signed(value: dict[str, Any], source: Source) -> dict[str, Any]:
    kind = builtin().get("profile")
    assert kind.sign
    return kind.dump(kind.sign(kind.parse(value), source))


def profile(*facts: tuple[str, str, str]) -> dict[str, Any]:
    return {"subject": "user", "facts": [{"k": k, "v": v, "source": source} for k, v, source in facts]}


def test_every_type_that_merges_says_how() -> None:
    merging = {kind.name for kind in builtin() if kind.combine}
    assert merging == {"profile", "entities", "lessons", "skills"}
    assert merging == {kind.name for kind in builtin() if kind.on_conflict in (OnConflict.MERGE, OnConflict.ACCUMULATE)}


@given(held=profiles, new=profiles, was=sources, now=sources)
def test_merging_the_same_profile_twice_changes_nothing(held: Any, new: Any, was: Source, now: Source) -> None:
    held = signed(held, was)
    assert merge("profile", held, held, was, was) == Combined(held)
    once = merge("profile", held, new, was, now)
    again = merge("profile", dict(once.value), new, was, now)
    assert (again.value, again.changed) == (once.value, ())


@given(held=entities, new=entities, was=sources, now=sources)
def test_merging_the_same_entity_twice_changes_nothing(held: Any, new: Any, was: Source, now: Source) -> None:
    once = merge("entities", held, new, was, now)
    again = merge("entities", dict(once.value), new, was, now)
    assert (again.value, again.disputed) == (once.value, once.disputed)


@given(held=profiles, new=profiles)
@pytest.mark.parametrize(("was", "now"), [(a, b) for a, b in product(Source, Source) if b.trust < a.trust])
def test_a_lower_source_never_changes_a_held_fact(held: Any, new: Any, was: Source, now: Source) -> None:
    held = signed(held, was)
    merged = merge("profile", held, new, was, now)
    assert merged.value["facts"][: len(held["facts"])] == held["facts"]
    assert merged.changed == ()


@given(held=entities, new=entities)
def test_a_lower_source_never_changes_a_held_attribute(held: Any, new: Any) -> None:
    merged = merge("entities", held, new, Source.USER, Source.OUTSIDE)
    assert {name: merged.value["attrs"][name] for name in held["attrs"]} == held["attrs"]


def test_each_fact_of_a_profile_stands_on_its_own_source() -> None:
    held = profile(("city", "北京", "user"), ("role", "dev", "inference"))
    new = {"facts": [{"k": "City", "v": "上海"}, {"k": "Role", "v": "lead"}, {"k": "team", "v": "core"}]}
    assert merge("profile", held, new, Source.USER, Source.TOOL) == Combined(
        profile(("city", "北京", "user"), ("Role", "lead", "tool"), ("team", "core", "tool")),
        ("role",),
        profile(("City", "上海", "tool")),
    )


def test_a_better_source_that_confirms_a_fact_makes_it_firmer() -> None:
    held = profile(("city", "北京", "inference"))
    merged = merge(
        "profile", held, {"facts": [{"k": "city", "v": "北京", "since": "2020"}]}, Source.INFERENCE, Source.USER
    )
    assert merged.value["facts"] == [{"k": "city", "v": "北京", "since": "2020", "source": "user"}]
    assert (merged.changed, merged.disputed) == ((), None)


def test_a_fact_cannot_claim_a_better_source_than_the_one_that_brings_it() -> None:
    claimed = profile(("city", "上海", "user"))
    assert signed(claimed, Source.OUTSIDE) == profile(("city", "上海", "outside"))
    merged = merge("profile", profile(("city", "北京", "tool")), claimed, Source.TOOL, Source.OUTSIDE)
    assert merged == Combined(profile(("city", "北京", "tool")), (), profile(("city", "上海", "outside")))


def test_facts_kept_without_a_source_take_the_trust_of_their_item() -> None:
    held = {"facts": [{"k": "city", "v": "北京"}]}
    merged = merge("profile", held, {"facts": [{"k": "city", "v": "上海"}]}, Source.USER, Source.TOOL)
    assert (merged.value["facts"], merged.disputed) == ([{"k": "city", "v": "北京"}], profile(("city", "上海", "tool")))


def test_names_of_an_entity_add_up_without_doubles() -> None:
    held = {"kind": "org", "canonical": "Acme Inc", "aliases": ["Acme"], "attrs": {"city": "Berlin"}}
    new = {
        "kind": "org",
        "canonical": "acme-inc",
        "aliases": ["ACME INC.", "ａｃｍｅ", "艾克米"],
        "attrs": {"City": "Bonn", "size": 3},
    }
    want = {**held, "aliases": ["Acme", "艾克米"], "attrs": {"city": "Bonn", "size": 3}}
    assert merge("entities", held, new, Source.TOOL, Source.TOOL) == Combined(want, ("city",))
    lower = merge("entities", held, new, Source.TOOL, Source.OUTSIDE)
    assert (lower.value["attrs"], lower.changed) == ({"city": "Berlin", "size": 3}, ())
    assert lower.disputed == {"kind": "org", "canonical": "acme-inc", "aliases": [], "attrs": {"city": "Bonn"}}


def test_a_lesson_seen_again_is_counted() -> None:
    held = {"lesson": "先备份", "name": "backup"}
    merged = merge("lessons", held, {**held, "fix": "cron"}, Source.USER, Source.OUTSIDE)
    assert (merged.value["occurrences"], merged.value["fix"], merged.disputed) == (2, "cron", None)
    other = merge("lessons", held, {**held, "lesson": "不用备份"}, Source.USER, Source.OUTSIDE)
    assert (other.value["lesson"], other.value["occurrences"]) == ("先备份", 2)
    assert other.disputed is not None
    newer = merge("lessons", held, {**held, "lesson": "每天备份"}, Source.TOOL, Source.TOOL)
    assert (newer.value["lesson"], newer.changed) == ("每天备份", ("lesson",))


@pytest.mark.requirement("R110")
def test_practice_adds_up_and_a_full_hour_is_a_point() -> None:
    held = {"name": "Python", "proficiency": 80, "practice_time": 50, "last_practiced_at": "2026-02-01T00:00:00Z"}
    new = {"name": "python", "practice_time": 75, "last_practiced_at": "2026-01-01T00:00:00Z"}
    merged = merge("skills", held, new, Source.USER, Source.OBSERVATION)
    assert merged.value == {
        "skill_name": "Python",
        "category": "general",
        "proficiency_level": 82,
        "total_practice_time": 125,
        "successes": 0,
        "failures": 0,
        "last_practiced_at": "2026-02-01T00:00:00Z",
        "learning_history": [],
    }
    assert merged.changed == ("proficiency_level",)
    kind = builtin().get("skills")
    assert kind.describe(kind.parse(merged.value)) == "Python: 8.2/10"


def test_a_stated_level_holds_against_a_lower_source_only() -> None:
    held, new = {"name": "Go", "proficiency": 60}, {"name": "Go", "proficiency": 90}
    lower = merge("skills", held, new, Source.USER, Source.INFERENCE)
    assert (lower.value["proficiency_level"], lower.changed) == (60, ())
    assert lower.disputed is not None
    assert lower.disputed["proficiency_level"] == 90
    assert merge("skills", held, new, Source.TOOL, Source.USER).value["proficiency_level"] == 90


@given(times=st.lists(st.integers(0, 9000), min_size=1, max_size=6), start=st.integers(0, 100))
def test_proficiency_stays_between_0_and_100(times: list[int], start: int) -> None:
    value: dict[str, Any] = {"name": "Go", "proficiency": start}
    for time in times:
        value = dict(merge("skills", value, {"name": "Go", "practice_time": time}, Source.USER, Source.TOOL).value)
    assert start <= value["proficiency_level"] <= 100
    assert value["total_practice_time"] == sum(times)


def test_learning_history_keeps_its_newest_steps_and_no_doubles() -> None:
    steps = [{"at": "2026-01-01T00:00:00Z", "note": str(number)} for number in range(MAX_HISTORY)]
    held = {"name": "Go", "learning_history": steps}
    new = {"name": "Go", "learning_history": [steps[-1], "goroutines"]}
    history = merge("skills", held, new, Source.USER, Source.USER).value["learning_history"]
    assert history == [*steps[1:], {"note": "goroutines"}]


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind.combine], ids=str)
@given(was=sources, now=sources)
def test_what_was_merged_is_a_value_of_its_type(example: Example, was: Source, now: Source) -> None:
    merged = merge(example.type, dict(example.value), dict(example.value), was, now)
    assert example.kind.dump(example.kind.parse(merged.value)) == merged.value

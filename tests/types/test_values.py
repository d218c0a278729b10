"""Values: every documented field is accepted and kept, everything else is refused by name."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import MappingProxyType

import pytest

from perdure.errors import InvalidInput
from perdure.types.registry import builtin
from tests.types.examples import EXAMPLES, Example


def dumped(name: str, /, **value: object) -> dict[str, object]:
    kind = builtin().get(name)
    return kind.dump(kind.parse(value))


@pytest.mark.requirement("R006", "R060", "R063", "R065", "R067", "R069", "R070", "R072", "R073", "R074")
@pytest.mark.parametrize("example", EXAMPLES[:10], ids=str)
def test_the_documented_value_is_kept_as_it_was_given(example: Example) -> None:
    kept = example.kind.dump(example.parse())
    assert {name: kept[name] for name in example.value} == dict(example.value)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_kept_value_reads_back_as_itself(example: Example) -> None:
    kind = example.kind
    kept = kind.dump(example.parse())
    assert (kind.parse(kept), kind.dump(kind.parse(kept))) == (example.parse(), kept)
    assert kind.parse(MappingProxyType(kept)) == example.parse()


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_missing_field_is_named(example: Example) -> None:
    for field in example.required:
        names = {field, "object"} if example.type == "facts" and field == "value" else {field}
        with pytest.raises(InvalidInput) as bad:
            example.kind.parse({name: given for name, given in example.value.items() if name not in names})
        assert bad.value.field == f"value.{field}"


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_unknown_field_is_named_and_the_hint_says_what_is_accepted(example: Example) -> None:
    with pytest.raises(InvalidInput) as bad:
        example.kind.parse({**example.value, "colour": "red"})
    assert bad.value.field == "value.colour"
    assert example.required[0] in (bad.value.hint or "")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
@pytest.mark.parametrize(("wrong", "said"), [("a\x00b", "NUL"), (" ", "at least 1"), ({"a": float("nan")}, "finite")])
def test_text_that_cannot_be_kept_is_refused_and_not_repeated(example: Example, wrong: object, said: str) -> None:
    field = example.required[-1]
    with pytest.raises(InvalidInput) as bad:
        example.kind.parse({**example.value, field: wrong})
    assert (bad.value.field or "").startswith(f"value.{field}")
    assert "a\x00b" not in bad.value.message


@pytest.mark.parametrize("wrong", ["text", None, 3, ["a"]])
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_value_that_is_no_object_is_refused(example: Example, wrong: object) -> None:
    with pytest.raises(InvalidInput) as bad:
        example.kind.parse(wrong)  # type: ignore[arg-type]
    assert bad.value.field == "value"


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("preferences", {"scope": "food", "name": "a", "value": "b"}, "value.scope"),
        ("preferences", {"name": "a", "value": "b", "priority": 1.1}, "value.priority"),
        ("patterns", {"rule": "a", "confidence": -0.1}, "value.confidence"),
        ("tasks", {"title": "a", "status": "later"}, "value.status"),
        ("tasks", {"title": "a", "due": "tomorrow"}, "value.due"),
        ("tasks", {"title": "a", "due": 20260301}, "value.due"),
        ("events", {"date": "2026-13-01", "title": "a"}, "value.date"),
        ("entities", {"kind": "planet", "canonical": "Mars"}, "value.kind"),
        ("profile", {"facts": []}, "value.facts"),
        ("profile", {"facts": [{"k": "a", "v": "b", "since": "May"}]}, "value.facts.0.since"),
        ("skills", {"name": "Go", "proficiency": 101}, "value.proficiency_level"),
        ("skills", {"name": "Go", "last_practiced_at": "2026-01-01T00:00:00"}, "value.last_practiced_at"),
        ("cases", {"problem": "a", "outcome": {"quality": 11}}, "value.outcome.quality"),
        ("cases", {"task": {"description": "a", "complexity": 0}}, "value.task.complexity"),
        ("patches", {"kind": "rumour", "description": "a"}, "value.type"),
        (
            "patches",
            {"kind": "event", "description": "a", "patch": {"update": [{"old": "x"}]}},
            "value.patch.update.0.new",
        ),
        ("rules", {"rule": "a", "kind": "law"}, "value.kind"),
        ("goals", {"name": "a", "progress": 2}, "value.progress"),
    ],
)
def test_a_wrong_field_is_named_to_the_last_step(name: str, value: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        builtin().get(name).parse(value)
    assert bad.value.field == field


@pytest.mark.requirement("R095", "R096", "R097", "R098", "R099", "R100")
def test_a_case_holds_a_whole_experience() -> None:
    experience = {
        "id": "e1",
        "memoryId": "m1",
        "task": {"type": "coding", "description": "写爬虫", "complexity": 5, "domain": ["python", "web"]},
        "approach": {"tools": ["git"], "methods": ["research"], "timeSpent": 30, "iterations": 3},
        "outcome": {"success": True, "quality": 8, "efficiency": 7, "userSatisfaction": 5},
        "learning": {
            "skillsAcquired": ["bs4"],
            "lessonsLearned": ["先检查 robots.txt"],
            "mistakes": ["硬编码了路径"],
            "bestPractices": ["使用 session"],
        },
        "associations": {"relatedUsers": ["Ann"], "relatedTasks": ["t1"], "relatedContext": ["ctx"]},
        "timestamp": "2026-02-20T09:00:00+08:00",
        "version": 2,
        "embedding": [0.1, 0.2],
    }
    assert dumped("cases", **experience) == {
        "id": "e1",
        "memory_id": "m1",
        "type": "success",
        "domain": "python",
        "problem": "写爬虫",
        "artifacts": [],
        "task": {"type": "coding", "description": "写爬虫", "complexity": 5, "domain": ["python", "web"]},
        "approach": {"tools": ["git"], "methods": ["research"], "time_spent": 30.0, "iterations": 3},
        "outcome": {"success": True, "quality": 8, "efficiency": 7, "user_satisfaction": 5},
        "learning": {
            "skills_acquired": ["bs4"],
            "lessons_learned": ["先检查 robots.txt"],
            "mistakes": ["硬编码了路径"],
            "best_practices": ["使用 session"],
        },
        "associations": {"related_users": ["Ann"], "related_tasks": ["t1"], "related_context": ["ctx"]},
        "timestamp": "2026-02-20T01:00:00Z",
        "version": 2,
    }


@pytest.mark.parametrize(
    ("outcome", "kind"), [({"success": False}, "failure"), ({"success": True}, "success"), ({"quality": 3}, "learning")]
)
def test_an_experience_that_neither_won_nor_failed_is_something_learnt(outcome: dict[str, object], kind: str) -> None:
    assert dumped("cases", task={"description": "a"}, outcome=outcome)["type"] == kind


def test_an_outcome_may_have_words_and_marks_in_one_place() -> None:
    both = {"text": "works", "success": True}
    assert dumped("cases", problem="a", outcome=both)["outcome"] == both
    assert dumped("cases", problem="a", outcome="works")["outcome"] == "works"
    assert dumped("cases", problem="a", outcome={"text": "works", "quality": None})["outcome"] == "works"


@pytest.mark.requirement("R051")
def test_an_identity_has_name_role_persona_goals_and_values() -> None:
    given = {
        "id": "m1",
        "name": "Luna",
        "role": "助理",
        "persona": {"tone": "warm"},
        "goals": ["a"],
        "values": ["b", "c"],
    }
    assert dumped("identity", **given) == given
    assert dumped("identity", name="Luna", persona="warm", goal="a")["persona"] == {"description": "warm"}


@pytest.mark.requirement("R137")
def test_an_episode_has_the_documented_fields() -> None:
    given = {
        "id": "e1",
        "session_id": "s1",
        "summary": "a",
        "goal": "b",
        "outcome": "c",
        "entities": ["d"],
        "tools_used": ["e"],
        "started_at": "2026-02-20T01:00:00Z",
        "ended_at": "2026-02-20T02:00:00Z",
    }
    assert dumped("episodes", **given) == given


@pytest.mark.requirement("R151", "R152", "R153")
def test_a_patch_has_the_documented_fields_in_either_spelling() -> None:
    given = {
        "id": "p1",
        "memoryId": "m1",
        "type": "policy",
        "description": "a",
        "eventDate": "2026-01-01",
        "affectedDomains": ["law"],
        "patch": {"remove": ["b"], "add": ["c"], "update": [{"old": "d", "new": "e"}]},
        "confidence": 0.8,
        "source": {"type": "api", "url": "https://example.org", "providedBy": "Ann"},
        "createdAt": "2026-01-02T00:00:00Z",
        "applied": True,
    }
    kept = dumped("patches", **given)
    assert (kept["memory_id"], kept["event_date"], kept["affected_domains"]) == ("m1", "2026-01-01", ["law"])
    assert (kept["patch"], kept["created_at"], kept["applied"]) == (given["patch"], "2026-01-02T00:00:00Z", True)
    assert kept["source"] == {"type": "api", "url": "https://example.org", "provided_by": "Ann"}
    assert dumped("patches", **kept) == kept


def test_dates_are_taken_as_days_and_never_as_timestamps() -> None:
    event = builtin().get("events")
    for given in ("2026-02-20", date(2026, 2, 20), datetime(2026, 2, 20, 23, tzinfo=UTC), "2026-02-20T23:00:00Z"):
        assert event.dump(event.parse({"date": given, "title": "a"}))["date"] == "2026-02-20"
    for wrong in ("0", 0, "1771545600", True):
        with pytest.raises(InvalidInput):
            event.parse({"date": wrong, "title": "a"})


def test_since_is_as_exact_as_it_is_known() -> None:
    facts = [
        {"k": str(place), "v": "x", "since": since}
        for place, since in enumerate(("2024", "2024-05", "2024-05-17", 2024))
    ]
    kept = dumped("profile", facts=facts)["facts"]
    assert [fact["since"] for fact in kept] == ["2024", "2024-05", "2024-05-17", "2024"]  # type: ignore[attr-defined]


def test_two_different_facts_of_one_name_in_one_profile_are_refused() -> None:
    with pytest.raises(InvalidInput) as bad:
        dumped("profile", facts=[{"k": "City", "v": "北京"}, {"k": "city", "v": "上海"}])
    assert bad.value.field == "value.facts"
    same = dumped("profile", facts=[{"k": "City", "v": "北京"}, {"k": "city", "v": " 北京"}])
    assert same["facts"] == [{"k": "City", "v": "北京"}]

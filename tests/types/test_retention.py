"""Retention: who decides how long an item is kept, and what using it does."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from perdure.errors import InvalidInput
from perdure.types.registry import builtin
from perdure.types.retention import Retention, renew, retention
from perdure.values import Candidate, Duration, Priority
from tests.types.examples import EXAMPLES, NOW, item

DAY = timedelta(days=1)
FACT = {"predicate": "city", "value": "北京"}
RULE = {"rule": "只改测试", "kind": "task"}


def kept(name: str, value: dict[str, Any], **wishes: Any) -> Retention:
    kind = builtin().get(name)
    return retention(kind, kind.parse(value), Candidate(name, value, **wishes), NOW)


def lasting(keep_for: timedelta | None, priority: Priority) -> Retention:
    return Retention(keep_for, priority, None if keep_for is None else NOW + keep_for)


FOR_GOOD = lasting(None, Priority.PERMANENT)


@pytest.mark.requirement("R192")
@pytest.mark.parametrize(
    ("duration", "want"),
    [
        ("permanent", FOR_GOOD),
        ("7d", lasting(7 * DAY, Priority.LONG_TERM)),
        ("24h", lasting(DAY, Priority.SHORT_TERM)),
        ("session", lasting(DAY, Priority.TRANSIENT)),
        (Duration.WEEK, lasting(7 * DAY, Priority.LONG_TERM)),
    ],
)
def test_the_extractors_duration_becomes_an_end(duration: str, want: Retention) -> None:
    assert kept("facts", FACT, duration=duration, priority="LONG_TERM") == want


@pytest.mark.requirement("R094", "R213")
@pytest.mark.parametrize(
    ("priority", "keep_for"),
    [("TRANSIENT", DAY), ("SHORT_TERM", 3 * DAY), ("LONG_TERM", 30 * DAY), ("PERMANENT", None)],
)
def test_a_priority_has_its_time(priority: str, keep_for: timedelta | None) -> None:
    assert kept("facts", FACT, priority=priority) == lasting(keep_for, Priority(priority.lower()))


@pytest.mark.requirement("R089")
def test_a_fact_is_kept_as_long_as_whoever_found_it_says() -> None:
    assert builtin().get("FACT").keep is None
    assert kept("FACT", FACT) == FOR_GOOD
    assert kept("FACT", FACT, duration="24h") == lasting(DAY, Priority.SHORT_TERM)


@pytest.mark.requirement("R090", "R091", "R092", "R093")
@pytest.mark.parametrize(
    ("name", "value", "want"),
    [
        ("PREFERENCE", {"name": "language", "value": "Python"}, FOR_GOOD),
        ("SKILL", {"rule": "用 pytest 测试更可靠"}, FOR_GOOD),
        ("ERROR", {"lesson": "直接删除文件会导致数据丢失"}, lasting(7 * DAY, Priority.LONG_TERM)),
        ("RULE", RULE, lasting(DAY, Priority.SHORT_TERM)),
        ("RULE", {"rule": "禁止虚报执行结果", "kind": "behavior"}, FOR_GOOD),
    ],
)
def test_the_type_decides_before_the_extractor(name: str, value: dict[str, Any], want: Retention) -> None:
    assert kept(name, value) == want
    assert kept(name, value, duration="session", priority="transient") == want


def test_every_type_is_kept_as_the_table_says() -> None:
    times = {e.type: e.kind.keep(e.parse()) for e in EXAMPLES if e.kind.keep}
    assert {name for name, time in times.items() if time == 30 * DAY} == {"tasks", "entities", "events", "episodes"}
    assert {name for name, time in times.items() if time == 7 * DAY} == {"lessons"}
    assert {e.type for e in EXAMPLES} - set(times) == {"facts"}
    assert sum(time is None for time in times.values()) == 12


def test_the_users_wish_comes_before_everything() -> None:
    assert kept("rules", RULE, keep="permanent", duration="24h") == FOR_GOOD
    assert kept("rules", RULE, keep=90 * DAY) == lasting(90 * DAY, Priority.LONG_TERM)
    assert kept("preferences", {"name": "a", "value": "b"}, keep=2 * DAY) == lasting(2 * DAY, Priority.SHORT_TERM)


def test_what_is_pinned_has_no_end() -> None:
    assert kept("rules", RULE, pinned=True) == Retention(DAY, Priority.SHORT_TERM, None)


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"duration": "forever"}, "duration"),
        ({"priority": "urgent"}, "priority"),
        ({"priority": ""}, "priority"),
        ({"keep": timedelta(0)}, "keep"),
        ({"keep": -DAY}, "keep"),
        ({"keep": "7d"}, "keep"),
        ({"keep": timedelta.max}, "keep"),
        ({"keep": DAY, "duration": "forever"}, "duration"),
    ],
)
def test_an_unknown_word_is_refused_by_name(wishes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        kept("preferences", {"name": "a", "value": "b"}, **wishes)
    assert bad.value.field == field


def test_use_moves_the_end_on_and_never_back() -> None:
    task = replace(item(next(e for e in EXAMPLES if e.type == "tasks")), keep_for=30 * DAY, expires_at=NOW + 10 * DAY)
    assert renew(task, NOW) == NOW + 30 * DAY
    assert renew(task, NOW - 25 * DAY) == NOW + 10 * DAY
    assert renew(replace(task, expires_at=None), NOW) is None
    assert renew(replace(task, pinned=True), NOW) is None
    assert renew(replace(task, keep_for=None), NOW) == NOW + 10 * DAY

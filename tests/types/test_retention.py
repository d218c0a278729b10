"""Retention: who decides how long an item is kept, and what using it does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.types.registry import builtin
from perdure.types.retention import Retention, confirmed, end_of, renew, retention, succeeded
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


LATER = NOW.date() + 200 * DAY
OWN = {
    "events": {"title": "wedding", "date": LATER.isoformat()},
    "tasks": {"title": "续护照", "due": LATER.isoformat()},
    "goals": {"name": "marathon", "due": LATER.isoformat()},
}


@pytest.mark.parametrize("name", ["events", "tasks"])
def test_time_counts_from_the_day_that_is_spoken_of(name: str) -> None:
    after = datetime.combine(LATER + DAY, time.min, UTC)
    assert kept(name, OWN[name]) == Retention(30 * DAY, Priority.LONG_TERM, after + 30 * DAY)


@pytest.mark.parametrize(("name", "field"), [("events", "date"), ("tasks", "due")])
def test_what_lies_behind_counts_from_when_it_was_said(name: str, field: str) -> None:
    past = {**OWN[name], field: (NOW.date() - 400 * DAY).isoformat()}
    assert kept(name, past) == lasting(30 * DAY, Priority.LONG_TERM)


@pytest.mark.parametrize("name", OWN)
def test_a_wish_is_for_good_whatever_the_type_says(name: str) -> None:
    assert kept(name, OWN[name], keep="permanent") == FOR_GOOD


def test_a_wished_time_counts_from_now_but_does_not_end_before_its_day() -> None:
    assert kept("events", OWN["events"], keep=2 * DAY).expires_at == end_of(LATER)
    assert kept("events", OWN["events"], keep=300 * DAY).expires_at == NOW + 300 * DAY


@pytest.mark.parametrize("recurs", ["yearly", "monthly", "weekly"])
def test_what_recurs_is_kept_for_good(recurs: str) -> None:
    assert kept("events", {**OWN["events"], "recurs": recurs}) == FOR_GOOD


def test_a_day_at_the_end_of_all_calendars_is_kept_for_good() -> None:
    for day in ("9999-12-31", "9999-12-30"):
        assert kept("tasks", {"title": "a", "due": day}).expires_at is None


def dated(day: date) -> dict[str, dict[str, Any]]:
    """A value of every type that knows a day of its own, with that day."""
    values = {
        "events": {"title": "party", "date": day.isoformat()},
        "tasks": {"title": "taxes", "due": day.isoformat()},
        "goals": {"name": "marathon", "due": day.isoformat()},
        "facts": {"predicate": "visa", "value": "runs out", "day": day.isoformat()},
    }
    assert set(values) == {kind.name for kind in builtin() if kind.moment is not None}
    return values


WISHES = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"keep": st.timedeltas(timedelta(seconds=1), 400 * DAY)}),
    st.fixed_dictionaries({"duration": st.sampled_from(list(Duration))}),
    st.fixed_dictionaries({"priority": st.sampled_from(list(Priority))}),
)


@given(day=st.dates(), name=st.sampled_from(sorted(OWN)), wishes=WISHES, used=st.timedeltas(-400 * DAY, 400 * DAY))
def test_nothing_ends_before_its_own_day(day: date, name: str, wishes: dict[str, Any], used: timedelta) -> None:
    value = dated(day)[name]
    got = kept(name, value, **wishes)
    assert got.expires_at is None or got.expires_at >= end_of(day)
    # Nor does use, or a version from before that was to end sooner.
    example = replace(next(e for e in EXAMPLES if e.type == name), value=value)
    old = replace(item(example), keep_for=DAY, expires_at=NOW + DAY)
    for until in (renew(old, NOW + used, day), confirmed(old, got, NOW + used, day).expires_at):
        assert until is None or until >= end_of(day)


def test_a_wish_for_longer_holds_when_it_is_said_again() -> None:
    wish = replace(FOR_GOOD, is_wish=True)
    task = replace(item(next(e for e in EXAMPLES if e.type == "tasks")), keep_for=30 * DAY, expires_at=NOW + 10 * DAY)
    renewed = Retention(30 * DAY, task.priority, NOW + 30 * DAY)
    assert confirmed(task, wish, NOW) == FOR_GOOD
    assert confirmed(task, FOR_GOOD, NOW) == renewed  # nobody asked for more
    assert confirmed(task, replace(lasting(DAY, Priority.SHORT_TERM), is_wish=True), NOW) == renewed
    assert confirmed(task, None, NOW) == renewed
    forever = replace(task, keep_for=None, expires_at=None)
    assert confirmed(forever, lasting(DAY, Priority.SHORT_TERM), NOW) == FOR_GOOD


def test_a_wish_outlives_an_update_until_the_matter_is_closed() -> None:
    kind = builtin().get("tasks")
    wished = replace(item(next(e for e in EXAMPLES if e.type == "tasks")), priority=Priority.PERMANENT)
    month = lasting(30 * DAY, Priority.LONG_TERM)
    doing, done = (kind.parse({"title": "a", "status": status}) for status in ("doing", "done"))
    assert succeeded(kind, wished, doing, month) == FOR_GOOD
    assert succeeded(kind, wished, done, month) == month
    usual = replace(wished, keep_for=30 * DAY, priority=Priority.LONG_TERM)
    assert succeeded(kind, usual, doing, month) == month

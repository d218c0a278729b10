"""Times are aware, in UTC, and exact to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import InvalidInput, ManualClock, SystemClock
from perdure.clock import aware, from_micros, iso, parse_time, to_micros

EAST = timezone(timedelta(hours=8))


@given(st.datetimes(timezones=st.just(UTC)))
def test_microseconds_are_exact_both_ways(moment: datetime) -> None:
    assert from_micros(to_micros(moment)) == moment
    assert parse_time(iso(moment) or "", "t") == moment


def test_zones_are_turned_into_utc_and_shown_with_z() -> None:
    moment = datetime(2026, 2, 20, 9, 0, tzinfo=EAST)
    assert aware(moment, "t").tzinfo is UTC
    assert iso(moment) == "2026-02-20T01:00:00Z"
    assert iso(None) is None
    assert parse_time("2026-02-20T09:00:00+08:00", "t") == moment


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-02-20T09:00:00", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+14:00"]
)
def test_what_is_no_moment_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_time(text, "when")
    assert caught.value.field == "when"


LOCAL = {
    "2026-02-20T09:00:00": "2026-02-20T01:00:00Z",
    "2026-02-20 09:00": "2026-02-20T01:00:00Z",
    " 2026-02-20T09:00:00+00:00 ": "2026-02-20T09:00:00Z",
    "2026-02-20T09:00:00Z": "2026-02-20T09:00:00Z",
    "2026-02-20": "2026-02-19T16:00:00Z",
}


@pytest.mark.parametrize(("text", "moment"), LOCAL.items())
def test_what_a_person_writes_without_a_zone_is_local_time(shanghai: None, text: str, moment: str) -> None:
    assert iso(aware(text, "since")) == moment


def test_a_date_alone_begins_what_begins_with_it_and_ends_what_ends_with_it(shanghai: None) -> None:
    assert iso(aware("2026-02-20", "valid_from")) == "2026-02-19T16:00:00Z"
    assert iso(aware("2026-02-20", "valid_at")) == "2026-02-20T15:59:59.999999Z"
    assert iso(aware("2026-02-20", "target.until")) == iso(aware("2026-02-20", "valid_to")) == "2026-02-20T16:00:00Z"


@pytest.mark.parametrize("text", ["", "gestern", "昨天", "2026-02-30", "0001-01-01", "9999-12-31", "0001-01-01T00:00"])
def test_what_a_person_writes_and_is_no_moment_is_refused_by_name(shanghai: None, text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        aware(text, "when")
    assert caught.value.field == "when"


def test_a_datetime_without_a_zone_is_refused(shanghai: None) -> None:
    with pytest.raises(InvalidInput, match="no time zone"):
        aware(datetime(2026, 2, 20), "when")  # noqa: DTZ001 - that is the point


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock()
    before = clock.now()
    clock.advance(timedelta(days=1))
    clock.advance(timedelta(days=-2))
    assert clock.now() - before == timedelta(days=-1)
    assert SystemClock().now().tzinfo is UTC

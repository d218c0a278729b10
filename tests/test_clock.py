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


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock()
    before = clock.now()
    clock.advance(timedelta(days=1))
    clock.advance(timedelta(days=-2))
    assert clock.now() - before == timedelta(days=-1)
    assert SystemClock().now().tzinfo is UTC

"""Ids are UUIDs of version 7 that sort by the moment they were made."""

from __future__ import annotations

import threading
import uuid
from datetime import UTC, datetime, timedelta

from perdure import ManualClock
from perdure.clock import to_micros
from perdure.ids import Ids


def test_an_id_is_a_uuid_of_version_7_with_its_moment_in_it() -> None:
    clock = ManualClock(datetime(2026, 2, 20, 9, 0, 0, 123000, tzinfo=UTC))
    made = uuid.UUID(Ids(clock).new())
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == to_micros(clock.now()) // 1000


def test_ids_sort_by_when_they_were_made_also_within_a_millisecond_and_when_the_clock_steps_back() -> None:
    clock = ManualClock()
    ids = Ids(clock)
    made = [ids.new() for _ in range(5_000)]
    clock.advance(timedelta(seconds=-30))
    made += [ids.new() for _ in range(5_000)]
    clock.advance(timedelta(days=1))
    made += [ids.new() for _ in range(10)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_a_seed_makes_them_repeatable_and_none_makes_them_unguessable() -> None:
    clock = ManualClock()
    assert [Ids(clock, seed=1).new() for _ in range(2)] == [Ids(clock, seed=1).new()] * 2
    assert Ids(clock, seed=1).salt() == Ids(clock, seed=1).salt()
    assert len({Ids(clock).new()[19:] for _ in range(100)}) == 100
    assert len({Ids(clock).salt() for _ in range(100)}) == 100


def test_threads_never_get_the_same_id() -> None:
    ids = Ids(ManualClock())
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.extend(ids.new() for _ in range(500))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 4_000

"""The guard alone: time, tries, rate, places, breaker."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from perdure import InvalidInput, ModelUnavailable
from perdure.models import Guard, Limits, ManualPace
from perdure.models.backoff import full_jitter, retry_after
from perdure.models.fault import Fault, bad_status

ILL = Fault("it is ill", retry=True, ill=True)


def script(*steps: Fault | str) -> tuple[Callable[[], Awaitable[str]], list[int]]:
    """An attempt that goes through the steps, the last one for ever; and the numbers of its calls."""
    calls: list[int] = []

    async def attempt() -> str:
        calls.append(len(calls) + 1)
        step = steps[min(len(calls), len(steps)) - 1]
        if isinstance(step, Fault):
            raise step
        return step

    return attempt, calls


@pytest.mark.requirement("R330")
async def test_a_failing_call_is_tried_again_with_waits_that_double_and_are_spread(pace: ManualPace) -> None:
    attempt, calls = script(ILL, ILL, ILL, "ok")
    guard = Guard("m", Limits(tries=4, backoff=1.0, failures=10), pace=pace)
    assert await guard.run(attempt) == "ok"
    assert calls == [1, 2, 3, 4]
    assert [wait <= limit for wait, limit in zip(pace.slept, (1.0, 2.0, 4.0), strict=True)] == [True] * 3


@pytest.mark.requirement("R330")
async def test_tries_are_bounded_and_the_last_reason_is_kept(pace: ManualPace) -> None:
    attempt, calls = script(ILL, Fault("another thing", retry=True, ill=True))
    with pytest.raises(ModelUnavailable) as caught:
        await Guard("m", Limits(tries=3, failures=10), pace=pace).run(attempt)
    assert calls == [1, 2, 3]
    assert caught.value.reason == "another thing"
    assert caught.value.message == "`m` gave no usable answer: another thing (3 tries)"
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


async def test_what_another_try_cannot_mend_is_not_tried_again(pace: ManualPace) -> None:
    attempt, calls = script(bad_status(401, code="invalid_api_key"))
    with pytest.raises(ModelUnavailable) as caught:
        await Guard("m", pace=pace).run(attempt)
    assert (calls, pace.slept) == ([1], [])
    assert caught.value.reason == "the server answered 401 (`invalid_api_key`)"
    assert caught.value.hint == "check the API key and what it may use"


async def test_the_wait_a_server_asks_for_is_kept(pace: ManualPace) -> None:
    attempt, _ = script(Fault("slow down", retry=True, retry_after=7.0), "ok")
    await Guard("m", Limits(backoff=0.5), pace=pace).run(attempt)
    assert 7.0 <= pace.slept[0] <= 7.5


async def test_a_wait_beyond_the_deadline_ends_the_call_at_once_and_names_the_time(pace: ManualPace) -> None:
    attempt, calls = script(Fault("slow down", retry=True, retry_after=3600.0))
    with pytest.raises(ModelUnavailable) as caught:
        await Guard("m", Limits(deadline=10), pace=pace).run(attempt)
    assert (calls, pace.slept, caught.value.retry_after) == ([1], [], 3600.0)


async def test_waiting_and_trying_together_stay_within_the_deadline(pace: ManualPace) -> None:
    attempt, _ = script(ILL)
    began = pace.elapsed()
    with pytest.raises(ModelUnavailable):
        await Guard("m", Limits(deadline=5, tries=1000, failures=1000, backoff=1), pace=pace).run(attempt)
    assert pace.elapsed() - began <= 6


async def test_two_runs_of_one_call_share_its_deadline(pace: ManualPace) -> None:
    guard = Guard("m", Limits(deadline=5, tries=1000, failures=10_000, backoff=1), pace=pace)
    attempt, _ = script(ILL)
    began, until = pace.elapsed(), guard.until()
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            await guard.run(attempt, until=until)
    assert pace.elapsed() - began <= 6


@pytest.mark.requirement("R330")
def test_first_waits_are_uniform_over_their_range() -> None:
    """Kolmogorov-Smirnov against the uniform distribution, p > 0.01."""
    pace, n = ManualPace(seed=3), 500
    waits = sorted(full_jitter(1, base=2.0, cap=9.0, chance=pace.chance()) / 2.0 for _ in range(n))
    distance = max(max((i + 1) / n - wait, wait - i / n) for i, wait in enumerate(waits))
    assert distance * math.sqrt(n) < 1.628

    same = [1.0] * n  # the red control: no jitter
    assert max(max((i + 1) / n - wait, wait - i / n) for i, wait in enumerate(same)) * math.sqrt(n) > 1.628


def test_waits_stop_growing_at_their_cap() -> None:
    assert [full_jitter(n, base=1, cap=5, chance=1.0) for n in (1, 2, 3, 4, 10_000)] == [1, 2, 4, 5, 5]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        (" 1.5 ", 1.5),
        ("0", 0.0),
        ("Thu, 01 Jan 2026 00:00:30 GMT", 30.0),
        ("Wed, 31 Dec 2025 23:00:00 GMT", 0.0),
        ("Thu, 01 Jan 2026 00:00:30 -0000", 30.0),
        ("-5", None),
        ("soon", None),
        ("９", None),
        ("9" * 400, None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, datetime(2026, 1, 1, tzinfo=UTC)) == seconds


async def test_the_breaker_opens_then_lets_one_try_through_and_closes(pace: ManualPace) -> None:
    guard = Guard("m", Limits(tries=1, failures=3, pause=30), pace=pace)
    sick, sick_calls = script(ILL)
    for _ in range(5):
        with pytest.raises(ModelUnavailable) as caught:
            await guard.run(sick)
    assert len(sick_calls) == 3
    assert caught.value.reason == "skipped: it failed 3 times in a row; the last time: it is ill"
    assert caught.value.retry_after == pytest.approx(30, abs=1)

    pace.advance(31)
    with pytest.raises(ModelUnavailable):
        await guard.run(sick)  # the probe fails: open again
    with pytest.raises(ModelUnavailable):
        await guard.run(sick)
    assert len(sick_calls) == 4

    pace.advance(31)
    well, well_calls = script("ok")
    assert [await guard.run(well) for _ in range(3)] == ["ok"] * 3
    assert len(well_calls) == 3


async def test_only_one_try_goes_through_a_half_open_breaker(pace: ManualPace) -> None:
    guard = Guard("m", Limits(tries=1, failures=1, pause=30), pace=pace)
    with pytest.raises(ModelUnavailable):
        await guard.run(script(ILL)[0])
    pace.advance(31)
    release, asked = asyncio.Event(), 0

    async def slow() -> str:
        nonlocal asked
        asked += 1
        await release.wait()
        return "ok"

    probe = asyncio.create_task(guard.run(slow))
    others = await asyncio.gather(*(guard.run(slow) for _ in range(3)), return_exceptions=True)
    assert [type(other) for other in others] == [ModelUnavailable] * 3
    release.set()
    assert (await probe, asked) == ("ok", 1)


async def test_a_cancelled_probe_leaves_room_for_the_next(pace: ManualPace) -> None:
    guard = Guard("m", Limits(tries=1, failures=1, pause=30), pace=pace)
    with pytest.raises(ModelUnavailable):
        await guard.run(script(ILL)[0])
    pace.advance(31)
    probe = asyncio.create_task(guard.run(asyncio.Event().wait))
    await asyncio.sleep(0.01)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    assert await guard.run(script("ok")[0]) == "ok"


async def test_being_told_to_slow_down_or_refused_does_not_open_the_breaker(pace: ManualPace) -> None:
    guard = Guard("m", Limits(tries=1, failures=1), pace=pace)
    for status in (429, 401, 404, 400):
        with pytest.raises(ModelUnavailable) as caught:
            await guard.run(script(bad_status(status))[0])
        assert caught.value.reason == f"the server answered {status}"


@pytest.mark.requirement("R330")
async def test_calls_beyond_the_rate_wait_for_their_turn(pace: ManualPace) -> None:
    guard = Guard("m", Limits(per_second=2, burst=3), pace=pace)
    began = pace.elapsed()
    for _ in range(7):
        await guard.run(script("ok")[0])
    assert pace.elapsed() - began == pytest.approx(2.0, abs=0.2)


async def test_a_turn_that_would_come_after_the_deadline_is_refused_at_once(pace: ManualPace) -> None:
    guard = Guard("m", Limits(per_second=0.01, burst=1, deadline=5), pace=pace)
    await guard.run(script("ok")[0])
    with pytest.raises(ModelUnavailable) as caught:
        await guard.run(script("ok")[0])
    assert caught.value.reason == "our own rate limit leaves no turn before the deadline"
    assert pace.slept == []


async def test_no_more_calls_than_allowed_are_under_way(pace: ManualPace) -> None:
    guard = Guard("m", Limits(at_once=2, burst=100), pace=pace)
    now = most = 0

    async def attempt() -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.005)
        now -= 1

    await asyncio.gather(*(guard.run(attempt) for _ in range(10)))
    assert most == 2


async def test_waiting_for_a_place_ends_at_the_deadline() -> None:
    guard = Guard("m", Limits(at_once=1, deadline=0.1, timeout=10, tries=1))
    stuck = asyncio.create_task(guard.run(asyncio.Event().wait, until=guard.until() + 100))
    await asyncio.sleep(0)
    with pytest.raises(ModelUnavailable) as caught:
        await guard.run(script("ok")[0])
    assert caught.value.reason == "no free place before the deadline: 1 calls are under way"
    stuck.cancel()


@pytest.mark.requirement("R330")
async def test_one_try_ends_at_its_timeout(pace: ManualPace) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        await Guard("m", Limits(timeout=0.05, tries=2), pace=pace).run(asyncio.Event().wait)
    assert caught.value.reason == "no whole answer within 0.05 s"
    assert len(pace.slept) == 1


async def test_cancellation_passes_through_a_try_and_through_a_wait() -> None:
    for attempt in (asyncio.Event().wait, script(Fault("busy", retry=True, retry_after=30.0))[0]):
        task = asyncio.create_task(Guard("m").run(attempt))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_mistake_of_ours_is_not_hidden_as_the_models_fault(pace: ManualPace) -> None:
    async def attempt() -> None:
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        await Guard("m", pace=pace).run(attempt)


@pytest.mark.parametrize("name", ["deadline", "timeout", "tries", "at_once", "max_reply_bytes"])
def test_limits_must_be_positive(name: str) -> None:
    with pytest.raises(InvalidInput):
        Limits(**{name: 0})


def test_the_error_has_the_one_shape() -> None:
    error = ModelUnavailable("`m` gave no usable answer: it is ill", reason="it is ill")
    assert error.as_json() == {
        "error": {
            "code": "model_unavailable",
            "message": "`m` gave no usable answer: it is ill",
            "hint": "nothing was lost: try again later",
        }
    }


def test_a_code_that_is_not_known_is_not_repeated() -> None:
    assert bad_status(400, code="sk-secret").reason == "the server answered 400"

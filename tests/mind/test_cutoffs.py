"""How far a model's knowledge reaches, and how long ago that was."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import AgentMemory, Config, InvalidInput, ManualClock, Runtime
from perdure.mind.cutoffs import KNOWN, as_day, cutoff_of, find_cutoff, gap, is_outdated
from tests.homes import fresh_id


@pytest.mark.requirement("R148")
def test_the_gap_is_computed_in_days_and_in_months_of_the_calendar() -> None:
    since = gap(date(2023, 12, 1), date(2026, 2, 7))
    assert (since.days, since.months) == (799, 26)
    assert gap(date(2024, 1, 31), date(2024, 2, 29)).months == 0
    assert gap(date(2024, 1, 31), date(2024, 3, 31)).months == 2
    assert gap(date(2026, 5, 1), date(2026, 2, 7)).days == 0


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(0, 9_000))
def test_days_and_months_never_contradict_each_other(cutoff: date, days: int) -> None:
    since = gap(cutoff, cutoff + timedelta(days=days))
    assert since.days == days
    assert 28 * since.months <= days <= 31 * (since.months + 1)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("gpt-4o", date(2023, 10, 1)),
        ("gpt-4o-2024-08-06", date(2023, 10, 1)),
        ("openai/GPT-4o-mini", date(2023, 10, 1)),
        ("gpt-5", date(2024, 9, 30)),
        ("gpt-5-mini", date(2024, 5, 31)),
        ("anthropic.claude-3-5-sonnet-20240620-v1:0", date(2024, 4, 1)),
        ("claude-sonnet-4-5@20250929", date(2025, 1, 1)),
        ("meta-llama/Llama-3.1-8B-Instruct", date(2023, 12, 1)),
        ("llama-3.1:70b", date(2023, 12, 1)),
        # Another model is not the one whose name it begins with, and nothing is guessed.
        ("gpt-5.2", None),
        ("gpt-5-pro", None),
        ("claude-opus-4-99", None),
        ("some-model", None),
    ],
)
def test_a_model_is_known_by_its_name_whoever_serves_it(name: str, day: date | None) -> None:
    assert find_cutoff(name, {}) == day


def test_every_day_in_the_table_is_one() -> None:
    assert all(date(2020, 1, 1) < as_day(day) < date(2026, 6, 1) for day in KNOWN.values())


def test_what_the_user_adds_goes_first() -> None:
    own = {"Acme/House_Model": "2025-03", "gpt-4o": date(2024, 1, 1)}
    assert find_cutoff("house-model-20260101", own) == date(2025, 3, 1)
    assert find_cutoff("gpt-4o", own) == date(2024, 1, 1)


@pytest.mark.parametrize("wrong", ["soon", "2024-13", "2024-02-30", "", 20240601, None, "2024-6"])
def test_a_cutoff_that_is_no_date_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidInput) as bad:
        as_day(wrong)
    assert bad.value.field == "cutoff"
    assert "2024-06" in (bad.value.hint or "")


def test_without_a_model_or_a_cutoff_nothing_can_be_said() -> None:
    for call in (lambda: cutoff_of(None, None, {}), lambda: cutoff_of("nobody-knows", None, {})):
        with pytest.raises(InvalidInput) as bad:
            call()
        assert "cutoff" in (bad.value.hint or "")
    assert cutoff_of("nobody-knows", "2024", {}) == date(2024, 1, 1)


def test_a_model_is_outdated_after_some_days() -> None:
    assert not is_outdated(date(2026, 1, 1), date(2026, 4, 1))
    assert is_outdated(date(2026, 1, 1), date(2026, 4, 2))
    assert is_outdated(date(2026, 1, 1), date(2026, 1, 9), days=7)


async def test_an_agent_knows_which_model_is_outdated(luna: AgentMemory, clock: ManualClock) -> None:
    assert await luna.patches.is_model_outdated(model="gpt-4o")
    assert not await luna.patches.is_model_outdated(cutoff="2025-12-01")
    assert await luna.patches.is_model_outdated(cutoff="2025-12-01", now=clock.now() + timedelta(days=100))
    for wrong in ({"model": "nobody-knows"}, {}, {"cutoff": "x"}, {"cutoff": "2025", "days": 0}):
        with pytest.raises(InvalidInput):
            await luna.patches.is_model_outdated(**wrong)  # type: ignore[arg-type]


async def test_the_table_is_extended_by_configuration(busy_home: str, clock: ManualClock) -> None:
    async with Runtime(busy_home, clock=clock, config=Config(cutoffs={"house-model": "2025-12"})) as runtime:
        memory = await runtime.agent(fresh_id())
        assert not await memory.patches.is_model_outdated(model="acme/house-model")

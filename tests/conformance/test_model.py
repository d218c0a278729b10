"""Random work on a memory never leaves the model of what it promises, and the engines never differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from perdure import Hit, Item, Memory, Receipt
from perdure.testing.model import MemoryMachine

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def run(homes: tuple[str, ...], examples: int, steps: int = 20, *, opens: type[Memory] = Memory) -> None:
    """Random work; the last home is opened with `opens`."""

    class Machine(MemoryMachine):
        def _open(self, home: str) -> Memory:
            kind = opens if home == homes[-1] else Memory
            return kind.open(self.agent_id, home, clock=self.clock)

    Machine.homes = homes
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=SLOW,
            deadline=None,
            database=None,
            # A failure is reported as found; shrinking it may take minutes.
            phases=[Phase.generate] if opens is not Memory else list(Phase),
        ),
    )


@pytest.mark.requirement("R003", "R034", "R199", "R202", "R204", "R205")
def test_sqlite_keeps_its_promises(tmp_path: Path) -> None:
    run((str(tmp_path),), examples=16, steps=25)


def test_postgres_keeps_its_promises(busy_database: str) -> None:
    run((busy_database,), examples=4)


@pytest.mark.requirement("R085")
def test_the_engines_differ_in_nothing_a_caller_can_see(tmp_path: Path, busy_database: str) -> None:
    run((str(tmp_path), busy_database), examples=6, steps=20)


# --- red controls: what breaks a promise is seen ------------------------------------------------------------------


class Forgetless(Memory):
    """Says that it forgot, and did not."""

    def forget_recall(self, *args: Any, **kwargs: Any) -> Receipt:
        return Receipt("direct:main", None)


class Lossy(Memory):
    """Loses the lightest item of every list."""

    def items(self, *args: Any, **kwargs: Any) -> list[Item]:
        return super().items(*args, **kwargs)[:1]


class Skewed(Memory):
    """Scores a millionth higher than the others."""

    def retrieve_recall(self, *args: Any, **kwargs: Any) -> list[Hit]:
        return [replace(hit, score=hit.score + 1e-6) for hit in super().retrieve_recall(*args, **kwargs)]


@pytest.mark.parametrize("broken", [Forgetless, Lossy])
def test_a_broken_promise_is_caught(tmp_path: Path, broken: type[Memory]) -> None:
    with pytest.raises(AssertionError):
        run((str(tmp_path),), examples=40, opens=broken)


def test_a_difference_in_the_last_digit_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        run((str(tmp_path / "one"), str(tmp_path / "other")), examples=40, opens=Skewed)

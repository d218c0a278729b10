"""Random work on a memory never leaves the model of what it promises, and the engines never differ."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from perdure.testing.model import MemoryMachine, Model

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def run(homes: tuple[str, ...], examples: int, steps: int = 20) -> None:
    machine = type("Machine", (MemoryMachine,), {"homes": homes})
    run_state_machine_as_test(
        machine,
        settings=settings(max_examples=examples, stateful_step_count=steps, suppress_health_check=SLOW, deadline=None),
    )


def test_sqlite_keeps_its_promises(tmp_path: Path) -> None:
    run((str(tmp_path),), examples=30)

"""Random work on a store never leaves the model of grades, links and withheld spans, and the engines never differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from perdure import Grade
from perdure.store.transaction import Transaction
from perdure.testing.store_machine import StoreMachine, Work

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def run(homes: tuple[str, ...], examples: int, machine: type[StoreMachine] = StoreMachine) -> None:
    class Machine(machine):  # type: ignore[misc, valid-type]
        pass

    Machine.homes = homes
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            suppress_health_check=SLOW,
            deadline=None,
            database=None,
            # A failure that is wanted need not be made small.
            phases=[Phase.generate] if machine is not StoreMachine else list(Phase),
        ),
    )


def test_sqlite_keeps_to_the_model(tmp_path: Path) -> None:
    run((str(tmp_path),), examples=20)


def test_both_engines_keep_to_the_model(tmp_path: Path, busy_database: str) -> None:
    run((str(tmp_path), busy_database), examples=8)


# --- red controls: what breaks a promise is seen ------------------------------------------------------------------


class Broken(StoreMachine):
    """A store of which one thing does not do what it says."""

    def _submit(self, n: int, scope: str, work: Work) -> Any:
        def broken(tx: Transaction) -> Any:
            self.break_it(tx)
            return work(tx, self.ids[n])

        return self.stores[n].submit(scope, broken).result()

    def break_it(self, tx: Any) -> None:
        raise NotImplementedError


class NeverSettles(Broken):
    def break_it(self, tx: Any) -> None:
        tx.links.settle = lambda a, b: any(link.other(a) == b and link.state == "open" for link in tx.links.of(a))


class NeverLifts(Broken):
    def break_it(self, tx: Any) -> None:
        tx.withheld.lift = lambda record, start, end, item_id: record in tx.withheld.of([record])


class LosesGrades(Broken):
    def break_it(self, tx: Any) -> None:
        add = tx.add_item
        tx.add_item = lambda item, *more, **named: add(replace(item, grade=Grade.SURE), *more, **named)


@pytest.mark.parametrize("machine", [NeverSettles, NeverLifts, LosesGrades])
def test_a_broken_promise_is_caught(tmp_path: Path, machine: type[StoreMachine]) -> None:
    with pytest.raises(AssertionError):
        run((str(tmp_path),), examples=200, machine=machine)

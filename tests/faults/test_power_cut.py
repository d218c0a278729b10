"""When the power fails, what was acknowledged is there when it comes back. Runs with `make crash`, as root."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from perdure import Runtime
from tests.faults.child import Cycle, Nursery, nurseries, run
from tests.faults.disks import Machine, machine
from tests.faults.ledger import Ledger
from tests.faults.long import IS_LONG
from tests.faults.workload import Answer, Operation

CYCLES = 20
LOWER = ("PRAGMA synchronous = NORMAL",)

pytestmark = pytest.mark.skipif(not IS_LONG, reason="power cuts run with `make crash`")


class Cutter:
    """Keeps the ledger, and cuts the power some acknowledgements from now, before it takes note of another."""

    def __init__(self, ledger: Ledger, disk: Machine, after: int) -> None:
        self._ledger, self._disk, self._left = ledger, disk, after
        self.unheard: list[Operation] = []

    def acknowledge(self, op: Operation, answer: Answer) -> None:
        if self._left == 0:
            self.unheard.append(op)  # the answer came after the cut: the store was already gone
            return
        self._ledger.acknowledge(op, answer)
        self._left -= 1
        if self._left == 0:
            self._disk.cut()


def cut_power(disk: Machine, nursery: Nursery, cycle: Cycle, ledger: Ledger, after: int) -> list[Operation]:
    """Write until the power fails. Answers what is unknown."""
    cutter = Cutter(ledger, disk, after)
    pending = run(nursery, cycle, cutter, None, may_fail=True)
    return cutter.unheard + pending


async def examine(home: Path, ledger: Ledger, unknown: list[Operation]) -> list[str]:
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna")
        await ledger.settle(agent, unknown)
        return await ledger.compare(agent)


def test_what_was_acknowledged_survives_a_power_cut(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random("power")
    ledger = Ledger()
    with nurseries(1) as [nursery], machine(tmp_path) as disk:
        disk.on()
        for n in range(CYCLES):
            cycle = Cycle(str(disk.folder), "luna", f"p{n}", chance.randrange(1 << 30))
            unknown = cut_power(disk, nursery, cycle, ledger, chance.randint(1, 80))
            disk.off()
            disk.on()
            assert asyncio.run(examine(disk.folder, ledger, unknown)) == [], f"cycle {n}"
    record_property(
        "measured",
        f"power cuts: {CYCLES}, {ledger.acknowledged} acknowledged, 0 lost, {ledger.unknown} unknown"
        f" ({ledger.kept} of them kept)",
    )


def test_lowered_durability_is_seen_to_lose_writes(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """The control: the same cut at `synchronous = NORMAL` loses acknowledged writes, or it cuts nothing."""
    chance = random.Random("lowered")
    with nurseries(1) as [nursery], machine(tmp_path) as disk:
        for n in range(CYCLES):
            ledger = Ledger()
            disk.on()
            home = disk.folder / f"home {n}"
            cycle = Cycle(str(home), "luna", f"p{n}", chance.randrange(1 << 30), statements=LOWER)
            cut_power(disk, nursery, cycle, ledger, chance.randint(40, 80))
            disk.off()
            disk.on()
            problems = asyncio.run(look(home, ledger))
            disk.off()
            if problems:
                record_property("measured", f"power cuts at NORMAL: lost acknowledged writes in cut {n + 1}")
                return
    raise AssertionError("nothing was lost at NORMAL: this harness does not cut the power")


async def look(home: Path, ledger: Ledger) -> list[str]:
    """Compare without settling: with so much gone, sending writes again makes no sense."""
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna")
        held = {session.id for session in await agent.archive.sessions()}
        kept = [record.id for name in held for record in await agent.archive.records(name)]
        return [f"lost: {record_id}" for record_id in ledger.records if record_id not in kept]

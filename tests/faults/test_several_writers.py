"""Several processes write one agent at once: they take turns, nobody is told to try again, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from perdure import Runtime
from tests.faults.child import Cycle, Nursery, nurseries, run
from tests.faults.ledger import EVERYTHING, Ledger
from tests.faults.tables import disagreements, query
from tests.faults.workload import Answer, Operation

BATCHES = 40
SESSIONS = ("start_session", "end_session")

# Everything that takes a number of the agent's one line.
NUMBERS = (
    "SELECT sequence FROM sessions UNION ALL SELECT sequence FROM archival_records"
    " UNION ALL SELECT sequence FROM memory_items UNION ALL SELECT sequence FROM changes"
    " UNION ALL SELECT id FROM memory_chunks UNION ALL SELECT id FROM record_chunks"
    " UNION ALL SELECT faiss_id FROM vector_id_map UNION ALL SELECT sequence FROM lookups"
    " UNION ALL SELECT sequence FROM extraction_queue UNION ALL SELECT sequence FROM patch_history"
)
LAST_NUMBER = "SELECT sequence FROM agents"


class Notes:
    """What one writer acknowledged, in its own order."""

    def __init__(self) -> None:
        self.acknowledged: list[tuple[Operation, Answer]] = []

    def acknowledge(self, op: Operation, answer: Answer) -> None:
        self.acknowledged.append((op, answer))


def write_at_once(home: str, count: int, killed: int | None) -> tuple[list[tuple[Operation, Answer]], list[Operation]]:
    """Let writers loose on an agent that the first of them makes. Answers what was acknowledged and what is unknown."""
    chance = random.Random(f"{count} {killed}")
    notes = [Notes() for _ in range(count)]

    def one(n: int, nursery: Nursery, seed: int) -> list[Operation]:
        cycle = Cycle(home, "luna", f"w{n}", seed, forgets=False, batches=BATCHES)
        return run(nursery, cycle, notes[n], (lambda: chance.uniform(0, 0.2)) if n == killed else None)

    with nurseries(count) as opened, ThreadPoolExecutor(count) as threads:
        lives = [threads.submit(one, n, nursery, chance.randrange(1 << 30)) for n, nursery in enumerate(opened)]
        unknown = [op for life in lives for op in life.result()]
    return [entry for note in notes for entry in note.acknowledged], unknown


async def compare(
    home: str, heard: list[tuple[Operation, Answer]], unknown: list[Operation]
) -> tuple[Ledger, list[str]]:
    ledger = Ledger()
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna", create=False)
        # Writers meet at the same keys: the order of the store is the order in which the receipts have to make sense.
        order: dict[str, int] = {}
        for session in await agent.archive.sessions(limit=EVERYTHING):
            order |= {record.id: record.sequence for record in await agent.archive.records(session, limit=EVERYTHING)}

        def place(entry: tuple[Operation, Answer]) -> int:
            op, answer = entry
            return 0 if op.verb in SESSIONS else order[answer["receipts"][0]["records"][0]]

        starts = [entry for entry in heard if entry[0].verb in SESSIONS]  # each writer's own, and in its own order
        for op, answer in starts + sorted((e for e in heard if e[0].verb not in SESSIONS), key=place):
            ledger.acknowledge(op, answer)
        await ledger.settle(agent, unknown)
        return ledger, await ledger.compare(agent)


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "home") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.mark.requirement("R327")
@pytest.mark.parametrize("killed", [None, 0], ids=["all live", "one is killed"])
@pytest.mark.parametrize("count", [2, 4])
def test_processes_that_write_one_agent_lose_nothing(
    count: int, killed: int | None, home: str, record_property: Callable[[str, object], None]
) -> None:
    heard, unknown = write_at_once(home, count, killed)
    assert killed is not None or unknown == []
    ledger, problems = asyncio.run(compare(home, heard, unknown))
    assert problems == []
    assert disagreements(home, "luna") == []
    taken = sorted(row[0] for row in query(home, "luna", NUMBERS))
    ((last,),) = query(home, "luna", LAST_NUMBER)
    assert taken == list(range(1, last + 1)), "a number of the agent's line is missing or was given twice"
    record_property(
        "measured",
        f"{count} writers on {'PostgreSQL' if ':' in home else 'SQLite'}{', one killed' if killed is not None else ''}:"
        f" {ledger.acknowledged} acknowledged, 0 lost, {ledger.unknown} unknown",
    )


def test_writers_that_do_not_take_turns_would_be_seen(tmp_path: Path) -> None:
    """The control: a lost update leaves receipts that cannot all be true."""
    home = str(tmp_path / "home")
    heard, unknown = write_at_once(home, 1, None)
    later = next(n for n, (op, answer) in enumerate(heard) if _replaces(answer))
    op, answer = heard[later]
    outcome = answer["receipts"][0]["outcomes"][0] | {"replaces": "what another writer had already replaced"}
    heard[later] = op, {"receipts": [answer["receipts"][0] | {"outcomes": [outcome]}]}
    with pytest.raises(AssertionError, match="replaces what is not current"):
        asyncio.run(compare(home, heard, unknown))


def _replaces(answer: Answer) -> bool:
    return any(outcome["replaces"] for receipt in answer.get("receipts", ()) for outcome in receipt["outcomes"])

"""How fast the SQLite store is, beside a bare apsw loop that writes the same rows into the same tables.

    python benchmarks/store.py            # the table, with medians over several rounds
    python benchmarks/store.py --json     # the same as one JSON object

Both sides run in this process, in turns, on the same disk with the same settings (WAL, synchronous=FULL); what counts
is the ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw

from perdure import Candidate, Event, Runtime
from perdure.folders import folder_name
from perdure.segment import RULES, segment
from perdure.store import indexing
from perdure.store.chain import GENESIS
from perdure.store.records import RECORD_ADD
from perdure.store.sessions import SESSION_ADD, SESSION_COUNT
from perdure.store.sqlite.connection import compiled, connect
from perdure.store.sqlite.files import DATABASE
from perdure.store.unit import AGENT_MOVE

USER = "I moved to Leeds last spring, and the new flat is ten minutes from the station (第{n}次)."
FEW = 200
ASSISTANT = "Leeds it is. I will look for trains from there from now on ({n})."


def turn(n: int) -> list[Event]:
    return [Event.user(USER.format(n=n)), Event.assistant(ASSISTANT.format(n=n))]


def preference(n: int) -> Candidate:
    return Candidate("preferences", {"name": f"thing number {n}", "value": f"done the way of day {n % 7} 第{n}种"})


class Bare:
    """The same rows by hand: everything but the writing is done beforehand."""

    def __init__(self, home: Path) -> None:
        self.connection = connect(home / folder_name("bare") / DATABASE, busy_timeout=30)
        self.sequence = 1_000_000
        self.session = "bare"
        self.connection.execute(
            compiled(SESSION_ADD),
            {"id": self.session, "scope": "main", "kind": "conversation", "started_at": 0, "sequence": 1},
        )

    def rows(self, count: int) -> list[dict[str, Any]]:
        made = []
        for n in range(count):
            self.sequence += 1
            made.append(
                {
                    "id": f"01a1dd31-a8b7-7000-a7db-{self.sequence:012d}",
                    "session_id": self.session,
                    "scope": "main",
                    "turn_id": n // 2 + 1,
                    "sequence": self.sequence,
                    "role": "user" if n % 2 == 0 else "assistant",
                    "content": (USER if n % 2 == 0 else ASSISTANT).format(n=n // 2),
                    "timestamp": 1_794_712_381_632_471,
                    "speaker": None,
                    "name": None,
                    "arguments_json": None,
                    "result_json": None,
                    "tags_json": None,
                    "content_ref": None,
                    "salt": bytes(16),
                    "content_hash": bytes(32),
                    "chain_hash": bytes(32),
                    "rest_hash": None,
                    "position": self.sequence,
                }
            )
        return made

    def chunks(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {
                "id": row["sequence"],
                "record_id": row["id"],
                "session_id": self.session,
                "position": row["position"],
                "ordinal": 0,
                "search_text": " ".join(segment(f"{row['role']}: {row['content']}")),
            }
            for row in rows
        ]

    def write(self, rows: list[dict[str, Any]], chunks: list[dict[str, Any]]) -> None:
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        self.connection.executemany(compiled(RECORD_ADD), rows)
        self.connection.executemany(compiled(indexing.RECORD_CHUNK_ADD), chunks)
        counts: dict[str, Any] = {"mem_type": "archival", "chunks": len(rows), "words": 20 * len(rows), "rules": RULES}
        execute(compiled(indexing.TOTALS_COUNT), counts)
        counts = {"messages": len(rows), "turn_count": 1, "tokens": 20 * len(rows), "now": 1}
        execute(compiled(SESSION_COUNT), {"id": self.session, **counts})
        execute(
            compiled(AGENT_MOVE),
            {"revision": 1, "sequence": self.sequence, "chain_head": GENESIS, "clock_high": 1},
        )
        execute("COMMIT")


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


async def timed_async(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    await work()
    return time.perf_counter() - start


async def measure(home: Path, *, turns: int, records: int, rounds: int) -> dict[str, Any]:
    """Single turns and bulk, ours and bare, in turns."""
    async with Runtime(home, embedder="none") as runtime:
        ours = await runtime.agent("ours")
        await runtime.agent("bare")
        bare = Bare(home)
        session = await ours.start_session()
        single: dict[str, list[float]] = {"ours": [], "bare": [], "grouped": [], "learned": []}
        bulk: dict[str, list[float]] = {"ours": [], "bare": []}

        async def one_by_one() -> None:
            for n in range(turns):
                await ours.commit_turn(session, turn(n), learn=False)

        async def with_learning() -> None:
            for n in range(turns):
                await ours.commit_turn(session, turn(n))

        async def at_once() -> None:
            await asyncio.gather(*(ours.commit_turn(session, turn(n), learn=False) for n in range(turns)))

        async def in_bulk() -> None:
            await ours.commit_turns(session, [turn(n) for n in range(records // 2)], learn=False)

        for _ in range(rounds):
            ready = [(rows, bare.chunks(rows)) for rows in (bare.rows(2) for _ in range(turns))]
            single["bare"].append(timed(lambda ready=ready: [bare.write(*rows) for rows in ready]) / turns)
            single["ours"].append(await timed_async(one_by_one) / turns)
            single["grouped"].append(await timed_async(at_once) / turns)
            single["learned"].append(await timed_async(with_learning) / turns)
            everything = bare.rows(records)
            chunks = bare.chunks(everything)
            bulk["bare"].append(timed(lambda rows=everything, chunks=chunks: bare.write(rows, chunks)) / records)
            bulk["ours"].append(await timed_async(in_bulk) / records)
    middle = {f"single_{k}": statistics.median(v) for k, v in single.items()}
    middle |= {f"bulk_{k}": statistics.median(v) for k, v in bulk.items()}
    return middle


async def fill(home: Path, agent: str, count: int) -> float:
    """Seconds per item written one after the other (each a durable transaction with record, chunk, index and log)."""
    async with Runtime(home, embedder="none") as runtime:
        luna = await runtime.agent(agent)
        start = time.perf_counter()
        for first in range(0, count, 500):
            await asyncio.gather(*(luna.upsert_recall(preference(n)) for n in range(first, min(first + 500, count))))
        return (time.perf_counter() - start) / count


async def open_time(home: Path, agent: str) -> float:
    """Open a runtime and an agent, list what holds, and close."""

    async def work() -> None:
        runtime = Runtime(home, embedder="none")
        luna = await runtime.agent(agent, create=False)
        await luna.items(limit=200)
        await runtime.close()

    return await timed_async(work)


def import_time(rounds: int) -> float:
    """CPU seconds of `import perdure` in a fresh interpreter, without the interpreter's own start."""
    script = "import time; t = time.process_time(); import perdure; print(time.process_time() - t)"
    runs = [float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(rounds)]
    return statistics.median(runs)


def disk(home: Path, agent: str) -> int:
    folder = home / folder_name(agent)
    connection = connect(folder / DATABASE, busy_timeout=30)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


async def run(arguments: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=arguments.dir) as folder:
        home = Path(folder)
        result = await measure(home, turns=arguments.turns, records=arguments.records, rounds=arguments.rounds)
        for name, count in (("few", FEW), ("many", arguments.items)):
            result[f"items_{name}"] = count
            result[f"item_seconds_{name}"] = await fill(home, name, count)
            result[f"open_{name}"] = statistics.median([await open_time(home, name) for _ in range(arguments.rounds)])
            result[f"bytes_per_item_{name}"] = disk(home, name) / count
        result["import_cpu"] = import_time(arguments.rounds)
        result["sqlite"] = apsw.sqlite_lib_version()
        return result


def table(r: dict[str, Any]) -> str:
    single, bulk = r["single_ours"] / r["single_bare"], r["bulk_ours"] / r["bulk_bare"]
    rows = [
        (
            "durable turn (2 events), one after the other",
            f"{1 / r['single_ours']:,.0f}/s",
            f"{1 / r['single_bare']:,.0f}/s",
            f"{single:.2f}× bare (target ≤ 3)",
        ),
        (
            "the same with cleaning and learning (a sentence to learn from in each)",
            f"{1 / r['single_learned']:,.0f}/s",
            "",
            f"{r['single_learned'] / r['single_ours']:.2f}× the turn alone",
        ),
        ("durable turns, many callers at once", f"{1 / r['single_grouped']:,.0f}/s", "", "group commit"),
        (
            "bulk records, 1 transaction",
            f"{1 / r['bulk_ours']:,.0f}/s",
            f"{1 / r['bulk_bare']:,.0f}/s",
            f"{bulk:.2f}× bare (target ≥ 5,000/s)",
        ),
        (
            "items, many callers at once",
            f"{1 / r['item_seconds_many']:,.0f}/s",
            "",
            "record + item + chunk + index + log",
        ),
        (f"open and list, {FEW} items", f"{r['open_few'] * 1000:.1f} ms", "", "target ≤ 50 ms"),
        (f"open and list, {r['items_many']:,} items", f"{r['open_many'] * 1000:.1f} ms", "", ""),
        (
            "disk per item (record, item, chunk, index, log)",
            f"{r['bytes_per_item_many']:,.0f} B",
            "",
            f"{r['items_many']:,} items",
        ),
        ("`import perdure`, CPU", f"{r['import_cpu']:.3f} s", "", "target ≤ 0.25 s"),
    ]
    lines = ["| measured | perdure | bare apsw | |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure the SQLite store beside a bare apsw loop.")
    parser.add_argument("--turns", type=int, default=300, help="durable single turns per round")
    parser.add_argument("--records", type=int, default=20_000, help="records per bulk transaction")
    parser.add_argument("--items", type=int, default=10_000, help="items of the larger agent")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dir", help="where to put the stores (a real disk, not tmpfs)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(given)
    result = asyncio.run(run(arguments))
    print(json.dumps(result, indent=2) if arguments.json else table(result))


if __name__ == "__main__":
    main()

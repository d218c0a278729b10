"""How fast the PostgreSQL store is, beside a bare psycopg loop that writes the same rows into the same tables.

    python -m benchmarks.postgres                # a server of its own; the table
    python -m benchmarks.postgres --json         # the same as one JSON object
    python -m benchmarks.postgres --crowd 1000   # so many agents at once: memory of this process by their number
    python -m benchmarks.postgres --statements   # the statements and round trips of one turn and one search

The bare side has everything computed beforehand, and writes as a superuser, so without row-level security. CPU is that
of this process and that of the server, by `/proc`: on a busy machine they say more than the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from benchmarks.machine import memory_mb, server_cpu
from benchmarks.store import ASSISTANT, USER, turn
from perdure import AgentMemory, Runtime
from perdure.segment import RULES, segment
from perdure.store import indexing
from perdure.store.chain import GENESIS
from perdure.store.postgres.cursor import compiled
from perdure.store.queue import JOB_CLOSED
from perdure.store.records import RECORD_ADD
from perdure.store.sessions import SESSION_ADD, SESSION_COUNT
from perdure.store.unit import AGENT_MOVE

AGENTS = 8


class Costs:
    """Clock, CPU of this process and CPU of the server, per thing done."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.found: dict[str, dict[str, float]] = {}

    @contextmanager
    def of(self, name: str, count: int) -> Iterator[None]:
        there, here, clock = server_cpu(self._url), time.process_time(), time.perf_counter()
        yield
        clock, here = time.perf_counter() - clock, time.process_time() - here
        there = server_cpu(self._url) - there
        self.found[name] = {
            "per_s": round(count / clock, 1),
            "client_cpu_ms": round(here * 1e3 / count, 3),
            "server_cpu_ms": round(there * 1e3 / count, 3),
        }


class Bare:
    """The same rows by hand, each agent over a connection of its own: everything but the writing is done beforehand."""

    def __init__(self, url: str, name: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True, prepare_threshold=2)
        self.own = {"agent_id": name}
        self.sequence = 1
        self.connection.execute("SET search_path = perdure, public")
        self.connection.execute("SELECT set_config('perdure.agent_id', %(agent_id)s, false)", self.own)
        self.connection.execute("INSERT INTO agents (chain_head, created_at) VALUES (%s, 0)", (GENESIS,))
        self._run(SESSION_ADD, {"id": "bare", "scope": "main", "kind": "chat", "started_at": 0, "sequence": 1})

    def rows(self, count: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        records, chunks = [], []
        for n in range(count):
            self.sequence += 2
            text = (USER if n % 2 == 0 else ASSISTANT).format(n=n // 2)
            role = "user" if n % 2 == 0 else "assistant"
            name = f"01a1dd31-a8b7-7000-a7db-{self.sequence:012d}"
            blank = dict.fromkeys(
                ("speaker", "name", "arguments_json", "result_json", "tags_json", "content_ref", "rest_hash")
            )
            sums = {"salt": bytes(16), "content_hash": bytes(32), "chain_hash": bytes(32)}
            place: dict[str, Any] = {"session_id": "bare", "position": self.sequence}
            said = {"id": name, "scope": "main", "turn_id": n // 2, "role": role, "content": text, "timestamp": 1}
            records.append(blank | sums | place | said | {"sequence": self.sequence})
            words = " ".join(segment(f"{role}: {text}"))
            chunks.append(
                place | {"id": self.sequence + 1, "record_id": name, "ordinal": 0, "search_text": words, **self.own}
            )
        return records, chunks

    def write(self, records: list[dict[str, Any]], chunks: list[dict[str, Any]]) -> None:
        count = len(records)
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.executemany(compiled(RECORD_ADD), records)
            cursor.executemany(compiled(indexing.RECORD_CHUNK_ADD), chunks)
            self._run(
                indexing.TOTALS_COUNT, {"mem_type": "archival", "chunks": count, "words": 20 * count, "rules": RULES}
            )
            self._run(SESSION_COUNT, {"id": "bare", "messages": count, "turn_count": 1, "tokens": 9, "now": 1})
            job = {"sequence": self.sequence, "kind": "learn", "session_id": "bare", "scope": "main", "now": 1}
            self._run(JOB_CLOSED, job | {"turn_id": self.sequence, "last_error": None})
            self._run(AGENT_MOVE, {"revision": 1, "sequence": 1, "chain_head": GENESIS, "clock_high": 1})

    def _run(self, statement: str, params: dict[str, Any]) -> None:
        self.connection.execute(compiled(statement), params | self.own)


async def measure(url: str, *, turns: int, learned: int, records: int) -> dict[str, Any]:
    """Turns over several agents, and many records at once, ours and bare."""
    costs = Costs(url)
    async with Runtime(url, embedder="none") as runtime:
        agents = [await runtime.agent(f"ours {n}") for n in range(AGENTS)]
        sessions = [await agent.start_session() for agent in agents]
        pairs = list(zip(agents, sessions, strict=True))

        async def say(agent: AgentMemory, session: Any, count: int, *, at_once: bool, learn: bool) -> None:
            said = [lambda n=n: agent.commit_turn(session, turn(n), learn=learn) for n in range(count)]
            if at_once:
                await asyncio.gather(*(one() for one in said))
            else:
                for one in said:
                    await one()

        async def all_say(count: int, **how: Any) -> None:
            await asyncio.gather(*(say(*pair, count, **how) for pair in pairs))

        await all_say(min(8, turns), at_once=False, learn=True)  # statements prepared, rules loaded
        bare(url, costs, turns=turns, records=records)
        with costs.of("turns", AGENTS * turns):
            await all_say(turns, at_once=False, learn=False)
        with costs.of("turns_at_once", AGENTS * turns):
            await all_say(turns, at_once=True, learn=False)
        with costs.of("learned", AGENTS * learned):
            await all_say(learned, at_once=False, learn=True)
        with costs.of("learned_at_once", AGENTS * learned):
            await all_say(learned, at_once=True, learn=True)
        with costs.of("bulk", records):
            await agents[0].commit_turns(sessions[0], [turn(n) for n in range(records // 2)], learn=False)
    return costs.found


def bare(url: str, costs: Costs, *, turns: int, records: int) -> None:
    """The same by hand."""
    writers = [Bare(url, f"bare {n}") for n in range(AGENTS)]
    ready = [[writer.rows(2) for _ in range(turns)] for writer in writers]

    def write(writer: Bare, rows: Sequence[Any]) -> None:
        for one in rows:
            writer.write(*one)

    with costs.of("bare_turns", AGENTS * turns):
        threads = [
            threading.Thread(target=write, args=(writer, rows)) for writer, rows in zip(writers, ready, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    everything = writers[0].rows(records)
    with costs.of("bare_bulk", records):
        writers[0].write(*everything)
    for writer in writers:
        writer.connection.close()


async def crowd(url: str, count: int) -> list[dict[str, float]]:
    """Many agents at once in one process: a turn and a search each, and what of memory is taken."""
    marks = sorted({max(1, count // 10), max(1, count // 2), count})
    rows: list[dict[str, float]] = []
    async with Runtime(url, embedder="none") as runtime:
        agents: list[AgentMemory] = []
        start = time.perf_counter()
        for mark in marks:
            agents += [await runtime.agent(f"one of many {n}") for n in range(len(agents), mark)]
            await asyncio.gather(*(one_turn(agent) for agent in agents))
            rows.append({"agents": mark, "memory_mb": memory_mb(), "seconds": round(time.perf_counter() - start, 1)})
    return rows


async def one_turn(agent: AgentMemory) -> None:
    session = await agent.start_session()
    await agent.commit_turn(session, turn(1), learn=False)
    await agent.search_memory("Leeds", k=4)


@contextmanager
def listening() -> Iterator[list[str]]:
    """What is said to the server: each statement, and `|` where its answer is waited for."""
    said: list[str] = []
    execute, sync = psycopg.Cursor.execute, psycopg.Pipeline.__exit__

    def heard(self: Any, query: Any, *args: Any, **more: Any) -> Any:
        said.append(" ".join((query.decode() if isinstance(query, bytes) else str(query)).split())[:90])
        if self.connection.pgconn.pipeline_status == psycopg.pq.PipelineStatus.OFF:
            said.append("|")
        return execute(self, query, *args, **more)

    def synced(self: Any, *args: Any) -> Any:
        said.append("|")
        return sync(self, *args)

    psycopg.Cursor.execute, psycopg.Pipeline.__exit__ = heard, synced  # type: ignore[method-assign,assignment]
    try:
        yield said
    finally:
        psycopg.Cursor.execute, psycopg.Pipeline.__exit__ = execute, sync  # type: ignore[method-assign]


async def statements(url: str) -> dict[str, list[str]]:
    """The statements of one turn without learning, of one with it, and of one search, each done once before."""
    found: dict[str, list[str]] = {}
    async with Runtime(url, embedder="none") as runtime:
        agent = await runtime.agent("heard")
        session = await agent.start_session()
        verbs: dict[str, Callable[[], Any]] = {
            "turn": lambda: agent.commit_turn(session, turn(1), learn=False),
            "learned": lambda: agent.commit_turn(session, turn(2)),
            "search": lambda: agent.search_memory("Leeds", k=16),
        }
        for name, verb in verbs.items():
            await verb()
            with listening() as said:
                await verb()
            found[name] = said
    return found


@contextmanager
def place(url: str | None) -> Iterator[str]:
    """A database of our own, on the server given or on one that is ours too."""
    from tests.postgres import fresh_database, private_server

    if url:
        with fresh_database(url) as own:
            yield own
    else:
        with private_server() as server, fresh_database(server) as own:
            yield own


def table(found: dict[str, Any]) -> str:
    titles = {
        "turns": ("durable turns, 8 agents, one caller each", "bare_turns"),
        "turns_at_once": ("the same, many callers each", "bare_turns"),
        "learned": ("with cleaning and learning, one caller each", "bare_turns"),
        "learned_at_once": ("the same, many callers each", "bare_turns"),
        "bulk": ("records, 1 transaction", "bare_bulk"),
        "bare_turns": ("bare psycopg: durable turns, 8 connections", ""),
        "bare_bulk": ("bare psycopg: records, 1 transaction", ""),
    }
    lines = ["| measured | per second | CPU here | CPU of the server | both, to bare |", "|---|---|---|---|---|"]
    for name, (title, other) in titles.items():
        row = found[name]
        whole = row["client_cpu_ms"] + row["server_cpu_ms"]
        beside = found[other]["client_cpu_ms"] + found[other]["server_cpu_ms"] if other else 0.0
        ratio = f"{whole / beside:.2f}×" if beside else ""
        here, there = f"{row['client_cpu_ms']:.2f} ms", f"{row['server_cpu_ms']:.2f} ms"
        lines.append(f"| {title} | {row['per_s']:,.0f} | {here} | {there} | {ratio} |")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a server to make a database on; else one of our own")
    parser.add_argument("--turns", type=int, default=100, help="turns of each of the eight agents")
    parser.add_argument("--learned", type=int, default=25, help="the same for turns that are learned from")
    parser.add_argument("--records", type=int, default=5_000, help="records of the bulk transaction")
    parser.add_argument("--crowd", type=int, help="so many agents at once instead")
    parser.add_argument("--statements", action="store_true", help="what is said to the server instead")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    with place(options.url) as url:
        if options.crowd:
            print(json.dumps(asyncio.run(crowd(url, options.crowd))))
        elif options.statements:
            for name, said in asyncio.run(statements(url)).items():
                asked = [one for one in said if one != "|"]
                print(f"{name}: {len(asked)} statements, {said.count('|')} round trips", *said, sep="\n  ")
        else:
            sizes = {"turns": options.turns, "learned": options.learned, "records": options.records}
            found = asyncio.run(measure(url, **sizes))
            print(json.dumps(found) if options.json else table(found))


if __name__ == "__main__":
    main()

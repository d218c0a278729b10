"""Looking after tables that have grown, beside the work: what the planner knows of them, and an index for large agents.

Right after a load the server has not looked at its tables yet: it joins in the wrong order, and looks up every word in
the table because it does not know yet that the index alone will do. It finds out by itself a minute later. And vectors
are scanned within an agent, which is exact and quick while they are few; an agent with many gets an index of its own
over them (IVFFlat, by clusters), so that no other agent's vectors can push out its results.

Both need the owner of the tables. Where the role of the URL is not, everything stays as exact and as slow as it was.
"""

from __future__ import annotations

import hashlib
import logging
import math
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg
from psycopg import sql

MANY = 10_000
"""Vectors of one kind and model from which on an agent gets an index over them. To scan so many takes 14 ms."""
OUTGROWN = 4
"""So many times as many vectors as an index was made for, and it is made anew."""
GROWTH = 5_000
"""Rows added by this process after which it looks, or a fifth of what there is."""
SLOW = 0.05
"""Seconds for a search among vectors after which it is worth a look why, once for each agent."""
LOCK = 0x5045524455524501
"""Held by whoever looks after a database."""

TABLES = (
    b"VACUUM (ANALYZE, SKIP_LOCKED) perdure.memory_items, perdure.memory_chunks, perdure.archival_records,"
    b" perdure.record_chunks, perdure.chunk_words, perdure.vector_id_map, perdure.evidence, perdure.changes,"
    b" perdure.name_starts"
)
SIZE = (
    b"SELECT COALESCE(SUM(c.reltuples), 0) FROM pg_class c WHERE c.relnamespace = 'perdure'::regnamespace"
    b" AND c.relname IN ('memory_chunks', 'record_chunks', 'archival_records', 'vector_id_map', 'evidence')"
)
ALONE = b"SELECT pg_try_advisory_lock(%(lock)s)"
BECOME = (
    b"SELECT set_config('perdure.agent_id', %(agent_id)s, false), set_config('maintenance_work_mem', '512MB', false)"
)
COUNTS = (
    b"SELECT v.mem_type, v.model, COUNT(*) FROM perdure.vector_id_map v"
    b" WHERE v.agent_id = %(agent_id)s AND NOT v.is_deleted GROUP BY v.mem_type, v.model HAVING COUNT(*) >= %(many)s"
)
DIMENSION = (
    b"SELECT vector_dims(v.embedding) FROM perdure.vector_id_map v WHERE v.agent_id = %(agent_id)s"
    b" AND v.mem_type = %(mem_type)s AND v.model = %(model)s AND NOT v.is_deleted LIMIT 1"
)
INDEXES = (
    b"SELECT c.relname, x.indisvalid FROM pg_class c JOIN pg_index x ON x.indexrelid = c.oid"
    b" WHERE c.relnamespace = 'perdure'::regnamespace AND starts_with(c.relname, %(prefix)s)"
)
INDEX = sql.SQL(
    "CREATE INDEX CONCURRENTLY {name} ON perdure.vector_id_map"
    " USING ivfflat (CAST(embedding AS halfvec({dimension})) halfvec_ip_ops) WITH (lists = {lists})"
    " WHERE agent_id BETWEEN {agent_id} AND {agent_id} AND mem_type = {mem_type} AND model = {model}"
    " AND NOT is_deleted AND vector_dims(embedding) = {dimension}"
)
INDEX_GONE = sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS perdure.{name}")


class Care:
    """Counts what this process adds, and looks after the tables when it was much."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._guard = threading.Lock()
        self._agents: set[str] = set()
        self._seen: set[str] = set()
        self._added, self._enough = 0, GROWTH
        self._thread: threading.Thread | None = None
        self._connection: psycopg.Connection[Any] | None = None
        self._closed = False

    def added(self, agent_id: str, rows: int) -> None:
        """Rows of an agent were committed."""
        if not rows:
            return
        with self._guard:
            self._added += rows
            self._agents.add(agent_id)
            if self._added >= self._enough:
                self._begin()

    def slow(self, agent_id: str) -> None:
        """A search among an agent's vectors took long: perhaps nobody has looked after it since it grew."""
        with self._guard:
            if agent_id not in self._seen:
                self._seen.add(agent_id)
                self._agents.add(agent_id)
                self._begin()

    def _begin(self) -> None:
        if self._thread is None and not self._closed:
            agents, self._agents, self._added = self._agents, set(), 0
            self._thread = threading.Thread(target=self._look, args=(agents,), name="perdure-care", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Until it is done, if it is at it."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def close(self) -> None:
        """Give up what is under way; whoever comes next begins again."""
        with self._guard:
            self._closed = True
            connection = self._connection
        if connection is not None:
            connection.cancel_safe()
        self.wait()

    def forget(self, agent_id: str) -> None:
        """An agent is gone: drop its indexes. They are empty, so that leaving them costs little."""
        try:
            with closing(self._connect()) as connection:
                for name in indexes_of(connection, agent_id):
                    connection.execute(INDEX_GONE.format(name=sql.Identifier(name)))
        except psycopg.Error as error:
            logging.getLogger(__name__).warning("empty indexes could not be dropped (%s)", type(error).__name__)

    def _look(self, agents: set[str]) -> None:
        try:
            with closing(self._connect()) as connection:
                with self._guard:
                    self._connection = connection
                if not self._closed and connection.execute(ALONE, {"lock": LOCK}).fetchone() == (True,):
                    self._enough = max(GROWTH, look_after(connection, agents) // 5)
        except psycopg.Error as error:
            if not self._closed:  # a text of the driver may quote rows: its kind is enough
                logging.getLogger(__name__).warning("the tables could not be looked after (%s)", type(error).__name__)
        finally:
            with self._guard:
                self._connection = self._thread = None


def look_after(connection: psycopg.Connection[Any], agents: set[str]) -> int:
    """Let the server see what is there, and give large agents their indexes. Answers how many rows there are."""
    connection.execute(TABLES)
    for agent_id in sorted(agents):
        connection.execute(BECOME, {"agent_id": agent_id})
        for mem_type, model, count in connection.execute(COUNTS, {"agent_id": agent_id, "many": MANY}).fetchall():
            _index(connection, agent_id, mem_type, model, count)
    row = connection.execute(SIZE).fetchone()
    return int(row[0]) if row else 0


def indexes_of(connection: psycopg.Connection[Any], agent_id: str) -> list[str]:
    """The names of an agent's indexes."""
    return [name for name, _ in connection.execute(INDEXES, {"prefix": _prefix(agent_id)})]


def _index(connection: psycopg.Connection[Any], agent_id: str, mem_type: str, model: str, count: int) -> None:
    which = {"agent_id": agent_id, "mem_type": mem_type, "model": model}
    row = connection.execute(DIMENSION, which).fetchone()
    if row is None:
        return
    prefix = _prefix(agent_id) + _short(f"{mem_type} {row[0]} {model}", 4) + "_"
    found = connection.execute(INDEXES, {"prefix": prefix}).fetchall()
    made_for = {name: (int(name.removeprefix(prefix)) / 2) ** 2 for name, is_valid in found if is_valid}
    if any(count < OUTGROWN * size for size in made_for.values()):
        return
    lists = 2 * math.isqrt(count)
    name = f"{prefix}{lists}"
    parts = {part: sql.Literal(value) for part, value in which.items()}
    numbers = {"dimension": sql.Literal(row[0]), "lists": sql.Literal(lists)}
    for old, is_valid in found:
        if not is_valid:
            connection.execute(INDEX_GONE.format(name=sql.Identifier(old)))
    connection.execute(INDEX.format(name=sql.Identifier(name), **parts, **numbers))
    for old in made_for:
        connection.execute(INDEX_GONE.format(name=sql.Identifier(old)))


def _prefix(agent_id: str) -> str:
    return f"near_{_short(agent_id, 8)}_"


def _short(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()

"""The PostgreSQL engine: a home is a database, an agent is the rows that carry its id.

A writing transaction first locks the agent's row, so that an agent has one writer at a time across all processes, and
agents do not wait for each other. Within a process the units of an agent keep their order and take one connection;
whatever queues up while a commit waits for the disk goes into the next one together, each unit in a savepoint of its
own. Readers see a snapshot and wait for nobody.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from perdure.clock import Clock, from_micros, to_micros
from perdure.config import Config
from perdure.errors import Conflict, NotFound, StoreUnavailable
from perdure.ids import Ids
from perdure.messages import say
from perdure.store.chain import GENESIS
from perdure.store.contract import AgentRow, Diagnosis, QueuedUnit, Row
from perdure.store.held_chunks import ChunkCache
from perdure.store.postgres.care import indexes_of
from perdure.store.postgres.check import check_database, check_versions
from perdure.store.postgres.connection import READ, WRITE, Connection, Connections
from perdure.store.postgres.cursor import PostgresCursor, TableBlobs, compiled
from perdure.store.postgres.errors import translated
from perdure.store.postgres.fork import copy_rows, drop_rows
from perdure.store.postgres.prepare import prepare
from perdure.store.rows import dumps
from perdure.store.transaction import Transaction, perform
from perdure.store.unit import AGENT_HEAD, AGENT_ROW, Counters, agent_of, move_counters
from perdure.values import MAIN

T = TypeVar("T")

AGENT_ADD = (
    "INSERT INTO agents (agent_id, chain_head, created_at) VALUES (:agent_id, :chain_head, :created_at)"
    " ON CONFLICT (agent_id) DO NOTHING"
)
SECRET_ADD = (
    "INSERT INTO agent_secrets (agent_id, secret) VALUES (:agent_id, :secret) ON CONFLICT (agent_id) DO NOTHING"
)
BYTES_DROP = "DELETE FROM attachment_bytes AS b WHERE OWNED(b) AND b.sha256 NOT IN EACH(:ids)"
AGENT_LOCK = "SELECT a.agent_id FROM agents a WHERE OWNED(a) FOR UPDATE"
# Asked with the opening of a transaction. A writer locks the row by it: nobody moves the counters from there on.
HEAD = b"; " + compiled(AGENT_HEAD)
HEAD_LOCK = HEAD + b" FOR UPDATE"
# Over all agents: the one question that is not about one of them. A policy of its own lets it through.
AGENTS = "SELECT a.agent_id, a.name, a.created_at, a.revision FROM agents a ORDER BY a.agent_id"

MAX_BATCH = 32
"""Units in one transaction. Other processes wait for it."""
NOBODY = ""
"""The agent of a transaction that has none."""


class PostgresStore:
    """The memory of one agent in a database."""

    def __init__(
        self, connections: Connections, agent_id: str, *, clock: Clock, ids: Ids, executor: ThreadPoolExecutor
    ) -> None:
        self.agent_id = agent_id
        self.folder: Path | None = None
        self._connections = connections
        self._clock = clock
        self._ids = ids
        self._executor = executor
        self._guard = threading.Condition()
        self._chunks = ChunkCache()
        self._queue: deque[QueuedUnit] = deque()
        self._draining = False
        self._closed = False

    # writing

    def submit(self, scope: str, work: Callable[[Transaction], T]) -> Future[T]:
        job = QueuedUnit(scope, work)
        with self._guard:
            self._check_open()
            if not self._draining:
                try:
                    self._executor.submit(self._drain)
                except RuntimeError:  # the executor was shut down before its stores were closed
                    raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again")) from None
                self._draining = True
            self._queue.append(job)
        return job.future

    def _drain(self) -> None:
        """Commit batch after batch until nobody waits."""
        while True:
            with self._guard:
                batch = [self._queue.popleft() for _ in range(min(len(self._queue), MAX_BATCH))]
                if not batch:
                    self._draining = False
                    self._guard.notify_all()
                    return
            live = [job for job in batch if job.future.set_running_or_notify_cancel()]
            if live:
                self._commit(live)

    def _commit(self, batch: Sequence[QueuedUnit]) -> None:
        """One transaction for all of them. Answers go out only after the commit; if it fails, everybody hears of it."""
        answers: list[tuple[QueuedUnit, Any, BaseException | None]] = []
        try:
            with self._connections.asking(WRITE, self.agent_id, HEAD_LOCK) as (connection, head):
                self._run_all(connection, head, batch, answers)
        except BaseException as failure:  # noqa: BLE001 - the top of the writer: it is handed to everybody who waits
            answers = [(job, None, failure) for job in batch]
        for job, result, error in answers:
            if error is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(error)

    def _run_all(
        self,
        connection: Connection,
        head: list[Row],
        batch: Sequence[QueuedUnit],
        answers: list[tuple[QueuedUnit, Any, BaseException | None]],
    ) -> None:
        """The units in their order, then the counters and the commit."""
        cursor = self._cursor(connection)
        counters = before = agent_of(head[0]) if head else None
        for job in batch:
            try:
                result, counters = self._run(cursor, job, counters, alone=len(batch) == 1)
            except psycopg.Error:
                raise
            except BaseException as failure:  # noqa: BLE001 - it is handed to whoever waits for this unit
                answers.append((job, None, failure))
            else:
                answers.append((job, result, None))
        if counters is not None and any(error is None for _, _, error in answers):
            if counters != before:
                move_counters(cursor, counters)
            self._connections.commit(connection, cursor.send)
            self._connections.care.added(self.agent_id, cursor.added)

    def _run(
        self, cursor: PostgresCursor, job: QueuedUnit, head: Counters | None, *, alone: bool
    ) -> tuple[Any, Counters]:
        """One unit of work, in a savepoint unless it is alone: if it fails, the others in the batch go on."""
        if not alone:
            cursor.open_savepoint()
        try:
            transaction = self._transaction(cursor, job.scope, head and replace(head))
            result = perform(job.work, transaction)
            cursor.close_streams()
            if not alone:
                cursor.keep_savepoint()
        except BaseException:
            cursor.close_streams()
            if cursor.is_broken:
                raise  # the connection is gone, and the whole batch with it
            if not alone:
                cursor.undo_savepoint()
            with translated(self._connections.where):
                raise
        return result, transaction.reached()

    def _cursor(self, connection: Connection) -> PostgresCursor:
        return PostgresCursor(connection, self.agent_id, self._connections.shapes(connection))

    def _transaction(
        self, cursor: PostgresCursor, scope: str, head: Counters | None = None, chunks: ChunkCache | None = None
    ) -> Transaction:
        blobs, now = TableBlobs(cursor), self._clock.now()
        return Transaction(cursor, blobs, self._ids, scope=scope, now=now, head=head, chunks=chunks)

    # reading

    def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        self._check_open()
        with self._connections.asking(READ, self.agent_id, HEAD) as (connection, head):
            cursor = self._cursor(connection)
            try:
                return perform(
                    work, self._transaction(cursor, scope, agent_of(head[0]) if head else None, self._chunks)
                )
            finally:
                cursor.close_streams()
                if cursor.was_slow:
                    self._connections.care.slow(self.agent_id)

    def revision(self) -> int:
        self._check_open()
        with self._connections.transaction(READ, self.agent_id) as connection:
            return int(PostgresCursor(connection, self.agent_id).all(AGENT_HEAD)[0][0])

    # the rest

    def check(self) -> list[Diagnosis]:
        self._check_open()
        with self._connections.transaction(READ, self.agent_id) as connection:
            return check_database(connection)

    def purge(self) -> list[str]:
        """No query finds it from now on. That its bytes leave the server's files is the operator's part."""
        return [say("erase.server_part")]

    def sweep(self) -> None:
        """Nothing to write anew: the server's files are not ours."""

    def close(self) -> None:
        with self._guard:
            self._closed = True
            self._guard.wait_for(lambda: not self._draining)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again"))


class PostgresEngine:
    """A database of agents."""

    name = "postgres"

    def __init__(self, url: str, *, config: Config, clock: Clock, ids: Ids, executor: ThreadPoolExecutor) -> None:
        self._url = url
        self._config = config
        self._clock = clock
        self._ids = ids
        self._executor = executor
        self._guard = threading.Lock()
        self._connections: Connections | None = None

    def open(self, agent_id: str, *, create: bool) -> PostgresStore:
        connections = self._ready()
        with connections.transaction(WRITE, agent_id) as connection:
            cursor = PostgresCursor(connection, agent_id)
            if not cursor.all(AGENT_ROW):
                if not create:
                    raise NotFound("no such agent in this home", hint=say("hint.list_or_init"))
                cursor.run(AGENT_ADD, {"chain_head": GENESIS, "created_at": to_micros(self._clock.now())})
                cursor.run(SECRET_ADD, {"secret": self._ids.salt() + self._ids.salt()})
                connections.commit(connection)
        return PostgresStore(connections, agent_id, clock=self._clock, ids=self._ids, executor=self._executor)

    def fork(
        self,
        source: str,
        new: str,
        *,
        finish: Callable[[Transaction], None],
        files: frozenset[str] | None = None,
    ) -> None:
        """Copied and made its own in one transaction, while nobody writes to the source."""
        connections = self._ready()
        with connections.transaction(READ, new) as connection:
            if PostgresCursor(connection, new).all(AGENT_ROW):
                raise Conflict(f"there is an agent `{new}` already", hint=say("hint.another_name"))
        with connections.transaction(WRITE, source) as connection:
            if not PostgresCursor(connection, source).all(AGENT_LOCK):
                raise NotFound("no such agent in this home", hint=say("hint.list_agents"))
            now = self._clock.now()
            copy_rows(connection, old=source, new=new, now=to_micros(now))
            cursor = PostgresCursor(connection, new, connections.shapes(connection))
            try:
                transaction = Transaction(cursor, TableBlobs(cursor), self._ids, scope=MAIN, now=now)
                if files is not None:
                    cursor.run(BYTES_DROP, {"ids": dumps(sorted(files))})
                perform(finish, transaction)
                transaction.finish()
            finally:
                cursor.close_streams()
            connections.commit(connection, cursor.send)

    def delete(self, agent_id: str) -> dict[str, int]:
        connections = self._ready()
        with connections.transaction(WRITE, agent_id) as connection:
            cursor = PostgresCursor(connection, agent_id)
            if not cursor.all(AGENT_LOCK):
                raise NotFound("no such agent in this home", hint=say("hint.list_agents"))
            rows = drop_rows(connection)
            connections.commit(connection)
            has_indexes = bool(indexes_of(connection, agent_id))
        if has_indexes:
            connections.care.forget(agent_id)
        return {"rows": rows}

    def agents(self) -> list[AgentRow]:
        with self._ready().transaction(READ, NOBODY, listing=True) as connection:
            rows = PostgresCursor(connection, NOBODY).all(AGENTS)
        return [AgentRow(row[0], row[1], from_micros(row[2]), row[3]) for row in rows]

    def check(self) -> list[Diagnosis]:
        with self._ready().transaction(READ, NOBODY) as connection:
            return check_versions(connection)

    def close(self) -> None:
        """Let go of the connections. Stores are closed by whoever opened them."""
        with self._guard:
            if self._connections is not None:
                self._connections.close()

    def _ready(self) -> Connections:
        """The connections, made when they are first needed to a database that is then up to date."""
        with self._guard:
            if self._connections is None:
                prepare(self._url, busy_timeout=self._config.busy_timeout)
                self._connections = Connections(self._url, self._config)
            return self._connections

"""The PostgreSQL engine: a home is a database, an agent is the rows that carry its id.

A unit of writing work is one transaction that first locks the agent's row, so that an agent has one writer at a time
across all processes, and agents do not wait for each other. Within a process the units of an agent keep their order
and take one connection. Readers see a snapshot and wait for nobody.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from perdure.clock import Clock, from_micros, to_micros
from perdure.config import Config
from perdure.errors import Conflict, NotFound, StoreUnavailable
from perdure.ids import Ids
from perdure.messages import say
from perdure.store.chain import GENESIS
from perdure.store.contract import AgentRow, Diagnosis, QueuedUnit
from perdure.store.postgres.check import check_database, check_versions
from perdure.store.postgres.connection import READ, WRITE, Connections, PostgresCursor, TableBlobs
from perdure.store.postgres.fork import copy_rows, drop_rows
from perdure.store.postgres.prepare import prepare
from perdure.store.rows import dumps
from perdure.store.transaction import Transaction, perform
from perdure.store.unit import AGENT_HEAD, AGENT_ROW
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
# Over all agents: the one question that is not about one of them. A policy of its own lets it through.
AGENTS = "SELECT a.agent_id, a.name, a.created_at, a.revision FROM agents a ORDER BY a.agent_id"

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
        """Run unit after unit until nobody waits."""
        while True:
            with self._guard:
                if not self._queue:
                    self._draining = False
                    self._guard.notify_all()
                    return
                job = self._queue.popleft()
            if job.future.set_running_or_notify_cancel():
                try:
                    result = self._write(job)
                except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever waits
                    job.future.set_exception(error)
                else:
                    job.future.set_result(result)

    def _write(self, job: QueuedUnit) -> Any:
        """One unit in one transaction. It returns only after the commit."""
        with self._connections.transaction(WRITE, self.agent_id) as connection:
            cursor = PostgresCursor(connection, self.agent_id)
            cursor.all(AGENT_LOCK)  # before the counters are read: nobody moves them from here on
            transaction = self._transaction(cursor, job.scope)
            try:
                result = perform(job.work, transaction)
                transaction.finish()
            finally:
                cursor.close()
            self._connections.commit(connection)
        return result

    def _transaction(self, cursor: PostgresCursor, scope: str) -> Transaction:
        return Transaction(cursor, TableBlobs(cursor), self._ids, scope=scope, now=self._clock.now())

    # reading

    def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        self._check_open()
        with self._connections.transaction(READ, self.agent_id) as connection:
            cursor = PostgresCursor(connection, self.agent_id)
            try:
                return perform(work, self._transaction(cursor, scope))
            finally:
                cursor.close()

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
            cursor = PostgresCursor(connection, new)
            try:
                transaction = Transaction(cursor, TableBlobs(cursor), self._ids, scope=MAIN, now=now)
                if files is not None:
                    cursor.run(BYTES_DROP, {"ids": dumps(sorted(files))})
                perform(finish, transaction)
                transaction.finish()
            finally:
                cursor.close()
            connections.commit(connection)

    def delete(self, agent_id: str) -> dict[str, int]:
        connections = self._ready()
        with connections.transaction(WRITE, agent_id) as connection:
            cursor = PostgresCursor(connection, agent_id)
            if not cursor.all(AGENT_LOCK):
                raise NotFound("no such agent in this home", hint=say("hint.list_agents"))
            rows = drop_rows(connection)
            connections.commit(connection)
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

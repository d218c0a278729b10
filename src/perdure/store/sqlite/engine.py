"""The SQLite engine: a home is a folder, an agent is a folder in it with one database file.

One thread at a time writes for an agent in a process. Whatever queues up while a commit waits for the disk goes into
the next one together (group commit), each unit of work in a savepoint of its own; across processes `BEGIN IMMEDIATE`
takes turns. Readers have connections of their own and see a snapshot. What a connection holds in memory of the file is
void once another has written: so whoever wrote hands its connection to whoever reads next.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import apsw

from perdure.clock import Clock, from_micros, to_micros
from perdure.config import Config
from perdure.errors import Conflict, NotFound, PerdureError, StoreDamaged, StoreUnavailable
from perdure.folders import folder_name, private_folder, sync_folder
from perdure.ids import Ids
from perdure.messages import say
from perdure.store.chain import GENESIS
from perdure.store.contract import AgentRow, Diagnosis, QueuedUnit
from perdure.store.held_chunks import ChunkCache
from perdure.store.sqlite.check import check_file, check_home, missing_writes
from perdure.store.sqlite.connection import SQLiteCursor, check_ours, check_sqlite, connect
from perdure.store.sqlite.errors import FOREIGN, ours, translated
from perdure.store.sqlite.files import DATABASE, FileBlobs, is_agent_folder
from perdure.store.sqlite.fork import copy_attachments, copy_pages, rename
from perdure.store.sqlite.head import HEAD, HeadNote
from perdure.store.sqlite.prepare import AGENT, prepare
from perdure.store.sqlite.purge import purge, sweep
from perdure.store.sqlite.remove import GONE, remove_agent, remove_gone
from perdure.store.sqlite.vectors import VectorCache
from perdure.store.sqlite.words import WordCache
from perdure.store.transaction import Transaction, perform
from perdure.values import MAIN

T = TypeVar("T")

MAX_BATCH = 256
MAX_READERS = 4

REVISION = "SELECT revision FROM agents"


class SQLiteStore:
    """The memory of one agent in one file."""

    def __init__(
        self, path: Path, agent_id: str, *, config: Config, clock: Clock, ids: Ids, executor: ThreadPoolExecutor
    ) -> None:
        self.agent_id = agent_id
        self.folder: Path | None = path.parent
        self._path = path
        self._config = config
        self._clock = clock
        self._ids = ids
        self._executor = executor
        self._blobs = FileBlobs(path.parent / "attachments")
        self._vectors = VectorCache(lambda: connect(path, busy_timeout=config.busy_timeout), path.parent)
        self._words = WordCache()
        self._chunks = ChunkCache()
        self._guard = threading.Condition()
        self._queue: deque[QueuedUnit] = deque()
        self._draining = False
        self._closed = False
        self._writer: apsw.Connection | None = None
        self._readers: list[apsw.Connection] = []
        self._head = HeadNote(path.with_name(HEAD))

    # writing

    def submit(self, scope: str, work: Callable[[Transaction], T]) -> Future[T]:
        job = QueuedUnit(scope, work)
        with self._guard:
            if self._closed:
                raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again"))
            self._queue.append(job)
            if not self._draining:
                self._draining = True
                self._executor.submit(self._drain)
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

    def _commit(self, batch: list[QueuedUnit]) -> None:
        """One transaction for all of them. Answers go out only after the commit; if it fails, everybody hears of it."""
        answers: list[tuple[QueuedUnit, Any, BaseException | None]] = []
        alone = len(batch) == 1
        try:
            with translated(str(self._path)):
                connection = self._writing()
                connection.execute("BEGIN IMMEDIATE")
                for job in batch:
                    try:
                        answers.append((job, self._run(connection, job, alone=alone), None))
                    except apsw.Error:
                        raise
                    except BaseException as failure:  # noqa: BLE001 - it is handed to whoever waits for this unit
                        answers.append((job, None, failure))
                if not (alone and answers[0][2]):  # a unit alone that failed has been rolled back already
                    connection.execute("COMMIT")
                    self._head.advance(self._revision(connection))
            self._rest()
        except BaseException as failure:  # noqa: BLE001 - the top of the writer: it is handed to everybody who waits
            self._abandon()
            answers = [(job, None, failure) for job in batch]
        for job, result, error in answers:
            if error is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(error)

    def _run(self, connection: apsw.Connection, job: QueuedUnit, *, alone: bool) -> Any:
        """One unit of work, in a savepoint unless it is alone: if it fails, the others in the batch go on."""
        if not alone:
            connection.execute("SAVEPOINT unit")
        try:
            transaction = self._transaction(connection, job.scope, writing=True)
            result = perform(job.work, transaction)
            transaction.finish()
        except BaseException as error:
            if isinstance(error, apsw.Error) and not isinstance(error, apsw.ConstraintError):
                raise  # the file is in trouble, and so is the whole batch
            for undo in ("ROLLBACK",) if alone else ("ROLLBACK TO unit", "RELEASE unit"):
                connection.execute(undo)
            if isinstance(error, FOREIGN):
                raise ours(error, str(self._path)) from error
            raise
        if not alone:
            connection.execute("RELEASE unit")
        return result

    def _writing(self) -> apsw.Connection:
        if self._writer is None:
            with self._guard:
                self._writer = self._readers.pop() if self._readers else None
        if self._writer is None:
            self._writer = connect(self._path, busy_timeout=self._config.busy_timeout)
        return self._writer

    def _rest(self) -> None:
        """Unless more is to be written, let the next reader have the connection: before the answers go out, so that
        whoever waits for them reads with it."""
        with self._guard:
            if self._writer is not None and not self._queue and not self._closed:
                self._readers.append(self._writer)
                self._writer = None

    def _abandon(self) -> None:
        """After a failed transaction the connection is not trusted with another: the next write opens a fresh one."""
        if self._writer is not None:
            with contextlib.suppress(apsw.Error):  # the transaction may be gone already; closing rolls back the rest
                self._writer.execute("ROLLBACK")
            with contextlib.suppress(apsw.Error):
                self._writer.close()
            self._writer = None

    def _transaction(self, connection: apsw.Connection, scope: str, *, writing: bool) -> Transaction:
        return Transaction(
            SQLiteCursor(connection) if writing else SQLiteCursor(connection, self._vectors, self._words),
            self._blobs,
            self._ids,
            scope=scope,
            now=self._clock.now(),
            chunks=None if writing else self._chunks,
        )

    # reading

    def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        with translated(str(self._path)), self._reading() as connection:
            connection.execute("BEGIN")
            return perform(work, self._transaction(connection, scope, writing=False))

    def revision(self) -> int:
        with translated(str(self._path)), self._reading() as connection:
            return self._revision(connection)

    def _revision(self, connection: apsw.Connection) -> int:
        found = connection.execute(REVISION).get
        if found is None:
            raise StoreDamaged(f"`{self._path}` holds no agent any more", hint=say("hint.restore_file"))
        return int(found)

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with self._guard:
            if self._closed:
                raise StoreUnavailable("this memory is closed", hint=say("hint.open_agent_again"))
            connection = self._readers.pop() if self._readers else None
        if connection is None:
            connection = connect(self._path, busy_timeout=self._config.busy_timeout)
        try:
            yield connection
        except apsw.Error:
            connection.close(force=True)  # a file in trouble may not even let go cleanly; the first error counts
            raise
        except BaseException:
            self._give_back(connection)
            raise
        else:
            self._give_back(connection)

    def _give_back(self, connection: apsw.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        with self._guard:
            if not self._closed and len(self._readers) < MAX_READERS:
                self._readers.append(connection)
                return
        connection.close()

    # the rest

    def prepare(self, *, new: bool = False) -> None:
        """Bring the schema up to date; a `new` store also gets the row of its agent. Several may do this at once."""
        with translated(str(self._path)):
            try:
                prepare(self._writing(), self._path, self.agent_id, self._agent_row() if new else None)
                self._rest()
            except BaseException:
                self._abandon()
                raise

    def _agent_row(self) -> dict[str, Any]:
        return {
            "agent_id": self.agent_id,
            "chain_head": GENESIS,
            "secret": self._ids.salt() + self._ids.salt(),
            "created_at": to_micros(self._clock.now()),
        }

    def look_back(self) -> None:
        """Say so if the file is older than what was acknowledged: then its log, or the file itself, was lost."""
        noted = self._head.read()
        with translated(str(self._path)), self._reading() as connection:
            lost = self._head.compare(noted, self._revision(connection))
        if lost is not None:
            logging.getLogger(__name__).warning("%s: %s", self._path, missing_writes(lost, self._path))

    def run_now(self, work: Callable[[Transaction], None]) -> None:
        """A unit of work in this thread, on a store that nobody else knows yet."""
        with translated(str(self._path)):
            connection = self._writing()
            connection.execute("BEGIN IMMEDIATE")
            try:
                transaction = self._transaction(connection, MAIN, writing=True)
                work(transaction)
                transaction.finish()
                connection.execute("COMMIT")
            except BaseException:
                self._abandon()
                raise

    def fold(self) -> None:
        """Bring all that was written into the one file. Closing tries that too, but does not say when it cannot."""
        with translated(str(self._path)):
            self._writing().wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def check(self) -> list[Diagnosis]:
        with translated(str(self._path)), self._reading() as connection:
            return check_file(connection, self._path)

    def purge(self) -> list[str]:
        with translated(str(self._path)):
            self._let_go()
            purge(self._path, self._config.busy_timeout)
        return []

    def sweep(self) -> None:
        with translated(str(self._path)):
            self._let_go()
            sweep(self._path, self._config.busy_timeout)

    def _let_go(self) -> None:
        """What this process holds in memory of the file: pages, lists of words, chunks, vectors."""
        self._vectors, self._words, self._chunks = VectorCache(), WordCache(), ChunkCache()
        with self._guard:
            idle, self._readers = self._readers, []
            if self._writer is not None:
                self._writer.pragma("shrink_memory")
        for connection in idle:
            connection.close()

    def close(self) -> None:
        self._vectors.close()
        with self._guard:
            self._closed = True
            self._guard.wait_for(lambda: not self._draining)
            idle = [*self._readers, *([self._writer] if self._writer else [])]
            self._readers, self._writer = [], None
        self._head.close()
        with translated(str(self._path)):
            for connection in idle:
                connection.close()


class SQLiteEngine:
    """A folder of agents."""

    name = "sqlite"

    def __init__(self, home: Path, *, config: Config, clock: Clock, ids: Ids, executor: ThreadPoolExecutor) -> None:
        check_sqlite()
        self._home = home
        self._config = config
        self._clock = clock
        self._ids = ids
        self._executor = executor

    def open(self, agent_id: str, *, create: bool) -> SQLiteStore:
        folder = self._home / folder_name(agent_id)
        path = folder / DATABASE
        with translated(str(path)):
            if not path.exists():
                noted = HeadNote(path.with_name(HEAD)).read()
                if noted is not None:
                    raise StoreDamaged(
                        f"`{path}` is gone; there were {noted.revision:,} revisions in it",
                        hint=say("hint.restore_or_rebuild", folder=str(folder)),
                    )
                if not create:
                    raise NotFound("no such agent in this home", hint=say("hint.list_or_init"))
                private_folder(self._home)
                private_folder(folder)
                self._make(path, agent_id)
        store = self._store(path, agent_id)
        try:
            store.prepare()
            store.look_back()
        except BaseException:
            store.close()
            raise
        return store

    def _make(self, path: Path, agent_id: str) -> None:
        """A store appears whole or not at all: made under another name, it gets its own unless another was first."""
        draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
        store = self._store(draft, agent_id)
        try:
            connect(draft, busy_timeout=self._config.busy_timeout, create=True).close()
            try:
                store.prepare(new=True)
                store.fold()
            finally:
                store.close()
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
        finally:
            for suffix in ("", "-wal", "-shm"):
                draft.with_name(draft.name + suffix).unlink(missing_ok=True)
        sync_folder(path.parent)

    def fork(
        self,
        source: str,
        new: str,
        *,
        finish: Callable[[Transaction], None],
        files: frozenset[str] | None = None,
    ) -> None:
        """Copied under another name, and given its own once it is whole."""
        old, folder = self._home / folder_name(source), self._home / folder_name(new)
        path = folder / DATABASE
        with translated(str(path)):
            if not (old / DATABASE).exists():
                raise NotFound("no such agent in this home", hint=say("hint.list_agents"))
            if path.exists():
                raise Conflict(f"there is an agent `{new}` already", hint=say("hint.another_name"))
            private_folder(folder)
            draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
            wait = self._config.busy_timeout
            try:
                copy_pages(old / DATABASE, draft, busy_timeout=wait)
                rename(draft, old=source, new=new, now=to_micros(self._clock.now()), busy_timeout=wait)
                store = self._store(draft, new)
                try:
                    store.prepare()
                    store.run_now(finish)
                    store.fold()
                finally:
                    store.close()
                copy_attachments(old, folder, files)
                try:
                    os.link(draft, path)
                except FileExistsError:
                    raise Conflict(f"there is an agent `{new}` already", hint=say("hint.another_name")) from None
            finally:
                for suffix in ("", "-wal", "-shm"):
                    draft.with_name(draft.name + suffix).unlink(missing_ok=True)
            sync_folder(folder)

    def _store(self, path: Path, agent_id: str) -> SQLiteStore:
        return SQLiteStore(
            path, agent_id, config=self._config, clock=self._clock, ids=self._ids, executor=self._executor
        )

    def delete(self, agent_id: str) -> dict[str, int]:
        folder = self._home / folder_name(agent_id)
        with translated(str(folder / DATABASE)):
            if self._home.exists():
                remove_gone(self._home)
            if not (folder / DATABASE).exists():
                raise NotFound("no such agent in this home", hint=say("hint.list_agents"))
            return remove_agent(folder, self._config.busy_timeout)

    def agents(self) -> list[AgentRow]:
        with translated(str(self._home)):
            if not self._home.exists():
                return []
            if any(self._home.glob(f"{GONE}*")):  # somebody was cut short
                remove_gone(self._home)
            folders = [folder for folder in sorted(self._home.iterdir()) if is_agent_folder(folder)]
        rows = [self._listed(folder) for folder in folders]
        return sorted((row for row in rows if row is not None), key=lambda row: row.id)

    def _listed(self, folder: Path) -> AgentRow | None:
        """One agent of the list. A damaged one is listed as such, so that it does not hide the others."""
        try:
            return self._row(folder / DATABASE)
        except PerdureError as error:
            return AgentRow(folder.name, None, None, 0, error.message)

    def _row(self, path: Path) -> AgentRow | None:
        with translated(str(path)):
            connection = connect(path, busy_timeout=self._config.busy_timeout)
            try:
                check_ours(connection, path)
                row = connection.execute(AGENT).fetchone()
            finally:
                connection.close()
        return None if row is None else AgentRow(row[0], row[1], from_micros(row[2]), row[3])

    def check(self) -> list[Diagnosis]:
        version = apsw.sqlite_lib_version()
        engine = Diagnosis("engine", True, f"SQLite {version} through apsw {apsw.apsw_version()}, FTS5 present")
        with translated(str(self._home)):
            return [engine, *check_home(self._home)]

    def close(self) -> None:
        """Stores are closed by whoever opened them; the engine itself holds nothing."""

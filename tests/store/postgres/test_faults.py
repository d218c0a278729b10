"""What callers hear, and what is kept, when the server or the line to it fails."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from perdure.errors import Conflict, InvalidInput, StoreBusy, StoreDamaged, StoreUnavailable, Unsupported
from perdure.store.postgres.connection import READ
from perdure.store.postgres.errors import ours, translated
from perdure.store.transaction import Transaction
from tests import postgres
from tests.store.postgres.conftest import MakeEngine, an_item

KILL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'postgres'"
)
KILL_OTHERS = KILL + " AND pid <> pg_backend_pid()"


@pytest.fixture(autouse=True)
def quiet_pool(caplog: pytest.LogCaptureFixture) -> None:
    """The pool warns of connections that could not be made; here that is the point."""
    caplog.set_level(logging.ERROR, "psycopg.pool")


def unused_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_a_server_that_is_down_is_reported_with_a_hint(make_engine: MakeEngine) -> None:
    engine = make_engine(f"postgresql://me:s3cret@127.0.0.1:{unused_port()}/db")
    for verb in (lambda: engine.open("a", create=True), engine.agents, engine.check):
        with pytest.raises(StoreUnavailable, match="cannot be reached") as refused:
            verb()
        assert "that the server is running" in str(refused.value.hint)


def test_a_server_that_does_not_answer_is_given_up(make_engine: MakeEngine) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        engine = make_engine(f"postgresql://me@127.0.0.1:{silent.getsockname()[1]}/db?connect_timeout=2")
        with pytest.raises(StoreUnavailable, match="did not answer in time"):
            engine.open("a", create=True)


def test_a_wrong_password_is_called_that_and_not_shown() -> None:
    said = 'connection to server at "h", port 5 failed: FATAL:  password authentication failed for user "me"'
    error = ours(psycopg.OperationalError(said), "the PostgreSQL server")
    assert (type(error), str(error)) == (StoreUnavailable, "the PostgreSQL server refused the user or the password")


def test_a_missing_database_is_reported(make_engine: MakeEngine, postgres_url: str) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    with pytest.raises(StoreUnavailable, match="has no such database or user"):
        make_engine(postgres_url.replace(str(name), "nowhere")).open("a", create=True)


@pytest.mark.parametrize("pool_size", [1, 4])
def test_after_its_backends_were_killed_the_next_unit_works(
    make_engine: MakeEngine, postgres_url: str, write, pool_size: int
) -> None:
    engine = make_engine(postgres_url, pool_size=pool_size)
    store = engine.open("a", create=True)
    for round in range(3):
        with contextlib.ExitStack() as held:  # so that the pool holds as many as it may
            for _ in range(pool_size):
                held.enter_context(engine._ready().transaction(READ, "a"))
        postgres.execute_patiently(postgres_url, KILL_OTHERS)
        store.submit("main", write(f"round {round}")).result()
        postgres.execute_patiently(postgres_url, KILL_OTHERS)
        assert store.read("main", lambda tx: tx.count_active()) == round + 1


def test_a_backend_killed_inside_a_unit_leaves_nothing_of_it(make_engine: MakeEngine, postgres_url: str, write) -> None:
    store = make_engine(postgres_url).open("a", create=True)

    def work(transaction: Transaction) -> None:
        write("half")(transaction)
        postgres.execute_patiently(postgres_url, KILL_OTHERS)
        write("other half")(transaction)

    with pytest.raises(StoreUnavailable):
        store.submit("main", work).result()
    assert store.read("main", lambda tx: (tx.count_active(), tx.revision)) == (0, 0)


def test_a_server_that_goes_away_and_comes_back(make_engine: MakeEngine, postgres_url: str, write) -> None:
    with proxy(postgres_url) as line:
        store = make_engine(line.url).open("a", create=True)
        store.submit("main", write("before")).result()
        line.cut()
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                store.submit("main", write("meanwhile")).result()
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                store.revision()
        line.mend()
        store.submit("main", write("after")).result()
        assert store.revision() == 2


@pytest.mark.parametrize("arrives", [True, False])
def test_a_lost_answer_to_a_commit_is_called_unknown(
    make_engine: MakeEngine, postgres_url: str, write, arrives: bool
) -> None:
    with proxy(postgres_url) as line:
        store = make_engine(line.url).open("a", create=True)
        line.break_at_commit(arrives=arrives)
        with pytest.raises(StoreUnavailable, match="whether the write was kept is not known") as lost:
            store.submit("main", write("cat")).result()
        assert "same idempotency key" in str(lost.value.hint)
        line.mend()
        # It is there whole or not at all, and nobody but the server could know which.
        assert store.read("main", lambda tx: (tx.count_active(), tx.revision)) == ((1, 1) if arrives else (0, 0))


def test_a_transaction_that_the_server_gave_up_is_not_taken_for_kept(
    make_engine: MakeEngine, postgres_url: str
) -> None:
    """COMMIT of a failed transaction answers ROLLBACK, and no error."""
    store = make_engine(postgres_url).open("a", create=True)

    def work(transaction: Transaction) -> None:
        with contextlib.suppress(psycopg.Error):
            transaction._cursor.all("SELECT 1 / 0")

    with pytest.raises(StoreUnavailable, match="did not keep the write"):
        store.submit("main", work).result()


def test_waiting_for_a_connection_ends(make_engine: MakeEngine, postgres_url: str) -> None:
    engine = make_engine(postgres_url, pool_size=1, busy_timeout=0.1)
    store = engine.open("a", create=True)
    with engine._ready().transaction(READ, "a"), pytest.raises(StoreBusy, match="all connections"):
        store.revision()
    assert store.revision() == 0


def test_a_failed_unit_does_not_touch_the_next(make_engine: MakeEngine, postgres_url: str, write) -> None:
    store = make_engine(postgres_url).open("a", create=True)

    def fail(transaction: Transaction) -> None:
        write("lost")(transaction)
        raise ZeroDivisionError

    futures = [store.submit("main", work) for work in (write("one"), fail, write("two"))]
    assert [type(future.exception()) for future in futures] == [type(None), ZeroDivisionError, type(None)]
    assert store.read("main", lambda tx: (tx.count_active(), tx.revision)) == (2, 2)


def test_errors_never_quote_what_was_being_written(make_engine: MakeEngine, postgres_url: str, write) -> None:
    store = make_engine(postgres_url).open("a", create=True)

    def add(**changes: object) -> Callable[[Transaction], object]:
        return lambda tx: tx.add_item(an_item(tx, "s3cret", **changes), [], action="stored", reason="t")

    store.submit("main", add(id="one")).result()
    for work, kind in (
        (add(id="one", version=2), Conflict),
        (add(version=1), Conflict),
        (add(version=2, confidence=7.0), Conflict),
        (add(version=2, content="s3cret\x00"), InvalidInput),
        (add(version=2, content="s3cret\ud800"), InvalidInput),
        (lambda tx: tx._cursor.all("SELECT CAST('s3cret' AS json)"), InvalidInput),
        (lambda tx: tx._cursor.all("SELECT s3cret FROM nowhere"), Unsupported),
    ):
        with pytest.raises(kind) as refused:
            store.submit("main", work).result()
        assert "s3cret" not in f"{refused.value} {refused.value.hint}"
        assert refused.value.__cause__ is None
        assert refused.value.__suppress_context__


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (psycopg.errors.DeadlockDetected, StoreBusy),
        (psycopg.errors.SerializationFailure, StoreBusy),
        (psycopg.errors.LockNotAvailable, StoreBusy),
        (psycopg.errors.QueryCanceled, StoreBusy),
        (psycopg.errors.TooManyConnections, StoreBusy),
        (psycopg.errors.DiskFull, StoreUnavailable),
        (psycopg.errors.ReadOnlySqlTransaction, StoreUnavailable),
        (psycopg.errors.AdminShutdown, StoreUnavailable),
        (psycopg.errors.CrashShutdown, StoreUnavailable),
        (psycopg.errors.IoError, StoreUnavailable),
        (psycopg.errors.DataCorrupted, StoreDamaged),
        (psycopg.errors.IndexCorrupted, StoreDamaged),
        (psycopg.errors.UndefinedTable, Unsupported),
        (psycopg.errors.InsufficientPrivilege, Unsupported),
        (psycopg.errors.FeatureNotSupported, Unsupported),
        (psycopg.errors.ProgramLimitExceeded, InvalidInput),
        (psycopg.errors.StatementTooComplex, InvalidInput),
        (psycopg.errors.UntranslatableCharacter, InvalidInput),
        (psycopg.InterfaceError, StoreUnavailable),
    ],
)
def test_driver_errors_become_ours(error: type[psycopg.Error], kind: type[Exception]) -> None:
    with pytest.raises(kind) as told, translated("the PostgreSQL server"):
        raise error("DETAIL: s3cret")
    assert "s3cret" not in str(told.value)
    assert told.value.hint  # type: ignore[attr-defined]


def test_closing_waits_for_what_is_queued_and_then_refuses(make_engine: MakeEngine, postgres_url: str, write) -> None:
    engine = make_engine(postgres_url)
    store = engine.open("a", create=True)
    futures = [store.submit("main", write(f"text {n}")) for n in range(20)]
    store.close()
    assert all(future.done() for future in futures)
    assert engine.open("a", create=False).read("main", lambda tx: tx.count_active()) == 20
    for verb in (lambda: store.submit("main", write("late")), store.revision, store.check):
        with pytest.raises(StoreUnavailable, match="closed"):
            verb()
    engine.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        engine.open("a", create=False)


class Line:
    """A TCP line to the server's socket that can be cut, and that can break exactly at a commit."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._is_cut = False
        self._at_commit: bool | None = None
        self._ends: list[socket.socket] = []
        self._listener = self._listen(0)
        self.port = int(self._listener.getsockname()[1])
        self.url = ""

    def cut(self) -> None:
        self._is_cut = True
        self.close()

    def mend(self) -> None:
        self._at_commit = None
        if self._is_cut:
            self._is_cut = False
            self._listener = self._listen(self.port)

    def break_at_commit(self, *, arrives: bool) -> None:
        """Break when COMMIT comes along: before the server sees it, or when its answer is on the way."""
        self._at_commit = arrives

    def close(self) -> None:
        _shut(self._listener)
        for end in self._ends:
            _shut(end)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._server))
            self._ends += [client, server]
            broken = threading.Event()
            threading.Thread(target=self._to_server, args=[client, server, broken], daemon=True).start()
            threading.Thread(target=self._to_client, args=[client, server, broken], daemon=True).start()

    def _to_server(self, client: socket.socket, server: socket.socket, broken: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while part := client.recv(65536):
                if self._at_commit is not None and b"COMMIT\0" in part:
                    broken.set()
                    if not self._at_commit:
                        break
                server.sendall(part)
        if not broken.is_set() or not self._at_commit:
            _shut(server)
            _shut(client)

    def _to_client(self, client: socket.socket, server: socket.socket, broken: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while part := server.recv(65536):
                if broken.is_set():
                    break  # the answer was given, and is lost here
                client.sendall(part)
        _shut(client)
        _shut(server)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def proxy(url: str) -> Iterator[Line]:
    parts = conninfo_to_dict(url)
    line = Line(Path(str(parts["host"])) / ".s.PGSQL.5432")
    line.url = f"postgresql://postgres@127.0.0.1:{line.port}/{parts['dbname']}?sslmode=disable&gssencmode=disable"
    try:
        yield line
    finally:
        line.close()

"""Connections we trust, and transactions that belong to one agent."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from perdure.config import Config
from perdure.errors import InvalidInput, StoreUnavailable, Unsupported
from perdure.messages import say
from perdure.store.contract import Params, Row
from perdure.store.postgres.care import Care
from perdure.store.postgres.errors import is_unknown, translated

Connection: TypeAlias = psycopg.Connection[Row]

APP_ROLE = "perdure_app"
OLDEST_SERVER = 160000

CONNECT_TIMEOUT = 5
SLICE = 1.0
"""Seconds after which somebody who waits for a connection looks whether the server is there at all."""
IDLE_LIMIT = 300
"""Seconds after which the server ends a transaction whose process has gone silent, so that the agent is free again."""

PREPARED_AFTER, PREPARED_MOST = 2, 500
"""A statement is prepared when it comes for the third time; all of ours together are fewer than that."""

BECOME_APP = b"SET ROLE perdure_app"
LIMITS = (
    b"SELECT set_config('search_path', 'perdure, public, pg_temp', false), set_config('lock_timeout', %(lock)s, false),"
    b" set_config('idle_in_transaction_session_timeout', %(idle)s, false)"
)
STANDING = (
    b"SELECT current_user = 'perdure_app' AND NOT r.rolsuper AND NOT r.rolbypassrls"
    b" AND current_setting('row_security') = 'on' FROM pg_roles r WHERE r.rolname = current_user"
)
DURABILITY = b"SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_encoding')"

SHAPES = (
    b"SELECT c.relname, a.attname, format_type(a.atttypid, NULL) FROM pg_class c"
    b" JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
    b" WHERE c.relnamespace = 'perdure'::regnamespace AND c.relkind = 'r'"
)

WRITE = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; "
READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
# All of it ends with the transaction, so a pooled connection never keeps an agent. Role and path are said again because
# a pooler in between may have handed us a server session that is not the one we set up.
ENTER = (
    b"SELECT set_config('perdure.agent_id', %(agent_id)s, true), set_config('perdure.listing', %(listing)s, true),"
    b" set_config('role', 'perdure_app', true), set_config('search_path', 'perdure, public, pg_temp', true),"
    b" set_config('ivfflat.probes', '40', true), set_config('ivfflat.iterative_scan', 'relaxed_order', true)"
)


# the URL

_HOST, _PORT, _NAME = re.compile(r"[\w.,:-]+|/[\w./-]*"), re.compile(r"[\d,]+"), re.compile(r"[\w-]+")


def place(url: str) -> str:
    """What messages call the database. Parts that look odd are left out: a mistyped password may have got into them."""
    parts = _parsed(url)
    host, port, name = (str(parts.get(part) or default) for part, default in _DEFAULTS)
    if not (_HOST.fullmatch(host) and _PORT.fullmatch(port) and _NAME.fullmatch(name)):
        return "the PostgreSQL server"
    return f"the PostgreSQL server `{host}:{port}`, database `{name}`,"


_DEFAULTS = (("host", "localhost"), ("port", "5432"), ("dbname", "postgres"))


def connect(url: str) -> Connection:
    """A plain connection as the URL's role, as used for migrating. Gives up within seconds."""
    return psycopg.connect(url, autocommit=True, **_options(url))


def _options(url: str) -> dict[str, Any]:
    """What we add to the URL; but for the encoding, what it says itself wins. A silent peer is noticed in a minute."""
    defaults = {
        "application_name": "perdure",
        "connect_timeout": CONNECT_TIMEOUT,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
    }
    given = _parsed(url)
    return {name: value for name, value in defaults.items() if name not in given} | {"client_encoding": "utf8"}


def _parsed(url: str) -> Mapping[str, Any]:
    try:
        return conninfo_to_dict(url)
    except psycopg.Error:
        raise InvalidInput(
            "the home is not a PostgreSQL URL that can be read",
            field="home",
            hint=say("hint.postgres_url"),
        ) from None


# what we insist on


def check_server(version: int, settings: Mapping[str, str]) -> None:
    """Refuse a server that is too old, or that forgets what it has acknowledged, or cannot hold every text."""
    if version < OLDEST_SERVER:
        raise Unsupported(
            f"this is PostgreSQL {version // 10000}; Perdure needs 16 or newer", hint=say("hint.upgrade_server")
        )
    if settings["server_encoding"] != "UTF8":
        raise Unsupported(
            f"the database's encoding is {settings['server_encoding']}; Perdure needs UTF8",
            hint=say("hint.utf8_database"),
        )
    for name in ("fsync", "synchronous_commit"):
        if settings[name] == "off":
            raise Unsupported(
                f"`{name}` is off: a crash would lose what was acknowledged",
                hint=say("hint.switch_on", name=name),
            )


def server_settings(connection: Connection) -> dict[str, str]:
    return dict(connection.execute(DURABILITY).fetchall())


def arm(connection: Connection, busy_timeout: float) -> None:
    """Make a connection fit for units of work, and look whether it is: the role that owns nothing, security on."""
    connection.adapters.register_loader("json", TextLoader)
    connection.adapters.register_dumper(int, Int8Dumper)  # one type for every number: one prepared statement, not three
    connection.prepare_threshold, connection.prepared_max = PREPARED_AFTER, PREPARED_MOST
    check_server(connection.info.server_version, server_settings(connection))
    connection.execute(BECOME_APP)
    limits = {"lock": str(max(1, round(busy_timeout * 1000))), "idle": str(IDLE_LIMIT * 1000)}
    connection.execute(LIMITS, limits)
    if connection.execute(STANDING).fetchone() != (True,):
        raise Unsupported(
            f"row-level security does not hold for the role `{APP_ROLE}`",
            hint=say("hint.restrict_role", role=APP_ROLE),
        )


# transactions


class Connections:
    """A bounded pool that connects when somebody needs it, and hands out transactions instead of connections."""

    def __init__(self, url: str, config: Config) -> None:
        self.where = place(url)
        self._url = url
        self._patience = config.busy_timeout
        self._size = config.pool_size
        self._shapes: dict[str, dict[str, str]] = {}
        self.care = Care(lambda: connect(url))
        # No retries in the background: a failed attempt is reported, and the next caller tries at once.
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            kwargs={"autocommit": True, **_options(url)},
            configure=self._arm,
            min_size=0,
            max_size=config.pool_size,
            reconnect_timeout=0.0,
            name="perdure",
            open=True,
        )

    def close(self) -> None:
        self.care.close()
        self._pool.close()

    @contextmanager
    def transaction(self, opening: bytes, agent_id: str, *, listing: bool = False) -> Iterator[Connection]:
        """A transaction in which only this agent's rows exist. It is rolled back unless it was committed inside."""
        with self.asking(opening, agent_id, b"", listing=listing) as (connection, _):
            yield connection

    @contextmanager
    def asking(
        self, opening: bytes, agent_id: str, question: bytes, *, listing: bool = False
    ) -> Iterator[tuple[Connection, list[Row]]]:
        """The same with the answer to a first question, which travels with the opening."""
        with translated(self.where):
            settings = {"agent_id": agent_id, "listing": "on" if listing else "off"}
            connection, answer = self._begin(opening + ENTER + question, settings)
            try:
                yield connection, answer
            finally:
                self._give_back(connection)

    def commit(self, connection: Connection, send: Callable[[], None] | None = None) -> None:
        """Return only when the transaction is durable, and say so when that cannot be known.

        What `send` sends travels with the commit: if any of it fails, nothing is kept.
        """
        try:
            with connection.pipeline() if send else nullcontext():
                if send:
                    send()
                answer = connection.execute(b"COMMIT", prepare=False)
        except psycopg.OperationalError as error:
            if is_unknown(error):
                raise StoreUnavailable(
                    f"the connection to {self.where} broke during the commit; whether the write was kept is not known",
                    hint=say("hint.send_again_same_key"),
                ) from None
            raise
        if answer.statusmessage != "COMMIT":
            raise StoreUnavailable(f"{self.where} did not keep the write", hint=say("hint.send_again"))

    def _begin(self, opening: bytes, settings: Params) -> tuple[Connection, list[Row]]:
        """Take a connection and begin. One that died in the pool is found out here, before anything was done on it."""
        for dead in range(self._size + 1):
            connection = self._take()
            try:
                with psycopg.ClientCursor(connection) as cursor:  # which takes several statements in one round trip
                    cursor.execute(opening, settings)
                    while cursor.nextset():
                        pass
                    return connection, cursor.fetchall()
            except BaseException as error:
                again = isinstance(error, psycopg.Error) and connection.broken and dead < self._size
                self._give_back(connection)
                if not again:
                    raise
        raise AssertionError("the last round returns or raises")

    def _take(self) -> Connection:
        """A connection from the pool. Somebody who waits hears at once that the server is down, and why."""
        deadline = time.monotonic() + self._patience
        failures = self._failures()
        while True:
            left = deadline - time.monotonic()
            try:
                return self._pool.getconn(max(0.001, min(SLICE, left)))
            except PoolTimeout:
                if self._failures() > failures:
                    with closing(connect(self._url)) as probe:
                        self._arm(probe)
                if left <= SLICE:
                    raise

    def _give_back(self, connection: Connection) -> None:
        """Leave no transaction behind. A connection that cannot even do that is closed, and the pool drops it."""
        if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            try:
                connection.execute(b"ROLLBACK")
            except psycopg.Error:
                connection.close()
        self._pool.putconn(connection)

    def shapes(self, connection: Connection) -> Mapping[str, Mapping[str, str]]:
        """The type of each column, by table: asked once."""
        if not self._shapes:
            found: dict[str, dict[str, str]] = {}
            for table, column, type in connection.execute(SHAPES):
                found.setdefault(table, {})[column] = type
            self._shapes = found
        return self._shapes

    def _failures(self) -> int:
        return self._pool.get_stats().get("connections_errors", 0)

    def _arm(self, connection: Connection) -> None:
        arm(connection, self._patience)

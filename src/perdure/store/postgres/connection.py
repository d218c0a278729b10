"""Connections we trust, transactions that belong to one agent, and the shared statements run in them."""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from perdure.config import Config
from perdure.errors import InvalidInput, StoreUnavailable, Unsupported
from perdure.messages import say
from perdure.store.chunks import Totals
from perdure.store.contract import Params, Row
from perdure.store.postgres.errors import is_unknown, translated
from perdure.store.postgres.search import closeness, find, frequencies, nearest, occurrences, propose

Connection: TypeAlias = psycopg.Connection[Row]

APP_ROLE = "perdure_app"
OLDEST_SERVER = 160000

CONNECT_TIMEOUT = 5
SLICE = 1.0
"""Seconds after which somebody who waits for a connection looks whether the server is there at all."""
IDLE_LIMIT = 300
"""Seconds after which the server ends a transaction whose process has gone silent, so that the agent is free again."""
STREAM_ROWS = 500

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

WRITE = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; "
READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
# All of it ends with the transaction, so a pooled connection never keeps an agent. Role and path are said again because
# a pooler in between may have handed us a server session that is not the one we set up.
ENTER = (
    b"SELECT set_config('perdure.agent_id', %(agent_id)s, true), set_config('perdure.listing', %(listing)s, true),"
    b" set_config('role', 'perdure_app', true), set_config('search_path', 'perdure, public, pg_temp', true)"
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
        self._pool.close()

    @contextmanager
    def transaction(self, opening: bytes, agent_id: str, *, listing: bool = False) -> Iterator[Connection]:
        """A transaction in which only this agent's rows exist. It is rolled back unless it was committed inside."""
        with translated(self.where):
            connection = self._begin(opening, {"agent_id": agent_id, "listing": "on" if listing else "off"})
            try:
                yield connection
            finally:
                self._give_back(connection)

    def commit(self, connection: Connection) -> None:
        """Return only when the transaction is durable, and say so when that cannot be known."""
        try:
            answer = connection.execute(b"COMMIT").statusmessage
        except psycopg.OperationalError as error:
            if is_unknown(error):
                raise StoreUnavailable(
                    f"the connection to {self.where} broke during the commit; whether the write was kept is not known",
                    hint=say("hint.send_again_same_key"),
                ) from None
            raise
        if answer != "COMMIT":
            raise StoreUnavailable(f"{self.where} did not keep the write", hint=say("hint.send_again"))

    def _begin(self, opening: bytes, settings: Params) -> Connection:
        """Take a connection and begin. One that died in the pool is found out here, before anything was done on it."""
        for dead in range(self._size + 1):
            connection = self._take()
            try:
                with psycopg.ClientCursor(connection) as cursor:  # which takes several statements in one round trip
                    cursor.execute(opening + ENTER, settings)
                return connection
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

    def _failures(self) -> int:
        return self._pool.get_stats().get("connections_errors", 0)

    def _arm(self, connection: Connection) -> None:
        arm(connection, self._patience)


# statements

_PART = re.compile(
    r"'(?:[^']|'')*'|::|OWNED\((?P<owner>\w+)\)|VECTOR\(:(?P<vector>\w+)\)"
    r"|(?P<without>NOT )?IN (?:EACH\(:(?P<each>\w+)\)|NUMBERS\(:(?P<numbers>\w+)\))"
    r"|:(?P<name>\w+)|%"
)
_compiled: dict[str, bytes] = {}


def compiled(statement: str) -> bytes:
    """A shared statement in PostgreSQL's words."""
    if statement not in _compiled:
        _compiled[statement] = _PART.sub(_translate, statement.replace("THEN JOIN", "JOIN")).encode()
    return _compiled[statement]


def _translate(part: re.Match[str]) -> str:
    if owner := part["owner"]:
        return f"{owner}.agent_id = %(agent_id)s"
    # As an array, not as rows to join with: then the index is the way in, whatever is known of the size of the table.
    among = "<> ALL" if part["without"] else "= ANY"
    if each := part["each"]:
        return f"{among} (ARRAY(SELECT json_array_elements_text(CAST(%({each})s AS json))))"
    if numbers := part["numbers"]:
        return f"{among} (ARRAY(SELECT CAST(json_array_elements_text(CAST(%({numbers})s AS json)) AS bigint)))"
    if vector := part["vector"]:
        return f"CAST(%({vector})s AS halfvec)"
    if name := part["name"]:
        return f"%({name})s"
    return part[0].replace("%", "%%")


class PostgresCursor:
    """Runs shared statements in a transaction of one agent."""

    def __init__(self, connection: Connection, agent_id: str) -> None:
        self._connection = connection
        self._own = {"agent_id": agent_id}
        self._streams: list[Generator[Row]] = []

    def all(self, statement: str, params: Params = {}) -> list[Row]:  # noqa: B006 - never changed
        return self._connection.execute(compiled(statement), {**params, **self._own}).fetchall()

    def run(self, statement: str, params: Params = {}) -> int:  # noqa: B006 - never changed
        return self._connection.execute(compiled(statement), {**params, **self._own}).rowcount

    def many(self, statement: str, rows: Sequence[Params]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(compiled(statement), [{**row, **self._own} for row in rows])

    def stream(self, statement: str, params: Params = {}) -> Iterator[Row]:  # noqa: B006 - never changed
        rows = self._rows(f"stream_{len(self._streams)}", compiled(statement), {**params, **self._own})
        self._streams.append(rows)
        return rows

    def _rows(self, name: str, statement: bytes, params: Params) -> Generator[Row]:
        with self._connection.cursor(name) as cursor:
            cursor.itersize = STREAM_ROWS
            yield from cursor.execute(statement, params)

    def propose(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        return propose(self, mem_type, weights, totals, limit)

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        return frequencies(self, mem_type, words)

    def occurrences(self, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]) -> dict[str, tuple[Any, Any]]:
        return occurrences(self, mem_type, words, chunk_ids)

    def nearest(self, mem_type: str, model: str, vector: bytes, limit: int) -> dict[int, float]:
        return nearest(self, mem_type, model, self.vector(vector), limit)

    def is_pending(self, mem_type: str, model: str) -> bool:
        return False  # the table is the index

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        return closeness(self, mem_type, model, self.vector(vector), chunk_ids)

    def vector(self, data: bytes) -> str:
        """In words. Five digits name a number of two bytes exactly."""
        count = len(data) // 4
        rounded = struct.unpack(f"<{count}e", struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", data)))
        return "[" + ",".join(map("{:.5g}".format, rounded)) + "]"

    def find(self, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
        return find(self, words, every=every, params=params, limit=limit)

    def close(self) -> None:
        """End streams that were not read to their end: later they would reach into somebody else's transaction."""
        for stream in self._streams:
            stream.close()


BYTES_PUT = (
    "INSERT INTO attachment_bytes AS b (sha256, data) VALUES (:sha256, :data)"
    " ON CONFLICT (agent_id, sha256) DO UPDATE SET data = EXCLUDED.data WHERE b.data <> EXCLUDED.data"
)
BYTES_GONE = "DELETE FROM attachment_bytes AS b WHERE OWNED(b) AND b.sha256 = :sha256"
BYTES = "SELECT b.data FROM attachment_bytes b WHERE OWNED(b) AND b.sha256 = :sha256"


class TableBlobs:
    """Attachment bytes in a table, in the same transaction as what refers to them."""

    def __init__(self, cursor: PostgresCursor) -> None:
        self._cursor = cursor

    def put(self, sha256: str, data: bytes) -> None:
        self._cursor.run(BYTES_PUT, {"sha256": sha256, "data": data})

    def get(self, sha256: str) -> bytes | None:
        rows = self._cursor.all(BYTES, {"sha256": sha256})
        return bytes(rows[0][0]) if rows else None

    def drop(self, sha256: str) -> None:
        self._cursor.run(BYTES_GONE, {"sha256": sha256})

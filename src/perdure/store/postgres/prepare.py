"""Making a database ready, as the URL's role: the app's role, the extension, the schema. Many may do this at once.

A step that changes rows must lift `FORCE ROW LEVEL SECURITY` for itself: without an agent even the owner sees none.
"""

from __future__ import annotations

from contextlib import closing

import psycopg
from psycopg import errors as pg

from perdure.errors import Unsupported
from perdure.messages import say
from perdure.store.migrate import steps_after
from perdure.store.postgres import names
from perdure.store.postgres.connection import (
    APP_ROLE,
    BECOME_APP,
    Connection,
    check_server,
    connect,
    place,
    server_settings,
)
from perdure.store.postgres.errors import translated

OLDEST_VECTOR = (0, 8, 2)
LOCK = 0x5045524455524500  # "PERDURE"; held by whoever migrates
ROLE_ATTEMPTS = 10

# Roles belong to the whole server, so that another database may be making ours at this moment.
ROLE = b"SELECT pg_has_role(r.oid, 'SET') FROM pg_roles r WHERE r.rolname = 'perdure_app'"
ROLE_ADD = b"CREATE ROLE perdure_app NOLOGIN NOINHERIT"
ROLE_JOIN = b"GRANT perdure_app TO CURRENT_USER WITH INHERIT FALSE, SET TRUE"

SCHEMA = b"SELECT 1 FROM pg_namespace n WHERE n.nspname = 'perdure'"
SCHEMA_ADD = b"CREATE SCHEMA perdure"
VERSION_TABLE = (
    b"SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    b" WHERE n.nspname = 'perdure' AND c.relname = 'schema_version'"
)
VERSION = b"SELECT version FROM perdure.schema_version"
VERSION_MOVE = b"UPDATE perdure.schema_version SET version = %(version)s"

TAKE_TURNS = b"SELECT set_config('lock_timeout', %(wait)s, true), pg_advisory_xact_lock(%(lock)s)"
INTO_SCHEMA = b"SET LOCAL search_path = perdure, public, pg_temp"
GRANTS = (
    b"GRANT USAGE ON SCHEMA perdure TO perdure_app",
    b"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA perdure TO perdure_app",
    b"REVOKE INSERT, UPDATE, DELETE ON perdure.schema_version FROM perdure_app",
)

VECTOR = b"SELECT extversion FROM pg_extension WHERE extname = 'vector'"
VECTOR_OFFERED = b"SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
VECTOR_ADD = b"CREATE EXTENSION IF NOT EXISTS vector"


def prepare(url: str, *, busy_timeout: float) -> None:
    """Check the server, and bring role and schema up to date where they are not. Cheap when there is nothing to do."""
    with translated(place(url)), closing(connect(url)) as connection:
        check_server(connection.info.server_version, server_settings(connection))
        if not _is_ready(connection):
            _ensure_role(connection)
            _migrate(connection, busy_timeout)


def _is_ready(connection: Connection) -> bool:
    """Whether our role can use a schema of our version; a newer one is refused. A mere member of the role may ask."""
    if connection.execute(ROLE).fetchone() != (True,) or not connection.execute(VERSION_TABLE).fetchone():
        return False
    connection.execute(BECOME_APP)
    try:
        return not steps_after("postgres", _version(connection))
    except pg.InsufficientPrivilege:
        return False  # restored from a backup that did not hold the role: the grants are missing
    finally:
        connection.execute(b"RESET ROLE")


def _version(connection: Connection) -> int:
    row = connection.execute(VERSION).fetchone()
    return 0 if row is None else int(row[0])


def _ensure_role(connection: Connection) -> None:
    """Make the role that owns nothing, and let the URL's role become it."""
    for attempt in range(ROLE_ATTEMPTS):
        try:
            row = connection.execute(ROLE).fetchone()
            if row is None:
                connection.execute(ROLE_ADD)
                row = connection.execute(ROLE).fetchone()
            if row != (True,):
                connection.execute(ROLE_JOIN)
            return
        except (pg.DuplicateObject, pg.UniqueViolation, psycopg.InternalError):
            if attempt == ROLE_ATTEMPTS - 1:  # somebody else did the same at the same moment: look again
                raise
        except pg.InsufficientPrivilege:
            raise Unsupported(
                f"the role of the URL may neither make the role `{APP_ROLE}` nor become it",
                hint=say("hint.create_role", role=APP_ROLE),
            ) from None


def _migrate(connection: Connection, busy_timeout: float) -> None:
    """Whatever is missing, in one transaction, one process after the other."""
    with connection.transaction():
        connection.execute(TAKE_TURNS, {"wait": str(max(1, round(busy_timeout * 1000))), "lock": LOCK})
        _ensure_vector(connection)
        if not connection.execute(SCHEMA).fetchone():
            connection.execute(SCHEMA_ADD)
        connection.execute(INTO_SCHEMA)
        version = _version(connection) if connection.execute(VERSION_TABLE).fetchone() else 0
        for step in steps_after("postgres", version):
            connection.execute(step.script.encode())
            if step.number == names.STEP:
                names.fill(connection)
            connection.execute(VERSION_MOVE, {"version": step.number})
        for grant in GRANTS:
            connection.execute(grant)


def _ensure_vector(connection: Connection) -> None:
    installed = connection.execute(VECTOR).fetchone()
    offered = connection.execute(VECTOR_OFFERED).fetchone()
    check_vector(installed[0] if installed else None, offered[0] if offered else None)
    try:
        connection.execute(VECTOR_ADD)
    except pg.InsufficientPrivilege:
        raise Unsupported(
            "the role of the URL may not add pgvector to this database",
            hint=say("hint.create_vector"),
        ) from None


def check_vector(installed: str | None, offered: str | None) -> None:
    """Refuse a server without pgvector, or with one that is too old."""
    version = installed or offered
    if version is None:
        raise Unsupported(
            "this server has no pgvector",
            hint=say("hint.install_vector"),
        )
    if _numbers(version) >= OLDEST_VECTOR:
        return
    newer_is_there = offered is not None and _numbers(offered) >= OLDEST_VECTOR
    raise Unsupported(
        f"this database has pgvector {version}; Perdure needs 0.8.2 or newer",
        hint=say("hint.update_vector" if newer_is_there else "hint.upgrade_vector"),
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())

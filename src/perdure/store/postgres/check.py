"""What PostgreSQL can say about the health of our schema: the catalog is asked, not our memory of what we set up."""

from __future__ import annotations

import psycopg

from perdure.store.contract import Diagnosis
from perdure.store.postgres.connection import APP_ROLE, Connection, server_settings

VERSIONS = b"SELECT current_setting('server_version'), (SELECT extversion FROM pg_extension WHERE extname = 'vector')"
ROLE = (
    b"SELECT current_user = 'perdure_app', r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcanlogin,"
    b" (SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    b" WHERE n.nspname = 'perdure' AND pg_has_role(r.oid, c.relowner, 'MEMBER'))"
    b" FROM pg_roles r WHERE r.rolname = 'perdure_app'"
)
# Every table but `schema_version`, which is nobody's and which the role can only read.
OPEN_TABLES = (
    b"SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    b" WHERE n.nspname = 'perdure' AND c.relkind IN ('r', 'p') AND c.relname <> 'schema_version'"
    b" AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND row_security_active(c.oid)"
    b" AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_rows'))"
    b" ORDER BY c.relname"
)
LOOSE_POLICIES = (
    b"SELECT p.tablename, p.policyname FROM pg_policies p"
    b" WHERE p.schemaname = 'perdure' AND p.permissive = 'PERMISSIVE' AND p.policyname <> 'own_rows'"
    b" AND NOT (p.tablename = 'agents' AND p.policyname = 'listing' AND p.cmd = 'SELECT')"
)
INVALID = (
    b"SELECT (SELECT COUNT(*) FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid"
    b" JOIN pg_namespace n ON n.oid = c.relnamespace"
    b" WHERE n.nspname = 'perdure' AND NOT (x.indisvalid AND x.indisready) AND NOT starts_with(c.relname, 'near_')),"
    b" (SELECT COUNT(*) FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace"
    b" WHERE n.nspname = 'perdure' AND NOT k.convalidated)"
    b" + (SELECT COUNT(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    b" JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'perdure' AND t.tgenabled = 'D')"
)


def check_versions(connection: Connection) -> list[Diagnosis]:
    """Which server, extension and driver this is."""
    server, vector = _one(connection, VERSIONS)
    if vector is None:
        return [Diagnosis("engine", False, f"PostgreSQL {server} without pgvector", "run `CREATE EXTENSION vector`")]
    detail = f"PostgreSQL {server} with pgvector {vector} through psycopg {psycopg.__version__}"
    return [Diagnosis("engine", True, detail)]


def check_database(connection: Connection) -> list[Diagnosis]:
    """Who we are, whether row-level security really holds, and whether what was acknowledged is durable."""
    return [_role(connection), _security(connection), _structure(connection), _durability(connection)]


def _role(connection: Connection) -> Diagnosis:
    is_ours, is_mighty, owned = _one(connection, ROLE)
    if is_ours and not is_mighty and not owned:
        return Diagnosis("role", True, f"`{APP_ROLE}` owns nothing and cannot pass by row-level security")
    return Diagnosis(
        "role",
        False,
        f"`{APP_ROLE}` has more rights than it should",
        f"run `ALTER ROLE {APP_ROLE} NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOLOGIN`; another role must own the tables",
    )


def _security(connection: Connection) -> Diagnosis:
    open_tables = [f"`{name}`" for (name,) in connection.execute(OPEN_TABLES)]
    loose = [f"`{table}` ({policy})" for table, policy in connection.execute(LOOSE_POLICIES)]
    if not open_tables and not loose:
        return Diagnosis("row-level security", True, "in force on every table")
    return Diagnosis(
        "row-level security",
        False,
        f"does not hold on {', '.join([*open_tables, *loose])}",
        "compare the tables' policies with `perdure/store/postgres/schema.sql`, and put back what is missing",
    )


def _structure(connection: Connection) -> Diagnosis:
    indexes, constraints = _one(connection, INVALID)
    if not indexes and not constraints:
        return Diagnosis("indexes and constraints", True, "all in force")
    return Diagnosis(
        "indexes and constraints",
        False,
        f"{indexes} indexes and {constraints} constraints are not in force",
        "run `REINDEX SCHEMA perdure`, and validate or enable the constraints",
    )


def _durability(connection: Connection) -> Diagnosis:
    off = [name for name, setting in sorted(server_settings(connection).items()) if setting == "off"]
    if not off:
        return Diagnosis("durability", True, "`fsync` and `synchronous_commit` are on")
    return Diagnosis("durability", False, f"off: {', '.join(off)}", "turn them on for this server, database and role")


def _one(connection: Connection, query: bytes) -> tuple[object, ...]:
    row = connection.execute(query).fetchone()
    assert row is not None, "a query over the catalog without a row"
    return row

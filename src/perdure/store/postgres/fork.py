"""A second agent out of the rows of another, inside the database and in one transaction.

Row-level security shows one agent at a time: the rows are taken aside while the transaction is the one agent, and put
back while it is the other.
"""

from __future__ import annotations

from collections import defaultdict
from graphlib import TopologicalSorter

from psycopg import sql

from perdure.store.postgres.connection import Connection

TABLES = b"""
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agent_id'
    WHERE c.relnamespace = 'perdure'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped"""
REFERENCES = b"""
    SELECT c.relname, f.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_class f ON f.oid = k.confrelid WHERE k.contype = 'f' AND k.connamespace = 'perdure'::regnamespace"""
BY_TRIGGER = frozenset({"chunk_words"})
"""Tables that fill themselves when another is filled."""
ASIDE = sql.SQL("CREATE TEMPORARY TABLE {aside} ON COMMIT DROP AS SELECT * FROM perdure.{table}")
RENAME = sql.SQL("UPDATE {aside} SET agent_id = %(new)s")
RENAME_AGENT = sql.SQL("UPDATE {aside} SET agent_id = %(new)s, parent_id = %(old)s, name = NULL, created_at = %(now)s")
PUT = sql.SQL("INSERT INTO perdure.{table} SELECT * FROM {aside}")
DROP = sql.SQL("DELETE FROM perdure.{table} WHERE agent_id = current_setting('perdure.agent_id')")
BECOME = b"SELECT set_config('perdure.agent_id', %(new)s, true)"


def copy_rows(connection: Connection, *, old: str, new: str, now: int) -> None:
    """Copy every row of an agent for another. Afterwards the transaction is the new agent's."""
    tables = _in_order(connection)
    names = {
        table: {"table": sql.Identifier(table), "aside": sql.Identifier("pg_temp", f"fork_{table}")} for table in tables
    }
    for table in tables:
        aside = {**names[table], "aside": sql.Identifier(f"fork_{table}")}
        connection.execute(ASIDE.format(**aside))
        statement = RENAME_AGENT if table == "agents" else RENAME
        given = {"new": new, "old": old, "now": now} if table == "agents" else {"new": new}
        connection.execute(statement.format(**names[table]), given)
    connection.execute(BECOME, {"new": new})
    for table in tables:
        connection.execute(PUT.format(**names[table]))


def drop_rows(connection: Connection) -> int:
    """Delete every row of the transaction's agent, itself included. Answers how many there were."""
    tables = [{"table": sql.Identifier(table)} for table in reversed(_in_order(connection))]
    return sum(connection.execute(DROP.format(**table)).rowcount for table in tables)


def _in_order(connection: Connection) -> list[str]:
    """The tables that hold rows of agents, each after those that it refers to."""
    tables = {str(row[0]) for row in connection.execute(TABLES)} - BY_TRIGGER
    needs: dict[str, set[str]] = defaultdict(set)
    for child, parent in connection.execute(REFERENCES):
        if child in tables and parent in tables and child != parent:
            needs[child].add(parent)
    return list(TopologicalSorter({table: sorted(needs[table]) for table in sorted(tables)}).static_order())

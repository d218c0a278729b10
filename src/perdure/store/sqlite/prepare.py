"""Making a file ready: the schema up to date, and in a new one the row of its agent. Several may do this at once."""

from __future__ import annotations

import json
from pathlib import Path

import apsw

from perdure.errors import StoreUnavailable
from perdure.messages import say
from perdure.store.contract import Params
from perdure.store.migrate import steps_after
from perdure.store.rows import dumps
from perdure.store.sqlite.connection import APPLICATION_ID, check_ours
from perdure.store.vector_index import half
from perdure.types.naming import name_starts

AGENT_ADD = "INSERT INTO agents (agent_id, chain_head, created_at) VALUES (:agent_id, :chain_head, :created_at)"
SECRET_ADD = "INSERT INTO agent_secrets (agent_id, secret) VALUES (:agent_id, :secret)"
AGENT = "SELECT agent_id, name, created_at, revision FROM agents"


def prepare(connection: apsw.Connection, path: Path, agent_id: str, row: Params | None = None) -> None:
    """Run the migrations that are missing. With the `row` of an agent the file is a new one, and gets it."""
    new = row is not None
    version = check_ours(connection, path, new=new)
    _check_owner(connection, path, agent_id, version)
    if not new and not steps_after("sqlite", version):
        return
    connection.execute("BEGIN IMMEDIATE")
    for step in steps_after("sqlite", check_ours(connection, path, new=new)):
        run_script(connection, step.script)
        connection.pragma("user_version", step.number)
    connection.pragma("application_id", APPLICATION_ID)
    if row is not None:
        connection.execute(AGENT_ADD, row)
        connection.execute(SECRET_ADD, row)
    connection.execute("COMMIT")


def _check_owner(connection: apsw.Connection, path: Path, agent_id: str, version: int) -> None:
    row = connection.execute(AGENT).fetchone() if version else None
    if row is not None and row[0] != agent_id:
        raise StoreUnavailable(f"`{path}` belongs to another agent", hint=say("hint.fresh_home"))


def run_script(connection: apsw.Connection, script: str) -> None:
    """Run a migration statement by statement: apsw stops a script at the first statement that returns a row."""
    connection.create_scalar_function("half", lambda *given: half(given[0]), 1)
    connection.create_scalar_function("starts_of", lambda *given: dumps(name_starts(json.loads(str(given[0])))), 1)
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if apsw.complete(statement):
            connection.execute(statement)
            statement = ""

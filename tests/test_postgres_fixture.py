"""The PostgreSQL that other tests build on is the one they think it is."""

from __future__ import annotations

import os
import signal
from typing import Any

import psycopg

from tests import postgres


def setting(connection: psycopg.Connection[Any], name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
    assert row is not None
    return str(row[0])


def test_server_is_version_16_and_keeps_its_durability_on(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        assert connection.info.server_version // 10000 == 16
        durable = ("fsync", "synchronous_commit", "full_page_writes")
        assert {name: setting(connection, name) for name in durable} == dict.fromkeys(durable, "on")
        assert setting(connection, "server_encoding") == "UTF8"


def test_vectors_can_be_compared_exactly(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE EXTENSION vector")
        version = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
        assert version is not None
        assert tuple(map(int, version[0].split("."))) >= (0, 8, 2)
        assert connection.execute("SELECT '[3,4]'::vector <-> '[0,0]'::vector").fetchone() == (5.0,)


def test_each_database_is_empty_and_dropped_in_spite_of_open_connections(postgres_server: str) -> None:
    with postgres.fresh_database(postgres_server) as first, postgres.fresh_database(postgres_server) as second:
        connection = psycopg.connect(first, autocommit=True)
        connection.execute("CREATE TABLE only_in_the_first (x int)")
        with psycopg.connect(second) as other:
            assert other.execute("SELECT to_regclass('only_in_the_first')").fetchone() == (None,)
    connection.close()
    databases = {name for (name,) in postgres.execute_patiently(postgres_server, "SELECT datname FROM pg_database")}
    assert not databases & {psycopg.conninfo.conninfo_to_dict(url)["dbname"] for url in (first, second)}


def test_committed_rows_survive_the_kill_of_a_backend() -> None:
    with postgres.private_server() as server, postgres.fresh_database(server) as url:
        victim = psycopg.connect(url, autocommit=True)
        victim.execute("CREATE TABLE kept (x int)")
        victim.execute("INSERT INTO kept VALUES (1)")
        os.kill(victim.info.backend_pid, signal.SIGKILL)
        victim.close()
        assert postgres.execute_patiently(url, "SELECT x FROM kept") == [(1,)]

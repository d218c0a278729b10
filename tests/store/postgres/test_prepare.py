"""A database is made ready once, by whoever comes first, and a server that will not do is refused with a way out."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from perdure.errors import InvalidInput, NotFound, StoreUnavailable, Unsupported
from perdure.store.migrate import migrations
from perdure.store.postgres.connection import arm, check_server, connect, place
from perdure.store.postgres.prepare import check_vector, prepare
from tests import postgres
from tests.store.postgres.conftest import MakeEngine

GOOD = {"fsync": "on", "synchronous_commit": "on", "server_encoding": "UTF8"}


@pytest.fixture(scope="module")
def untouched_server() -> Iterator[str]:
    """A server on which nobody has made the role yet."""
    with postgres.private_server() as url:
        yield url


def test_many_processes_may_prepare_one_database_at_once(untouched_server: str) -> None:
    """Also other databases of the same server, whose migrations hold another lock but make the same role."""
    with postgres.fresh_database(untouched_server) as first, postgres.fresh_database(untouched_server) as second:
        start = threading.Barrier(8)

        def go(url: str) -> None:
            start.wait()
            prepare(url, busy_timeout=30)

        with ThreadPoolExecutor(8) as threads:
            for done in [threads.submit(go, url) for url in [first, second] * 4]:
                done.result()
        newest = migrations("postgres")[-1].number
        for url in (first, second):
            assert postgres.execute_patiently(url, "SELECT version FROM perdure.schema_version") == [(newest,)]


def test_two_processes_open_the_same_new_agent(postgres_url: str) -> None:
    program = """
import sys
from concurrent.futures import ThreadPoolExecutor
from perdure.clock import SystemClock
from perdure.config import Config
from perdure.ids import Ids
from perdure.store.postgres.engine import PostgresEngine

with ThreadPoolExecutor(1) as executor:
    engine = PostgresEngine(sys.argv[1], config=Config(), clock=SystemClock(), ids=Ids(), executor=executor)
    store = engine.open("a", create=True)
    store.submit("main", lambda tx: tx.add_session(tx.ids.new(), "chat")).result()
    store.close()
    engine.close()
"""
    both = [subprocess.Popen([sys.executable, "-P", "-c", program, postgres_url]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    agents = postgres.execute_patiently(postgres_url, "SELECT agent_id, revision, sequence FROM perdure.agents")
    assert agents == [("a", 2, 2)]


def test_a_newer_schema_is_refused(make_engine: MakeEngine, postgres_url: str) -> None:
    prepare(postgres_url, busy_timeout=30)
    postgres.execute_patiently(postgres_url, "UPDATE perdure.schema_version SET version = 99")
    with pytest.raises(Unsupported, match="this store has schema 99") as refused:
        make_engine(postgres_url).open("a", create=True)
    assert "pip install --upgrade perdure" in str(refused.value.hint)


def test_a_missing_agent_is_not_made_by_looking(make_engine: MakeEngine, postgres_url: str) -> None:
    engine = make_engine(postgres_url)
    with pytest.raises(NotFound, match="no such agent in this home"):
        engine.open("a", create=False)
    assert engine.agents() == []


def test_a_role_without_great_powers_can_migrate_and_a_mere_member_can_use_it(
    untouched_server: str, make_engine: MakeEngine, write
) -> None:
    with postgres.fresh_database(untouched_server) as url:
        prepare(url, busy_timeout=30)  # so that the role exists
    with postgres.fresh_database(untouched_server) as url, psycopg.connect(url, autocommit=True) as admin:
        name = admin.info.dbname
        for statement in (
            "CREATE ROLE keeper LOGIN",
            "CREATE ROLE member LOGIN",
            f'ALTER DATABASE "{name}" OWNER TO keeper',
        ):
            admin.execute(statement.encode())
        keeper, member = (url.replace("postgres@", f"{role}@") for role in ("keeper", "member"))

        with pytest.raises(Unsupported, match="neither make the role `perdure_app` nor become it") as refused:
            make_engine(keeper).open("a", create=True)
        assert "GRANT perdure_app TO" in str(refused.value.hint)
        admin.execute("GRANT perdure_app TO keeper, member")

        with pytest.raises(Unsupported, match="may not add pgvector") as refused:
            make_engine(keeper).open("a", create=True)
        assert "CREATE EXTENSION vector" in str(refused.value.hint)
        admin.execute("CREATE EXTENSION vector")

        with pytest.raises(Unsupported, match="lacks a privilege"):
            make_engine(member).open("a", create=True)
        make_engine(keeper).open("a", create=True).submit("main", write("cat")).result()
        store = make_engine(member).open("a", create=False)
        assert len(store.read("main", lambda tx: tx.find(["cat"], every=True, limit=9))) == 1
        # The owner, too, sees nothing without an agent: row-level security is forced.
        assert postgres.execute_patiently(keeper, "SELECT COUNT(*) FROM perdure.memory_items") == [(0,)]


def test_a_database_restored_without_its_grants_gets_them_back(make_engine: MakeEngine, postgres_url: str) -> None:
    prepare(postgres_url, busy_timeout=30)
    for statement in (
        "REVOKE ALL ON SCHEMA perdure FROM perdure_app",
        "REVOKE ALL ON ALL TABLES IN SCHEMA perdure FROM perdure_app",
    ):
        postgres.execute_patiently(postgres_url, statement)
    make_engine(postgres_url).open("a", create=True)


def test_a_role_that_could_pass_by_row_level_security_is_refused() -> None:
    with postgres.private_server() as url:
        prepare(url, busy_timeout=30)
        for power in ("SUPERUSER", "BYPASSRLS"):
            postgres.execute_patiently(url, f"ALTER ROLE perdure_app {power}")
            with connect(url) as connection, pytest.raises(Unsupported, match="row-level security does not hold"):
                arm(connection, 1)
            postgres.execute_patiently(url, f"ALTER ROLE perdure_app NO{power}")
        with connect(url) as connection:
            arm(connection, 1)


@pytest.mark.parametrize(
    ("version", "settings", "words"),
    [
        (150018, GOOD, "this is PostgreSQL 15; Perdure needs 16"),
        (160014, GOOD | {"fsync": "off"}, "`fsync` is off"),
        (160014, GOOD | {"synchronous_commit": "off"}, "`synchronous_commit` is off"),
        (160014, GOOD | {"server_encoding": "SQL_ASCII"}, "encoding is SQL_ASCII"),
    ],
)
def test_a_server_that_will_not_do_is_refused(version: int, settings: dict[str, str], words: str) -> None:
    with pytest.raises(Unsupported, match=words) as refused:
        check_server(version, settings)
    assert refused.value.hint
    check_server(160000, GOOD | {"synchronous_commit": "local"})


def test_a_database_that_forgets_is_refused(make_engine: MakeEngine, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{connection.info.dbname}" SET synchronous_commit = off'.encode())
    with pytest.raises(Unsupported, match="`synchronous_commit` is off"):
        make_engine(postgres_url).open("a", create=True)


@pytest.mark.parametrize(
    ("installed", "offered", "hint"),
    [
        (None, None, "install pgvector"),
        (None, "0.7.4", "upgrade pgvector"),
        ("0.8.1", "0.8.1", "upgrade pgvector"),
        ("0.8.1", "0.8.5", "ALTER EXTENSION vector UPDATE"),
    ],
)
def test_a_server_without_a_current_pgvector_is_refused(installed: str | None, offered: str | None, hint: str) -> None:
    with pytest.raises(Unsupported, match="pgvector") as refused:
        check_vector(installed, offered)
    assert hint in str(refused.value.hint)
    check_vector(None, "0.8.2")
    check_vector("0.10.0", None)


def test_without_the_driver_the_hint_says_what_to_install() -> None:
    program = """
import sys
sys.modules["psycopg"] = None
from perdure.errors import Unsupported
from perdure.store.migrate import migrations
assert migrations("postgres")
try:
    import perdure.store.postgres.engine
except Unsupported as refused:
    print(refused.hint)
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "run `pip install 'perdure[postgres]'`\n"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:s3cret/x@127.0.0.1:1/db",
        "postgresql://me:s3cret@x@127.0.0.1:1/db",
        "postgresql://me:12345/s3cret@127.0.0.1:1/db",
        "postgresql://me:s3cret%zz@127.0.0.1:1/db",
        "postgresql://me:s3cret@127.0.0.1:1/db?nonsense=1",
        "postgresql://127.0.0.1:1/db?user=me&password=s3cret",
        "postgresql://me:s3cret@127.0.0.1:1/db",
    ],
)
def test_no_message_holds_any_of_a_password(make_engine: MakeEngine, url: str) -> None:
    with pytest.raises((StoreUnavailable, InvalidInput)) as refused:
        make_engine(url).open("a", create=True)
    said = f"{refused.value} {refused.value.hint}"
    assert "s3cret" not in said
    assert "12345" not in said
    assert refused.value.__suppress_context__


def test_messages_name_the_place() -> None:
    assert place("postgresql://me:pw@db.example:6432/app") == "the PostgreSQL server `db.example:6432`, database `app`,"

"""Row-level security holds when the code forgets the filter."""

from __future__ import annotations

import psycopg
import pytest

from perdure.errors import Conflict, StoreBusy, Unsupported
from perdure.store.postgres.connection import READ, WRITE
from perdure.store.postgres.engine import PostgresEngine
from perdure.store.transaction import Transaction
from tests.store.postgres.conftest import MakeEngine, an_item

TABLES = (
    "agent_secrets",
    "agents",
    "ancestors",
    "archival_records",
    "attachment_bytes",
    "attachments",
    "changes",
    "chunk_words",
    "entity_mentions",
    "erasures",
    "evidence",
    "extraction_queue",
    "index_totals",
    "injected_lines",
    "links",
    "lookups",
    "memory_chunks",
    "memory_items",
    "model_calls",
    "name_starts",
    "patch_history",
    "receipts",
    "record_chunks",
    "sessions",
    "snapshots",
    "tombstones",
    "upkeep_steps",
    "usage",
    "vector_id_map",
    "withheld",
    "working_memory",
)
FILLED = (
    "agent_secrets",
    "agents",
    "archival_records",
    "changes",
    "chunk_words",
    "evidence",
    "index_totals",
    "links",
    "memory_chunks",
    "memory_items",
    "record_chunks",
    "sessions",
    "withheld",
)


def counts(connection: psycopg.Connection, tables: tuple[str, ...] = TABLES) -> dict[str, int]:
    """Rows seen by a query that forgot whose they should be."""
    rows = {table: connection.execute(f"SELECT COUNT(*) FROM perdure.{table}").fetchone() for table in tables}
    return {table: row[0] for table, row in rows.items() if row is not None}


@pytest.fixture
def filled(engine: PostgresEngine, write) -> PostgresEngine:
    store = engine.open("a", create=True)
    ids = [store.submit("main", write(text)).result() for text in ("the cat of a", "no cat of a")]
    store.submit("main", lambda tx: linked_and_withheld(tx, *ids)).result()
    engine.open("b", create=True)
    return engine


def linked_and_withheld(tx: Transaction, one: str, other: str) -> None:
    tx.links.add(one, other)
    tx.withheld.add(tx.records(tx.sessions(1)[0].id)[0].id, 0, 1)


def test_the_tables_are_all_here(filled: PostgresEngine, postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        rows = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'perdure' ORDER BY 1"
        )
        assert {name for (name,) in rows} == {*TABLES, "schema_version"}


def test_a_superuser_sees_the_rows_that_others_must_not(filled: PostgresEngine, postgres_url: str) -> None:
    """The red control: without the role the same query finds everything."""
    with psycopg.connect(postgres_url) as connection:
        assert all(counts(connection, FILLED).values())
        assert counts(connection, ("agents",)) == {"agents": 2}


@pytest.mark.parametrize("agent", ["b", "", "A", "a ", "nobody"])
def test_another_agent_sees_nothing(filled: PostgresEngine, agent: str) -> None:
    with filled._ready().transaction(READ, agent) as connection:
        seen = counts(connection)
    assert seen == dict.fromkeys(TABLES, 0) | dict.fromkeys(("agents", "agent_secrets"), int(agent == "b"))


def test_an_unset_agent_sees_nothing(filled: PostgresEngine, postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("SET ROLE perdure_app")
        assert counts(connection) == dict.fromkeys(TABLES, 0)
        connection.execute("SELECT set_config('perdure.agent_id', 'a', true)")
        assert all(counts(connection, FILLED).values())
        connection.rollback()
        connection.execute("SET ROLE perdure_app")
        assert counts(connection) == dict.fromkeys(TABLES, 0)


def test_a_connection_keeps_no_agent_after_an_error(make_engine: MakeEngine, postgres_url: str, write) -> None:
    engine = make_engine(postgres_url, pool_size=1)
    store = engine.open("a", create=True)
    store.submit("main", write("cat")).result()
    backends = set()

    def look(transaction) -> None:
        backends.add(transaction._cursor._connection.info.backend_pid)

    def fail(transaction) -> None:
        look(transaction)
        transaction._cursor.all("SELECT 1 / 0")

    store.submit("main", look).result()
    for broken in (lambda: store.submit("main", fail).result(), lambda: store.read("main", fail)):
        with pytest.raises(Exception):  # noqa: B017, PT011 - whichever: what is left behind matters
            broken()
        with engine._ready()._pool.connection() as connection:  # as it lies in the pool, nobody having said who
            backends.add(connection.info.backend_pid)
            assert connection.execute("SELECT current_user").fetchone() == ("perdure_app",)
            assert counts(connection) == dict.fromkeys(TABLES, 0)
    assert len(backends) == 1


def test_an_agent_cannot_write_or_change_rows_of_another(filled: PostgresEngine, postgres_url: str) -> None:
    with filled._ready().transaction(WRITE, "b") as connection:
        assert connection.execute("UPDATE memory_items SET content = 'mine'").rowcount == 0
        assert connection.execute("DELETE FROM memory_items").rowcount == 0
    with (
        pytest.raises(Unsupported, match="privilege"),
        filled._ready().transaction(WRITE, "b") as connection,
    ):
        connection.execute("INSERT INTO attachment_bytes (agent_id, sha256, data) VALUES ('a', 'x', '')")


def test_only_a_listing_sees_other_agents_and_only_their_row(filled: PostgresEngine) -> None:
    assert [row.id for row in filled.agents()] == ["a", "b"]
    with filled._ready().transaction(READ, "", listing=True) as connection:
        assert counts(connection) == dict.fromkeys(TABLES, 0) | {"agents": 2}
    with filled._ready().transaction(WRITE, "", listing=True) as connection:
        assert connection.execute("UPDATE agents SET name = 'x'").rowcount == 0


def secrets(url: str) -> list[bytes]:
    """The secrets of all agents, as only a superuser sees them, in whichever table they are."""
    with psycopg.connect(url) as connection:
        columns = "SELECT table_name FROM information_schema.columns WHERE table_schema = 'perdure'"
        tables = connection.execute(f"{columns} AND column_name = 'secret'".encode()).fetchall()
        return [row[0] for (table,) in tables for row in connection.execute(f"SELECT secret FROM perdure.{table}")]


@pytest.mark.parametrize("agent", ["", "b"])
def test_a_listing_shows_the_secret_of_nobody_else(filled: PostgresEngine, postgres_url: str, agent: str) -> None:
    known = secrets(postgres_url)
    assert len(known) == 2
    with filled._ready().transaction(READ, agent, listing=True) as connection:
        seen = " ".join(
            str(row) for table in TABLES for row in connection.execute(f"SELECT t::text FROM perdure.{table} t")
        )
    assert [secret.hex() in seen for secret in known].count(True) == int(agent == "b")


def test_rows_of_nobody_cannot_be_made(filled: PostgresEngine) -> None:
    with pytest.raises(Conflict), filled._ready().transaction(WRITE, "") as connection:
        connection.execute("INSERT INTO agents (chain_head, created_at) VALUES ('', 0)")


def test_the_role_can_change_neither_policies_nor_schema(filled: PostgresEngine) -> None:
    for statement in (
        "ALTER TABLE memory_items DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own_rows ON memory_items",
        "CREATE TABLE perdure.mine (x int)",
        "UPDATE schema_version SET version = 0",
        "TRUNCATE memory_items",
    ):
        with pytest.raises(Unsupported), filled._ready().transaction(WRITE, "a") as connection:
            connection.execute(statement.encode())


def test_references_stay_within_an_agent(filled: PostgresEngine) -> None:
    """A's session id is no use to b: the foreign key holds the agent too."""
    session = filled.open("a", create=False).read("main", lambda transaction: transaction.sessions(1)[0])
    with pytest.raises(Conflict), filled._ready().transaction(WRITE, "b") as connection:
        connection.execute(
            b"INSERT INTO receipts (session_id, idempotency_key, payload_hash, receipt_json, created_at)"
            b" VALUES (%s, 'k', '', '{}', 0)",
            [session.id],
        )


def test_the_same_ids_and_keys_live_side_by_side_in_two_agents(filled: PostgresEngine) -> None:
    stores = [filled.open(agent, create=False) for agent in ("a", "b")]
    for store in stores:
        store.submit(
            "main", lambda tx: tx.add_item(an_item(tx, "same", id="one"), ["same"], action="stored", reason="t")
        ).result()
    for store in stores:
        assert store.read("main", lambda tx: tx.item("one").key) == "fact:same"


def test_doctor_sees_a_table_without_security(filled: PostgresEngine, postgres_url: str) -> None:
    store = filled.open("a", create=False)
    assert [finding.ok for finding in store.check()] == [True] * 4
    for damage, mend in (
        (
            "ALTER TABLE perdure.evidence NO FORCE ROW LEVEL SECURITY",
            "ALTER TABLE perdure.evidence FORCE ROW LEVEL SECURITY",
        ),
        (
            "ALTER TABLE perdure.evidence DISABLE ROW LEVEL SECURITY",
            "ALTER TABLE perdure.evidence ENABLE ROW LEVEL SECURITY",
        ),
        ("CREATE POLICY all_rows ON perdure.evidence USING (true)", "DROP POLICY all_rows ON perdure.evidence"),
    ):
        with psycopg.connect(postgres_url) as connection:
            connection.execute(damage.encode())
        assert [(f.check, f.ok) for f in store.check() if not f.ok] == [("row-level security", False)]
        with psycopg.connect(postgres_url) as connection:
            connection.execute(mend.encode())
    assert all(finding.ok for finding in store.check())


def test_agents_do_not_wait_for_each_other_but_writers_of_one_agent_do(
    make_engine: MakeEngine, postgres_url: str, write
) -> None:
    first, second = make_engine(postgres_url), make_engine(postgres_url, busy_timeout=0.2)
    for agent in ("a", "b"):
        first.open(agent, create=True)
    with first._ready().transaction(WRITE, "a") as connection:
        connection.execute("SELECT 1 FROM agents WHERE agent_id = 'a' FOR UPDATE")
        second.open("b", create=False).submit("main", write("free")).result()
        second.open("a", create=False).read("main", lambda tx: tx.count_active())
        with pytest.raises(StoreBusy):
            second.open("a", create=False).submit("main", write("held")).result()
    second.open("a", create=False).submit("main", write("held")).result()

"""An agent with many vectors gets an index of its own, by which it finds what it found without."""

from __future__ import annotations

import struct

import psycopg
import pytest

from perdure.store.chunks import RECALL
from perdure.store.postgres import care
from perdure.store.postgres.connection import READ
from perdure.store.postgres.cursor import compiled
from perdure.store.postgres.engine import PostgresEngine, PostgresStore
from perdure.store.postgres.search import NEAREST
from perdure.store.transaction import Transaction
from tests.store.postgres.conftest import MakeEngine, an_item

MODEL = "three:3"
SOME = 60


def vector(n: int) -> bytes:
    return struct.pack("<3f", 1.0, n / SOME, (n % 7) / 7)


def fill(transaction: Transaction) -> None:
    for n in range(SOME):
        transaction.add_item(an_item(transaction, f"text {n}"), [f"text {n}"], action="stored", reason="t")
    ids = [chunk for chunk, _ in transaction.index.unembedded_items(MODEL, SOME)]
    transaction.index.add_vectors(RECALL, MODEL, {chunk: vector(n) for n, chunk in enumerate(ids)})


def nearest(store: PostgresStore) -> dict[int, float]:
    return store.read("main", lambda tx: tx._cursor.nearest(RECALL, MODEL, vector(30), 12))


def plan(engine: PostgresEngine, agent_id: str) -> str:
    given = {"mem_type": RECALL, "model": MODEL, "vector": "[1,0.5,0.3]", "dimension": 3, "limit": 5}
    with engine._ready().transaction(READ, agent_id) as connection:
        connection.execute("SET LOCAL enable_sort = off")  # of sixty, sorting them all is cheaper
        statement = b"EXPLAIN " + compiled(NEAREST.replace("DIMENSION", "3"))
        return str(connection.execute(statement, {"agent_id": agent_id, **given}, prepare=False).fetchall())


def names(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'near_%' ORDER BY indexname")
        return [row[0] for row in rows]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(care, "MANY", SOME)
    monkeypatch.setattr(care, "GROWTH", 10)


@pytest.mark.usefixtures("small")
def test_a_large_agent_gets_an_index_that_only_it_uses(make_engine: MakeEngine, postgres_url: str) -> None:
    engine = make_engine(postgres_url)
    stores = {name: engine.open(name, create=True) for name in ("large", "other")}
    stores["large"].submit("main", fill).result()
    engine._ready().care.wait()
    assert len(names(postgres_url)) == 1
    assert "near_" in plan(engine, "large")
    assert "near_" not in plan(engine, "other")

    found = nearest(stores["large"])
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP INDEX perdure.{names(postgres_url)[0]}".encode())
    assert nearest(stores["large"]) == found
    assert len(found) == 12
    assert nearest(stores["other"]) == {}


@pytest.mark.usefixtures("small")
def test_an_index_that_was_outgrown_is_made_anew_and_goes_with_its_agent(
    make_engine: MakeEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine(postgres_url)
    store = engine.open("large", create=True)
    store.submit("main", fill).result()
    engine._ready().care.wait()
    [first] = names(postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        assert care.look_after(connection, {"large"}) > SOME
        assert names(postgres_url) == [first]
        monkeypatch.setattr(care, "OUTGROWN", 1)
        monkeypatch.setattr(care.math, "isqrt", lambda count: 5)
        care.look_after(connection, {"large"})
    [second] = names(postgres_url)
    assert second != first
    assert all(found.ok for found in store.check())
    store.close()
    engine.delete("large")
    assert names(postgres_url) == []

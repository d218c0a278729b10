"""Units that queue up share a commit, and nothing else: what one of them does wrong is its own affair."""

from __future__ import annotations

import threading
from collections.abc import Callable

import psycopg
import pytest

from perdure.errors import Conflict, InvalidInput, StoreUnavailable
from perdure.store.indexing import CHUNK_ADD, TOTALS_COUNT
from perdure.store.postgres.connection import Connections
from perdure.store.postgres.cursor import adding
from perdure.store.postgres.engine import PostgresEngine, PostgresStore
from perdure.store.transaction import Transaction
from perdure.store.vector_index import VECTOR_ADD
from tests.store.postgres.conftest import an_item


class Gate:
    """Holds the writer of a store, so that whatever is submitted meanwhile becomes one batch."""

    def __init__(self, store: PostgresStore) -> None:
        self._free = threading.Event()
        entered = threading.Event()

        def wait(transaction: Transaction) -> None:
            entered.set()
            assert self._free.wait(30)

        self.first = store.submit("main", wait)
        assert entered.wait(30)

    def open(self) -> None:
        self._free.set()


@pytest.fixture
def store(engine: PostgresEngine) -> PostgresStore:
    return engine.open("a", create=True)


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each commit."""
    found: list[int] = []
    genuine = Connections.commit

    def commit(self: Connections, connection: psycopg.Connection, *send: Callable[[], None]) -> None:  # type: ignore[type-arg]
        genuine(self, connection, *send)
        found.append(1)

    monkeypatch.setattr(Connections, "commit", commit)
    return found


def test_what_queues_up_is_one_commit_and_keeps_its_order(store: PostgresStore, commits: list[int], write) -> None:
    gate = Gate(store)
    futures = [store.submit("main", write(f"text {n}")) for n in range(10)]
    revisions = [store.submit("main", lambda tx: (tx.revision, tx.count_active())) for _ in range(2)]
    gate.open()
    ids = [future.result() for future in futures]
    assert [future.result() for future in revisions] == [(10, 10), (10, 10)]
    assert len(commits) == 2
    kept = store.read("main", lambda tx: [item.id for item in reversed(tx.newest_items(20))])
    assert kept == ids
    assert store.revision() == 10


def test_a_unit_that_fails_in_a_batch_takes_nobody_with_it(store: PostgresStore, write) -> None:
    first = store.submit("main", write("known")).result()

    def add(**changes: object) -> Callable[[Transaction], object]:
        return lambda tx: tx.add_item(an_item(tx, "x", **changes), ["x"], action="stored", reason="t")

    def fail(transaction: Transaction) -> None:
        write("lost")(transaction)
        assert transaction.count_active() > 0  # so that the server has seen it
        raise ZeroDivisionError

    works = (write("one"), add(id=first), fail, add(content="a\x00"), add(content="\ud800"), write("two"))
    gate = Gate(store)
    futures = [store.submit("main", work) for work in works]
    gate.open()
    kinds = [type(future.exception()) for future in futures]
    assert kinds == [type(None), Conflict, ZeroDivisionError, InvalidInput, InvalidInput, type(None)]
    assert store.read("main", lambda tx: (tx.count_active(), tx.revision)) == (3, 3)
    assert store.read("main", lambda tx: tx.finder.totals("recall").chunks) == 3


def test_a_batch_whose_commit_fails_is_acknowledged_to_nobody(
    store: PostgresStore, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(store)
    futures = [store.submit("main", write(f"text {n}")) for n in range(3)]

    def broken(self: Connections, connection: psycopg.Connection, *send: Callable[[], None]) -> None:  # type: ignore[type-arg]
        connection.close()
        genuine(self, connection, *send)

    genuine = Connections.commit
    monkeypatch.setattr(Connections, "commit", broken)
    gate.open()
    assert {type(future.exception()) for future in futures} == {StoreUnavailable}
    monkeypatch.undo()
    assert store.read("main", lambda tx: tx.count_active()) == 0
    store.submit("main", write("after")).result()


def test_rows_added_together_are_one_statement() -> None:
    shapes = {
        "memory_chunks": dict.fromkeys(("item_id", "text", "search_text"), "text")
        | {"id": "bigint", "ordinal": "integer", "meta_json": "json"},
        "vector_id_map": dict.fromkeys(("faiss_id", "mem_id"), "bigint")
        | {"mem_type": "text", "model": "text", "embedding": "halfvec", "checksum": "bytea"},
    }
    assert adding(CHUNK_ADD, shapes) == (
        b"INSERT INTO memory_chunks (id, item_id, ordinal, text, search_text, meta_json)"
        b" SELECT r.id, r.item_id, r.ordinal, r.text, r.search_text, CAST(r.meta_json AS json)"
        b" FROM json_to_recordset(CAST(%(rows)s AS json))"
        b" AS r (id bigint, item_id text, ordinal integer, text text, search_text text, meta_json text)"
    )
    assert b"r.mem_id, FALSE, r.model, CAST(r.embedding AS halfvec)" in (adding(VECTOR_ADD, shapes) or b"")
    assert adding(TOTALS_COUNT, shapes) is None  # two rows of one key cannot be raised in one statement

"""What is written comes back exactly, in order, and only by the words it holds."""

from __future__ import annotations

import hashlib
import threading
from typing import Any

import psycopg
import pytest

from perdure.errors import StoreDamaged
from perdure.segment import segment
from perdure.store.postgres.engine import PostgresEngine, PostgresStore
from perdure.store.rows import dumps
from perdure.store.transaction import Transaction
from perdure.values import Attachment, Event, Role, Status
from tests.store.postgres.conftest import an_item

VALUES: list[Any] = [
    {"b": 1, "a": [1.0, 0.1, 1e300, -0.0, 12345678901234567890], "a ": {}},
    {"nul": "\x00", "quote": "\"'\\", "zh": "猫在垫子上", "emoji": "🐈", "percent": "%s %(x)s :x"},
    [],
    "text",
    0,
]


@pytest.fixture
def store(engine: PostgresEngine) -> PostgresStore:
    return engine.open("a", create=True)


def test_json_comes_back_as_the_text_that_was_written(store: PostgresStore, postgres_url: str) -> None:
    def work(transaction: Transaction) -> str:
        session = transaction.add_session(transaction.ids.new(), "chat")
        transaction.append(session, [[Event(Role.TOOL, "ran", arguments=v, result=v) for v in VALUES]])
        return session.id

    session = store.submit("main", work).result()
    records = store.read("main", lambda tx: tx.records(session))
    assert [(r.arguments, r.result) for r in records] == [(v, v) for v in VALUES]
    with psycopg.connect(postgres_url) as connection:
        rows = connection.execute("SELECT arguments_json::text FROM perdure.archival_records ORDER BY sequence")
        assert [text for (text,) in rows] == [dumps(v) for v in VALUES]


def test_an_item_comes_back_as_it_was_stored(store: PostgresStore, write) -> None:
    item_id = store.submit("main", write("the cat sat")).result()
    item = store.read("main", lambda tx: tx.item(item_id))
    assert item is not None
    assert (item.value, item.confidence, item.evidence[0].quote) == (
        {"text": "the cat sat", "weight": 0.1},
        0.9,
        "the cat sat",
    )
    again = store.read("main", lambda tx: (tx.items_by_id([item_id, "other"]), tx.all_items(after=0, limit=9)))
    assert again == ({item_id: item}, [item])


def test_words_are_found_any_or_every_newest_first_and_only_where_visible(store: PostgresStore, write) -> None:
    for scope, text in (("main", "red cat"), ("main", "red dog 狗"), ("peer:x", "red cat"), ("shared", "blue cat")):
        store.submit(scope, write(text)).result()

    def found(scope: str, *words: str, every: bool = False, limit: int = 9) -> list[str]:
        def look(transaction: Transaction) -> list[str]:
            hits = transaction.find(segment(" ".join(words)), every=every, limit=limit)
            items = transaction.items_by_id([hit.item_id for hit in hits])
            return [items[hit.item_id].content for hit in hits]

        return store.read(scope, look)

    assert found("main", "red", "cat") == ["blue cat", "red dog 狗", "red cat"]
    assert found("main", "red", "cat", every=True) == ["red cat"]
    assert found("main", "red", limit=1) == ["red dog 狗"]
    assert found("main", "狗") == ["red dog 狗"]
    assert found("main", "re") == []
    assert found("main") == []
    assert found("peer:y", "cat") == ["blue cat"]


def test_an_item_of_the_scope_hides_a_shared_one_with_its_key(store: PostgresStore, write) -> None:
    for scope in ("shared", "main"):
        store.submit(scope, write("cat")).result()
    assert store.read(
        "main", lambda tx: [i.scope for i in tx.items(type=None, key=None, status=Status.ACTIVE, limit=9)]
    ) == ["main"]
    assert len(store.read("main", lambda tx: tx.find(["cat"], every=False, limit=9))) == 1
    assert len(store.read("main", lambda tx: tx.items(type="fact", key=None, status=None, limit=9))) == 2


def test_deleting_a_key_takes_evidence_and_chunks_with_it(store: PostgresStore, write, postgres_url: str) -> None:
    item_id = store.submit("main", write("cat")).result()

    def work(transaction: Transaction) -> int:
        item = transaction.item(item_id)
        assert item is not None
        return transaction.delete_key("main", item.key, like=item, reason="asked")

    assert store.submit("main", work).result() == 1
    with psycopg.connect(postgres_url) as connection:
        for table in ("memory_items", "evidence", "memory_chunks"):
            assert connection.execute(f"SELECT COUNT(*) FROM perdure.{table}".encode()).fetchone() == (0,)


def test_attachment_bytes_are_kept_with_the_record_and_checked(store: PostgresStore, postgres_url: str) -> None:
    data = bytes(range(256)) * 100

    def work(transaction: Transaction) -> str:
        session = transaction.add_session(transaction.ids.new(), "chat")
        files = (Attachment("a.bin", data), Attachment("b.bin", data))
        [[record]] = transaction.append(session, [[Event(Role.USER, "see", attachments=files)]])
        return record

    record_id = store.submit("main", work).result()
    record = store.read("main", lambda tx: tx.record(record_id))
    assert record is not None
    file_id = record.attachments[0].id
    found = store.read("main", lambda tx: tx.file(file_id))
    assert found is not None
    assert found[1] == data
    assert store.read("main", lambda tx: tx.has_bytes(hashlib.sha256(data).hexdigest()))
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("UPDATE perdure.attachment_bytes SET data = 'x'").rowcount == 1
    with pytest.raises(StoreDamaged):
        store.read("main", lambda tx: tx.file(file_id))
    store.submit("main", work).result()  # the same bytes come again, and mend what was damaged
    assert store.read("main", lambda tx: tx.file(file_id)) == found


def test_units_of_a_store_run_in_the_order_they_came(store: PostgresStore) -> None:
    seen: list[int] = []
    futures = [store.submit("main", lambda _, n=n: seen.append(n)) for n in range(50)]  # type: ignore[misc]
    for future in futures:
        future.result()
    assert seen == list(range(50))


def test_writers_in_two_engines_lose_no_update(make_engine, postgres_url: str, write) -> None:
    stores = [make_engine(postgres_url).open("a", create=True) for _ in range(3)]
    futures = [store.submit("main", write(f"{n} {m}")) for m in range(10) for n, store in enumerate(stores)]
    for future in futures:
        future.result()
    assert stores[0].revision() == 30
    sequences = stores[0].read("main", lambda tx: [row[0] for kind, row in tx.chain() if kind == "record"])
    assert sequences == sorted(set(sequences))
    assert len(sequences) == 30


def test_a_reader_sees_one_moment(store: PostgresStore, write) -> None:
    def look(transaction: Transaction) -> tuple[int, int]:
        before = transaction.count_active()
        store.submit("main", write("meanwhile")).result()
        return before, transaction.count_active()

    assert store.read("main", look) == (0, 0)
    assert store.read("main", lambda tx: tx.count_active()) == 1


def test_a_reader_cannot_write(store: PostgresStore, write) -> None:
    with pytest.raises(Exception, match="read-only"):
        store.read("main", write("no"))


def test_long_chains_are_streamed_and_may_be_left_halfway(store: PostgresStore) -> None:
    def work(transaction: Transaction) -> None:
        session = transaction.add_session(transaction.ids.new(), "chat")
        transaction.append(session, [[Event(Role.USER, f"event {n}")] for n in range(1200)])

    store.submit("main", work).result()
    assert len(store.read("main", lambda tx: [row[0] for row in tx.chain()])) == 1200
    left = store.read("main", lambda tx: (tx.chain(), tx.chain()))
    assert [list(rows) for rows in left] == [[], []]

    def half(transaction: Transaction) -> Any:
        rows = transaction.chain()
        next(rows)
        return rows

    rows = store.submit("main", half).result()
    assert list(rows) == []
    assert store.revision() == 1


def test_text_sorts_by_code_point(engine: PostgresEngine) -> None:
    names = ["b", "B", "a", "ä", "猫", "_", "10", "9", "🐈"]
    for name in names:
        engine.open(name, create=True)
    assert [row.id for row in engine.agents()] == sorted(names)


def test_opening_twice_gives_the_same_agent(engine: PostgresEngine, write) -> None:
    engine.open("a", create=True).submit("main", write("cat")).result()
    assert engine.open("a", create=True).revision() == 1
    assert [(row.id, row.revision) for row in engine.agents()] == [("a", 1)]


def test_the_engine_names_its_versions(engine: PostgresEngine) -> None:
    [finding] = engine.check()
    assert finding.ok
    assert finding.detail.startswith("PostgreSQL 16")
    assert "pgvector 0.8" in finding.detail


def test_many_threads_share_few_connections(make_engine, postgres_url: str, write) -> None:
    engine = make_engine(postgres_url, pool_size=2)
    store = engine.open("a", create=True)
    store.submit("main", write("cat")).result()
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.extend(store.revision() for _ in range(20))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1] * 200
    assert engine._ready()._pool.get_stats()["pool_size"] <= 2


def test_an_id_may_be_as_long_and_odd_as_names_may_be(engine: PostgresEngine, write) -> None:
    for agent in ("'; DROP TABLE agents; --", "%s", "%(agent_id)s", ":x", "a\n", "𠀀" * 256):
        store = engine.open(agent, create=True)
        item_id = store.submit("main", write("cat")).result()
        assert store.read("main", lambda tx: tx.item(item_id)) is not None  # noqa: B023 - called at once


def test_a_seeded_item_of_another_scope_is_not_visible(store: PostgresStore) -> None:
    item = store.submit(
        "peer:x", lambda tx: tx.add_item(an_item(tx, "cat"), ["cat"], action="stored", reason="t")
    ).result()
    assert store.read("main", lambda tx: tx.item(item.id)) is None

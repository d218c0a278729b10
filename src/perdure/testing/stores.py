"""A store without the memory above it, and the few values that tests write into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from perdure.clock import Clock
from perdure.config import Config
from perdure.ids import Ids
from perdure.store.contract import AgentStore, Engine
from perdure.store.transaction import Transaction
from perdure.values import Event, Evidence, Item, Priority, Role, Source, Status


@contextmanager
def open_store(home: str, agent_id: str, *, clock: Clock) -> Iterator[AgentStore]:
    """The store of an agent in a home (a folder, or a PostgreSQL URL), made where there is none."""
    config, ids = Config(), Ids(clock)
    with ThreadPoolExecutor(max_workers=4) as executor:
        engine: Engine
        if home.startswith(("postgresql://", "postgres://")):
            from perdure.store.postgres.engine import PostgresEngine

            engine = PostgresEngine(home, config=config, clock=clock, ids=ids, executor=executor)
        else:
            from perdure.store.sqlite.engine import SQLiteEngine

            engine = SQLiteEngine(Path(home), config=config, clock=clock, ids=ids, executor=executor)
        try:
            store = engine.open(agent_id, create=True)
            try:
                yield store
            finally:
                store.close()
        finally:
            engine.close()


def add_record(tx: Transaction, text: str, session_id: str | None = None) -> str:
    """Say something in a session of this transaction's scope, a new one unless it is named. Answers the record."""
    session = None if session_id is None else tx.session(session_id)
    session = session or tx.add_session(session_id or tx.ids.new(), "chat")
    [[record]] = tx.append(session, [[Event(Role.USER, text, None)]])
    return record


def add_item(tx: Transaction, key: str, text: str, evidence: Sequence[Evidence] = (), **more: Any) -> Item:
    """Add a version as it is, with no regard for what a write path would allow."""
    scope = more.pop("scope", tx.scope)
    values: dict[str, Any] = {
        "id": tx.ids.new(),
        "type": "facts",
        "key": key,
        "scope": scope,
        "value": {"predicate": key, "value": text},
        "content": text,
        "confidence": 0.9,
        "importance": 0.5,
        "priority": Priority.LONG_TERM,
        "status": Status.ACTIVE,
        "version": tx.next_version(scope, key),
        "source": Source.USER,
        "trust": 1.0,
        "created_at": tx.now,
        "updated_at": tx.now,
        "sequence": 0,
        "evidence": tuple(evidence) or (Evidence(url="https://example.com"),),
    }
    return tx.add_item(Item(**values | more), [text], action="stored", reason="test")

"""Engines that are closed when their test ends, and the few values that these tests write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from perdure.clock import ManualClock
from perdure.config import Config
from perdure.ids import Ids
from perdure.store.postgres.engine import PostgresEngine
from perdure.store.transaction import Transaction
from perdure.values import Event, Evidence, Item, Priority, Role, Source, Status

MakeEngine = Callable[..., PostgresEngine]


@pytest.fixture
def make_engine() -> Iterator[MakeEngine]:
    with ExitStack() as stack:

        def make(url: str, **config: Any) -> PostgresEngine:
            executor = stack.enter_context(ThreadPoolExecutor(4))
            clock = ManualClock()
            engine = PostgresEngine(url, config=Config(**config), clock=clock, ids=Ids(clock), executor=executor)
            stack.callback(engine.close)
            return engine

        yield make


@pytest.fixture
def engine(make_engine: MakeEngine, postgres_url: str) -> PostgresEngine:
    return make_engine(postgres_url)


@pytest.fixture
def write() -> Callable[[str], Callable[[Transaction], str]]:
    """A unit of work that puts something into every table, and answers the item's id."""

    def unit(text: str) -> Callable[[Transaction], str]:
        def work(transaction: Transaction) -> str:
            session = transaction.add_session(transaction.ids.new(), "chat")
            [[record]] = transaction.append(session, [[Event(Role.USER, text, arguments={"b": 1.0, "a": 2})]])
            item = an_item(transaction, text, evidence=(Evidence(record, 0, len(text)),))
            transaction.add_item(item, [text], action="stored", reason="test")
            return item.id

        return work

    return unit


def an_item(transaction: Transaction, text: str, **changes: Any) -> Item:
    values: dict[str, Any] = {
        "id": transaction.ids.new(),
        "type": "fact",
        "key": f"fact:{text}",
        "scope": transaction.scope,
        "value": {"text": text, "weight": 0.1},
        "content": text,
        "confidence": 0.9,
        "importance": 0.5,
        "priority": Priority.LONG_TERM,
        "status": Status.ACTIVE,
        "version": transaction.next_version(transaction.scope, f"fact:{text}"),
        "source": Source.USER,
        "trust": 1.0,
        "created_at": transaction.now,
        "updated_at": transaction.now,
        "sequence": 0,
    }
    return Item(**values | changes)

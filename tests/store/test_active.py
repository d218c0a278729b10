"""The one meaning of active: SQL on both engines against the rule in plain words."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perdure import ManualClock, Priority, Runtime, Source, Status
from perdure.store.transaction import Transaction
from perdure.values import Evidence, Item
from tests.homes import fresh_id

NOW = ManualClock().now()
moments = st.sampled_from([None, *(NOW + timedelta(microseconds=n) for n in (-2, -1, 0, 1, 2))])


def is_active(item: Item, now: datetime) -> bool:
    """Decided so; still kept, or pinned; and true now: from its beginning on, and not any more at its end."""
    if item.status is not Status.ACTIVE:
        return False
    if not item.pinned and item.expires_at is not None and item.expires_at <= now:
        return False
    begun = item.valid_from is None or now >= item.valid_from
    ended = item.valid_to is not None and now >= item.valid_to
    return begun and not ended


@st.composite
def items(draw: st.DrawFn) -> Item:
    begins, ends = draw(moments), draw(moments)
    if begins and ends and ends < begins:
        begins, ends = ends, begins
    return Item(
        id="",
        type="facts",
        key="",
        scope=draw(st.sampled_from(["main", "shared", "peer:a"])),
        value={"predicate": "p", "value": "v"},
        content="tea",
        confidence=0.5,
        importance=0.5,
        priority=Priority.PERMANENT,
        status=draw(st.sampled_from([Status.ACTIVE, Status.ACTIVE, Status.ACTIVE, *Status])),
        version=1,
        source=Source.USER,
        trust=1.0,
        created_at=NOW,
        updated_at=NOW,
        sequence=0,
        valid_from=begins,
        valid_to=ends,
        expires_at=draw(moments),
        pinned=draw(st.booleans()),
        evidence=(Evidence(url="x"),),
    )


def add(tx: Transaction, made: list[Item]) -> list[Item]:
    """Put them in as they are, with no regard for what a write path would allow; three keys, so that they compete."""
    from dataclasses import replace

    return [
        tx.add_item(replace(item, id=tx.ids.new(), key=f"k{n % 3}", version=n + 1), ["tea"], action="a", reason="r")
        for n, item in enumerate(made)
    ]


def check(home: str, examples: int) -> None:
    @given(st.lists(items(), min_size=1, max_size=8))
    @settings(max_examples=examples, database=None, suppress_health_check=list(HealthCheck))
    def same(made: list[Item]) -> None:
        asyncio.run(compare(home, made))

    same()


async def compare(home: str, made: list[Item]) -> None:
    async with Runtime(home, clock=ManualClock(NOW)) as runtime:
        luna = await runtime.agent(fresh_id())
        kept = await luna.port.write("main", lambda tx: add(tx, made))
        for scope in ("main", "shared", "peer:a"):
            visible = [item for item in kept if item.scope in (scope, "shared")]
            listed = await luna.items(status=None, scope=scope)
            assert {item.id: item.is_active for item in listed} == {item.id: is_active(item, NOW) for item in visible}
            holding = [item for item in visible if is_active(item, NOW)]
            own = {item.key for item in holding if item.scope == scope}
            shown = {item.id for item in holding if item.scope == scope or item.key not in own}
            assert {item.id for item in await luna.items(scope=scope)} == shown
            assert {hit.item.id for hit in await luna.retrieve_recall("tea", scope=scope)} == shown


def test_sqlite_means_the_same_by_active(tmp_path: Path) -> None:
    check(str(tmp_path), 60)


@pytest.mark.requirement("R080")
def test_postgres_means_the_same_by_active(busy_database: str) -> None:
    check(busy_database, 20)

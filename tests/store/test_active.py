"""The one meaning of active: SQL on both engines, and `Item` in memory, against the rule in plain words."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import perdure
from perdure import ManualClock, Priority, Runtime, Source, Status
from perdure.store.transaction import Transaction
from perdure.values import Evidence, Item
from tests.homes import fresh_id

NOW = ManualClock().now()
moments = st.sampled_from([None, *(NOW + timedelta(microseconds=n) for n in (-2, -1, 0, 1, 2))])


def is_active(item: Item, now: datetime) -> bool:
    """Decided so; still kept, or pinned; and true now: from its beginning on, and not any more at its end."""
    begun = item.valid_from is None or now >= item.valid_from
    ended = item.valid_to is not None and now >= item.valid_to
    return is_kept(item, now) and begun and not ended


def is_kept(item: Item, now: datetime) -> bool:
    if item.status is not Status.ACTIVE:
        return False
    return item.pinned or item.expires_at is None or item.expires_at > now


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
        session_id="s",
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


def compare_at(tx: Transaction, now: datetime) -> None:
    """At any moment, SQL, the item in hand and the plain words say the same."""
    there = tx.at(now)
    listed = there.decided(type=None, key=None, status=None)
    assert [item.is_active for item in listed] == [item.holds_at(now) for item in listed]
    assert [item.holds_at(now) for item in listed] == [is_active(item, now) for item in listed]
    kept = {item.id for item in listed if is_kept(item, now)}
    assert {item.id for item in listed if item.is_kept_at(now)} == kept
    assert set(there.working.concluded_in("s", 99)) == kept
    assert there.count_active() == sum(item.is_active for item in listed)


async def compare(home: str, made: list[Item]) -> None:
    async with Runtime(home, clock=ManualClock(NOW)) as runtime:
        luna = await runtime.agent(fresh_id())
        kept = await luna.port.write("main", lambda tx: add(tx, made))
        for microseconds in range(-3, 4):
            now = NOW + timedelta(microseconds=microseconds)
            await luna.port.read("main", lambda tx, now=now: compare_at(tx, now))  # type: ignore[misc]
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


SPELLED_OUT = re.compile(r"(valid_from|valid_to) IS NULL OR|i\.expires_at (IS NULL OR|> :now OR)|:now OR \w+\.pinned")


def spelled_out(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.py") if SPELLED_OUT.search(path.read_text(encoding="utf-8")))


def test_sql_spells_out_what_is_active_in_one_file(tmp_path: Path) -> None:
    assert spelled_out(Path(perdure.__file__).parent) == ["statements.py"]
    # The red control: a second place is seen.
    (tmp_path / "planted.py").write_text("A = 'SELECT 1 WHERE (i.expires_at IS NULL OR i.expires_at > :now)'")
    assert spelled_out(tmp_path) == ["planted.py"]

"""What every store must do below the public verbs: grades, doubtful links and withheld spans, as a pytest class.

from perdure.testing.store_conformance import StoreConformance

class TestMine(StoreConformance):
    @pytest.fixture
    def home(self, tmp_path):
        return str(tmp_path)                       # a folder, or a PostgreSQL URL

Each test uses an agent of its own, so a home may be shared between tests and may hold other agents.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import TypeVar

from perdure import Grade, InvalidInput, ManualClock, NotFound, Source, Status
from perdure.store.contract import AgentStore
from perdure.store.links import Link
from perdure.store.transaction import Transaction
from perdure.testing.stores import add_item, add_record, open_store
from perdure.values import Item

try:
    import pytest
except ImportError as missing:
    raise ImportError("the conformance suite runs under pytest: run `pip install pytest`") from missing

T = TypeVar("T")
DAY = timedelta(days=1)
_RUN = secrets.token_hex(4)
_numbers = count(1)

Open = Callable[[str], AgentStore]


def write(store: AgentStore, work: Callable[[Transaction], T], scope: str = "main") -> T:
    """Run a unit of writing work and wait until it is durable."""
    return store.submit(scope, work).result()


def pair(tx: Transaction, *scopes: str) -> tuple[Item, Item]:
    """Two items, by default of the transaction's own scope."""
    first, second = scopes or (tx.scope, tx.scope)
    return add_item(tx, "a", "tea", scope=first), add_item(tx, "b", "coffee", scope=second)


class StoreConformance:
    """The promises of a store that no public verb shows yet."""

    @pytest.fixture
    def home(self) -> str:
        """Override this: where memory is to live."""
        raise NotImplementedError("override the fixture `home`")

    @pytest.fixture
    def clock(self) -> ManualClock:
        return ManualClock()

    @pytest.fixture
    def open(self, home: str, clock: ManualClock) -> Iterator[Open]:
        """Opens stores by name; the same name is the same agent. All are closed when the test ends."""
        run = f"{_RUN}-{next(_numbers)}"
        with ExitStack() as opened:
            yield lambda name: opened.enter_context(open_store(home, f"{name} {run}", clock=clock))

    @pytest.fixture
    def store(self, open: Open) -> AgentStore:
        return open("luna")

    # units of work

    def test_whatever_a_unit_raises_reaches_whoever_waits(self, store: AgentStore) -> None:
        def fail(tx: Transaction) -> object:
            return next(iter(tx.sessions(1)))

        async def awaited() -> None:
            await asyncio.wait_for(asyncio.wrap_future(store.submit("main", fail)), 60)

        with pytest.raises(RuntimeError, match="StopIteration"):
            asyncio.run(awaited())
        with pytest.raises(RuntimeError, match="StopIteration"):
            store.read("main", fail)
        write(store, lambda tx: add_record(tx, "tea"))

    # grade

    def test_an_item_is_sure_unless_it_says_otherwise(self, store: AgentStore) -> None:
        write(store, lambda tx: pair(tx))
        write(store, lambda tx: add_item(tx, "c", "milk", grade=Grade.PROVISIONAL))
        held = store.read("main", lambda tx: tx.items(type=None, key=None, status=Status.ACTIVE, limit=9))
        assert {item.key: item.grade for item in held} == {
            "a": Grade.SURE,
            "b": Grade.SURE,
            "c": Grade.PROVISIONAL,
        }
        assert [item.as_json()["grade"] for item in held if item.key == "c"] == ["provisional"]

    def test_what_is_provisional_holds_like_any_other(self, store: AgentStore) -> None:
        made = write(store, lambda tx: add_item(tx, "c", "milk", grade=Grade.PROVISIONAL))
        assert made.holds_at(made.created_at)
        assert store.read("main", lambda tx: tx.count_active()) == 1
        found = store.read("main", lambda tx: tx.find(["milk"], every=True, limit=9))
        assert [hit.item_id for hit in found] == [made.id]

    def test_a_change_of_grade_is_logged_and_undone(self, store: AgentStore) -> None:
        made = write(store, lambda tx: add_item(tx, "c", "milk", grade=Grade.PROVISIONAL))
        sure = replace(made, grade=Grade.SURE)
        write(store, lambda tx: tx.change_item(made, sure, action="confirmed", reason="again", source=Source.USER))
        first, last = store.read("main", lambda tx: tx.changes("main", "c"))
        assert first.after["grade"] == "provisional"
        assert (last.before, last.after) == ({"grade": "provisional"}, {"grade": "sure"})
        write(store, lambda tx: tx.put_back(last, reason="undo"))
        [item] = store.read("main", lambda tx: tx.versions("main", "c"))
        assert item.grade is Grade.PROVISIONAL

    # links

    def test_a_link_has_no_direction_and_is_made_once(self, store: AgentStore, clock: ManualClock) -> None:
        one, other = write(store, lambda tx: pair(tx))
        made = write(store, lambda tx: tx.links.add(one.id, other.id))
        revision = store.revision()
        clock.advance(DAY)
        assert write(store, lambda tx: tx.links.add(other.id, one.id)) == made
        assert store.revision() == revision
        assert (made.state, made.kind, made.scope, made.created_at) == ("open", "doubtful", "main", clock.now() - DAY)
        assert {made.item_a, made.item_b} == {one.id, other.id}
        assert (made.other(one.id), made.other(other.id)) == (other.id, one.id)
        assert store.read("main", lambda tx: tx.links.of(one.id)) == [made]
        assert store.read("main", lambda tx: tx.links.of(other.id)) == [made]

    def test_links_of_many_come_by_item_and_in_order(self, store: AgentStore) -> None:
        items = write(store, lambda tx: [add_item(tx, f"k{n}", f"t{n}") for n in range(4)])
        a, b, c, d = (item.id for item in items)
        first = write(store, lambda tx: tx.links.add(b, a))
        second = write(store, lambda tx: tx.links.add(a, c))
        found = store.read("main", lambda tx: tx.links.of_many([a, c, d]))
        assert found == {a: [first, second], c: [second]}
        assert store.read("main", lambda tx: tx.links.of_many([])) == {}

    def test_a_link_is_open_until_it_is_settled(self, store: AgentStore, clock: ManualClock) -> None:
        one, other = write(store, lambda tx: pair(tx))
        made = write(store, lambda tx: tx.links.add(one.id, other.id))
        assert store.read("main", lambda tx: tx.links.open(9)) == [made]
        clock.advance(DAY)
        assert write(store, lambda tx: tx.links.settle(other.id, one.id))
        assert not write(store, lambda tx: tx.links.settle(one.id, other.id))
        assert store.read("main", lambda tx: tx.links.open(9)) == []
        settled = write(store, lambda tx: tx.links.add(one.id, other.id))
        assert settled == replace(made, settled_at=clock.now())
        assert settled.state == "settled"

    def test_a_link_waits_only_while_both_items_hold(self, store: AgentStore, clock: ManualClock) -> None:
        one, other = write(store, lambda tx: pair(tx))
        made = write(store, lambda tx: tx.links.add(one.id, other.id))
        gone = replace(other, status=Status.RETRACTED)
        write(store, lambda tx: tx.change_item(other, gone, action="retracted", reason="", source=Source.USER))
        assert store.read("main", lambda tx: tx.links.open(9)) == []
        assert store.read("main", lambda tx: tx.links.of(one.id)) == [made]
        [_, change] = store.read("main", lambda tx: tx.changes("main", "b"))
        write(store, lambda tx: tx.put_back(change, reason="undo"))
        assert store.read("main", lambda tx: tx.links.open(9)) == [made]

    def test_the_oldest_link_waits_first(self, store: AgentStore) -> None:
        items = write(store, lambda tx: [add_item(tx, f"k{n}", f"t{n}") for n in range(3)])
        made = [write(store, lambda tx, n=n: tx.links.add(items[n].id, items[n - 1].id)) for n in range(3)]  # type: ignore[misc]
        assert store.read("main", lambda tx: tx.links.open(9)) == made
        assert store.read("main", lambda tx: tx.links.open(2)) == made[:2]

    def test_a_link_is_seen_where_both_items_are(self, store: AgentStore) -> None:
        seen: dict[str, list[Link]] = {}
        own, ours = write(store, lambda tx: pair(tx, "peer:a", "shared"), "peer:a")
        first, second = write(store, lambda tx: (add_item(tx, "c", "x"), add_item(tx, "d", "y")), "shared")
        narrow = write(store, lambda tx: tx.links.add(own.id, ours.id), "peer:a")
        wide = write(store, lambda tx: tx.links.add(first.id, second.id), "peer:b")
        for scope in ("peer:a", "peer:b", "main", "shared"):
            seen[scope] = store.read(scope, lambda tx: tx.links.open(9))
        assert (narrow.scope, wide.scope) == ("peer:a", "shared")
        assert seen == {"peer:a": [narrow, wide], "peer:b": [wide], "main": [wide], "shared": [wide]}
        assert store.read("main", lambda tx: tx.links.of(ours.id)) == []
        assert store.read("main", lambda tx: tx.links.of_many([own.id, first.id])) == {first.id: [wide]}
        assert not write(store, lambda tx: tx.links.settle(own.id, ours.id))
        assert store.read("peer:a", lambda tx: tx.links.open(9)) == [narrow, wide]

    def test_items_that_are_not_to_be_seen_cannot_be_linked(self, store: AgentStore, open: Open) -> None:
        mine, _ = write(store, lambda tx: pair(tx))
        theirs, _ = write(store, lambda tx: pair(tx), "peer:a")
        foreign, _ = write(open("vega"), lambda tx: pair(tx))
        for other in (theirs.id, foreign.id, "nobody"):
            with pytest.raises(NotFound):
                write(store, lambda tx, other=other: tx.links.add(mine.id, other))  # type: ignore[misc]
        with pytest.raises(InvalidInput):
            write(store, lambda tx: tx.links.add(mine.id, mine.id))
        with pytest.raises(InvalidInput):
            write(store, lambda tx: tx.links.add(mine.id, theirs.id, "sisters"))

    def test_a_link_goes_with_either_of_its_items(self, store: AgentStore) -> None:
        a, b, c = write(store, lambda tx: [add_item(tx, f"k{n}", f"t{n}") for n in range(3)])
        ends = [(a.id, b.id), (b.id, c.id), (a.id, c.id)]
        *_, left = write(store, lambda tx: [tx.links.add(*two) for two in ends])
        write(store, lambda tx: tx.delete_key("main", "k1", like=b, reason="erase"))
        assert store.read("main", lambda tx: tx.links.open(9)) == [left]
        assert store.read("main", lambda tx: tx.links.of_many([a.id, b.id, c.id])) == {a.id: [left], c.id: [left]}

    # withheld spans

    def test_hidden_spans_come_back_in_order_and_without_overlap(self, store: AgentStore) -> None:
        record, other = write(store, lambda tx: (add_record(tx, "我住在杭州，喜欢绿茶"), add_record(tx, "tea")))
        for start, end in ((6, 10), (0, 3), (2, 5), (3, 4)):
            write(store, lambda tx, start=start, end=end: tx.withheld.add(record, start, end))  # type: ignore[misc]
        assert store.read("main", lambda tx: tx.withheld.of([record, other, "nobody"])) == {record: [(0, 5), (6, 10)]}
        assert store.read("main", lambda tx: tx.withheld.of([])) == {}
        [said] = store.read("main", lambda tx: list(tx.records_by_id([record]).values()))
        assert said.content == "我住在杭州，喜欢绿茶"

    def test_hiding_twice_is_hiding_once(self, store: AgentStore) -> None:
        record = write(store, lambda tx: add_record(tx, "tea"))
        assert write(store, lambda tx: tx.withheld.add(record, 0, 3))
        revision = store.revision()
        assert not write(store, lambda tx: tx.withheld.add(record, 0, 3))
        assert store.revision() == revision
        assert write(store, lambda tx: tx.withheld.lift(record, 0, 3))
        assert not write(store, lambda tx: tx.withheld.lift(record, 0, 3))
        assert store.read("main", lambda tx: tx.withheld.of([record])) == {}

    def test_a_span_stays_hidden_while_another_forgotten_item_rests_on_it(self, store: AgentStore) -> None:
        record = write(store, lambda tx: add_record(tx, "tea and milk"))
        for item in ("one", "other"):
            write(store, lambda tx, item=item: tx.withheld.add(record, 0, 3, item_id=item))  # type: ignore[misc]
        write(store, lambda tx: tx.withheld.add(record, 8, 12, item_id="one"))
        assert store.read("main", lambda tx: tx.withheld.about("one")) == [(record, 0, 3), (record, 8, 12)]
        for start, end in ((0, 3), (8, 12)):
            assert write(store, lambda tx, s=start, e=end: tx.withheld.lift(record, s, e, item_id="one"))  # type: ignore[misc]
        assert store.read("main", lambda tx: tx.withheld.about("one")) == []
        assert store.read("main", lambda tx: tx.withheld.of([record])) == {record: [(0, 3)]}
        assert write(store, lambda tx: tx.withheld.lift(record, 0, 3))
        assert store.read("main", lambda tx: tx.withheld.of([record])) == {}

    def test_a_session_knows_whether_anything_of_it_is_hidden(self, store: AgentStore) -> None:
        record = write(store, lambda tx: (add_record(tx, "tea", "s"), add_record(tx, "milk", "other"))[0])
        assert not store.read("main", lambda tx: tx.withheld.any_in("s"))
        write(store, lambda tx: tx.withheld.add(record, 0, 3))
        assert store.read("main", lambda tx: [tx.withheld.any_in(name) for name in ("s", "other")]) == [True, False]

    def test_what_was_forgotten_stays_hidden_when_its_item_is_deleted(self, store: AgentStore) -> None:
        record = write(store, lambda tx: add_record(tx, "tea"))
        item, _ = write(store, lambda tx: pair(tx))
        write(store, lambda tx: tx.withheld.add(record, 0, 3, item_id=item.id))
        write(store, lambda tx: tx.delete_key("main", "a", like=item, reason="erase"))
        assert store.read("main", lambda tx: tx.withheld.of([record])) == {record: [(0, 3)]}

    def test_hidden_spans_are_seen_where_their_record_is(self, store: AgentStore, open: Open) -> None:
        own = write(store, lambda tx: add_record(tx, "tea", "s"), "peer:a")
        shared = write(store, lambda tx: add_record(tx, "milk", "t"), "shared")
        vega = open("vega")
        write(store, lambda tx: (tx.withheld.add(own, 0, 3), tx.withheld.add(shared, 0, 4)), "peer:a")
        seen = {
            scope: (store.read(scope, lambda tx: tx.withheld.of([own, shared])), store.read(scope, _sessions))
            for scope in ("peer:a", "main")
        }
        assert seen == {
            "peer:a": ({own: [(0, 3)], shared: [(0, 4)]}, [True, True]),
            "main": ({shared: [(0, 4)]}, [False, True]),
        }
        assert vega.read("peer:a", lambda tx: tx.withheld.of([own, shared])) == {}
        for other in (store, vega):
            with pytest.raises(NotFound):
                write(other, lambda tx: tx.withheld.add(own, 0, 3))
            assert not write(other, lambda tx: tx.withheld.lift(own, 0, 3))

    @pytest.mark.parametrize("span", [(0, 0), (3, 2), (-1, 2)])
    def test_a_span_that_holds_nothing_is_refused(self, store: AgentStore, span: tuple[int, int]) -> None:
        record = write(store, lambda tx: add_record(tx, "tea"))
        with pytest.raises(InvalidInput):
            write(store, lambda tx: tx.withheld.add(record, *span))


def _sessions(tx: Transaction) -> list[bool]:
    return [tx.withheld.any_in(name) for name in ("s", "t")]

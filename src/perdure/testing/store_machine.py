"""A Hypothesis machine that holds stores to the model of grades, doubtful links and withheld spans.

class Machine(StoreMachine):
    homes = (str(tmp_path),)                       # several homes are also compared with each other

run_state_machine_as_test(Machine, settings=settings(max_examples=30, stateful_step_count=30))
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any, ClassVar

from perdure import Change, Grade, ManualClock, PerdureError, Source, Status
from perdure.store.contract import AgentStore
from perdure.store.transaction import Transaction
from perdure.testing.store_model import (
    StoreIds,
    StoreItem,
    StoreModel,
    grades_in,
    hidden_in,
    hiding_sessions_in,
    links_in,
    waiting_in,
)
from perdure.testing.stores import add_item, add_record, open_store

try:
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
except ImportError as missing:
    raise ImportError("the model runs under Hypothesis: run `pip install hypothesis`") from missing

DAY = timedelta(days=1)
SCOPES = ("main", "peer:a", "shared")
KEYS = ("alpha", "beta")
TEXT = "我住在杭州，every morning green tea"

picks = st.integers(0, 30)
scopes = st.sampled_from(["main", "main", *SCOPES])
keys = st.sampled_from(KEYS)
grades = st.sampled_from(list(Grade))
ends = st.sampled_from([None, None, None, DAY, 3 * DAY])
spans = st.tuples(st.integers(0, 12), st.integers(1, 8)).map(lambda span: (span[0], span[0] + span[1]))
STEPS: dict[str, tuple[int, st.SearchStrategy[tuple[Any, ...]]]] = {
    "an_item_is_added": (5, st.tuples(scopes, keys, grades, ends)),
    "a_grade_is_changed": (2, st.tuples(picks, grades)),
    "an_item_is_retracted": (1, st.tuples(picks)),
    "a_change_is_undone": (2, st.tuples(picks)),
    "a_key_is_deleted": (1, st.tuples(scopes, keys)),
    "two_are_linked": (6, st.tuples(scopes, picks, picks)),
    "a_link_is_settled": (3, st.tuples(scopes, picks)),
    "something_is_said": (2, st.tuples(scopes)),
    "a_span_is_hidden": (4, st.tuples(scopes, picks, spans, st.none() | picks)),
    "a_span_is_lifted": (2, st.tuples(scopes, picks, st.booleans())),
    "time_passes": (1, st.tuples(st.sampled_from([-1, 1, 2]))),
    "everything_is_closed_and_opened_again": (1, st.tuples()),
}
steps = st.sampled_from([name for name, (often, _) in STEPS.items() for _ in range(often)]).flatmap(
    lambda name: st.tuples(st.just(name), STEPS[name][1])
)

Work = Callable[[Transaction, StoreIds], Any]


class StoreMachine(RuleBasedStateMachine):
    """Random work on one agent's store. Every home in `homes` does the same, and must answer the same."""

    homes: ClassVar[tuple[str, ...]] = ()
    _numbers = count(1)
    _run = secrets.token_hex(4)

    def __init__(self) -> None:
        super().__init__()
        self.clock = ManualClock()
        self.model = StoreModel()
        self.agent_id = f"store machine {self._run}-{next(self._numbers)}"
        self.ids = [StoreIds() for _ in self.homes]
        self.numbers = count()
        self._open()

    def _open(self) -> None:
        self.opened = ExitStack()
        self.stores: list[AgentStore] = [
            self.opened.enter_context(open_store(home, self.agent_id, clock=self.clock)) for home in self.homes
        ]

    def teardown(self) -> None:
        self.opened.close()

    def write(self, scope: str, work: Work) -> list[Any]:
        """What each store answers to a unit of work; a refusal is an answer too."""
        return [self._answer(n, lambda n=n: self._submit(n, scope, work)) for n in range(len(self.stores))]  # type: ignore[misc]

    def read(self, scope: str, work: Work) -> list[Any]:
        return [
            self._answer(n, lambda n=n: self.stores[n].read(scope, lambda tx: work(tx, self.ids[n])))  # type: ignore[misc]
            for n in range(len(self.stores))
        ]

    def _submit(self, n: int, scope: str, work: Work) -> Any:
        return self.stores[n].submit(scope, lambda tx: work(tx, self.ids[n])).result()

    def _answer(self, n: int, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except PerdureError as error:
            return type(error).__name__

    def _pick(self, pick: int) -> int | None:
        return list(self.model.items)[pick % len(self.model.items)] if self.model.items else None

    @rule(step=steps)
    def step(self, step: tuple[str, tuple[Any, ...]]) -> None:
        """One rule for all: of several, Hypothesis would leave some out in each run, and take all equally often."""
        name, given = step
        getattr(self, name)(*given)

    # items

    def an_item_is_added(self, scope: str, key: str, grade: Grade, lasts: timedelta | None) -> None:
        number, until = next(self.numbers), None if lasts is None else self.clock.now() + lasts
        made = self.write(scope, lambda tx, _: add_item(tx, key, f"text {number}", grade=grade, valid_to=until).id)
        for ids, item_id in zip(self.ids, made, strict=True):
            ids.items[number] = item_id
        self.model.items[number] = StoreItem(scope, key, grade, until)

    def _change(self, number: int, **fields: Any) -> None:
        def work(tx: Transaction, ids: StoreIds) -> None:
            before = tx.item(ids.item(number))
            assert before is not None
            tx.change_item(before, replace(before, **fields), action="changed", reason="test", source=Source.USER)

        item = self.model.items[number]
        item.past.append((item.grade, item.is_held))
        self.write(item.scope, work)

    def a_grade_is_changed(self, pick: int, grade: Grade) -> None:
        number = self._pick(pick)
        if number is not None and self.model.items[number].grade is not grade:
            self._change(number, grade=grade)
            self.model.items[number].grade = grade

    def an_item_is_retracted(self, pick: int) -> None:
        number = self._pick(pick)
        if number is not None and self.model.items[number].is_held:
            self._change(number, status=Status.RETRACTED)
            self.model.items[number].is_held = False

    def a_change_is_undone(self, pick: int) -> None:
        """The last change of an item that was not undone yet. Undoing is logged too, and counts as none."""
        number = self._pick(pick)
        if number is None or not self.model.items[number].past:
            return
        item = self.model.items[number]
        place = len(item.past) - 1

        def work(tx: Transaction, ids: StoreIds) -> None:
            mine = [change for change in tx.changes(item.scope, item.key) if change.item_id == ids.item(number)]
            undone = sum(change.action == "undone" for change in mine)
            changed = [change for change in mine if change.action == "changed"]
            assert len(changed) - undone == place + 1
            tx.put_back(_standing(mine)[-1], reason="test")

        self.write(item.scope, work)
        item.grade, item.is_held = item.past.pop()

    def a_key_is_deleted(self, scope: str, key: str) -> None:
        def work(tx: Transaction, ids: StoreIds) -> None:
            versions = tx.versions(scope, key)
            if versions:
                tx.delete_key(scope, key, like=versions[0], reason="test")

        self.write(scope, work)
        self.model.delete(scope, key)

    # links

    def two_are_linked(self, scope: str, one: int, other: int) -> None:
        a, b = self._pick(one), self._pick(other)
        if a is None or b is None:
            return
        answers = self.write(scope, lambda tx, ids: tx.links.add(ids.item(a), ids.item(b)).state)
        if a == b:
            assert answers == ["InvalidInput"] * len(answers)
        elif not (self.model.sees(scope, a) and self.model.sees(scope, b)):
            assert answers == ["NotFound"] * len(answers)
        else:
            settled = self.model.links.setdefault(frozenset((a, b)), False)
            assert answers == ["settled" if settled else "open"] * len(answers)

    def a_link_is_settled(self, scope: str, pick: int) -> None:
        if not self.model.links:
            return
        two = list(self.model.links)[pick % len(self.model.links)]
        a, b = two
        waits = self.model.links_of(scope).get(two) is False
        answers = self.write(scope, lambda tx, ids: tx.links.settle(ids.item(a), ids.item(b)))
        assert answers == [waits] * len(answers)
        if waits:
            self.model.links[two] = True

    # withheld spans

    def something_is_said(self, scope: str) -> None:
        number = next(self.numbers)
        made = self.write(scope, lambda tx, _: add_record(tx, TEXT, f"session {number}"))
        for ids, record_id in zip(self.ids, made, strict=True):
            ids.records[number] = record_id
        self.model.records[number] = scope

    def a_span_is_hidden(self, scope: str, pick: int, span: tuple[int, int], about: int | None) -> None:
        if not self.model.records:
            return
        record = list(self.model.records)[pick % len(self.model.records)]
        item = None if about is None else self._pick(about)

        def work(tx: Transaction, ids: StoreIds) -> bool:
            return tx.withheld.add(ids.records[record], *span, item_id=None if item is None else ids.item(item))

        answers = self.write(scope, work)
        if self.model.records[record] not in (scope, "shared"):
            assert answers == ["NotFound"] * len(answers)
            return
        entry = (record, *span, -1 if item is None else item)
        assert answers == [entry not in self.model.spans] * len(answers)
        self.model.spans.add(entry)

    def a_span_is_lifted(self, scope: str, pick: int, one_item: bool) -> None:
        if not self.model.spans:
            return
        chosen = sorted(self.model.spans)[pick % len(self.model.spans)]
        record, start, end, item = chosen
        only = one_item and item >= 0

        def work(tx: Transaction, ids: StoreIds) -> bool:
            return tx.withheld.lift(ids.records[record], start, end, item_id=ids.item(item) if only else None)

        seen = self.model.records[record] in (scope, "shared")
        assert self.write(scope, work) == [seen] * len(self.stores)
        if seen:
            gone = {chosen} if only else {span for span in self.model.spans if span[:3] == chosen[:3]}
            self.model.spans -= gone

    # time

    def time_passes(self, days: int) -> None:
        self.clock.advance(days * DAY)

    def everything_is_closed_and_opened_again(self) -> None:
        self.opened.close()
        self._open()

    # what must be true after every step

    @invariant()
    def every_item_has_its_grade(self) -> None:
        for scope in SCOPES:
            wanted = {
                number: (item.grade, item.holds(self.clock.now()))
                for number, item in self.model.items.items()
                if self.model.sees(scope, number)
            }
            assert self.read(scope, grades_in) == [wanted] * len(self.stores)

    @invariant()
    def links_are_those_of_what_can_be_seen(self) -> None:
        for scope in SCOPES:
            seen = self.model.links_of(scope)
            states = {two: "settled" if settled else "open" for two, settled in seen.items()}
            by_item = {n: states_of for n in self.model.items if (states_of := _around(n, states))}
            assert self.read(scope, links_in) == [by_item] * len(self.stores)
            waiting = self.model.open_links(scope, self.clock.now())
            assert self.read(scope, waiting_in) == [waiting] * len(self.stores)

    @invariant()
    def hidden_is_what_was_hidden(self) -> None:
        for scope in SCOPES:
            hidden = self.model.hidden(scope)
            assert self.read(scope, hidden_in) == [hidden] * len(self.stores)
            sessions = {number: number in hidden for number in self.model.records}
            assert self.read(scope, hiding_sessions_in) == [sessions] * len(self.stores)


def _standing(changes: list[Change]) -> list[Change]:
    """The changes that still stand: each undoing takes away the last one before it."""
    left: list[Change] = []
    for change in changes:
        if change.action == "undone":
            left.pop()
        elif change.action == "changed":
            left.append(change)
    return left


def _around(number: int, states: dict[frozenset[int], str]) -> dict[int, str]:
    return {next(iter(two - {number})): state for two, state in states.items() if number in two}

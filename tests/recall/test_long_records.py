"""One very long record costs a look-up no more than its size, and a look-up reads only so much. Work is counted."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from perdure import AgentMemory, Event
from perdure.recall import archive_cache
from perdure.recall import traces as looking
from perdure.recall.traces import look_up
from perdure.store.finder import Filters, Finder
from perdure.store.transaction import Transaction
from perdure.values import Trace

SENTENCE = {
    "en": "The pump at the northern station reports pressure {} and the valve stays open. ",
    "zh": "北站的水泵报告压力为{}，阀门保持打开状态，值班员已经记录在案。",
}
QUESTION = {"en": "What pressure did the pump report?", "zh": "水泵报告的压力是多少？"}
LAST = {"en": "The heron left the tower.", "zh": "白鹭离开了灯塔。"}
ASK_LAST = {"en": "heron tower", "zh": "白鹭 灯塔"}
CHARACTERS = {"en": 120_000, "zh": 60_000}
"""And four times as many."""
LINEAR = 8
"""Four times the text takes about four times the CPU, and sixteen times where the work grows by the square."""


def long_text(language: str, characters: int) -> str:
    sentence = SENTENCE[language]
    return "".join(sentence.format(n) for n in range(characters // len(sentence)))


async def with_record(luna: AgentMemory, language: str, characters: int) -> None:
    said = [Event.user(QUESTION[language]), Event.assistant(long_text(language, characters) + LAST[language])]
    await luna.commit_turn(await luna.start_session(f"long-{characters}"), said)


def counted(work: Callable[[], Any]) -> tuple[Any, Counter[str]]:
    """What a piece of work gives, and how often each Python function ran meanwhile. The same every time."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        return work(), calls
    finally:
        sys.setprofile(before)


async def looked_up(luna: AgentMemory, query: str, k: int = 5) -> tuple[list[Trace], Counter[str]]:
    def work(tx: Transaction) -> tuple[list[Trace], Counter[str]]:
        def ask() -> list[Trace]:
            return look_up(tx, query, k=k, filters=Filters())

        ask()  # what is compiled and cached once is not counted
        return counted(ask)

    return await luna.port.read("main", work)


async def least_cpu(luna: AgentMemory, work: Callable[[Transaction], object]) -> float:
    """CPU seconds of the thread that reads: the least of some tries, which is what the work takes."""

    def measured(tx: Transaction) -> float:
        work(tx)
        spent = []
        for _ in range(5):
            before = time.thread_time()
            work(tx)
            spent.append(time.thread_time() - before)
        return min(spent)

    return await luna.port.read("main", measured)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_four_times_the_text_is_not_more_than_four_times_the_work(runtime: Any, language: str) -> None:
    calls, cpu = [], []
    for size in (CHARACTERS[language], 4 * CHARACTERS[language]):
        luna = await runtime.agent(f"{language}-{size}-{id(runtime)}")
        await with_record(luna, language, size)
        found, ran = await looked_up(luna, QUESTION[language])
        assert found
        calls.append(ran.total())
        cpu.append(await least_cpu(luna, lambda tx: look_up(tx, QUESTION[language], k=5, filters=Filters())))
    assert calls[1] < 2 * calls[0]
    assert cpu[1] < LINEAR * cpu[0]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_composing_beside_a_long_record_stays_linear(sqlite_runtime: Any, language: str) -> None:
    spent = []
    for size in (CHARACTERS[language], 4 * CHARACTERS[language]):
        luna = await sqlite_runtime.agent(f"{language}-{size}")
        await with_record(luna, language, size)
        session = await luna.start_session(f"long-{size}")
        tries = []
        for _ in range(6):
            before = time.process_time()
            pack = await luna.compose(session, QUESTION[language], budget=2_000)
            tries.append(time.process_time() - before)
        assert pack.tokens <= 2_000
        spent.append(min(tries[1:]))
    assert spent[1] < LINEAR * spent[0]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_stands_at_the_end_of_a_long_record_is_found(luna: AgentMemory, language: str) -> None:
    await with_record(luna, language, 3 * looking.PIECES * 400)
    found = await luna.search_conversation_traces(ASK_LAST[language])
    assert (found[0].record.content or "").endswith(LAST[language])
    assert found[0].why.words


async def test_a_look_up_reads_only_so_many_pieces(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_cache, "WHOLE", 100)  # as in a large archive
    read: list[int] = []
    pieces = Finder.pieces

    def noted(*args: Any, **given: Any) -> list[Any]:
        found = pieces(*args, **given)
        read.append(len(found))
        return found

    monkeypatch.setattr(Finder, "pieces", noted)
    session = await luna.start_session("s")
    text = long_text("en", 8_000)
    for number in range(40):
        await luna.commit_turn(session, [Event.user(f"Ticket {number}: the pump"), Event.assistant(text)])
    found, _ = await looked_up(luna, "ticket 17 pump")
    assert sum(read) > 2 * 800  # it looks twice
    read.clear()
    monkeypatch.setattr(looking, "MOST_PIECES", 300)
    monkeypatch.setattr(looking, "POOL", 20)
    some, _ = await looked_up(luna, "ticket 17 pump")
    close_by = 20 * (4 * looking.NEIGHBOURS + 1) * looking.SESSION_PIECES
    assert sum(read) <= 2 * (301 + close_by + 2 * 20)
    assert some[0].record == found[0].record
    assert (some[0].record.content or "").startswith("Ticket 17")


async def test_neighbours_are_shown_with_the_best_answers_first(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await luna.start_session("s")
    for number in range(6):
        await luna.commit_turn(session, [Event.user(f"The pump, part {number}"), Event.assistant("x" * 1_000)])
    whole = await luna.search_conversation_traces("pump part", k=4)
    assert all(trace.around for trace in whole)
    monkeypatch.setattr(looking, "MOST_SHOWN", 1_500)
    found = await luna.search_conversation_traces("pump part", k=4)
    assert [trace.record for trace in found] == [trace.record for trace in whole]
    assert [bool(trace.around) for trace in found] == [True, False, False, False]

"""What a task carries: the decision tree and the numbers of the requirement, in both languages."""

from __future__ import annotations

import pytest

from perdure.context.carry import (
    CarriedMemory,
    Carry,
    Conditional,
    LongTermExperiences,
    MemoryLoader,
    MemoryLoadStrategy,
    Required,
    ShortTermSession,
    Task,
    TokenBudgetManager,
    WorkingMemoryShare,
    analyse,
    as_task,
)
from perdure.errors import InvalidInput
from perdure.tokens import estimate

AMPLE, LIMITED = 20_000, 2_000


def strategy(task: Task, tokens: int = LIMITED, latency: str = "realtime", outdated: bool = True) -> MemoryLoadStrategy:
    return MemoryLoader().calculate_strategy(
        task,
        max_tokens=tokens,
        latency=latency,  # type: ignore[arg-type]
        is_model_outdated=outdated,
    )


def task(type: str = "coding", complexity: int = 2, context: bool = False) -> Task:
    return Task("do it", type, complexity, context)  # type: ignore[arg-type]


@pytest.mark.requirement("R270")
@pytest.mark.parametrize(
    ("said", "type", "hard", "context"),
    [
        ("fix this typo in the script", "coding", False, False),
        ("把这个函数改个名字", "coding", False, False),
        ("今晚聊点什么？", "conversation", False, False),
        ("how was your day?", "conversation", False, False),
        ("compare the two offers", "analysis", False, False),
        ("分析一下上个月的支出", "analysis", False, False),
        (
            "Design and implement a distributed queue, then migrate the system and optimise performance",
            "coding",
            True,
            False,
        ),
        ("设计并实现整个订单系统，然后迁移数据库，并且优化性能", "coding", True, False),
        ("continue where we left off with the report", "analysis", False, True),
        ("继续上次的代码重构", "coding", False, True),
    ],
)
def test_a_task_is_read_in_both_languages(said: str, type: str, hard: bool, context: bool) -> None:
    read = analyse(said)
    assert (read.type, read.complexity > 5, read.requires_context) == (type, hard, context)


@pytest.mark.requirement("R271", "R278")
def test_a_simple_task_carries_identity_and_patches_if_the_model_is_old() -> None:
    for outdated in (True, False):
        assert strategy(task(), AMPLE, outdated=outdated) == MemoryLoadStrategy(
            Carry.MINIMAL, Required(True, outdated), Conditional()
        )


@pytest.mark.requirement("R272", "R279", "R281")
def test_a_complex_task_carries_the_five_nearest_experiences_and_working_memory_if_needed() -> None:
    assert strategy(task(complexity=6)).conditional == Conditional(LongTermExperiences(True, 5, 0.7, True))
    assert strategy(task(complexity=6, context=True)).conditional == Conditional(
        LongTermExperiences(True, 5, 0.7, True), working_memory=WorkingMemoryShare(True, True)
    )
    assert strategy(task(complexity=5)).conditional.long_term_experiences.enabled is False
    assert strategy(task(complexity=6)).carry is Carry.SMART


@pytest.mark.requirement("R273", "R280")
def test_a_conversation_carries_its_session_and_everything_when_there_is_room() -> None:
    small = strategy(task("conversation"), LIMITED)
    assert (small.carry, small.conditional.short_term_session) == (Carry.SMART, ShortTermSession(True, 10, True))
    full = strategy(task("conversation"), AMPLE)
    assert full.carry is Carry.FULL
    assert full.conditional == Conditional(
        LongTermExperiences(True, 10, 0.7, False), ShortTermSession(True, 50, True), WorkingMemoryShare(True, False)
    )
    assert strategy(task(complexity=7), AMPLE, "batch").carry is Carry.FULL
    assert strategy(task(complexity=7), AMPLE, "realtime").carry is Carry.SMART


@pytest.mark.requirement("R274", "R275", "R276", "R277")
def test_every_part_of_a_strategy_has_its_fields_and_a_default() -> None:
    empty = MemoryLoadStrategy()
    assert (empty.required.identity, empty.required.temporal_patches) == (True, True)
    experiences = empty.conditional.long_term_experiences
    assert (experiences.enabled, experiences.limit, experiences.relevance_threshold, experiences.compress) == (
        False,
        0,
        0.7,
        True,
    )
    session = empty.conditional.short_term_session
    assert (session.enabled, session.max_messages, session.include_context) == (False, 0, False)
    assert (empty.conditional.working_memory.enabled, empty.conditional.working_memory.context_only) == (False, True)


@pytest.mark.requirement("R282")
def test_the_estimate_has_the_numbers_of_the_requirement_and_a_total() -> None:
    manager = TokenBudgetManager()
    full = manager.estimate(manager.default_strategy())
    assert (full.identity, full.temporal_patches, full.long_term_experiences) == (100, 200, 10 * 200)
    assert (full.short_term_session, full.working_memory, full.total) == (50 * 100, 100, 7_400)
    empty = manager.estimate(MemoryLoadStrategy(required=Required(True, False)))
    assert (empty.total, empty.long_term_experiences) == (100, 0)


@pytest.mark.requirement("R283")
def test_memory_over_budget_loses_experiences_and_old_messages_first() -> None:
    memory = CarriedMemory(
        identity="I am Luna.",
        patches=["3.14 is out"],
        experiences=[f"experience {n} " * 80 for n in range(10)],
        messages=[f"message {n} 消息 " * 40 for n in range(50)],
        working="moving the office",
    )
    manager = TokenBudgetManager()
    for budget in (300, 1_000, 3_000):
        small = manager.compress(memory, budget)
        assert manager.measure(small).total <= budget
        assert (small.identity, small.patches, small.working) == (memory.identity, memory.patches, memory.working)
        assert all(estimate(text) <= 200 for text in small.experiences)
        assert all(estimate(text) <= 100 for text in small.messages)
        assert all(text.startswith(f"experience {n}") for n, text in enumerate(small.experiences))
        first = 50 - len(small.messages)
        assert all(text.startswith(f"message {first + n}") for n, text in enumerate(small.messages))
    assert small.experiences
    assert small.messages
    whole = manager.compress(memory, 1_000_000)
    assert (whole.experiences, whole.messages) == (memory.experiences, memory.messages)


def test_a_task_may_say_what_it_is() -> None:
    given = {"description": "hello", "type": "analysis", "complexity": 9, "requires_context": True}
    assert as_task(given) == Task("hello", "analysis", 9, True)
    for wrong in (
        {"description": "x", "type": "dance"},
        {"description": "x", "complexity": 11},
        {},
        {"description": "x", "a": 1},
    ):
        with pytest.raises(InvalidInput):
            as_task(wrong)

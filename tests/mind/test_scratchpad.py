"""The scratchpad: what is being done and what was done last, kept in step with what is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock
from perdure.store.transaction import Transaction

MINUTE = timedelta(minutes=1)


@pytest.mark.requirement("R141", "R143", "R144", "R146")
@pytest.mark.parametrize(
    ("first", "more", "second"),
    [
        ("帮我修复登录页面的报错", "登录页面在手机上也报错，帮我看看", "帮我订一张去上海的机票"),
        ("Please fix the login page", "Can you fix the login page on Safari too?", "Write a poem about autumn rain"),
        (
            "帮我把 payment-api 部署到 staging",
            "payment-api 的 staging 配置怎么改？",
            "Translate the contract into French",
        ),
    ],
)
async def test_each_turn_keeps_it_in_step_and_a_new_topic_archives_the_old(
    luna: AgentMemory, clock: ManualClock, first: str, more: str, second: str
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(first), Event.assistant("ok")])
    assert (await luna.working.scratchpad(session)).current_focus == first
    clock.advance(MINUTE)
    await luna.commit_turn(session, [Event.user(more), Event.assistant("ok")])
    pad = await luna.working.scratchpad(session)
    assert (pad.goal, pad.recently_completed) == (first, ())
    assert pad.current_focus == more.rstrip("?？")
    clock.advance(MINUTE)
    await luna.commit_turn(session, [Event.user("谢谢 thanks"), Event.assistant("ok")])
    assert (await luna.working.scratchpad(session)).goal == first
    clock.advance(MINUTE)
    await luna.commit_turn(session, [Event.user(second), Event.assistant("ok")])
    pad = await luna.working.scratchpad(session)
    assert (pad.goal, [(one.goal, one.at, one.is_done) for one in pad.recently_completed]) == (
        second,
        [(first, clock.now(), False)],
    )
    assert pad.updated_at == clock.now()


@pytest.mark.requirement("R144")
async def test_at_most_five_are_kept_with_their_times_and_go_on_into_the_next_session(
    luna: AgentMemory, clock: ManualClock
) -> None:
    session = await luna.start_session()
    goals = [
        "write weekly report",
        "修复登录页面",
        "plan Kyoto trip",
        "部署支付服务",
        "translate contract",
        "整理客户名单",
        "cook dinner",
    ]
    for goal in goals:
        clock.advance(MINUTE)
        await luna.working.focus(session, goal)
    pad = await luna.working.scratchpad(session)
    assert (pad.goal, [one.goal for one in pad.recently_completed]) == ("cook dinner", goals[1:6])
    assert all(one.at <= clock.now() for one in pad.recently_completed)
    clock.advance(MINUTE)
    await luna.end_session(session)
    next_one = await luna.start_session()
    carried = await luna.working.scratchpad(next_one)
    assert (carried.goal, [one.goal for one in carried.recently_completed]) == (None, goals[2:])
    elsewhere = await luna.start_session(scope="group:g")
    assert (await luna.working.scratchpad(elsewhere)).is_empty


@pytest.mark.requirement("R142", "R145", "R143")
async def test_it_reads_as_markdown_in_the_language_of_what_it_holds(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    assert (await luna.working.scratchpad(session)).to_markdown() == ""
    await luna.upsert_recall(Candidate("tasks", {"project": "月光计划", "title": "写验收报告"}))
    await luna.upsert_recall(Candidate("tasks", {"project": "done one", "title": "x", "status": "done"}))
    await luna.working.start_task(session, "部署支付服务", ["检查配置", "发布"])
    await luna.working.advance(session)
    await luna.working.set(session, "环境", "staging", expires=MINUTE)
    pad = await luna.working.scratchpad(session)
    assert pad.active_projects == ("月光计划",)
    assert pad.to_markdown() == (
        "## 当前任务\n部署支付服务\n- [x] 检查配置\n- [ ] 发布\n\n## 上下文\n- 环境: staging\n\n"
        "## 进行中的项目\n- 月光计划"
    )
    await luna.working.complete(session, "已上线")
    await luna.forget_recall("task:月光计划:写验收报告")
    assert (await luna.working.scratchpad(session)).to_markdown() == (
        "## 当前任务\n无\n\n## 最近完成\n- 2026-01-01 00:00 部署支付服务 → 已上线"
    )
    other = await luna.start_session(scope="peer:a")
    await luna.working.focus(other, "Plan the trip to Kyoto")
    await luna.working.focus(other, "New task: review the budget")
    assert (await luna.working.scratchpad(other)).to_markdown() == (
        "## Current task\nNew task: review the budget\n\n## Set aside\n- 2026-01-01 00:00 Plan the trip to Kyoto"
    )


async def test_what_is_merely_said_never_replaces_a_task_that_was_set(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.working.start_task(session, "部署支付服务", ["检查配置", "发布"])
    await luna.commit_turn(session, [Event.user("顺便帮我查一下明天的天气"), Event.assistant("晴")])
    assert (await luna.working.scratchpad(session)).goal == "部署支付服务"
    await luna.working.focus(session, "换个任务：查询明天的天气")
    assert [one.outcome for one in (await luna.working.show(session)).recently_completed] == ["0/2"]


async def test_a_turn_that_is_only_kept_or_sent_twice_leaves_it_alone(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("帮我写周报，要简短")], learn=False)
    assert (await luna.working.scratchpad(session)).is_empty
    turn = [Event.user("帮我订去上海的机票")]
    await luna.commit_turn(session, turn, idempotency_key="k")
    await luna.working.focus(session, "写一首关于秋天的诗")
    await luna.commit_turn(session, turn, idempotency_key="k")
    assert (await luna.working.scratchpad(session)).goal == "写一首关于秋天的诗"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Write me a poem about autumn in C#", "Can you translate the menu into French?"),
        ("帮我写一首关于秋天的诗", "帮我查一下明天去上海的高铁"),
        ("帮我 translate 这段话 into English", "please 推荐一部关于企鹅的 movie"),
    ],
)
async def test_a_request_that_nobody_came_back_to_is_told_no_more(luna: AgentMemory, first: str, second: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(first), Event.assistant("…")])
    assert first in (await luna.compose(session, "ok", budget=1_500)).blocks["working_block"].text
    await luna.commit_turn(session, [Event.user(second), Event.assistant("…")])
    pack = await luna.compose(session, "ok", budget=1_500)
    assert second.rstrip("?") in pack.blocks["working_block"].text
    assert first not in pack.blocks["working_block"].text
    await luna.end_session(session)
    later = await luna.start_session()
    assert "working_block" not in (await luna.compose(later, "hello 你好", budget=1_500)).blocks
    assert (await luna.working.scratchpad(later)).recently_completed == ()


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("Please keep your replies short.", None),
        ("请用中文回答我", None),
        ("please don't bring up my ex", None),
        ("请忘掉我住在杭州", None),
        ("Please keep your replies short. Can you fix the login page?", "Can you fix the login page"),
        ("请用中文回答我。帮我修复登录页面的报错", "帮我修复登录页面的报错"),
        ("帮我订一张去上海的机票。我喜欢靠窗的座位", "帮我订一张去上海的机票"),
        ("请用中文回答我。Then fix the login page please", "Then fix the login page please"),
    ],
)
async def test_what_memory_was_told_is_no_task(luna: AgentMemory, said: str, task: str | None) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("我住在杭州"), Event.assistant("好")])
    receipt = await luna.commit_turn(session, [Event.user(said), Event.assistant("ok")])
    assert receipt.outcomes
    assert (await luna.working.scratchpad(session)).goal == task


async def test_a_prompt_is_told_plainly_what_is_done_and_what_is_set_aside(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.working.start_task(session, "# 部署 C# 服务", ["检查 <config>", "发布"])
    await luna.working.advance(session)
    await luna.working.start_task(session, "写周报")
    await luna.working.complete(session, "已发出")
    await luna.working.focus(session, "## Plan the trip")
    block = (await luna.compose(session, "hi", budget=1_500)).blocks["working_block"].text.split("\n")[1:-1]
    assert block == [
        "- 当前任务：## Plan the trip",
        "- 最近完成：2026-01-01 00:00 写周报 → 已发出",
        "- 已搁置：2026-01-01 00:00 # 部署 C# 服务 → 1/2",
    ]


async def test_what_older_versions_left_undone_is_not_told(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.working.focus(session, "Please keep your replies short")

    def as_it_was(tx: Transaction) -> None:
        row = tx.working.of(session.id)
        assert row is not None
        past = [{"goal": "keep it short", "at": "2026-01-01T00:00:00Z", "outcome": None, "done": False}]
        tx.working.put(replace(row, recently_completed=past))

    await luna.port.write("main", as_it_was)
    assert [one.goal for one in (await luna.working.show(session)).recently_completed] == ["keep it short"]
    assert "keep it short" not in (await luna.compose(session, "hi", budget=1_500)).text

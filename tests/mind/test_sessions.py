"""Sessions: counted, ended properly, also those that a crash left open, and never one that somebody uses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Config, Conflict, Event, ManualClock, Runtime
from perdure.tokens import rough
from tests.homes import fresh_id

HOUR = timedelta(hours=1)
TALK = [
    [Event.user("帮我把支付服务部署到生产环境，我们决定用 PostgreSQL。"), Event.assistant("部署完成，健康检查通过。")]
]


@pytest.mark.requirement("R310", "R354")
async def test_messages_and_tokens_are_counted(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    texts = ["你好，今天聊点什么？", "Let us talk about tea.", "好"]
    for text in texts:
        await luna.commit_turn(session, [Event.user(text), Event.assistant("ok")])
    [counted] = await luna.archive.sessions()
    assert (counted.message_count, counted.turn_count) == (6, 3)
    assert counted.total_tokens == sum(map(rough, texts)) + 3 * rough("ok")
    assert counted.as_json()["total_tokens"] == counted.total_tokens
    ended = await luna.end_session(session)
    assert ended.total_tokens == counted.total_tokens


def test_the_window_of_recent_turns_is_a_setting() -> None:
    assert Config().short_term_limit == 12


@pytest.mark.requirement("R227")
async def test_ending_cleans_what_was_only_for_the_session(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await luna.upsert_recall(
        Candidate("facts", {"predicate": "mood", "value": "tired"}, duration="session"), session=session
    )
    await luna.working.start_task(session, "写周报", ["收集", "写"])
    await luna.working.set(session, "草稿", "第一版")
    await luna.end_session(session)
    assert await luna.items("facts") == []
    left = (await luna.working.show(session)).as_json()
    assert (left["currentTask"], left["context"]) == (None, {})
    assert [(one["goal"], one["done"]) for one in left["recentlyCompleted"]] == [("写周报", False)]


@pytest.mark.requirement("R124", "R135")
async def test_a_session_holds_what_was_said_its_topic_and_its_context(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await luna.commit_turn(session, [Event.user("帮我看看 /login 为什么报 500"), Event.assistant("好的。")])
    await luna.working.set(session, "endpoint", "/login")
    await luna.working.set(session, "error", "500 Internal Server Error")
    assert [r.content for r in await luna.archive.records(session)] == ["帮我看看 /login 为什么报 500", "好的。"]
    held = (await luna.working.show(session)).as_json()
    assert held["currentTask"]["goal"] == "帮我看看 /login 为什么报 500"
    assert {key: one["value"] for key, one in held["context"].items()} == {
        "endpoint": "/login",
        "error": "500 Internal Server Error",
    }


async def left_open(home: str, agent: str, clock: ManualClock) -> None:
    """A process that opened a session, talked, and was gone without ending it."""
    async with Runtime(home, clock=clock) as runtime:
        luna = await runtime.agent(agent)
        await luna.start_session("left", scope="peer:a")
        await luna.commit_turns("left", TALK)
        await luna.upsert_recall(
            Candidate("facts", {"predicate": "mood", "value": "x"}, duration="session"), session="left"
        )


@pytest.mark.requirement("R310", "R136")
async def test_what_a_crash_left_open_is_closed_at_the_next_start(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    await left_open(busy_home, agent, clock)
    clock.advance(13 * HOUR)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(agent)
        await luna.start_session("elsewhere", scope="main")
        [left] = [s for s in await luna.archive.sessions(scope="peer:a") if s.id == "left"]
        assert left.is_open  # another scope is none of its business
        await luna.start_session("next", scope="peer:a")
        [left] = [s for s in await luna.archive.sessions(scope="peer:a") if s.id == "left"]
        assert left.completed_at == clock.now()
        [episode] = await luna.items("episodes", scope="peer:a")
        assert episode.value["session_id"] == "left"
        assert await luna.items("facts", scope="peer:a") == []
        with pytest.raises(Conflict):
            await luna.commit_turn("left", [Event.user("hello")])


async def test_one_that_is_asked_for_again_goes_on(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    await left_open(busy_home, agent, clock)
    clock.advance(13 * HOUR)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(agent)
        assert (await luna.start_session("left", scope="peer:a")).is_open
        await luna.start_session("next", scope="peer:a")
        assert (await luna.commit_turn("left", [Event.user("still here")])).records


async def test_one_that_another_process_uses_is_never_closed(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    async with Runtime(busy_home, clock=clock) as one, Runtime(busy_home, clock=clock) as other:
        mine, theirs = await one.agent(agent), await other.agent(agent)
        session = await mine.start_session("mine")
        for n in range(6):
            clock.advance(5 * HOUR)
            match n % 3:
                case 0:
                    await mine._sessions.sign()  # idle, but alive: what the heartbeat does
                case 1:
                    await mine.working.set(session, "n", n)
                case 2:
                    await mine.commit_turn(session, [Event.user("hm")])
            await theirs.start_session(f"theirs {n}")
        assert (await mine.commit_turn(session, [Event.user("here I am")])).records
        clock.advance(40 * HOUR)
        await mine.start_session("another of mine")  # its own it never closes
        assert (await mine.commit_turn(session, [Event.user("here I am")])).records


async def test_it_can_be_switched_off(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    await left_open(busy_home, agent, clock)
    clock.advance(1000 * HOUR)
    async with Runtime(busy_home, clock=clock, config=Config(session_idle=None)) as runtime:
        luna = await runtime.agent(agent)
        await luna.start_session("next", scope="peer:a")
        assert (await luna.commit_turn("left", [Event.user("hello")])).records


@pytest.mark.requirement("R331")
async def test_a_group_sees_nothing_of_main_on_any_of_these_paths(luna: AgentMemory) -> None:
    main = await luna.start_session("main one")
    await luna.commit_turns(main, TALK)
    await luna.working.start_task(main, "秘密任务")
    await luna.compact(main, keep_turns=1)
    await luna.end_session(main)
    group = await luna.start_session("group one", scope="group:g")
    assert await luna.items(session=group) == []
    assert await luna.search_memory("支付服务 PostgreSQL 秘密任务", session=group) == []
    assert await luna.search_conversation_traces("支付服务", session=group) == []
    assert (await luna.working.scratchpad(group)).is_empty
    assert await luna.consolidate_recall(group) == []
    assert await luna.generate_episode(group) is None
    assert (await luna.compact(group)).text == ""
    assert [s.id for s in await luna.archive.sessions(scope="group:g")] == ["group one"]
    assert await luna.jobs.list(scope="group:g") == []

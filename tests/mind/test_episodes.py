"""Episodes: what a finished session was about. Told by a model, or in the words that were said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Event, ManualClock, Runtime, Source
from perdure.errors import ModelUnavailable
from perdure.testing.fakes import ScriptedLLM
from perdure.types.episodes import Episode
from tests.homes import fresh_id

ZH = [
    [Event.user("帮我把支付服务部署到生产环境。配置在 deploy/prod.yaml。"), Event.assistant("好的，先看一下配置。")],
    [
        Event.user("用蓝绿发布，别停机。"),
        Event.tool("kubectl", {"cmd": "apply"}, "applied"),
        Event.assistant("正在发布。"),
    ],
    [Event.user("怎么样了？"), Event.assistant("部署完成，健康检查通过。")],
]
EN = [
    [Event.user("Please fix the login page. The file is src/login.py."), Event.assistant("Looking into it.")],
    [Event.user("It only crashes on Safari."), Event.tool("pytest", {}, "1 failed"), Event.tool("edit", {}, "ok")],
    [Event.user("Any luck?"), Event.assistant("Fixed: the null check was missing. All tests passed.")],
]
FIELDS = {"session_id", "summary", "goal", "outcome", "entities", "tools_used", "started_at", "ended_at", "made_by"}


@pytest.mark.requirement("R136", "R137", "R139")
@pytest.mark.parametrize(
    ("talk", "goal", "outcome", "named", "tools", "shown"),
    [
        (
            ZH,
            "帮我把支付服务部署到生产环境",
            "部署完成，健康检查通过",
            "deploy/prod.yaml",
            ["kubectl"],
            "## 历史操作记录\n- 日期: ",
        ),
        (
            EN,
            "Please fix the login page",
            "All tests passed",
            "src/login.py",
            ["pytest", "edit"],
            "## 历史操作记录 (past operations)\n- Date: ",
        ),
    ],
)
async def test_without_a_model_it_is_told_in_the_words_that_were_said_and_marked_so(
    luna: AgentMemory,
    clock: ManualClock,
    talk: list[list[Event]],
    goal: str,
    outcome: str,
    named: str,
    tools: list[str],
    shown: str,
) -> None:
    session = await luna.start_session("s: 1")
    await luna.commit_turns(session, talk)
    await luna.end_session(session)
    [item] = await luna.items("episodes")
    value = item.value
    assert set(value) == FIELDS
    assert (value["session_id"], value["goal"], value["outcome"]) == ("s: 1", goal, outcome)
    assert (value["entities"], value["tools_used"], value["made_by"]) == ([named], tools, "extract")
    said = "\n".join(event.content for turn in talk for event in turn)
    parts = value["summary"].replace("；", ";").split(";")
    assert [part for part in parts if part.strip() not in said] == []
    assert item.source is Source.INFERENCE  # an assistant spoke, and is the least trusted of those who did
    assert {e.record_id for e in item.evidence} <= {r.id for r in await luna.archive.records(session)}
    text = Episode.model_validate(value).to_markdown()
    assert text.startswith(shown)
    assert goal in text
    assert outcome in text


@pytest.mark.requirement("R138", "R136")
async def test_a_model_tells_it_in_the_background_and_may_not_make_things_up(busy_home: str) -> None:
    told = {
        "summary": "支付服务已部署到生产环境，采用蓝绿发布。耗时 97 分钟。",
        "goal": "部署支付服务",
        "outcome": "健康检查通过",
        "entities": ["支付服务", "deploy/prod.yaml", "月球基地"],
        "tools_used": ["kubectl", "terraform"],
        "items": [],
        "candidates": [],
    }
    async with Runtime(busy_home, llm=ScriptedLLM(told)) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session()
        await luna.commit_turns(session, ZH, learn=True)
        await luna.end_session(session)
        await luna.jobs.run_pending()
        [item] = await luna.items("episodes")
        assert (item.value["summary"], item.value["made_by"]) == (
            "支付服务已部署到生产环境，采用蓝绿发布。",
            "scripted:1",
        )
        assert (item.value["entities"], item.value["tools_used"]) == (["支付服务", "deploy/prod.yaml"], ["kubectl"])
        assert item.trust == Source.INFERENCE.trust


async def test_a_model_that_never_answers_costs_nothing_but_its_words(busy_home: str, clock: ManualClock) -> None:
    llm = ScriptedLLM(ModelUnavailable("away", reason="overloaded"))
    async with Runtime(busy_home, llm=llm, clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session()
        await luna.commit_turns(session, EN)
        ended = await luna.end_session(session)
        assert not ended.is_open
        for _ in range(20):
            await luna.jobs.run_pending()
            clock.advance(timedelta(seconds=luna.port.config.job_backoff_cap))
        [item] = await luna.items("episodes")
        assert item.value["made_by"] == "extract"


@pytest.mark.requirement("R140")
async def test_it_is_found_by_search_and_by_entity_but_never_injected(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turns(session, ZH)
    await luna.end_session(session)
    found = await luna.search_memory("上次部署支付服务做了什么？")
    assert "episodes" in {hit.item.type for hit in found}
    by_entity = await luna.search_memory("deploy/prod.yaml")
    assert [hit.why.arms.get("entities", 0) > 0 for hit in by_entity if hit.item.type == "episodes"] == [True]
    assert "episodes" not in {hit.item.type for hit in await luna.retrieve_recall("上次部署支付服务做了什么？")}


async def test_telling_it_again_changes_nothing_and_small_talk_has_none(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await luna.commit_turn(session, [Event.user("hi"), Event.assistant("Hello, how can I help you today?")])
    assert await luna.generate_episode(session) is None
    await luna.commit_turns(session, EN)
    first = await luna.generate_episode(session)
    assert first is not None
    assert await luna.generate_episode(session) == first
    await luna.end_session(session)
    assert len((await luna.history.of(first.key)).versions) <= 2
    await luna.end_session(session)
    assert len(await luna.items("episodes")) == 1
    quiet = await luna.start_session("quiet")
    await luna.commit_turns(quiet, EN, learn=False)
    await luna.end_session(quiet)
    assert len(await luna.items("episodes")) == 1  # what is only to be kept is not told of


async def test_what_memory_put_into_the_prompt_is_not_told_of(luna: AgentMemory) -> None:
    session = await luna.start_session()
    line = "The user once fixed the secret moon base door."
    await luna.port.write("main", lambda tx: tx.injected.add(session.id, [line]))
    await luna.commit_turn(session, [Event.user(f"{line}\nPlease fix the login page now."), Event.assistant("Done.")])
    episode = await luna.generate_episode(session)
    assert episode is not None
    assert "moon" not in episode.content
    assert episode.value["goal"] == "Please fix the login page now"


@pytest.mark.requirement("R136")
async def test_a_crash_between_the_end_and_the_telling_loses_nothing(busy_home: str, clock: ManualClock) -> None:
    agent = fresh_id()
    llm = ScriptedLLM(ModelUnavailable("away", reason="overloaded"))
    async with Runtime(busy_home, clock=clock, llm=llm) as runtime:
        luna = await runtime.agent(agent)
        await luna.start_session("s")
        await luna.commit_turns("s", EN)
        await luna.end_session("s")  # and the process is gone before the model has answered
        assert await luna.items("episodes") == []
    clock.advance(timedelta(days=1))
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(agent)
        assert {job.kind for job in await luna.jobs.list() if job.status != "done"} >= {"episode", "consolidate"}
        await luna.start_session("next")
        [item] = await luna.items("episodes")
        assert item.value["session_id"] == "s"
        assert {job.kind for job in await luna.jobs.list() if job.status != "done"} <= {"extract"}


@pytest.mark.parametrize(
    ("said", "asked"),
    [("My sister is called Ann. I live in Leeds.", "sister Ann"), ("我妹妹叫小雨。我住在杭州。", "妹妹 小雨")],
)
async def test_what_is_forgotten_is_not_told_by_an_episode_either(luna: AgentMemory, said: str, asked: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said), Event.assistant("OK")])
    await luna.commit_turn(session, [Event.user(said), Event.assistant("OK")])
    await luna.end_session(session)
    [episode] = await luna.items("episodes")
    known = [item for item in await luna.items() if item.type == "relationships"]
    receipt = await luna.forget_recall(known[0].key)
    assert {outcome.key for outcome in receipt.outcomes} == {known[0].key, episode.key}
    assert not [hit for hit in await luna.search_memory(asked) if asked.split()[1] in hit.item.content]
    assert [item.type for item in await luna.items("profile")] == ["profile"]  # what else was said stays


@pytest.mark.parametrize(
    ("talk", "told", "untold"),
    [
        (
            [
                ("Can you recommend a book on gardening?", "The Well-Tempered Garden is a true classic of the genre."),
                ("I moved to York last week and finally have a garden.", "Congratulations on the move to York, enjoy!"),
                ("What should I plant in November?", "Tulips and garlic do very well at that time."),
            ],
            "I moved to York last week",
            ["Congratulations", "Tulips"],
        ),
        (
            [
                ("推荐一本讲园艺的书吧", "可以看看那本讲植物秘密生命的经典书。"),
                ("我上周搬到了苏州，终于有院子了。", "恭喜你搬到苏州，祝你住得开心！"),
                ("十一月适合种什么？", "郁金香和大蒜都很适合这个时候种。"),
            ],
            "我上周搬到了苏州",
            ["恭喜", "郁金香"],
        ),
    ],
    ids=["en", "zh"],
)
async def test_an_answer_is_no_outcome_and_small_talk_no_event(
    luna: AgentMemory, talk: list[tuple[str, str]], told: str, untold: list[str]
) -> None:
    session = await luna.start_session()
    await luna.commit_turns(session, [[Event.user(said), Event.assistant(answer)] for said, answer in talk])
    await luna.end_session(session)
    [item] = await luna.items("episodes")
    assert "outcome" not in item.value
    assert told in item.content
    assert [words for words in untold if words in item.content] == []

"""Ordinary talk takes nothing away: neither what is said twice, nor what somebody only goes on about."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import AgentMemory, Config, Event, Refused, Retracted, Runtime, Superseded
from perdure.values import Outcome

TWICE = (
    "不消，我都走到楼下了，马上打电话给他。",
    "有些话我只跟你这儿倒，家里人要是借我手机问起，你得给我兜住",
    "The number before was an 8 and after was a 3. Is it supposed to drop that quickly?",
    "Sundays are sacred, phone in a drawer till six. Don't schedule me stuff there.",
    "股票这玩意儿，在我这儿就跟烟一样，戒了，别再给我推了",
    "I told 我妈 about the tattoo already，她没疯，so 以后不用帮我圆了",
    "My lad cannot lose without tears, I should add. Are there co-operative ones?",
)
GOES_ON = (
    (
        "I've just bought a second-hand kayak from a neighbour, so I'm excited to take it out.",
        "The kayak has been a joy, it glides so much more easily than the club's old one.",
    ),
    (
        "By the way, I recently joined a pottery class at the community centre, and I'm loving it.",
        "I've been going to the pottery class every week, though I think my bowls still need to get rounder.",
    ),
    (
        "I've been using a mulch of straw on my strawberry beds, but I'd like something tidier.",
        "I noticed that my strawberries have been growing like mad since I started to mulch the beds every spring.",
    ),
    ("最近在学烘焙，烤箱是上个月刚买的。", "烤箱特别好用，烤出来的面包比外面卖的还香，最近都在拿它做贝果。"),
    ("我家猫上周做了绝育。", "我家猫恢复得不错，这几天已经能自己跳上沙发了。"),
)
TALK = (
    "Right, what would you put in a soup for eight people?",
    "No, no, you've made it far too grand. Take the adjectives out.",
    "Good list, but I'd drop the tent, we're sleeping in huts.",
    "There, no more hiding. I've sent it off.",
    "Nine of them replied, one of them in capitals.",
    "I feel like somebody's moved the walls of this house.",
    "第三段不要，太像演讲稿。换一个轻松点的。",
    "删得干净，谢谢。今天不熬了。",
    "算了不说了，你先帮我看看这个表格。",
    "我刚才话是不是说重了，别往心里去哈",
    "That'll do. Let's leave the second question for tomorrow.",
    "唉，我字写得真丑，老师都叫我天书。",
    "People who live by the sea sleep better, everyone knows that.",
    "I'll lose the hat in the logo, it looks like a pot.",
    "这个先放着，我们下次再聊。",
)


async def told(agent: AgentMemory, text: str) -> tuple[Outcome, ...]:
    return (await agent.commit_turn(await agent.start_session(), [Event.user(text)])).outcomes


async def held(agent: AgentMemory) -> list[str]:
    return [f"{item.content} {item.value}" for item in await agent.items(limit=200)]


@pytest.mark.parametrize("text", TWICE)
async def test_what_is_said_twice_is_not_taken_for_a_request_to_forget_itself(tmp_path: Path, text: str) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        await told(agent, text)
        before = await held(agent)
        assert not any(isinstance(outcome, Retracted) for outcome in await told(agent, text))
        assert set(before) <= set(await held(agent))


async def test_a_request_that_is_repeated_still_means_what_it_names(tmp_path: Path) -> None:
    """The control: what is said twice means nothing by itself, and everything else as before."""
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        asked = "what I told you about my salary, wipe it"
        await told(agent, asked)
        await told(agent, "My salary is 58k")
        assert any(isinstance(outcome, Retracted) for outcome in await told(agent, asked))
        assert not any("58k" in text for text in await held(agent))


@pytest.mark.parametrize(("first", "then"), GOES_ON)
async def test_what_somebody_goes_on_about_stays(tmp_path: Path, first: str, then: str) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        await told(agent, f"Remember this: {first}")
        before = await held(agent)
        assert before
        assert not any(isinstance(outcome, Superseded | Retracted) for outcome in await told(agent, then))
        assert set(before) <= set(await held(agent))


async def test_talk_takes_nothing_away_and_is_hardly_asked_about(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        for first, _ in GOES_ON:
            await told(agent, f"Remember this: {first}")
        before = await held(agent)
        asked = 0
        for text in TALK:
            outcomes = await told(agent, text)
            assert not any(isinstance(outcome, Superseded | Retracted) for outcome in outcomes), text
            asked += any(isinstance(outcome, Refused) and outcome.type == "requests" for outcome in outcomes)
        assert set(before) <= set(await held(agent))
        assert asked <= 1

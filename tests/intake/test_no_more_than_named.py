"""A request to forget takes what it wholly names and nothing else; what is no request to memory takes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import AgentMemory, Config, Event, Receipt, Refused, Retracted, Runtime, Superseded

HELD = {
    "peanuts": ("I'm allergic to peanuts", "I work at Acme"),
    "Anna": ("I live in Leeds", "My sister Anna lives in Oslo"),
    "安娜": ("我对花生过敏", "我妹妹安娜住在成都"),
    "meeting": ("I like green tea", "I have a meeting with Ann on Friday"),
}
ORDERS = (
    ("peanuts", "Can you remove peanuts from the shopping list?"),
    ("peanuts", "remove the peanuts from the recipe please"),
    ("peanuts", "take out the peanuts and use cashews"),
    ("peanuts", "please delete the peanut emoji from my tweet"),
    ("peanuts", "forget peanuts, let's get pizza"),
    ("peanuts", "forget Acme's stock, buy gold"),
    ("peanuts", "drop the peanuts"),
    ("peanuts", "Remove Acme from the list of sponsors"),
    ("Anna", "remove Leeds from the dropdown"),
    ("Anna", "forget Leeds, they lost 3-0 again"),
    ("Anna", "delete the Anna branch"),
    ("Anna", "take Anna off the guest list"),
    ("Anna", "delete Anna's message from the group chat"),
    ("安娜", "从名单里删掉安娜"),
    ("安娜", "把购物清单里的花生删掉"),
    ("安娜", "忘掉成都吧，去重庆玩"),
    ("安娜", "remove 花生 from the 菜谱"),
    ("meeting", "forget the meeting, how about lunch"),
    ("meeting", "delete the Friday meeting from my calendar"),
    ("meeting", "remove the tea from the basket"),
)
"""What is held, and an order that is not said to memory."""
NEVER_SAID = (
    ("I'm allergic to peanuts", "forget my cat allergy"),
    ("I'm allergic to peanuts", "forget my lactose intolerance"),
    ("I'm allergic to peanuts", "forget that I hate mushrooms"),
    ("I have a dog called Rex", "forget my cat"),
    ("I have a dog called Rex", "forget the hamster"),
    ("My sister's birthday is on 5 May", "forget my brother's birthday"),
    ("My sister's birthday is on 5 May", "forget my sister's phone number"),
    ("I live in Leeds", "forget where my parents live"),
    ("My daughter Ella plays the violin", "forget that my daughter has asthma"),
    ("我对花生过敏", "忘掉我对猫过敏的事"),
    ("我对花生过敏", "忘掉我妈的过敏"),
    ("我女儿学小提琴", "忘掉我儿子的足球课"),
    ("我女儿学小提琴", "别记我女儿的身高"),
    ("我在字节上班", "忘掉我老公的工作"),
    ("我在字节上班", "forget my wife 的工作"),
)
"""What is held, and a request to forget something else that nobody told."""
PARTS = (
    ("I'm allergic to nuts and shellfish", "forget the nuts allergy", "shellfish"),
    ("I speak German, French and a bit of Dutch", "forget that I speak French", "German"),
    ("My kids are called Max and Ella", "please forget Max", "Ella"),
    ("我妈不吃辣，我爸不吃鱼", "别记我爸的事了", "我妈"),
    ("我养了一只狗叫豆包，还有一只猫叫花卷", "忘掉花卷那条", "豆包"),
    ("My timezone is CET, standup is at 9:30 every day", "forget everything about the standup", "CET"),
)
"""A statement of several things, a request to forget one of them, and what is to stay."""
NAMED = (
    ("I'm allergic to penicillin", "forget the penicillin thing", "penicillin"),
    ("I'm allergic to penicillin", "pretend I never told you about penicillin", "penicillin"),
    ("My girlfriend is called Sofia", "take Sofia out of your memory", "Sofia"),
    ("My salary is 58k", "what I told you about my salary, wipe it", "58k"),
    ("我女朋友叫苏菲", "别再记着苏菲了，我们散了", "苏菲"),
    ("我对青霉素过敏", "忘掉我过敏的事", "青霉素"),
    ("我的office在17楼", "把office那条delete掉", "17"),
)
"""The control: what is wholly named goes."""


async def hold(agent: AgentMemory, *said: str) -> None:
    session = await agent.start_session()
    for text in said:
        await agent.commit_turn(session, [Event.user(text)])
    await agent.end_session(session)


async def say(agent: AgentMemory, text: str) -> Receipt:
    return await agent.commit_turn(await agent.start_session(), [Event.user(text)])


async def held(agent: AgentMemory) -> list[str]:
    return [f"{item.content} {item.value}" for item in await agent.items(limit=100) if item.type != "episodes"]


def takes(receipt: Receipt) -> bool:
    return any(isinstance(outcome, Retracted | Superseded) for outcome in receipt.outcomes)


def asks(receipt: Receipt) -> bool:
    return any(isinstance(outcome, Refused) for outcome in receipt.outcomes)


@pytest.mark.parametrize("reader", [False, True])
async def test_an_order_that_is_not_said_to_memory_takes_nothing(tmp_path: Path, reader: bool) -> None:
    async with Runtime(tmp_path, config=Config(reader=reader), embedder="none") as runtime:
        if reader:
            await runtime.warm()
        for number, (name, order) in enumerate(ORDERS):
            agent = await runtime.agent(f"luna {number}")
            await hold(agent, *HELD[name])
            before = await held(agent)
            assert before
            receipt = await say(agent, order)
            assert not takes(receipt), order
            assert set(before) <= set(await held(agent)), order


async def test_what_is_to_be_taken_from_elsewhere_is_neither_kept_nor_asked_about(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        for number, order in enumerate(
            (
                "remove the peanuts from the recipe please",
                "delete Anna's message from the group chat",
                "从名单里删掉安娜",
                "delete the Friday meeting from my calendar",
            )
        ):
            agent = await runtime.agent(f"luna {number}")
            await hold(agent, "I'm allergic to peanuts", "My sister Anna lives in Oslo")
            before = await held(agent)
            assert not (await say(agent, order)).outcomes, order
            assert await held(agent) == before, order
            assert not await agent.review.list(), order
        # The control: who tells what he has done states something.
        await say(agent, "I took my bike out of the shed and sold it")
        assert any("bike" in text for text in await held(agent))


@pytest.mark.parametrize("reader", [False, True])
async def test_what_was_never_said_takes_no_neighbour_along(tmp_path: Path, reader: bool) -> None:
    async with Runtime(tmp_path, config=Config(reader=reader), embedder="none") as runtime:
        if reader:
            await runtime.warm()
        for number, (said, request) in enumerate(NEVER_SAID):
            agent = await runtime.agent(f"luna {number}")
            await hold(agent, f"Please remember: {said}" if said.isascii() else f"记住：{said}")
            before = await held(agent)
            assert before
            receipt = await say(agent, request)
            assert not takes(receipt), request
            assert set(before) <= set(await held(agent)), request


@pytest.mark.parametrize("reader", [False, True])
async def test_who_names_a_part_of_what_was_said_does_not_lose_the_rest(tmp_path: Path, reader: bool) -> None:
    async with Runtime(tmp_path, config=Config(reader=reader), embedder="none") as runtime:
        if reader:
            await runtime.warm()
        for number, (said, request, rest) in enumerate(PARTS):
            agent = await runtime.agent(f"luna {number}")
            await hold(agent, f"Please remember: {said}" if said.isascii() else f"记住：{said}")
            receipt = await say(agent, request)
            assert any(rest in text for text in await held(agent)), request
            assert takes(receipt) or asks(receipt), request


async def test_what_is_wholly_named_goes(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        for number, (said, request, word) in enumerate(NAMED):
            agent = await runtime.agent(f"luna {number}")
            await hold(agent, f"Please remember: {said}" if said.isascii() else f"记住：{said}")
            assert any(word in text for text in await held(agent)), said
            await say(agent, request)
            assert not any(word in text for text in await held(agent)), request

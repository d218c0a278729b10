"""Level one of looking: items and episodes by several paths at once, ranked again, with the reasons."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id


def likes(name: str, value: str, **more: object) -> Candidate:
    return Candidate("preferences", {"name": name, "value": value}, **more)  # type: ignore[arg-type]


@pytest.mark.requirement("R242", "R252", "R254")
async def test_items_and_episodes_come_by_several_paths_and_only_while_they_hold(
    busy_home: str, clock: ManualClock
) -> None:
    embedder = FakeEmbedder(same={"cat": "猫"})
    async with Runtime(busy_home, clock=clock, embedder=embedder) as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.upsert_recall(likes("宠物", "猫"))
        await memory.upsert_recall(Candidate("entities", {"kind": "person", "canonical": "Zephyr"}))
        await memory.upsert_recall(Candidate("events", {"date": "2024-05-01", "title": "Zephyr bought a cat"}))
        await memory.upsert_recall(Candidate("episodes", {"session_id": "s1", "summary": "We spoke about the cat."}))
        await memory.upsert_recall(Candidate("lessons", {"domain": "pets", "lesson": "Never wash the cat."}))
        await memory.upsert_recall(likes("short", "cat for a day", keep=timedelta(days=1)))
        await memory.index.catch_up()
        question = "what about Zephyr and the cat in May 2024? my preferences"
        hits = await memory.search_memory(question)
        assert {hit.item.type for hit in hits} >= {"preferences", "events", "episodes", "lessons"}
        assert {arm for hit in hits for arm in hit.why.arms} == {
            "words",
            "meaning",
            "entities",
            "keys",
            "time",
            "ideas",
        }
        assert all(hit.why.moved.keys() >= {"confidence", "importance", "recency", "use", "trust"} for hit in hits)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert "episodes" not in {hit.item.type for hit in await memory.retrieve_recall(question)}
        assert any(hit.item.value.get("value") == "cat for a day" for hit in hits)
        clock.advance(timedelta(days=2))
        later = await memory.search_memory(question)
        assert not any(hit.item.value.get("value") == "cat for a day" for hit in later)
        embedder.fails = True  # then words still find
        assert {hit.item.type for hit in await memory.search_memory("cat")} >= {"episodes", "lessons", "events"}


@pytest.mark.requirement("R262")
async def test_repetitions_make_room_and_other_names_are_asked_for_too(luna: AgentMemory) -> None:
    text = "green tea with jasmine and a little honey, brewed slowly in the small blue pot that came from Hangzhou"
    for n in range(3):
        await luna.upsert_recall(likes(f"tea {n}", f"{text} last summer"))
    await luna.upsert_recall(likes("morning", "green tea with jasmine and honey, before anybody else is up"))
    hits = await luna.search_memory("green tea with jasmine and honey", k=3)
    assert "morning" in {hit.item.value["name"] for hit in hits[:2]}  # not three times the same
    assert any("repeats" in hit.why.moved for hit in hits)
    await luna.upsert_recall(Candidate("entities", {"kind": "topic", "canonical": "New York", "aliases": ["纽约"]}))
    await luna.upsert_recall(likes("flat", "a small one in New York"))
    found = await luna.search_memory("纽约")
    assert {hit.item.type for hit in found} == {"entities", "preferences"}  # from the agent's own vocabulary
    assert [hit for hit in await luna.search_memory("巴黎") if "words" in hit.why.arms] == []  # and nothing invented


@pytest.mark.requirement("R343")
async def test_sixteen_come_unless_another_number_is_asked_for(luna: AgentMemory) -> None:
    words = ["red", "blue", "old", "new", "tall", "wide", "calm", "loud", "soft", "hard", "warm", "cold"]
    for n in range(20):
        text = f"tea {words[n % 12]} {words[n * 5 % 12]} {words[n * 7 % 12]} {n}"
        await luna.upsert_recall(likes(f"thing {n}", text))
    assert len(await luna.search_memory("tea")) == Config().recall_top_k == 16
    assert len(await luna.search_memory("tea", k=18)) == 18


COMMON = {
    "I prefer short answers.": "how long should my replies be",
    "以后叫我阿哲。": "应该怎么称呼我",
    "I'm allergic to peanuts.": "is there any food I cannot eat? allergic",
    "我喜欢喝绿茶。": "我喜欢喝什么",
    "Never use emojis.": "may I use emojis",
    "以后都用中文回答。": "应该用什么语言回答",
    "My goal is to run a marathon this year.": "what is my goal",
    "我的目标是今年学会弹钢琴。": "我今年想学会什么",
    "I live in Leeds.": "where do I live",
    "我在腾讯工作。": "我在哪里工作",
}
ASIDE = [
    f"note {n}: {word} 的事情"
    for n in range(6)
    for word in ("the printer", "train times", "天气", "周末电影", "groceries")
]


@pytest.mark.requirement("R350")
async def test_common_preferences_rules_and_goals_are_hit(tmp_path: Path, clock: ManualClock) -> None:
    """What people say most, learned from their own words and asked for in others, with what is there by default."""
    async with Runtime(tmp_path, clock=clock, embedder="local") as runtime:
        memory = await runtime.agent("luna")
        missed = await missed_of(memory)
    assert missed == []


async def missed_of(memory: AgentMemory) -> list[str]:
    for text in ASIDE:
        await memory.upsert_recall(Candidate("notes", {"text": text}))
    missed = []
    for n, (said, asked) in enumerate(COMMON.items()):
        session = await memory.start_session(f"s{n}")
        receipt = await memory.commit_turn(session, [Event.user(said)])
        learned = {outcome.item_id for outcome in receipt.outcomes}
        assert learned, said
        await memory.end_session(session)
        await memory.index.catch_up()
        hits = await memory.search_memory(asked, session=await memory.start_session(f"later {n}"))
        if not learned & {hit.item.id for hit in hits}:
            missed.append(asked)
    return missed

"""A model behind a real server reads what the reader chooses, and what it says meets what is held as all else does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Config, Event, Runtime, Status
from perdure.models.openai import OpenAIClient
from tests.models.server import Request, Server, makes, running

Answer = Callable[[dict[str, Any]], dict[str, Any]]
"""What a model makes of a turn as it is shown to it."""

OTHERS = (
    "I play the cello on Sundays",
    "我妹妹在成都读研",
    "We deploy on Fridays only",
    "我每天早上跑五公里",
    "My daughter starts school in September",
    "我们团队用飞书开会",
)


class Model:
    """A server whose answers are set by the test; `asked` are the turns that it was shown."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.asked: list[dict[str, Any]] = []
        self.says({"candidates": []})

    def says(self, answer: dict[str, Any] | Answer) -> None:
        def reply(request: Request) -> object:
            shown = json.loads(request.json["messages"][-1]["content"])
            self.asked.append(shown)
            said = answer(shown) if callable(answer) else answer
            return {"choices": [{"message": {"content": json.dumps(said, ensure_ascii=False)}}]}

        self.server.plays(makes(reply))


@asynccontextmanager
async def modelled(home: Path, *, reader: bool = True, **config: Any) -> AsyncIterator[tuple[AgentMemory, Model]]:
    settings = Config(reader=reader, background=False, **config)
    async with running() as server:
        client = OpenAIClient("m", base_url=f"{server.url}/v1")
        async with Runtime(home, config=settings, llm=client, embedder="none") as runtime:
            await runtime.warm()
            luna = await runtime.agent("luna")
            await luna.start_session("s")
            yield luna, Model(server)


async def told(luna: AgentMemory, *texts: str) -> None:
    for text in texts:
        await luna.commit_turn("s", [Event.user(text)])


def key_of(shown: dict[str, Any], words: str) -> str | None:
    """The key of what is known and says some words."""
    found = [held for held in shown["known"] if words in json.dumps(held, ensure_ascii=False)]
    return found[0]["key"] if found else None


def retraction(words: str, quote: str, type: str = "facts") -> Answer:
    """Taking back what says `words`, as a model does: the value as it is known, the quote without any of its words."""

    def answer(shown: dict[str, Any]) -> dict[str, Any]:
        key = key_of(shown, words)
        value = next((held["value"] for held in shown["known"] if held["key"] == key), {"predicate": "x", "value": "y"})
        return {
            "candidates": [
                {"type": type, "value": value, "message": 0, "quote": quote, "retract": True, "replaces": key}
            ]
        }

    return answer


async def texts(luna: AgentMemory) -> list[str]:
    return [item.content for item in await luna.items(limit=100)]


# --- which turns it reads -----------------------------------------------------------------------------------------


async def test_the_reader_chooses_what_the_model_reads(tmp_path: Path) -> None:
    said = [
        ("早上我起不来，十点前别约我", True),
        ("跳槽了，现在在蚂蚁", True),
        ("my new place is near the canal, moved in last week", True),
        ("我 prefer 用 vim 写代码", True),
        ("记住牛奶", True),
        ("哈哈哈哈哈哈今天天气真的好好啊", False),
        ("ok thanks, that is really very nice of you", False),
        ("what would you say is the best way to learn Rust these days?", False),
    ]
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *(text for text, _ in said))
        chosen = {job.turn_id for job in await luna.jobs.list() if job.kind == "extract"}
        assert chosen == {n for n, (_, is_read) in enumerate(said, 1) if is_read}
        await luna.jobs.run_pending()
        assert len(model.asked) == len(chosen)
        # What was not chosen is looked at once more in the night, and then no more.
        assert await luna.extract_turns() == 0
        assert len({job.turn_id for job in await luna.jobs.list() if job.kind == "extract"}) == len(said)


async def test_a_turn_that_came_before_the_reader_is_chosen_once_it_has_read_it(tmp_path: Path) -> None:
    async with running() as server:
        client = OpenAIClient("m", base_url=f"{server.url}/v1")
        config = Config(reader=True, background=False)
        async with Runtime(tmp_path, config=config, llm=client, embedder="none") as runtime:
            luna, model = await runtime.agent("luna"), Model(server)
            await luna.start_session("s")
            await told(luna, "honestly mornings are a write-off for me, never book anything before ten")
            await told(luna, "哈哈哈哈哈哈今天天气真的好好啊")
            await luna.jobs.run_pending()
            assert [shown["turn"][0]["text"][:8] for shown in model.asked] == ["honestly"]


# --- what it takes back -------------------------------------------------------------------------------------------

TAKEN_BACK = [
    ("My girlfriend Anna works at the zoo.", "别再提我那个女朋友了", True),
    ("我在准备考驾照。", "驾照不考了，忘掉吧", True),
    ("I'm training for the Berlin marathon.", "Germany is cancelled for me, you can drop the running plan", None),
    ("I hate my boss Karen.", "I vented about her, please don't keep that", None),
    ("我打算明年辞职创业。", "那个想法删了吧，不干了", None),
    ("I owe Mark 200 dollars.", "erase the money thing with Mark", True),
    ("I don't eat meat at all.", "I eat steak again these days, so strike the diet bit", None),
    ("我每月工资一万八。", "我收入的事你当没听过", None),
]


@pytest.mark.parametrize(("held", "asked", "goes"), TAKEN_BACK)
async def test_what_the_user_takes_back_goes_or_is_asked_about(
    tmp_path: Path, held: str, asked: str, goes: bool | None
) -> None:
    """The words that ask need not hold the value's: the user is the authority, and match says which item is meant."""
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS, f"Please remember: {held}" if held.isascii() else f"请记住：{held}")
        await luna.jobs.run_pending()
        words = held.rstrip(".。")
        assert any(words in text for text in await texts(luna))
        model.says(retraction(words, asked))
        await told(luna, asked)
        receipt = await luna.extract_from_turn("s", len(OTHERS) + 2)
        is_gone = not any(words in text for text in await texts(luna))
        is_asked = any(words in item.content for entry in await luna.review.list() for item in entry.held)
        assert is_gone or is_asked, receipt
        assert goes is None or is_gone
        assert all(any(other in text for text in await texts(luna)) for other in OTHERS if "落" not in other)


async def test_most_retractions_of_a_model_are_done(tmp_path: Path) -> None:
    """Of those above, whose words are mostly not in the request, at least three of four go at once."""
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS)
        for held, _, _ in TAKEN_BACK:
            await told(luna, f"Please remember: {held}" if held.isascii() else f"请记住：{held}")
        await luna.jobs.run_pending()
        for held, asked, _ in TAKEN_BACK:
            model.says(retraction(held.rstrip(".。"), asked))
            await told(luna, asked)
            await luna.jobs.run_pending()
        left = [held for held, _, _ in TAKEN_BACK if any(held.rstrip(".。") in text for text in await texts(luna))]
        assert len(left) <= len(TAKEN_BACK) // 4, left
        marked = {item.content for entry in await luna.review.list() for item in entry.held}
        assert all(any(held.rstrip(".。") in text for text in marked) for held in left)

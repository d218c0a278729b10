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
    ("My girlfriend Anna works at the zoo.", "别再提我那个女朋友了"),
    ("我在准备考驾照。", "驾照不考了，忘掉吧"),
    ("I'm training for the Berlin marathon.", "Germany is cancelled for me, you can drop the running plan"),
    ("I hate my boss Karen.", "I vented about her, please don't keep that"),
    ("我打算明年辞职创业。", "那个想法删了吧，不干了"),
    ("I owe Mark 200 dollars.", "erase the money thing with Mark"),
    ("I don't eat meat at all.", "I eat steak again these days, so strike the diet bit"),
    ("我每月工资一万八。", "我收入的事你当没听过"),
]


def asked_to_remember(held: str) -> str:
    return f"Please remember: {held}" if held.isascii() else f"请记住：{held}"


async def test_what_the_user_takes_back_goes_or_is_asked_about(tmp_path: Path) -> None:
    """The words that ask need not hold the value's: the user is the authority, and match says which item is meant."""
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS, *(asked_to_remember(held) for held, _ in TAKEN_BACK))
        await luna.jobs.run_pending()
        before = await texts(luna)
        for held, asked in TAKEN_BACK:
            model.says(retraction(held.rstrip(".。"), asked))
            receipt = await luna.commit_turn("s", [Event.user(asked)])
            if any(held.rstrip(".。") in text for text in await texts(luna)):
                await luna.extract_turn("s", receipt.turn_id or 0)
        after = await texts(luna)
        left = [held for held, _ in TAKEN_BACK if any(held.rstrip(".。") in text for text in after)]
        assert len(left) <= len(TAKEN_BACK) // 4, left
        marked = {item.content for entry in await luna.review.list() for item in entry.held}
        assert all(any(held.rstrip(".。") in text for text in marked) for held in left)
        gone = {text for text in before if text not in after}
        assert len(gone) == len(TAKEN_BACK) - len(left)


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("My dog Rex is a terrier.", "My dog Bella is a poodle.", "please forget what I told you about my dog"),
        ("我表哥在上海开餐馆。", "我表哥去年做了手术。", "忘掉我表哥的事吧"),
    ],
)
async def test_where_two_are_as_near_a_person_is_asked(tmp_path: Path, first: str, second: str, asked: str) -> None:
    async with modelled(tmp_path, reader=False) as (luna, model):
        await told(luna, asked_to_remember(first), asked_to_remember(second))
        await luna.jobs.run_pending()
        before = await texts(luna)
        model.says(retraction(first.rstrip(".。"), asked))
        await told(luna, asked)
        await luna.jobs.run_pending()
        assert await texts(luna) == before
        marked = {item.content for entry in await luna.review.list() for item in entry.held}
        assert {one for one in (first, second) if any(one.rstrip(".。") in text for text in marked)} == {first, second}


async def test_without_the_reader_only_words_settle_what_is_meant(tmp_path: Path) -> None:
    async with modelled(tmp_path, reader=False) as (luna, model):
        await told(luna, asked_to_remember("My girlfriend Anna works at the zoo."))
        await luna.jobs.run_pending()
        asked = "that is over, drop all of it from your notes"
        model.says(retraction("Anna", asked))
        await told(luna, asked)
        await luna.extract_from_turn_v2("s", 2)
        assert any("Anna" in text for text in await texts(luna))
        assert len(await luna.review.list()) == 1
        [entry] = await luna.review.list()
        await luna.review.accept(entry.item.id)
        assert not any("Anna" in text for text in await texts(luna))


@pytest.mark.parametrize(
    ("held", "asked", "words"),
    [
        ("My salary is 8,200 a month.", "please forget my finances", "8,200"),
        ("我每月工资一万八。", "请忘掉钱的事", "一万八"),
    ],
)
async def test_what_is_to_be_forgotten_is_hidden_and_never_confirmed(
    tmp_path: Path, held: str, asked: str, words: str
) -> None:
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS, asked_to_remember(held))
        await luna.jobs.run_pending()
        await told(luna, asked)
        is_understood = not any(words in text for text in await texts(luna))  # without the model already
        stated = {"type": "facts", "value": {"predicate": "asked", "value": asked[-5:]}, "message": 0}
        model.says({"candidates": [stated | {"quote": asked[-5:]}]})
        receipt = await luna.extract_from_turn_v2("s", len(OTHERS) + 2)
        hidden = "the quote is not in the message"
        assert [outcome.reason for outcome in receipt.outcomes] == [
            hidden if is_understood else "the user asks to forget this"
        ]
        model.says(retraction(words, asked))
        receipt = await luna.extract_from_turn_v2("s", len(OTHERS) + 2)
        assert is_understood or {outcome.outcome for outcome in receipt.outcomes} == {"retracted"}
        pack = await luna.compose("s", "what is my salary? 我的工资是多少？", budget=2_000)
        assert words not in pack.text


# --- what it changes ----------------------------------------------------------------------------------------------


def change(words: str, type: str, value: dict[str, Any], quote: str) -> Answer:
    return lambda shown: {
        "candidates": [
            {"type": type, "value": value, "message": 0, "quote": quote, "confidence": 0.9}
            | {"replaces": key_of(shown, words)}
        ]
    }


@pytest.mark.parametrize(
    ("old", "new", "type", "value"),
    [
        (
            "From now on always answer me in Chinese.",
            "answer me in English now",
            "rules",
            {"rule": "answer me in English now"},
        ),
        (
            "以后回答都用中文。",
            "改了，回答都用英文吧",
            "rules",
            {"rule": "回答都用英文吧"},
        ),
        (
            "We decided to use Redis for messaging.",
            "scrap Redis, we're going with NATS 了",
            "decisions",
            {"topic": "messaging", "decision": "going with NATS"},
        ),
    ],
)
async def test_what_changed_takes_the_place_of_the_old(
    tmp_path: Path, old: str, new: str, type: str, value: dict[str, Any]
) -> None:
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS, old)
        await luna.jobs.run_pending()
        assert any(old.rstrip(".。") in text for text in await texts(luna))
        words = old.rstrip(".。")[-6:]
        model.says(change(words, type, value, new))
        await told(luna, new)
        receipt = await luna.extract_from_turn_v2("s", len(OTHERS) + 2)
        kept = await texts(luna)
        assert any(new in text for text in kept), receipt
        marked = {item.content for entry in await luna.review.list() for item in (entry.item, *entry.held)}
        standing = [text for text in kept if old.rstrip(".。") in text]
        assert set(standing) <= marked
        if type == "rules":
            assert standing == []


async def test_two_values_of_one_name_both_stand_unless_one_is_said_to_replace_the_other(tmp_path: Path) -> None:
    async with modelled(tmp_path, reader=False) as (luna, model):
        for text, hobby in (("I spend my weekends playing chess", "chess"), ("我周末最近经常去攀岩", "攀岩")):
            hit = {"type": "facts", "value": {"predicate": "hobby", "value": hobby}, "message": 0, "quote": text}
            model.says({"candidates": [hit]})
            await told(luna, text)
            await luna.jobs.run_pending()
        assert {item.value["value"] for item in await luna.items("facts")} >= {"chess", "攀岩"}


async def test_it_says_better_what_the_reader_kept_as_a_statement(tmp_path: Path) -> None:
    said = "honestly mornings are a write-off for me, never book anything before ten"
    async with modelled(tmp_path) as (luna, model):
        await told(luna, said)
        assert any(said in text for text in await texts(luna))
        hit = {"type": "preferences", "value": {"name": "meetings", "value": "never book anything before ten"}}
        model.says({"candidates": [hit | {"message": 0, "quote": said, "confidence": 0.9}]})
        await luna.jobs.run_pending()
        assert [item.type for item in await luna.items() if said in item.content] == ["preferences"]
        assert {item.status for item in await luna.items(status=None)} == {Status.ACTIVE, Status.RETRACTED}


async def test_what_the_model_finds_misread_is_for_a_person_to_decide(tmp_path: Path) -> None:
    async with modelled(tmp_path, reader=False) as (luna, model):
        await told(luna, "I live in York, at least in this novel of mine that I am writing.")
        before = await texts(luna)
        model.says(lambda shown: {"candidates": [], "wrong": [h["key"] for h in shown["known"] if "this_turn" in h]})
        await luna.jobs.run_pending()
        assert await texts(luna) == before
        assert before
        assert len(await luna.review.list()) == len(before)


async def test_what_was_said_again_since_is_not_forgotten(tmp_path: Path) -> None:
    async with modelled(tmp_path) as (luna, model):
        await told(luna, *OTHERS, asked_to_remember("I owe Mark 200 dollars."))
        await luna.jobs.run_pending()
        asked = "the money thing with him is settled, strike it"
        await told(luna, asked, asked_to_remember("I owe Mark 200 dollars."))
        model.says(retraction("Mark", asked))
        receipt = await luna.extract_from_turn_v2("s", len(OTHERS) + 2)
        assert [outcome.outcome for outcome in receipt.outcomes] != ["retracted"]
        assert any("Mark" in text for text in await texts(luna))
